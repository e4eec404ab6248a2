#include "driver/execute/plan_launch.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

#include "footprint/tile_shape.h"
#include "runtime/device/device_failure.h"

namespace unpython::driver {
namespace {

using footprint::ArrayUse;
using footprint::CallArray;
using footprint::IterationRange;
using footprint::Region;

constexpr int64_t kMostOverlapTiles = 64;
/// Long tiles have a multiple of so many rows: groups of threads then have whole blocks of a product.
constexpr int64_t kWholeGroups = 256;
/// Attempts to fit the largest tile when tiles differ in size.
constexpr int kAttempts = 12;
constexpr int64_t kMostTiles = int64_t{1} << 17;

class LaunchPlanner {
 public:
  LaunchPlanner(GpuArrays& arrays, const LaunchQuestion& question)
      : arrays_(arrays), question_(question), buffers_(buffers_of(arrays, question.kernel)) {}

  std::optional<LaunchPlan> run() {
    if (hold_all() || others_leave()) return whole();
    if (question_.extents.empty()) return std::nullopt;
    const int64_t room = room_with_own();
    leave_if([&](size_t buffer) { return arrays_.bytes_of(buffer) > room / kSmallPart; });
    hold_small(room);
    if (auto plan = cut()) return plan;
    leave_if([](size_t) { return true; });
    return cut();
  }

 private:
  [[nodiscard]] int64_t full_iterations() const {
    const abi::DeviceProperties& device = arrays_.gpu().device().properties();
    return int64_t{device.multiprocessors} * std::max(device.threads_per_multiprocessor, 1) / 4;
  }

  // What is held.

  [[nodiscard]] int64_t largest_allocation() const {
    return arrays_.gpu().device().properties().max_allocation_bytes;
  }
  bool hold_all() {
    int64_t lacking = 0;
    for (const KernelBuffer& buffer : buffers_) {
      if (arrays_.is_held(buffer.buffer)) continue;
      const int64_t bytes = whole_words(arrays_.bytes_of(buffer.buffer));
      if (bytes > largest_allocation()) return false;
      lacking += bytes;
    }
    if (lacking == 0) return true;
    if (!arrays_.executor().has_room(lacking)) return false;
    try {
      for (const KernelBuffer& buffer : buffers_) arrays_.hold(buffer.buffer);
    } catch (const runtime::DeviceFailure& failure) {  // pieces of memory are free that are not in one place
      if (failure.kind() != runtime::FailureKind::OutOfMemory) throw;
      return false;
    }
    return true;
  }
  [[nodiscard]] bool is_used(size_t buffer) const {
    return std::any_of(buffers_.begin(), buffers_.end(),
                       [&](const KernelBuffer& used) { return used.buffer == buffer; });
  }
  /// Others leave one by one, what is loaded last or not at all before the rest, until there is room. False: all of them left,
  /// and there is none.
  bool others_leave() {
    std::vector<std::pair<int64_t, size_t>> others;
    for (size_t buffer = 0; buffer < arrays_.buffers(); ++buffer) {
      if (!is_used(buffer) && arrays_.is_held(buffer)) others.push_back({next_load(buffer), buffer});
    }
    std::sort(others.begin(), others.end(), std::greater<>());
    return std::any_of(others.begin(), others.end(), [&](const auto& other) {
      arrays_.evict(other.second);
      return hold_all();
    });
  }
  [[nodiscard]] int64_t next_load(size_t buffer) const {
    int64_t next = std::numeric_limits<int64_t>::max();
    for (const ir::ArrayId array : arrays_.arrays_in(buffer)) next = std::min(next, question_.next_load(array));
    return next;
  }
  template <class Condition>
  void leave_if(const Condition& condition) {
    for (const KernelBuffer& buffer : buffers_) {
      if (arrays_.may_leave(buffer.buffer) && condition(buffer.buffer)) arrays_.evict(buffer.buffer);
    }
  }
  [[nodiscard]] int64_t room_with_own() {
    int64_t room = arrays_.executor().room();
    for (const KernelBuffer& buffer : buffers_) {
      if (arrays_.may_leave(buffer.buffer) && arrays_.is_held(buffer.buffer))
        room += arrays_.bytes_of(buffer.buffer);
    }
    return room;
  }
  void hold_small(int64_t room) {
    int64_t left = room / kSmallTogether;
    for (const KernelBuffer& buffer : buffers_) {
      const int64_t bytes = whole_words(arrays_.bytes_of(buffer.buffer));
      if (bytes > room / kSmallPart || bytes > left || arrays_.is_held(buffer.buffer)) continue;
      arrays_.hold(buffer.buffer);
      left -= bytes;
    }
  }

