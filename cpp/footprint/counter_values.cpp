#include "footprint/counter_values.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "support/floor_div.h"
#include "support/match.h"

namespace unpython::footprint {

using namespace ir;

void CounterValues::set(VarId variable, const Known& range, const KnownForm& form) {
  ranges_.erase(variable);
  forms_.erase(variable);
  if (range) ranges_[variable] = *range;
  if (form) forms_[variable] = *form;
}

KnownForm CounterValues::form_of(VarId variable) const {
  const auto found = forms_.find(variable);
  return found == forms_.end() ? KnownForm() : found->second;
}

Known CounterValues::range_of(VarId variable) const {
  const auto found = ranges_.find(variable);
  return found == ranges_.end() ? Known() : found->second;
}

KnownForm CounterValues::form(ExprId id) const {
  if (f_[id].type != ScalarType::Int64) return std::nullopt;
  if (!depends_on_iteration(id)) {
    const std::optional<int64_t> value = numbers_.value(id);
    return value ? KnownForm(Form{*value, {}}) : std::nullopt;
  }
  if (const auto* read = std::get_if<Read>(&f_[id].node)) {
    return form_of(read->variable);
  }
  if (const auto* wrap = std::get_if<WrapIndex>(&f_[id].node)) {
    const Known index = range(wrap->index);
    if (index && index->low >= 0) return form(wrap->index);
    if (!index || index->high >= 0) return std::nullopt;
    return sum(form(wrap->index), Form{numbers_.extent(wrap->array, wrap->dimension), {}});
  }
  const auto* turned = std::get_if<Unary>(&f_[id].node);
  if (turned != nullptr && turned->op == UnaryOp::Negate) return scaled(form(turned->operand), -1);
  const auto* node = std::get_if<Binary>(&f_[id].node);
  if (node == nullptr) return std::nullopt;
  if (node->op == BinaryOp::Add) return sum(form(node->left), form(node->right));
  if (node->op == BinaryOp::Subtract) return sum(form(node->left), scaled(form(node->right), -1));
  if (node->op != BinaryOp::Multiply) return std::nullopt;
  const KnownForm left = form(node->left);
  const KnownForm right = form(node->right);
  if (!left || !right) return std::nullopt;
  if (right->terms.empty()) return scaled(left, right->constant);
  return left->terms.empty() ? scaled(right, left->constant) : KnownForm();
}

bool CounterValues::depends_on_iteration(ExprId root) const {
  return any_expr(f_, root, [&](ExprId id) {
    const auto* read = std::get_if<Read>(&f_[id].node);
    return (read != nullptr && own_.contains(read->variable)) || std::holds_alternative<Load>(f_[id].node);
  });
}

Known CounterValues::range(ExprId id) const {
  if (f_[id].type != ScalarType::Int64) return std::nullopt;
  if (!depends_on_iteration(id)) {
    const std::optional<int64_t> value = numbers_.value(id);
    return value ? Known(IntegerRange{*value, *value}) : std::nullopt;
  }
  return match(
      f_[id].node,
      [](const Const& node) {
        return Known(IntegerRange{node.value.integer, node.value.integer});
      },
      [&](const Read& node) { return range_of(node.variable); },
      [&](const WrapIndex& node) { return wrapped(range(node.index), node); },
      [&](const Binary& node) { return binary(node); }, [&](const Call& node) { return call(node); },
      [&](const Select& node) { return either(range(node.if_true), range(node.if_false)); },
      [](const Load&) { return Known(); }, [](const Extent&) { return Known(); },
      [&](const Unary& node) { return node.op == UnaryOp::Negate ? negated(range(node.operand)) : Known(); },
      [](const Compare&) { return Known(); },
      [](const Cast&) { return Known(); });
}

Known CounterValues::wrapped(const Known& index, const WrapIndex& node) const {
  if (!index) return std::nullopt;
  const int64_t extent = numbers_.extent(node.array, node.dimension);
  if (index->low >= 0) return index;
  if (index->high < 0) return add(index, IntegerRange{extent, extent});
  return IntegerRange{0, std::max<int64_t>(extent - 1, 0)};
}

Known CounterValues::binary(const Binary& node) const {
  const Known left = range(node.left);
  const Known right = range(node.right);
  switch (node.op) {
    case BinaryOp::Add:
      return add(left, right);
    case BinaryOp::Subtract:
      return add(left, negated(right));
    case BinaryOp::Multiply:
      return multiply(left, right);
    case BinaryOp::FloorDivide:
      if (!left || !right || right->low != right->high || right->low <= 0) return std::nullopt;
      return IntegerRange{floor_div(left->low, right->low), floor_div(left->high, right->low)};
    case BinaryOp::Modulo:
      if (!right || right->low != right->high || right->low <= 0) return std::nullopt;
      if (left && floor_div(left->low, right->low) == floor_div(left->high, right->low)) {
        const int64_t whole = floor_div(left->low, right->low) * right->low;
        return IntegerRange{left->low - whole, left->high - whole};
      }
      return IntegerRange{0, right->low - 1};
    default:
      return std::nullopt;
  }
}

Known CounterValues::call(const Call& node) const {
  if (node.function != Intrinsic::Minimum && node.function != Intrinsic::Maximum) return std::nullopt;
  const Known a = range(node.arguments[0]);
  const Known b = range(node.arguments[1]);
  const bool least = node.function == Intrinsic::Minimum;
  if (!a || !b) return std::nullopt;
  return least ? IntegerRange{std::min(a->low, b->low), std::min(a->high, b->high)}
               : IntegerRange{std::max(a->low, b->low), std::max(a->high, b->high)};
}

}  // namespace unpython::footprint
