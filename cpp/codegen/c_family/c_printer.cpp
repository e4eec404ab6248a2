#include "codegen/c_family/c_printer.h"

#include <optional>
#include <set>

#include "codegen/c_family/c_statements.h"
#include "codegen/c_family/c_types.h"
#include "ir/rewrite.h"
#include "kernel/parameters.h"
#include "kernel/short_loops.h"
#include "support/text_writer.h"
#include "unpython/error.h"

namespace unpython::codegen {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::KernelArray;
using kernel::Layout;

class KernelPrinter {
 public:
  KernelPrinter(const Function& function, const Kernel& kernel, const Layout& layout, const Dialect& dialect)
      : function_(function),
        kernel_(kernel),
        layout_(layout),
        dialect_(dialect),
        helpers_(dialect),
        names_(function, kernel),
        expressions_(function, kernel, layout, dialect, helpers_, names_) {}

  std::string run() {
    const Block& body = loop(kernel_.grid.back()).body;
    TextWriter out;
    const bool grouped = kernel::is_grouped(function_, kernel_);
    const kernel::GroupPlan plan = grouped ? kernel::plan_group(function_, kernel_, layout_.disjoint, dialect_.abilities())
                                           : kernel::GroupPlan{};
    out.line(grouped ? dialect_.kernel_of(plan.block(), kernel_.resident_groups) : std::string(dialect_.kernel()), " ",
             kernel_.name, "(");
    out << "    ";
    parameters(out);
    out.line(") {");
    out.indent();
    // The same for all work items: what this launch raises has a higher number.
    if (kernel_.guarded) out.line("if (error->iteration < before) return;");
    const GroupPrinting printing{function_, kernel_, layout_, plan, dialect_, expressions_, helpers_, names_, out};
    std::optional<CGroups> groups;
    if (grouped) {
      groups.emplace(printing).open_kernel();
    } else {
      counters(out);
    }
    given_flags(out);
    arrays(out);
    private_arrays(out, body);
    const Declarations found = declarations(function_, body);
    for (VarId variable : found.at_start) declare(out, variable);
    CVectors vectors(printing, groups ? &*groups : nullptr);
    CStatements statements(function_, dialect_, expressions_, helpers_, names_, found, vectors, out);
    if (groups) statements.run_groups(&*groups);
    if (!groups && layout_.narrow_turns) statements.count_narrowly(kernel::loops_of_known_turns(function_, kernel_));
    statements.block(body);
    out.dedent();
    out.line("}");
    return dialect_.prelude(uses_float64(body)) + helpers_.text() + "\n" + out.take();
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(function_[id].node); }

  void parameters(TextWriter& out) {
    const char* separator = "";
    for (const kernel::KernelParameter& parameter : kernel::parameters(function_, kernel_, layout_)) {
      out << separator << declaration(parameter);
      separator = ", ";
    }
  }

  std::string declaration(const kernel::KernelParameter& parameter) {
    using Kind = kernel::KernelParameter::Kind;
    const std::string dimension = std::to_string(parameter.dimension);
    switch (parameter.kind) {
      case Kind::First:
        return "i64 " + bound(kernel_.firsts, parameter.index, "_first");
      case Kind::End:
        return "i64 " + bound(kernel_.ends, parameter.index, "_end");
      case Kind::FirstGroup:
        return "i64 " + names_.of(loop(kernel_.grid[0]).counter) + "_first";
      case Kind::LoopExtent:
        return "i64 " + names_.of(loop(kernel_.grid[parameter.index]).counter) + "_extent";
      case Kind::Scalar: {
        const VarId scalar = kernel_.scalars[parameter.index];
        const ScalarType type = function_[scalar].type;
        helpers_.use_type(type);
        return std::string(memory_type(type)) + " " + names_.of(scalar) +
               (type == ScalarType::Bool ? "_given" : "");
      }
      case Kind::Memory: {
        const KernelArray& array = kernel_.arrays[parameter.index];
        return pointer(array, layout_.disjoint) + " " + names_.of(array.array) + "_memory";
      }
      case Kind::Offset:
        return "i64 " + name_of(parameter) + "_at";
      case Kind::Stride:
        return (layout_.narrow_offsets ? "u32 " : "u64 ") + name_of(parameter) + "_s" + dimension;
      case Kind::Remainder:
        return (layout_.narrow_offsets ? "u32 " : "u64 ") + name_of(parameter) + "_r" + dimension;
      case Kind::Extent:
        return "i64 " + name_of(parameter) + "_n" + dimension;
      case Kind::Before:
        return "i64 before";
      case Kind::Error:
        helpers_.use_error_cell();
        return std::string(dialect_.global()) + "ErrorCell* error";
    }
    throw InternalError("printing a kernel", "a parameter of no kind");
  }
  const std::string& name_of(const kernel::KernelParameter& parameter) {
    return names_.of(kernel_.arrays[parameter.index].array);
  }
  /// Where a launch begins or ends along a loop of the grid.
  std::string bound(const std::vector<VarId>& variables, size_t index, const char* suffix) {
    return variables.empty() ? names_.of(loop(kernel_.grid[index]).counter) + suffix
                             : names_.of(variables[index]);
  }

