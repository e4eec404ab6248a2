#include "analysis/text/iterations_apart.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace unpython::analysis {

using namespace ir;

IterationsApart::IterationsApart(const Function& function, VarId counter, VarSet changing)
    : function_(function), counter_(counter), changing_(std::move(changing)) {
  changing_.insert(counter);
}

void IterationsApart::add_inner(VarId inner, const Affine& distance) {
  inner_ = inner;
  inner_distance_ = distance;
}

bool IterationsApart::apart(const Effects& a, const Effects& b) const {
  return std::all_of(a.touches.begin(), a.touches.end(), [&](const Touch& x) {
    return std::all_of(b.touches.begin(), b.touches.end(),
                       [&](const Touch& y) { return !may_interfere(function_, x, y) || apart(x, y); });
  });
}

bool IterationsApart::apart(const Touch& a, const Touch& b) const {
  if (a.array != b.array || a.kind != Touch::Kind::Element || b.kind != Touch::Kind::Element) return false;
  for (size_t d = 0; d < std::min(a.indices.size(), b.indices.size()); ++d) {
    const auto x = form_of(a.indices[d]);
    const auto y = form_of(b.indices[d]);
    if (!x || !y) continue;
    const bool own = x->inner == 0 && y->inner == 0 && x->counter == y->counter &&
                     std::abs(x->counter) == 1 && distance(x->rest, y->rest) == 0;
    if (own || is_below(*x, *y) || is_below(*y, *x)) return true;
  }
  return false;
}

/// A subscript of the inner loop ends at or below where one of the loop's own stands: k < i + distance.
bool IterationsApart::is_below(const Form& inner, const Form& own) const {
  if (inner.inner != 1 || inner.counter != 0 || own.inner != 0 || own.counter != 1) return false;
  const auto end = add_scaled(function_, inner.rest, inner_distance_, 1);
  if (!end) return false;
  const std::optional<int64_t> room = distance(*end, own.rest);
  return room && *room >= 0;
}

/// to - from, where it is a constant.
std::optional<int64_t> IterationsApart::distance(const Affine& from, const Affine& to) const {
  const auto apart = add_scaled(function_, to, from, -1);
  return apart && apart->is_constant() ? std::optional(apart->constant) : std::nullopt;
}

std::optional<IterationsApart::Form> IterationsApart::form_of(ExprId index) const {
  const auto affine = affine_form(function_, index);
  if (!affine) return std::nullopt;
  Form form{.counter = coefficient_of(function_, *affine, counter_),
            .rest = without(function_, *affine, counter_)};
  if (inner_.valid()) {
    form.inner = coefficient_of(function_, form.rest, inner_);
    form.rest = without(function_, form.rest, inner_);
  }
  const bool wraps = std::ranges::any_of(
      form.rest.terms, [&](const Term& term) { return std::holds_alternative<WrapIndex>(function_[term.atom].node); });
  return !wraps && is_fixed(function_, form.rest, changing_) ? std::optional(std::move(form)) : std::nullopt;
}

}  // namespace unpython::analysis
