// Work that is done tile by tile: what the next tile needs goes in while one is worked on, and what the last
// one made comes out.
#pragma once
#include <cstdint>

#include "driver/steps/executor.h"
#include "runtime/memory/transfer.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What is done with each tile; tiles count from 0. Every member is called for the tiles in order, prepare()
/// of tile t + 1 after work() of tile t and before store() of tile t.
class UNPYTHON_API TileStages {
 public:
  TileStages() = default;
  TileStages(const TileStages&) = delete;
  TileStages& operator=(const TileStages&) = delete;
  virtual ~TileStages();
  /// Decides what a tile needs, and where. Memory that it takes over from a tile before may be that of tile
  /// t - 2, or what only kernels used, of tile t - 1.
  virtual void prepare(int64_t tile) = 0;
  /// Some of what a tile needs is what store() of the tile before, or of the one before that, brings, or goes
  /// where they are.
  [[nodiscard]] virtual bool must_wait(int64_t tile) const = 0;
  /// Adds copies to the device, aside.
  virtual void fetch(int64_t tile, CopyList& list) = 0;
  /// Queues the kernels of a tile in gpu.queue().
  virtual void work(int64_t tile) = 0;
  /// Adds copies from the device, aside.
  virtual void store(int64_t tile, CopyList& list) = 0;
};

/// Runs all tiles. When it returns, everything has come out, and the last kernels may still run in
/// gpu.queue(). After an exception nothing is in flight but what waits there.
UNPYTHON_API void run_tiles(Executor& executor, TileStages& stages, int64_t tiles);

}  // namespace unpython::driver
