// The steps of a call: what the host asked of a device and computed between, in the loops and branches that it took.
//
// Problem: a loop of the host runs the same steps thousands of times.
// Choice:  turns of a loop that follow each other with equal steps are kept once, with their number. A loop whose first
//          turn brings data in has two kinds of turns.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "driver/execute/launch_arguments.h"
#include "footprint/array_uses.h"
#include "kernel/geometry.h"
#include "kernel/launch.h"
#include "runtime/gpu.h"
#include "runtime/memory/transfer.h"

namespace unpython::driver {

/// An array of the function gets memory.
struct AllocateStep {
  ir::ArrayId array;
  int64_t bytes = 0;
  bool operator==(const AllocateStep&) const = default;
};
/// It gives it back.
struct FreeStep {
  ir::ArrayId array;
  bool operator==(const FreeStep&) const = default;
};
/// Bytes cross the link for the kernels that follow or, out, for the host.
struct CopyStep {
  runtime::Direction direction = runtime::Direction::In;
  ir::ArrayId array;
  int64_t bytes = 0;
  bool operator==(const CopyStep&) const = default;
};
/// A kernel runs over a part of its grid.
struct LaunchStep {
  const kernel::Kernel* kernel = nullptr;
  const runtime::DeviceCode* code = nullptr;
  std::vector<footprint::IterationRange> ranges;
  runtime::LaunchGeometry geometry;
  const std::string* file = nullptr;  ///< of the function, which holds it
  int line = 0;
  int64_t bytes = 0;  ///< of its arrays on the device, those that it updates twice
  std::vector<LaunchArgument> arguments;
};
using Launched = std::shared_ptr<const LaunchStep>;
/// The host runs a kernel.
struct RunStep {
  const kernel::Kernel* kernel = nullptr;
  std::vector<int64_t> extents;  ///< of its grid, outermost first
  bool operator==(const RunStep&) const = default;
};
/// A function of the host is called, by its number.
struct CallStep {
  int function = 0;
  bool operator==(const CallStep&) const = default;
};
/// The host computes scalars.
struct HostStep {
  std::vector<ir::VarId> variables;
  bool operator==(const HostStep&) const = default;
};
struct Step;
/// A loop of the host.
struct LoopStep {
  struct Turns {
    int64_t count = 1;
    std::vector<Step> steps;
  };
  ir::StmtId loop;
  std::vector<Turns> turns;
};
/// The side of a branch that the host took.
struct BranchStep {
  ir::StmtId branch;
  bool condition = false;
  std::vector<Step> steps;
};
struct Step {
  std::variant<AllocateStep, FreeStep, CopyStep, Launched, RunStep, CallStep, HostStep, LoopStep, BranchStep> node;
};
/// They read the same; arguments of launches may differ.
[[nodiscard]] bool are_equal(const std::vector<Step>& left, const std::vector<Step>& right);

/// Takes the steps of one call in order.
class StepList {
 public:
  void add(Step step);
  void computed(ir::VarId variable);
  void enter_loop(ir::StmtId loop);
  void end_turn();
  void enter_branch(ir::StmtId branch, bool condition);
  void leave();
  /// The call is over, perhaps within loops.
  void finish();

  /// One line for each step, those of loops and branches indented.
  [[nodiscard]] std::string print(const ir::Function& function) const;

 private:
  /// A loop or branch that was entered and not left.
  struct Open {
    Step step;
    std::vector<Step> steps{};  ///< of this turn
  };
  [[nodiscard]] std::vector<Step>& innermost() { return open_.empty() ? steps_ : open_.back().steps; }

  std::vector<Step> steps_;
  std::vector<Open> open_;
  int64_t kept_ = 0;     ///< steps in all
  bool is_cut_ = false;  ///< there were more than are kept
};

}  // namespace unpython::driver
