#include "analysis/enclosure.h"

#include <algorithm>
#include <numeric>

#include "analysis/skew.h"
#include "support/checked_int.h"

namespace unpython::analysis {

namespace {

/// A dimension while the set form is built.
struct Indexed {
  Dimension dimension;
  LinearForm index;
};

bool set_dimensions(Enclosure& e, std::span<const Indexed> dims) {
  if (dims.size() > kMaxDimensions) return false;
  e.set.rank = static_cast<int>(dims.size());
  for (size_t m = 0; m < dims.size(); ++m) {
    e.set.storage[m] = dims[m].dimension;
    e.index[m] = dims[m].index;
  }
  return true;
}

std::vector<Indexed> dimensions(const Enclosure& e) {
  std::vector<Indexed> dims;
  for (size_t m = 0; m < e.set.dims().size(); ++m) dims.push_back({e.set.dims()[m], e.index[m]});
  return dims;
}

/// Both as one: c index + index, where coarse.stride = c fine.stride.
std::optional<Indexed> joined(const Indexed& coarse, const Indexed& fine) {
  const auto dimension = merged(coarse.dimension, fine.dimension);
  const auto index =
      LinearForm::add_scaled(fine.index, coarse.index, coarse.dimension.stride / fine.dimension.stride);
  if (!dimension || !index) return std::nullopt;
  return Indexed{*dimension, *index};
}

/// Joins neighbours of one stride; `dims` are sorted.
std::optional<std::vector<Indexed>> join_equal(std::span<const Indexed> dims) {
  std::vector<Indexed> result;
  for (const Indexed& next : dims) {
    if (result.empty() || result.back().dimension.stride != next.dimension.stride) {
      result.push_back(next);
      continue;
    }
    const auto both = joined(result.back(), next);
    if (!both) return std::nullopt;
    result.back() = *both;
  }
  return result;
}

/// One term of an address over the range of its unknown: positive stride, index from 0; moves the base to the
/// lowest address.
std::optional<Indexed> turned(int64_t coefficient, const LinearForm& value, const IntegerRange& range,
                              int64_t& base) {
  const bool up = coefficient > 0;
  const auto last = checked_sub(range.high, range.low);
  const auto extent = last ? checked_add(*last, 1) : std::nullopt;
  const auto start = checked_mul(coefficient, up ? range.low : range.high);
  const auto lowest = start ? checked_add(base, *start) : std::nullopt;
  const auto index = LinearForm::add_scaled(LinearForm(up ? 0 : range.high), value, up ? 1 : -1);
  const auto from_zero =
      index && up ? (range.low == INT64_MIN ? std::nullopt : index->plus(-range.low)) : index;
  if (!extent || !lowest || !from_zero || coefficient == INT64_MIN) return std::nullopt;
  base = *lowest;
  return Indexed{{up ? coefficient : -coefficient, *extent}, *from_zero};
}

/// Extents of 1 are kept out; the others are sorted by stride, equal ones joined.
std::optional<Enclosure> enclose_box(const Skewed& access, int64_t width) {
  Enclosure e;
  e.set.base = access.address.constant();
  e.set.width = width;
  e.exact = access.domain.is_box();
  std::vector<Indexed> dims;
  for (const LinearForm::Term& term : access.address.terms()) {
    const IntegerRange range = access.domain.range_of(term.unknown);
    if (range.low == INT64_MIN || range.high == INT64_MAX) return std::nullopt;
    const auto dimension = turned(term.coefficient, access.value_of(term.unknown), range, e.set.base);
    if (!dimension) return std::nullopt;
    if (dimension->dimension.extent > 1) dims.push_back(*dimension);
  }
  std::stable_sort(dims.begin(), dims.end(), [](const Indexed& a, const Indexed& b) {
    return a.dimension.stride > b.dimension.stride;
  });
  const auto distinct = join_equal(dims);
  if (!distinct || !set_dimensions(e, *distinct)) return std::nullopt;
  return e;
}

/// True if the unknowns of a skewed address determine all those of the original one.
bool determines(const Skewed& skewed, const LinearForm& original) {
  std::vector<UnknownIndex> known;
  const auto is_known = [&](UnknownIndex u) {
    return std::find(known.begin(), known.end(), u) != known.end();
  };
  for (size_t round = 0; round <= skewed.values.size(); ++round) {
    for (const LinearForm::Term& term : skewed.address.terms()) {
      const LinearForm value = skewed.value_of(term.unknown);
      UnknownIndex open = -1;
      int open_count = 0;
      for (const LinearForm::Term& part : value.terms()) {
        if (is_known(part.unknown)) continue;
        open = part.unknown;
        ++open_count;
      }
      if (open_count == 1) known.push_back(open);
    }
  }
  return std::all_of(original.terms().begin(), original.terms().end(),
                     [&](const LinearForm::Term& term) { return is_known(term.unknown); });
}

Enclosure nothing_touched(const LinearForm& address, int64_t width) {
  const Dimension none{0, 0};
  return {make_descriptor(address.constant(), {&none, 1}, width), {}, true};
}

}  // namespace

std::optional<Enclosure> enclose(const LinearForm& address, int64_t width, const Domain& domain) {
  if (domain.is_empty()) return nothing_touched(address, width);
  const Skewed access = skew({address, domain, {}}, width);
  if (access.domain.is_empty()) return nothing_touched(address, width);
  return enclose_box(access, width);
}

std::optional<Enclosure> in_cells(const Enclosure& e, int64_t unit, int64_t origin, bool cell_dimension) {
  const auto set = in_cells(e.set, unit, origin, cell_dimension);
  if (!set) return std::nullopt;
  Enclosure cells{*set, e.index, e.exact};
  if (cell_dimension) cells.index[static_cast<size_t>(set->rank) - 1] = LinearForm();
  if (e.set.is_empty()) return cells;
  const auto distinct = join_equal(dimensions(cells));
  if (!distinct || !set_dimensions(cells, *distinct)) return std::nullopt;
  return cells;
}

std::optional<Enclosure> pad(const Enclosure& e, std::span<const int64_t> strides) {
  if (strides.size() > kMaxDimensions || e.set.is_empty()) return std::nullopt;
  std::vector<Indexed> dims;
  size_t next = 0;
  for (const int64_t stride : strides) {
    const bool present = next < e.set.dims().size() && e.set.dims()[next].stride == stride;
    dims.push_back(present ? Indexed{e.set.dims()[next], e.index[next]} : Indexed{{stride, 1}, LinearForm()});
    next += present ? 1 : 0;
  }
  Enclosure padded = e;
  if (next != e.set.dims().size() || !set_dimensions(padded, dims)) return std::nullopt;
  return padded;
}

std::optional<std::vector<int64_t>> stride_union(std::span<const Enclosure> members) {
  std::vector<int64_t> strides;
  for (const Enclosure& member : members) {
    if (member.set.is_empty()) continue;
    for (const Dimension& dimension : member.set.dims()) strides.push_back(dimension.stride);
  }
  std::sort(strides.begin(), strides.end(), std::greater<>());
  strides.erase(std::unique(strides.begin(), strides.end()), strides.end());
  if (strides.size() > kMaxDimensions) return std::nullopt;
  return strides;
}

bool merge_together(std::span<Enclosure> members) {
  if (members.empty()) return true;
  std::vector<std::vector<Indexed>> all;
  for (const Enclosure& member : members) all.push_back(dimensions(member));
  for (size_t fine = all.front().size(); fine-- > 0;) {
    for (size_t coarse = fine; coarse-- > 0;) {
      const bool every = std::all_of(all.begin(), all.end(), [&](const std::vector<Indexed>& dims) {
        return can_merge(dims[coarse].dimension, dims[fine].dimension);
      });
      if (!every) continue;
      for (std::vector<Indexed>& dims : all) {
        const auto both = joined(dims[coarse], dims[fine]);
        if (!both) return false;
        dims[fine] = *both;
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(coarse));
      }
      coarse = --fine;
    }
  }
  for (size_t i = 0; i < members.size(); ++i) set_dimensions(members[i], all[i]);
  return true;
}

