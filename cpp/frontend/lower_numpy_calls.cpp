// NumPy's functions on scalars: never an exception, the types of ufuncs.
#include "frontend/lowerer.h"

namespace unpython::frontend {

using ir::CompareOp;
using ir::Intrinsic;

Value ArrayFunctionCode::numpy_call(const LibraryFunction& f, const std::vector<Value>& arguments,
                                    const Type& type, const SourceRange& range) {
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
      return scalar(type, build_.call(f.op, {in(0, type.scalar), in(1, type.scalar)}));
    case Family::NumpyScale:
      return scalar(type, build_.mul(cast(arguments[0].expr, type.scalar),
                                     cast(build_.float64(f.factor), type.scalar)));
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
    case Family::NumpyTest: {
      const bool whole = kind_rank(common.scalar) <= 1;
      const ir::ExprId x = whole ? cast(arguments[0].expr, ScalarType::Float64) : arguments[0].expr;
      return scalar(type, call(f.op, x));
    }
    case Family::NumpyMinMax:
    case Family::NumpyMinMaxNumber:
      return scalar(type, numpy_min_max(f, in(0, type.scalar), in(1, type.scalar)));
    case Family::NumpyRounding:
      return scalar(
          type, is_float(type.scalar) ? call(f.op, arguments[0].expr) : cast(arguments[0].expr, type.scalar));
    case Family::NumpyWhere:
      return scalar(type, build_.select(truth(arguments[0]), in(1, type.scalar), in(2, type.scalar)));
    case Family::NumpyReal:
    case Family::NumpyImag: {
      if (is_complex(arguments[0].type.scalar)) {
        const Intrinsic part = f.family == Family::NumpyReal ? Intrinsic::Real : Intrinsic::Imag;
        return scalar(type, call(part, arguments[0].expr));
      }
      return scalar(type, f.family == Family::NumpyReal ? arguments[0].expr : build_.number(type.scalar, 0));
    }
    case Family::NumpyAbs:
      return scalar(type, absolute(strong_value(arguments[0]), type, range));
    default:
      return scalar(type,
                    numpy_unary(f, cast(arguments[0].expr,
                                        f.family == Family::NumpySquare || f.family == Family::NumpyConjugate
                                            ? type.scalar : common.scalar)));
  }
}

ir::ExprId ScalarCode::numpy_unary(const LibraryFunction& f, ir::ExprId x) {
  const ScalarType type = build_.type_of(x);
  switch (f.family) {
    case Family::NumpyNegative:
      return build_.unary(ir::UnaryOp::Negate, x);
    case Family::NumpySquare: {
      const ir::ExprId held = once(x);
      return build_.mul(held, held);
    }
    case Family::NumpySign:
      return is_complex(type) ? complex_sign(x) : numpy_sign(x);
    case Family::NumpyInvert:
      return build_.unary(type == ScalarType::Bool ? ir::UnaryOp::LogicalNot : ir::UnaryOp::BitNot, x);
    case Family::NumpyConjugate:
      return is_complex(type) ? call(Intrinsic::Conjugate, x) : x;
    case Family::NumpyReciprocal: {
      const ir::ExprId one = build_.number(type, 1);
      if (kind_rank(type) > 1) return build_.binary(ir::BinaryOp::Divide, one, x);
      // 1 / x toward zero: only 1 and -1 leave anything.
      const ir::ExprId held = once(x);
      const ir::ExprId zero = build_.number(type, 0);
      ir::ExprId unit = build_.compare(CompareOp::Equal, held, one);
      if (is_signed_integer(type))
        unit = build_.logical_or(unit, build_.compare(CompareOp::Equal, held, build_.number(type, -1)));
      return build_.select(unit, held, zero);
    }
    default:
      return x;
  }
}

/// minimum and maximum give NaN if an operand is NaN, fmin and fmax the other operand.
ir::ExprId ScalarCode::numpy_min_max(const LibraryFunction& f, ir::ExprId a, ir::ExprId b) {
  const ScalarType type = build_.type_of(a);
  if (type == ScalarType::Bool)
    return f.op == Intrinsic::Minimum ? build_.logical_and(a, b) : build_.logical_or(a, b);
  if (f.family == Family::NumpyMinMax || !is_float(type)) return build_.call(f.op, {a, b});
  a = once(a);
  b = once(b);
  const ir::ExprId both = build_.call(f.op, {a, b});
  const ir::ExprId unless_b = build_.select(call(Intrinsic::IsNan, b), a, both);
  return build_.select(call(Intrinsic::IsNan, a), b, unless_b);
}

ir::ExprId ScalarCode::numpy_sign(ir::ExprId x) {
  const ScalarType type = build_.type_of(x);
  x = once(x);
  const ir::ExprId zero = build_.number(type, 0);
  // The last choice is x itself, so that NaN stays NaN; zero becomes +0.
  ir::ExprId sign = is_float(type) ? build_.select(is_zero(x), zero, x) : zero;
  if (!is_unsigned_integer(type))
    sign = build_.select(build_.compare(CompareOp::Less, x, zero), build_.number(type, -1), sign);
  return build_.select(build_.compare(CompareOp::Greater, x, zero), build_.number(type, 1), sign);
}

}  // namespace unpython::frontend
