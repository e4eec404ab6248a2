// Operators on values of any type: numbers, numbers of one of several types, arrays.
#include "frontend/lower_arrays/array_function_code.h"
#include "frontend/types/alternatives.h"
#include "frontend/types/sequences.h"

namespace unpython::frontend {

using Op = syntax::BinaryOperator;

/// A tuple of numbers beside an array is an array, and a list that is written out beside a list is a list.
Value ArrayFunctionCode::as_operand(const Value& value, const Value& other, const SourceRange& range) {
  const bool beside_list = other.type.is_list_of_items();
  const auto type = beside_list              ? list_of_tuple(value.type)
                    : other.type.is_array() ? array_of_tuple(value.type)
                                            : std::nullopt;
  if (!type) return value;
  Value made = from_values(value, *type, range);
  made.type.lists = type->lists;
  made.type.weak = type->weak;
  return made;
}

/// z ** 0.5 of an array, which NumPy computes by its square root.
Value ArrayFunctionCode::roots(const Value& array, const SourceRange& range) {
  return elementwise({array}, array.type.scalar, range, [this](const std::vector<Value>& elements) {
    const AsNumpy functions(*this);
    return scalar(elements[0].type, complex_function(ir::Intrinsic::Sqrt, elements[0].expr));
  });
}

Value ArrayFunctionCode::binary(Op op, const Value& left, const Value& right, const SourceRange& range) {
  const bool left_list = left.type.is_list_of_items();
  if (left_list && right.type.is_list_of_items()) return joined_lists(left, right, range);
  if (left_list && right.type.is_number()) return repeated_list(left, right, range);
  if (right.type.is_list_of_items() && left.type.is_number()) return repeated_list(right, left, range);
  if (left.type.is_array() && right.type.is_tuple()) return binary(op, left, as_operand(right, left, range), range);
  if (right.type.is_array() && left.type.is_tuple()) return binary(op, as_operand(left, right, range), right, range);
  for (const Value* operand : {&left, &right})
    if (operand->type.is_list_of_items()) check_no_empty_list(*operand, false, range);
  if (op == Op::MatMult) return product(left, right, product_type(left, right), false, range);
  if (squares_bools(op, left.type, right.type)) return convert_elements(left, ScalarType::Int8, range);
  if (op == Op::Pow && left.type.is_array() && left.type.scalar == ScalarType::Bool && right.type.is_scalar() && right.type.weak &&
      is_integer(right.type.scalar) && !build_.as_constant(right.expr))
    raise_if(build_.compare(ir::CompareOp::Equal, cast(right.expr, ScalarType::Int64), build_.int64(2)), ir::ErrorKind::Refused,
             "the square of an array of bool is int8, its other powers are int64", range);
  if (op == Op::Pow && left.type.is_array() && is_complex(left.type.scalar) && right.type.weak &&
      right.type.scalar == ScalarType::Float64) {
    const ir::Constant* exponent = build_.as_constant(right.expr);
    if (exponent && exponent->real == 0.5) return roots(left, range);
  }
  if (left.type.is_array() || right.type.is_array()) {
    const Type type = over_alternatives({element_of(left.type), element_of(right.type)}, [&](const auto& types) {
      return binary_rule(op, types[0], types[1]).result;
    });
    if (type.is_either()) return binary(op, numpy_value(left, range), numpy_value(right, range), range);
    const ScalarType compute = binary_rule(op, element_of(left.type), element_of(right.type)).compute;
    const std::vector<Value> operands{fitting(left, compute, range), fitting(right, compute, range)};
    // NumPy's operator takes roots of float16, where a number of Python's is the exponent; np.power does not.
    const bool of_python = op == Op::Pow && right.type.is_scalar() && right.type.weak;
    const bool squared = of_python && is_complex(compute) && is_integer(right.type.scalar);
    const bool rooted_half = of_python && compute == ScalarType::Float16;
    return elementwise(operands, type.scalar, range, [this, op, range, rooted_half, squared](const std::vector<Value>& elements) {
      Value result = binary(op, elements[0], elements[1], range);
      if (squared) result.expr = squared_by_two(elements[0].expr, elements[1], result.expr, range);
      if (rooted_half) result.expr = rooted(elements[0].expr, operand(elements[1], ScalarType::Float16, range), result.expr);
      return result;
    });
  }
  if (left.type.is_either() || right.type.is_either()) return binary_on_either(op, left, right, range);
  const OperatorRule rule = binary_rule(op, left.type, right.type);
  if (rule.result.known) return constant_value(rule.result);
  if (is_time(left.type.scalar) || is_time(right.type.scalar))
    return scalar(rule.result, time_arithmetic(op, rule.result, left, right));
  if (op == Op::Pow) return scalar(rule.result, power(left, right, rule, range));
  const ir::ExprId a = operand(left, rule.compute, range);
  const ir::ExprId b = operand(right, rule.compute, range);
  const bool integers = is_whole_number(left.type.scalar) && is_whole_number(right.type.scalar);
  switch (op) {
    case Op::Div:
    case Op::FloorDiv:
    case Op::Mod:
      return scalar(rule.result, divide(op, rule.result, integers, a, b, range));
    case Op::LShift:
    case Op::RShift:
      return scalar(rule.result, shift(op, rule.result, a, b, range));
    default:
      return scalar(rule.result, arithmetic(op, rule.result, a, b, range));
  }
}

Value ArrayCode::unary(syntax::UnaryOperator op, const Value& value, const SourceRange& range) {
  if (value.type.is_either()) return unary_on_either(op, value, range);
  const OperatorRule rule = unary_rule(op, element_of(value.type));
  if (value.type.is_array())
    return elementwise(
        {value}, rule.result.scalar, range,
        [this, op, range](const std::vector<Value>& elements) { return unary(op, elements[0], range); });
  if (rule.result.known) return constant_value(rule.result);
  if (is_time(value.type.scalar))
    return scalar(rule.result, op == syntax::UnaryOperator::Plus ? value.expr : signed_time(true, value.expr));
  const ir::ExprId number = cast(value.expr, rule.compute);
  if (op == syntax::UnaryOperator::Plus) return scalar(rule.result, number);
  if (op == syntax::UnaryOperator::Invert)
    return scalar(rule.result, build_.unary(rule.compute == ScalarType::Bool ? ir::UnaryOp::LogicalNot
                                                                             : ir::UnaryOp::BitNot,
                                            number));
  return scalar(rule.result, build_.unary(ir::UnaryOp::Negate, negatable(number, rule.result, range)));
}

}  // namespace unpython::frontend
