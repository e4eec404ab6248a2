// What calls look at on a device: a cell that kernels may write to, and pinned memory that values are copied to. Both
// are kept for the next call.
//
// Problem: a cell has to be clear before a call and is read after it; clearing it by a copy of its own costs each
//          call as much as a small kernel.
// Choice:  almost no kernel writes to its cell. A cell that was looked at and is clear goes to the next call as it is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "runtime/device/device.h"
#include "unpython/export.h"

namespace unpython::runtime {

class WatchedCells;

/// In the hands of one call; goes back at the end of its life, for whoever uses the same queue after it.
class UNPYTHON_API WatchedCell {
 public:
  static constexpr int64_t kPinnedBytes = 1024;

  WatchedCell() = default;
  WatchedCell(WatchedCell&& other) noexcept
      : owner_(std::exchange(other.owner_, nullptr)),
        kept_(std::move(other.kept_)),
        is_done_(other.is_done_) {}
  WatchedCell& operator=(WatchedCell&& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(kept_, other.kept_);
    std::swap(is_done_, other.is_done_);
    return *this;
  }
  ~WatchedCell();
  [[nodiscard]] explicit operator bool() const { return owner_ != nullptr; }

  /// Memory of the size of `clear` that has these bytes for what `queue` gets from now on. All calls on one device
  /// have the same `clear` and the same queue.
  [[nodiscard]] MemoryHandle cell(QueueHandle queue, std::span<const std::byte> clear);
  /// Bytes that the device copies to.
  [[nodiscard]] std::byte* pinned() const { return static_cast<std::byte*>(kept_.pinned.get().address); }
  /// Copies to the pinned memory are queued, or all of them are done. It does not go back before.
  void set_done(bool done) { is_done_ = done; }
  [[nodiscard]] bool is_done() const { return is_done_; }
  /// Nobody has written to the cell, nor will what is queued; or somebody may.
  void set_clear(bool clear) { kept_.is_clear = clear; }

 private:
  friend class WatchedCells;
  struct Kept {
    Memory cell;  ///< made when it is first asked for
    PinnedMemory pinned;
    bool is_clear = false;
  };
  WatchedCell(WatchedCells& owner, Kept kept) : owner_(&owner), kept_(std::move(kept)) {}

  WatchedCells* owner_ = nullptr;
  Kept kept_;
  bool is_done_ = true;
};

/// Thread-safe. Must not outlive the device, nor a cell this.
class UNPYTHON_API WatchedCells {
 public:
  explicit WatchedCells(Device& device) : device_(device) {}
  [[nodiscard]] WatchedCell take();

 private:
  friend class WatchedCell;
  void give_back(WatchedCell::Kept kept) noexcept;

  Device& device_;
  std::mutex mutex_;  ///< guards what follows
  std::vector<WatchedCell::Kept> kept_;
};

}  // namespace unpython::runtime
