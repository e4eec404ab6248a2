// The steps of a call: what the host asked of a device and computed between, in the loops and branches that it took.
//
// Problem: a loop of the host runs the same steps thousands of times.
// Choice:  turns of a loop that follow each other with equal steps are kept once, with their number. A loop whose first
//          turn brings data in has two kinds of turns. What differs between equal turns are the arguments of launches,
//          which stand apart, in the order in which they are taken.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "driver/steps/launch_arguments.h"
#include "footprint/array_uses.h"
#include "kernel/geometry.h"
#include "kernel/host_reads.h"
#include "kernel/launch.h"
#include "runtime/gpu.h"
#include "runtime/memory/transfer.h"
#include "runtime/pending_code.h"
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
/// A result gets memory of the host.
struct ResultStep {
  int result = 0;  ///< HostName::index
  ir::ArrayId array;
  int64_t bytes = 0;
  bool operator==(const ResultStep&) const = default;
};
/// The host waits for the kernels so far, and learns whether they raised.
struct LookStep {
  bool operator==(const LookStep&) const = default;
};
/// Memory of the host as steps name it, whichever a run of them has in its place.
struct HostName {
  enum class Of : uint8_t {
    Argument,  ///< memory of array argument number `index`, counted from its first element
    Shared,    ///< memory of several arguments
    Result,    ///< what result number `index` owns (ir::Function::returned_arrays)
    Own,       ///< memory of this call alone
  };
  Of of = Of::Own;
  int index = 0;
  auto operator<=>(const HostName&) const = default;
  /// The caller sees what is stored there.
  [[nodiscard]] bool is_of_caller() const { return of == Of::Argument || of == Of::Shared; }
};
/// Where copies wait for each other and for kernels.
enum class Way : uint8_t {
  InTurn,  ///< in the queue of the kernels; what goes out waits for those before it
  Aside,   ///< in a queue of their direction (tile_pipeline.h)
};
/// A copy between memory of the device and of the host, for an array and those that share its buffer.
struct Copy {
  runtime::Direction direction = runtime::Direction::In;
  ir::ArrayId array;
  int64_t bytes = 0;  ///< that cross
  Way way = Way::InTurn;
  MemoryName memory{};  ///< that packed offsets count in
  HostName host{};      ///< that host offsets count from
  std::vector<runtime::StridedCopy> pieces{};
  bool keeps_gaps = false;  ///< bytes of the device between the pieces do not change
  bool operator==(const Copy&) const = default;
};
using CopyList = std::vector<Copy>;
/// Bytes cross the link for the kernels that follow or, out, for the host. The copies go on beside each other: they do not
/// depend on one another.
struct CopyStep {
  CopyList copies;
  bool operator==(const CopyStep&) const = default;
};
/// The host gets the value of an element, which does not decide what is done, after the next look.
struct ReadStep {
  kernel::HostRead element;
  MemoryName memory;
  int64_t offset_bytes = 0;
  int64_t bytes = 0;
  bool operator==(const ReadStep&) const = default;
};
/// Pieces of an array go to another device of the call, or to the memory of the next tile.
struct SendStep {
  ir::ArrayId array;
  std::string to;
  int64_t bytes = 0;
  bool operator==(const SendStep&) const = default;
};
/// A kernel runs over a part of its grid. Its arguments are StepList::arguments(), which differ from turn to turn.
struct LaunchStep {
  const kernel::Kernel* kernel = nullptr;
  std::shared_ptr<const runtime::PendingCode> code;
  runtime::Effort least = runtime::Effort::Best;  ///< of the code that it takes
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
/// The host stores to elements of an array.
struct StoreStep {
  ir::ArrayId array;
  bool operator==(const StoreStep&) const = default;
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
  std::variant<AllocateStep, FreeStep, KeepStep, ResultStep, LookStep, CopyStep, ReadStep, SendStep, Launched, RunStep, StoreStep, CallStep,
               HostStep, LoopStep, BranchStep>
      node;
};

template <class Visit>
void for_each_step(const std::vector<Step>& steps, const Visit& visit);

template <class Visit>
void for_each_turn(const LoopStep& loop, const Visit& visit) {
  for (const LoopStep::Turns& turns : loop.turns) {
    for (int64_t turn = 0; turn < turns.count; ++turn) for_each_step(turns.steps, visit);
  }
}

/// Calls `visit` with each step in the order in which they run: turns as often as there are, loops and branches themselves
/// not at all.
template <class Visit>
void for_each_step(const std::vector<Step>& steps, const Visit& visit) {
  for (const Step& step : steps) {
    match(
        step.node, [&](const auto& plain) { visit(plain); },
        [&](const BranchStep& branch) { for_each_step(branch.steps, visit); },
        [&](const LoopStep& loop) { for_each_turn(loop, visit); });
  }
}

/// A call with more spends its time on the device, and is not repeated by its steps.
inline constexpr size_t kMostLaunches = 512;

/// Takes the steps of one call in order.
class StepList {
 public:
  StepList() { steps_.reserve(16); }
  /// Called before each step that no repeated call can do: what waits comes first. May be null.
  void before_spoiled(std::function<void()> run) { before_spoiled_ = std::move(run); }
  void add(const AllocateStep& step);
  void add(const FreeStep& step) { keep({step}); }
  void add(const KeepStep& step) { keep({step}); }
  void add(const ResultStep& step) { keep({step}); }
  void add(const LookStep& step);
  void add(const CopyStep& step);
  void add(ReadStep step);
  void add(const SendStep& step);
  void add(Launched step, std::span<const LaunchArgument> arguments);
  void add(RunStep step);
  void add(const StoreStep& step);
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
  /// As driver::for_each_step(), also before finish().
  template <class Visit>
  void for_each_step(const Visit& visit) const {
    driver::for_each_step(steps_, visit);
    for (const Open& open : open_) {
      if (const auto* loop = std::get_if<LoopStep>(&open.step.node)) for_each_turn(*loop, visit);
      driver::for_each_step(open.steps, visit);
    }
  }
  /// Of all launches in the order in which they run.
  [[nodiscard]] std::span<const LaunchArgument> arguments() const { return arguments_; }
  /// A run of the list gives kernels this scalar argument as this call did: the host part may have changed it.
  void fix_scalar(size_t index);
  /// What each slot needs: the most that it gets.
  [[nodiscard]] std::span<const int64_t> slot_bytes() const { return slot_bytes_; }
  /// In the order in which they run.
  [[nodiscard]] std::vector<Launched> launches() const;
  [[nodiscard]] size_t launch_count() const { return launches_; }
  /// Nothing is copied between two launches.
  [[nodiscard]] bool launches_adjoin() const { return launches_adjoin_; }
  /// What the host gets, each element once, in order.
  [[nodiscard]] const std::vector<ReadStep>& reads() const { return reads_; }

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
  [[nodiscard]] bool changes_read_value(std::span<const LaunchArgument> arguments) const;

  std::function<void()> before_spoiled_;
  std::vector<Step> steps_;
  std::vector<LaunchArgument> arguments_;
  std::vector<int64_t> slot_bytes_;
  std::vector<ReadStep> reads_;
  std::vector<Open> open_;
  int64_t kept_ = 0;      ///< steps in all
  size_t launches_ = 0;   ///< in all turns
  bool launches_adjoin_ = true;
  bool copied_ = false;      ///< since the last launch
  bool comes_out_ = false;   ///< some copy so far does
  bool is_cut_ = false;   ///< there were more than are kept
  bool is_whole_ = true;
};

}  // namespace unpython::driver
