#include "driver/execute/plan_window.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "driver/execute/window_order.h"

namespace unpython::driver {
namespace {

using footprint::ArrayUse;
using footprint::Box;
using footprint::Footprint;

constexpr int64_t kMostParts = 1 << 15;  // launches times tiles
constexpr int64_t kCarried = 4;          // a tile has at least a part of the rows that are carried to it
constexpr int64_t kReached = 4;          // rows that a launch at one end may read beside what launches before it have left there
constexpr double kLeastShared = 0.9;     // of what launches alone would move
constexpr int kPlanAttempts = 8;
/// Places of what goes out: one tile comes, one is worked on, one goes. With one less, copies and kernels wait for each other.
constexpr int kAllPlaces = 3;
constexpr int kFewPlaces = 2;

using Boxes = std::vector<std::optional<Box>>;  // by buffer

class WindowPlanner {
 public:
  WindowPlanner(GpuArrays& arrays, std::span<const LaunchQuestion* const> launches)
      : arrays_(arrays), launches_(launches), order_(arrays, launches) {}

  WindowAnswer run(WindowPlans& known) {
    make_room();
    const int64_t room = arrays_.executor().room();
    std::vector<int64_t> numbers = this->numbers();
    if (std::optional<WindowAnswer> answer = known.find(numbers, room)) return *answer;
    WindowAnswer answer = answered();
    int64_t bytes = 0;
    if (const auto* plan = std::get_if<WindowPlan>(&answer)) bytes = bytes_of(*plan);
    known.keep(std::move(numbers), room, bytes, answer);
    return answer;
  }

 private:
  static constexpr const char* kTooFew = "the device has memory for too few rows of its arrays";

  [[nodiscard]] WindowAnswer answered() {
    try {
      return chosen();
    } catch (const Apart& apart) {
      return apart.reason;
    }
  }

  [[nodiscard]] WindowPlan chosen() {
    order_.find_cuts();
    const int64_t beside = most_launches(kAllPlaces);
    const int64_t most = beside == all() ? beside : most_launches(kFewPlaces);
    if (most < 2) throw Apart{kTooFew};
    const int places = beside >= 2 && windows(beside) == windows(most) ? kAllPlaces : kFewPlaces;
    const int64_t count = (all() + windows(most) - 1) / windows(most);  // windows are about as long as each other
    return plan(static_cast<size_t>(std::max<int64_t>(2, count)), places);
  }

  /// What an answer is found again by: the kernels and their numbers, the order of the launches, and the arrays.
  [[nodiscard]] std::vector<int64_t> numbers() const {
    std::vector<int64_t> numbers;
    std::set<size_t> kinds;
    for (size_t n = 0; n < launches_.size(); ++n) {
      numbers.push_back(static_cast<int64_t>(order_.kind(n)));
      if (!kinds.insert(order_.kind(n)).second) continue;
      const LaunchQuestion& launch = *launches_[n];
      numbers.insert(numbers.end(), {launch.kernel.root.value, static_cast<int64_t>(launch.numbers.size())});
      numbers.insert(numbers.end(), launch.numbers.begin(), launch.numbers.end());
      numbers.insert(numbers.end(), launch.extents.begin(), launch.extents.end());
      for (const kernel::KernelArray& used : launch.kernel.arrays) append_place(arrays_[used.array], numbers);
    }
    for (const WindowBuffer& used : order_.buffers()) numbers.push_back(used.held);
    return numbers;
  }

  [[nodiscard]] int64_t all() const { return static_cast<int64_t>(launches_.size()); }
  [[nodiscard]] int64_t windows(int64_t launches) const { return (all() + launches - 1) / launches; }

