#include "analysis/descriptor_overlap.h"

#include "analysis/integer_system.h"
#include "support/checked_int.h"

namespace unpython::analysis {

namespace {

/// So many elements are looked up one by one before is_inside gives up.
constexpr int64_t kFewElements = 64;
constexpr int kNodeLimit = 1000;

/// sum stride_k i_k with 0 <= i_k <= last_k. Indices of one stride, up to sign, are one variable.
class Sum {
 public:
  void add(int64_t stride, int64_t last) {
    const int64_t size = stride < 0 ? -stride : stride;
    size_t k = 0;
    while (k < count_ && strides_[k] != size) ++k;
    if (k == count_) {
      strides_[count_] = size;
      ranges_[count_++] = {0, 0};
    }
    int64_t& end = stride < 0 ? ranges_[k].low : ranges_[k].high;
    lost_ = lost_ || __builtin_add_overflow(end, stride < 0 ? -last : last, &end);
  }
  /// Whether some value lies in the range.
  [[nodiscard]] IntegerSystem::Answer can_be(IntegerRange range) const {
    if (lost_) return IntegerSystem::Answer::Unknown;
    IntegerSystem system;
    std::array<IntegerSystem::Term, size_t{2} * kMaxDimensions> terms;
    for (size_t k = 0; k < count_; ++k) terms[k] = {system.add_variable(ranges_[k]), strides_[k]};
    system.add_row({terms.data(), count_}, range.low, range.high);
    return system.solve(kNodeLimit);
  }

 private:
  std::array<int64_t, size_t{2} * kMaxDimensions> strides_;  // the first count_ are set
  std::array<IntegerRange, size_t{2} * kMaxDimensions> ranges_;
  size_t count_ = 0;
  bool lost_ = false;  ///< a bound left 64 bits
};

/// Both in cells, set form, and the index of `inner` moved into the dimensions of `outer` where its strides
/// allow: every element of inner is outer.base + sum S_m (t_m + [0, room taken]); t_m is what is left to
/// find.
bool fits_dimension_by_dimension(const Descriptor& inner, const Descriptor& outer) {
  std::array<int64_t, kMaxDimensions> left{};  // U_m - 1 less the indices that inner runs through
  for (size_t m = 0; m < outer.dims().size(); ++m) left[m] = outer.dims()[m].extent - 1;
  for (const Dimension& dimension : inner.dims()) {
    bool placed = false;
    for (size_t m = 0; m < outer.dims().size() && !placed; ++m) {
      if (dimension.stride % outer.dims()[m].stride != 0) continue;
      const auto taken = checked_mul(dimension.stride / outer.dims()[m].stride, dimension.extent - 1);
      placed = taken && *taken <= left[m];
      if (placed) left[m] -= *taken;
    }
    if (!placed) return false;
  }
  const auto distance = checked_sub(inner.base, outer.base);
  if (!distance) return false;
  Sum sum;
  for (size_t m = 0; m < outer.dims().size(); ++m) sum.add(outer.dims()[m].stride, left[m]);
  return sum.can_be({*distance, *distance}) == IntegerSystem::Answer::Found;
}

/// Both in cells and set form, outer restricted. Looks up every element of a small `inner`.
std::optional<bool> all_found(const Descriptor& inner, const Descriptor& outer) {
  const auto count = index_count(inner);
  if (!count || *count > kFewElements || !interval(inner)) return std::nullopt;
  for (int64_t number = 0; number < *count; ++number) {
    int64_t address = inner.base;
    int64_t rest = number;
    for (const Dimension& dimension : inner.dims()) {
      address += dimension.stride * (rest % dimension.extent);
      rest /= dimension.extent;
    }
    if (!order_number(outer, address)) return false;
  }
  return true;
}

std::optional<Descriptor> cells_in_set_form(const Descriptor& d, int64_t unit, int64_t origin) {
  const auto cells = in_cells(d, unit, origin, d.width != unit);
  return cells ? set_form(*cells) : std::nullopt;
}

}  // namespace

Overlap overlap(const Descriptor& a, const Descriptor& b) {
  if (a.is_empty() || b.is_empty()) return Overlap::Never;
  const auto distance = checked_sub(a.base, b.base);
  const auto low = distance ? checked_sub(*distance, b.width - 1) : std::nullopt;
  const auto high = distance ? checked_add(*distance, a.width - 1) : std::nullopt;
  if (!low || !high) return Overlap::Unknown;
  // Address of b less address of a, without the bases, lies in [low, high].
  Sum sum;
  for (const Dimension& dimension : b.dims()) {
    if (dimension.stride == INT64_MIN) return Overlap::Unknown;
    sum.add(dimension.stride, dimension.extent - 1);
  }
  for (const Dimension& dimension : a.dims()) {
    if (dimension.stride == INT64_MIN) return Overlap::Unknown;
    sum.add(-dimension.stride, dimension.extent - 1);
  }
  switch (sum.can_be({*low, *high})) {
    case IntegerSystem::Answer::None:
      return Overlap::Never;
    case IntegerSystem::Answer::Found:
      return Overlap::Certain;
    case IntegerSystem::Answer::Unknown:
      return Overlap::Unknown;
  }
  return Overlap::Unknown;
}

std::optional<bool> is_inside(const Descriptor& inner, const Descriptor& outer) {
  if (inner.is_empty()) return true;
  if (outer.is_empty()) return false;
  const auto inner_range = interval(inner);
  const auto outer_range = interval(outer);
  if (!inner_range || !outer_range) return std::nullopt;
  if (inner_range->low < outer_range->low || inner_range->high > outer_range->high) return false;
  const Descriptor both[] = {inner, outer};
  const auto unit = common_unit(both);
  if (!unit) return std::nullopt;
  const auto a = cells_in_set_form(inner, *unit, outer.base);
  const auto b = cells_in_set_form(outer, *unit, outer.base);
  if (!a || !b) return std::nullopt;
  if (fits_dimension_by_dimension(*a, *b)) return true;
  if (!is_restricted(*b)) return std::nullopt;
  const auto inner_count = element_count(*a);
  const auto outer_count = index_count(*b);
  if (inner_count && outer_count && *inner_count > *outer_count) return false;
  return all_found(*a, *b);
}

}  // namespace unpython::analysis
