// A launch with all that is asked about it before it runs.
#pragma once
#include <algorithm>
#include <optional>
#include <utility>

#include "driver/compile/next_load.h"
#include "driver/execute/gpu_machine.h"

namespace unpython::driver {

/// With the questions to it, which point into it.
class GpuMachine::Prepared {
 public:
  Prepared(const GpuMachine& machine, Launch what) : launch(std::move(what)), machine_(machine) {
    const bool moves = std::any_of(launch.kernel.arrays.begin(), launch.kernel.arrays.end(), [&](const kernel::KernelArray& array) {
      return (array.loaded || array.stored) && !machine.arrays_.is_resident(array.array);
    });
    most_boxes_ = moves ? footprint::kMostBoxes : 1;
    question_.emplace(ask(launch.kernel));
    question_->by_groups = [this]() -> const LaunchQuestion* {
      const kernel::Kernel* grouped = machine_.function_.by_groups(launch.kernel);
      if (grouped == nullptr) return nullptr;
      machine_.arrays_.name_groups(machine_.function_.originals());
      return &by_groups_.emplace(ask(*grouped));
    };
  }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  [[nodiscard]] const LaunchQuestion& question() const { return *question_; }
  /// The one that the plan answers.
  [[nodiscard]] const LaunchQuestion& planned() const { return plan->by_groups ? *by_groups_ : *question_; }

  const Launch launch;
  std::optional<LaunchPlan> plan;

 private:
  [[nodiscard]] LaunchQuestion ask(const kernel::Kernel& asked) const {
    return {.kernel = asked,
            .extents = launch.extents,
            .all = machine_.uses_of_all(asked, launch, most_boxes_),
            .uses = [this, &asked](std::span<const footprint::IterationRange> ranges) {
              return *machine_.uses_of(asked, launch, ranges, most_boxes_);
            },
            .enclosing = [this, &asked](std::span<const footprint::IterationRange> ranges) {
              return machine_.find_uses(asked, launch.in_grid(ranges), launch.value, 1);
            },
            .next_load = [this](ir::ArrayId array) { return kernels_to_next_load(machine_.function_, launch.kernel, array); },
            .line = machine_.function_.scheduled()[launch.kernel.root].range.line,
            .last = machine_.function_.is_last(launch.kernel),
            .least_tiles = machine_.function_.least_tiles(),
            .numbers = launch.numbers,
            .known = &machine_.function_.tile_plans(),
            .affordable_bytes = machine_.rates_.affordable_bytes,
            .pieces = machine_.rates_.pieces};
  }

  const GpuMachine& machine_;
  size_t most_boxes_ = 1;
  std::optional<LaunchQuestion> question_;
  std::optional<LaunchQuestion> by_groups_;
};

}  // namespace unpython::driver
