// Settings of a compilation and of a call. They are passed down, never looked up.
#pragma once
#include <compare>
#include <cstdint>

namespace unpython {

/// How floating point may be rearranged.
enum class FloatMode : uint8_t {
  Standard,  ///< fma where the IR says so; parallel sums by the fixed tree
  Strict,    ///< no fma, sums in iteration order: bit for bit CPython
  Fast,      ///< also reassociation and approximate functions
};

enum class OverflowMode : uint8_t { Wrap, Check };
enum class RaceMode : uint8_t { Ordered, Error, Trust };

struct Options {
  FloatMode fp = FloatMode::Standard;
  OverflowMode overflow = OverflowMode::Wrap;
  RaceMode races = RaceMode::Ordered;
  /// Loops that are not marked parallel run in parallel where that is proven and worth it.
  bool auto_parallel = false;
  /// Subscripts are checked against the extents.
  bool check_bounds = true;
  /// Fallbacks and unproven races are errors.
  bool strict = false;
  /// Worker threads of a call; 0 means all that the process may use.
  int threads = 0;
  /// Machine code is kept on disk.
  bool disk_cache = true;
  /// Bytes of device memory that one call may use; 0: what the device has.
  int64_t memory_limit = 0;
  /// A device was named, or is there: NumPy functions are written as loops for very many work items. Set, not wished for.
  bool for_device = false;
  /// NumPy is in the process and may be called: its sorts are taken where they are quicker. Set, not wished for.
  bool has_numpy = false;
  auto operator<=>(const Options&) const = default;
};

}  // namespace unpython
