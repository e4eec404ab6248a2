// Plans of launches that ran tile by tile, so that a repeated call does not search for the best shape again.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "driver/compile/launch_plan.h"
#include "driver/compile/window_plan.h"

namespace unpython::driver {

/// Thread-safe; what was used last stays longest.
template <class Plan>
class PlansByRoom {
 public:
  /// The plan of what has these numbers (all that decides what its tiles touch), if it was made for as much room or for a little
  /// more, and fits.
  [[nodiscard]] std::optional<Plan> find(const std::vector<int64_t>& numbers, int64_t room) {
    const std::scoped_lock lock(mutex_);
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& each) {
      return each.bytes <= room && is_nearly(each.room, room) && each.numbers == numbers;
    });
    if (found == known_.end()) return std::nullopt;
    std::rotate(known_.begin(), found, found + 1);
    return known_.front().plan;
  }
  /// `bytes`: what the plan needs of `room`.
  void keep(std::vector<int64_t> numbers, int64_t room, int64_t bytes, const Plan& plan) {
    const std::scoped_lock lock(mutex_);
    if (known_.size() == kMostPlans) known_.pop_back();
    known_.insert(known_.begin(), {std::move(numbers), room, bytes, plan});
  }

 private:
  static constexpr size_t kMostPlans = 32;
  struct Known {
    std::vector<int64_t> numbers;
    int64_t room = 0;
    int64_t bytes = 0;
    Plan plan;
  };
  /// What is free differs a little from call to call; shapes for so much less room are nearly as good.
  [[nodiscard]] static bool is_nearly(int64_t searched, int64_t room) {
    return room >= searched - searched / 8 && room <= searched + searched / 8;
  }

  std::mutex mutex_;  ///< guards what follows
  std::vector<Known> known_;
};

/// Of single launches.
using TilePlans = PlansByRoom<LaunchPlan>;
/// Of launches that follow each other.
using WindowPlans = PlansByRoom<WindowAnswer>;

}  // namespace unpython::driver
