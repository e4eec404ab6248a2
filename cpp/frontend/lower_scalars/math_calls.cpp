// Functions of module math: float64 in and out, with the ValueError or OverflowError that CPython raises.
#include <limits>

#include "frontend/lower_scalars/scalar_code.h"

namespace unpython::frontend {

using ir::CompareOp;
using ir::Intrinsic;

void ScalarCode::domain_error_if(ir::ExprId condition, const SourceRange& range) {
  raise_if(condition, ir::ErrorKind::ValueError, "math domain error", range);
}

ir::ExprId ScalarCode::math_call(const LibraryFunction& f, const std::vector<Value>& arguments,
                                 const SourceRange& range) {
  const Value& first = arguments[0];
  switch (f.family) {
    case Family::MathLog:
      return math_log(arguments, range);
    case Family::MathToInteger:
      if (!first.type.weak && (first.type.scalar == ScalarType::Int64 || first.type.scalar == ScalarType::UInt64))  // made a float first
        return truncate(cast(first.expr, ScalarType::Float64), range);
      if (!is_float(first.type.scalar)) return to_python_int(first, range);
      return truncate(call(f.op, first.expr), range);
    case Family::MathBinary: {
      const ir::ExprId x = cast(first.expr, ScalarType::Float64);
      return math_binary(f, x, cast(arguments[1].expr, ScalarType::Float64), range);
    }
    default:
      break;
  }
  const ir::ExprId x = cast(first.expr, ScalarType::Float64);
  if (f.family == Family::MathTest) return call(f.op, x);
  if (f.family == Family::MathScale) return build_.mul(x, build_.float64(f.factor));
  return math_unary(f, x, range);
}

ir::ExprId ScalarCode::math_unary(const LibraryFunction& f, ir::ExprId x, const SourceRange& range) {
  if (f.guard == Guard::None) return call(f.op, x);
  x = once(x);
  const auto against = [&](CompareOp op, double bound) {
    return build_.compare(op, x, build_.float64(bound));
  };
  const auto outside = [&](CompareOp op) {
    return build_.compare(op, call(Intrinsic::Abs, x), build_.float64(1));
  };
  const auto whole_up_to_zero = [&] {
    const ir::ExprId whole = build_.compare(CompareOp::Equal, call(Intrinsic::Floor, x), x);
    return build_.logical_and(whole, against(CompareOp::LessEqual, 0));
  };
  const auto is_negative_infinity = [&] {
    return against(CompareOp::Equal, -std::numeric_limits<double>::infinity());
  };
  switch (f.guard) {
    case Guard::Negative:
      domain_error_if(against(CompareOp::Less, 0), range);
      break;
    case Guard::NotPositive:
      domain_error_if(against(CompareOp::LessEqual, 0), range);
      break;
    case Guard::BelowMinusOne:
      domain_error_if(against(CompareOp::LessEqual, -1), range);
      break;
    case Guard::BelowOne:
      domain_error_if(against(CompareOp::Less, 1), range);
      break;
    case Guard::Infinite:
      domain_error_if(call(Intrinsic::IsInf, x), range);
      break;
    case Guard::OutsideUnit:
      domain_error_if(outside(CompareOp::Greater), range);
      break;
    case Guard::OutsideOpenUnit:
      domain_error_if(outside(CompareOp::GreaterEqual), range);
      break;
    case Guard::Pole:
      domain_error_if(whole_up_to_zero(), range);
      break;
    case Guard::LogPole:
      domain_error_if(build_.logical_and(whole_up_to_zero(), build_.logical_not(is_negative_infinity())),
                      range);
      break;
    default:
      break;
  }
  const bool may_overflow = f.guard == Guard::Range || f.guard == Guard::Pole || f.guard == Guard::LogPole;
  if (!may_overflow) return call(f.op, x);
  const ir::ExprId result = once(call(f.op, x));
  raise_if(build_.logical_and(call(Intrinsic::IsInf, result), call(Intrinsic::IsFinite, x)),
           ir::ErrorKind::OverflowError, "math range error", range);
  return result;
}

ir::ExprId ScalarCode::math_binary(const LibraryFunction& f, ir::ExprId x, ir::ExprId y,
                                   const SourceRange& range) {
  if (f.guard == Guard::None) return call(f.op, {x, y});
  x = once(x);
  y = once(y);
  if (f.guard == Guard::FmodDomain) {
    const auto number = [&](ir::ExprId v) { return build_.logical_not(call(Intrinsic::IsNan, v)); };
    domain_error_if(build_.logical_or(build_.logical_and(is_zero(y), number(x)),
                                      build_.logical_and(call(Intrinsic::IsInf, x), number(y))),
                    range);
    return call(f.op, {x, y});
  }
  const ir::ExprId result = once(call(f.op, {x, y}));
  const ir::ExprId finite =
      once(build_.logical_and(call(Intrinsic::IsFinite, x), call(Intrinsic::IsFinite, y)));
  const ir::ExprId infinite = call(Intrinsic::IsInf, result);
  const ir::ExprId undefined =
      build_.logical_or(call(Intrinsic::IsNan, result), build_.logical_and(infinite, is_zero(x)));
  domain_error_if(build_.logical_and(finite, undefined), range);
  raise_if(build_.logical_and(finite, infinite), ir::ErrorKind::OverflowError, "math range error", range);
  return result;
}

ir::ExprId ScalarCode::math_log(const std::vector<Value>& arguments, const SourceRange& range) {
  const auto log_of = [&](const Value& value) {
    const ir::ExprId x = once(cast(value.expr, ScalarType::Float64));
    domain_error_if(build_.compare(CompareOp::LessEqual, x, build_.float64(0)), range);
    return call(Intrinsic::Log, x);
  };
  const ir::ExprId numerator = log_of(arguments[0]);
  if (arguments.size() == 1) return numerator;
  const ir::ExprId denominator = once(log_of(arguments[1]));
  check_divisor(syntax::BinaryOperator::Div, false, denominator, range);
  return build_.binary(ir::BinaryOp::Divide, numerator, denominator);
}

}  // namespace unpython::frontend
