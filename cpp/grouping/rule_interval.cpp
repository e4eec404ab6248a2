// Rule 5: everything from the lowest cell to the highest; host strides are kept.
#include <algorithm>

#include "grouping/layout.h"
#include "support/checked_int.h"

namespace unpython::grouping {

std::optional<Layout> lay_out_interval(Members members, int64_t origin, int64_t alignment) {
  analysis::IntegerRange all{.low = INT64_MAX, .high = INT64_MIN};
  for (const analysis::Descriptor& member : members) {
    const auto range = analysis::interval(member);
    if (!range) return std::nullopt;
    all = {.low = std::min(all.low, range->low), .high = std::max(all.high, range->high)};
  }
  const auto distance = checked_sub(all.low, origin);
  if (!distance) return std::nullopt;
  const auto low = checked_sub(all.low, (*distance % alignment + alignment) % alignment);
  const auto last = low ? checked_sub(all.high, *low) : std::nullopt;
  const auto cells = last ? checked_add(*last, 1) : std::nullopt;
  if (!cells) return std::nullopt;

  const analysis::Dimension every{.stride = 1, .extent = *cells};
  Layout layout{.rule = Rule::Interval,
                .frame = analysis::make_descriptor(*low, {&every, 1}),
                .residues = {0},
                .cells = *cells,
                .packed_bases = {}};
  const auto dims = members.front().dims();
  for (size_t k = 0; k < dims.size(); ++k) layout.packed_strides[k] = dims[k].stride;
  for (const analysis::Descriptor& member : members) layout.packed_bases.push_back(member.base - *low);
  return layout;
}

}  // namespace unpython::grouping
