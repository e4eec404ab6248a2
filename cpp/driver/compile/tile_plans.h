// Plans of launches that ran tile by tile, so that a repeated call does not search for the best shape again.
#pragma once
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "driver/compile/launch_plan.h"

namespace unpython::driver {

/// Thread-safe; what was used last stays longest.
class TilePlans {
 public:
  /// The plan of a launch with these numbers (all that decides what its tiles touch), if it was made for as
  /// much room or for a little more, and fits.
  [[nodiscard]] std::optional<LaunchPlan> find(const std::vector<int64_t>& numbers, int64_t room);
  /// `bytes`: what the plan needs of `room`.
  void keep(std::vector<int64_t> numbers, int64_t room, int64_t bytes, const LaunchPlan& plan);

 private:
  struct Known {
    std::vector<int64_t> numbers;
    int64_t room = 0;
    int64_t bytes = 0;
    LaunchPlan plan;
  };
  std::mutex mutex_;  ///< guards what follows
  std::vector<Known> known_;
};

}  // namespace unpython::driver
