#include "driver/execute/gpu_tiles.h"

#include <algorithm>
#include <utility>

namespace unpython::driver {
namespace {

using footprint::ArrayUse;
using footprint::Box;
using footprint::Footprint;
using kernel::Kernel;
using runtime::Direction;
using runtime::StridedCopy;

constexpr int64_t kMostPieces = 16;  // of what one tile adds to a held buffer

/// What a kernel touches of an array; an empty box if nothing.
Box touched_by(const ArrayUse& use) {
  const std::optional<Box> box = use.touched().hull();
  if (box) return *box;
  Box none;
  none.high.fill(-1);
  return none;
}

bool is_fetched(const KernelBuffer& buffer, std::span<const ArrayUse> uses, bool packed) {
  if (!packed) return true;  // what lies between the elements of several arrays is not told apart
  return !use_of(buffer, uses).needed().is_empty();
}

}  // namespace

ArrayUse use_of(const KernelBuffer& buffer, std::span<const ArrayUse> uses) {
  ArrayUse all = uses[buffer.members[0]];
  for (size_t n = 1; n < buffer.members.size(); ++n) {
    const ArrayUse& use = uses[buffer.members[n]];
    all.loaded.add(use.loaded);
    all.stored.add(use.stored);
    all.certain.add(use.certain);
  }
  return all;
}

std::vector<KernelBuffer> buffers_of(const GpuArrays& arrays, const Kernel& kernel) {
  std::vector<KernelBuffer> buffers;
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const kernel::KernelArray& array = kernel.arrays[i];
    if (!array.loaded && !array.stored) continue;
    const size_t buffer = arrays[array.array].buffer;
    const bool apart = arrays.is_packed(buffer) && !arrays.is_held(buffer);
    auto found = std::find_if(buffers.begin(), buffers.end(),
                              [&](const KernelBuffer& known) { return !apart && known.buffer == buffer; });
    if (found == buffers.end()) found = buffers.insert(found, {.buffer = buffer});
    found->members.push_back(i);
    found->loaded |= array.loaded;
    found->stored |= array.stored;
  }
  return buffers;
}

footprint::Region region_of(GpuArrays& arrays, const Kernel& kernel, const KernelBuffer& buffer,
                            std::span<const ArrayUse> uses) {
  std::vector<footprint::ArrayBox> boxes;
  for (size_t member : buffer.members)
    boxes.push_back({&arrays[kernel.arrays[member].array], touched_by(uses[member])});
  if (arrays.is_packed(buffer.buffer)) return footprint::packed_region(*boxes[0].array, boxes[0].box);
  return footprint::shared_region(boxes);
}

int64_t bytes_in(GpuArrays& arrays, const Kernel& kernel, const KernelBuffer& buffer,
                 std::span<const ArrayUse> uses) {
  if (!is_fetched(buffer, uses, arrays.is_packed(buffer.buffer))) return 0;
  return region_of(arrays, kernel, buffer, uses).bytes;
}

int places_for(const KernelBuffer& buffer, bool fetched) { return buffer.stored && fetched ? 3 : 2; }

GpuTiles::GpuTiles(GpuArrays& arrays, const Kernel& kernel, Uses uses, KnownUses::Uses all, int64_t tiles,
                   std::span<const TilePlaces> places, bool early, bool slices)
    : arrays_(arrays),
      kernel_(kernel),
      uses_(std::move(uses)),
      all_(std::move(all)),
      tiles_(tiles),
      adding_(early ? Adding::Last : Adding::More) {
  for (const KernelBuffer& buffer : buffers_of(arrays, kernel)) {
    Part& part = parts_.emplace_back(Part{.of = buffer});
    part.held = arrays.is_held(buffer.buffer);
    const auto is_changed = [&](size_t i) { return arrays.is_changed(kernel.arrays[i].array); };
    part.early = part.held && early && arrays.goes_to_host(buffer.buffer) &&
                 std::none_of(buffer.members.begin(), buffer.members.end(), is_changed);
    part.streams = part.held && slices && comes_in_slabs(buffer);
    if (part.held) continue;
    if (arrays.is_packed(buffer.buffer)) part.needed = use_of(buffer, *all_).needed();
    const TilePlaces& wanted = places[parts_.size() - 1];
    const ir::ArrayId array = kernel.arrays[buffer.members[0]].array;
    for (int n = 0; n < wanted.count; ++n) part.places.push_back(arrays.executor().allocate(array, wanted.bytes));
  }
}

/// What a tile needs comes in one piece, or nearly.
bool GpuTiles::comes_in_slabs(const KernelBuffer& buffer) const {
  if (!arrays_.is_packed(buffer.buffer)) return false;
  const ir::ArrayId array = kernel_.arrays[buffer.members[0]].array;
  const Footprint needed = use_of(buffer, uses_(0)).needed();
  if (needed.is_empty()) return false;
  const std::vector<StridedCopy> copies =
      footprint::copies_of(arrays_[array], needed, arrays_[array].placed, nullptr);
  const int64_t exact = runtime::crossing_bytes(copies, true);
  return runtime::crossing_bytes(copies) <= exact + exact / 8 && runtime::pieces_of(copies) <= kMostPieces;
}

