// Which elements are copied to the device, and back for code of the host. GpuArrays asks here for buffers that are held, GpuTiles
// for regions of tiles, the report of groups for calls that do not run. What leaves a tile (gpu_tiles.cpp), what goes home when the
// call ends (gpu_arrays.cpp) and what goes from device to device (gpu_arrays_between.cpp) is all that was stored there.
//
// Problem: exact copies may be many small pieces, and a piece costs as much as runtime::kGapBytes.
// Choice:  an element crosses where it is used, the other side has its newest value, and this side lacks that. More crosses where
//          that is sooner: the rows between pieces, or all that is there once more (Adding says what may be added how).
#pragma once
#include <cstddef>
#include <cstdint>

#include "footprint/array_region.h"
#include "footprint/array_uses.h"

namespace unpython::driver {

/// How what lacks is added to what is there.
enum class Adding : uint8_t {
  Beside,  ///< piece by piece: kernels may be at work on what is there
  More,    ///< or all of it again, where many pieces take longer; more of the array may be needed later
  Last,    ///< the same, and no more will be needed
};

/// What one side has of an array in a buffer that is held on the device.
struct HeldState {
  const footprint::CallArray& array;
  bool resident = false;   ///< the caller's memory of the device: nothing comes from the host
  bool packed = true;      ///< else the buffer is several arrays, which come together
  bool only_exact = false;  ///< of elements that are not asked for, the host may have old values
  const footprint::Footprint* room = nullptr;  ///< elements that have a place; null: all have
  const footprint::Footprint& arrived;         ///< the device has their newest values
  const footprint::Footprint& changed;         ///< the host has not
  const std::byte* host = nullptr;             ///< what copies count from
};

struct Crossing {
  footprint::Footprint elements{};
  bool beside = false;  ///< what lies between is there already
  bool again = false;   ///< nothing counts as there before
};

/// What crosses for a kernel of this use.
[[nodiscard]] Crossing crossing_in(const HeldState& state, const footprint::ArrayUse& use, Adding adding);
/// What crosses before code of the host uses the array so; where it is not packed, with what the buffer holds of others.
[[nodiscard]] footprint::Footprint crossing_out(const HeldState& state, const footprint::ArrayUse& use);
/// What crosses for a tile of this use to a region of its own; `needed`: by all tiles, of which those that go on with the
/// region bring nothing.
[[nodiscard]] footprint::Footprint crossing_in(const footprint::Region& region, const footprint::ArrayUse& use,
                                               const footprint::Footprint& needed);
/// Bytes that cross for elements of an array, in its place in the buffer.
[[nodiscard]] int64_t bytes_of(const HeldState& state, const footprint::Footprint& elements, bool beside);

}  // namespace unpython::driver
