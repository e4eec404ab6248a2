#include "analysis/skew.h"

#include <algorithm>

#include "analysis/descriptor.h"
#include "analysis/enclosure.h"
#include "support/checked_int.h"

namespace unpython::analysis {

namespace {

/// Numbers of new counters count from here, far from those of a nest.
constexpr UnknownIndex kFirstNew = 1 << 24;

/// What the box costs; compared in this order.
struct Cost {
  int64_t points = INT64_MAX;
  int64_t length = INT64_MAX;
  [[nodiscard]] bool operator<(const Cost& other) const {
    return points != other.points ? points < other.points : length < other.length;
  }
};

Cost cost_of(const Skewed& access, int64_t width) {
  if (access.domain.is_empty()) return {0, 0};
  Cost cost;
  const auto map = map_form(access.address, width, access.domain);
  const auto set = map ? set_form(*map) : std::nullopt;
  const auto points = set ? index_count(*set) : std::nullopt;
  const auto range = set ? interval(*set) : std::nullopt;
  const auto length = range ? checked_sub(range->high, range->low) : std::nullopt;
  return points && length ? Cost{*points, *length} : cost;
}

/// replaced + factor * other, as a new counter.
struct Change {
  UnknownIndex replaced = 0;
  UnknownIndex other = 0;
  int64_t factor = 0;
};

/// A constraint a x + b y + ... >= 0 with a | b is one of x + (b / a) y alone.
std::vector<Change> candidates(const Skewed& access) {
  std::vector<Change> changes;
  for (const LinearForm& form : access.domain.constraints()) {
    for (const LinearForm::Term& x : form.terms()) {
      if (access.address.coefficient_of(x.unknown) == 0) continue;
      for (const LinearForm::Term& y : form.terms()) {
        if (y.unknown == x.unknown || y.coefficient == INT64_MIN) continue;
        if (y.coefficient % x.coefficient != 0) continue;
        changes.push_back({x.unknown, y.unknown, y.coefficient / x.coefficient});
      }
    }
  }
  return changes;
}

std::optional<Skewed> apply(const Skewed& access, const Change& change) {
  const UnknownIndex fresh = kFirstNew + static_cast<UnknownIndex>(access.values.size());
  // replaced = fresh - factor * other.
  const auto old =
      LinearForm::add_scaled(LinearForm::of(fresh), LinearForm::of(change.other), -change.factor);
  const auto address = old ? access.address.substitute(change.replaced, *old) : std::nullopt;
  const auto value =
      LinearForm::add_scaled(access.value_of(change.replaced), access.value_of(change.other), change.factor);
  if (!address || !value) return std::nullopt;
  Skewed result{*address, {}, access.values};
  result.values.push_back({fresh, *value});
  for (const Domain::Counter& counter : access.domain.counters()) {
    if (counter.unknown != change.replaced) result.domain.add(counter.unknown, counter.range);
  }
  const IntegerRange range = access.domain.range_of(change.replaced);
  const auto require = [&](const std::optional<LinearForm>& form) {
    if (form) result.domain.require(*form);
    return form.has_value();
  };
  bool all = range.low == INT64_MIN || require(LinearForm::add_scaled(*old, LinearForm(range.low), -1));
  all = (range.high == INT64_MAX || require(LinearForm::add_scaled(LinearForm(range.high), *old, -1))) && all;
  for (const LinearForm& form : access.domain.constraints())
    all = require(form.substitute(change.replaced, *old)) && all;
  if (!all) return std::nullopt;
  return result;
}

}  // namespace

LinearForm Skewed::value_of(UnknownIndex unknown) const {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const NewCounter& counter) { return counter.unknown == unknown; });
  return found == values.end() ? LinearForm::of(unknown) : found->value;
}

Skewed skew(Skewed access, int64_t width) {
  bool better = access.domain.is_complete() && !access.domain.is_box();
  Cost cost = better ? cost_of(access, width) : Cost{};
  for (int round = 0; round < LinearForm::kMaxTerms && better; ++round) {
    better = false;
    std::optional<Skewed> best;
    for (const Change& change : candidates(access)) {
      auto changed = apply(access, change);
      if (!changed) continue;
      const Cost changed_cost = cost_of(*changed, width);
      if (!(changed_cost < cost)) continue;
      cost = changed_cost;
      best = std::move(changed);
      better = true;
    }
    if (best) access = std::move(*best);
  }
  return access;
}

}  // namespace unpython::analysis
