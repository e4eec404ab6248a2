// Slices: Python's rules for negative and missing ends, as expressions that stay linear where they can.
#include <limits>

#include "frontend/lower/lowerer.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

using ir::CompareOp;

namespace {

bool is_absent(const Value& bound) { return bound.type.is(Type::Kind::None); }

}  // namespace

/// An end of a slice as an index: negative ones count from the extent. `limits`: where the result is held, as far as it has to be: a
/// constant, and what is never negative, stay what they are where no element depends on it. `natural`: never negative.
ir::ExprId ArrayCode::slice_end(ir::ExprId end, bool natural, ir::ExprId extent, const EndLimits& limits) {
  const ir::Constant* known = build_.as_constant(end);
  constexpr int64_t kFar = int64_t{1} << 62;  // the distance to the other end may need more than 64 bits
  const bool is_far = known && (known->integer < -kFar || known->integer > kFar);
  const auto at_least = [&](ir::ExprId x) { return !known || limits.needs_least || is_far ? build_.max(x, limits.least) : x; };
  const auto at_most = [&](ir::ExprId x) { return limits.needs_most || is_far ? build_.min(x, limits.most) : x; };
  if (known) natural = known->integer >= 0;
  if (natural) return at_most(end);
  const ir::ExprId from_end = at_least(build_.add(extent, end));
  return known ? from_end : build_.select(less_than(end, 0), from_end, at_most(end));
}

/// Ends of a slice that runs up (or down, with a negative step). Only what keeps every element inside is
/// limited: a start beyond the other end leaves no element.
ScalarCode::SliceEnds Lowerer::slice_ends(const resolved::Slice& node, const Value& bounds, ir::ExprId extent,
                                          bool up) {
  const Value& lower = bounds.elements[0];
  const Value& upper = bounds.elements[1];
  const ir::ExprId zero = build_.int64(0);
  const ir::ExprId last = build_.add(extent, build_.int64(-1));
  const ir::ExprId before = build_.int64(-1);
  const auto end = [&](const Value& bound, resolved::ExprId id, ir::ExprId absent, bool is_first) {
    if (is_absent(bound)) return absent;
    return slice_end(bound.expr, is_never_negative(id), extent,
                     {up ? zero : before, up ? extent : last, is_first == up, is_first != up});
  };
  return {end(lower, node.lower, up ? zero : last, true), end(upper, node.upper, up ? extent : before, false)};
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
  ir::ExprId step = is_absent(ends.elements[2]) ? build_.int64(1) : ends.elements[2].expr;
  if (const ir::Constant* known = build_.as_constant(step)) {
    if (known->integer == 0) {  // k - k: the program ends here, and what follows needs some step
      raise_if(is_zero(step), ir::ErrorKind::ValueError, "slice step cannot be zero", range);
      step = build_.int64(1);
      known = build_.as_constant(step);
    }
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
