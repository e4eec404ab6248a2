// How the iterations of a kernel are dealt out to several devices, and to the processor beside them.
//
// Each gets one contiguous piece, along the outermost dimension of the grid that has an iteration for each: then what it
// touches is contiguous for most programs, and the pieces of one nest lie where those of the next one do. Devices have pieces
// of one length. The processor has its share of the iterations, and the first piece: what its iterations raise comes first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "driver/compile/known_uses.h"
#include "footprint/array_uses.h"
#include "ir/function.h"
#include "kernel/launch.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Why a nest runs on one device. `code` is listed in reasons.h; empty: the nest may be dealt out.
struct NotDealt {
  std::string code{};
  std::string reason{};
};

/// Ranges of a grid.
struct DealtGrid {
  std::vector<std::vector<footprint::IterationRange>>
      devices{};                                  ///< one piece or none where there is nothing to cut
  std::vector<footprint::IterationRange> host{};  ///< empty: the processor has no piece
  size_t cut = 0;                                 ///< the dimension that is cut
};

/// The processor gets a share of a grid that has at least so many iterations along the dimension that is cut.
inline constexpr int64_t kLeastShared = 16;

/// What the processor takes of a grid.
struct HostShare {
  double share = 0;     ///< of the iterations; 0: it takes no part
  bool of_any = false;  ///< of small grids too, for tests
};

/// `may_cut`: by dimension, where the processor takes part.
[[nodiscard]] UNPYTHON_API DealtGrid cut_grid(std::span<const int64_t> extents, size_t devices,
                                              const HostShare& host = {},
                                              const std::vector<bool>& may_cut = {});

/// Whether pieces of these uses (one for each piece, by array of the kernel) give the same result on devices of their own,
/// or on the processor: nobody stores or needs what another one stores.
[[nodiscard]] NotDealt judge_pieces(const ir::Function& function, const kernel::Kernel& kernel,
                                    std::span<const KnownUses::Uses> pieces);

}  // namespace unpython::driver
