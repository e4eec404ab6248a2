// A device with what all calls on it share: its memory pool and its pinned memory.
#pragma once
#include <memory>
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

 private:
  std::unique_ptr<Device> device_;
  MemoryPool memory_;
  Transfers transfers_;
};

}  // namespace unpython::runtime