  /// Buffers that are large, or that no launch uses, leave; small ones are held.
  void make_room() {
    const auto leave_if = [&](const auto& condition) {
      for (size_t buffer = 0; buffer < arrays_.buffers(); ++buffer)
        if (arrays_.is_held(buffer) && arrays_.may_leave(buffer) && condition(buffer)) arrays_.evict(buffer);
    };
    leave_if([&](size_t buffer) {
      return std::none_of(order_.buffers().begin(), order_.buffers().end(),
                          [&](const WindowBuffer& used) { return used.buffer == buffer; });
    });
    int64_t room = arrays_.executor().room();
    for (const WindowBuffer& used : order_.buffers())
      if (arrays_.is_held(used.buffer) && arrays_.may_leave(used.buffer)) room += arrays_.bytes_of(used.buffer);
    leave_if([&](size_t buffer) { return arrays_.bytes_of(buffer) > room / kSmallPart; });
    int64_t left = room / kSmallTogether;
    for (WindowBuffer& used : order_.buffers()) {
      const int64_t bytes = whole_words(arrays_.bytes_of(used.buffer));
      if (!arrays_.is_held(used.buffer) && bytes <= room / kSmallPart && bytes <= left) {
        arrays_.hold(used.buffer);
        left -= bytes;
      }
      used.held = arrays_.is_held(used.buffer);
      const footprint::CallArray& array = arrays_[used.array];
      if (!used.held && (array.dimensions.empty() || arrays_.packing(used.array) != footprint::Packing::Whole))
        throw Apart{"parts of its arrays lie on the device in another order"};
      if (!used.held) used.axis = array.dimensions[0];
    }
  }

  struct Positions {
    int64_t first = kLastPosition;
    int64_t end = kFirstPosition;
    int64_t carried = 0;  ///< rows from the foremost launch to the last one
    bool whole = false;   ///< some launch runs at one end
  };
  [[nodiscard]] Positions positions_of(size_t count) const {
    Positions result;
    int64_t most = kFirstPosition;
    for (size_t n = 0; n < count; ++n) {
      const WindowCut& cut = order_.cuts()[n];
      result.whole |= cut.of != WindowCut::Of::Rows;
      if (cut.of != WindowCut::Of::Rows) continue;
      result.first = std::min(result.first, cut.shift);
      result.end = std::max(result.end, launches_[n]->extents[cut.dimension] + cut.shift);
      most = std::max(most, cut.shift);
    }
    result.carried = most - result.first;
    return result;
  }

  [[nodiscard]] Touches all_between(size_t count, int64_t begin, int64_t end) const {
    Touches all(order_.buffers().size());
    for (size_t n = 0; n < count; ++n) grow(all, order_.between(n, begin, end));
    return all;
  }

  /// Iterations of a tile that are about as many as fit, where what is stored has so many places; 0: too few.
  [[nodiscard]] int64_t length_of(size_t count, int places) const {
    const Positions positions = positions_of(count);
    if (positions.end <= positions.first) return 0;
    const Touches whole = all_between(count, kFirstPosition, kLastPosition);
    const int64_t middle = positions.first + (positions.end - positions.first) / 2;
    const int64_t sample = std::max<int64_t>(1, (positions.end - positions.first) / 16);
    const Touches one = all_between(count, middle, middle + sample);
    const Touches two = all_between(count, middle, middle + 2 * sample);
    double of_position = 0;
    double around = 0;
    for (size_t i = 0; i < whole.size(); ++i) {
      const WindowBuffer& buffer = order_.buffers()[i];
      if (buffer.held || !whole[i].touched) continue;
      Box row = *whole[i].touched;
      row.set(buffer.axis, 0, 0);
      const double bytes = static_cast<double>(whole[i].stored ? places : kFewPlaces) *
                           static_cast<double>(footprint::elements(row) * arrays_[buffer.array].item_bytes);
      const auto rows_of = [&](const Touch& tile) {
        return tile.touched ? static_cast<double>(tile.touched->high[buffer.axis] - tile.touched->low[buffer.axis] + 1) : 0.0;
      };
      const double more = rows_of(two[i]) - rows_of(one[i]);
      of_position += bytes * more / static_cast<double>(sample);
      around += bytes * (rows_of(one[i]) - more);
    }
    if (of_position <= 0) return 0;
    const auto length = static_cast<int64_t>((static_cast<double>(arrays_.executor().room()) - around) / of_position);
    const int64_t least = positions.whole ? positions.carried + kReached : positions.carried / kCarried;
    return length >= std::max(order_.step(), least) ? length : 0;
  }

