// A few hundred hashes are compared one after the other: that takes less than a chain of pointers would.
#include "driver/plan_table.h"

#include <algorithm>

#include "driver/plan.h"

namespace unpython::driver {
namespace {

uint64_t hash_of(std::span<const int64_t> key) {
  uint64_t hash = key.size();
  for (const int64_t number : key) {
    hash = (hash ^ static_cast<uint64_t>(number)) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

std::shared_ptr<const Plan> PlanTable::find(std::span<const int64_t> key) {
  const uint64_t hash = hash_of(key);
  for (size_t i = 0; i < hashes_.size(); ++i) {
    if (hashes_[i] != hash || !plans_[i]->has_key(key)) continue;
    used_[i] = ++clock_;
    return plans_[i];
  }
  return nullptr;
}

void PlanTable::insert(std::shared_ptr<const Plan> plan) {
  const uint64_t hash = hash_of(plan->key);
  if (plans_.size() < capacity_) {
    hashes_.push_back(hash);
    used_.push_back(++clock_);
    plans_.push_back(std::move(plan));
    return;
  }
  const auto oldest = std::min_element(used_.begin(), used_.end()) - used_.begin();
  const auto at = static_cast<size_t>(oldest);
  hashes_[at] = hash;
  used_[at] = ++clock_;
  plans_[at] = std::move(plan);
}

}  // namespace unpython::driver
