// Functions of Python and NumPy on values: the types of ufuncs, the exceptions of Python.
#include "frontend/lower_arrays/array_function_code.h"

namespace unpython::frontend {

using ir::Intrinsic;

Value ArrayFunctionCode::python_call(const LibraryFunction& f, const std::vector<Value>& arguments,
                                     const Type& type, const SourceRange& range) {
  const bool none = arguments.empty();
  switch (f.family) {
    case Family::Shape:
      return shape_of(arguments[0], range);
    case Family::Dimensions:
      return constant_value(type);
    case Family::Size: {
      ir::ExprId size = build_.int64(1);
      for (const Value& extent : shape_of(arguments[0], range).elements) size = build_.mul(size, extent.expr);
      return scalar(type, size);
    }
    case Family::Length:
      return arguments[0].type.is_tuple() ? constant_value(type) : shape_of(arguments[0], range).elements[0];
    case Family::Bits:
      return scalar(type, call(f.op, arguments[0].expr));
    case Family::HighProduct:
      return scalar(type, build_.call(f.op, {cast(arguments[0].expr, type.scalar), cast(arguments[1].expr, type.scalar)}));
    case Family::Abs:
      if (is_time(type.scalar)) return scalar(type, signed_time(false, arguments[0].expr));
      return scalar(type, absolute(arguments[0], type, range));
    case Family::Smallest:
    case Family::Largest: {
      const bool largest = f.family == Family::Largest;
      if (type.is_either()) return as_type(extremum_of_kinds(arguments, largest, range), type);
      return extremum(arguments, largest, type);
    }
    case Family::ToInt:
      return scalar(type, none ? build_.int64(0) : to_python_int(arguments[0], range));
    case Family::ToIndex:
      return scalar(type, cast(to_python_int(arguments[0], range), type.scalar));
    case Family::RangeLength: {
      if (type.known) return constant_value(type);
      const ir::ExprId trips = safe_trip_count(arguments[0].expr, arguments[1].expr, once(arguments[2].expr));
      return scalar(type, build_.max(trips, build_.int64(0)));
    }
    case Family::ToFloat:
      return scalar(type, none ? build_.float64(0) : cast(arguments[0].expr, type.scalar));
    case Family::RealPart:
    case Family::ImaginaryPart: {
      const ir::ExprId number = arguments[0].expr;
      const bool is_real = f.family == Family::RealPart;
      if (!is_complex(build_.type_of(number))) return scalar(type, is_real ? cast(number, type.scalar) : build_.float64(0));
      const auto part = is_real ? ir::Intrinsic::Real : ir::Intrinsic::Imag;
      return scalar(type, build_.call(part, {cast(number, ScalarType::Complex128)}));
    }
    case Family::ToBool:
      return scalar(type, none ? build_.boolean(false) : truth(arguments[0]));
    case Family::ToComplex: {
      if (none) return scalar(type, build_.number(type.scalar, 0));
      if (arguments.size() == 1) return scalar(type, cast(arguments[0].expr, type.scalar));
      // As Python adds: x + y * 1j without the products with zero, which are nan of infinities.
      const auto part = [&](const Value& of, ir::Intrinsic which) {
        if (is_complex(of.type.scalar)) return build_.call(which, {cast(of.expr, ScalarType::Complex128)});
        return cast(of.expr, ScalarType::Float64);
      };
      ir::ExprId real = part(arguments[0], ir::Intrinsic::Real);
      ir::ExprId imaginary = part(arguments[1], ir::Intrinsic::Real);
      if (is_complex(arguments[1].type.scalar)) real = build_.sub(real, part(arguments[1], ir::Intrinsic::Imag));
      if (is_complex(arguments[0].type.scalar)) imaginary = build_.add(imaginary, part(arguments[0], ir::Intrinsic::Imag));
      return scalar(type, build_.call(ir::Intrinsic::MakeComplex, {real, imaginary}));
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
      const Type& part = type.elements[0];
      if (part.is_scalar() && part.weak && is_float(part.scalar))
        raise_if(is_zero(cast(b.expr, part.scalar)), ir::ErrorKind::ZeroDivisionError, "float divmod()",
                 range);
      const Value quotient = binary(syntax::BinaryOperator::FloorDiv, a, b, range);
      return {type, {}, {}, {quotient, binary(syntax::BinaryOperator::Mod, a, b, range)}};
    }
    default:
      return scalar(type, math_call(f, arguments, range));
  }
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
    if (is_time(type.scalar)) {
      best = build_.select(compare_times(op, next, best), next, best);
      continue;
    }
    best = build_.select(build_.compare(op, next, best), next, best);
  }
  return scalar(type, best);
}

