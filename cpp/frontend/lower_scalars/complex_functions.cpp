// Functions of complex numbers that no intrinsic has, from those that one has. The inverse ones as in W. Kahan,
// "Branch cuts for complex elementary functions" (1987).
#include <numbers>

#include "frontend/lower_scalars/scalar_code.h"

namespace unpython::frontend {

using ir::BinaryOp;
using ir::CompareOp;
using ir::Intrinsic;

ir::ExprId ScalarCode::complex_function(Intrinsic op, ir::ExprId z) {
  if (accepts_complex(op)) return call(op, z);
  z = once(z);
  const auto real = [&](double value) {
    return cast(build_.float64(value), real_part_type(build_.type_of(z)));
  };
  const auto scaled = [&](ir::ExprId w, double factor) {  // each part by itself: an infinite one makes no nan of the other
    w = once(w);
    const ir::ExprId by = real(factor);
    return build_.call(Intrinsic::MakeComplex, {build_.mul(call(Intrinsic::Real, w), by), build_.mul(call(Intrinsic::Imag, w), by)});
  };
  const auto log_of = [&](ir::ExprId w) { return call(Intrinsic::Log, w); };
  switch (op) {
    case Intrinsic::Exp2:
      return call(Intrinsic::Exp, scaled(z, std::numbers::ln2));
    case Intrinsic::Expm1:
      return complex_expm1(z);
    case Intrinsic::Log2:
      return scaled(log_of(z), std::numbers::log2e);
    case Intrinsic::Log10:
      return scaled(log_of(z), std::numbers::log10e);
    case Intrinsic::Log1p:
      return log_of(moved_along(z, 1));
    case Intrinsic::Asin:
      return far_or_near(op, z, complex_arcsin(z));
    case Intrinsic::Acos:
      return far_or_near(op, z, complex_arccos(z));
    case Intrinsic::Atan:
      return times_minus_i(complex_function(Intrinsic::Atanh, times_i(z)));
    case Intrinsic::Asinh:
      return times_minus_i(complex_function(Intrinsic::Asin, times_i(z)));
    case Intrinsic::Acosh:
      return far_or_near(op, z, complex_arccosh(z));
    case Intrinsic::Atanh:
      return far_or_near(op, z, complex_arctanh(z));
    case Intrinsic::RoundEven:
      return complex_rint(z);
    default:
      throw InternalError("lowering", "a function without a complex meaning");
  }
}

ir::ExprId ScalarCode::times_i(ir::ExprId z) {
  z = once(z);
  const ir::ExprId real = build_.unary(ir::UnaryOp::Negate, call(Intrinsic::Imag, z));
  return build_.call(Intrinsic::MakeComplex, {real, call(Intrinsic::Real, z)});
}

ir::ExprId ScalarCode::times_minus_i(ir::ExprId z) {
  z = once(z);
  const ir::ExprId imag = build_.unary(ir::UnaryOp::Negate, call(Intrinsic::Real, z));
  return build_.call(Intrinsic::MakeComplex, {call(Intrinsic::Imag, z), imag});
}

/// expm1(x) cos(y) - 2 sin(y / 2)^2 + i exp(x) sin(y)
ir::ExprId ScalarCode::complex_expm1(ir::ExprId z) {
  const ir::ExprId x = once(call(Intrinsic::Real, z));
  const ir::ExprId y = once(call(Intrinsic::Imag, z));
  const ScalarType type = build_.type_of(x);
  const ir::ExprId half = build_.binary(BinaryOp::Divide, y, build_.number(type, 2));
  const ir::ExprId sine = once(call(Intrinsic::Sin, half));
  const ir::ExprId square = build_.mul(build_.number(type, 2), build_.mul(sine, sine));
  const ir::ExprId real =
      build_.sub(build_.mul(call(Intrinsic::Expm1, x), call(Intrinsic::Cos, y)), square);
  const ir::ExprId imag = build_.mul(call(Intrinsic::Exp, x), call(Intrinsic::Sin, y));
  return build_.call(Intrinsic::MakeComplex, {real, imag});
}

/// z + step, with the sign of the imaginary part kept where that is zero: it tells the side of a branch cut.
ir::ExprId ScalarCode::moved_along(ir::ExprId z, int64_t step) {
  const ir::ExprId real = call(Intrinsic::Real, z);
  return build_.call(Intrinsic::MakeComplex, {build_.add(real, build_.number(build_.type_of(real), step)),
                                              call(Intrinsic::Imag, z)});
}

ir::ExprId ScalarCode::one_minus(ir::ExprId z) {
  const ir::ExprId real = call(Intrinsic::Real, z);
  return build_.call(Intrinsic::MakeComplex, {build_.sub(build_.number(build_.type_of(real), 1), real),
                                              build_.unary(ir::UnaryOp::Negate, call(Intrinsic::Imag, z))});
}

/// With a = sqrt(1 - z) and b = sqrt(1 + z): atan(x / Re(a b)) + i asinh(Im(conj(a) b))
ir::ExprId ScalarCode::complex_arcsin(ir::ExprId z) {
  const ir::ExprId a = once(call(Intrinsic::Sqrt, one_minus(z)));
  const ir::ExprId b = once(call(Intrinsic::Sqrt, moved_along(z, 1)));
  const ir::ExprId below = call(Intrinsic::Real, build_.mul(a, b));
  const ir::ExprId real = build_.call(Intrinsic::Atan2, {call(Intrinsic::Real, z), below});
  const ir::ExprId imag = call(Intrinsic::Imag, build_.mul(call(Intrinsic::Conjugate, a), b));
  return build_.call(Intrinsic::MakeComplex, {real, call(Intrinsic::Asinh, imag)});
}

/// 2 atan(Re(a) / Re(b)) + i asinh(Im(conj(b) a))
ir::ExprId ScalarCode::complex_arccos(ir::ExprId z) {
  const ir::ExprId a = once(call(Intrinsic::Sqrt, one_minus(z)));
  const ir::ExprId b = once(call(Intrinsic::Sqrt, moved_along(z, 1)));
  const ir::ExprId half = build_.call(Intrinsic::Atan2, {call(Intrinsic::Real, a), call(Intrinsic::Real, b)});
  const ir::ExprId real = build_.mul(build_.number(build_.type_of(half), 2), half);
  const ir::ExprId imag = call(Intrinsic::Imag, build_.mul(call(Intrinsic::Conjugate, b), a));
  return build_.call(Intrinsic::MakeComplex, {real, call(Intrinsic::Asinh, imag)});
}

/// With a = sqrt(z - 1) and b = sqrt(z + 1): asinh(Re(conj(a) b)) + i 2 atan(Im(a) / Re(b))
ir::ExprId ScalarCode::complex_arccosh(ir::ExprId z) {
  const ir::ExprId a = once(call(Intrinsic::Sqrt, moved_along(z, -1)));
  const ir::ExprId b = once(call(Intrinsic::Sqrt, moved_along(z, 1)));
  const ir::ExprId real = call(Intrinsic::Real, build_.mul(call(Intrinsic::Conjugate, a), b));
  const ir::ExprId half = build_.call(Intrinsic::Atan2, {call(Intrinsic::Imag, a), call(Intrinsic::Real, b)});
  const ir::ExprId imag = build_.mul(build_.number(build_.type_of(half), 2), half);
  return build_.call(Intrinsic::MakeComplex, {call(Intrinsic::Asinh, real), imag});
}

/// log1p(4 x / ((1 - x)^2 + y^2)) / 4 + i atan2(2 y, (1 - x) (1 + x) - y^2) / 2
ir::ExprId ScalarCode::complex_arctanh(ir::ExprId z) {
  z = once(z);
  const ir::ExprId x = once(call(Intrinsic::Real, z));
  const ir::ExprId y = once(call(Intrinsic::Imag, z));
  const auto number = [&](int64_t value) { return build_.number(build_.type_of(x), value); };
  const auto divided = [&](ir::ExprId a, ir::ExprId b) { return build_.binary(BinaryOp::Divide, a, b); };
  const ir::ExprId rest = once(build_.sub(number(1), x));
  const ir::ExprId square = once(build_.mul(y, y));
  const ir::ExprId ratio = divided(build_.mul(number(4), x), build_.add(build_.mul(rest, rest), square));
  const ir::ExprId across = build_.sub(build_.mul(rest, build_.add(number(1), x)), square);
  const ir::ExprId angle = build_.call(Intrinsic::Atan2, {build_.mul(number(2), y), across});
  const ir::ExprId real = divided(call(Intrinsic::Log1p, ratio), number(4));
  return build_.call(Intrinsic::MakeComplex, {real, divided(angle, number(2))});
}

/// An inverse function far from zero, infinities included, where 1 is nothing beside z: log(2 z) and the angle of z, or 1 / z and a
/// right angle. `near`: its value elsewhere.
ir::ExprId ScalarCode::far_or_near(Intrinsic op, ir::ExprId z, ir::ExprId near) {
  const ir::ExprId x = once(call(Intrinsic::Real, z));
  const ir::ExprId y = once(call(Intrinsic::Imag, z));
  const ScalarType type = build_.type_of(x);
  const auto number = [&](double value) { return cast(build_.float64(value), type); };
  const auto halved = [&](ir::ExprId part) { return build_.mul(part, number(0.5)); };
  const auto with_sign = [&](ir::ExprId size, ir::ExprId of) { return build_.call(Intrinsic::CopySign, {size, of}); };
  const ir::ExprId half = once(call(Intrinsic::Hypot, {halved(x), halved(y)}));
  const ir::ExprId is_far =
      build_.compare(CompareOp::Greater, half, number(type == ScalarType::Float32 ? 0x1p13 : 0x1p28));
  const ir::ExprId log = build_.add(call(Intrinsic::Log, half), number(2 * std::numbers::ln2));
  const auto angle = [&](ir::ExprId up, ir::ExprId along) { return call(Intrinsic::Atan2, {up, along}); };
  const ir::ExprId up = call(Intrinsic::Abs, y);
  ir::ExprId real, imag;
  if (op == Intrinsic::Asin) {
    real = angle(x, up);
    imag = with_sign(log, y);
  } else if (op == Intrinsic::Acos) {
    real = angle(up, x);
    imag = build_.unary(ir::UnaryOp::Negate, with_sign(log, y));
  } else if (op == Intrinsic::Acosh) {
    real = log;
    imag = angle(y, x);
  } else {
    const auto inverse = [&](ir::ExprId part) {  // part / |z|^2
      const ir::ExprId ratio = halved(build_.binary(BinaryOp::Divide, halved(build_.binary(BinaryOp::Divide, part, half)), half));
      return build_.select(call(Intrinsic::IsInf, half), with_sign(number(0), part), ratio);
    };
    real = inverse(x);
    const ir::ExprId turned = build_.sub(with_sign(number(std::numbers::pi / 2), y), inverse(y));
    imag = build_.select(build_.compare(CompareOp::Equal, y, y), turned, y);
  }
  return build_.select(is_far, build_.call(Intrinsic::MakeComplex, {real, imag}), near);
}

ir::ExprId ScalarCode::complex_rint(ir::ExprId z) {
  const auto rounded = [&](Intrinsic part) { return call(Intrinsic::RoundEven, call(part, z)); };
  return build_.call(Intrinsic::MakeComplex, {rounded(Intrinsic::Real), rounded(Intrinsic::Imag)});
}

/// z / |z|; zero of zero, one or i with its sign where one part is infinite.
ir::ExprId ScalarCode::complex_sign(ir::ExprId z) {
  z = once(z);
  const ScalarType type = build_.type_of(z);
  const ir::ExprId size = once(call(Intrinsic::Abs, z));
  const ir::ExprId real = build_.binary(BinaryOp::Divide, call(Intrinsic::Real, z), size);
  const ir::ExprId imag = build_.binary(BinaryOp::Divide, call(Intrinsic::Imag, z), size);
  const ir::ExprId unit = build_.call(Intrinsic::MakeComplex, {real, imag});
  const auto sign_of = [&](Intrinsic part) {
    const ir::ExprId value = call(part, z), zero = build_.number(build_.type_of(size), 0);
    const ir::ExprId one = build_.call(Intrinsic::CopySign, {build_.number(build_.type_of(size), 1), value});
    return build_.select(call(Intrinsic::IsInf, value), one, zero);
  };
  const auto is_infinite = [&](Intrinsic part) { return call(Intrinsic::IsInf, call(part, z)); };
  const ir::ExprId only_one = build_.compare(CompareOp::NotEqual, is_infinite(Intrinsic::Real), is_infinite(Intrinsic::Imag));
  const ir::ExprId far = build_.logical_and(build_.logical_not(call(Intrinsic::IsNan, size)), only_one);
  const ir::ExprId axis = build_.call(Intrinsic::MakeComplex, {sign_of(Intrinsic::Real), sign_of(Intrinsic::Imag)});
  return build_.select(is_zero(size), build_.number(type, 0), build_.select(far, axis, unit));
}

/// a / b as CPython computes it, by the larger part of b:
///   r = bi / br, d = br + bi * r, a / b = ((ar + ai * r) / d, (ai - ar * r) / d)
/// NumPy, and ir::BinaryOp::Divide, multiply by 1 / d.
ir::ExprId ScalarCode::python_quotient(ir::ExprId a, ir::ExprId b) {
  // Rounded by itself: a product that is added to something may become a part of one fma.
  const auto product = [&](ir::ExprId x, ir::ExprId y) {
    return build_.call(ir::Intrinsic::Fma, {x, y, build_.float64(-0.0)});
  };
  const auto divided = [&](ir::ExprId x, ir::ExprId y) { return build_.binary(ir::BinaryOp::Divide, x, y); };
  const ir::ExprId a_real = once(call(ir::Intrinsic::Real, a));
  const ir::ExprId a_imag = once(call(ir::Intrinsic::Imag, a));
  const ir::ExprId b_real = once(call(ir::Intrinsic::Real, b));
  const ir::ExprId b_imag = once(call(ir::Intrinsic::Imag, b));
  const ir::ExprId wide = once(build_.compare(ir::CompareOp::GreaterEqual, call(ir::Intrinsic::Abs, b_real),
                                              call(ir::Intrinsic::Abs, b_imag)));
  const ir::ExprId larger = once(build_.select(wide, b_real, b_imag));
  const ir::ExprId smaller = once(build_.select(wide, b_imag, b_real));
  const ir::ExprId ratio = hold(divided(smaller, larger));
  const ir::ExprId below = hold(build_.add(larger, product(smaller, ratio)));
  const ir::ExprId real =
      build_.add(build_.select(wide, a_real, a_imag), product(build_.select(wide, a_imag, a_real), ratio));
  const ir::ExprId imag = build_.select(wide, build_.sub(a_imag, product(a_real, ratio)),
                                        build_.sub(product(a_imag, ratio), a_real));
  return build_.call(ir::Intrinsic::MakeComplex, {divided(real, below), divided(imag, below)});
}

}  // namespace unpython::frontend