  // All of the arrays on the device.

  LaunchPlan whole() {
    LaunchPlan plan = uncut();
    if (plan.lengths.empty()) return plan;
    if (question_.least_tiles > 1) {
      cut_as_asked(plan);
      plan.early = question_.last && plan.tiles > 1;
    } else {
      overlap(plan);
    }
    return plan;
  }
  [[nodiscard]] LaunchPlan uncut() const {
    LaunchPlan plan;
    plan.lengths = question_.extents;
    plan.order.resize(plan.lengths.size());
    std::iota(plan.order.begin(), plan.order.end(), size_t{0});
    plan.places.resize(buffers_.size());
    return plan;
  }
  /// At least so many tiles along each dimension, of which the last one is shorter where that is possible.
  void cut_as_asked(LaunchPlan& plan) const {
    for (size_t d = 0; d < plan.lengths.size(); ++d) {
      const int64_t extent = question_.extents[d];
      int64_t length = std::min(plan.lengths[d], std::max<int64_t>(1, extent / question_.least_tiles));
      const int64_t longest = length;
      while (length > 2 && extent % length == 0) --length;
      if (extent % length == 0) length = longest;
      plan.lengths[d] = length;
    }
    count_tiles(plan);
    if (plan.tiles > 1 && plan.tiling == Tiling::None) plan.tiling = Tiling::Asked;
  }
  void count_tiles(LaunchPlan& plan) const {
    plan.tiles = 1;
    for (size_t d = 0; d < plan.lengths.size(); ++d)
      plan.tiles *= footprint::tile_count(question_.extents[d], plan.lengths[d]);
  }

  [[nodiscard]] int64_t lacking_bytes(const std::vector<ArrayUse>& uses) const {
    int64_t bytes = 0;
    const auto adding = question_.last ? Adding::Last : Adding::More;
    for (size_t i = 0; i < uses.size(); ++i) {
      const kernel::KernelArray& array = question_.kernel.arrays[i];
      if (array.loaded || array.stored) bytes += arrays_.missing_bytes(array.array, uses[i], adding);
    }
    return bytes;
  }
  [[nodiscard]] int64_t stored_bytes(const std::vector<ArrayUse>& uses) const {
    int64_t bytes = 0;
    for (size_t i = 0; i < uses.size(); ++i) {
      const CallArray& array = arrays_[question_.kernel.arrays[i].array];
      if (arrays_.goes_to_host(array.buffer)) bytes += uses[i].stored.elements() * array.item_bytes;
    }
    return bytes;
  }

  /// The outermost loop, if what its iterations bring and take is worth it.
  void overlap(LaunchPlan& plan) const {
    const int64_t extent = question_.extents[0];
    int64_t most = 0;
    for (const KernelBuffer& buffer : buffers_) most += arrays_.bytes_of(buffer.buffer);
    if (extent < 2 || (question_.pieces < 2 && most < kLeastOverlapped)) return;
    std::vector<IterationRange> ranges = plan.ranges(0, question_.extents);
    const int64_t lacking = lacking_bytes(*question_.all);
    const int64_t out = question_.last ? stored_bytes(*question_.all) : 0;
    const int64_t by_bytes = std::min((lacking + out) / kOverlapBytes, kMostOverlapTiles);
    const int64_t tiles = std::min(std::max<int64_t>(question_.pieces, by_bytes), extent);
    if (tiles < 2) return;
    ranges[0].end = (extent + tiles - 1) / tiles;
    if (ranges[0].end > kWholeGroups) ranges[0].end = (ranges[0].end + kWholeGroups - 1) / kWholeGroups * kWholeGroups;
    const std::vector<ArrayUse> first = question_.uses(ranges);
    const int64_t first_out = question_.last ? stored_bytes(first) : 0;
    if (lacking_bytes(first) + first_out > (lacking + out) / 4 * 3) return;  // the tiles share most of it
    plan.lengths[0] = ranges[0].end;
    plan.tiling = Tiling::Overlap;
    plan.early = question_.last;
    count_tiles(plan);
  }

  // Regions of the arrays on the device.

