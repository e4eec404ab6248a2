// The arrays of one launch that runs tile by tile: those that are held as a whole, and those of which each
// tile gets a region in one of a few places that take turns.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "driver/compile/known_uses.h"
#include "driver/compile/launch_plan.h"
#include "driver/execute/gpu_arrays.h"
#include "footprint/array_uses.h"
#include "kernel/launch.h"
#include "runtime/memory/transfer.h"

namespace unpython::driver {

/// A buffer of a kernel.
struct KernelBuffer {
  size_t buffer = 0;
  std::vector<size_t> members{};  ///< its arrays, by their place among those of the kernel
  bool loaded = false;
  bool stored = false;
};

/// Of members of a buffer that are names of one array: what all of them use.
[[nodiscard]] footprint::ArrayUse use_of(const KernelBuffer& buffer,
                                         std::span<const footprint::ArrayUse> uses);

/// The buffers of the arrays that a kernel loads from or stores to. Several names of one array have a region
/// each, as long as it is not held.
[[nodiscard]] std::vector<KernelBuffer> buffers_of(const GpuArrays& arrays, const kernel::Kernel& kernel);

/// What iterations of the kernel need of a buffer that is not held. `uses`: by array of the kernel.
[[nodiscard]] footprint::Region region_of(GpuArrays& arrays, const kernel::Kernel& kernel,
                                          const KernelBuffer& buffer,
                                          std::span<const footprint::ArrayUse> uses);
/// The most bytes that go in for that region; 0 where all of it is stored anyway.
[[nodiscard]] int64_t bytes_in(GpuArrays& arrays, const kernel::Kernel& kernel, const KernelBuffer& buffer,
                               std::span<const footprint::ArrayUse> uses);
/// How many places a buffer needs whose regions differ from tile to tile, so that the next one can be filled
/// and the last one emptied while a kernel uses another.
[[nodiscard]] int places_for(const KernelBuffer& buffer, bool fetched);

/// One launch. The members go with those of driver::TileStages.
class GpuTiles {
 public:
  /// The use of the kernel's arrays by a tile.
  using Uses = std::function<std::vector<footprint::ArrayUse>(int64_t tile)>;

  /// `all`: the use by all tiles together. Buffers of `kernel` that are not held get `places`, by buffer as
  /// in buffers_of(). `early`: nothing of the call follows, so what a tile has stored to held buffers goes
  /// back at once. `slices`: the tiles cut the outermost loop alone: what they need of held buffers may come
  /// with each, else all of it comes with the first.
  GpuTiles(GpuArrays& arrays, const kernel::Kernel& kernel, Uses uses, KnownUses::Uses all, int64_t tiles,
           std::span<const TilePlaces> places, bool early, bool slices);

  void prepare(int64_t tile);
  [[nodiscard]] bool must_wait(int64_t tile) const;
  void fetch(int64_t tile, CopyList& list);
  /// The arrays of the kernel, for a tile that was prepared.
  [[nodiscard]] std::vector<DeviceArray> arrays(int64_t tile) const;
  /// Its kernels were queued.
  void mark_stored(int64_t tile);
  void store(int64_t tile, CopyList& list);

 private:
  struct Part {
    KernelBuffer of;
    bool held = false;
    bool early = false;
    bool streams = false;
    footprint::Footprint needed{};  ///< by all tiles; packed only
    std::vector<SlotMemory> places{};
  };
  /// One part in one tile.
  struct Moment {
    footprint::Region region{};
    size_t place = 0;
    bool fresh = true;                                 ///< not what the tile before had
    std::vector<footprint::Footprint> stored{};        ///< by member, since the region is there
  };
  struct Tile {
    std::vector<footprint::ArrayUse> uses;
    std::vector<Moment> parts;
  };
  static constexpr int64_t kRemembered = 4;  ///< tiles in flight, and one
  [[nodiscard]] const Tile& at(int64_t tile) const {
    return remembered_[static_cast<size_t>(tile % kRemembered)];
  }
  [[nodiscard]] Tile& at(int64_t tile) { return remembered_[static_cast<size_t>(tile % kRemembered)]; }
  [[nodiscard]] bool comes_in_slabs(const KernelBuffer& buffer) const;
  [[nodiscard]] bool overlaps(const Part& part, const footprint::Region& region, const Moment& stored) const;

  GpuArrays& arrays_;
  const kernel::Kernel& kernel_;
  const Uses uses_;
  const KnownUses::Uses all_;
  const int64_t tiles_;
  const Adding adding_;
  std::vector<Part> parts_;
  std::array<Tile, kRemembered> remembered_;
};

}  // namespace unpython::driver
