#include "analysis/domain.h"

#include <algorithm>

#include "support/checked_int.h"
#include "support/floor_div.h"

namespace unpython::analysis {

namespace {

using Wide = __int128;

constexpr int kRounds = 16;

bool is_unbounded(int64_t value) { return value == INT64_MIN || value == INT64_MAX; }

/// Greatest value of the form over the ranges, leaving one term out; nothing if there is none.
std::optional<Wide> greatest_without(const Domain& domain, const LinearForm& form, UnknownIndex left_out) {
  Wide sum = form.constant();
  for (const LinearForm::Term& term : form.terms()) {
    if (term.unknown == left_out) continue;
    const IntegerRange range = domain.range_of(term.unknown);
    const int64_t end = term.coefficient > 0 ? range.high : range.low;
    if (is_unbounded(end) || __builtin_add_overflow(sum, Wide{term.coefficient} * end, &sum))
      return std::nullopt;
  }
  return sum;
}

bool is_implied(const Domain& domain, const LinearForm& form) {
  const auto opposite = form.times(-1);
  if (!opposite) return false;
  const auto greatest = greatest_without(domain, *opposite, -1);
  return greatest && *greatest <= 0;
}

}  // namespace

const Domain::Counter* Domain::find(UnknownIndex unknown) const {
  const auto found = std::find_if(counters_.begin(), counters_.end(),
                                  [&](const Counter& counter) { return counter.unknown == unknown; });
  return found == counters_.end() ? nullptr : &*found;
}

Domain::Counter* Domain::find(UnknownIndex unknown) {
  return const_cast<Counter*>(std::as_const(*this).find(unknown));
}

void Domain::add(UnknownIndex unknown, IntegerRange range) {
  Counter* counter = find(unknown);
  if (!counter) counter = &counters_.emplace_back(Counter{unknown, {}});
  counter->range.low = std::max(counter->range.low, range.low);
  counter->range.high = std::min(counter->range.high, range.high);
  tighten();
}

void Domain::add_loop(UnknownIndex counter, const LinearForm& extent) {
  add(counter, {0, INT64_MAX});
  const auto last = LinearForm::add_scaled(extent, LinearForm::of(counter), -1);
  const auto room = last ? last->plus(-1) : std::nullopt;
  if (room) {
    require(*room);
  } else {
    complete_ = false;
  }
}

void Domain::require(const LinearForm& form) {
  for (const LinearForm::Term& term : form.terms()) {
    if (!find(term.unknown)) counters_.push_back({term.unknown, {}});
  }
  constraints_.push_back(form);
  tighten();
}

IntegerRange Domain::range_of(UnknownIndex unknown) const {
  const Counter* counter = find(unknown);
  return counter ? counter->range : IntegerRange{};
}

/// c x + rest >= 0 with rest <= its greatest value bounds x on one side.
bool Domain::narrow(const LinearForm& form) {
  bool changed = false;
  for (const LinearForm::Term& term : form.terms()) {
    const auto rest = greatest_without(*this, form, term.unknown);
    if (!rest) continue;
    IntegerRange& range = find(term.unknown)->range;
    if (term.coefficient > 0) {
      const Wide low = -floor_div(*rest, term.coefficient);
      if (low <= range.low) continue;
      empty_ = empty_ || low > range.high;
      if (empty_) return true;
      range.low = static_cast<int64_t>(low);
    } else {
      const Wide high = floor_div(*rest, -Wide{term.coefficient});
      if (high >= range.high) continue;
      empty_ = empty_ || high < range.low;
      if (empty_) return true;
      range.high = static_cast<int64_t>(high);
    }
    changed = true;
  }
  return changed;
}

void Domain::tighten() {
  for (const Counter& counter : counters_) empty_ = empty_ || counter.range.is_empty();
  bool changed = true;
  for (int round = 0; round < kRounds && changed && !empty_; ++round) {
    changed = false;
    for (const LinearForm& form : constraints_) {
      if (empty_) break;
      changed = narrow(form) || changed;
    }
  }
  for (const LinearForm& form : constraints_) {
    empty_ = empty_ || (form.is_constant() && form.constant() < 0);
  }
  std::erase_if(constraints_, [&](const LinearForm& form) { return is_implied(*this, form); });
}

std::optional<IntegerRange> Domain::over(const LinearForm& form) const {
  std::optional<int64_t> low = form.constant();
  std::optional<int64_t> high = low;
  const auto add_end = [](std::optional<int64_t>& sum, int64_t coefficient, int64_t end) {
    const auto part = is_unbounded(end) ? std::nullopt : checked_mul(coefficient, end);
    sum = sum && part ? checked_add(*sum, *part) : std::nullopt;
  };
  for (const LinearForm::Term& term : form.terms()) {
    const IntegerRange range = range_of(term.unknown);
    const bool up = term.coefficient > 0;
    add_end(low, term.coefficient, up ? range.low : range.high);
    add_end(high, term.coefficient, up ? range.high : range.low);
  }
  if (!low || !high) return std::nullopt;
  return IntegerRange{*low, *high};
}

std::optional<int64_t> Domain::box_points() const {
  if (empty_) return 0;
  std::optional<int64_t> count = 1;
  for (const Counter& counter : counters_) {
    const auto last = checked_sub(counter.range.high, counter.range.low);
    const auto extent = last ? checked_add(*last, 1) : std::nullopt;
    count = count && extent ? checked_mul(*count, *extent) : std::nullopt;
  }
  return count;
}

}  // namespace unpython::analysis
