#include "footprint/counter_forms.h"

#include <algorithm>

#include "support/checked_int.h"

namespace unpython::footprint {

Known add(const Known& a, const Known& b) {
  if (!a || !b) return std::nullopt;
  const auto low = checked_add(a->low, b->low);
  const auto high = checked_add(a->high, b->high);
  return low && high ? Known(IntegerRange{*low, *high}) : std::nullopt;
}

Known negated(const Known& a) {
  if (!a || a->low == INT64_MIN) return std::nullopt;
  return IntegerRange{-a->high, -a->low};
}

Known multiply(const Known& a, const Known& b) {
  if (!a || !b) return std::nullopt;
  IntegerRange result{INT64_MAX, INT64_MIN};
  for (const int64_t x : {a->low, a->high}) {
    for (const int64_t y : {b->low, b->high}) {
      const auto product = checked_mul(x, y);
      if (!product) return std::nullopt;
      result.low = std::min(result.low, *product);
      result.high = std::max(result.high, *product);
    }
  }
  return result;
}

Known either(const Known& a, const Known& b) {
  if (!a || !b) return std::nullopt;
  return IntegerRange{std::min(a->low, b->low), std::max(a->high, b->high)};
}

KnownForm scaled(const KnownForm& form, int64_t factor) {
  if (!form) return std::nullopt;
  Form result;
  const auto constant = checked_mul(form->constant, factor);
  if (!constant) return std::nullopt;
  result.constant = *constant;
  for (const auto& [counter, coefficient] : form->terms) {
    const auto product = checked_mul(coefficient, factor);
    if (!product) return std::nullopt;
    if (*product != 0) result.terms[counter] = *product;
  }
  return result;
}

KnownForm sum(const KnownForm& a, const KnownForm& b) {
  if (!a || !b) return std::nullopt;
  Form result = *a;
  const auto constant = checked_add(a->constant, b->constant);
  if (!constant) return std::nullopt;
  result.constant = *constant;
  for (const auto& [counter, coefficient] : b->terms) {
    const auto both = checked_add(result.terms[counter], coefficient);
    if (!both) return std::nullopt;
    result.terms[counter] = *both;
    if (*both == 0) result.terms.erase(counter);
  }
  return result;
}

}  // namespace unpython::footprint