  /// The most launches that run together in tiles that fit.
  [[nodiscard]] int64_t most_launches(int places) const {
    for (int64_t count = all(); count >= 2; count -= std::max<int64_t>(1, count / 8))
      if (length_of(static_cast<size_t>(count), places) > 0) return count;
    return 0;
  }

  WindowPlan plan(size_t count, int places) const {
    int64_t length = length_of(count, places);
    for (int attempt = 0; attempt < kPlanAttempts && length >= order_.step(); ++attempt) {
      WindowPlan plan = cut_into(count, length);
      if (plan.tiles() < 2 || plan.tiles() * static_cast<int64_t>(count) > kMostParts) break;
      const std::vector<std::vector<Touches>> tiles = tiles_of(plan);
      place_rows(plan, tiles, places);
      const int64_t bytes = bytes_of(plan);
      int64_t largest = 0;
      for (const WindowArray& array : plan.arrays) largest = std::max(largest, array.places.bytes);
      const int64_t room = arrays_.executor().room();
      const int64_t largest_room = arrays_.gpu().device().properties().max_allocation_bytes;
      if (bytes <= room && largest <= largest_room) {
        if (const std::optional<size_t> wrong = order_.first_out_of_order(tiles)) {
          if (*wrong < 2) throw Apart{order_.line_of(*wrong) + " needs rows that come later"};
          return this->plan(*wrong, places);
        }
        find_moved(plan);
        return plan;
      }
      const double part = std::min(static_cast<double>(room) / static_cast<double>(bytes),
                                   static_cast<double>(largest_room) / static_cast<double>(largest));
      length = std::min(length - order_.step(), static_cast<int64_t>(0.97 * part * static_cast<double>(length)));
    }
    throw Apart{kTooFew};
  }

  [[nodiscard]] static int64_t bytes_of(const WindowPlan& plan) {
    int64_t bytes = 0;
    for (const WindowArray& array : plan.arrays) bytes += array.places.count * array.places.bytes;
    return bytes;
  }

  /// Tiles of one length, or nearly.
  [[nodiscard]] WindowPlan cut_into(size_t count, int64_t most) const {
    const Positions positions = positions_of(count);
    const int64_t step = order_.step();
    const int64_t steps = (positions.end - positions.first + step - 1) / step;
    const int64_t tiles = (steps + most / step - 1) / (most / step);
    WindowPlan plan{.cuts = {order_.cuts().begin(), order_.cuts().begin() + static_cast<std::ptrdiff_t>(count)},
                    .borders = {kFirstPosition},
                    .length = (steps + tiles - 1) / tiles * step};
    for (int64_t tile = 1; tile < tiles; ++tile) plan.borders.push_back(positions.first + steps * tile / tiles * step);
    plan.borders.push_back(kLastPosition);
    return plan;
  }

  /// What each launch does in each tile.
  [[nodiscard]] std::vector<std::vector<Touches>> tiles_of(const WindowPlan& plan) const {
    std::vector<std::vector<Touches>> tiles(plan.cuts.size());
    for (size_t n = 0; n < tiles.size(); ++n)
      for (size_t tile = 0; tile + 1 < plan.borders.size(); ++tile)
        tiles[n].push_back(order_.between(n, plan.borders[tile], plan.borders[tile + 1]));
    return tiles;
  }

