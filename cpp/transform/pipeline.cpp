// The passes, in order.
#include "transform/pipeline.h"

#include "transform/choose_vector_loops.h"
#include "transform/contract_fma.h"
#include "transform/fold_temporaries.h"
#include "transform/hoist_checks.h"
#include "transform/interchange_loops.h"
#include "transform/order_loops.h"
#include "transform/parallelize_loops.h"
#include "transform/simplify.h"
#include "transform/split_reductions.h"
#include "transform/tile_contraction.h"

namespace unpython::transform {

ir::Function simplify_source(const ir::Function& source, const PassObserver& observer) {
  ir::Function folded = fold_temporaries(source);
  if (observer) observer("fold_temporaries", folded);
  ir::Function simple = simplify(folded);
  if (observer) observer("simplify", simple);
  return simple;
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
  pass("hoist_checks", hoist_checks(result.function, facts));
  result.function.level = ir::Level::Scheduling;
  pass("split_reductions", split_reductions(result.function, options.fp, TreeForm::InOrder));
  pass("tile_contraction", tile_contraction(result.function, target));
  pass("interchange_loops", interchange_loops(result.function));
  pass("choose_vector_loops", choose_vector_loops(result.function, target));
  pass("parallelize_loops", parallelize_loops(result.function));
  if (options.fp != FloatMode::Strict) pass("contract_fma", contract_fma(result.function));
  return result;
}

}  // namespace unpython::transform
