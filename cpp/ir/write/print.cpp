// One printer for both levels: a pass over the tree names everything, then text is written.
#include "ir/write/print.h"

#include <map>
#include <set>

#include "ir/elements.h"
#include "ir/names.h"
#include "ir/rewrite.h"
#include "ir/write/print_constant.h"
#include "support/match.h"
#include "support/text_writer.h"

namespace unpython::ir {

namespace {

/// Python's binding strength, weakest first.
enum Strength {
  kAny,
  kOr,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kSign,
  kAtom
};

Strength strength_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Subtract:
      return kSum;
    case BinaryOp::Multiply:
    case BinaryOp::Divide:
    case BinaryOp::FloorDivide:
    case BinaryOp::Modulo:
      return kProduct;
    case BinaryOp::BitAnd:
      return kBitAnd;
    case BinaryOp::BitOr:
      return kBitOr;
    case BinaryOp::BitXor:
      return kBitXor;
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
      return kShift;
    case BinaryOp::LogicalAnd:
      return kAnd;
    case BinaryOp::LogicalOr:
      return kOr;
  }
  return kAtom;
}

Strength stronger(Strength strength) { return static_cast<Strength>(strength + 1); }

class Printer {
 public:
  explicit Printer(const Function& function) : function_(function) { name_parameters(); }

  std::string whole() {
    name_all(function_.body);
    header();
    body(function_.body);
    return writer_.take();
  }
  std::string part(ExprId id) { return expr(id, kAny); }

 private:
  std::string unique(const std::string& wanted) {
    const std::string base = wanted.empty() ? "t" : wanted;
    std::string name = base;
    for (int suffix = 1; !taken_.insert(name).second; ++suffix) name = base + "." + std::to_string(suffix);
    return name;
  }
  const std::string& name(VarId id) {
    auto [entry, is_new] = variables_.try_emplace(id.value);
    if (is_new) entry->second = unique(function_[id].name);
    return entry->second;
  }
  const std::string& name(ArrayId id) {
    auto [entry, is_new] = arrays_.try_emplace(id.value);
    if (is_new) {
      entry->second = unique(function_[id].name);
      array_order_.push_back(id);
    }
    return entry->second;
  }

  void name_parameters() {
    for (const Parameter& parameter : function_.parameters) {
      if (parameter.is_array) {
        name(parameter.array);
      } else {
        name(parameter.variable);
        typed_.insert(parameter.variable.value);
      }
    }
  }
  void name_all(const Block& block) {
    walk_stmts(function_, block, [&](StmtId id) {
      if (const Allocate* allocation = as_new_memory(function_[id])) name(allocation->array);
      walk_uses(function_, id, [&](ArrayId array) { name(array); });
      return true;
    });
  }

  void header() {
    std::string line = "def " + function_.name + "(";
    const char* separator = "";
    for (const Parameter& parameter : function_.parameters) {
      line += separator + std::string(parameter.hidden ? "hidden " : "");
      line += parameter.is_array ? name(parameter.array) + ": " + array_type(parameter.array)
                                 : name(parameter.variable) + ": " + type(function_[parameter.variable].type);
      separator = ", ";
    }
    writer_.line(line + ")" + results() + ":" +
                 (function_.disjoint_arguments ? "  # disjoint arguments" : ""));
    Indented indent(writer_);
    for (ArrayId id : array_order_) {
      const Array& array = function_[id];
      if (array.extents.empty()) continue;
      writer_.line(std::string(name_of(array.space)) + " " + name(id) + ": " + array_type(id));
    }
  }
  std::string results() {
    if (function_.results.empty()) return "";
    std::string text;
    for (const Result& result : function_.results) {
      text += text.empty() ? "" : ", ";
      if (result.is_array) {
        if (result.is(ResultObject::Kind::Earlier)) {
          text += "result " + std::to_string(result.object.earlier);
          continue;
        }
        const auto argument = [&](int parameter) {
          return name(function_.parameters.at(static_cast<size_t>(parameter)).array);
        };
        for (size_t i = 0; i < result.seen.size(); ++i)
          text += (i > 0 ? " or " : "") + seen_argument(result.seen[i], argument(result.seen[i].parameter));
        if (!result.seen.empty() && result.array.valid()) text += " or ";
        if (result.array.valid()) text += "new " + name(result.array);
        if (result.parameter >= 0)
          text += (result.is(ResultObject::Kind::OwnOrArgument) ? argument(result.parameter) + " or " : "") +
                  (result.is(ResultObject::Kind::Argument) ? "" : "view of ") + argument(result.parameter);
        if (result.read_only) text += " read-only";
      } else {
        text += (result.weak ? "weak " : "") + type(result.type);
      }
    }
    return " -> " + (function_.returns_tuple ? "(" + text + ")" : text);
  }
  /// "a", "a reshaped to 1 select to 1"
  static std::string seen_argument(const SeenArgument& seen, std::string text) {
    for (const ViewStep& step : seen.steps) {
      switch (step.kind) {
        case ViewStep::Kind::Select:
          text += " select";
          for (const int axis : step.along) text += " " + std::to_string(axis);
          break;
        case ViewStep::Kind::Reshape:
          text += " reshape";
          break;
        case ViewStep::Kind::Ravel:
          text += " ravel";
          break;
        case ViewStep::Kind::RealPart:
          text += " real";
          break;
        case ViewStep::Kind::ImaginaryPart:
          text += " imag";
          break;
      }
      text += " to " + std::to_string(step.rank) + (step.read_only ? " read-only" : "");
    }
    return text;
  }
  static std::string type(ScalarType type) { return std::string(name_of(type)); }
  std::string array_type(ArrayId id) {
    const Array& array = function_[id];
    std::string inside;
    for (int d = 0; d < array.rank; ++d)
      inside += (d == 0 ? "" : ", ") + dimension(array, static_cast<size_t>(d));
    return type(array.type) + "[" + inside + "]" + (array.writeable ? "" : " read-only");
  }
  static std::string dimension(const Array& array, size_t d) {
    if (d < array.extents.size()) return std::to_string(array.extents[d]);
    if (d >= array.strides.size()) return ":";
    switch (array.strides[d]) {
      case StrideClass::Zero:
        return "::0";
      case StrideClass::Unit:
        return "::1";
      case StrideClass::Other:
        break;
    }
    const int64_t step = d < array.steps.size() ? array.steps[d] : 0;
    return step == 0 ? ":" : "::" + std::to_string(step);
  }

