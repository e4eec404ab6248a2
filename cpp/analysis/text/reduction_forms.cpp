#include "analysis/text/reduction_forms.h"

#include "analysis/text/affine.h"
#include "ir/groups.h"
#include "ir/rewrite.h"

namespace unpython::analysis {

using namespace ir;

namespace {

std::optional<Accumulation> kind_of(BinaryOp op, ScalarType type) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Subtract:
      return Accumulation::Sum;
    case BinaryOp::Multiply:
      // (1 + 0j) * z is not z for infinities and signed zeros: complex products stay in order.
      return is_complex(type) ? std::nullopt : std::optional(Accumulation::Product);
    case BinaryOp::BitAnd:
      return Accumulation::BitAnd;
    case BinaryOp::BitOr:
      return Accumulation::BitOr;
    case BinaryOp::BitXor:
      return Accumulation::BitXor;
    case BinaryOp::LogicalAnd:
      return Accumulation::And;
    case BinaryOp::LogicalOr:
      return Accumulation::Or;
    default:
      return std::nullopt;
  }
}

bool is_order(CompareOp op) { return op != CompareOp::Equal && op != CompareOp::NotEqual; }

}  // namespace

bool UpdateForms::is_read(ExprId expr) const {
  if (!accumulator_.is_element()) return is_read_of(f_, expr, accumulator_.variable);
  const auto* load = std::get_if<Load>(&f_[expr].node);
  if (load == nullptr || load->array != accumulator_.array) return false;
  for (size_t d = 0; d < load->indices.size(); ++d) {
    if (!same_value(f_, load->indices[d], accumulator_.indices[d])) return false;
  }
  return true;
}

bool UpdateForms::mentions(ExprId expr) const {
  if (!accumulator_.is_element()) return reads_variable(f_, expr, accumulator_.variable);
  return any_expr(f_, expr, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f_[id].node);
    return load != nullptr && load->array == accumulator_.array && !is_other_element(load->indices);
  });
}

bool UpdateForms::is_other_element(const std::vector<ExprId>& indices) const {
  for (size_t d = 0; d < indices.size(); ++d) {
    const std::optional<Affine> a = affine_form(f_, indices[d]);
    const std::optional<Affine> b = affine_form(f_, accumulator_.indices[d]);
    const std::optional<Affine> difference = a && b ? add_scaled(f_, *a, *b, -1) : std::nullopt;
    const bool wraps = std::holds_alternative<WrapIndex>(f_[indices[d]].node) ||
                       std::holds_alternative<WrapIndex>(f_[accumulator_.indices[d]].node);
    if (!wraps && difference && difference->is_constant() && difference->constant != 0) return true;
  }
  return false;
}

ExprId UpdateForms::assigned_value(StmtId stmt) const {
  if (!accumulator_.is_element()) {
    const auto* assign = std::get_if<Assign>(&f_[stmt].node);
    return assign != nullptr && assign->variable == accumulator_.variable ? assign->value : ExprId{};
  }
  const auto* store = std::get_if<Store>(&f_[stmt].node);
  if (store == nullptr || store->array != accumulator_.array) return {};
  for (size_t d = 0; d < store->indices.size(); ++d) {
    if (!same_value(f_, store->indices[d], accumulator_.indices[d])) return {};
  }
  return store->value;
}

std::optional<Accumulation> UpdateForms::accumulating(ExprId value) const {
  if (const auto* select = std::get_if<Select>(&f_[value].node)) return select_kind(*select);
  const auto* binary = std::get_if<Binary>(&f_[value].node);
  if (binary == nullptr) return std::nullopt;
  const std::optional<Accumulation> kind = kind_of(binary->op, f_[value].type);
  if (!kind) return std::nullopt;
  const bool left = mentions(binary->left);
  if (left == mentions(binary->right)) return std::nullopt;
  if (!left && binary->op == BinaryOp::Subtract) return std::nullopt;
  const ExprId inner = left ? binary->left : binary->right;
  if (is_read(inner)) return kind;
  return accumulating(inner) == kind ? kind : std::nullopt;
}

std::optional<Accumulation> UpdateForms::select_kind(const Select& select) const {
  const bool boolean = f_[select.if_true].type == ScalarType::Bool;
  if (boolean && is_read(select.condition)) {  // acc and e, acc or e
    const bool in_true = mentions(select.if_true);
    const bool in_false = mentions(select.if_false);
    const auto is = [&](ExprId id, int64_t truth) {
      const auto* c = std::get_if<Const>(&f_[id].node);
      return c != nullptr && c->value.integer == truth;
    };
    if (!in_true && (is_read(select.if_false) || is(select.if_false, 0))) return Accumulation::And;
    if (!in_false && (is_read(select.if_true) || is(select.if_true, 1))) return Accumulation::Or;
    return std::nullopt;
  }
  if (mentions(select.condition)) return std::nullopt;
  const auto one = [&](ExprId id) { return is_read(id) ? std::nullopt : accumulating(id); };
  const bool keeps_true = is_read(select.if_true);
  const bool keeps_false = is_read(select.if_false);
  if (keeps_true && keeps_false) return std::nullopt;
  if (keeps_true) return one(select.if_false);
  if (keeps_false) return one(select.if_true);
  const auto kind = one(select.if_true);
  return kind == one(select.if_false) ? kind : std::nullopt;
}