  std::optional<LaunchPlan> cut() {
    const LaunchQuestion* groups = question_.by_groups ? question_.by_groups() : nullptr;
    if (groups != nullptr && are_apart(*groups)) {
      if (auto plan = LaunchPlanner(arrays_, *groups).tiled()) {
        plan->by_groups = true;
        return plan;
      }
    }
    return tiled();
  }
  /// No tile reads under one name of an array what another tile may store under another: each name may have a
  /// copy.
  [[nodiscard]] bool are_apart(const LaunchQuestion& groups) const {
    const std::vector<ArrayUse>& uses = *groups.all;
    for (const kernel::KernelArray& stored : groups.kernel.arrays) {
      const auto store = static_cast<size_t>(&stored - groups.kernel.arrays.data());
      const size_t buffer = arrays_[stored.array].buffer;
      if (uses[store].stored.is_empty() || !arrays_.is_packed(buffer)) continue;
      for (size_t i = 0; i < uses.size(); ++i) {
        const bool same = i != store && arrays_[groups.kernel.arrays[i].array].buffer == buffer;
        if (same && uses[i].loaded.meets(uses[store].stored)) return false;
      }
    }
    return true;
  }

  /// A tile of these lengths: the first, one in the middle, or the last.
  [[nodiscard]] std::vector<IterationRange> sample(std::span<const int64_t> lengths, int which) const {
    std::vector<IterationRange> ranges;
    for (size_t d = 0; d < lengths.size(); ++d) {
      const int64_t extent = question_.extents[d];
      const int64_t tiles = footprint::tile_count(extent, lengths[d]);
      const int64_t at = which == 0 ? 0 : which == 1 ? tiles / 2 : tiles - 1;
      // All of full length: a ragged one is no example.
      const int64_t first = std::max<int64_t>(0, std::min(at * lengths[d], extent - lengths[d]));
      ranges.push_back({first, first + lengths[d]});
    }
    return ranges;
  }
  [[nodiscard]] std::vector<footprint::TilePart> parts(const std::vector<size_t>& own,
                                                       std::span<const int64_t> lengths) const {
    std::vector<footprint::TilePart> result(own.size());
    for (int which : {0, 2, 1}) {
      const std::vector<ArrayUse> uses = question_.enclosing(sample(lengths, which));
      for (size_t i = 0; i < own.size(); ++i) {
        const KernelBuffer& buffer = buffers_[own[i]];
        const Region region = region_of(arrays_, question_.kernel, buffer, uses);
        result[i].bytes = std::max(result[i].bytes, whole_words(region.bytes));
        if (which != 1) continue;
        result[i].moved_in = bytes_in(arrays_, question_.kernel, buffer, uses);
        for (size_t member : buffer.members) {
          const CallArray& array = arrays_[question_.kernel.arrays[member].array];
          result[i].moved_out += uses[member].stored.elements() * array.item_bytes;
        }
      }
    }
    return result;
  }
  [[nodiscard]] footprint::TiledBuffer describe(const KernelBuffer& buffer) const {
    const std::vector<int64_t> ones(question_.extents.size(), 1);
    const std::vector<IterationRange> first = sample(ones, 0);
    const std::vector<ArrayUse> uses = question_.enclosing(first);
    const Region region = region_of(arrays_, question_.kernel, buffer, uses);
    footprint::TiledBuffer result;
    for (size_t d = 0; d < question_.extents.size(); ++d) {
      std::vector<IterationRange> other = first;
      other[d] = {question_.extents[d] - 1, question_.extents[d]};
      result.depends.push_back(region_of(arrays_, question_.kernel, buffer, question_.enclosing(other)) !=
                               region);
    }
    // Whether any tile fetches: the first ones may touch nothing, or only store.
    result.copies = places_for(buffer, bytes_in(arrays_, question_.kernel, buffer, *question_.all) > 0);
    return result;
  }

  std::optional<LaunchPlan> tiled() {
    std::vector<size_t> own;  // buffers of which tiles get regions
    for (size_t i = 0; i < buffers_.size(); ++i) {
      if (!arrays_.is_held(buffers_[i].buffer)) own.push_back(i);
    }
    const int64_t room = arrays_.executor().room();
    std::vector<int64_t> numbers = numbers_of(own);
    if (question_.known != nullptr) {
      if (std::optional<LaunchPlan> plan = question_.known->find(numbers, room)) {
        refuse_thrashing(*plan);
        return plan;
      }
    }
    footprint::TileQuestion shape{
        .extents = question_.extents,
        .buffers = {},
        .parts = [&](std::span<const int64_t> lengths) { return parts(own, lengths); },
        .full_iterations = full_iterations(),
        .room_bytes = room,
        .largest_part_bytes = largest_allocation()};
    for (size_t i : own) shape.buffers.push_back(describe(buffers_[i]));
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const std::optional<footprint::TileShape> chosen = choose_tile_shape(shape);
      if (!chosen) return std::nullopt;
      LaunchPlan plan = uncut();
      plan.moved_bytes = chosen->moved_bytes;
      refuse_thrashing(plan);
      plan.lengths = chosen->lengths;
      plan.order = chosen->order;
      plan.tiling = Tiling::Memory;
      plan.early = false;
      if (question_.least_tiles > 1) cut_as_asked(plan);
      count_tiles(plan);
      if (plan.tiles > kMostTiles) return std::nullopt;
      const int64_t bytes = find_places(own, shape, room, plan);
      if (bytes <= room) {
        if (question_.known != nullptr) question_.known->keep(std::move(numbers), room, bytes, plan);
        return plan;
      }
      shape.room_bytes = static_cast<int64_t>(static_cast<double>(shape.room_bytes) * 0.95 *
                                              static_cast<double>(room) / static_cast<double>(bytes));
    }
    return std::nullopt;
  }

