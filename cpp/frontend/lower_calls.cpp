// Calls of Python's own functions and of methods of numbers.
#include <algorithm>

#include "frontend/lowerer.h"

namespace unpython::frontend {

Value Lowerer::library_call(const resolved::CallLibrary& node, const Type& type, const SourceRange& range) {
  const std::vector<Value> arguments = values(node.arguments);
  const LibraryFunction& f = *node.function;
  const bool any_array = std::any_of(arguments.begin(), arguments.end(),
                                     [](const Value& argument) { return argument.type.is_array(); });
  if (any_array && is_elementwise(f)) {
    const Type element = element_of(type);
    return elementwise(arguments, element.scalar, range,
                       [this, &f, element, range](const std::vector<Value>& elements) {
                         return f.name.starts_with("numpy.") ? numpy_call(f, elements, element, range)
                                                             : python_call(f, elements, element, range);
                       });
  }
  const bool query = f.family == Family::Shape || f.family == Family::Dimensions || f.family == Family::Size;
  if (!query && f.name.starts_with("numpy.")) return numpy_call(f, arguments, type, range);
  return python_call(f, arguments, type, range);
}

Value ArrayFunctionCode::python_call(const LibraryFunction& f, const std::vector<Value>& arguments,
                                     const Type& type, const SourceRange& range) {
  const bool none = arguments.empty();
  switch (f.family) {
    case Family::Shape:
      return shape_of(arguments[0]);
    case Family::Dimensions:
      return constant_value(type);
    case Family::Size: {
      ir::ExprId size = build_.int64(1);
      for (const Value& extent : shape_of(arguments[0]).elements) size = build_.mul(size, extent.expr);
      return scalar(type, size);
    }
    case Family::Length:
      return arguments[0].type.is_tuple() ? constant_value(type) : shape_of(arguments[0]).elements[0];
    case Family::Abs:
      return scalar(type, absolute(arguments[0], type, range));
    case Family::Smallest:
      return extremum(arguments, false, type);
    case Family::Largest:
      return extremum(arguments, true, type);
    case Family::ToInt:
      return scalar(type, none ? build_.int64(0) : to_python_int(arguments[0], range));
    case Family::ToFloat:
      return scalar(type, none ? build_.float64(0) : cast(arguments[0].expr, type.scalar));
    case Family::ToBool:
      return scalar(type, none ? build_.boolean(false) : truth(arguments[0]));
    case Family::ToComplex: {
      if (none) return scalar(type, build_.number(type.scalar, 0));
      const ir::ExprId real = cast(arguments[0].expr, type.scalar);
      if (arguments.size() == 1) return scalar(type, real);
      if (!is_complex(arguments[0].type.scalar) && !is_complex(arguments[1].type.scalar))
        return scalar(
            type, build_.call(ir::Intrinsic::MakeComplex, {cast(arguments[0].expr, ScalarType::Float64),
                                                           cast(arguments[1].expr, ScalarType::Float64)}));
      const ir::ExprId unit = build_.call(ir::Intrinsic::MakeComplex, {build_.float64(0), build_.float64(1)});
      return scalar(type, build_.add(real, build_.mul(cast(arguments[1].expr, type.scalar), unit)));
    }
    case Family::Round: {
      if (!is_float(arguments[0].type.scalar)) return scalar(type, to_python_int(arguments[0], range));
      return scalar(type, truncate(call(ir::Intrinsic::RoundEven, arguments[0].expr), range));
    }
    case Family::Power:
      return binary(syntax::BinaryOperator::Pow, arguments[0], arguments[1], range);
    case Family::DivMod: {
      const Value a = hold(arguments[0]);
      const Value b = hold(arguments[1]);
      const Value quotient = binary(syntax::BinaryOperator::FloorDiv, a, b, range);
      return {type, {}, {}, {quotient, binary(syntax::BinaryOperator::Mod, a, b, range)}};
    }
    default:
      return scalar(type, math_call(f, arguments, range));
  }
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

/// min and max keep the first of equal values, and what they hold where a comparison with NaN is false.
Value ArrayFunctionCode::extremum(const std::vector<Value>& arguments, bool largest, const Type& type) {
  ir::ExprId best = cast(arguments[0].expr, type.scalar);
  for (size_t i = 1; i < arguments.size(); ++i) {
    ir::ExprId next = cast(arguments[i].expr, type.scalar);
    if (is_integer(type.scalar)) {
      best = build_.call(largest ? ir::Intrinsic::Maximum : ir::Intrinsic::Minimum, {best, next});
      continue;
    }
    best = once(best);
    next = once(next);
    const ir::CompareOp op = largest ? ir::CompareOp::Greater : ir::CompareOp::Less;
    best = build_.select(build_.compare(op, next, best), next, best);
  }
  return scalar(type, best);
}

Value Lowerer::method(const resolved::CallMethod& node, const Type& type, const SourceRange& range) {
  if (types_.of(node.value).is_array()) return array_method(node, type, range);
  const Value value = expr(node.value);
  const bool conjugates = node.name == "conjugate" || node.name == "conj";
  if (conjugates && is_complex(value.type.scalar))
    return scalar(type, call(ir::Intrinsic::Conjugate, value.expr));
  if (node.name == "astype") return scalar(type, explicit_conversion(value, type.scalar, range));
  return scalar(type, cast(value.expr, type.scalar));
}

}  // namespace unpython::frontend
