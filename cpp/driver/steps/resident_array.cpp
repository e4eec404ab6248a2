#include "driver/steps/resident_array.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

#include "runtime/device/device_failure.h"
#include "runtime/device/foreign_streams.h"
#include "runtime/threads/host_memory.h"

namespace unpython::driver {
namespace {

using runtime::Resident;

/// A range of addresses that nothing else gets.
std::byte* reserve(int64_t bytes) {
  void* range = mmap(nullptr, static_cast<size_t>(bytes), PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::byte*>(range);
}

/// Items of every type keep their alignment in a copy that begins at a multiple of it.
constexpr uintptr_t kAlignment = 16;

/// Smaller copies take their turn among the calls: it takes longer to let them pass.
constexpr int64_t kBesideCalls = 1 << 20;
constexpr int64_t kPagesAtOnce = 256 << 10;  ///< bytes

void move(runtime::Gpu& gpu, runtime::QueueHandle queue, runtime::Direction direction,
          runtime::MemoryHandle memory, std::byte* host, int64_t bytes, int64_t offset = 0) {
  if (bytes == 0) return;
  const runtime::StridedCopy all{.packed_offset = offset, .run_bytes = bytes};
  const std::array<runtime::Transfer, 1> transfers = {
      {{.direction = direction, .queue = queue, .memory = memory, .host = host, .copies = {&all, 1}}}};
  gpu.transfers().run(transfers);
}

}  // namespace

ResidentArray::ResidentArray(runtime::Gpu& gpu, int64_t bytes)
    : ResidentArray(gpu, bytes, gpu.memory().acquire(whole_words(bytes))) {}

ResidentArray::ResidentArray(runtime::Gpu& gpu, int64_t bytes, runtime::PooledMemory memory)
    : gpu_(gpu), bytes_(bytes), memory_(std::move(memory)) {
  begin_ = properties().memory_has_address ? reinterpret_cast<std::byte*>(memory_.get().value)
                                           : reserve(whole_words(bytes));
}

ResidentArray::~ResidentArray() {
  if (memory_ && bytes_ >= kBesideCalls) {
    try {
      memory_.set_last_use(runtime::make_event(gpu_.device(), gpu_.queue()));
    } catch (const std::exception&) {
      // a device that failed, or that a fork left behind: the last use stays unknown
    }
  }
  if (!properties().memory_has_address) munmap(begin_, static_cast<size_t>(whole_words(bytes_)));
}

Resident ResidentArray::resident() const {
  return {.begin = begin_, .bytes = std::max<int64_t>(bytes_, 1), .memory = memory_.get(), .gpu = &gpu_};
}

void ResidentArray::write(const void* host) {
  // The transfer does not write what goes in.
  auto* const from = static_cast<std::byte*>(const_cast<void*>(host));
  if (bytes_ < kBesideCalls) {
    move(gpu_, gpu_.queue(), runtime::Direction::In, memory_.get(), from, bytes_);
    return;
  }
  runtime::Device& device = gpu_.device();
  const runtime::QueueHandle in = gpu_.queue(runtime::Direction::In);
  runtime::Event now;
  if (!memory_.last_use_before()) now = runtime::make_event(device, gpu_.queue());
  device.wait_on_device(in, now ? now.get() : memory_.last_use_before().get());
  move(gpu_, in, runtime::Direction::In, memory_.get(), from, bytes_);
  device.wait(runtime::make_event(device, in).get());
}

void ResidentArray::read(void* host, int64_t offset, int64_t bytes) {
  auto* const to = static_cast<std::byte*>(host);
  if (bytes < kBesideCalls) {
    move(gpu_, gpu_.queue(), runtime::Direction::Out, memory_.get(), to, bytes, offset);
    return;
  }
  const runtime::Event made = runtime::make_event(gpu_.device(), gpu_.queue());
  const runtime::QueueHandle out = gpu_.queue(runtime::Direction::Out);
  gpu_.device().wait_on_device(out, made.get());
  // While the device is at work, the system finds the pages of an array that is new.
  for (int64_t done = 0; done < bytes && !gpu_.device().is_done(made.get()); done += kPagesAtOnce) {
    if (!runtime::find_pages(to + done, std::min(kPagesAtOnce, bytes - done))) break;
  }
  move(gpu_, out, runtime::Direction::Out, memory_.get(), to, bytes, offset);
}

void ResidentArray::synchronise() const { gpu_.device().wait(gpu_.queue()); }

Resident foreign_memory(runtime::Gpus& gpus, const std::string& kind, std::byte* begin, int64_t bytes,
                        std::optional<uint64_t> stream) {
  // On the way of every call with such an array: the rows are looked at, not copied.
  const std::vector<runtime::GpuStatus>& rows = gpus.all(kind);
  const auto usable = [](const runtime::GpuStatus& row) {
    return row.gpu != nullptr && row.device->foreign_streams() != nullptr;
  };
  const auto first = std::find_if(rows.begin(), rows.end(), usable);
  if (first == rows.end()) throw DeviceError("arrays of " + kind + " cannot be used: " + gpus.find(kind).reason);
  const int ordinal = first->device->foreign_streams()->ordinal_of(reinterpret_cast<uint64_t>(begin));
  const std::string name = kind + ":" + std::to_string(ordinal);
  const auto owner = std::find_if(rows.begin(), rows.end(), [&](const runtime::GpuStatus& row) { return row.name == name; });
  if (owner == rows.end() || !usable(*owner)) throw DeviceError(name + " cannot be used: " + gpus.find(name).reason);
  return {.begin = begin,
          .bytes = bytes,
          .memory = {reinterpret_cast<uint64_t>(begin)},
          .gpu = owner->gpu,
          .foreign = true,
          .stream = stream};
}

HostCopies::HostCopies(std::span<const Resident> residents, std::span<abi::ArrayArgument> arrays,
                       std::span<ByteRange> ranges) {
  // Views of one piece of memory, or pieces that meet, are one copy.
  std::vector<Resident> pieces(residents.begin(), residents.end());
  std::sort(pieces.begin(), pieces.end(),
            [](const Resident& a, const Resident& b) { return a.begin < b.begin; });
  for (const Resident& piece : pieces) {
    if (!copies_.empty() && copies_.back().resident.holds(piece.begin)) {
      Resident& last = copies_.back().resident;
      last.bytes = std::max(last.bytes, piece.begin + piece.bytes - last.begin);
    } else {
      copies_.push_back({.resident = piece});
    }
  }
  for (Copy& copy : copies_) {
    const auto begin = reinterpret_cast<uintptr_t>(copy.resident.begin);
    uintptr_t low = UINTPTR_MAX;
    uintptr_t high = begin;
    for (size_t i = 0; i < arrays.size(); ++i) {
      if (!copy.resident.holds(arrays[i].data)) continue;
      low = std::min(low, ranges[i].begin);
      high = std::max(high, ranges[i].end);
      copy.stored = copy.stored || ranges[i].stored;
    }
    if (low >= high) low = high = begin;  // of empty arrays
    copy.offset = static_cast<int64_t>((low - begin) / kAlignment * kAlignment);
    copy.bytes.resize(high - begin - static_cast<uintptr_t>(copy.offset));
    if (copy.resident.stream) {
      runtime::Gpu& gpu = *copy.resident.gpu;
      gpu.device().foreign_streams()->wait_for_stream(gpu.queue(), *copy.resident.stream);
    }
    copy.run(runtime::Direction::Out);
    const std::ptrdiff_t shift = copy.bytes.data() - (copy.resident.begin + copy.offset);
    for (size_t i = 0; i < arrays.size(); ++i) {
      if (!copy.resident.holds(arrays[i].data)) continue;
      arrays[i].data = static_cast<std::byte*>(arrays[i].data) + shift;
      ranges[i].begin += static_cast<uintptr_t>(shift);
      ranges[i].end += static_cast<uintptr_t>(shift);
    }
  }
}

void HostCopies::Copy::run(runtime::Direction direction) {
  move(*resident.gpu, resident.gpu->queue(), direction, resident.memory, bytes.data(), static_cast<int64_t>(bytes.size()),
       offset);
}

void HostCopies::write_back() {
  for (Copy& copy : copies_) {
    if (!copy.stored) continue;
    copy.run(runtime::Direction::In);
    if (copy.resident.foreign) copy.resident.gpu->device().wait(copy.resident.gpu->queue());
  }
}

}  // namespace unpython::driver