  void body(const Block& block) {
    Indented indent(writer_);
    if (block.empty()) writer_.line("pass");
    statements(block);
  }
  void statements(const Block& block) {
    for (StmtId id : block) {
      match(function_[id].node, [&](const auto& node) { statement(node); });
    }
  }
  void statement(const Assign& node) {
    std::string target = name(node.variable);
    if (typed_.insert(node.variable.value).second) target += ": " + type(function_[node.variable].type);
    writer_.line(target + " = " + expr(node.value, kAny));
  }
  void statement(const Store& node) {
    writer_.line(element(node.array, node.indices) + " = " + expr(node.value, kAny));
  }
  void statement(const AtomicUpdate& node) {
    writer_.line("atomic " + element(node.array, node.indices) + " " + std::string(name_of(node.op)) + "= " +
                 expr(node.value, kAny));
  }
  void statement(const CheckIndex& node) {
    writer_.line("check " + expr(node.index, kAny) + " in " + name(node.array) + ".shape[" +
                 std::to_string(node.dimension) + "]");
  }
  void statement(const If& node) {
    writer_.line("if " + expr(node.condition, kAny) + ":");
    body(node.then_body);
    if (node.else_body.empty()) return;
    writer_.line("else:");
    body(node.else_body);
  }
  void statement(const For& node) {
    std::string arguments = expr(node.extent, kAny);
    if (node.independent && function_.level == Level::Source) arguments += ", independent";
    if (node.runs && function_.level == Level::Source) arguments += ", runs";
    if (node.mark == LoopMark::Vector) arguments += ", width=" + std::to_string(node.width);
    if (node.mark == LoopMark::Group && node.width > 1)
      arguments += ", threads=" + std::to_string(node.width);
    if (node.ahead >= 0) arguments += ", ahead=" + std::to_string(node.ahead);
    if (node.joins) arguments += ", joins";
    if (node.grain.valid()) arguments += ", grain=" + expr(node.grain, kAny);
    writer_.line("for " + name(node.counter) + " in " + std::string(name_of(node.mark)) + "(" + arguments +
                 "):");
    body(node.body);
  }
  void statement(const While& node) {
    if (node.head.empty()) {
      writer_.line("while " + expr(node.condition, kAny) + ":");
    } else {
      writer_.line("while:");
      body(node.head);
      writer_.line("holds " + expr(node.condition, kAny) + ":");
    }
    body(node.body);
  }
  void statement(const Break&) { writer_.line("break"); }
  void statement(const Continue&) { writer_.line("continue"); }
  void statement(const Return& node) {
    writer_.line(node.values.empty() ? "return" : "return " + list(node.values));
  }
  void statement(const Raise& node) {
    const ErrorSite& site = function_[node.error];
    writer_.line("raise " + std::string(name_of(site.kind)) + "(" + quoted(site.message) +
                 (node.arguments.empty() ? "" : ", " + list(node.arguments)) + ")");
  }
  void statement(const Allocate& node) {
    writer_.line((node.keeps ? "resize " : "allocate ") + name(node.array) + ": " + type(function_[node.array].type) + "[" +
                 list(node.extents) + "]");
  }

