// The ordered list of passes from loop IR as written to a host part with kernels.
//
// Problem:  a function is nests, code between nests and loops around nests; the nests go to a device, the
//           rest steers it.
// Choice:   one function stays one function. Its Grid loops are kernels (find_kernels); all else is the host
//           part, small scalar code that the driver steps through with the interpreter (ir::Machine), so that
//           it has the meaning that is tested everywhere, needs no machine code, and any launch may fail
//           without a trace. Loops over elements are kernels too, of one work item where they run in order;
//           the driver runs such a kernel as code of the processor where that is faster (processor_twin.h).
// Rejected: outlined kernel functions from the start (a second copy of the tables, and analyses that no longer
//           see how nests hang together), and machine code for the scalar code (10 ms to compile some twenty
//           nodes that are stepped through in 2 us).
#pragma once
#include "ir/groups.h"
#include "transform/time_loops/join_turns.h"  // ChunkRoom
#include "transform/pipeline.h"
#include "transform/groups/group_iterations.h"  // kGroupItems

namespace unpython::transform {

/// Memory for arrays that iterations have for themselves, where nobody knows the device.
inline constexpr int64_t kUsualLocalBytes = int64_t{1} << 28;
/// Memory of a group for what tells its work items apart.
inline constexpr int64_t kItemBytes = 2 << 10;
/// Memory of a group for arrays that its work items share.
inline constexpr int64_t kUsualGroupBytes = ir::kLocalBytes - kItemBytes;
/// Of a large GPU.
inline constexpr ChunkRoom kUsualChunkRoom{.group_bytes = kUsualGroupBytes, .array_bytes = int64_t{1} << 34, .least_groups = 66};

/// Passes that can be left out.
struct GpuPasses {
  bool columns_first = true;  ///< of triangular nests
  bool join_nests = true;     ///< that follow each other
};

/// `simplified`: from transform::simplify_source. `facts`: of a call, as far as they are known.
/// `local_bytes`: what arrays that iterations have for themselves may take of the device, for each of them
/// that is not small. `group_bytes`: what those take that the work items of a group share. `chunks`: of time loops.
[[nodiscard]] transform::Pipeline schedule_for_gpu(const ir::Function& simplified,
                                                   const analysis::CallFacts& facts, const Options& options,
                                                   const transform::PassObserver& observer,
                                                   int64_t local_bytes = kUsualLocalBytes,
                                                   int64_t group_bytes = kUsualGroupBytes,
                                                   const ChunkRoom& chunks = kUsualChunkRoom,
                                                   const GpuPasses& passes = {});

}  // namespace unpython::transform
