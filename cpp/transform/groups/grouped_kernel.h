// A kernel of Grid loops as one of Group loops: what a grouping pass gives.
//
// Problem: placement, boxes and costs of a nest are told from its Grid loops, and a launch runs a range of
//          them; how groups of threads share that work is another question, with other answers for other
//          layouts.
// Choice:  Grid loops stay the form of a nest; a grouping pass takes one kernel with its layout and gives a
//          function in which the nest is Group and Item loops over first .. end of each Grid loop. The
//          function as a whole means the same, so the interpreter compares the two. A pass first looks and gives an
//          offer: whether a launch should take it is asked of many passes, and one of them writes its function.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kernel/group_plan.h"
#include "kernel/launch.h"

namespace unpython::transform {

/// What is known at a launch.
struct LaunchFacts {
  std::array<int64_t, 3> firsts{0, 0, 0};         ///< where it begins in the grid, x first
  std::array<int64_t, 3> extents{1, 1, 1};        ///< iterations
  std::function<int64_t(ir::ExprId)> value;       ///< of an expression of the ungrouped function, known at its entry
  std::function<int64_t(ir::ArrayId, int dimension)> extent;  ///< of an array of the kernel
  bool tiles_few_steps = false;                               ///< for tests: also where that is not worth its code
};

struct GroupedKernel {
  ir::Function function;
  kernel::Kernel kernel;                  ///< in it; its arrays and scalars are those of the ungrouped kernel
  std::array<int64_t, 3> items{1, 1, 1};  ///< iterations of the grid that a group runs, x first
};

/// What a grouping pass found in a kernel.
struct GroupOffer {
  std::function<bool(const LaunchFacts&)> pays;  ///< whether a launch should take it
  /// The kernel. Called while the function and the kernel that the pass was asked about live. None: it has no such form.
  std::function<std::optional<GroupedKernel>()> make;
};

/// The ends of a launch along each Grid loop, outermost first, as variables of the function.
struct LaunchRange {
  std::vector<ir::VarId> firsts;
  std::vector<ir::VarId> ends;
};
/// Fresh variables for a kernel's launches.
[[nodiscard]] LaunchRange launch_range(ir::Function& function, const kernel::Kernel& kernel);

/// Puts `group`, a nest of Group loops over the ranges, in the place of a kernel of Grid loops. The statements in front
/// of it give the range of the whole nest.
[[nodiscard]] GroupedKernel grouped_kernel(ir::Function function, const kernel::Kernel& kernel,
                                           const LaunchRange& range, ir::StmtId group,
                                           const std::array<int64_t, 3>& items);

/// Groups of a launch, x first. `variable` gives the value of a scalar of the kernel, or of firsts and ends; `extent` that
/// of an array.
[[nodiscard]] std::array<int64_t, 3> group_counts(
    const ir::Function& function, const kernel::Kernel& kernel,
    const std::function<int64_t(ir::VarId)>& variable,
    const std::function<int64_t(ir::ArrayId, int dimension)>& extent);

}  // namespace unpython::transform
