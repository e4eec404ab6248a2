// Calls that launch the same kernels again and again: the launches are submitted as one graph.
//
// Problem: a launch costs the host some microseconds, as long as a small kernel takes.
// Choice:  the third run of a program makes a graph of its launches, in which one waits for another where one of
//          them changes what the other uses. Short ones that could run beside each other stand one behind the other:
//          without that, 20 of them took the host 32 us on an H100, with it 19. Runs with the same arguments submit
//          the graph as it is. Where few launches have other arguments (a number that counts the calls), those are
//          changed in it; where most have (two arrays that change places), there is a graph for each set of arguments,
//          up to kMostGraphs.
#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "driver/steps/steps.h"
#include "runtime/gpu.h"

namespace unpython::driver {

/// By launch: the launches before it that have to end first, since one of the two changes memory that the other uses, or
/// since both are short and wait for the same long ones.
[[nodiscard]] std::vector<std::vector<size_t>> order_of(const StepList& list);

/// Of the launches of one list of steps. Thread-safe.
class Replay {
 public:
  /// `list` must live as long.
  explicit Replay(const StepList& list) : list_(list) {}
  /// Submits the launches with these arguments, those of all launches in order. False: that is not worth it, or the
  /// device takes no graphs, and nothing was done. Throws DeviceFailure.
  [[nodiscard]] bool run(runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given);
  [[nodiscard]] bool has_graph() const;

 private:
  /// What the device is given for an argument.
  using Value = std::array<std::byte, sizeof(abi::ScalarSlot)>;
  struct Recorded {
    std::unique_ptr<runtime::LaunchGraph> graph;
    std::vector<Value> values;  ///< of all launches in order
  };

  [[nodiscard]] bool are_codes_best() const;
  [[nodiscard]] Recorded* find(runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given);
  [[nodiscard]] Recorded* record(runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given);

  const StepList& list_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::vector<Launched> launches_;  ///< of the list, once there is a graph of them
  int runs_ = 0;
  bool is_refused_ = false;  ///< by the device
  std::vector<Recorded> graphs_;
};

}  // namespace unpython::driver
