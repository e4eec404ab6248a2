#include "ir/fold.h"

#include "ir/constant.h"
#include "ir/eval.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::ir {

namespace {

bool is_commutative(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Multiply:
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::LogicalAnd:
    case BinaryOp::LogicalOr:
      return true;
    default:
      return false;
  }
}

struct Folder {
  Builder& build;
  ScalarType type;

  [[nodiscard]] const Constant* constant(ExprId id) const { return build.as_constant(id); }
  [[nodiscard]] bool same(ExprId a, ExprId b) const { return same_value(build.function(), a, b); }
  template <class Node>
  [[nodiscard]] const Node* node(ExprId id) const {
    return std::get_if<Node>(&build.function()[id].node);
  }

  ExprId operator()(const Const&) { return {}; }
  ExprId operator()(const Read&) { return {}; }
  ExprId operator()(const Load&) { return {}; }
  ExprId operator()(const Extent& extent) {
    const Array& array = build.function()[extent.array];
    if (array.extents.empty()) return {};
    return build.int64(array.extents[static_cast<size_t>(extent.dimension)]);
  }
  ExprId operator()(const WrapIndex& wrap) {
    const Constant* index = constant(wrap.index);
    if (index == nullptr) return {};
    if (index->integer >= 0) return wrap.index;
    return build.add(build.extent(wrap.array, wrap.dimension), wrap.index);
  }

  ExprId operator()(const Unary& unary) {
    if (const Constant* value = constant(unary.operand)) return build.constant(evaluate(unary.op, *value));
    if (const auto* inner = node<Unary>(unary.operand); inner != nullptr && inner->op == unary.op) {
      return inner->operand;  // holds for all three operators
    }
    return {};
  }

  ExprId operator()(const Binary& binary) {
    const Constant* left = constant(binary.left);
    const Constant* right = constant(binary.right);
    if (left != nullptr && right != nullptr) return build.constant(evaluate(binary.op, *left, *right));
    if (left != nullptr && is_commutative(binary.op)) {
      if (is_integer(type) || type == ScalarType::Bool)
        return build.binary(binary.op, binary.right, binary.left);
    }
    if (is_float(type)) return float_identity(binary, left, right);
    if (is_complex(type)) return {};
    if (right != nullptr) {
      if (ExprId id = with_constant(binary, *right); id.valid()) return id;
    }
    if (left != nullptr && is_number(*left, 0) && binary.op == BinaryOp::Subtract) {
      return build.unary(UnaryOp::Negate, binary.right);
    }
    return with_itself(binary);
  }

  /// Only what is exact for NaN, infinities and signed zeros.
  ExprId float_identity(const Binary& binary, const Constant* left, const Constant* right) {
    bool scales = binary.op == BinaryOp::Multiply || binary.op == BinaryOp::Divide;
    if (scales && right != nullptr && is_number(*right, 1)) return binary.left;
    if (binary.op == BinaryOp::Multiply && left != nullptr && is_number(*left, 1)) return binary.right;
    return {};
  }

  /// Integers and Bool with a constant on the right.
  ExprId with_constant(const Binary& binary, const Constant& right) {
    bool zero = right.integer == 0;
    bool one = right.integer == 1;
    ExprId x = binary.left;
    switch (binary.op) {
      case BinaryOp::Add:
      case BinaryOp::Subtract:
        return zero ? x : add_constants(binary, right);
      case BinaryOp::Multiply:
        return zero ? binary.right : one ? x : multiply_constants(binary, right);
      case BinaryOp::FloorDivide:
        return one ? x : ExprId{};
      case BinaryOp::Modulo:
        return one ? build.number(type, 0) : ExprId{};
      case BinaryOp::BitAnd:
      case BinaryOp::LogicalAnd:
        if (zero) return binary.right;
        return type == ScalarType::Bool ? x : ExprId{};
      case BinaryOp::BitOr:
      case BinaryOp::LogicalOr:
        if (zero) return x;
        return type == ScalarType::Bool ? binary.right : ExprId{};
      case BinaryOp::BitXor:
        if (zero) return x;
        return type == ScalarType::Bool ? build.logical_not(x) : ExprId{};
      case BinaryOp::ShiftLeft:
      case BinaryOp::ShiftRight:
        return zero ? x : ExprId{};
      case BinaryOp::Divide:
        return {};
    }
    return {};
  }

