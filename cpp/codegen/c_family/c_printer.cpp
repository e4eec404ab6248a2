#include "codegen/c_family/c_printer.h"

#include <set>

#include "codegen/c_family/c_statements.h"
#include "codegen/c_family/c_types.h"
#include "ir/rewrite.h"
#include "support/text_writer.h"

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
    out.line(dialect_.kernel(), " ", kernel_.name, "(");
    out << "    ";
    parameters(out);
    out.line(") {");
    out.indent();
    counters(out);
    arrays(out);
    private_arrays(out, body);
    const Declarations found = declarations(function_, body);
    for (VarId variable : found.at_start) {
      helpers_.use_type(function_[variable].type);
      out.line(value_type(function_[variable].type), " ", names_.of(variable), ";");
    }
    CStatements(function_, dialect_, expressions_, helpers_, names_, found, out).block(body);
    out.dedent();
    out.line("}");
    return std::string(dialect_.prelude(uses_float64(body))) + helpers_.text() + "\n" + out.take();
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(function_[id].node); }

  void parameters(TextWriter& out) {
    const char* separator = "";
    const auto add = [&](const std::string& text) {
      out << separator << text;
      separator = ", ";
    };
    for (size_t n = 0; n < kernel_.grid.size(); ++n) {
      const std::string counter = names_.of(loop(kernel_.grid[n]).counter);
      add("i64 " + counter + "_first");
      add("i64 " + counter + "_end");
      if (kernel_.may_raise && n > 0) add("i64 " + counter + "_extent");
    }
    for (VarId scalar : kernel_.scalars) {
      helpers_.use_type(function_[scalar].type);
      const bool flag = function_[scalar].type == ScalarType::Bool;
      add(std::string(memory_type(function_[scalar].type)) + " " + names_.of(scalar) +
          (flag ? "_given" : ""));
    }
    for (size_t i = 0; i < kernel_.arrays.size(); ++i) array_parameters(i, add);
    if (kernel_.may_raise) {
      helpers_.use_raise();
      add(std::string(dialect_.global()) + "ErrorCell* error");
    }
  }

  std::string pointer(const KernelArray& array, bool restricted) {
    const ScalarType type = function_[array.array].type;
    helpers_.use_type(type);
    return std::string(dialect_.global()) + (array.stored ? "" : "const ") + std::string(memory_type(type)) +
           "*" + std::string(restricted ? dialect_.restrict() : "");
  }

  template <class Add>
  void array_parameters(size_t index, const Add& add) {
    const KernelArray& array = kernel_.arrays[index];
    const std::string& name = names_.of(array.array);
    if (array.loaded || array.stored) {
      add(pointer(array, layout_.disjoint) + " " + name + "_memory");
      add("i64 " + name + "_at");
      for (int d = 0; d < function_[array.array].rank; ++d) {
        if (d == layout_.unit_dimension[index]) continue;
        add((layout_.narrow_offsets ? "u32 " : "u64 ") + name + "_s" + std::to_string(d));
      }
    }
    for (size_t d = 0; d < array.asked_extents.size(); ++d) {
      if (array.asked_extents[d]) add("i64 " + name + "_n" + std::to_string(d));
    }
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
    if (kernel_.may_raise) out.line("const i64 iteration = ", iteration, ";");
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

  void private_arrays(TextWriter& out, const Block& body) {
    std::set<ArrayId> found;
    const auto note = [&](ArrayId id) {
      if (!function_[id].extents.empty()) found.insert(id);
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
    bool found = false;
    walk_all_exprs(function_, body, [&](ExprId id) { found |= is_double(function_[id].type); });
    return found;
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
