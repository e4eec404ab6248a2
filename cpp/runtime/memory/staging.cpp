// Slots go round: the one whose copy was queued first comes back first.
#include "runtime/memory/staging.h"

#include <new>
#include <string>

#include "runtime/device/device_failure.h"
#include "support/log.h"

namespace unpython::runtime {

StagingRing::~StagingRing() {
  for (Slot& slot : free_) {
    if (!slot.busy) continue;
    try {
      device_.wait(slot.busy.get());
    } catch (const DeviceFailure& failure) {  // the device is lost, so nothing uses the slot any more
      log(LogLevel::Debug, [&] { return std::string(failure.what()); });
    }
  }
}

/// A free slot that the device is done with, else a new one (still without memory), else a free one that is
/// busy.
std::optional<StagingRing::Slot> StagingRing::find_locked() {
  const bool front_is_done =
      !free_.empty() && (!free_.front().busy || device_.is_done(free_.front().busy.get()));
  if (!front_is_done && made_ < max_slots_) {
    ++made_;
    return Slot{};
  }
  if (free_.empty()) return std::nullopt;
  std::optional<Slot> slot(std::move(free_.front()));
  free_.pop_front();
  return slot;
}

StagingRing::Lease StagingRing::prepare(Slot slot) {
  try {
    if (!slot.memory) slot.memory = make_pinned(device_, slot_bytes_);
    if (slot.busy) device_.wait(slot.busy.get());
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    --made_;
    returned_.notify_one();
    throw;
  }
  slot.busy = Event();
  return {*this, std::move(slot)};
}

StagingRing::Lease StagingRing::take() {
  std::optional<Slot> slot;
  {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [&] { return (slot = find_locked()).has_value(); });
  }
  return prepare(std::move(*slot));
}

std::optional<StagingRing::Lease> StagingRing::try_take() {
  std::optional<Slot> slot;
  {
    const std::scoped_lock lock(mutex_);
    slot = find_locked();
  }
  if (!slot) return std::nullopt;
  return prepare(std::move(*slot));
}

void StagingRing::give_back(Slot slot) noexcept {
  const std::scoped_lock lock(mutex_);
  try {
    free_.push_back(std::move(slot));
  } catch (const std::bad_alloc&) {
    --made_;
  }
  returned_.notify_one();
}

}  // namespace unpython::runtime
