// Conversions between scalar types, with the errors that Python and NumPy raise, and small building blocks.
#include <cmath>
#include <limits>

#include "frontend/lower_scalars/scalar_code.h"
#include "frontend/types/alternatives.h"
#include "ir/eval.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr const char* kTooLarge = "an integer of Python that needs more than 64 bits is not supported";
constexpr const char* kTooLargeForC = "Python int too large to convert to C long";

/// Nodes up to which an expression is repeated rather than kept in a variable.
constexpr int kCheap = 6;

bool is_cheap(const ir::ExprNode& node) {
  if (const auto* binary = std::get_if<ir::Binary>(&node))
    return binary->op == ir::BinaryOp::Add || binary->op == ir::BinaryOp::Subtract ||
           binary->op == ir::BinaryOp::Multiply;
  return is_one_of<ir::Const, ir::Read, ir::Extent, ir::Cast>(node);
}

}  // namespace

ir::ExprId ScalarCode::cast(ir::ExprId expr, ScalarType type) {
  const ScalarType from = build_.type_of(expr);
  if (from == type) return expr;
  return is_time(from) || is_time(type) ? cast_time(expr, type) : build_.cast(type, expr);
}

ir::ExprId ScalarCode::is_zero(ir::ExprId expr) {
  return build_.compare(ir::CompareOp::Equal, expr, build_.number(build_.type_of(expr), 0));
}

ir::ExprId ScalarCode::less_than(ir::ExprId expr, int64_t bound) {
  return build_.compare(ir::CompareOp::Less, expr, build_.number(build_.type_of(expr), bound));
}

void ScalarCode::raise_if(ir::ExprId condition, ir::ErrorKind kind, const std::string& message,
                          const SourceRange& range, std::vector<ir::ExprId> arguments) {
  const ir::Constant* known = build_.as_constant(condition);
  if (known && known->integer == 0) return;
  ir::Block raise{build_.raise(build_.error(kind, message, range), std::move(arguments), range)};
  emit(build_.if_then(condition, std::move(raise), {}, range));
}

ir::ExprId ScalarCode::call(ir::Intrinsic op, std::vector<ir::ExprId> arguments) {
  ir::Library library = as_numpy_ ? ir::Library::NumPy : ir::Library::C;
  if (options_.fp == FloatMode::Standard || ir::is_exact(op, build_.type_of(arguments[0])))
    library = ir::Library::Accurate;
  else if (options_.fp == FloatMode::Fast)
    library = ir::Library::Fast;
  return build_.call(op, std::move(arguments), library);
}

bool ScalarCode::contains_read(ir::ExprId expr) const {
  return ir::any_expr(out_, expr, [&](ir::ExprId id) { return std::holds_alternative<ir::Read>(out_[id].node); });
}

ir::ExprId ScalarCode::once(ir::ExprId expr) {
  int nodes = 0;
  bool cheap = true;
  ir::walk_exprs(out_, expr, [&](ir::ExprId id) {
    ++nodes;
    cheap &= is_cheap(out_[id].node);
  });
  return cheap && nodes <= kCheap ? expr : hold(expr);
}

ir::ExprId ScalarCode::hold(ir::ExprId expr) {
  if (build_.as_constant(expr)) return expr;
  const ir::VarId variable = build_.variable(unique_name("t"), build_.type_of(expr));
  if (is_one_or_less(expr)) one_or_less_.insert(variable);
  emit(build_.assign(variable, expr));
  return build_.read(variable);
}

void ScalarCode::check_fits(ir::ExprId integer, ScalarType type, const SourceRange& range) {
  const ScalarType from = build_.type_of(integer);
  if (always_fits(from, type)) return;
  if (from == ScalarType::UInt64) {
    const ir::ExprId top = build_.number(from, std::numeric_limits<int64_t>::max());
    raise_if(build_.compare(ir::CompareOp::Greater, integer, top), ir::ErrorKind::OverflowError, kTooLargeForC, range);
    check_fits(cast(integer, ScalarType::Int64), type, range);
    return;
  }
  const ir::ExprId value = cast(integer, ScalarType::Int64);
  if (const auto outside = is_outside(value, type))
    raise_if(*outside, ir::ErrorKind::OverflowError,
             "Python integer {0} out of bounds for " + std::string(name_of(type)), range, {value});
}

