#include "transform/reductions/extrema_by_lanes.h"

#include <algorithm>

#include "cost/cpu_shape.h"
#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/join_leaves.h"
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Reduction;

/// A loop over a short row is its iterations.
Block without_short_loop(Function& f, const Block& body) {
  Builder build(f);
  const auto* row = body.size() == 1 ? std::get_if<For>(&f[body[0]].node) : nullptr;
  const Constant* length = row == nullptr ? nullptr : build.as_constant(row->extent);
  if (length == nullptr || length->integer > cost::kMostWrittenOut) return body;
  const For loop = *row;
  Block result;
  for (int64_t n = 0; n < length->integer; ++n) {
    Substitution place(f);
    place.replace(loop.counter, build.int64(n));
    append(result, place.block(loop.body));
  }
  return result;
}

bool is_extremum_of_floats(const Reduction& r) {
  return r.kind == analysis::Accumulation::Extremum && is_float(r.type) && may_interleave(r) && !r.accumulator.is_element();
}

}  // namespace

Block extrema_by_lanes(Function& f, For loop, const std::vector<Reduction>& reductions, StmtId plain) {
  Builder build(f);
  loop.body = without_short_loop(f, loop.body);
  const Constant* length = build.as_constant(loop.extent);
  const bool fits = !reductions.empty() && (length == nullptr || length->integer >= kLanes) &&
                    holds_only<Assign, If>(f, loop.body) &&
                    std::all_of(reductions.begin(), reductions.end(), is_extremum_of_floats);
  if (!fits) return {plain};
  const SourceRange range = f[plain].range;
  Block by_lanes = sum_in_order(f, loop, reductions, true, range);
  const ExprId enough = build.compare(CompareOp::GreaterEqual, loop.extent, build.int64(kLanes));
  return {build.if_then(enough, std::move(by_lanes), {plain}, range)};
}

}  // namespace unpython::transform
