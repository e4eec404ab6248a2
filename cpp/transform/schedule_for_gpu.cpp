#include "transform/schedule_for_gpu.h"

#include "transform/checks/hoist_checks.h"
#include "transform/grid/columns_first.h"
#include "transform/grid/expand_local_arrays.h"
#include "transform/grid/join_nests.h"
#include "transform/grid/map_grid.h"
#include "transform/grid/own_local_arrays.h"
#include "transform/grid/place_statements.h"
#include "transform/grid/recompute_temporaries.h"
#include "transform/grid/split_nests.h"
#include "transform/grid/sums_ahead.h"
#include "transform/grid/write_out_own_loops.h"
#include "transform/loops/contract_fma.h"
#include "transform/loops/interchange_loops.h"
#include "transform/loops/order_loops.h"
#include "transform/reductions/checks_apart.h"
#include "transform/reductions/split_reductions.h"
#include "transform/source/scalarize_temporaries.h"
#include "transform/source/simplify.h"

namespace unpython::transform {

transform::Pipeline schedule_for_gpu(const ir::Function& simplified, const analysis::CallFacts& facts,
                                     const Options& options, const transform::PassObserver& observer,
                                     int64_t local_bytes, int64_t group_bytes, const ChunkRoom& chunks,
                                     const GpuPasses& passes) {
  transform::Pipeline result{simplified, {}};
  const auto pass = [&](std::string_view name, ir::Function next) {
    result.function = std::move(next);
    if (observer) observer(name, result.function);
  };
  pass("order_loops", transform::order_loops(result.function, facts, options, result.nests));
  pass("hoist_checks", transform::hoist_checks(result.function, facts));
  if (passes.columns_first) {
    ir::Function by_columns = columns_first(result.function, simplified, facts, result.nests);
    const bool same = by_columns.body == result.function.body;
    pass("columns_first", same ? std::move(by_columns) : transform::simplify(by_columns));
  }
  result.function.level = ir::Level::Scheduling;
  ir::Function recomputed = recompute_temporaries(result.function);
  FusionReport unread;
  const bool keeps_all = recomputed.body == result.function.body;
  pass("recompute_temporaries", keeps_all ? std::move(recomputed) : transform::scalarize_temporaries(recomputed, unread));
  pass("sums_ahead", sums_ahead(result.function));
  pass("group_iterations", transform::group_iterations(result.function, group_bytes));
  pass("split_reductions",
       transform::split_reductions(result.function, options.fp, transform::TreeForm::Parallel, result.nests));
  pass("checks_apart", transform::checks_apart(result.function));
  pass("own_local_arrays", own_local_arrays(result.function));
  pass("expand_local_arrays", expand_local_arrays(result.function, local_bytes));
  pass("split_nests", split_nests(result.function));
  pass("interchange_loops", transform::interchange_loops(result.function, transform::MemoryOrder(), result.nests,
                                                         transform::NeighboursRunOn::Threads));
  pass("map_grid", map_grid(result.function));
  pass("place_statements", place_statements(result.function));
  pass("write_out_own_loops", write_out_own_loops(result.function));
  result.function.level = ir::Level::Scheduled;
  if (options.fp != FloatMode::Strict) pass("contract_fma", transform::contract_fma(result.function, options.fp));
  pass("join_turns", join_turns(result.function, chunks, result.nests));
  if (passes.join_nests) pass("join_nests", join_nests(result.function, result.nests));
  return result;
}

}  // namespace unpython::transform
