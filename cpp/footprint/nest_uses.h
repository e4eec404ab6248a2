// What a nest of a call touches of each array, before there is a kernel: for estimates.
//
// As uses() of a kernel (array_uses.h), from what the analysis of the call has collected: exact where subscripts, extents
// and guards are sums of multiples of counters; else a superset.
#pragma once
#include <cstddef>
#include <map>
#include <span>

#include "analysis/call/nest.h"
#include "footprint/array_uses.h"

namespace unpython::footprint {

/// By array: arguments, and arrays of the function that outlive the nest's loops. Of the accesses in loop `root` (-1: in
/// all loops), where the unknowns of `nest` have the values in `box`: a loop around `root` may be held at one of its
/// iterations. A reference of more than `most_boxes` is enclosed in one box.
[[nodiscard]] std::map<ir::ArrayId, ArrayUse> uses(const analysis::Nests& nests, const analysis::Nest& nest,
                                                   int root, std::span<const integers::IntegerRange> box,
                                                   size_t most_boxes);

}  // namespace unpython::footprint
