// Pinned host memory in pieces of equal size, taken in turn by the threads that pack and unpack.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "runtime/device/device.h"

namespace unpython::runtime {

/// Thread-safe. Slots are made when they are first needed and live as long as the ring, which must not
/// outlive the device.
class StagingRing {
 private:
  struct Slot {
    PinnedMemory memory;
    Event busy;  ///< the device uses the slot until then; empty: it does not
  };

 public:
  /// A slot in the hands of one thread; goes back to the ring at the end of its life.
  class Lease {
   public:
    Lease(StagingRing& ring, Slot slot) : ring_(&ring), slot_(std::move(slot)) {}
    Lease(Lease&& other) noexcept
        : ring_(std::exchange(other.ring_, nullptr)), slot_(std::move(other.slot_)) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (ring_ != nullptr) ring_->give_back(std::move(slot_));
    }
    [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(slot_.memory.get().address); }
    /// The device uses the slot until `event`; the next holder will wait for it.
    void set_busy(Event event) { slot_.busy = std::move(event); }
    [[nodiscard]] EventHandle busy() const { return slot_.busy.get(); }

   private:
    StagingRing* ring_;
    Slot slot_;
  };

  StagingRing(Device& device, int64_t slot_bytes, int max_slots)
      : device_(device), slot_bytes_(slot_bytes), max_slots_(max_slots) {}
  ~StagingRing();
  StagingRing(const StagingRing&) = delete;
  StagingRing& operator=(const StagingRing&) = delete;

  /// A slot that the device is done with; waits for one if need be. Who holds a slot must not ask for another
  /// one here.
  [[nodiscard]] Lease take();
  /// The same if there is one without waiting for another thread.
  [[nodiscard]] std::optional<Lease> try_take();

 private:
  [[nodiscard]] std::optional<Slot> find_locked();
  [[nodiscard]] Lease prepare(Slot slot);
  void give_back(Slot slot) noexcept;

  Device& device_;
  const int64_t slot_bytes_;
  const int max_slots_;
  std::mutex mutex_;  ///< guards the members below
  std::condition_variable returned_;
  std::deque<Slot> free_;  ///< the one given back longest ago first
  int made_ = 0;
};

}  // namespace unpython::runtime
