#include "driver/execute/window_order.h"

#include <algorithm>

namespace unpython::driver {
namespace {

using footprint::ArrayUse;
using footprint::Box;
using footprint::IterationRange;

constexpr int64_t kMostAhead = 64;  // rows that a launch may be ahead of an earlier one
constexpr int64_t kWideStep = 4;    // launches of wide accesses begin and end at a multiple

bool meet(const std::optional<Box>& a, const std::optional<Box>& b) { return a && b && footprint::common(*a, *b); }

bool conflict(const Touches& a, const Touches& b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (meet(a[i].stored, b[i].touched) || meet(a[i].touched, b[i].stored)) return true;
  return false;
}

/// How rows go from the first iterations to the last ones: 1 up, -1 down, 0 not at all; none: as they please.
std::optional<int> way_of(const Touch& lower, const Touch& upper, size_t axis) {
  if (!lower.touched || !upper.touched) return 0;
  const int64_t low = upper.touched->low[axis] - lower.touched->low[axis];
  const int64_t high = upper.touched->high[axis] - lower.touched->high[axis];
  if (low == 0 && high == 0) return 0;
  if (low >= 0 && high >= 0) return 1;
  if (low <= 0 && high <= 0) return -1;
  return std::nullopt;
}

}  // namespace

void grow(std::optional<Box>& box, const std::optional<Box>& more) {
  if (!more) return;
  box = box ? footprint::bounding(*box, *more) : *more;
}

void grow(Touches& all, const Touches& more) {
  for (size_t i = 0; i < all.size(); ++i) {
    grow(all[i].touched, more[i].touched);
    grow(all[i].stored, more[i].stored);
  }
}

WindowOrder::WindowOrder(const GpuArrays& arrays, std::span<const LaunchQuestion* const> launches)
    : arrays_(arrays), launches_(launches) {
  std::map<std::pair<int32_t, std::vector<int64_t>>, size_t> known;
  for (const LaunchQuestion* launch : launches_) {
    kinds_.push_back(known.try_emplace({launch->kernel.root.value, launch->numbers}, known.size()).first->second);
    for (const kernel::KernelArray& used : launch->kernel.arrays) {
      const size_t buffer = arrays_[used.array].buffer;
      if ((!used.loaded && !used.stored) || place_.contains(buffer)) continue;
      if (!arrays_.is_packed(buffer) || arrays_.arrays_in(buffer).size() != 1)
        throw Apart{"one of its arrays shares memory with another array"};
      place_[buffer] = buffers_.size();
      buffers_.push_back({.array = used.array, .buffer = buffer});
    }
  }
}

Touches WindowOrder::touches(size_t n, std::span<const IterationRange> ranges) const {
  Touches result(buffers_.size());
  if (ranges.empty()) return result;
  const LaunchQuestion& launch = *launches_[n];
  const std::vector<ArrayUse> uses = launch.enclosing(ranges);
  for (size_t i = 0; i < uses.size(); ++i) {
    const kernel::KernelArray& used = launch.kernel.arrays[i];
    if (!used.loaded && !used.stored) continue;
    Touch& touch = result[place_.at(arrays_[used.array].buffer)];
    grow(touch.touched, uses[i].touched().hull());
    grow(touch.stored, uses[i].stored.hull());
  }
  return result;
}

Touches WindowOrder::between(size_t n, int64_t begin, int64_t end) const {
  return touches(n, ranges_between(cuts_[n], launches_[n]->extents, begin, end));
}

void WindowOrder::find_cuts() {
  cuts_.resize(launches_.size());
  std::vector<size_t> whole;
  for (size_t n = 0; n < launches_.size(); ++n) {
    bool found = false;
    for (size_t d = 0; d < launches_[n]->extents.size() && !found; ++d) found = cut_along(n, d);
    if (!found) whole.push_back(n);
  }
  if (whole.size() == launches_.size()) throw Apart{"no loop of it goes through the rows of its arrays"};
  for (const size_t n : whole) cuts_[n].of = is_at_end(n) ? WindowCut::Of::Last : WindowCut::Of::First;
  const bool flat = std::all_of(buffers_.begin(), buffers_.end(), [&](const WindowBuffer& buffer) {
    return buffer.held || arrays_[buffer.array].dimensions.size() == 1;
  });
  step_ = flat ? kWideStep : 1;
  find_shifts();
}

bool WindowOrder::cut_along(size_t n, size_t dimension) {
  const std::vector<int64_t>& extents = launches_[n]->extents;
  const int64_t extent = extents[dimension];
  if (extent < 2) return false;
  WindowCut cut{.dimension = dimension};
  const Touches lower = touches(n, ranges_between(cut, extents, 0, extent / 2));
  const Touches upper = touches(n, ranges_between(cut, extents, extent / 2, extent));
  int direction = 0;
  std::vector<std::pair<WindowBuffer*, int>> ways;
  for (size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].held) continue;
    const std::optional<int> way = way_of(lower[i], upper[i], buffers_[i].axis);
    if (!way) return false;
    if (*way == 0) continue;
    ways.push_back({&buffers_[i], *way});
    const int told = *way * buffers_[i].way;
    if (told != 0 && direction == -told) return false;
    if (told != 0) direction = told;
  }
  if (ways.empty()) return false;
  if (direction == 0) direction = 1;
  for (const auto& [buffer, way] : ways) buffer->way = way * direction;
  cut.backwards = direction < 0;
  cuts_[n] = cut;
  return true;
}

