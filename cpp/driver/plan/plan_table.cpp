// A few hundred hashes are compared one after the other: that takes less than a chain of pointers would.
#include "driver/plan/plan_table.h"

#include <algorithm>

#include "driver/plan/plan.h"

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

/// size() where the key is not there.
size_t PlanTable::place_of(uint64_t hash, std::span<const int64_t> key) const {
  size_t i = 0;
  while (i < hashes_.size() && (hashes_[i] != hash || !plans_[i]->has_key(key))) ++i;
  return i;
}

std::shared_ptr<const Plan> PlanTable::find(std::span<const int64_t> key) {
  const size_t at = place_of(hash_of(key), key);
  if (at == size()) return nullptr;
  used_[at] = ++clock_;
  return plans_[at];
}

void PlanTable::insert(std::shared_ptr<const Plan> plan) {
  const uint64_t hash = hash_of(plan->key);
  size_t at = place_of(hash, plan->key);
  if (at == size() && size() < capacity_) {
    // First all that may fail: the lists are as long as each other.
    const size_t room = std::min(capacity_, 2 * size() + 1);
    if (size() == hashes_.capacity()) hashes_.reserve(room);
    if (size() == used_.capacity()) used_.reserve(room);
    if (size() == plans_.capacity()) plans_.reserve(room);
    hashes_.push_back(hash);
    used_.push_back(++clock_);
    plans_.push_back(std::move(plan));
    return;
  }
  if (at == size()) at = static_cast<size_t>(std::min_element(used_.begin(), used_.end()) - used_.begin());
  hashes_[at] = hash;
  used_[at] = ++clock_;
  plans_[at] = std::move(plan);
}

}  // namespace unpython::driver
