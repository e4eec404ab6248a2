// Descriptors (CSLMADs of papers/1, section 4): which addresses an access touches, as base, strides and
// extents.
//
// Problem: at a call, strides and extents are numbers; footprints, packed buffers and overlaps of accesses
// must be found from them in microseconds and without a wrong number.
// Choice:  one plain struct. *Map form* keeps one dimension for each counter, in loop order, strides of any
//          sign: what proofs are about. *Set form* only says which addresses: strides positive, distinct and
//          descending, every extent at least 2. Arithmetic is checked; whatever leaves 64 bits is "unknown"
//          (an empty optional, or false for a predicate that claims something).
//          Triangular domains and guards are in analysis/domain.h; analysis/enclosure.h leads from there to
//          descriptors, keeping the way from counters to dimensions.
// Rejected: descriptors over non-rectangular domains; every closed form below would need a second version.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "analysis/linear_form.h"

namespace unpython::analysis {

/// Terms of a form and one dimension of cells.
inline constexpr int kMaxDimensions = LinearForm::kMaxTerms + 2;

struct Dimension {
  int64_t stride = 0;
  int64_t extent = 0;
  bool operator==(const Dimension&) const = default;
};

/// The addresses base + sum stride_k i_k, 0 <= i_k < extent_k; each of them begins `width` consecutive units
/// that are touched. The unit is a byte unless the text says cell. No address if some extent is 0.
struct Descriptor {
  int64_t base = 0;
  int64_t width = 1;
  int rank = 0;
  std::array<Dimension, kMaxDimensions> storage{};

  [[nodiscard]] std::span<Dimension> dims() { return {storage.data(), static_cast<size_t>(rank)}; }
  [[nodiscard]] std::span<const Dimension> dims() const {
    return {storage.data(), static_cast<size_t>(rank)};
  }
  [[nodiscard]] bool is_empty() const;
  bool operator==(const Descriptor& other) const;
};

/// A descriptor of at most kMaxDimensions dimensions.
[[nodiscard]] Descriptor make_descriptor(int64_t base, std::span<const Dimension> dims, int64_t width = 1);

/// From the lowest touched unit to the highest, [lowest, highest + width - 1]; empty for the empty set.
[[nodiscard]] std::optional<IntegerRange> interval(const Descriptor& d);

/// The set form: the empty set first of all (rank 1, extent 0); then zero strides and extents of 1 dropped,
/// negative strides turned round, strides sorted, equal strides joined, and, with `merge`, every (c s, u1),
/// (s, u2) with c <= u2 joined into (s, c (u1 - 1) + u2). The same addresses.
[[nodiscard]] std::optional<Descriptor> set_form(const Descriptor& d, bool merge = true);

/// True if dimensions `coarse` and `fine` of a set form can be joined: coarse.stride = c fine.stride with
/// c <= fine.extent (coarse.extent = 1: with any c >= 1).
[[nodiscard]] bool can_merge(const Dimension& coarse, const Dimension& fine);
/// Both as one; can_merge holds. Nothing if the extent leaves 64 bits.
[[nodiscard]] std::optional<Dimension> merged(const Dimension& coarse, const Dimension& fine);

/// Restricted test (papers/1, theorem 1, with widths): in descending order of |stride|,
/// |s_k| >= width + sum_{p>k} |s_p| (u_p - 1) for all k, the last included; extents of 1 do not count.
/// True: two points that touch a common unit are one point. False: not known (or they are not).
[[nodiscard]] bool is_restricted(const Descriptor& d);
/// The same with one unit more room between dimensions: |s_k| > |s_d| - 1 + sum_{p>k} |s_p| (u_p - 1) for
/// k < d (papers/1, inequality 14): d stays restricted when shifted copies lie between its elements.
[[nodiscard]] bool leaves_room_for_interleaving(const Descriptor& d);

/// Number of points of the index box, 0 for the empty set.
[[nodiscard]] std::optional<int64_t> index_count(const Descriptor& d);
/// Number of different addresses; nothing if that is not a closed form (set form not restricted).
[[nodiscard]] std::optional<int64_t> element_count(const Descriptor& d);
/// Number of different units touched; nothing if that is not a closed form.
[[nodiscard]] std::optional<int64_t> touched_units(const Descriptor& d);

// Unit and cells (DESIGN, section 4).

/// g = gcd of all strides that are used (extent > 1), base differences and widths; at least 1. Nothing for no
/// descriptors or where a difference leaves 64 bits. Empty sets do not count.
[[nodiscard]] std::optional<int64_t> common_unit(std::span<const Descriptor> descriptors);
/// The same units in cells of `unit`, counted from `origin`: every touched cell is an address, width is 1;
/// with `cell_dimension` an innermost dimension of stride 1 and extent width / unit, also where that is 1.
/// `unit` divides width, strides and base - origin.
[[nodiscard]] std::optional<Descriptor> in_cells(const Descriptor& d, int64_t unit, int64_t origin,
                                                 bool cell_dimension);

// Order numbers (papers/2, section III.C): the elements of a restricted descriptor in set form, counted from
// 0 in ascending order of address. They are the packed addresses (papers/2, theorem 2).

/// Packed stride of each dimension, the product of the extents after it.
[[nodiscard]] std::optional<std::array<int64_t, kMaxDimensions>> packed_strides(const Descriptor& d);
/// Order number of the element at an address; nothing if no element begins there. `d`: restricted set form.
[[nodiscard]] std::optional<int64_t> order_number(const Descriptor& d, int64_t address);
/// Inverse of order_number; nothing unless 0 <= order < element_count.
[[nodiscard]] std::optional<int64_t> address_of_order(const Descriptor& d, int64_t order);

}  // namespace unpython::analysis
