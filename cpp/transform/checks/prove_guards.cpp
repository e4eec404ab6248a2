// A condition on values that do not change is tested once; a comparison of affine values by the interval of
// left - right.
#include "transform/checks/prove_guards.h"

namespace unpython::transform {

using namespace ir;
using analysis::Affine;

ExprId guard_condition(const Function& function, StmtId stmt) {
  const auto* branch = std::get_if<If>(&function[stmt].node);
  if (branch == nullptr || branch->then_body.size() != 1 || !branch->else_body.empty()) return {};
  return std::holds_alternative<Raise>(function[branch->then_body[0]].node) ? branch->condition : ExprId{};
}

GuardProof::GuardProof(Function& function, StmtId root)
    : f_(function),
      build_(function),
      bounds_(function, root),
      changing_(analysis::changing_in(function, std::get<For>(function[root].node))) {}

std::optional<ExprId> GuardProof::never_holds(ExprId condition, const std::vector<StmtId>& loops,
                                              std::vector<ExprId>& atoms) {
  if (analysis::is_fixed(f_, condition, changing_))
    return build_.logical_not(condition);
  const ExprNode node = f_[condition].node;
  if (const auto* compare = std::get_if<Compare>(&node)) return never_compares(*compare, loops, atoms);
  const auto* both = std::get_if<Binary>(&node);
  if (both == nullptr) return std::nullopt;
  const std::optional<ExprId> left = never_holds(both->left, loops, atoms);
  if (both->op == BinaryOp::LogicalAnd) return left ? left : never_holds(both->right, loops, atoms);
  if (both->op != BinaryOp::LogicalOr || !left) return std::nullopt;
  const std::optional<ExprId> right = never_holds(both->right, loops, atoms);
  return right ? std::optional(build_.logical_and(*left, *right)) : std::nullopt;
}

/// left < right never holds if the lowest left - right is 0 or above, and so on.
std::optional<ExprId> GuardProof::never_compares(const Compare& compare, const std::vector<StmtId>& loops,
                                                 std::vector<ExprId>& atoms) {
  if (f_[compare.left].type != ScalarType::Int64) return std::nullopt;
  const auto interval = bounds_.interval(build_.sub(compare.left, compare.right), loops);
  if (!interval) return std::nullopt;
  const auto against_zero = [&](CompareOp op, const Affine& form) {
    return build_.compare(op, analysis::to_expr(build_, form), build_.int64(0));
  };
  atoms.insert(atoms.end(), interval->atoms.begin(), interval->atoms.end());
  switch (compare.op) {
    case CompareOp::Less:
      return against_zero(CompareOp::GreaterEqual, interval->low);
    case CompareOp::LessEqual:
      return against_zero(CompareOp::Greater, interval->low);
    case CompareOp::Greater:
      return against_zero(CompareOp::LessEqual, interval->high);
    case CompareOp::GreaterEqual:
      return against_zero(CompareOp::Less, interval->high);
    case CompareOp::Equal:
      return build_.logical_or(against_zero(CompareOp::Greater, interval->low),
                               against_zero(CompareOp::Less, interval->high));
    case CompareOp::NotEqual:
      break;
  }
  return std::nullopt;
}

}  // namespace unpython::transform
