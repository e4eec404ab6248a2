// Device memory that is kept for the next call: a pool with a limit and figures.
//
// Allocating on a GPU costs as much as a small kernel and may wait for all that runs. So blocks given back
// stay with the pool and are handed out again to requests of at least four fifths of their size.
// Rejected: cutting blocks up (it needs addresses, which OpenCL does not show), size classes (a limit would
//           then be reached a quarter too early).
#pragma once
#include <cstdint>
#include <list>
#include <mutex>
#include <utility>

#include "runtime/device/device.h"
#include "unpython/export.h"

namespace unpython::runtime {

struct MemoryStatistics {
  int64_t used_bytes = 0;   ///< handed out
  int64_t kept_bytes = 0;   ///< in the pool, for reuse
  int64_t peak_bytes = 0;   ///< most of used_bytes so far
  int64_t allocations = 0;  ///< blocks that the driver was asked for
  int64_t reuses = 0;       ///< blocks handed out again
};

class PooledMemory;

/// What one call may use of a device. Lives longer than the blocks that were acquired from it, but for those
/// that outlive_budget().
struct MemoryBudget {
  int64_t limit_bytes = 0;  ///< 0: none
  int64_t used_bytes = 0;   ///< the pool counts; guarded by its lock
};

/// Thread-safe. Lives longer than its blocks and not longer than the device.
class UNPYTHON_API MemoryPool {
 public:
  explicit MemoryPool(Device& device) : device_(device) {}
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// A block of at least `bytes` (at least 1). Under a `budget` with a limit, what it has in use and what the
  /// pool keeps are no more than that afterwards. Throws DeviceFailure of kind OutOfMemory when the limit,
  /// the largest allocation or the memory of the device forbid it, after all that is kept was given up.
  [[nodiscard]] PooledMemory acquire(int64_t bytes, MemoryBudget* budget = nullptr);
  /// The most that may be asked for now, in one or several blocks.
  [[nodiscard]] int64_t available(const MemoryBudget* budget = nullptr);
  [[nodiscard]] MemoryStatistics statistics() const;

 private:
  friend class PooledMemory;
  struct Block {
    Memory memory;
    int64_t bytes = 0;
    Event last_use{};  ///< empty: unknown
  };
  void give_back(Block block, MemoryBudget* budget) noexcept;
  [[nodiscard]] bool take_kept(int64_t bytes, bool exactly, Block& block);
  /// Drops kept blocks, the oldest first, until at most `bytes` are left.
  void drop_kept(int64_t bytes);
  [[nodiscard]] Block allocate(int64_t bytes);

  Device& device_;
  mutable std::mutex mutex_;  ///< guards the members below
  std::list<Block> kept_;     ///< the oldest first
  MemoryStatistics statistics_;
};

/// A block of a pool, given back at the end of its life; work that uses it must be done by then.
class UNPYTHON_API PooledMemory {
 public:
  PooledMemory() = default;
  PooledMemory(PooledMemory&& other) noexcept
      : pool_(std::exchange(other.pool_, nullptr)),
        budget_(other.budget_),
        block_(std::move(other.block_)),
        last_use_(std::move(other.last_use_)) {}
  PooledMemory& operator=(PooledMemory&& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(budget_, other.budget_);
    std::swap(block_, other.block_);
    std::swap(last_use_, other.last_use_);
    return *this;
  }
  ~PooledMemory() {
    if (pool_ == nullptr) return;
    block_.last_use = std::move(last_use_);
    pool_->give_back(std::move(block_), budget_);
  }
  [[nodiscard]] MemoryHandle get() const { return block_.memory.get(); }
  [[nodiscard]] int64_t bytes() const { return block_.bytes; }
  [[nodiscard]] explicit operator bool() const { return pool_ != nullptr; }
  /// No queue uses the block behind this event, once it is given back. Without that, work of the queue of all calls may.
  void set_last_use(Event event) { last_use_ = std::move(event); }
  /// What its last owner said so; empty: nothing.
  [[nodiscard]] const Event& last_use_before() const { return block_.last_use; }
  /// The budget ends before this: it is not told when the block is given back.
  void outlive_budget() { budget_ = nullptr; }

 private:
  friend class MemoryPool;
  PooledMemory(MemoryPool& pool, MemoryBudget* budget, MemoryPool::Block block)
      : pool_(&pool), budget_(budget), block_(std::move(block)) {}

  MemoryPool* pool_ = nullptr;
  MemoryBudget* budget_ = nullptr;
  MemoryPool::Block block_;
  Event last_use_;
};

}  // namespace unpython::runtime