  void place_rows(WindowPlan& plan, std::span<const std::vector<Touches>> tiles, int places) const {
    for (size_t i = 0; i < order_.buffers().size(); ++i) {
      const WindowBuffer& buffer = order_.buffers()[i];
      Touch whole;
      Boxes boxes(tiles[0].size());
      for (const std::vector<Touches>& launch : tiles) {
        for (size_t tile = 0; tile < launch.size(); ++tile) {
          grow(whole.touched, launch[tile][i].touched);
          grow(whole.stored, launch[tile][i].stored);
          grow(boxes[tile], launch[tile][i].touched);
        }
      }
      if (buffer.held || !whole.touched) continue;
      WindowArray array{.array = buffer.array, .axis = buffer.axis};
      array.places.count = std::min(whole.stored ? places : kFewPlaces, static_cast<int>(boxes.size()));
      for (const Box& box : in_turn(boxes, buffer, *whole.touched)) {
        array.regions.push_back(footprint::packed_region(arrays_[array.array], box));
        array.places.bytes = std::max(array.places.bytes, whole_words(array.regions.back().bytes));
      }
      plan.arrays.push_back(std::move(array));
    }
  }

  /// The rows of a tile begin and end no earlier than those of the tile before it.
  [[nodiscard]] static std::vector<Box> in_turn(const Boxes& boxes, const WindowBuffer& buffer, const Box& whole) {
    const size_t axis = buffer.axis;
    std::vector<int64_t> low;
    std::vector<int64_t> high;
    for (const std::optional<Box>& box : boxes) {
      low.push_back(box ? box->low[axis] : whole.high[axis] + 1);
      high.push_back(box ? box->high[axis] : whole.low[axis] - 1);
    }
    const auto lower = [&](size_t to, size_t from) { low[to] = std::min(low[to], low[from]); };
    const auto raise = [&](size_t to, size_t from) { high[to] = std::max(high[to], high[from]); };
    for (size_t n = 1; n < boxes.size(); ++n) {
      const size_t back = boxes.size() - 1 - n;
      if (buffer.way >= 0) {
        raise(n, n - 1);
        lower(back, back + 1);
      } else {
        lower(n, n - 1);
        raise(back, back + 1);
      }
    }
    std::vector<Box> result;
    for (size_t tile = 0; tile < boxes.size(); ++tile) {
      Box& box = result.emplace_back(whole);
      box.step.fill(1);
      box.low[axis] = low[tile];
      box.high[axis] = high[tile];
    }
    return result;
  }

  void find_moved(WindowPlan& plan) const {
    double alone = 0;
    std::map<size_t, Footprint> certain;  // by buffer
    std::set<size_t> kinds;
    for (size_t n = 0; n < plan.cuts.size(); ++n) {
      const bool is_new = kinds.insert(order_.kind(n)).second;
      const LaunchQuestion& launch = *launches_[n];
      for (size_t i = 0; i < launch.kernel.arrays.size(); ++i) {
        const ir::ArrayId id = launch.kernel.arrays[i].array;
        const auto array = std::find_if(plan.arrays.begin(), plan.arrays.end(),
                                        [&](const WindowArray& other) { return other.array == id; });
        if (array == plan.arrays.end()) continue;
        const ArrayUse& use = (*launch.all)[i];
        alone += static_cast<double>((use.needed().elements() + use.stored.elements()) * arrays_[id].item_bytes);
        if (!is_new) continue;
        Footprint& before = certain[arrays_[id].buffer];
        array->needed.add(use.needed().without(before));
        array->stored.add(use.stored);
        before.add(use.certain);
      }
    }
    for (const WindowArray& array : plan.arrays)
      plan.moved_bytes += static_cast<double>((array.needed.elements() + array.stored.elements()) *
                                              arrays_[array.array].item_bytes);
    if (plan.moved_bytes > kLeastShared * alone) throw Apart{"it has little in common with the launches before it"};
  }

  GpuArrays& arrays_;
  const std::span<const LaunchQuestion* const> launches_;
  WindowOrder order_;
};

}  // namespace

WindowAnswer plan_window(GpuArrays& arrays, std::span<const LaunchQuestion* const> launches, WindowPlans& known) {
  try {
    return WindowPlanner(arrays, launches).run(known);
  } catch (const Apart& apart) {
    return apart.reason;
  }
}

}  // namespace unpython::driver
