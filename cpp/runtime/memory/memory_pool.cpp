// Which kept block fits, and what to give up when there is not enough.
#include "runtime/memory/memory_pool.h"

#include <algorithm>
#include <new>
#include <string>

#include "runtime/device/device_failure.h"

namespace unpython::runtime {
namespace {

constexpr int64_t kRound = 512;

int64_t rounded(int64_t bytes) { return (std::max<int64_t>(bytes, 1) + kRound - 1) / kRound * kRound; }

/// A kept block serves a request if no more than a fifth of it is wasted; nothing under a limit, which counts
/// all of it.
bool serves(int64_t block, int64_t bytes, bool exactly) {
  return exactly ? block == bytes : block >= bytes && block - bytes <= block / 5;
}

[[noreturn]] void fail(const Device& device, int64_t bytes, const std::string& what, int64_t most) {
  throw DeviceFailure(FailureKind::OutOfMemory, device.properties().name,
                      "an allocation of " + std::to_string(bytes) + " bytes", what, most);
}

}  // namespace

PooledMemory MemoryPool::acquire(int64_t bytes, MemoryBudget* budget) {
  const bool limited = budget != nullptr && budget->limit_bytes != 0;
  const int64_t largest = device_.properties().max_allocation_bytes;
  if (bytes > largest) fail(device_, bytes, "the largest block that the device allows", largest);
  const int64_t size = limited ? std::max<int64_t>(bytes, 1) : std::min(rounded(bytes), largest);
  const std::scoped_lock lock(mutex_);
  const int64_t left = limited ? budget->limit_bytes - budget->used_bytes : 0;
  if (limited && size > left) fail(device_, bytes, "memory_limit", budget->limit_bytes);
  Block block;
  const bool kept = take_kept(size, limited, block);
  if (limited) drop_kept(left - size);
  if (!kept) block = allocate(size);
  if (budget != nullptr) budget->used_bytes += block.bytes;
  ++(kept ? statistics_.reuses : statistics_.allocations);
  statistics_.used_bytes += block.bytes;
  statistics_.peak_bytes = std::max(statistics_.peak_bytes, statistics_.used_bytes);
  return {*this, budget, std::move(block)};
}

bool MemoryPool::take_kept(int64_t bytes, bool exactly, Block& block) {
  auto best = kept_.end();
  for (auto it = kept_.begin(); it != kept_.end(); ++it) {
    if (!serves(it->bytes, bytes, exactly)) continue;
    if (best == kept_.end() || it->bytes < best->bytes) best = it;
  }
  if (best == kept_.end()) return false;
  statistics_.kept_bytes -= best->bytes;
  block = std::move(*best);
  kept_.erase(best);
  return true;
}

void MemoryPool::drop_kept(int64_t bytes) {
  while (statistics_.kept_bytes > bytes) {
    statistics_.kept_bytes -= kept_.front().bytes;
    kept_.pop_front();
  }
}

MemoryPool::Block MemoryPool::allocate(int64_t bytes) {
  try {
    return {make_memory(device_, bytes), bytes};
  } catch (const DeviceFailure& failure) {
    if (failure.kind() != FailureKind::OutOfMemory || kept_.empty()) throw;
  }
  drop_kept(0);
  return {make_memory(device_, bytes), bytes};
}

int64_t MemoryPool::available(const MemoryBudget* budget) {
  const int64_t free = device_.memory_info().free_bytes;
  const std::scoped_lock lock(mutex_);
  const int64_t there = free + statistics_.kept_bytes;
  const bool limited = budget != nullptr && budget->limit_bytes != 0;
  const int64_t allowed = limited ? budget->limit_bytes - budget->used_bytes : there;
  return std::max<int64_t>(std::min(there, allowed), 0);
}

MemoryStatistics MemoryPool::statistics() const {
  const std::scoped_lock lock(mutex_);
  return statistics_;
}

void MemoryPool::give_back(Block block, MemoryBudget* budget) noexcept {
  const std::scoped_lock lock(mutex_);
  if (budget != nullptr) budget->used_bytes -= block.bytes;
  statistics_.used_bytes -= block.bytes;
  const int64_t bytes = block.bytes;
  try {
    kept_.push_back(std::move(block));
    statistics_.kept_bytes += bytes;
  } catch (const std::bad_alloc&) {
    return;  // then the block goes back to the driver
  }
}

}  // namespace unpython::runtime
