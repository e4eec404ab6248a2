// Functions of constants.
#include <bit>
#include <cmath>

#include "ir/constant.h"
#include "ir/eval.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

[[noreturn]] void no_meaning(ScalarType type) {
  throw InternalError("evaluating IR", "a function has no meaning for " + std::string(name_of(type)));
}

int64_t integer_power(ScalarType type, int64_t base, int64_t exponent) {
  if (is_signed_integer(type) && exponent < 0) {
    if (base == 1) return 1;
    return base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  }
  uint64_t result = 1;
  uint64_t factor = as_unsigned(base);
  for (uint64_t rest = as_unsigned(exponent); rest != 0; rest >>= 1) {
    if ((rest & 1) != 0) result *= factor;
    factor *= factor;
  }
  return static_cast<int64_t>(result);
}

/// The upper 64 bits of a product.
int64_t multiply_high(uint64_t a, uint64_t b) {
  constexpr uint64_t kLower = 0xFFFFFFFF;
  const uint64_t middle = (a >> 32) * (b & kLower) + ((a & kLower) * (b & kLower) >> 32);
  const uint64_t other = (a & kLower) * (b >> 32) + (middle & kLower);
  return static_cast<int64_t>((a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32));
}

bool less(ScalarType type, int64_t a, int64_t b) {
  return is_unsigned_integer(type) ? as_unsigned(a) < as_unsigned(b) : a < b;
}

Constant integer_function(Intrinsic function, std::span<const Constant> arguments) {
  ScalarType type = arguments[0].type;
  int64_t a = arguments[0].integer;
  switch (function) {
    case Intrinsic::Pow:
      return make_constant(type, integer_power(type, a, arguments[1].integer));
    case Intrinsic::MultiplyHigh:
      return make_constant(type, multiply_high(as_unsigned(a), as_unsigned(arguments[1].integer)));
    case Intrinsic::Abs:
      return make_constant(type,
                           is_signed_integer(type) && a < 0 ? static_cast<int64_t>(0 - as_unsigned(a)) : a);
    case Intrinsic::Minimum:
      return make_constant(type, less(type, arguments[1].integer, a) ? arguments[1].integer : a);
    case Intrinsic::Maximum:
      return make_constant(type, less(type, a, arguments[1].integer) ? arguments[1].integer : a);
    default:
      no_meaning(type);
  }
}

template <class T>
T one_argument(Intrinsic function, T x) {
  switch (function) {
    case Intrinsic::Sqrt:
    case Intrinsic::RootWithin:
      return std::sqrt(x);
    case Intrinsic::Cbrt:
      return std::cbrt(x);
    case Intrinsic::Exp:
      return std::exp(x);
    case Intrinsic::Exp2:
      return std::exp2(x);
    case Intrinsic::Expm1:
      return std::expm1(x);
    case Intrinsic::Log:
      return std::log(x);
    case Intrinsic::Log2:
      return std::log2(x);
    case Intrinsic::Log10:
      return std::log10(x);
    case Intrinsic::Log1p:
      return std::log1p(x);
    case Intrinsic::Sin:
      return std::sin(x);
    case Intrinsic::Cos:
      return std::cos(x);
    case Intrinsic::Tan:
      return std::tan(x);
    case Intrinsic::Asin:
      return std::asin(x);
    case Intrinsic::Acos:
      return std::acos(x);
    case Intrinsic::Atan:
      return std::atan(x);
    case Intrinsic::Sinh:
      return std::sinh(x);
    case Intrinsic::Cosh:
      return std::cosh(x);
    case Intrinsic::Tanh:
      return std::tanh(x);
    case Intrinsic::Asinh:
      return std::asinh(x);
    case Intrinsic::Acosh:
      return std::acosh(x);
    case Intrinsic::Atanh:
      return std::atanh(x);
    case Intrinsic::Erf:
      return std::erf(x);
    case Intrinsic::Erfc:
      return std::erfc(x);
    case Intrinsic::Gamma:
      return std::tgamma(x);
    case Intrinsic::LogGamma:
      return std::lgamma(x);
    case Intrinsic::Floor:
      return std::floor(x);
    case Intrinsic::Ceil:
      return std::ceil(x);
    case Intrinsic::Trunc:
      return std::trunc(x);
    case Intrinsic::RoundEven:
      return std::nearbyint(x);
    case Intrinsic::Abs:
      return std::fabs(x);
    default:
      no_meaning(ScalarType::Float64);
  }
}

template <class T>
T several_arguments(Intrinsic function, T x, T y, T z) {
  switch (function) {
    case Intrinsic::Atan2:
      return std::atan2(x, y);
    case Intrinsic::Pow:
      return std::pow(x, y);
    case Intrinsic::Hypot:
      return std::hypot(x, y);
    case Intrinsic::Fmod:
      return std::fmod(x, y);
    case Intrinsic::CopySign:
      return std::copysign(x, y);
    case Intrinsic::NextAfter:
      return std::nextafter(x, y);
    case Intrinsic::QuotientWithin:
      return x / y;
    case Intrinsic::Fma:
      return std::fma(x, y, z);
    case Intrinsic::Minimum:
      return std::isnan(x) || x < y ? x : y;
    case Intrinsic::Maximum:
      return std::isnan(x) || x > y ? x : y;
    default:
      no_meaning(ScalarType::Float64);
  }
}

template <class T>
Constant float_function(Intrinsic function, std::span<const Constant> arguments) {
  ScalarType type = arguments[0].type;
  auto argument = [&](size_t i) { return static_cast<T>(arguments[i].real.real()); };
  T result = arguments.size() == 1
                 ? one_argument(function, argument(0))
                 : several_arguments(function, argument(0), argument(1), argument(arguments.size() - 1));
  return make_constant(type, static_cast<double>(result));
}

