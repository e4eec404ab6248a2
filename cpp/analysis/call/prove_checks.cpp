#include "analysis/call/prove_checks.h"

#include <algorithm>

#include "analysis/call/nest_domain.h"

namespace unpython::analysis {
namespace {

using integers::LinearForm;

/// -extent <= index < extent wherever the check is made.
bool stays_inside(const NestDomain& domain, const SubscriptCheck& check) {
  if (check.extent.is_constant() && check.extent.constant() > 0) {
    const std::optional<integers::IntegerRange> range = domain.range(check.index, check.loop);
    const int64_t extent = check.extent.constant();
    if (range && range->low >= -extent && range->high < extent) return true;
  }
  const std::optional<LinearForm> end = check.extent.plus(-1);
  const std::optional<LinearForm> last = end ? end->minus(check.index) : std::nullopt;
  const std::optional<LinearForm> above = check.extent.plus(check.index);
  return last && above && domain.never_negative(*last, check.loop, check.guard) &&
         domain.never_negative(*above, check.loop, check.guard);
}

bool never_fires(const NestDomain& domain, const RaiseCheck& check) {
  return std::all_of(check.ways.begin(), check.ways.end(),
                     [&](int guard) { return domain.is_empty(check.loop, guard); });
}

/// Facts about nodes that may be met several times: each time must agree.
template <class Id>
class Agreed {
 public:
  void add(Id id, bool holds) { (holds ? holds_ : fails_).push_back(id); }
  [[nodiscard]] std::vector<Id> all() && {
    std::sort(holds_.begin(), holds_.end());
    holds_.erase(std::unique(holds_.begin(), holds_.end()), holds_.end());
    std::sort(fails_.begin(), fails_.end());
    std::erase_if(holds_, [&](Id id) { return std::binary_search(fails_.begin(), fails_.end(), id); });
    return std::move(holds_);
  }

 private:
  std::vector<Id> holds_;
  std::vector<Id> fails_;
};

}  // namespace

void prove_checks(const Nests& nests, CallFacts& facts) {
  Agreed<ir::StmtId> silent;
  Agreed<ir::ExprId> never_negative;
  Agreed<ir::ExprId> always_negative;
  Agreed<ir::ExprId> whole_slices;
  for (const Nest& nest : nests.nests) {
    const NestDomain domain(nest);
    for (const SubscriptCheck& check : nest.checks)
      silent.add(check.stmt, nest.never_runs || stays_inside(domain, check));
    for (const RaiseCheck& check : nest.raises)
      silent.add(check.stmt, nest.never_runs || never_fires(domain, check));
    for (const SubscriptCheck& wrap : nest.wraps) {
      never_negative.add(wrap.expr, nest.never_runs || wrap.sign == Sign::NeverNegative);
      always_negative.add(wrap.expr, !nest.never_runs && wrap.sign == Sign::AlwaysNegative);
    }
    for (const SliceEnd& end : nest.slice_ends) whole_slices.add(end.expr, end.whole);
  }
  facts.silent = std::move(silent).all();
  facts.never_negative = std::move(never_negative).all();
  facts.always_negative = std::move(always_negative).all();
  facts.whole_slices = std::move(whole_slices).all();
}

}  // namespace unpython::analysis
