// Two threads that meet a new key at once may both plan it; what comes first into the tables stays.
#include "driver/plan.h"

#include <utility>

namespace unpython::driver {

Planner::Planner(Compiler& compiler, std::shared_ptr<const Specialization> specialization)
    : compiler_(compiler),
      specialization_(std::move(specialization)),
      layout_(key_layout(specialization_->simplified)) {}

std::shared_ptr<const Plan> Planner::find(std::span<const int64_t> key) {
  const std::lock_guard lock(mutex_);
  return table_.find(key);
}

Plan Planner::analyse(std::span<const int64_t> key, const CallArguments&) {
  const std::lock_guard lock(mutex_);
  return {{key.begin(), key.end()}, variant_};
}

void Planner::compile(Plan& plan) { plan.variant = compiler_.make_variant(specialization_); }

std::shared_ptr<const Plan> Planner::insert(Plan plan) {
  const std::lock_guard lock(mutex_);
  if (!variant_) variant_ = plan.variant;
  if (auto known = table_.find(plan.key)) return known;
  auto kept = std::make_shared<const Plan>(std::move(plan));
  table_.insert(kept);
  return kept;
}

}  // namespace unpython::driver