template <class T>
std::complex<T> complex_one_argument(Intrinsic function, std::complex<T> z) {
  switch (function) {
    case Intrinsic::Sqrt:
      return std::sqrt(z);
    case Intrinsic::Exp:
      return std::exp(z);
    case Intrinsic::Log:
      return std::log(z);
    case Intrinsic::Sin:
      return std::sin(z);
    case Intrinsic::Cos:
      return std::cos(z);
    case Intrinsic::Tan:
      return std::tan(z);
    case Intrinsic::Sinh:
      return std::sinh(z);
    case Intrinsic::Cosh:
      return std::cosh(z);
    case Intrinsic::Tanh:
      return std::tanh(z);
    case Intrinsic::Conjugate:
      return std::conj(z);
    default:
      no_meaning(ScalarType::Complex128);
  }
}

template <class T>
std::complex<T> complex_fma(std::complex<T> x, std::complex<T> y, std::complex<T> c) {
  return {std::fma(-x.imag(), y.imag(), std::fma(x.real(), y.real(), c.real())),
          std::fma(x.imag(), y.real(), std::fma(x.real(), y.imag(), c.imag()))};
}

template <class T>
Constant complex_function(Intrinsic function, std::span<const Constant> arguments) {
  ScalarType type = arguments[0].type;
  ScalarType part = real_part_type(type);
  auto argument = [&](size_t i) {
    return std::complex<T>(static_cast<T>(arguments[i].real.real()),
                           static_cast<T>(arguments[i].real.imag()));
  };
  switch (function) {
    case Intrinsic::Real:
      return make_constant(part, arguments[0].real.real());
    case Intrinsic::Imag:
      return make_constant(part, arguments[0].real.imag());
    case Intrinsic::Abs:
      return make_constant(part, static_cast<double>(std::hypot(argument(0).real(), argument(0).imag())));
    case Intrinsic::Pow:
      return make_constant(type, std::complex<double>(std::pow(argument(0), argument(1))));
    case Intrinsic::Fma:
      return make_constant(type, std::complex<double>(complex_fma(argument(0), argument(1), argument(2))));
    default:
      return make_constant(type, std::complex<double>(complex_one_argument(function, argument(0))));
  }
}

bool test(Intrinsic function, const Constant& argument) {
  double real = argument.real.real();
  double imaginary = is_complex(argument.type) ? argument.real.imag() : 0.0;
  switch (function) {
    case Intrinsic::IsNan:
      return std::isnan(real) || std::isnan(imaginary);
    case Intrinsic::IsInf:
      return std::isinf(real) || std::isinf(imaginary);
    case Intrinsic::IsFinite:
      return std::isfinite(real) && std::isfinite(imaginary);
    case Intrinsic::SignBit:
      return std::signbit(real);
    default:
      no_meaning(argument.type);
  }
}

Constant make_complex(const Constant& real, const Constant& imaginary) {
  ScalarType type = real.type == ScalarType::Float32 ? ScalarType::Complex64 : ScalarType::Complex128;
  return make_constant(type, std::complex<double>(real.real.real(), imaginary.real.real()));
}

Constant bits_of(const Constant& argument) {
  if (argument.type == ScalarType::Int64) return make_constant(ScalarType::Float64, std::bit_cast<double>(argument.integer));
  if (argument.type == ScalarType::Int32)
    return make_constant(ScalarType::Float32, double{std::bit_cast<float>(static_cast<int32_t>(argument.integer))});
  const double value = argument.real.real();
  if (argument.type == ScalarType::Float64) return make_constant(ScalarType::Int64, std::bit_cast<int64_t>(value));
  return make_constant(ScalarType::Int32, int64_t{std::bit_cast<int32_t>(static_cast<float>(value))});
}

}  // namespace

Constant evaluate(Intrinsic function, std::span<const Constant> arguments) {
  switch (function) {
    case Intrinsic::IsNan:
    case Intrinsic::IsInf:
    case Intrinsic::IsFinite:
    case Intrinsic::SignBit:
      return make_bool(test(function, arguments[0]));
    case Intrinsic::MakeComplex:
      return make_complex(arguments[0], arguments[1]);
    case Intrinsic::Bits:
      return bits_of(arguments[0]);
    default:
      break;
  }
  switch (arguments[0].type) {
    case ScalarType::Float32:
      return float_function<float>(function, arguments);
    case ScalarType::Float64:
      return float_function<double>(function, arguments);
    case ScalarType::Complex64:
      return complex_function<float>(function, arguments);
    case ScalarType::Complex128:
      return complex_function<double>(function, arguments);
    default:
      return integer_function(function, arguments);
  }
}

bool is_exact(Intrinsic function, ScalarType operand_type) {
  if (is_integer(operand_type)) return true;
  switch (function) {
    case Intrinsic::Sqrt:
    case Intrinsic::RootWithin:
    case Intrinsic::QuotientWithin:
    case Intrinsic::Abs:
      return is_float(operand_type);
    case Intrinsic::Floor:
    case Intrinsic::Ceil:
    case Intrinsic::Trunc:
    case Intrinsic::RoundEven:
    case Intrinsic::Fmod:
    case Intrinsic::CopySign:
    case Intrinsic::NextAfter:
    case Intrinsic::Fma:
    case Intrinsic::Minimum:
    case Intrinsic::Maximum:
    case Intrinsic::IsNan:
    case Intrinsic::IsInf:
    case Intrinsic::IsFinite:
    case Intrinsic::SignBit:
    case Intrinsic::Real:
    case Intrinsic::Imag:
    case Intrinsic::Conjugate:
    case Intrinsic::MakeComplex:
    case Intrinsic::Bits:
      return true;
    default:
      return false;
  }
}

}  // namespace unpython::ir