  std::string pointer(const KernelArray& array, bool restricted) {
    const ScalarType type = function_[array.array].type;
    helpers_.use_type(type);
    return std::string(dialect_.global()) + (array.stored ? "" : "const ") + std::string(memory_type(type)) +
           "*" + std::string(restricted ? dialect_.restrict() : "");
  }

  void counters(TextWriter& out) {
    std::string iteration;
    for (size_t n = 0; n < kernel_.grid.size(); ++n) {
      const std::string counter = names_.of(loop(kernel_.grid[n]).counter);
      const int dimension = static_cast<int>(kernel_.grid.size() - 1 - n);
      out.line("const i64 ", counter, " = ", counter, "_first + ", dialect_.work_item(dimension), ";");
      iteration = n == 0 ? counter : "(" + iteration + ") * " + counter + "_extent + " + counter;
    }
    for (StmtId id : kernel_.grid) {
      const std::string counter = names_.of(loop(id).counter);
      out.line("if (", counter, " >= ", counter, "_end) return;");
    }
    if (kernel_.may_raise) out.line("const i64 iteration = before + ", iteration, ";");
  }

  void given_flags(TextWriter& out) {
    for (VarId scalar : kernel_.scalars) {
      if (function_[scalar].type != ScalarType::Bool) continue;
      out.line("const bool ", names_.of(scalar), " = ", names_.of(scalar), "_given != 0;");
    }
  }

  void arrays(TextWriter& out) {
    for (const KernelArray& array : kernel_.arrays) {
      if (!array.loaded && !array.stored) continue;
      const std::string& name = names_.of(array.array);
      out.line(pointer(array, false), " ", name, " = ", name, "_memory + ", name, "_at;");
    }
  }

  /// Declares a variable that statements give values to, with a first one: NVIDIA's assembler, asked to be quick, takes what a loop
  /// gives to a variable without a value for the value of the next turn.
  void declare(TextWriter& out, VarId variable) {
    const ScalarType type = function_[variable].type;
    helpers_.use_type(type);
    out.line(value_type(type), " ", names_.of(variable), is_complex(type) ? " = {0, 0};" : " = 0;");
  }

  void private_arrays(TextWriter& out, const Block& body) {
    std::set<ArrayId> found;
    const auto note = [&](ArrayId id) {
      const AddressSpace space = function_[id].space;
      if (space == AddressSpace::Private || space == AddressSpace::Register) found.insert(id);
    };
    walk_stmts(function_, body, [&](StmtId id) {
      if (const auto* store = std::get_if<Store>(&function_[id].node)) note(store->array);
      return true;
    });
    walk_all_exprs(function_, body, [&](ExprId id) {
      if (const auto* load = std::get_if<Load>(&function_[id].node)) note(load->array);
    });
    for (ArrayId id : found) {
      int64_t elements = 1;
      for (int64_t extent : function_[id].extents) elements *= extent;
      helpers_.use_type(function_[id].type);
      out.line(memory_type(function_[id].type), " ", names_.of(id), "[", elements, "];");
    }
  }

  /// Without them the text suits devices that have no 64-bit floats.
  bool uses_float64(const Block& body) const {
    const auto is_double = [](ScalarType type) {
      return type == ScalarType::Float64 || type == ScalarType::Complex128;
    };
    return any_expr(function_, body, [&](ExprId id) { return is_double(function_[id].type); });
  }

  const Function& function_;
  const Kernel& kernel_;
  const Layout& layout_;
  const Dialect& dialect_;
  Helpers helpers_;
  CNames names_;
  CExpressions expressions_;
};

}  // namespace

std::string print_kernel(const Function& function, const Kernel& kernel, const Layout& layout,
                         const Dialect& dialect) {
  return KernelPrinter(function, kernel, layout, dialect).run();
}

}  // namespace unpython::codegen
