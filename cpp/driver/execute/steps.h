// The steps of a call: what the host asked of a device and computed between, in the loops and branches that it took.
//
// Problem: a loop of the host runs the same steps thousands of times.
// Choice:  turns of a loop that follow each other with equal steps are kept once, with their number. A loop whose first
//          turn brings data in has two kinds of turns. What differs between equal turns are the arguments of launches,
//          which stand apart, in the order in which they are taken.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "driver/execute/launch_arguments.h"
#include "footprint/array_uses.h"
#include "kernel/geometry.h"
#include "kernel/host_reads.h"
#include "kernel/launch.h"
#include "runtime/gpu.h"
#include "runtime/memory/transfer.h"
#include "support/match.h"

namespace unpython::driver {

/// A slot gets memory, for an array or for what tiles have of it; or an array gets a value.
struct AllocateStep {
  MemoryName memory;
  ir::ArrayId array;
  int64_t bytes = 0;
  bool operator==(const AllocateStep&) const = default;
};
/// It gives it back.
struct FreeStep {
  MemoryName memory;
  ir::ArrayId array;
  bool operator==(const FreeStep&) const = default;
};
/// A result owns what is in it.
struct KeepStep {
  int slot = 0;
  ir::ArrayId array;
  int64_t bytes = 0;
  bool operator==(const KeepStep&) const = default;
};
/// The host waits for the kernels so far, and learns whether they raised.
struct LookStep {
  bool operator==(const LookStep&) const = default;
};
/// Bytes cross the link for the kernels that follow or, out, for the host.
struct CopyStep {
  runtime::Direction direction = runtime::Direction::In;
  ir::ArrayId array;
  int64_t bytes = 0;
  bool operator==(const CopyStep&) const = default;
};
/// The host gets the value of an element, which does not decide what is done.
struct ReadStep {
  kernel::HostRead element;
  MemoryName memory;
  int64_t offset_bytes = 0;
  int64_t bytes = 0;
  bool operator==(const ReadStep&) const = default;
};
/// A kernel runs over a part of its grid. Its arguments are StepList::arguments(), which differ from turn to turn.
struct LaunchStep {
  const kernel::Kernel* kernel = nullptr;
  const runtime::DeviceCode* code = nullptr;
  std::vector<footprint::IterationRange> ranges;
  runtime::LaunchGeometry geometry;
  const std::string* file = nullptr;  ///< of the function, which holds it
  int line = 0;
  int64_t bytes = 0;  ///< of its arrays on the device, those that it updates twice
  size_t arguments = 0;
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
  std::variant<AllocateStep, FreeStep, KeepStep, LookStep, CopyStep, ReadStep, Launched, RunStep, CallStep, HostStep,
               LoopStep, BranchStep>
      node;
};

/// Calls `visit` with each step in the order in which they run: turns as often as there are, loops and branches themselves
/// not at all.
template <class Visit>
void for_each_step(const std::vector<Step>& steps, const Visit& visit) {
  for (const Step& step : steps) {
    match(
        step.node, [&](const auto& plain) { visit(plain); },
        [&](const BranchStep& branch) { for_each_step(branch.steps, visit); },
        [&](const LoopStep& loop) {
          for (const LoopStep::Turns& turns : loop.turns) {
            for (int64_t turn = 0; turn < turns.count; ++turn) for_each_step(turns.steps, visit);
          }
        });
  }
}

/// Takes the steps of one call in order.
class StepList {
 public:
  StepList() { steps_.reserve(16); }
  void add(const AllocateStep& step);
  void add(const FreeStep& step) { keep({step}); }
  void add(const KeepStep& step) { keep({step}); }
  void add(const LookStep& step) { keep({step}); }
  void add(const CopyStep& step);
  void add(ReadStep step);
  void add(Launched step, std::span<const LaunchArgument> arguments);
  void add(RunStep step);
  void add(const CallStep& step);
  // What is between them.
  void computed(ir::VarId variable);
  void enter_loop(ir::StmtId loop);
  void end_turn();
  void enter_branch(ir::StmtId branch, bool condition);
  void leave();
  /// The call is over, perhaps within loops.
  void finish();

  /// The call did something that no step says, or that its data decided.
  void spoil();
  /// All that the call did so far is done again by running the steps.
  [[nodiscard]] bool is_whole() const { return is_whole_; }

  // Of a whole list.
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  /// Of all launches in the order in which they run.
  [[nodiscard]] std::span<const LaunchArgument> arguments() const { return arguments_; }
  /// What each slot needs: the most that it gets.
  [[nodiscard]] std::span<const int64_t> slot_bytes() const { return slot_bytes_; }
  /// In the order in which they run.
  [[nodiscard]] std::vector<Launched> launches() const;
  [[nodiscard]] size_t launch_count() const { return launches_; }
  /// Elements that the host gets, each once, in the order in which they are read.
  [[nodiscard]] const std::vector<kernel::HostRead>& reads() const { return reads_; }
  /// No launch follows the first of them.
  [[nodiscard]] bool reads_at_end() const { return !launches_after_read_; }

  /// One line for each step, those of loops and branches indented.
  [[nodiscard]] std::string print(const ir::Function& function) const;

 private:
  /// A loop or branch that was entered and not left.
  struct Open {
    Step step;
    std::vector<Step> steps{};  ///< of this turn
  };
  [[nodiscard]] std::vector<Step>& innermost() { return open_.empty() ? steps_ : open_.back().steps; }
  void keep(Step step);

  std::vector<Step> steps_;
  std::vector<LaunchArgument> arguments_;
  std::vector<int64_t> slot_bytes_;
  std::vector<kernel::HostRead> reads_;
  std::vector<Open> open_;
  int64_t kept_ = 0;      ///< steps in all
  size_t launches_ = 0;   ///< in all turns
  bool launches_after_read_ = false;
  bool is_cut_ = false;   ///< there were more than are kept
  bool is_whole_ = true;
};

}  // namespace unpython::driver
