// A device with what all calls on it share: its memory pool, its pinned memory, and the queues of their work.
#pragma once
#include <memory>
#include <mutex>
#include <utility>

#include "runtime/device.h"
#include "runtime/memory.h"
#include "runtime/transfer.h"

namespace unpython::runtime {

class Gpu {
 public:
  explicit Gpu(std::unique_ptr<Device> device)
      : device_(std::move(device)), memory_(*device_), transfers_(*device_) {}

  [[nodiscard]] Device& device() { return *device_; }
  [[nodiscard]] MemoryPool& memory() { return memory_; }
  [[nodiscard]] Transfers& transfers() { return transfers_; }
  /// The queue that the work of all calls goes through, so that memory of the pool may go from one call to the next
  /// while the device still works. Other queues wait for its events, and are waited for, by whoever uses them.
  [[nodiscard]] QueueHandle queue() { return made(queue_); }
  /// For copies that go on beside the work.
  [[nodiscard]] QueueHandle queue(Direction direction) {
    return made(direction == Direction::In ? in_ : out_);
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
  std::mutex mutex_;  ///< guards the queues until they are set
  Queue queue_;
  Queue in_;
  Queue out_;
};

}  // namespace unpython::runtime