std::optional<UpdateForms::Comparison> UpdateForms::comparison(ExprId condition) const {
  const auto* compare = std::get_if<Compare>(&f_[condition].node);
  if (compare == nullptr || !is_order(compare->op) || is_complex(f_[compare->left].type)) return std::nullopt;
  if (is_read(compare->right) && !mentions(compare->left)) return Comparison{compare->op, compare->left};
  if (is_read(compare->left) && !mentions(compare->right))
    return Comparison{mirrored(compare->op), compare->right};
  return std::nullopt;
}

std::optional<Reduction> UpdateForms::extremum(ExprId value) const {
  Reduction result{.accumulator = accumulator_, .kind = Accumulation::Extremum, .type = f_[value].type};
  if (const auto* call = std::get_if<Call>(&f_[value].node)) {
    if (call->function != Intrinsic::Minimum && call->function != Intrinsic::Maximum) return std::nullopt;
    const ExprId a = call->arguments[0];
    const ExprId b = call->arguments[1];
    if (!((is_read(a) && !mentions(b)) || (is_read(b) && !mentions(a)))) return std::nullopt;
    result.contest = Contest::Propagate;
    result.compare = call->function == Intrinsic::Minimum ? CompareOp::Less : CompareOp::Greater;
    // Of equal operands the second one is the result.
    if (is_read(a)) result.compare = result.compare == CompareOp::Less ? CompareOp::LessEqual : CompareOp::GreaterEqual;
    return result;
  }
  const auto* select = std::get_if<Select>(&f_[value].node);
  if (select == nullptr) return std::nullopt;
  const std::optional<Comparison> test = comparison(select->condition);
  if (!test) return std::nullopt;
  if (same_value(f_, test->value, select->if_true) && is_read(select->if_false)) {
    result.contest = Contest::Replace;
    result.compare = test->compare;
    return result;
  }
  if (is_read(select->if_true) && same_value(f_, test->value, select->if_false)) {
    result.contest = Contest::Keep;
    result.compare = mirrored(test->compare);
    return result;
  }
  return std::nullopt;
}

/// Assignments (one of them to the accumulator) and checks only, some of them under a further condition.
bool UpdateForms::plain_body(const Block& body, ExprId* value, Reduction& result) const {
  int assignments = 0;
  for (StmtId id : body) {
    if (const auto* branch = std::get_if<If>(&f_[id].node)) {
      if (!branch->else_body.empty() || mentions(branch->condition)) return false;
      ExprId inner;
      if (!plain_body(branch->then_body, &inner, result)) return false;
      *value = inner;
      ++assignments;
      continue;
    }
    const ExprId assigned = assigned_value(id);
    if (assigned.valid()) {
      ++assignments;
      *value = assigned;
    } else if (const auto* assign = std::get_if<Assign>(&f_[id].node)) {
      result.companions.push_back(assign->variable);
    } else if (std::holds_alternative<CheckIndex>(f_[id].node)) {
      result.guards_raise = true;
    } else {
      return false;
    }
    if (assigned.valid() && accumulator_.is_element()) continue;
    for (ExprId e : expressions(f_[id])) {
      if (mentions(e)) return false;
    }
  }
  return assignments == 1 && !mentions(*value);
}

std::optional<Reduction> UpdateForms::extremum_branch(const If& branch) const {
  if (!branch.else_body.empty()) return std::nullopt;
  std::vector<ExprId> terms{branch.condition};
  std::optional<Comparison> test;
  while (!terms.empty()) {
    const ExprId term = terms.back();
    terms.pop_back();
    if (!mentions(term)) continue;
    const auto* both = std::get_if<Binary>(&f_[term].node);
    if (both != nullptr && both->op == BinaryOp::LogicalAnd) {
      terms.push_back(both->left);
      terms.push_back(both->right);
      continue;
    }
    if (test) return std::nullopt;
    test = comparison(term);
    if (!test) return std::nullopt;
  }
  if (!test) return std::nullopt;
  Reduction result{.accumulator = accumulator_, .kind = Accumulation::Extremum, .type = f_[test->value].type};
  result.contest = Contest::Replace;
  result.compare = test->compare;
  ExprId value;
  if (!plain_body(branch.then_body, &value, result) || !same_value(f_, value, test->value))
    return std::nullopt;
  VarSet companions;
  for (VarId v : result.companions) companions.insert(v);
  if (reads_any(f_, test->value, companions)) return std::nullopt;
  return result;
}

std::optional<Reduction> UpdateForms::logical_branch(const If& branch) const {
  if (!branch.else_body.empty() || f_[branch.condition].type != ScalarType::Bool) return std::nullopt;
  Reduction result{.accumulator = accumulator_, .kind = Accumulation::And, .type = ScalarType::Bool};
  ExprId condition = branch.condition;
  const auto* negation = std::get_if<Unary>(&f_[condition].node);
  if (negation != nullptr && negation->op == UnaryOp::LogicalNot) {
    result.kind = Accumulation::Or;
    condition = negation->operand;
  }
  ExprId value;
  if (!is_read(condition) || !plain_body(branch.then_body, &value, result)) return std::nullopt;
  return result;
}

bool UpdateForms::conditional_assignment(ExprId value) const {
  const auto* select = std::get_if<Select>(&f_[value].node);
  if (select == nullptr || mentions(select->condition)) return false;
  const bool in_true = mentions(select->if_true);
  return in_true ? is_read(select->if_true) && !mentions(select->if_false) : is_read(select->if_false);
}

}  // namespace unpython::analysis