Value ArrayFunctionCode::numpy_call(const LibraryFunction& f, const std::vector<Value>& arguments,
                                    const Type& type, const SourceRange& range) {
  const AsNumpy of_numpy(*this);
  bool all_weak = true;
  Type common = forget_value(arguments[0].type);
  for (const Value& argument : arguments) {
    all_weak &= argument.type.weak;
    common = forget_value(promote(common, argument.type));
  }
  const auto strong_value = [&](const Value& value) {
    return all_weak ? scalar(strengthen(value.type), value.expr) : value;
  };
  const auto in = [&](size_t i, ScalarType scalar_type) { return operand(arguments[i], scalar_type, range); };
  switch (f.family) {
    case Family::NumpyFloat:
      return scalar(type, is_complex(type.scalar)
                              ? complex_function(f.op, cast(arguments[0].expr, type.scalar))
                              : call(f.op, cast(arguments[0].expr, type.scalar)));
    case Family::NumpyFloatBinary:
      return scalar(type, call(f.op, {in(0, type.scalar), in(1, type.scalar)}));
    case Family::NumpyScale:
      if (type.scalar == ScalarType::Float16)  // the factor is of float32
        return scalar(type, cast(build_.mul(cast(arguments[0].expr, ScalarType::Float32),
                                            cast(build_.float64(f.single_factor), ScalarType::Float32)),
                                 type.scalar));
      return scalar(type, build_.mul(cast(arguments[0].expr, type.scalar),
                                     cast(build_.float64(type.scalar == ScalarType::Float32 ? f.single_factor : f.factor),
                                          type.scalar)));
    case Family::NumpyOperator:
      return binary(f.binary, strong_value(arguments[0]), strong_value(arguments[1]), range);
    case Family::NumpyCompare:
      return scalar(type, compare_scalars(f.compare, strong_value(arguments[0]), strong_value(arguments[1])));
    case Family::NumpyLogical: {
      const ir::BinaryOp op = f.binary == syntax::BinaryOperator::BitAnd  ? ir::BinaryOp::BitAnd
                              : f.binary == syntax::BinaryOperator::BitOr ? ir::BinaryOp::BitOr
                                                                          : ir::BinaryOp::BitXor;
      return scalar(type, build_.binary(op, truth(arguments[0]), truth(arguments[1])));
    }
    case Family::NumpyNot:
      return scalar(type, build_.logical_not(truth(arguments[0])));
    case Family::NumpyIsNoTime:
      return scalar(type, test_time(f, arguments[0].expr));
    case Family::NumpyTest: {
      if (is_time(common.scalar)) return scalar(type, test_time(f, arguments[0].expr));
      const bool whole = kind_rank(common.scalar) <= 1;
      const ir::ExprId x = whole ? cast(arguments[0].expr, ScalarType::Float64) : arguments[0].expr;
      return scalar(type, call(f.op, x));
    }
    case Family::NumpyMinMax:
    case Family::NumpyMinMaxNumber:
      if (is_time(type.scalar)) return scalar(type, time_min_max(f, in(0, type.scalar), in(1, type.scalar)));
      return scalar(type, numpy_min_max(f, in(0, type.scalar), in(1, type.scalar)));
    case Family::NumpyRounding:
      return scalar(
          type, is_float(type.scalar) ? call(f.op, arguments[0].expr) : cast(arguments[0].expr, type.scalar));
    case Family::NumpyWhere:
      return scalar(type, build_.select(truth(arguments[0]), cast(arguments[1].expr, type.scalar),
                                       cast(arguments[2].expr, type.scalar)));
    case Family::NumpyReal:
    case Family::NumpyImag: {
      if (is_complex(arguments[0].type.scalar)) {
        const Intrinsic part = f.family == Family::NumpyReal ? Intrinsic::Real : Intrinsic::Imag;
        return scalar(type, call(part, arguments[0].expr));
      }
      return scalar(type, f.family == Family::NumpyReal ? arguments[0].expr : build_.number(type.scalar, 0));
    }
    case Family::NumpyNegative:
    case Family::NumpyPositive:
      if (is_time(type.scalar))
        return scalar(type, f.family == Family::NumpyNegative ? signed_time(true, arguments[0].expr) : arguments[0].expr);
      return scalar(type, numpy_unary(f, cast(arguments[0].expr, common.scalar)));
    case Family::NumpyAbs:
      if (is_time(type.scalar)) return scalar(type, signed_time(false, arguments[0].expr));
      return scalar(type, absolute(strong_value(arguments[0]), type, range));
    default:
      return scalar(type,
                    numpy_unary(f, cast(arguments[0].expr,
                                        f.family == Family::NumpySquare || f.family == Family::NumpyConjugate
                                            ? type.scalar : common.scalar)));
  }
}

}  // namespace unpython::frontend
