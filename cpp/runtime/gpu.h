// A device with what all calls on it share: its memory pool, its pinned memory, and the queue of their work.
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
  [[nodiscard]] QueueHandle queue() {
    const std::scoped_lock lock(mutex_);
    if (!queue_) queue_ = make_queue(*device_);
    return queue_.get();
  }

 private:
  std::unique_ptr<Device> device_;
  MemoryPool memory_;
  Transfers transfers_;
  std::mutex mutex_;  ///< guards queue_ until it is set
  Queue queue_;
};

}  // namespace unpython::runtime
