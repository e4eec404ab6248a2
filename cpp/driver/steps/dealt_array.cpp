#include "driver/steps/dealt_array.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "unpython/error.h"

namespace unpython::driver {
namespace {

using footprint::CallArray;

bool lie_alike(const CallArray& a, const CallArray& b) {
  const auto rank = static_cast<size_t>(a.rank);
  return a.rank == b.rank && a.item_bytes == b.item_bytes && a.host.data == b.host.data &&
         std::equal(a.host.extents, a.host.extents + rank, b.host.extents) &&
         std::equal(a.host.stride_bytes, a.host.stride_bytes + rank, b.host.stride_bytes) &&
         a.placed.first == b.placed.first && a.placed.strides == b.placed.strides;
}

}  // namespace

DealtArray::DealtArray(std::vector<runtime::Gpu*> gpus, int64_t bytes)
    : DealtArray(std::move(gpus), bytes, make_memory(bytes)) {}

DealtArray::DealtArray(std::vector<runtime::Gpu*> gpus, int64_t bytes, OwnedMemory home)
    : gpus_(std::move(gpus)), bytes_(bytes), home_(std::move(home)), parts_(gpus_.size()) {}

DealtArray::~DealtArray() = default;

std::string DealtArray::device() const {
  std::string names;
  for (runtime::Gpu* const gpu : gpus_) names += (names.empty() ? "" : ",") + gpu->device().properties().name;
  return names;
}

void DealtArray::write(const void* host) {
  const auto alone = lock();
  if (bytes_ > 0) std::memcpy(home_.get(), host, static_cast<size_t>(bytes_));
  for (DealtPart& part : parts_) part = {};
}

void DealtArray::read(void* host, int64_t offset, int64_t bytes) {
  const auto alone = lock();
  bring_home(false);
  if (bytes > 0) std::memcpy(host, home_.get() + offset, static_cast<size_t>(bytes));
}

void DealtArray::bring_home(bool stores) {
  if (is_taken_) throw DeviceError("an array that is dealt over " + device() + " is used within a call that has it");
  for (size_t n = 0; n < parts_.size(); ++n) {
    DealtPart& part = parts_[n];
    if (!part.changed.is_empty()) {
      const std::vector<runtime::StridedCopy> copies =
          footprint::copies_of(array_, part.changed, array_.placed, home_.get());
      const std::array<runtime::Transfer, 1> transfers = {{{.direction = runtime::Direction::Out,
                                                            .queue = gpus_[n]->queue(),
                                                            .memory = part.memory.get(),
                                                            .host = home_.get(),
                                                            .copies = copies}}};
      gpus_[n]->transfers().run(transfers);
      part.changed = {};
    }
    if (stores) part = {};
  }
}

void DealtArray::fit(const CallArray& array) {
  if (is_taken_ || !lie_alike(array, array_)) bring_home(true);
  array_ = array;
}

std::vector<DealtPart> DealtArray::take() {
  is_taken_ = true;
  return std::exchange(parts_, std::vector<DealtPart>(gpus_.size()));
}

void bring_home(std::span<DealtArray* const> arrays, std::span<const ByteRange> ranges) {
  for (DealtArray* const array : arrays) {
    const auto begin = reinterpret_cast<uintptr_t>(array->begin());
    const uintptr_t end = begin + static_cast<uintptr_t>(array->bytes());
    const auto alone = array->lock();
    array->bring_home(std::any_of(ranges.begin(), ranges.end(), [&](const ByteRange& range) {
      return range.stored && range.begin < end && begin < range.end;
    }));
  }
}

void DealtArray::give_back(std::vector<DealtPart> parts) {
  parts_ = std::move(parts);
  is_taken_ = false;
}

}  // namespace unpython::driver