  /// (x +- c1) +- c2 as x + c, right because integers wrap.
  ExprId add_constants(const Binary& binary, const Constant& right) {
    Constant step = binary.op == BinaryOp::Add ? right : evaluate(UnaryOp::Negate, right);
    const auto* inner = node<Binary>(binary.left);
    if (inner != nullptr && (inner->op == BinaryOp::Add || inner->op == BinaryOp::Subtract)) {
      if (const Constant* other = constant(inner->right)) {
        Constant sum =
            evaluate(inner->op == BinaryOp::Add ? BinaryOp::Add : BinaryOp::Subtract, step, *other);
        const ExprId x = inner->left;  // building moves the tables that `inner` points into
        return build.add(x, build.constant(sum));
      }
    }
    return {};
  }

  ExprId multiply_constants(const Binary& binary, const Constant& right) {
    const auto* inner = node<Binary>(binary.left);
    if (inner == nullptr || inner->op != BinaryOp::Multiply) return {};
    const Constant* other = constant(inner->right);
    if (other == nullptr) return {};
    const ExprId x = inner->left;
    return build.mul(x, build.constant(evaluate(BinaryOp::Multiply, right, *other)));
  }

  /// Integers and Bool: both operands are the same value.
  ExprId with_itself(const Binary& binary) {
    switch (binary.op) {
      case BinaryOp::Subtract:
        if (same(binary.left, binary.right)) return build.number(type, 0);
        return cancelled(binary);
      case BinaryOp::BitXor:
        return same(binary.left, binary.right) ? build.number(type, 0) : ExprId{};
      case BinaryOp::BitAnd:
      case BinaryOp::BitOr:
      case BinaryOp::LogicalAnd:
      case BinaryOp::LogicalOr:
        return same(binary.left, binary.right) ? binary.left : ExprId{};
      default:
        return {};
    }
  }

  /// (x + y) - x as y.
  ExprId cancelled(const Binary& binary) {
    const auto* sum = node<Binary>(binary.left);
    if (sum == nullptr || sum->op != BinaryOp::Add) return {};
    if (same(sum->left, binary.right)) return sum->right;
    return same(sum->right, binary.right) ? sum->left : ExprId{};
  }

  ExprId operator()(const Compare& compare) {
    const Constant* left = constant(compare.left);
    const Constant* right = constant(compare.right);
    if (left != nullptr && right != nullptr) return build.constant(evaluate(compare.op, *left, *right));
    ScalarType operand = build.type_of(compare.left);
    bool ordered = is_integer(operand) || operand == ScalarType::Bool;
    if (!ordered || !same(compare.left, compare.right)) return {};
    bool holds = compare.op == CompareOp::Equal || compare.op == CompareOp::LessEqual ||
                 compare.op == CompareOp::GreaterEqual;
    return build.boolean(holds);
  }

  ExprId operator()(const Select& select) {
    if (const Constant* condition = constant(select.condition)) {
      return is_true(*condition) ? select.if_true : select.if_false;
    }
    return select.if_true == select.if_false ? select.if_true : ExprId{};
  }

  ExprId operator()(const Cast& cast) {
    if (build.type_of(cast.operand) == type) return cast.operand;
    if (const Constant* value = constant(cast.operand)) return build.constant(convert(type, *value));
    // The other way round loses what was rounded.
    if (const auto* inner = node<Cast>(cast.operand); inner != nullptr && type == ScalarType::Float16 &&
                                                      build.type_of(inner->operand) == ScalarType::Float16)
      return inner->operand;
    return {};
  }

  ExprId operator()(const Call& call) {
    std::vector<Constant> values;
    for (ExprId argument : call.arguments) {
      const Constant* value = constant(argument);
      if (value == nullptr) return of_itself(call);
      values.push_back(*value);
    }
    if (!is_exact(call.function, values[0].type)) return {};
    return build.constant(evaluate(call.function, values));
  }

  ExprId of_itself(const Call& call) {
    bool extreme = call.function == Intrinsic::Minimum || call.function == Intrinsic::Maximum;
    return extreme && is_integer(type) && same(call.arguments[0], call.arguments[1]) ? call.arguments[0]
                                                                                     : ExprId{};
  }
};

}  // namespace

ExprId fold(Builder& build, const Expr& expr) { return match(expr.node, Folder{build, expr.type}); }

}  // namespace unpython::ir
