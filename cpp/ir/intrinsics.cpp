#include "ir/intrinsics.h"

#include <array>

namespace unpython::ir {
namespace {

using I = Intrinsic;

constexpr uint8_t kCalled = kFloats | kLibrary | kVectors;

constexpr std::array kRows = {
    IntrinsicRow{I::Sqrt, "sqrt", 1, kFloats | kComplex, "sqrt", "csqrt"},
    IntrinsicRow{I::Cbrt, "cbrt", 1, kCalled, "cbrt"},
    IntrinsicRow{I::Exp, "exp", 1, kCalled | kComplex, "exp", "cexp"},
    IntrinsicRow{I::Exp2, "exp2", 1, kCalled, "exp2"},
    IntrinsicRow{I::Expm1, "expm1", 1, kCalled, "expm1"},
    IntrinsicRow{I::Log, "log", 1, kCalled | kComplex, "log", "clog"},
    IntrinsicRow{I::Log2, "log2", 1, kCalled, "log2"},
    IntrinsicRow{I::Log10, "log10", 1, kCalled, "log10"},
    IntrinsicRow{I::Log1p, "log1p", 1, kCalled, "log1p"},
    IntrinsicRow{I::Sin, "sin", 1, kCalled | kComplex, "sin", "csin"},
    IntrinsicRow{I::Cos, "cos", 1, kCalled | kComplex, "cos", "ccos"},
    IntrinsicRow{I::Tan, "tan", 1, kCalled | kComplex, "tan", "ctan"},
    IntrinsicRow{I::Asin, "arcsin", 1, kCalled, "asin"},
    IntrinsicRow{I::Acos, "arccos", 1, kCalled, "acos"},
    IntrinsicRow{I::Atan, "arctan", 1, kCalled, "atan"},
    IntrinsicRow{I::Atan2, "arctan2", 2, kCalled, "atan2"},
    IntrinsicRow{I::Sinh, "sinh", 1, kCalled | kComplex, "sinh", "csinh"},
    IntrinsicRow{I::Cosh, "cosh", 1, kCalled | kComplex, "cosh", "ccosh"},
    IntrinsicRow{I::Tanh, "tanh", 1, kCalled | kComplex, "tanh", "ctanh"},
    IntrinsicRow{I::Asinh, "arcsinh", 1, kCalled, "asinh"},
    IntrinsicRow{I::Acosh, "arccosh", 1, kCalled, "acosh"},
    IntrinsicRow{I::Atanh, "arctanh", 1, kCalled, "atanh"},
    IntrinsicRow{I::Pow, "pow", 2, kCalled | kComplex | kIntegers, "pow", "cpow"},
    IntrinsicRow{I::Hypot, "hypot", 2, kCalled, "hypot"},
    IntrinsicRow{I::Erf, "erf", 1, kCalled, "erf"},
    IntrinsicRow{I::Erfc, "erfc", 1, kCalled, "erfc"},
    IntrinsicRow{I::Gamma, "gamma", 1, kFloats | kLibrary, "tgamma"},
    IntrinsicRow{I::LogGamma, "lgamma", 1, kFloats | kLibrary, "lgamma"},
    IntrinsicRow{I::Floor, "floor", 1, kFloats, "floor"},
    IntrinsicRow{I::Ceil, "ceil", 1, kFloats, "ceil"},
    IntrinsicRow{I::Trunc, "trunc", 1, kFloats, "trunc"},
    IntrinsicRow{I::RoundEven, "rint", 1, kFloats, "rint"},
    IntrinsicRow{I::Fmod, "fmod", 2, kFloats, "fmod"},
    IntrinsicRow{I::CopySign, "copysign", 2, kFloats, "copysign"},
    IntrinsicRow{I::NextAfter, "nextafter", 2, kFloats | kLibrary, "nextafter"},
    IntrinsicRow{I::Fma, "fma", 3, kFloats | kComplex, "fma"},
    IntrinsicRow{I::Abs, "abs", 1, kFloats | kComplex | kIntegers, "fabs"},
    IntrinsicRow{I::Minimum, "minimum", 2, kFloats | kIntegers},
    IntrinsicRow{I::Maximum, "maximum", 2, kFloats | kIntegers},
    IntrinsicRow{I::IsNan, "isnan", 1, kFloats | kComplex},
    IntrinsicRow{I::IsInf, "isinf", 1, kFloats | kComplex},
    IntrinsicRow{I::IsFinite, "isfinite", 1, kFloats | kComplex},
    IntrinsicRow{I::SignBit, "signbit"},
    IntrinsicRow{I::Real, "real", 1, kComplex},
    IntrinsicRow{I::Imag, "imag", 1, kComplex},
    IntrinsicRow{I::Conjugate, "conj", 1, kComplex},
    IntrinsicRow{I::MakeComplex, "complex", 2},
    IntrinsicRow{I::Bits, "bits"},
    IntrinsicRow{I::MultiplyHigh, "multiply_high", 2, kIntegers},
    IntrinsicRow{I::RootWithin, "sqrt_within", 1, kFloats, "sqrt"},
    IntrinsicRow{I::QuotientWithin, "divide_within", 2},
};

constexpr bool is_in_order() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].function != static_cast<Intrinsic>(i)) return false;
  }
  return true;
}
static_assert(is_in_order() && kRows.back().function == I::QuotientWithin, "a row for each Intrinsic, in its order");

}  // namespace

const IntrinsicRow& row_of(Intrinsic function) { return kRows.at(static_cast<size_t>(function)); }

}  // namespace unpython::ir
