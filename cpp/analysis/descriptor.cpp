#include "analysis/descriptor.h"

#include <algorithm>
#include <numeric>

#include "support/checked_int.h"

namespace unpython::analysis {

namespace {

uint64_t magnitude(int64_t value) {
  return value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

Descriptor empty_set(const Descriptor& d) {
  const Dimension nothing{0, 0};
  return make_descriptor(d.base, {&nothing, 1}, d.width);
}

void append(Descriptor& d, Dimension dimension) { d.storage[static_cast<size_t>(d.rank++)] = dimension; }

void remove(Descriptor& d, size_t position) {
  const auto dims = d.dims();
  std::copy(dims.begin() + static_cast<std::ptrdiff_t>(position) + 1, dims.end(),
            dims.begin() + static_cast<std::ptrdiff_t>(position));
  --d.rank;
}

/// Finest dimension first, because its extent grows; being the coarser one depends on the stride alone.
bool merge_all(Descriptor& d, bool only_equal) {
  for (size_t fine = d.dims().size(); fine-- > 0;) {
    for (size_t coarse = fine; coarse-- > 0;) {
      const Dimension& c = d.dims()[coarse];
      const Dimension& f = d.dims()[fine];
      if (only_equal ? c.stride != f.stride : !can_merge(c, f)) continue;
      const auto both = merged(c, f);
      if (!both) return false;
      d.dims()[fine] = *both;
      remove(d, coarse);
      coarse = --fine;
    }
  }
  return true;
}

/// Dimensions that matter for a one-to-one test, finest first; false if one of them stands still.
struct FinestFirst {
  std::array<Dimension, kMaxDimensions> dims;  // the first count are set
  size_t count = 0;
  bool usable = true;

  explicit FinestFirst(const Descriptor& d) {
    for (const Dimension& dimension : d.dims()) {
      if (dimension.extent <= 1) continue;
      if (dimension.stride == 0 || dimension.stride == INT64_MIN) {
        usable = false;
        return;
      }
      dims[count++] = {dimension.stride < 0 ? -dimension.stride : dimension.stride, dimension.extent};
    }
    std::sort(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(count),
              [](const Dimension& a, const Dimension& b) { return a.stride < b.stride; });
  }
};

/// start + stride (extent - 1).
std::optional<int64_t> reach(int64_t start, const Dimension& dimension) {
  const auto span = checked_mul(dimension.stride, dimension.extent - 1);
  return span ? checked_add(start, *span) : std::nullopt;
}

}  // namespace

bool Descriptor::is_empty() const {
  return std::any_of(dims().begin(), dims().end(), [](const Dimension& d) { return d.extent <= 0; });
}

bool Descriptor::operator==(const Descriptor& other) const {
  return base == other.base && width == other.width &&
         std::equal(dims().begin(), dims().end(), other.dims().begin(), other.dims().end());
}

Descriptor make_descriptor(int64_t base, std::span<const Dimension> dims, int64_t width) {
  Descriptor d{.base = base, .width = width};
  for (const Dimension& dimension : dims) append(d, dimension);
  return d;
}

std::optional<IntegerRange> interval(const Descriptor& d) {
  if (d.is_empty()) return IntegerRange{1, 0};
  std::optional<int64_t> low = d.base;
  std::optional<int64_t> high = checked_add(d.base, d.width - 1);
  for (const Dimension& dimension : d.dims()) {
    std::optional<int64_t>& end = dimension.stride < 0 ? low : high;
    if (end) end = reach(*end, dimension);
  }
  if (!low || !high) return std::nullopt;
  return IntegerRange{*low, *high};
}

bool can_merge(const Dimension& coarse, const Dimension& fine) {
  return fine.stride > 0 && coarse.stride % fine.stride == 0 &&
         (coarse.extent == 1 || coarse.stride / fine.stride <= fine.extent);
}

std::optional<Dimension> merged(const Dimension& coarse, const Dimension& fine) {
  const auto extent = reach(fine.extent, {coarse.stride / fine.stride, coarse.extent});
  if (!extent) return std::nullopt;
  return Dimension{fine.stride, *extent};
}

std::optional<Descriptor> set_form(const Descriptor& d, bool merge) {
  if (d.is_empty()) return empty_set(d);
  Descriptor set{.base = d.base, .width = d.width};
  for (Dimension dimension : d.dims()) {
    if (dimension.stride == 0 || dimension.extent == 1) continue;
    if (dimension.stride < 0) {
      const auto base = reach(set.base, dimension);
      if (!base || dimension.stride == INT64_MIN) return std::nullopt;
      set.base = *base;
      dimension.stride = -dimension.stride;
    }
    append(set, dimension);
  }
  std::sort(set.dims().begin(), set.dims().end(),
            [](const Dimension& a, const Dimension& b) { return a.stride > b.stride; });
  if (!merge_all(set, !merge)) return std::nullopt;
  return set;
}

bool is_restricted(const Descriptor& d) {
  if (d.is_empty()) return true;
  const FinestFirst sorted(d);
  if (!sorted.usable) return false;
  int64_t needed = d.width;
  for (size_t i = 0; i < sorted.count; ++i) {
    if (sorted.dims[i].stride < needed) return false;
    if (i + 1 == sorted.count) break;
    const auto next = reach(needed, sorted.dims[i]);
    if (!next) return false;
    needed = *next;
  }
  return true;
}

bool leaves_room_for_interleaving(const Descriptor& d) {
  if (d.is_empty()) return true;
  FinestFirst sorted(d);
  if (!sorted.usable) return false;
  if (sorted.count == 0) return true;
  std::optional<int64_t> needed = sorted.dims[0].stride;
  for (size_t i = 0; i < sorted.count; ++i) {
    if (i > 0 && (!needed || sorted.dims[i].stride < *needed)) return false;
    if (needed) needed = reach(*needed, sorted.dims[i]);
  }
  return true;
}

std::optional<int64_t> index_count(const Descriptor& d) {
  if (d.is_empty()) return 0;
  std::optional<int64_t> count = 1;
  for (const Dimension& dimension : d.dims()) {
    if (count) count = checked_mul(*count, dimension.extent);
  }
  return count;
}

std::optional<int64_t> element_count(const Descriptor& d) {
  Descriptor points = d;
  points.width = 1;
  const auto set = set_form(points);
  return set && is_restricted(*set) ? index_count(*set) : std::nullopt;
}

std::optional<int64_t> touched_units(const Descriptor& d) {
  const auto cells = in_cells(d, 1, 0, d.width != 1);
  return cells ? element_count(*cells) : std::nullopt;
}

std::optional<int64_t> common_unit(std::span<const Descriptor> descriptors) {
  uint64_t unit = 0;
  const Descriptor* first = nullptr;
  for (const Descriptor& d : descriptors) {
    if (d.is_empty()) continue;
    if (!first) first = &d;
    const auto distance = checked_sub(d.base, first->base);
    if (!distance) return std::nullopt;
    unit = std::gcd(std::gcd(unit, magnitude(*distance)), magnitude(d.width));
    for (const Dimension& dimension : d.dims()) {
      if (dimension.extent > 1) unit = std::gcd(unit, magnitude(dimension.stride));
    }
  }
  if (!first) return std::nullopt;
  return static_cast<int64_t>(unit);  // divides a width
}

std::optional<Descriptor> in_cells(const Descriptor& d, int64_t unit, int64_t origin, bool cell_dimension) {
  const auto distance = checked_sub(d.base, origin);
  if (!distance || (cell_dimension && d.rank == kMaxDimensions)) return std::nullopt;
  Descriptor cells{.base = *distance / unit, .width = 1};
  for (const Dimension& dimension : d.dims()) {
    const bool divides = dimension.stride % unit == 0;  // extents of 1 do not count for the unit
    append(cells, {divides ? dimension.stride / unit : 0, dimension.extent});
  }
  if (cell_dimension) append(cells, {1, d.width / unit});
  return cells;
}

std::optional<std::array<int64_t, kMaxDimensions>> packed_strides(const Descriptor& d) {
  std::array<int64_t, kMaxDimensions> strides{};
  std::optional<int64_t> stride = 1;
  for (size_t i = d.dims().size(); i-- > 0;) {
    if (!stride) return std::nullopt;
    strides[i] = *stride;
    stride = checked_mul(*stride, d.dims()[i].extent);
  }
  return strides;
}

std::optional<int64_t> order_number(const Descriptor& d, int64_t address) {
  const auto strides = packed_strides(d);
  const auto distance = checked_sub(address, d.base);
  if (!strides || !distance || *distance < 0 || d.is_empty()) return std::nullopt;
  int64_t rest = *distance;
  int64_t order = 0;
  for (size_t i = 0; i < d.dims().size(); ++i) {
    const Dimension& dimension = d.dims()[i];
    if (dimension.extent == 1) continue;
    const int64_t index = rest / dimension.stride;
    if (index >= dimension.extent) return std::nullopt;
    rest -= index * dimension.stride;
    const auto part = checked_mul(index, (*strides)[i]);
    const auto sum = part ? checked_add(order, *part) : std::nullopt;
    if (!sum) return std::nullopt;
    order = *sum;
  }
  if (rest != 0) return std::nullopt;
  return order;
}

std::optional<int64_t> address_of_order(const Descriptor& d, int64_t order) {
  const auto strides = packed_strides(d);
  if (!strides || order < 0 || d.is_empty()) return std::nullopt;
  std::optional<int64_t> address = d.base;
  for (size_t i = 0; i < d.dims().size(); ++i) {
    const Dimension& dimension = d.dims()[i];
    const int64_t index = order / (*strides)[i];
    if (index >= dimension.extent) return std::nullopt;
    order -= index * (*strides)[i];
    if (address) address = reach(*address, {dimension.stride, index + 1});
  }
  if (order != 0) return std::nullopt;
  return address;
}

}  // namespace unpython::analysis