std::optional<ir::ExprId> ScalarCode::is_outside(ir::ExprId integer, ScalarType type) {
  const ScalarType from = build_.type_of(integer);
  if (always_fits(from, type)) return std::nullopt;
  const ir::ExprId below = less_than(integer, lowest(type));
  if (size_of(type) == 8) return below;
  return build_.logical_or(below, build_.compare(ir::CompareOp::Greater, integer, build_.number(from, highest(type))));
}

ir::ExprId ScalarCode::operand(const Value& value, ScalarType type, const SourceRange& range) {
  const bool python_integer = value.type.weak && is_integer(value.type.scalar);
  if (!python_integer || !is_integer(type)) return cast(value.expr, type);
  const ir::ExprId integer = always_fits(value.type.scalar, type) ? value.expr : once(value.expr);
  check_fits(integer, type, range);
  return cast(integer, type);
}

/// Toward zero, as int() does; NaN and infinities raise, and so does what needs more than 64 bits: it is refused, or is an error of
/// NumPy's where it is stored.
ir::ExprId ScalarCode::truncate(ir::ExprId real, const SourceRange& range, bool is_stored) {
  const ir::ExprId x = once(cast(real, ScalarType::Float64));
  raise_if(call(ir::Intrinsic::IsNan, x), ir::ErrorKind::ValueError, "cannot convert float NaN to integer",
           range);
  raise_if(call(ir::Intrinsic::IsInf, x), ir::ErrorKind::OverflowError,
           "cannot convert float infinity to integer", range);
  const ir::ExprId below = build_.compare(ir::CompareOp::Less, x, build_.float64(-kTwoTo63));
  const ir::ExprId above = build_.compare(ir::CompareOp::GreaterEqual, x, build_.float64(kTwoTo63));
  raise_if(build_.logical_or(below, above), is_stored ? ir::ErrorKind::OverflowError : ir::ErrorKind::Refused,
           is_stored ? kTooLargeForC : kTooLarge, range);
  return cast(x, ScalarType::Int64);
}

ir::ExprId ScalarCode::to_python_int(const Value& value, const SourceRange& range) {
  if (is_float(value.type.scalar)) return truncate(value.expr, range);
  if (value.type.scalar != ScalarType::UInt64) return cast(value.expr, ScalarType::Int64);
  const ir::ExprId integer = once(value.expr);
  const ir::ExprId top = build_.number(ScalarType::UInt64, std::numeric_limits<int64_t>::max());
  raise_if(build_.compare(ir::CompareOp::Greater, integer, top), ir::ErrorKind::Refused, kTooLarge, range);
  return cast(integer, ScalarType::Int64);
}

/// a[i] = value: NumPy checks everything that is stored to signed integers, and Python numbers stored to
/// unsigned ones.
ir::ExprId ScalarCode::for_element(const Value& value, ScalarType type, const SourceRange& range) {
  const ScalarType from = value.type.scalar;
  const bool checked = is_signed_integer(type) || (is_integer(type) && value.type.weak);
  if (!checked || is_complex(from)) return cast(value.expr, type);
  ir::ExprId integer = value.expr;
  if (is_float(from)) {
    integer = truncate(value.expr, range, true);
  } else if (always_fits(from, type)) {
    return cast(integer, type);
  }
  integer = once(integer);
  check_fits(integer, type, range);
  return cast(integer, type);
}

/// np.int32(x) and its kin: Python numbers are checked, NumPy's are cast.
ir::ExprId ScalarCode::explicit_conversion(const Value& value, ScalarType type, const SourceRange& range) {
  if (!value.type.weak || value.type.scalar == type || !is_integer(type) ||
      !(is_whole_number(value.type.scalar) || is_float(value.type.scalar)))
    return cast(value.expr, type);
  const ir::ExprId integer = once(is_float(value.type.scalar) ? truncate(value.expr, range, true) : value.expr);
  check_fits(integer, type, range);
  return cast(integer, type);
}

}  // namespace unpython::frontend
