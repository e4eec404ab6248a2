#include "driver/compile/tile_plans.h"

#include <algorithm>

namespace unpython::driver {
namespace {

constexpr size_t kMostTilePlans = 32;

/// What is free differs a little from call to call; shapes for so much less room are nearly as good.
bool is_nearly(int64_t searched, int64_t room) {
  return room >= searched - searched / 8 && room <= searched + searched / 8;
}

}  // namespace

std::optional<LaunchPlan> TilePlans::find(const std::vector<int64_t>& numbers, int64_t room) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& each) {
    return each.bytes <= room && is_nearly(each.room, room) && each.numbers == numbers;
  });
  if (found == known_.end()) return std::nullopt;
  std::rotate(known_.begin(), found, found + 1);
  return known_.front().plan;
}

void TilePlans::keep(std::vector<int64_t> numbers, int64_t room, int64_t bytes, const LaunchPlan& plan) {
  const std::scoped_lock lock(mutex_);
  if (known_.size() == kMostTilePlans) known_.pop_back();
  known_.insert(known_.begin(), {std::move(numbers), room, bytes, plan});
}

}  // namespace unpython::driver
