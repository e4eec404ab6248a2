// The table itself. A new function of a known family is one line here.
#include "frontend/library/known_names.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

#include "unpython/time_types.h"

namespace unpython::frontend {

namespace {

using F = Family;
using I = ir::Intrinsic;
using B = syntax::BinaryOperator;
using C = syntax::CompareOperator;

constexpr LibraryFunction math1(std::string_view name, I op, Guard guard) {
  return {.name = name, .family = F::MathUnary, .op = op, .guard = guard};
}
constexpr LibraryFunction math2(std::string_view name, I op, Guard guard) {
  return {.name = name,
          .family = F::MathBinary,
          .min_arguments = 2,
          .max_arguments = 2,
          .op = op,
          .guard = guard};
}
constexpr LibraryFunction plain(std::string_view name, F family, int min_arguments = 1,
                                int max_arguments = 1) {
  return {.name = name, .family = family, .min_arguments = min_arguments, .max_arguments = max_arguments};
}
constexpr LibraryFunction with_op(std::string_view name, F family, I op, int arguments = 1) {
  return {.name = name, .family = family, .min_arguments = arguments, .max_arguments = arguments, .op = op};
}
constexpr LibraryFunction with_binary(std::string_view name, F family, B binary) {
  return {.name = name, .family = family, .min_arguments = 2, .max_arguments = 2, .binary = binary};
}
constexpr LibraryFunction with_compare(std::string_view name, C compare) {
  return {
      .name = name, .family = F::NumpyCompare, .min_arguments = 2, .max_arguments = 2, .compare = compare};
}
struct Quotient {
  double above, below;
};
constexpr LibraryFunction scale(std::string_view name, F family, Quotient factor) {
  return {.name = name,
          .family = family,
          .factor = factor.above / factor.below,
          .single_factor = static_cast<float>(factor.above) / static_cast<float>(factor.below)};
}

constexpr Quotient kToRadians = {std::numbers::pi, 180.0};
constexpr Quotient kToDegrees = {180.0, std::numbers::pi};

constexpr auto kFunctions = std::to_array<LibraryFunction>({
    math1("math.sqrt", I::Sqrt, Guard::Negative),
    math1("math.cbrt", I::Cbrt, Guard::None),
    math1("math.exp", I::Exp, Guard::Range),
    math1("math.exp2", I::Exp2, Guard::Range),
    math1("math.expm1", I::Expm1, Guard::Range),
    math1("math.log2", I::Log2, Guard::NotPositive),
    math1("math.log10", I::Log10, Guard::NotPositive),
    math1("math.log1p", I::Log1p, Guard::BelowMinusOne),
    math1("math.sin", I::Sin, Guard::Infinite),
    math1("math.cos", I::Cos, Guard::Infinite),
    math1("math.tan", I::Tan, Guard::Infinite),
    math1("math.asin", I::Asin, Guard::OutsideUnit),
    math1("math.acos", I::Acos, Guard::OutsideUnit),
    math1("math.atan", I::Atan, Guard::None),
    math1("math.sinh", I::Sinh, Guard::Range),
    math1("math.cosh", I::Cosh, Guard::Range),
    math1("math.tanh", I::Tanh, Guard::None),
    math1("math.asinh", I::Asinh, Guard::None),
    math1("math.acosh", I::Acosh, Guard::BelowOne),
    math1("math.atanh", I::Atanh, Guard::OutsideOpenUnit),
    math1("math.erf", I::Erf, Guard::None),
    math1("math.erfc", I::Erfc, Guard::None),
    math1("math.gamma", I::Gamma, Guard::Pole),
    math1("math.lgamma", I::LogGamma, Guard::LogPole),
    math1("math.fabs", I::Abs, Guard::None),
    math2("math.atan2", I::Atan2, Guard::None),
    math2("math.hypot", I::Hypot, Guard::Range),
    math2("math.copysign", I::CopySign, Guard::None),
    math2("math.nextafter", I::NextAfter, Guard::None),
    math2("math.fmod", I::Fmod, Guard::FmodDomain),
    math2("math.pow", I::Pow, Guard::PowDomain),
    plain("math.log", F::MathLog, 1, 2),
    with_op("math.floor", F::MathToInteger, I::Floor),
    with_op("math.ceil", F::MathToInteger, I::Ceil),
    with_op("math.trunc", F::MathToInteger, I::Trunc),
    with_op("math.isnan", F::MathTest, I::IsNan),
    with_op("math.isinf", F::MathTest, I::IsInf),
    with_op("math.isfinite", F::MathTest, I::IsFinite),
    scale("math.radians", F::MathScale, kToRadians),
    scale("math.degrees", F::MathScale, kToDegrees),

    plain("builtins.abs", F::Abs),
    plain("builtins.min", F::Smallest, 1, -1),
    plain("builtins.max", F::Largest, 1, -1),
    plain("builtins.int", F::ToInt, 0, 1),
    plain("operator.index", F::ToIndex),
    plain("range.length", F::RangeLength, 3, 3),
    plain("builtins.float", F::ToFloat, 0, 1),
    plain("number.real", F::RealPart),
    plain("number.imag", F::ImaginaryPart),
    plain("builtins.bool", F::ToBool, 0, 1),
    plain("builtins.complex", F::ToComplex, 0, 2),
    plain("builtins.round", F::Round),
    plain("builtins.len", F::Length),
    plain("isinstance", F::IsInstance, 2, 2),
    plain("unpython._time_code", F::TimeCode),
    plain("builtins.pow", F::Power, 2, 2),
    plain("builtins.divmod", F::DivMod, 2, 2),
    plain("unpython.shape", F::Shape),
    plain("numpy.shape", F::Shape),
    plain("numpy.ndim", F::Dimensions),
    plain("numpy.size", F::Size),

    with_op("numpy.sqrt", F::NumpyFloat, I::Sqrt),
    with_op("numpy.cbrt", F::NumpyFloat, I::Cbrt),
    with_op("numpy.exp", F::NumpyFloat, I::Exp),
    with_op("numpy.exp2", F::NumpyFloat, I::Exp2),
    with_op("numpy.expm1", F::NumpyFloat, I::Expm1),
    with_op("numpy.log", F::NumpyFloat, I::Log),
    with_op("numpy.log2", F::NumpyFloat, I::Log2),
    with_op("numpy.log10", F::NumpyFloat, I::Log10),
    with_op("numpy.log1p", F::NumpyFloat, I::Log1p),
    with_op("numpy.sin", F::NumpyFloat, I::Sin),
    with_op("numpy.cos", F::NumpyFloat, I::Cos),
    with_op("numpy.tan", F::NumpyFloat, I::Tan),
    with_op("numpy.arcsin", F::NumpyFloat, I::Asin),
    with_op("numpy.asin", F::NumpyFloat, I::Asin),
    with_op("numpy.arccos", F::NumpyFloat, I::Acos),
    with_op("numpy.acos", F::NumpyFloat, I::Acos),
    with_op("numpy.arctan", F::NumpyFloat, I::Atan),
    with_op("numpy.atan", F::NumpyFloat, I::Atan),
    with_op("numpy.sinh", F::NumpyFloat, I::Sinh),
    with_op("numpy.cosh", F::NumpyFloat, I::Cosh),
    with_op("numpy.tanh", F::NumpyFloat, I::Tanh),
    with_op("numpy.arcsinh", F::NumpyFloat, I::Asinh),
    with_op("numpy.asinh", F::NumpyFloat, I::Asinh),
    with_op("numpy.arccosh", F::NumpyFloat, I::Acosh),
    with_op("numpy.acosh", F::NumpyFloat, I::Acosh),
    with_op("numpy.arctanh", F::NumpyFloat, I::Atanh),
    with_op("numpy.atanh", F::NumpyFloat, I::Atanh),
    with_op("numpy.fabs", F::NumpyFloat, I::Abs),
    with_op("numpy.rint", F::NumpyFloat, I::RoundEven),
    with_op("numpy.arctan2", F::NumpyFloatBinary, I::Atan2, 2),
    with_op("numpy.atan2", F::NumpyFloatBinary, I::Atan2, 2),
    with_op("numpy.hypot", F::NumpyFloatBinary, I::Hypot, 2),
    with_op("numpy.copysign", F::NumpyFloatBinary, I::CopySign, 2),
    with_op("numpy.nextafter", F::NumpyFloatBinary, I::NextAfter, 2),
    with_binary("numpy.add", F::NumpyOperator, B::Add),
    with_binary("numpy.subtract", F::NumpyOperator, B::Sub),
    with_binary("numpy.multiply", F::NumpyOperator, B::Mult),
    with_binary("numpy.divide", F::NumpyOperator, B::Div),
    with_binary("numpy.true_divide", F::NumpyOperator, B::Div),
    with_binary("numpy.floor_divide", F::NumpyOperator, B::FloorDiv),
    with_binary("numpy.remainder", F::NumpyOperator, B::Mod),
    with_binary("numpy.mod", F::NumpyOperator, B::Mod),
    with_binary("numpy.power", F::NumpyOperator, B::Pow),
    with_binary("numpy.pow", F::NumpyOperator, B::Pow),
    with_binary("numpy.bitwise_and", F::NumpyOperator, B::BitAnd),
    with_binary("numpy.bitwise_or", F::NumpyOperator, B::BitOr),
    with_binary("numpy.bitwise_xor", F::NumpyOperator, B::BitXor),
    with_binary("numpy.left_shift", F::NumpyOperator, B::LShift),
    with_binary("numpy.bitwise_left_shift", F::NumpyOperator, B::LShift),
    with_binary("numpy.right_shift", F::NumpyOperator, B::RShift),
    with_binary("numpy.bitwise_right_shift", F::NumpyOperator, B::RShift),
    with_compare("numpy.equal", C::Eq),
    with_compare("numpy.not_equal", C::NotEq),
    with_compare("numpy.less", C::Lt),
    with_compare("numpy.less_equal", C::LtE),
    with_compare("numpy.greater", C::Gt),
    with_compare("numpy.greater_equal", C::GtE),
    with_binary("numpy.logical_and", F::NumpyLogical, B::BitAnd),
    with_binary("numpy.logical_or", F::NumpyLogical, B::BitOr),
    with_binary("numpy.logical_xor", F::NumpyLogical, B::BitXor),
    plain("numpy.logical_not", F::NumpyNot),
    with_op("numpy.minimum", F::NumpyMinMax, I::Minimum, 2),
    with_op("numpy.maximum", F::NumpyMinMax, I::Maximum, 2),
    with_op("numpy.fmin", F::NumpyMinMaxNumber, I::Minimum, 2),
    with_op("numpy.fmax", F::NumpyMinMaxNumber, I::Maximum, 2),
    with_op("numpy.floor", F::NumpyRounding, I::Floor),
    with_op("numpy.ceil", F::NumpyRounding, I::Ceil),
    with_op("numpy.trunc", F::NumpyRounding, I::Trunc),
    with_op("numpy.fix", F::NumpyRounding, I::Trunc),
    with_op("numpy.isnan", F::NumpyTest, I::IsNan),
    with_op("numpy.isinf", F::NumpyTest, I::IsInf),
    with_op("numpy.isfinite", F::NumpyTest, I::IsFinite),
    with_op("numpy.isnat", F::NumpyIsNoTime, I::IsNan),
    with_op("numpy.signbit", F::NumpyTest, I::SignBit),
    with_op("unpython._bits", F::Bits, I::Bits),
    with_op("unpython._high_product", F::HighProduct, I::MultiplyHigh, 2),
    plain("numpy.absolute", F::NumpyAbs),
    plain("numpy.abs", F::NumpyAbs),
    plain("numpy.negative", F::NumpyNegative),
    plain("numpy.positive", F::NumpyPositive),
    plain("numpy.square", F::NumpySquare),
    plain("numpy.sign", F::NumpySign),
    plain("numpy.reciprocal", F::NumpyReciprocal),
    plain("numpy.invert", F::NumpyInvert),
    plain("numpy.bitwise_not", F::NumpyInvert),
    plain("numpy.bitwise_invert", F::NumpyInvert),
    plain("numpy.where", F::NumpyWhere, 3, 3),
    plain("numpy.conjugate", F::NumpyConjugate),
    plain("numpy.conj", F::NumpyConjugate),
    plain("numpy.real", F::NumpyReal),
    plain("numpy.imag", F::NumpyImag),
    scale("numpy.radians", F::NumpyScale, kToRadians),
    scale("numpy.deg2rad", F::NumpyScale, kToRadians),
    scale("numpy.degrees", F::NumpyScale, kToDegrees),
    scale("numpy.rad2deg", F::NumpyScale, kToDegrees),
});

struct NamedConstant {
  std::string_view name;
  double value;
};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr NamedConstant kConstants[] = {
    {"math.pi", std::numbers::pi},
    {"numpy.pi", std::numbers::pi},
    {"math.e", std::numbers::e},
    {"numpy.e", std::numbers::e},
    {"math.tau", 2 * std::numbers::pi},
    {"numpy.euler_gamma", std::numbers::egamma},
    {"math.inf", kInfinity},
    {"numpy.inf", kInfinity},
    {"math.nan", kNan},
    {"numpy.nan", kNan},
};

struct NamedType {
  std::string_view name;
  ScalarType type;
};
constexpr NamedType kDtypes[] = {
    {"numpy.bool", ScalarType::Bool},
    {"numpy.bool_", ScalarType::Bool},
    {"numpy.int8", ScalarType::Int8},
    {"numpy.byte", ScalarType::Int8},
    {"numpy.int16", ScalarType::Int16},
    {"numpy.short", ScalarType::Int16},
    {"numpy.int32", ScalarType::Int32},
    {"numpy.intc", ScalarType::Int32},
    {"numpy.int64", ScalarType::Int64},
    {"numpy.intp", ScalarType::Int64},
    {"numpy.int_", ScalarType::Int64},
    {"numpy.longlong", ScalarType::Int64},
    {"numpy.long", ScalarType::Int64},
    {"numpy.uint8", ScalarType::UInt8},
    {"numpy.ubyte", ScalarType::UInt8},
    {"numpy.uint16", ScalarType::UInt16},
    {"numpy.ushort", ScalarType::UInt16},
    {"numpy.uint32", ScalarType::UInt32},
    {"numpy.uintc", ScalarType::UInt32},
    {"numpy.uint64", ScalarType::UInt64},
    {"numpy.uintp", ScalarType::UInt64},
    {"numpy.ulong", ScalarType::UInt64},
    {"numpy.ulonglong", ScalarType::UInt64},
    {"numpy.uint", ScalarType::UInt64},
    {"numpy.float16", ScalarType::Float16},
    {"numpy.half", ScalarType::Float16},
    {"numpy.float32", ScalarType::Float32},
    {"numpy.single", ScalarType::Float32},
    {"numpy.float64", ScalarType::Float64},
    {"numpy.double", ScalarType::Float64},
    {"numpy.complex64", ScalarType::Complex64},
    {"numpy.csingle", ScalarType::Complex64},
    {"numpy.complex128", ScalarType::Complex128},
    {"numpy.cdouble", ScalarType::Complex128},
};

struct NamedException {
  std::string_view name;
  ir::ErrorKind kind;
};
constexpr NamedException kExceptions[] = {
    {"builtins.IndexError", ir::ErrorKind::IndexError},
    {"builtins.ZeroDivisionError", ir::ErrorKind::ZeroDivisionError},
    {"builtins.ValueError", ir::ErrorKind::ValueError},
    {"builtins.OverflowError", ir::ErrorKind::OverflowError},
    {"builtins.AssertionError", ir::ErrorKind::AssertionError},
    {"builtins.UnboundLocalError", ir::ErrorKind::UnboundLocalError},
    {"builtins.TypeError", ir::ErrorKind::TypeError},
    {"builtins.RuntimeError", ir::ErrorKind::RuntimeError},
    {"builtins.ArithmeticError", ir::ErrorKind::ArithmeticError},
    {"builtins.LookupError", ir::ErrorKind::LookupError},
    {"builtins.KeyError", ir::ErrorKind::KeyError},
    {"builtins.FloatingPointError", ir::ErrorKind::FloatingPointError},
    {"builtins.StopIteration", ir::ErrorKind::StopIteration},
    {"builtins.NotImplementedError", ir::ErrorKind::NotImplementedError},
    {"unpython._Refusal", ir::ErrorKind::Refused},
    {"builtins.Exception", ir::ErrorKind::Exception},
    {"builtins.MemoryError", ir::ErrorKind::MemoryError},
    {"builtins.RecursionError", ir::ErrorKind::RecursionError},
    {"builtins.AttributeError", ir::ErrorKind::AttributeError},
    {"builtins.NameError", ir::ErrorKind::NameError},
    {"numpy.linalg.LinAlgError", ir::ErrorKind::LinAlgError},
};

struct NamedLoop {
  std::string_view name;
  LoopFunction kind;
};
constexpr NamedLoop kLoops[] = {
    {"builtins.range", LoopFunction::Range},
    {"unpython.xrange", LoopFunction::Range},
    {"unpython.prange", LoopFunction::ParallelRange},
    {"unpython.gpurange", LoopFunction::ParallelRange},
    {"unpython._apart", LoopFunction::ApartRange},
};

template <class Table>
auto find_in(const Table& table, std::string_view name) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& e) { return e.name == name; });
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

