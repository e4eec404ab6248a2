// How the iterations of a kernel are dealt out to several devices.
//
// Each device gets one contiguous piece, along the outermost dimension of the grid that has an iteration for each: then
// what it touches is contiguous for most programs, and the pieces of one nest lie where those of the next one do.
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

namespace unpython::driver {

/// Why a nest runs on one device; listed in reasons.h. No code: it need not.
struct NotDealt {
  std::string code{};
  std::string reason{};
};

/// Ranges of the grid for each piece, at most `devices`; one piece or none where there is nothing to cut.
[[nodiscard]] std::vector<std::vector<footprint::IterationRange>> cut_grid(std::span<const int64_t> extents,
                                                                           size_t devices);

/// Whether pieces of these uses (one for each piece, by array of the kernel) give the same result on devices of their own:
/// nobody stores or needs what another one stores.
[[nodiscard]] NotDealt judge_pieces(const ir::Function& function, const kernel::Kernel& kernel,
                                    std::span<const KnownUses::Uses> pieces);

}  // namespace unpython::driver