  void statement(const CallHost& node) {
    std::string given;
    auto value = node.values.begin();
    for (const HostArgument& argument : node.arguments) {
      const std::string text = argument.array.valid() ? name(argument.array) : expr(*value++, kAny);
      given += (given.empty() ? "" : ", ") + std::string(argument.stored ? "out " : "") + text;
    }
    writer_.line(std::string(node.is_native ? "native " : "") + "host " + std::to_string(node.function) + "(" + given + ")");
  }

  std::string list(const std::vector<ExprId>& ids) {
    std::string text;
    for (ExprId id : ids) text += (text.empty() ? "" : ", ") + expr(id, kAny);
    return text;
  }
  std::string element(ArrayId array, const std::vector<ExprId>& indices) {
    std::string text = name(array) + "[";
    for (size_t d = 0; d < indices.size(); ++d) {
      text += d == 0 ? "" : ", ";
      const auto* wrap = std::get_if<WrapIndex>(&function_[indices[d]].node);
      bool own = wrap != nullptr && wrap->array == array && wrap->dimension == static_cast<int>(d);
      text += own ? "wrap(" + expr(wrap->index, kAny) + ")" : expr(indices[d], kAny);
    }
    return text + "]";
  }

  static std::string guarded(const std::string& text, Strength own, Strength wanted) {
    return own < wanted ? "(" + text + ")" : text;
  }
  /// Text that binds at least as strongly as `wanted`.
  std::string expr(ExprId id, Strength wanted) {
    return match(function_[id].node,
                 [&](const auto& node) { return text(node, function_[id].type, wanted); });
  }
  std::string text(const Const& node, ScalarType, Strength wanted) {
    std::string value = print_constant(node.value);
    return guarded(value, value[0] == '-' ? kSign : kAtom, wanted);
  }
  std::string text(const Read& node, ScalarType, Strength) { return name(node.variable); }
  std::string text(const Load& node, ScalarType, Strength) { return element(node.array, node.indices); }
  std::string text(const Extent& node, ScalarType, Strength) {
    return name(node.array) + ".shape[" + std::to_string(node.dimension) + "]";
  }
  std::string text(const WrapIndex& node, ScalarType, Strength) {
    return "wrap(" + expr(node.index, kAny) + ", " + name(node.array) + ".shape[" +
           std::to_string(node.dimension) + "])";
  }
  std::string text(const Unary& node, ScalarType, Strength wanted) {
    Strength own = node.op == UnaryOp::LogicalNot ? kNot : kSign;
    std::string sign = std::string(name_of(node.op)) + (node.op == UnaryOp::LogicalNot ? " " : "");
    return guarded(sign + expr(node.operand, own), own, wanted);
  }
  std::string text(const Binary& node, ScalarType, Strength wanted) {
    Strength own = strength_of(node.op);
    std::string left = expr(node.left, own);
    std::string right = expr(node.right, stronger(own));
    return guarded(left + " " + std::string(name_of(node.op)) + " " + right, own, wanted);
  }
  std::string text(const Compare& node, ScalarType, Strength wanted) {
    std::string left = expr(node.left, kBitOr);
    std::string right = expr(node.right, kBitOr);
    return guarded(left + " " + std::string(name_of(node.op)) + " " + right, kCompare, wanted);
  }
  std::string text(const Select& node, ScalarType, Strength) {
    return "(" + expr(node.if_true, kOr) + " if " + expr(node.condition, kOr) + " else " +
           expr(node.if_false, kOr) + ")";
  }
  std::string text(const Cast& node, ScalarType to, Strength) {
    return type(to) + "(" + expr(node.operand, kAny) + ")";
  }
  static std::string_view suffix(Library library) {
    switch (library) {
      case Library::Accurate:
        return "";
      case Library::Fast:
        return ".fast";
      case Library::C:
        return ".c";
      case Library::NumPy:
        return ".numpy";
    }
    return "";
  }
  std::string text(const Call& node, ScalarType, Strength) {
    return std::string(name_of(node.function)) + std::string(suffix(node.library)) + "(" +
           list(node.arguments) + ")";
  }

  const Function& function_;
  TextWriter writer_;
  std::map<int32_t, std::string> variables_;
  std::map<int32_t, std::string> arrays_;
  std::vector<ArrayId> array_order_;
  std::set<std::string> taken_;
  std::set<int32_t> typed_;
};

}  // namespace

std::string print(const Function& function) { return Printer(function).whole(); }
std::string print(const Function& function, ExprId expr) { return Printer(function).part(expr); }

}  // namespace unpython::ir
