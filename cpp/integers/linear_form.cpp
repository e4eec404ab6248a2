#include "integers/linear_form.h"

#include <algorithm>

#include "support/checked_int.h"

namespace unpython::integers {

LinearForm LinearForm::of(UnknownIndex unknown, int64_t coefficient) {
  LinearForm form;
  if (coefficient != 0) {
    form.terms_[0] = {coefficient, unknown};
    form.count_ = 1;
  }
  return form;
}

int64_t LinearForm::coefficient_of(UnknownIndex unknown) const {
  for (const Term& term : terms()) {
    if (term.unknown == unknown) return term.coefficient;
  }
  return 0;
}

LinearForm LinearForm::without(UnknownIndex unknown) const {
  LinearForm form(constant_);
  for (const Term& term : terms()) {
    if (term.unknown != unknown) form.terms_[static_cast<size_t>(form.count_++)] = term;
  }
  return form;
}

bool LinearForm::operator==(const LinearForm& other) const {
  const auto a = terms();
  const auto b = other.terms();
  return constant_ == other.constant_ && std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Merges two ascending lists of terms.
std::optional<LinearForm> LinearForm::add_scaled(const LinearForm& a, const LinearForm& b, int64_t factor) {
  LinearForm sum;
  int64_t part = 0;
  if (__builtin_mul_overflow(b.constant_, factor, &part) ||
      __builtin_add_overflow(a.constant_, part, &sum.constant_))
    return std::nullopt;
  size_t i = 0;
  size_t j = 0;
  const auto left = a.terms();
  const auto right = b.terms();
  while (i < left.size() || j < right.size()) {
    const bool from_left = j == right.size() || (i < left.size() && left[i].unknown <= right[j].unknown);
    const bool from_right = i == left.size() || (j < right.size() && right[j].unknown <= left[i].unknown);
    Term term{from_left ? left[i].coefficient : 0, from_left ? left[i].unknown : right[j].unknown};
    if (from_right && (__builtin_mul_overflow(right[j].coefficient, factor, &part) ||
                       __builtin_add_overflow(term.coefficient, part, &term.coefficient)))
      return std::nullopt;
    i += from_left ? 1 : 0;
    j += from_right ? 1 : 0;
    if (term.coefficient == 0) continue;
    if (sum.count_ == kMaxTerms) return std::nullopt;
    sum.terms_[static_cast<size_t>(sum.count_++)] = term;
  }
  return sum;
}

std::optional<LinearForm> LinearForm::plus(int64_t value) const {
  LinearForm form = *this;
  if (__builtin_add_overflow(constant_, value, &form.constant_)) return std::nullopt;
  return form;
}

std::optional<LinearForm> LinearForm::times(int64_t factor) const {
  if (factor == 0) return LinearForm();
  LinearForm form = *this;
  if (__builtin_mul_overflow(constant_, factor, &form.constant_)) return std::nullopt;
  for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
    if (__builtin_mul_overflow(terms_[i].coefficient, factor, &form.terms_[i].coefficient))
      return std::nullopt;
  }
  return form;
}

std::optional<int64_t> LinearForm::at(std::span<const int64_t> point) const {
  int64_t sum = constant_;
  int64_t part = 0;
  for (const Term& term : terms()) {
    if (__builtin_mul_overflow(term.coefficient, point[static_cast<size_t>(term.unknown)], &part) ||
        __builtin_add_overflow(sum, part, &sum))
      return std::nullopt;
  }
  return sum;
}

std::optional<IntegerRange> LinearForm::over(std::span<const IntegerRange> box) const {
  IntegerRange range{constant_, constant_};
  for (const Term& term : terms()) {
    const IntegerRange& values = box[static_cast<size_t>(term.unknown)];
    const bool up = term.coefficient > 0;
    int64_t low = 0;
    int64_t high = 0;
    if (__builtin_mul_overflow(term.coefficient, up ? values.low : values.high, &low) ||
        __builtin_mul_overflow(term.coefficient, up ? values.high : values.low, &high) ||
        __builtin_add_overflow(range.low, low, &range.low) ||
        __builtin_add_overflow(range.high, high, &range.high))
      return std::nullopt;
  }
  return range;
}

}  // namespace unpython::integers
