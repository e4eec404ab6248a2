// Numbers of iterations and of elements that may need more than 64 bits on the way.
//
// Problem: stop - start and products of extents wrap; a check at each of them would keep loops from being
//          affine.
// Choice:  a call with an integer of 2**61 or more has code of its own (ArgumentType::large). There, and
//          where numbers come from memory, the difference is taken without sign and cut at 2**63 - 1: nobody
//          sees a longer loop end.
#include <algorithm>
#include <limits>

#include "frontend/lower_scalars/scalar_code.h"
#include "support/match.h"

namespace unpython::frontend {

using ir::BinaryOp;
using ir::CompareOp;
using ir::Intrinsic;

namespace {

constexpr int64_t kLarge = int64_t{1} << 61;
constexpr const char* kTooBig =
    "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.";

bool is_wide(ScalarType type) { return type == ScalarType::Int64 || type == ScalarType::UInt64; }

}  // namespace

bool ScalarCode::may_be_large(ir::ExprId integer) {
  for (; statements_seen_ < out_.stmts.size(); ++statements_seen_) {
    const auto* assign = std::get_if<ir::Assign>(&out_[ir::StmtId{statements_seen_}].node);
    if (assign && is_wide(out_[assign->variable].type) && is_large(assign->value))
      large_.insert(assign->variable);
  }
  return is_large(integer);
}

bool ScalarCode::is_large(ir::ExprId integer) const {
  const ScalarType type = out_[integer].type;
  if (!is_wide(type)) return kind_rank(type) > 1;
  return match(
      out_[integer].node,
      [&](const ir::Const& node) { return node.value.integer >= kLarge || node.value.integer <= -kLarge; },
      [&](const ir::Read& node) { return large_.contains(node.variable); },
      [](const ir::Load&) { return true; }, [](const ir::Extent&) { return false; },
      [](const ir::WrapIndex&) { return false; },
      [&](const ir::Unary& node) { return is_large(node.operand); },
      [&](const ir::Binary& node) {
        switch (node.op) {
          case BinaryOp::FloorDivide:
          case BinaryOp::ShiftRight:
            return is_large(node.left);
          case BinaryOp::Modulo:
            return is_large(node.right);
          case BinaryOp::BitAnd:
            return is_large(node.left) && is_large(node.right);
          case BinaryOp::ShiftLeft:
            return !std::holds_alternative<ir::Const>(out_[node.right].node) || is_large(node.left);
          default:
            return is_large(node.left) || is_large(node.right);
        }
      },
      [](const ir::Compare&) { return false; },
      [&](const ir::Select& node) { return is_large(node.if_true) || is_large(node.if_false); },
      [&](const ir::Cast& node) { return is_large(node.operand); },
      [&](const ir::Call& node) {
        const auto large = [&](ir::ExprId argument) { return is_large(argument); };
        if (node.function == Intrinsic::Pow) return true;
        return node.function == Intrinsic::Minimum
                   ? std::all_of(node.arguments.begin(), node.arguments.end(), large)
                   : std::any_of(node.arguments.begin(), node.arguments.end(), large);
      });
}

ir::ExprId ScalarCode::wide_trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step) {
  constexpr ScalarType kBits = ScalarType::UInt64;
  start = once(start);
  stop = once(stop);
  const ir::ExprId zero = build_.int64(0);
  const ir::ExprId rises = build_.compare(CompareOp::Greater, step, zero);
  const ir::ExprId first = once(build_.select(rises, start, stop));
  const ir::ExprId last = once(build_.select(rises, stop, start));
  const ir::ExprId span = build_.sub(cast(last, kBits), cast(first, kBits));
  const ir::ExprId size =
      build_.select(rises, cast(step, kBits), build_.sub(build_.number(kBits, 0), cast(step, kBits)));
  const ir::ExprId one = build_.number(kBits, 1);
  const ir::ExprId trips = build_.add(build_.floor_div(build_.sub(span, one), size), one);
  const ir::ExprId most = build_.number(kBits, std::numeric_limits<int64_t>::max());
  return once(build_.select(build_.compare(CompareOp::Less, first, last),
                            cast(build_.min(trips, most), ScalarType::Int64), zero));
}

ir::ExprId ScalarCode::safe_trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step) {
  const ir::Constant* first = build_.as_constant(start);
  const ir::Constant* by = build_.as_constant(step);
  const bool counts_up = first && first->integer == 0 && by && by->integer == 1;
  if (counts_up || !(may_be_large(start) || may_be_large(stop) || may_be_large(step)))
    return trip_count(start, stop, step);
  return wide_trip_count(start, stop, step);
}

/// In floating point the sum or product is off by so little that no array of that size fits into memory.
ir::ExprId ScalarCode::sum_of_extents(ir::ExprId a, ir::ExprId b, const SourceRange& range) {
  const ir::ExprId sum = build_.add(a, b);
  const auto as_float = [&](ir::ExprId x) { return cast(x, ScalarType::Float64); };
  if (build_.as_constant(a) && build_.as_constant(b) && !may_be_large(a) && !may_be_large(b)) return sum;
  raise_if(
      build_.compare(CompareOp::GreaterEqual, build_.add(as_float(a), as_float(b)), build_.float64(0x1p63)),
      ir::ErrorKind::ValueError, kTooBig, range);
  return sum;
}

ir::ExprId ScalarCode::product_of_extents(ir::ExprId a, ir::ExprId b, const SourceRange& range) {
  const auto is_one = [&](ir::ExprId x) {
    const ir::Constant* known = build_.as_constant(x);
    return known && (known->integer == 0 || known->integer == 1);
  };
  const ir::ExprId product = build_.mul(a, b);
  if (is_one(a) || is_one(b)) return product;
  const auto as_float = [&](ir::ExprId x) { return cast(x, ScalarType::Float64); };
  raise_if(
      build_.compare(CompareOp::GreaterEqual, build_.mul(as_float(a), as_float(b)), build_.float64(0x1p63)),
      ir::ErrorKind::ValueError, kTooBig, range);
  return product;
}

ir::ExprId ScalarCode::product_of(const std::vector<ir::ExprId>& extents, const SourceRange& range) {
  ir::ExprId product = build_.int64(1);
  for (const ir::ExprId extent : extents) product = product_of_extents(product, extent, range);
  return product;
}

void ScalarCode::check_room(const std::vector<ir::ExprId>& extents, ScalarType element, const SourceRange& range,
                            const char* too_long) {
  constexpr double kAddresses = 0x1p47;  // that a process has
  const auto is_of_an_array = [&](ir::ExprId x) { return std::holds_alternative<ir::Extent>(out_[x].node); };
  if (std::all_of(extents.begin(), extents.end(), is_of_an_array)) return;
  ir::ExprId count = build_.float64(1);
  for (const ir::ExprId extent : extents) count = build_.mul(count, cast(extent, ScalarType::Float64));
  const auto has_bytes = [&](double bytes) {
    return build_.compare(CompareOp::GreaterEqual, count, build_.float64(bytes / static_cast<double>(size_of(element))));
  };
  raise_if(has_bytes(0x1p63), ir::ErrorKind::ValueError, extents.size() == 1 ? too_long : kTooBig, range);
  raise_if(has_bytes(kAddresses), ir::ErrorKind::MemoryError, "the arrays that the function makes do not fit into memory", range);
}

}  // namespace unpython::frontend
