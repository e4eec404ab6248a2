// A device with what all calls on it share: its memory pool, its pinned memory, and the queues of their work.
#pragma once
#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/device/device.h"
#include "runtime/device/launch_graph.h"
#include "runtime/launch_times.h"
#include "runtime/launches_in_flight.h"
#include "runtime/memory/memory_pool.h"
#include "runtime/memory/transfer.h"
#include "runtime/memory/watched_cells.h"
#include "support/spans.h"

namespace unpython::runtime {

class Gpu {
 public:
  explicit Gpu(std::unique_ptr<Device> device)
      : device_(std::move(device)), memory_(*device_), transfers_(*device_), cells_(*device_) {}

  [[nodiscard]] Device& device() { return *device_; }
  [[nodiscard]] MemoryPool& memory() { return memory_; }
  [[nodiscard]] Transfers& transfers() { return transfers_; }
  [[nodiscard]] WatchedCells& cells() { return cells_; }
  /// The queue that the work of all calls goes through, so that memory of the pool may go from one call to the next
  /// while the device still works. Other queues wait for its events, and are waited for, by whoever uses them.
  [[nodiscard]] QueueHandle queue() { return made(queue_); }
  /// Runs an entry point of `code` on a queue of this device; waits where too much is in flight. Throws DeviceFailure, and
  /// Interrupted (support/stop_request.h).
  void launch(QueueHandle queue, const DeviceCode& code, const LaunchGeometry& geometry,
              std::span<const KernelArgument> arguments) {
    device_->launch(queue, code, 0, geometry, arguments);
    in_flight_.add(*device_, queue);
  }
  /// All of the `launches` of a graph, on queue().
  void launch(LaunchGraph& graph, int launches) {
    graph.launch(queue());
    in_flight_.add(*device_, queue(), launches);
  }
  /// As launch(), and keeps when the kernel began and ended.
  void launch_timed(QueueHandle queue, SpanRecord span, const DeviceCode& code, const LaunchGeometry& geometry,
                    std::span<const KernelArgument> arguments) {
    times_.time(*device_, queue, std::move(span), [&] { launch(queue, code, geometry, arguments); });
  }
  /// Spans of the kernels so far are handed on; waits for them.
  void settle_times() { times_.settle(*device_); }
  /// For copies that go on beside the work.
  [[nodiscard]] QueueHandle queue(Direction direction) {
    return made(direction == Direction::In ? in_ : out_);
  }

  /// Waits for what stands in the queues.
  void wait() {
    std::array<QueueHandle, 3> used{};
    {
      const std::scoped_lock lock(mutex_);
      used = {queue_.get(), in_.get(), out_.get()};
    }
    for (const QueueHandle queue : used) {
      if (queue != QueueHandle{}) device_->wait(queue);
    }
  }

 private:
  [[nodiscard]] QueueHandle made(Queue& queue) {
    const std::scoped_lock lock(mutex_);
    if (!queue) queue = make_queue(*device_);
    return queue.get();
  }

  std::unique_ptr<Device> device_;
  MemoryPool memory_;
  Transfers transfers_;
  WatchedCells cells_;
  std::mutex mutex_;  ///< guards the queues until they are set
  Queue queue_;
  Queue in_;
  Queue out_;
  LaunchesInFlight in_flight_;
  LaunchTimes times_;
};

}  // namespace unpython::runtime
