// A place in device memory for the elements of an array that a call touches, where that is much less than the
// whole array.
#pragma once
#include <cstdint>
#include <optional>

#include "footprint/array_region.h"
#include "footprint/footprint.h"

namespace unpython::footprint {

/// How the elements that a kernel touches lie in its buffer.
enum class Packing : uint8_t {
  Whole,  ///< with all others of the array
  Box,    ///< a box of subscripts, every step-th along each dimension
  Skew,   ///< a band along a diagonal: rows begin farther right, or left, one after the other
  Trapezoid,  ///< a triangle, or a part of one: each row is so much longer, or shorter, than the one before it
};
[[nodiscard]] const char* name_of(Packing packing);

/// Why an array of which a part is touched has room for all of it.
enum class Unpacked : uint8_t {
  No,
  Shared,    ///< other statements, or another run of the loop, may touch other parts
  Dense,     ///< most of its lines are touched
  Variants,  ///< code has been made for many other steps
};
[[nodiscard]] const char* reason_of(Unpacked unpacked);

struct PackedLayout {
  Packing packing = Packing::Whole;
  PlacedArray placed;
  int64_t elements = 0;
};

/// The layout of the fewest elements in which each element of `part` has a place of its own. None where the
/// whole array is hardly more. `array`: placed as a whole. `stored`: the elements of `part` that come back.
[[nodiscard]] std::optional<PackedLayout> pack_footprint(const CallArray& array, const Footprint& part,
                                                         const Footprint& stored = {});

}  // namespace unpython::footprint
