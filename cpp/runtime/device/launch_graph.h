// Launches that a device has been told beforehand, in their order, and that it is given at once.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "runtime/device/device.h"

namespace unpython::runtime {

/// One launch of a graph: an entry point of `code`, which stays loaded as long as the graph is there.
struct GraphLaunch {
  const DeviceCode* code = nullptr;
  size_t entry = 0;
  LaunchGeometry geometry{};
  std::span<const KernelArgument> arguments{};
  std::vector<size_t> after{};  ///< numbers of launches before it that have to end first
};

/// One thread at a time may use it. Members throw DeviceFailure.
class UNPYTHON_API LaunchGraph {
 public:
  LaunchGraph() = default;
  LaunchGraph(const LaunchGraph&) = delete;
  LaunchGraph& operator=(const LaunchGraph&) = delete;
  virtual ~LaunchGraph();
  /// Runs of the graph from now on give these arguments to the launch of that number.
  virtual void change(size_t launch, std::span<const KernelArgument> arguments) = 0;
  /// All launches take their turn in the queue, those that may beside each other.
  virtual void launch(QueueHandle queue) = 0;
};

}  // namespace unpython::runtime
