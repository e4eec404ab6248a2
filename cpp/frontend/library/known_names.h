// The accepted functions, types and constants of numpy, math, builtins and unpython, by their full name: one
// table.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "frontend/syntax/syntax.h"
#include "ir/function.h"
#include "unpython/types.h"

namespace unpython::frontend {

/// Functions that are typed and lowered alike.
enum class Family : uint8_t {
  MathUnary,  ///< float64 in, Python float out; `guard` says when Python raises
  MathBinary,
  MathLog,        ///< one argument, or a second one for the base
  MathToInteger,  ///< floor, ceil, trunc
  MathTest,       ///< isnan, isinf, isfinite
  MathScale,      ///< argument times `factor`
  Abs,
  Smallest,  ///< min(a, b, ...)
  Largest,   ///< max(a, b, ...)
  ToInt,
  ToIndex,  ///< what counts: an integer as Python's own
  RangeLength,  ///< iterations of range(start, stop, step)
  ToFloat,
  RealPart,       ///< of any number, as Python's own float
  ImaginaryPart,
  ToBool,
  ToComplex,
  Round,
  Length,
  IsInstance,
  TimeCode,  ///< of datetime64 and timedelta64 the number of the type (unpython/time_types.h), else 0: known when it is compiled
  Power,
  DivMod,
  Shape,
  Dimensions,
  Size,
  HighProduct,  ///< the upper half of a product of two uint64
  Bits,        ///< the bytes of a float as a signed integer, and back
  NumpyFloat,  ///< computed in the float type of the argument; `op` says whether complex is possible
  NumpyFloatBinary,
  NumpyOperator,  ///< a Python operator as a function (`binary`), of strong operands
  NumpyCompare,
  NumpyLogical,  ///< and, or, xor (`binary` BitAnd, BitOr, BitXor) of truth values
  NumpyNot,
  NumpyMinMax,        ///< NaN if an operand is
  NumpyMinMaxNumber,  ///< fmin, fmax: the other operand if one is NaN
  NumpyRounding,      ///< integers stay as they are
  NumpyTest,
  NumpyIsNoTime,  ///< isnat
  NumpyAbs,
  NumpyNegative,
  NumpyPositive,
  NumpySquare,
  NumpySign,
  NumpyReciprocal,
  NumpyInvert,
  NumpyWhere,
  NumpyConjugate,
  NumpyReal,
  NumpyImag,
  NumpyScale,
};

/// When a function of module math raises: a condition on the argument x or the result r.
enum class Guard : uint8_t {
  None,
  Negative,         ///< x < 0
  NotPositive,      ///< x <= 0
  BelowMinusOne,    ///< x <= -1
  Infinite,         ///< x is infinite
  OutsideUnit,      ///< |x| > 1
  OutsideOpenUnit,  ///< |x| >= 1
  BelowOne,         ///< x < 1
  Range,            ///< r infinite, x finite: OverflowError
  Pole,             ///< x is an integer <= 0 or -infinity; and as Range
  LogPole,          ///< x is an integer <= 0; and as Range
  FmodDomain,       ///< y == 0 or x infinite
  PowDomain,        ///< as math.pow
};

struct LibraryFunction {
  std::string_view name;
  Family family;
  int min_arguments = 1;
  int max_arguments = 1;  ///< -1: any number
  ir::Intrinsic op = ir::Intrinsic::Sqrt;
  Guard guard = Guard::None;
  syntax::BinaryOperator binary = syntax::BinaryOperator::Add;
  syntax::CompareOperator compare = syntax::CompareOperator::Eq;
  double factor = 0;
  float single_factor = 0;  ///< in functions of float32: NumPy divides in the type itself
};

[[nodiscard]] std::span<const LibraryFunction> library_functions();
/// Null if the function is not accepted. `name` is canonical: "numpy.sqrt", "math.exp", "builtins.abs".
[[nodiscard]] const LibraryFunction* find_function(std::string_view name);
/// Whether the function takes arrays and works element by element.
[[nodiscard]] bool is_elementwise(const LibraryFunction& function);
/// The number that "math.pi" or "numpy.inf" names.
[[nodiscard]] std::optional<double> find_constant(std::string_view name);
/// The scalar type that "numpy.float32" or "numpy.intp" names.
[[nodiscard]] std::optional<ScalarType> find_dtype(std::string_view name);
/// Whether there is an intrinsic for a function of one complex argument.
[[nodiscard]] bool accepts_complex(ir::Intrinsic op);
/// Whether NumPy's function of one argument takes complex ones.
[[nodiscard]] bool has_complex_meaning(ir::Intrinsic op);

enum class LoopFunction : uint8_t { Range, ParallelRange, ApartRange };
/// "builtins.range", "unpython.xrange": Range; "unpython.prange", "unpython.gpurange": ParallelRange; "unpython._apart":
/// ApartRange, a ParallelRange whose iterations touch no element in common, by construction.
[[nodiscard]] std::optional<LoopFunction> find_loop_function(std::string_view name);
/// "builtins.ValueError" and the other exceptions that a program may raise.
[[nodiscard]] std::optional<ir::ErrorKind> find_exception(std::string_view name);

}  // namespace unpython::frontend
