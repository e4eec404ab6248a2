#include "footprint/counter_limits.h"

#include <algorithm>

namespace unpython::footprint {
namespace {

using namespace ir;

/// Forms that are looked at for one bound.
constexpr int kMostForms = 400;

KnownForm minus(const KnownForm& a, const KnownForm& b) { return sum(a, scaled(b, -1)); }
KnownForm plus(const KnownForm& form, int64_t more) { return sum(form, Form{more, {}}); }

}  // namespace

void CounterLimits::begin(VarId symbol) { limits_[symbol] = Limits{.number = ++last_}; }

void CounterLimits::enter(VarId counter, ExprId extent) {
  begin(counter);
  limits_[counter].lows.push_back(Form{});
  for (const Form& end : limits_of(extent, true)) {
    if (const KnownForm last = plus(end, -1)) limits_[counter].highs.push_back(*last);
  }
}

void CounterLimits::assign(VarId variable, ExprId value) {
  begin(variable);
  limits_[variable].lows = limits_of(value, false);
  limits_[variable].highs = limits_of(value, true);
  say_more_ = true;
}

/// Forms that an expression is not above (`high`), or not below: a minimum is not above what it is of.
std::vector<Form> CounterLimits::limits_of(ExprId id, bool high) const {
  if (const KnownForm form = values_.form(id)) return {*form};
  std::vector<Form> forms;
  const auto* call = std::get_if<Call>(&f_[id].node);
  if (call != nullptr && call->function == (high ? Intrinsic::Minimum : Intrinsic::Maximum)) {
    for (const ExprId argument : call->arguments) {
      const std::vector<Form> more = limits_of(argument, high);
      forms.insert(forms.end(), more.begin(), more.end());
    }
  }
  const auto* node = std::get_if<Binary>(&f_[id].node);
  if (node == nullptr || (node->op != BinaryOp::Add && node->op != BinaryOp::Subtract)) return forms;
  const bool adds = node->op == BinaryOp::Add;
  const std::vector<Form> right = limits_of(node->right, high == adds);
  for (const Form& one : limits_of(node->left, high)) {
    for (const Form& other : right) {
      const KnownForm both = adds ? sum(one, other) : minus(one, other);
      if (both) forms.push_back(*both);
    }
  }
  return forms;
}

void CounterLimits::hold(ExprId condition, bool holds) {
  const auto* compare = std::get_if<Compare>(&f_[condition].node);
  if (compare == nullptr) return;
  // What is not below 0 where the condition holds.
  const KnownForm more = minus(values_.form(compare->right), values_.form(compare->left));
  const KnownForm less = scaled(more, -1);
  std::vector<KnownForm> positive;
  switch (holds ? compare->op : opposite(compare->op)) {
    case CompareOp::Less:
      positive = {plus(more, -1)};
      break;
    case CompareOp::LessEqual:
      positive = {more};
      break;
    case CompareOp::Greater:
      positive = {plus(less, -1)};
      break;
    case CompareOp::GreaterEqual:
      positive = {less};
      break;
    case CompareOp::Equal:
      positive = {more, less};
      break;
    case CompareOp::NotEqual:
      break;
  }
  for (const KnownForm& form : positive) {
    if (!form || form->terms.empty()) continue;
    const auto last = std::max_element(form->terms.begin(), form->terms.end(), [&](const auto& a, const auto& b) {
      return number_of(a.first) < number_of(b.first);
    });
    const auto known = limits_.find(last->first);
    if (known == limits_.end() || (last->second != 1 && last->second != -1)) continue;
    Form rest = *form;
    rest.terms.erase(last->first);
    say_more_ = true;
    if (last->second == -1) known->second.highs.push_back(rest);
    else if (const KnownForm low = scaled(rest, -1)) known->second.lows.push_back(*low);
  }
}

/// 0: of a symbol that has no limits.
int CounterLimits::number_of(VarId symbol) const {
  const auto known = limits_.find(symbol);
  return known == limits_.end() ? 0 : known->second.number;
}

CounterLimits::Bounds CounterLimits::of(const Form& form) const {
  Bounds bounds;
  int left = kMostForms;
  bounds.low = bound(form, false, left);
  left = kMostForms;
  bounds.high = bound(form, true, left);
  return bounds;
}

/// The symbol of the highest number gives way to each of its limits in turn.
std::optional<int64_t> CounterLimits::bound(const Form& form, bool high, int& left) const {
  if (form.terms.empty()) return form.constant;
  if (--left < 0) return std::nullopt;
  const auto last = std::max_element(form.terms.begin(), form.terms.end(), [&](const auto& a, const auto& b) {
    return number_of(a.first) < number_of(b.first);
  });
  const auto [symbol, coefficient] = *last;
  Form rest = form;
  rest.terms.erase(symbol);
  const bool upwards = (coefficient > 0) == high;
  std::optional<int64_t> best;
  const auto consider = [&](const Form& limit) {
    const KnownForm next = sum(rest, scaled(limit, coefficient));
    const std::optional<int64_t> found = next ? bound(*next, high, left) : std::nullopt;
    if (found) best = !best ? *found : high ? std::min(*best, *found) : std::max(*best, *found);
  };
  if (const Known range = values_.range_of(symbol)) consider(Form{upwards ? range->high : range->low, {}});
  const auto known = limits_.find(symbol);
  if (known == limits_.end()) return best;
  for (const Form& limit : upwards ? known->second.highs : known->second.lows) consider(limit);
  return best;
}

}  // namespace unpython::footprint