  /// What a plan is found again by: the kernel, its numbers and extents, the buffers that tiles hold parts of, and the extents
  /// and places of its arrays.
  [[nodiscard]] std::vector<int64_t> numbers_of(const std::vector<size_t>& own) const {
    std::vector<int64_t> numbers = question_.numbers;
    numbers.insert(numbers.end(), {question_.kernel.root.value, question_.least_tiles, question_.last});
    numbers.insert(numbers.end(), question_.extents.begin(), question_.extents.end());
    numbers.insert(numbers.end(), own.begin(), own.end());
    for (const kernel::KernelArray& used : question_.kernel.arrays) append_place(arrays_[used.array], numbers);
    return numbers;
  }

  void refuse_thrashing(const LaunchPlan& plan) const {
    const runtime::MovedBytes& before = arrays_.count();
    const double moved = plan.moved_bytes + static_cast<double>(before.in + before.out);
    if (moved <= question_.affordable_bytes || arrays_.host_is_written()) return;
    throw runtime::DeviceFailure(runtime::FailureKind::OutOfMemory, arrays_.gpu().device().properties().name,
                                 "a loop in tiles",
                                 "they would move " + std::to_string(static_cast<int64_t>(moved)) +
                                     " bytes, which is expected to take longer than the CPU does",
                                 arrays_.executor().room());
  }

  /// Looks at all tiles; gives the bytes of all places.
  int64_t find_places(const std::vector<size_t>& own, const footprint::TileQuestion& shape, int64_t room,
                      LaunchPlan& plan) const {
    std::vector<Region> last(own.size());
    for (int64_t tile = 0; tile < plan.tiles; ++tile) {
      const std::vector<ArrayUse> uses = question_.enclosing(plan.ranges(tile, question_.extents));
      for (size_t i = 0; i < own.size(); ++i) {
        TilePlaces& places = plan.places[own[i]];
        Region region = region_of(arrays_, question_.kernel, buffers_[own[i]], uses);
        const int most = footprint::places_of(shape.buffers[i], question_.extents, plan.lengths, plan.order);
        if (tile == 0 || region != last[i]) places.count = std::min(places.count + 1, most);
        places.bytes = std::max(places.bytes, whole_words(region.bytes));
        if (places.bytes > shape.largest_part_bytes) return 2 * room;
        last[i] = region;
      }
    }
    int64_t bytes = 0;
    for (size_t i : own) bytes += plan.places[i].count * plan.places[i].bytes;
    return bytes;
  }

  GpuArrays& arrays_;
  const LaunchQuestion& question_;
  const std::vector<KernelBuffer> buffers_;
};

}  // namespace

void append_place(const footprint::CallArray& array, std::vector<int64_t>& numbers) {
  numbers.insert(numbers.end(), {static_cast<int64_t>(array.buffer), array.placed.first});
  for (size_t d = 0; d < static_cast<size_t>(array.rank); ++d)
    numbers.insert(numbers.end(), {array.host.extents[d], array.host.stride_bytes[d], array.placed.strides[d],
                                   array.placed.axes[d].step, array.placed.axes[d].first, array.placed.axes[d].width,
                                   array.placed.axes[d].by, array.placed.remainder_strides[d]});
  if (const auto& rows = array.placed.rows)
    numbers.insert(numbers.end(), {rows->low.start, rows->low.slope, rows->high.start, rows->high.slope});
}

std::optional<LaunchPlan> plan_launch(GpuArrays& arrays, const LaunchQuestion& question) {
  return LaunchPlanner(arrays, question).run();
}

}  // namespace unpython::driver
