#include "codegen/c_family/c_printer.h"

#include <optional>
#include <set>

#include "codegen/c_family/c_staging.h"
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
  KernelPrinter(const Function& function, const Kernel& kernel, const Layout& layout, const Dialect& dialect,
                const kernel::Staging* staging)
      : function_(function),
        kernel_(kernel),
        layout_(layout),
        dialect_(dialect),
        staging_(staging),
        helpers_(dialect),
        names_(function, kernel),
        expressions_(function, kernel, layout, dialect, helpers_, names_) {}

  std::string run() {
    const Block& body = loop(kernel_.grid.back()).body;
    TextWriter out;
    const std::string head =
        staging_ == nullptr ? std::string(dialect_.kernel()) : dialect_.kernel_of(staging_->threads);
    out.line(head, " ", kernel_.name, "(");
    out << "    ";
    parameters(out);
    out.line(") {");
    out.indent();
    if (staging_ == nullptr) {
      counters(out);
    } else {
      staged_.emplace(function_, kernel_, *staging_, dialect_, expressions_, names_, out).open_kernel();
    }
    given_flags(out);
    arrays(out);
    private_arrays(out, body);
    Declarations found = declarations(function_, body);
    if (staged_) declare_at_start(function_, blocks_around(body), found);
    for (VarId variable : found.at_start) {
      helpers_.use_type(function_[variable].type);
      out.line(value_type(function_[variable].type), " ", names_.of(variable), ";");
    }
    CStatements statements(function_, dialect_, expressions_, helpers_, names_, found, out);
    if (staged_) {
      statements.block_of_group(body, *staged_);
    } else {
      statements.block(body);
    }
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
  }

  void given_flags(TextWriter& out) {
    for (VarId scalar : kernel_.scalars) {
      if (function_[scalar].type != ScalarType::Bool) continue;
      out.line("const bool ", names_.of(scalar), " = ", names_.of(scalar), "_given != 0;");
    }
  }

  /// The blocks that hold staged loops, or loops around them.
  std::vector<const Block*> blocks_around(const Block& body) const {
    std::vector<const Block*> result{&body};
    for (StmtId id : body) {
      if (staged_->find(id) != nullptr || !staged_->holds(id)) continue;
      for (const Block* inner : blocks_around(loop(id).body)) result.push_back(inner);
    }
    return result;
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
  const kernel::Staging* staging_;
  Helpers helpers_;
  CNames names_;
  CExpressions expressions_;
  std::optional<CStaging> staged_;
};

}  // namespace

std::string print_kernel(const Function& function, const Kernel& kernel, const Layout& layout,
                         const Dialect& dialect, const kernel::Staging* staging) {
  return KernelPrinter(function, kernel, layout, dialect, staging).run();
}

}  // namespace unpython::codegen