void GpuTiles::prepare(int64_t tile) {
  Tile next{uses_(tile), {}};
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    Moment& moment = next.parts.emplace_back();
    moment.stored.resize(part.of.members.size());
    if (part.held) continue;
    moment.region = region_of(arrays_, kernel_, part.of, next.uses);
    if (tile == 0) continue;
    const Moment& last = at(tile - 1).parts[i];
    moment.fresh = moment.region != last.region;
    moment.place = moment.fresh ? (last.place + 1) % part.places.size() : last.place;
    if (!moment.fresh) moment.stored = last.stored;
  }
  at(tile) = std::move(next);
}

/// The host memory of `region` is what another tile still has to bring back.
bool GpuTiles::overlaps(const Part& part, const footprint::Region& region, const Moment& stored) const {
  if (!region.packed) return region.begin < stored.region.end && stored.region.begin < region.end;
  return std::any_of(stored.stored.begin(), stored.stored.end(),
                     [&](const Footprint& elements) { return part.of.stored && elements.meets(region.box); });
}

bool GpuTiles::must_wait(int64_t tile) const {
  const Tile& next = at(tile);
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const Moment& moment = next.parts[i];
    if (part.held || !moment.fresh || moment.region.bytes == 0) continue;
    if (part.places.size() == 1 && tile > 0) return true;  // the last tile is still there
    if (!part.of.stored) continue;
    for (int64_t before = std::max<int64_t>(tile - 2, 0); before < tile; ++before) {
      if (overlaps(part, moment.region, at(before).parts[i])) return true;
    }
  }
  return false;
}

void GpuTiles::fetch(int64_t tile, CopyList& list) {
  const Tile& now = at(tile);
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (part.held) {
      const ArrayUse* uses = part.streams ? now.uses.data() : tile == 0 ? all_->data() : nullptr;
      const Adding adding = part.streams && tile > 0 ? Adding::Beside : adding_;
      if (uses == nullptr) continue;
      if (arrays_.is_packed(part.of.buffer)) {
        const ir::ArrayId array = kernel_.arrays[part.of.members[0]].array;
        arrays_.fetch(array, use_of(part.of, {uses, kernel_.arrays.size()}), adding, Way::Aside, list);
        continue;
      }
      for (size_t member : part.of.members)
        arrays_.fetch(kernel_.arrays[member].array, uses[member], adding, Way::Aside, list);
      continue;
    }
    const Moment& moment = now.parts[i];
    const bool packed = moment.region.packed;
    if (!moment.fresh || moment.region.bytes == 0 || !is_fetched(part.of, now.uses, packed)) continue;
    std::byte* host = arrays_.host_of(part.of.buffer);
    const footprint::CallArray& first = arrays_[kernel_.arrays[part.of.members[0]].array];
    std::vector<StridedCopy> pieces{
        {.host_offset = moment.region.begin - host, .run_bytes = moment.region.bytes}};
    if (packed) {
      const Footprint needed = crossing_in(moment.region, use_of(part.of, now.uses), part.needed);
      pieces = footprint::copies_of(first, needed, footprint::placed_in(first, moment.region), host);
    }
    arrays_.add_copy(Direction::In, kernel_.arrays[part.of.members[0]].array, Way::Aside,
                     part.places[moment.place].name(), std::move(pieces), false, list);
  }
}

std::vector<DeviceArray> GpuTiles::arrays(int64_t tile) const {
  const Tile& now = at(tile);
  std::vector<DeviceArray> result(kernel_.arrays.size());
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    for (size_t member : part.of.members) {
      const ir::ArrayId array = kernel_.arrays[member].array;
      if (part.held) {
        result[member] = arrays_.held(array);
        continue;
      }
      const Moment& moment = now.parts[i];
      const MemoryName name = part.places[moment.place].name();
      result[member] = {name, arrays_.executor().memory(name), footprint::placed_in(arrays_[array], moment.region)};
    }
  }
  return result;
}

void GpuTiles::mark_stored(int64_t tile) {
  Tile& now = at(tile);
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    for (size_t n = 0; n < part.of.members.size(); ++n) {
      const Footprint& stored = now.uses[part.of.members[n]].stored;
      now.parts[i].stored[n].add(stored);
      if (part.held && !part.early) arrays_.mark_changed(kernel_.arrays[part.of.members[n]].array, stored);
    }
  }
}

void GpuTiles::store(int64_t tile, CopyList& list) {
  const Tile& now = at(tile);
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const Moment& moment = now.parts[i];
    if (!part.of.stored || (part.held && !part.early)) continue;
    const bool goes_on = !part.held && tile + 1 < tiles_ && !at(tile + 1).parts[i].fresh;
    std::vector<StridedCopy> pieces;
    std::byte* host = arrays_.host_of(part.of.buffer);
    for (size_t n = 0; n < part.of.members.size(); ++n) {
      const ir::ArrayId array = kernel_.arrays[part.of.members[n]].array;
      const Footprint leaving = crossing_out(moment.stored[n], goes_on);
      if (leaving.is_empty()) continue;
      const footprint::PlacedArray placed =
          part.held ? arrays_[array].placed : footprint::placed_in(arrays_[array], moment.region);
      const std::vector<StridedCopy> own =
          footprint::copies_of(arrays_[array], leaving, placed, host);
      pieces.insert(pieces.end(), own.begin(), own.end());
    }
    if (pieces.empty()) continue;
    const ir::ArrayId first = kernel_.arrays[part.of.members[0]].array;
    const MemoryName memory = part.held ? arrays_.held(first).name : part.places[moment.place].name();
    arrays_.add_copy(Direction::Out, first, Way::Aside, memory, std::move(pieces), false, list);
  }
}

}  // namespace unpython::driver