std::optional<LinearForm> packed_address(const Enclosure& e) {
  const auto strides = packed_strides(e.set);
  std::optional<LinearForm> packed = LinearForm();
  for (size_t m = 0; strides && packed && m < e.set.dims().size(); ++m)
    packed = LinearForm::add_scaled(*packed, e.index[m], (*strides)[m]);
  return strides ? packed : std::nullopt;
}

std::optional<Descriptor> map_form(const LinearForm& address, int64_t width, const Domain& domain) {
  Descriptor map{.base = address.constant(), .width = width};
  for (const LinearForm::Term& term : address.terms()) {
    const IntegerRange range = domain.is_empty() ? IntegerRange{0, -1} : domain.range_of(term.unknown);
    if (range.low == INT64_MIN || range.high == INT64_MAX) return std::nullopt;
    const auto start = checked_mul(term.coefficient, range.low);
    const auto base = start ? checked_add(map.base, *start) : std::nullopt;
    const auto last = checked_sub(range.high, range.low);
    const auto extent = last ? checked_add(*last, 1) : std::nullopt;
    if (!base || !extent) return std::nullopt;
    map.base = *base;
    map.storage[static_cast<size_t>(map.rank++)] = {term.coefficient, *extent};
  }
  return map;
}

bool is_restricted(const LinearForm& address, int64_t width, const Domain& domain) {
  if (domain.is_empty()) return true;
  const auto map = map_form(address, width, domain);
  if (map && is_restricted(*map)) return true;
  if (domain.is_box()) return false;
  const Skewed skewed = skew({address, domain, {}}, width);
  if (skewed.values.empty()) return false;
  const auto skewed_map = map_form(skewed.address, width, skewed.domain);
  return skewed_map && is_restricted(*skewed_map) && determines(skewed, address);
}

}  // namespace unpython::analysis
