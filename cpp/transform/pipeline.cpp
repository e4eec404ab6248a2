// The passes, in order.
#include "transform/pipeline.h"

#include "ir/rewrite.h"
#include "transform/checks/hoist_checks.h"
#include "transform/checks/hoist_stride_checks.h"
#include "transform/checks/hoist_while_checks.h"
#include "transform/loops/choose_vector_loops.h"
#include "transform/loops/contract_fma.h"
#include "transform/loops/interchange_loops.h"
#include "transform/loops/join_short_rows.h"
#include "transform/loops/join_stacks.h"
#include "transform/loops/join_stores.h"
#include "transform/loops/keep_elements.h"
#include "transform/loops/order_extrema.h"
#include "transform/loops/order_loops.h"
#include "transform/loops/parallelize_loops.h"
#include "transform/loops/reuse_loads.h"
#include "transform/loops/split_at_borders.h"
#include "transform/loops/split_at_shared_element.h"
#include "transform/loops/thread_conditions.h"
#include "transform/loops/unroll_short_loops.h"
#include "transform/loops/widen_overwrites.h"
#include "transform/products/block_vector_products.h"
#include "transform/products/tile_contraction.h"
#include "transform/reductions/split_reductions.h"
#include "transform/rows/distribute_rows.h"
#include "transform/rows/jam_rows.h"
#include "transform/rows/sum_rows_ahead.h"
#include "transform/source/count_by_formula.h"
#include "transform/source/drop_sign_checks.h"
#include "transform/source/eliminate_index_arrays.h"
#include "transform/source/fold_temporaries.h"
#include "transform/source/fuse_loops.h"
#include "transform/source/reuse_searches.h"
#include "transform/source/round_products.h"
#include "transform/source/scalarize_temporaries.h"
#include "transform/source/simplify.h"
#include "transform/source/sink_flags.h"
#include "transform/source/suppose_runs.h"
#include "transform/source/write_out_short_rows.h"

namespace unpython::transform {

namespace {

bool has_array_operations(const ir::Function& function) {
  return ir::any_stmt(function, function.body, [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&function[id].node);
    return loop != nullptr && loop->independent;
  });
}

}  // namespace

ir::Function simplify_source(const ir::Function& source, const PassObserver& observer, FusionReport* report,
                             Products products) {
  ir::Function result = source;
  FusionReport notes;
  const auto pass = [&](std::string_view name, ir::Function next) {
    result = std::move(next);
    if (observer) observer(name, result);
  };
  pass("fold_temporaries", fold_temporaries(result));
  pass("simplify", simplify(result));
  pass("count_by_formula", count_by_formula(result));
  ir::Function sunk = sink_flags(result);
  pass("sink_flags", sunk.body == result.body ? std::move(sunk) : simplify(sunk));
  ir::Function without_signs = drop_sign_checks(result);
  pass("drop_sign_checks", without_signs.body == result.body ? std::move(without_signs) : simplify(without_signs));
  ir::Function supposed = suppose_runs(result);
  pass("suppose_runs", supposed.body == result.body ? std::move(supposed) : simplify(supposed));
  pass("write_out_short_rows", write_out_short_rows(result));
  if (has_array_operations(result)) {
    pass("eliminate_index_arrays", eliminate_index_arrays(result, notes));
    pass("fuse_loops", fuse_loops(result, notes));
    pass("scalarize_temporaries", scalarize_temporaries(result, notes));
    pass("simplify_fused", simplify(fold_temporaries(result)));
  }
  if (products == Products::RoundedInChains) pass("round_products", round_products(result));
  if (report != nullptr) *report = std::move(notes);
  return result;
}

Pipeline schedule_for_cpu(const ir::Function& function, const analysis::CallFacts& facts,
                          const Options& options, const abi::TargetInfo& target,
                          const PassObserver& observer) {
  Pipeline result{function, {}};
  const auto pass = [&](std::string_view name, ir::Function next) {
    result.function = std::move(next);
    if (observer) observer(name, result.function);
  };
  pass("order_loops", order_loops(result.function, facts, options, result.nests));
  ir::Function proven = drop_proven(result.function, facts);
  if (!facts.whole_slices.empty()) {  // their extents are constants now
    proven = write_out_short_rows(simplify(proven), Sums::Keep);
    if (observer) observer("write_out_slices", proven);
  }
  ir::Function reused = reuse_loads(proven);
  // What was a subscript with an element in it is affine now.
  pass("reuse_loads", reused.body == proven.body ? std::move(reused) : simplify(reused));
  pass("reuse_searches", reuse_searches(result.function));
  pass("hoist_checks", hoist_checks(result.function, {}));
  pass("hoist_while_checks", hoist_while_checks(result.function));
  pass("hoist_stride_checks", hoist_stride_checks(result.function));
  result.function.level = ir::Level::Scheduling;
  abi::TargetInfo for_call = target;
  if (options.threads != 0) for_call.threads = options.threads;
  pass("join_short_rows", join_short_rows(result.function));
  pass("distribute_rows", distribute_rows(result.function));
  pass("sum_rows_ahead", sum_rows_ahead(result.function, target));
  pass("split_reductions", split_reductions(result.function, options.fp, TreeForm::InOrder, result.nests));
  pass("tile_contraction", tile_contraction(result.function, for_call));
  pass("block_vector_products", block_vector_products(result.function, target));
  pass("interchange_loops", interchange_loops(result.function, MemoryOrder(function, facts), result.nests));
  pass("widen_overwrites", widen_overwrites(result.function, target));
  pass("choose_vector_loops", choose_vector_loops(result.function, target));
  pass("parallelize_loops", parallelize_loops(result.function));
  pass("unroll_short_loops", unroll_short_loops(result.function));
  pass("join_stores", join_stores(result.function));
  pass("join_stacks", join_stacks(result.function));
  pass("keep_elements", keep_elements(result.function));
  pass("order_extrema", order_extrema(result.function));
  pass("jam_rows", jam_rows(result.function, result.nests));
  pass("split_at_borders", split_at_borders(result.function));
  pass("split_at_shared_element", split_at_shared_element(result.function));
  pass("thread_conditions", thread_conditions(result.function));
  if (options.fp != FloatMode::Strict) pass("contract_fma", contract_fma(result.function, options.fp));
  return result;
}

ir::Function schedule_twin(const ir::Function& twin, const abi::TargetInfo& target,
                           const PassObserver& observer) {
  ir::Function result = twin;
  const auto pass = [&](std::string_view name, ir::Function next) {
    result = std::move(next);
    if (observer) observer(name, result);
  };
  pass("twin", result);
  pass("tile_contraction", tile_contraction(result, target));
  pass("block_vector_products", block_vector_products(result, target));
  pass("choose_vector_loops", choose_vector_loops(result, target));
  pass("parallelize_loops", parallelize_loops(result));
  pass("unroll_short_loops", unroll_short_loops(result));
  pass("join_stores", join_stores(result));
  pass("keep_elements", keep_elements(result));
  pass("order_extrema", order_extrema(result));
  std::vector<analysis::NestNotes> unread;
  pass("jam_rows", jam_rows(result, unread));
  pass("split_at_borders", split_at_borders(result));
  pass("split_at_shared_element", split_at_shared_element(result));
  pass("thread_conditions", thread_conditions(result));
  return result;
}

}  // namespace unpython::transform
