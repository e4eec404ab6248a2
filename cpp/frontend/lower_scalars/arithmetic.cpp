// Operators on two scalars and on one. Python numbers raise where Python raises; NumPy's follow IEEE and
// wrap.
#include <limits>

#include "frontend/lower_scalars/scalar_code.h"
#include "frontend/types/alternatives.h"

namespace unpython::frontend {

using Op = syntax::BinaryOperator;

namespace {

constexpr const char* kOverflow = "integer overflow: the result needs more than 64 bits";

/// Bool is an integer of one bit in NumPy: + is or, * is and.
ir::BinaryOp on_bool(Op op) {
  switch (op) {
    case Op::Add:
      return ir::BinaryOp::LogicalOr;
    case Op::Mult:
      return ir::BinaryOp::LogicalAnd;
    case Op::BitAnd:
      return ir::BinaryOp::BitAnd;
    case Op::BitOr:
      return ir::BinaryOp::BitOr;
    default:
      return ir::BinaryOp::BitXor;
  }
}

ir::BinaryOp on_numbers(Op op) {
  switch (op) {
    case Op::Add:
      return ir::BinaryOp::Add;
    case Op::Sub:
      return ir::BinaryOp::Subtract;
    case Op::Mult:
      return ir::BinaryOp::Multiply;
    case Op::Div:
      return ir::BinaryOp::Divide;
    case Op::FloorDiv:
      return ir::BinaryOp::FloorDivide;
    case Op::Mod:
      return ir::BinaryOp::Modulo;
    case Op::BitAnd:
      return ir::BinaryOp::BitAnd;
    case Op::BitOr:
      return ir::BinaryOp::BitOr;
    case Op::BitXor:
      return ir::BinaryOp::BitXor;
    case Op::LShift:
      return ir::BinaryOp::ShiftLeft;
    default:
      return ir::BinaryOp::ShiftRight;
  }
}

}  // namespace

ir::ExprId ScalarCode::arithmetic(Op op, const Type& result, ir::ExprId a, ir::ExprId b,
                                  const SourceRange& range) {
  if (result.scalar == ScalarType::Bool) return build_.binary(on_bool(op), a, b);
  const bool may_overflow = op == Op::Add || op == Op::Sub || op == Op::Mult;
  const bool check =
      may_overflow && options_.overflow == OverflowMode::Check && result.weak && is_integer(result.scalar);
  if (!check) return build_.binary(on_numbers(op), a, b);
  a = once(a);
  b = once(b);
  const ir::ExprId value = once(build_.binary(on_numbers(op), a, b));
  check_overflow(op, a, b, value, range);
  return value;
}

/// Signed overflow of `result` = a op b, read off the wrapped result.
void ScalarCode::check_overflow(Op op, ir::ExprId a, ir::ExprId b, ir::ExprId result,
                                const SourceRange& range) {
  const auto differs = [&](ir::ExprId x, ir::ExprId y) { return build_.binary(ir::BinaryOp::BitXor, x, y); };
  const auto both = [&](ir::ExprId x, ir::ExprId y) { return build_.binary(ir::BinaryOp::BitAnd, x, y); };
  ir::ExprId overflow;
  if (op == Op::Add) {
    overflow = less_than(both(differs(a, result), differs(b, result)), 0);
  } else if (op == Op::Sub) {
    overflow = less_than(both(differs(a, b), differs(a, result)), 0);
  } else {
    const ir::ExprId back = build_.floor_div(result, a);
    const ir::ExprId wrong = build_.compare(ir::CompareOp::NotEqual, back, b);
    const ir::ExprId lowest = build_.int64(std::numeric_limits<int64_t>::min());
    const ir::ExprId negated_lowest =
        build_.logical_and(build_.compare(ir::CompareOp::Equal, a, build_.int64(-1)),
                           build_.compare(ir::CompareOp::Equal, b, lowest));
    overflow = build_.logical_and(build_.logical_not(is_zero(a)), build_.logical_or(wrong, negated_lowest));
  }
  raise_if(overflow, ir::ErrorKind::OverflowError, kOverflow, range);
}

void ScalarCode::check_divisor(Op op, bool integers, ir::ExprId divisor, const SourceRange& range) {
  std::string message = "complex division by zero";
  if (integers) {
    message = op == Op::Div        ? "division by zero"
              : op == Op::FloorDiv ? "integer division or modulo by zero"
                                   : "integer modulo by zero";
  } else if (is_float(build_.type_of(divisor))) {
    message = op == Op::Div        ? "float division by zero"
              : op == Op::FloorDiv ? "float floor division by zero"
                                   : "float modulo";
  }
  raise_if(is_zero(divisor), ir::ErrorKind::ZeroDivisionError, message, range);
}

ir::ExprId ScalarCode::divide(Op op, const Type& result, bool integers, ir::ExprId a, ir::ExprId b,
                              const SourceRange& range) {
  if (result.weak) {
    b = once(b);
    check_divisor(op, integers, b, range);
    if (options_.overflow == OverflowMode::Check && op == Op::FloorDiv && is_integer(result.scalar)) {
      a = once(a);
      const ir::ExprId lowest = build_.int64(std::numeric_limits<int64_t>::min());
      raise_if(build_.logical_and(build_.compare(ir::CompareOp::Equal, a, lowest),
                                  build_.compare(ir::CompareOp::Equal, b, build_.int64(-1))),
               ir::ErrorKind::OverflowError, kOverflow, range);
    }
    if (is_complex(result.scalar)) return python_quotient(a, b);
  }
  return build_.binary(on_numbers(op), a, b);
}

ir::ExprId ScalarCode::shift(Op op, const Type& result, ir::ExprId a, ir::ExprId b,
                             const SourceRange& range) {
  if (!result.weak) return build_.binary(on_numbers(op), a, b);
  b = once(b);
  raise_if(less_than(b, 0), ir::ErrorKind::ValueError, "negative shift count", range);
  if (op == Op::RShift || options_.overflow != OverflowMode::Check)
    return build_.binary(on_numbers(op), a, b);
  a = once(a);
  const ir::ExprId value = once(build_.binary(ir::BinaryOp::ShiftLeft, a, b));
  const ir::ExprId back = build_.binary(ir::BinaryOp::ShiftRight, value, b);
  raise_if(build_.compare(ir::CompareOp::NotEqual, back, a), ir::ErrorKind::OverflowError, kOverflow, range);
  return value;
}

ir::ExprId ScalarCode::negatable(ir::ExprId number, const Type& result, const SourceRange& range) {
  if (options_.overflow != OverflowMode::Check || !result.weak || !is_integer(result.scalar)) return number;
  const ir::ExprId held = once(number);
  const ir::ExprId lowest = build_.int64(std::numeric_limits<int64_t>::min());
  raise_if(build_.compare(ir::CompareOp::Equal, held, lowest), ir::ErrorKind::OverflowError, kOverflow,
           range);
  return held;
}

ir::ExprId ScalarCode::absolute(const Value& value, const Type& type, const SourceRange& range) {
  if (is_complex(value.type.scalar)) {
    const ir::ExprId size = call(ir::Intrinsic::Abs, value.expr);
    if (!type.weak) return size;
    const ir::ExprId held = once(size);
    const ir::ExprId finite = call(ir::Intrinsic::IsFinite, value.expr);
    raise_if(build_.logical_and(call(ir::Intrinsic::IsInf, held), finite), ir::ErrorKind::OverflowError,
             "absolute value too large", range);
    return held;
  }
  const ir::ExprId number = cast(value.expr, type.scalar);
  const bool never_negative = type.scalar == ScalarType::Bool || is_unsigned_integer(type.scalar);
  return never_negative ? number : call(ir::Intrinsic::Abs, negatable(number, type, range));
}

}  // namespace unpython::frontend
