// Slices: Python's rules for negative and missing ends, as expressions that stay linear where they can.
#include <limits>

#include "frontend/lower/lowerer.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

using ir::CompareOp;

namespace {

bool is_absent(const Value& bound) { return bound.type.is(Type::Kind::None); }

}  // namespace

/// An end of a slice as an index: negative ones count from the extent, and the result is held between `least`
/// and `most` (invalid: no such limit is needed). `natural`: never negative.
ir::ExprId ArrayCode::slice_end(ir::ExprId end, bool natural, ir::ExprId extent, ir::ExprId least,
                                ir::ExprId most) {
  const auto at_least = [&](ir::ExprId x) { return least.valid() ? build_.max(x, least) : x; };
  const auto at_most = [&](ir::ExprId x) { return most.valid() ? build_.min(x, most) : x; };
  if (const ir::Constant* known = build_.as_constant(end)) natural = known->integer >= 0;
  if (natural) return at_most(end);
  const ir::ExprId from_end = at_least(build_.add(extent, end));
  if (build_.as_constant(end)) return from_end;
  return build_.select(less_than(end, 0), from_end, at_most(end));
}

/// Ends of a slice that runs up (or down, with a negative step). Only what keeps every element inside is
/// limited: a start beyond the other end leaves no element.
ScalarCode::SliceEnds Lowerer::slice_ends(const resolved::Slice& node, const Value& bounds, ir::ExprId extent,
                                          bool up) {
  const Value& lower = bounds.elements[0];
  const Value& upper = bounds.elements[1];
  const auto natural = [&](resolved::ExprId id) { return is_never_negative(id); };
  const ir::ExprId zero = build_.int64(0);
  const ir::ExprId last = build_.add(extent, build_.int64(-1));
  const ir::ExprId before = build_.int64(-1);
  SliceEnds ends;
  ends.first = is_absent(lower) ? (up ? zero : last)
                                : slice_end(lower.expr, natural(node.lower), extent, up ? zero : ir::ExprId{},
                                            up ? ir::ExprId{} : last);
  ends.stop = is_absent(upper) ? (up ? extent : before)
                               : slice_end(upper.expr, natural(node.upper), extent,
                                           up ? ir::ExprId{} : before, up ? extent : ir::ExprId{});
  return ends;
}

ir::ExprId ArrayCode::slice_extent(const SliceEnds& ends, ir::ExprId step) {
  const ir::Constant* first = build_.as_constant(ends.first);
  const ir::Constant* stride = build_.as_constant(step);
  // A sum with a constant, whichever end it comes from: equal extents are then built alike.
  const ir::ExprId trips = first && stride && stride->integer == 1
                               ? build_.add(ends.stop, build_.int64(-first->integer))
                               : trip_count(ends.first, ends.stop, step);
  return build_.max(trips, build_.int64(0));
}

AxisValue Lowerer::slice(const resolved::Slice& node, const Value& bounds, ir::ExprId extent,
                         const SourceRange& range) {
  Value ends = bounds;
  for (Value& end : ends.elements) {
    if (is_absent(end)) continue;
    if (build_.type_of(end.expr) == ScalarType::UInt64)  // beyond every extent
      end.expr = build_.min(end.expr, build_.number(ScalarType::UInt64, std::numeric_limits<int64_t>::max()));
    end.expr = cast(end.expr, ScalarType::Int64);
    if (!build_.as_constant(end.expr)) end.expr = ir::has_load(out_, end.expr) ? hold(end.expr) : once(end.expr);
  }
  const ir::ExprId step = is_absent(ends.elements[2]) ? build_.int64(1) : ends.elements[2].expr;
  if (const ir::Constant* known = build_.as_constant(step)) {
    const SliceEnds found = slice_ends(node, ends, extent, known->integer > 0);
    return {found.first, step, slice_extent(found, step)};
  }
  raise_if(is_zero(step), ir::ErrorKind::ValueError, "slice step cannot be zero", range);
  const SliceEnds up = slice_ends(node, ends, extent, true);
  const SliceEnds down = slice_ends(node, ends, extent, false);
  const ir::ExprId rises = build_.compare(CompareOp::Greater, step, build_.int64(0));
  const ir::ExprId first = hold(build_.select(rises, up.first, down.first));
  const ir::ExprId stop = build_.select(rises, up.stop, down.stop);
  return {first, step, hold(slice_extent({first, stop}, step))};
}

}  // namespace unpython::frontend