std::span<const LibraryFunction> library_functions() { return kFunctions; }

const LibraryFunction* find_function(std::string_view name) { return find_in(kFunctions, name); }

bool is_elementwise(const LibraryFunction& function) {
  return function.family == F::Abs || function.family >= F::NumpyFloat;
}

std::optional<double> find_constant(std::string_view name) {
  const auto* found = find_in(kConstants, name);
  return found ? std::optional(found->value) : std::nullopt;
}

std::optional<ScalarType> find_dtype(std::string_view name) {
  const auto* found = find_in(kDtypes, name);
  if (found) return found->type;
  constexpr std::string_view kNumPy = "numpy.";
  return name.starts_with(kNumPy) ? time_type_named(name.substr(kNumPy.size())) : std::nullopt;
}

std::optional<LoopFunction> find_loop_function(std::string_view name) {
  const auto* found = find_in(kLoops, name);
  return found ? std::optional(found->kind) : std::nullopt;
}

std::optional<ir::ErrorKind> find_exception(std::string_view name) {
  const auto* found = find_in(kExceptions, name);
  return found ? std::optional(found->kind) : std::nullopt;
}

bool has_complex_meaning(ir::Intrinsic op) { return op != I::Cbrt && op != I::Abs && op != I::SignBit; }

bool accepts_complex(ir::Intrinsic op) {
  switch (op) {
    case I::Sqrt:
    case I::Exp:
    case I::Log:
    case I::Sin:
    case I::Cos:
    case I::Tan:
    case I::Sinh:
    case I::Cosh:
    case I::Tanh:
    case I::IsNan:
    case I::IsInf:
    case I::IsFinite:
      return true;
    default:
      return false;
  }
}

}  // namespace unpython::frontend
