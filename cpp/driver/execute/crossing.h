// Which elements of a region are copied, beside what is there: to the device, back for code of the host, to and from a tile, home when
// the call ends, from one device to another. GpuArrays asks here for buffers that are held, GpuTiles for regions of tiles,
// SeveralMachine for what devices need of each other, the report of groups and the estimates for calls that do not run.
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
/// What goes home when the call ends, or the buffer leaves the device.
[[nodiscard]] footprint::Footprint crossing_home(const HeldState& state);
/// What crosses from a device to another one before a kernel uses the array so there. `to`: what that one has; null: it comes by
/// way of the host, for all that is used.
[[nodiscard]] footprint::Footprint crossing_between(const HeldState& from, const footprint::ArrayUse& use, const HeldState* to);
/// What leaves the region of a tile that has `stored` it; `goes_on`: the next tile has the same region.
[[nodiscard]] footprint::Footprint crossing_out(const footprint::Footprint& stored, bool goes_on);
/// What crosses for a tile of this use to a region of its own; `needed`: by all tiles, of which those that go on with the
/// region bring nothing.
[[nodiscard]] footprint::Footprint crossing_in(const footprint::Region& region, const footprint::ArrayUse& use,
                                               const footprint::Footprint& needed);
/// Bytes that cross for elements of an array, in its place in the buffer.
[[nodiscard]] int64_t bytes_of(const HeldState& state, const footprint::Footprint& elements, bool beside);

}  // namespace unpython::driver