/// What it touches lies nearer to the rows that come last.
bool WindowOrder::is_at_end(size_t n) const {
  const Touches all = touches(n, ranges_between({.of = WindowCut::Of::First}, launches_[n]->extents, kFirstPosition, 0));
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const WindowBuffer& buffer = buffers_[i];
    if (buffer.held || buffer.way == 0 || !all[i].touched) continue;
    const int64_t rows = arrays_.extent(buffer.array, static_cast<int>(buffer.axis));
    const int64_t low = all[i].touched->low[buffer.axis];
    const int64_t high = all[i].touched->high[buffer.axis];
    if (high - low > rows / 2) throw Apart{line_of(n) + " touches rows that lie far apart at once"};
    return (low + high >= rows) == (buffer.way > 0);
  }
  return false;
}

/// So many rows a launch must be behind an earlier one; none: it may be ahead.
std::optional<int64_t> WindowOrder::distance(size_t earlier, size_t later) {
  const std::pair kinds(kinds_[earlier], kinds_[later]);
  if (const auto known = distances_.find(kinds); known != distances_.end()) return known->second;
  const std::vector<int64_t>& first_extents = launches_[earlier]->extents;
  const std::vector<int64_t>& second_extents = launches_[later]->extents;
  WindowCut first = cuts_[earlier];
  WindowCut second = cuts_[later];
  first.shift = second.shift = 0;
  const int64_t extent = second_extents[second.dimension];
  const int64_t middle = std::min(first_extents[first.dimension], extent) / 2;
  const Touches behind = touches(earlier, ranges_between(first, first_extents, middle, kLastPosition));
  const auto meets = [&](int64_t rows) {
    return conflict(behind, touches(later, ranges_between(second, second_extents, kFirstPosition, middle - rows)));
  };
  int64_t low = -std::min(kMostAhead, extent - middle);
  int64_t high = middle;  // then nothing of the later one is left
  std::optional<int64_t>& result = distances_[kinds];
  if (!meets(low)) return result;
  while (low + 1 < high) {
    const int64_t between = low + (high - low) / 2;
    (meets(between) ? low : high) = between;
  }
  return result = high;
}

void WindowOrder::find_shifts() {
  int64_t last = 0;
  for (size_t n = 0; n < launches_.size(); ++n) {
    WindowCut& cut = cuts_[n];
    if (cut.of != WindowCut::Of::Rows) continue;
    std::optional<int64_t> shift;
    for (size_t before = 0; before < n; ++before) {
      if (cuts_[before].of != WindowCut::Of::Rows) continue;
      const std::optional<int64_t> rows = distance(before, n);
      if (rows) shift = std::max(shift.value_or(kFirstPosition), cuts_[before].shift + *rows);
    }
    cut.shift = shift.value_or(last);
    if (cut.shift > 0) cut.shift = (cut.shift + step_ - 1) / step_ * step_;
    if (cut.shift < 0) cut.shift = cut.shift / step_ * step_;
    last = cut.shift;
  }
}

std::optional<size_t> WindowOrder::first_out_of_order(std::span<const std::vector<Touches>> tiles) const {
  const size_t count = tiles.empty() ? 0 : tiles[0].size();
  std::vector<Touches> behind(count, Touches(buffers_.size()));  // by tile: what earlier launches do in later ones
  for (size_t n = 0; n < tiles.size(); ++n) {
    Touches so_far(buffers_.size());
    for (size_t tile = 0; tile < count; ++tile) {
      grow(so_far, tiles[n][tile]);
      if (conflict(behind[tile], so_far)) return n;
    }
    Touches later(buffers_.size());
    for (size_t tile = count; tile-- > 1;) {
      grow(later, tiles[n][tile]);
      grow(behind[tile - 1], later);
    }
  }
  return std::nullopt;
}

}  // namespace unpython::driver
