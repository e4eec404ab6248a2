// NumPy's functions on scalars: never an exception, the types of ufuncs.
#include "frontend/lower_scalars/scalar_code.h"

namespace unpython::frontend {

using ir::CompareOp;
using ir::Intrinsic;

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
      if (is_complex(type)) {
        // 1 / z as NumPy has it: (1, -r) / d or (r, -1) / d, r the smaller part over the larger one.
        const ir::ExprId re = once(call(Intrinsic::Real, x));
        const ir::ExprId im = once(call(Intrinsic::Imag, x));
        const ir::ExprId unit = build_.number(build_.type_of(re), 1);
        const ir::ExprId wide =
            once(build_.compare(CompareOp::LessEqual, call(Intrinsic::Abs, im), call(Intrinsic::Abs, re)));
        const ir::ExprId larger = once(build_.select(wide, re, im));
        const ir::ExprId smaller = once(build_.select(wide, im, re));
        const ir::ExprId ratio = once(build_.binary(ir::BinaryOp::Divide, smaller, larger));
        const ir::ExprId below = once(build_.add(larger, once(build_.mul(smaller, ratio))));
        const ir::ExprId negated = build_.unary(ir::UnaryOp::Negate, build_.select(wide, ratio, unit));
        return build_.call(Intrinsic::MakeComplex,
                           {build_.binary(ir::BinaryOp::Divide, build_.select(wide, unit, ratio), below),
                            build_.binary(ir::BinaryOp::Divide, negated, below)});
      }
      if (kind_rank(type) > 1) return build_.binary(ir::BinaryOp::Divide, one, x);
      // 1 / x toward zero: only 1 and -1 leave anything. Of zero NumPy converts an infinity to the type: to the lowest
      // number of int32 and int64, and to nothing of narrower and unsigned types.
      const ir::ExprId held = once(x);
      const bool is_wide = type == ScalarType::Int32 || type == ScalarType::Int64;
      const ir::ExprId zero = is_wide ? build_.select(is_zero(held), build_.number(type, lowest(type)), build_.number(type, 0))
                                      : build_.number(type, 0);
      ir::ExprId unit = build_.compare(CompareOp::Equal, held, one);
      if (is_signed_integer(type))
        unit = build_.logical_or(unit, build_.compare(CompareOp::Equal, held, build_.number(type, -1)));
      return build_.select(unit, held, zero);
    }
    default:
      return x;
  }
}

/// minimum and maximum give NaN if an operand is NaN, fmin and fmax the other operand. Of zeros of both signs NumPy gives the second
/// one to minimum and maximum, and to fmin and fmax of float32, the first one to fmin and fmax, and to all of float16.
ir::ExprId ScalarCode::numpy_min_max(const LibraryFunction& f, ir::ExprId a, ir::ExprId b) {
  const ScalarType type = build_.type_of(a);
  if (type == ScalarType::Bool)
    return f.op == Intrinsic::Minimum ? build_.logical_and(a, b) : build_.logical_or(a, b);
  if (f.family == Family::NumpyMinMax && type == ScalarType::Float16) return build_.call(f.op, {b, a});
  if (f.family == Family::NumpyMinMax || !is_float(type)) return build_.call(f.op, {a, b});
  a = once(a);
  b = once(b);
  const bool second = type == ScalarType::Float32;
  const CompareOp first = f.op == Intrinsic::Minimum ? (second ? CompareOp::Less : CompareOp::LessEqual)
                                                     : (second ? CompareOp::Greater : CompareOp::GreaterEqual);
  return build_.select(build_.logical_or(build_.compare(first, a, b), call(Intrinsic::IsNan, b)), a, b);
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
