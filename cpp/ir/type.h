// Typed ids of the loop IR, scalar constants, and the operators with their exact meaning.
#pragma once
#include <complex>
#include <cstdint>

#include "support/ids.h"
#include "unpython/types.h"

namespace unpython::ir {

using ExprId = Id<struct ExprTag>;
using StmtId = Id<struct StmtTag>;
using VarId = Id<struct VarTag>;      ///< a scalar variable; it has one type for all its life
using ArrayId = Id<struct ArrayTag>;  ///< an array argument or a local array
using ErrorId = Id<struct ErrorTag>;  ///< a place that may raise

/// A compile-time scalar. Bool and integers are kept in `integer` (unsigned ones as the same 64 bits, always reduced to
/// the width of `type` and sign- or zero-extended), floats in `real.real()`, complex numbers in `real`.
struct Constant {
  ScalarType type = ScalarType::Int64;
  int64_t integer = 0;
  std::complex<double> real = 0.0;
  /// Equal bits, so that 0.0 and -0.0 differ and a NaN equals itself.
  bool operator==(const Constant& other) const;
};

enum class UnaryOp : uint8_t {
  Negate,      ///< integers wrap; floats flip the sign bit
  BitNot,      ///< integers
  LogicalNot,  ///< Bool
};

/// Both operands have the type of the result: the frontend casts operands of other types first.
enum class BinaryOp : uint8_t {
  Add,          ///< integers wrap
  Subtract,     ///< integers wrap
  Multiply,     ///< integers wrap
  Divide,       ///< floats (IEEE) and complex (NumPy's scaled division)
  FloorDivide,  ///< rounds down; integers: x // 0 is 0 and MIN // -1 is MIN; floats: as npy_floor_divide
  Modulo,       ///< sign of the divisor; integers: x % 0 is 0; floats: as npy_remainder, zero keeps the divisor's sign
  BitAnd,       ///< integers and Bool
  BitOr,        ///< integers and Bool
  BitXor,       ///< integers and Bool
  ShiftLeft,    ///< integers; a count < 0 or >= width gives 0
  ShiftRight,   ///< integers, arithmetic for signed; a count < 0 or >= width gives 0 or -1 (the sign)
  LogicalAnd,   ///< Bool, both sides are evaluated
  LogicalOr,    ///< Bool, both sides are evaluated
};

/// Operands have equal types; the result is Bool. Less and its kin on complex numbers compare as NumPy does
/// (real part first).
enum class CompareOp : uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
/// Of the operands in the other order.
[[nodiscard]] constexpr CompareOp mirrored(CompareOp op) {
  constexpr CompareOp kMirrored[] = {CompareOp::Equal,   CompareOp::NotEqual,     CompareOp::Greater,
                                     CompareOp::GreaterEqual, CompareOp::Less, CompareOp::LessEqual};
  return kMirrored[static_cast<int>(op)];
}
/// What holds where the comparison of two integers does not.
[[nodiscard]] constexpr CompareOp opposite(CompareOp op) {
  constexpr CompareOp kOpposite[] = {CompareOp::NotEqual, CompareOp::Equal,     CompareOp::GreaterEqual,
                                     CompareOp::Greater,  CompareOp::LessEqual, CompareOp::Less};
  return kOpposite[static_cast<int>(op)];
}

/// Functions of scalars. Unless noted, all operands and the result have one float type. Complex operands are allowed
/// where the comment says C. None raises: domain errors give NaN or infinity (the frontend emits guards where Python
/// would raise).
enum class Intrinsic : uint8_t {
  Sqrt,  // C
  Cbrt,
  Exp,  // C
  Exp2,
  Expm1,
  Log,  // C
  Log2,
  Log10,
  Log1p,
  Sin,   // C
  Cos,   // C
  Tan,   // C
  Asin,
  Acos,
  Atan,
  Atan2,
  Sinh,  // C
  Cosh,  // C
  Tanh,  // C
  Asinh,
  Acosh,
  Atanh,
  Pow,  // C, and integers: exponentiation by squaring that wraps; a negative exponent gives 0 (1 for base 1, +-1 for -1)
  Hypot,
  Erf,
  Erfc,
  Gamma,
  LogGamma,
  Floor,
  Ceil,
  Trunc,
  RoundEven,  ///< to the nearest integer, ties to even
  Fmod,       ///< C's fmod
  CopySign,
  NextAfter,
  Fma,      ///< a * b + c rounded once; C: as a chain of real ones, re = fma(-a.im, b.im, fma(a.re, b.re, c.re)) and
            ///< im = fma(a.im, b.re, fma(a.re, b.im, c.im))
  Abs,      ///< also signed integers (MIN stays MIN); complex gives the real type (hypot)
  Minimum,  ///< also integers; a NaN operand gives NaN (np.minimum)
  Maximum,  ///< also integers; a NaN operand gives NaN (np.maximum)
  IsNan,    ///< C, gives Bool
  IsInf,    ///< C, gives Bool
  IsFinite, ///< C, gives Bool
  SignBit,  ///< gives Bool
  Real,         ///< complex -> its real type
  Imag,         ///< complex -> its real type
  Conjugate,    ///< complex
  MakeComplex,  ///< (re, im) -> complex
  Bits,         ///< float -> the signed integer of the same bytes, and back
  MultiplyHigh,    ///< of two UInt64: the upper 64 bits of the product
  RootWithin,      ///< Sqrt of a float32 that lies where a short form is exact (transform/grid/guess_ranges.h)
  QuotientWithin,  ///< the same for a / b
};

}  // namespace unpython::ir
