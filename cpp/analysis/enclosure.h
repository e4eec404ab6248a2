// From an access over an iteration domain to descriptors: the smallest box form found, and for each dimension
// the linear form of the counters that is its index, so that packed addresses are linear forms again.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "analysis/descriptor.h"
#include "analysis/domain.h"

namespace unpython::analysis {

/// A descriptor that holds every address of an access. At each point of the domain
///   address = set.base + sum_m set.stride_m * index_m,   0 <= index_m < set.extent_m.
struct Enclosure {
  Descriptor set;  ///< set form, except that pad() adds dimensions of extent 1
  std::array<LinearForm, kMaxDimensions> index;
  bool exact = false;  ///< the set holds nothing but addresses of the access
};

/// Encloses an access: unmerged (equal strides joined), in bytes. Counters whose bounds depend on another
/// counter of the address are skewed where that gives fewer points: j' + i in place of j' for
/// `for j in range(i, n)`. Nothing if the domain is unbounded in a counter of the address, or on overflow.
[[nodiscard]] std::optional<Enclosure> enclose(const LinearForm& address, int64_t width,
                                               const Domain& domain);

/// In cells of `unit` from `origin`; see in_cells. `cell_dimension`: its index form is 0.
[[nodiscard]] std::optional<Enclosure> in_cells(const Enclosure& e, int64_t unit, int64_t origin,
                                                bool cell_dimension);
/// Dimensions for all `strides` (descending, a superset of those of `e`), extent 1 where `e` has none.
[[nodiscard]] std::optional<Enclosure> pad(const Enclosure& e, std::span<const int64_t> strides);
/// The union of the strides of several set forms, descending. At most kMaxDimensions, else empty.
[[nodiscard]] std::optional<std::vector<int64_t>> stride_union(std::span<const Enclosure> members);
/// Merges dimensions, the same ones in all members, as long as every member can. Members have been padded to
/// the same strides. False: a number left 64 bits, members are as they were.
[[nodiscard]] bool merge_together(std::span<Enclosure> members);

/// Packed address of an access whose set is restricted: sum_m index_m prod_{l>m} extent_l, from 0 to the
/// element count - 1, one to one.
[[nodiscard]] std::optional<LinearForm> packed_address(const Enclosure& e);

/// Map form over the box of the domain: one dimension per term of the address, in the order of its terms,
/// base at the low ends of the ranges.
[[nodiscard]] std::optional<Descriptor> map_form(const LinearForm& address, int64_t width,
                                                 const Domain& domain);
/// Restricted test in map form: true if two points of the domain whose accesses share a unit agree in every
/// unknown that occurs in the address. False: not known. A store is free of conflicts with itself over a loop
/// if this holds and the loop's counter occurs in the address.
[[nodiscard]] bool is_restricted(const LinearForm& address, int64_t width, const Domain& domain);

}  // namespace unpython::analysis
