// Math functions: processor instructions where they are exact, else libm (scalars) and libmvec (vectors).
#include "codegen/llvm/lanes/math_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "codegen/llvm/lanes/arithmetic.h"
#include "codegen/llvm/lanes/library_calls.h"
#include "codegen/llvm/math/own_math.h"

namespace unpython::codegen {

namespace {

using ir::Intrinsic;

bool is_single(llvm::Value* x) { return x->getType()->getScalarType()->isFloatTy(); }

/// Where NumPy has vector functions (Intel's, for 512 bits), they are more exact than libmvec.
bool has_exact_loop(const MathTarget& math, Intrinsic function, const std::string& loop) {
  const bool slow = function == Intrinsic::Erf || function == Intrinsic::Erfc ||
                    function == Intrinsic::Hypot || function == Intrinsic::Gamma ||
                    function == Intrinsic::LogGamma || function == Intrinsic::NextAfter ||
                    function == Intrinsic::Pow;
  return math.target.vector_bytes == 64 && !slow && math.vector_math.provides(loop);
}

/// The C library is more than one unit in the last place off.
bool is_inexact_in_libm(Intrinsic function) {
  switch (function) {
    case Intrinsic::Cbrt:
    case Intrinsic::Log10:
    case Intrinsic::Sinh:
    case Intrinsic::Cosh:
    case Intrinsic::Tanh:
    case Intrinsic::Asinh:
    case Intrinsic::Acosh:
    case Intrinsic::Atanh:
      return true;
    default:
      return false;
  }
}

/// The C library's is farther off than ours of one lane.
bool is_own_in_order(Intrinsic function) {
  return function == Intrinsic::Tanh || function == Intrinsic::Erfc || function == Intrinsic::Gamma ||
         function == Intrinsic::LogGamma;
}

/// libmvec is at most one unit in the last place off, or nothing is better.
bool is_exact_in_libmvec(Intrinsic function) {
  return function == Intrinsic::Pow || function == Intrinsic::Erf || function == Intrinsic::Erfc ||
         is_inexact_in_libm(function);
}

/// Below 0.84375 libmvec's erf is more than two units off: msun's x + x R(x**2) / S(x**2) stands for it there.
llvm::Value* with_small_erf(LaneBuilder& b, llvm::Value* x, llvm::Value* otherwise) {
  auto& ir = b.ir;
  const auto polynomial = [&](llvm::Value* at, std::initializer_list<double> from_last) {
    llvm::Value* sum = nullptr;
    for (const double coefficient : from_last) {
      llvm::Value* next = b.real_like(at, coefficient);
      sum = sum == nullptr ? next : ir.CreateFAdd(ir.CreateFMul(sum, at), next);
    }
    return sum;
  };
  llvm::Value* z = ir.CreateFMul(x, x);
  llvm::Value* above =
      polynomial(z, {-2.37630166566501626084e-05, -5.77027029648944159157e-03, -2.84817495755985104766e-02,
                     -3.25042107247001499370e-01, 1.28379167095512558561e-01});
  llvm::Value* below =
      polynomial(z, {-3.96022827877536812320e-06, 1.32494738004321644526e-04, 5.08130628187576562776e-03,
                     6.50222499887672944485e-02, 3.97917223959155352819e-01, 1});
  llvm::Value* ratio = ir.CreateFDiv(above, below);
  llvm::Value* value = ir.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, ratio, x});
  llvm::Value* size = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  llvm::Value* small = ir.CreateFCmpOLT(size, b.real_like(x, 0.84375));
  // The sum of -0 and +0 would be +0.
  return ir.CreateCopySign(ir.CreateSelect(small, value, otherwise), x);
}

/// At most about one unit in the last place off, as far as anything in the process is.
llvm::Value* call_accurate(LaneBuilder& b, const MathTarget& math, Intrinsic function,
                           const std::string& name, std::vector<llvm::Value*>& values) {
  const bool is_vector = values[0]->getType()->isVectorTy();
  std::vector<Value> operands;
  for (llvm::Value* value : values) operands.push_back({value});
  const std::string loop = numpy_loop(function, ScalarType::Float64);
  const bool has_loop = has_exact_loop(math, function, loop);
  if (!is_vector) {
    if (is_own_in_order(function)) {
      const std::string own = own_vector_function(*b.ir.GetInsertBlock()->getModule(), function, 1, math.target);
      if (!own.empty()) return call_of_one_lane(b, own, values[0]);
    }
    return has_loop && is_inexact_in_libm(function) ? call_loop(b, loop, operands).real
                                                    : call_pure(b, name, values[0]->getType(), values);
  }
  const int natural = math.target.vector_bytes / 8;
  const int own_width = std::min(natural, b.lanes);
  const std::string own =
      own_vector_function(*b.ir.GetInsertBlock()->getModule(), function, own_width, math.target);
  if (!own.empty()) return call_in_parts(b, own, own_width, values);
  if (has_loop) return call_loop(b, loop, operands).real;
  int width = b.lanes;
  const std::string symbol = is_exact_in_libmvec(function)
                                 ? math.vector_math.find(function, false, math.target, width)
                                 : std::string();
  if (symbol.empty()) return call_each_lane(b, name, values);
  llvm::Value* value = call_in_parts(b, symbol, width, values);
  return function == Intrinsic::Erf ? with_small_erf(b, values[0], value) : value;
}

llvm::Value* call_library(LaneBuilder& b, const MathTarget& math, const ir::Call& call,
                          std::span<const Value> arguments) {
  const Intrinsic function = call.function;
  bool single = is_single(arguments[0].real);
  std::string name = std::string(libm_name(function)) + (single ? "f" : "");
  std::vector<llvm::Value*> values;
  for (const Value& argument : arguments) values.push_back(argument.real);
  // Lanes that are off hold anything; a value without special cases keeps the vector function on its short
  // path.
  if (arguments[0].is_vector() && b.diverged()) {
    for (llvm::Value*& value : values) value = b.ir.CreateSelect(b.mask, value, b.real_like(value, 0.5));
  }
  const std::string loop = numpy_loop(function, single ? ScalarType::Float32 : ScalarType::Float64);
  if (call.library == ir::Library::NumPy && math.vector_math.provides(loop)) {
    std::vector<Value> operands;
    for (llvm::Value* value : values) operands.push_back({value});
    return call_loop(b, loop, operands).real;
  }
  const std::string python(single ? "" : python_function(function));
  if (call.library == ir::Library::C && !python.empty()) name = python;
  const bool bits = call.library == ir::Library::C || call.library == ir::Library::NumPy;
  // Nothing is faster than our gamma and lgamma.
  const bool fast_is_own = function == Intrinsic::Gamma || function == Intrinsic::LogGamma;
  const bool accurate =
      call.library == ir::Library::Accurate || (call.library == ir::Library::Fast && fast_is_own);
  if (accurate && !single) return call_accurate(b, math, function, name, values);
  if (!arguments[0].is_vector()) return call_pure(b, name, values[0]->getType(), values);
  int width = b.lanes;
  std::string symbol = bits ? std::string() : math.vector_math.find(function, single, math.target, width);
  if (symbol.empty()) return call_each_lane(b, name, values);
  return call_in_parts(b, symbol, width, values);
}

/// Complex numbers cross the C calling convention as two doubles, or two floats packed in one register.
Value call_complex_scalar(LaneBuilder& b, const std::string& name, std::span<const Value> arguments) {
  auto& ir = b.ir;
  llvm::Type* part = arguments[0].real->getType();
  std::vector<llvm::Value*> values;
  if (part->isDoubleTy()) {
    for (const Value& argument : arguments) {
      values.push_back(argument.real);
      values.push_back(argument.imag);
    }
    llvm::Value* result = call_pure(b, name, llvm::StructType::get(part, part), values);
    return {ir.CreateExtractValue(result, 0), ir.CreateExtractValue(result, 1)};
  }
  llvm::Type* pair = llvm::FixedVectorType::get(part, 2);
  for (const Value& argument : arguments) {
    llvm::Value* packed = ir.CreateInsertElement(llvm::PoisonValue::get(pair), argument.real, uint64_t{0});
    values.push_back(ir.CreateInsertElement(packed, argument.imag, uint64_t{1}));
  }
  llvm::Value* result = call_pure(b, name + 'f', pair, values);
  return {ir.CreateExtractElement(result, uint64_t{0}), ir.CreateExtractElement(result, uint64_t{1})};
}

Value call_complex(LaneBuilder& b, const MathTarget& math, const ir::Call& call,
                   std::span<const Value> arguments) {
  const bool single = is_single(arguments[0].real);
  const std::string loop = numpy_loop(call.function, single ? ScalarType::Complex64 : ScalarType::Complex128);
  if (call.library == ir::Library::NumPy && math.vector_math.provides(loop))
    return call_loop(b, loop, arguments);
  std::string name(complex_libm_name(call.function));
  if (!arguments[0].is_vector()) return call_complex_scalar(b, name, arguments);
  llvm::Value* nothing = llvm::PoisonValue::get(arguments[0].real->getType());
  Value result{nothing, nothing};
  for (int lane = 0; lane < b.lanes; ++lane) {
    auto index = static_cast<uint64_t>(lane);
    std::vector<Value> elements;
    for (const Value& argument : arguments) {
      elements.push_back(
          {b.ir.CreateExtractElement(argument.real, index), b.ir.CreateExtractElement(argument.imag, index)});
    }
    Value element = call_complex_scalar(b, name, elements);
    result.real = b.ir.CreateInsertElement(result.real, element.real, index);
    result.imag = b.ir.CreateInsertElement(result.imag, element.imag, index);
  }
  return result;
}

/// LLVM's intrinsic that computes exactly this function on floats, or not_intrinsic.
llvm::Intrinsic::ID exact_intrinsic(Intrinsic function) {
  switch (function) {
    case Intrinsic::Sqrt:
    case Intrinsic::RootWithin:
      return llvm::Intrinsic::sqrt;
    case Intrinsic::Floor:
      return llvm::Intrinsic::floor;
    case Intrinsic::Ceil:
      return llvm::Intrinsic::ceil;
    case Intrinsic::Trunc:
      return llvm::Intrinsic::trunc;
    case Intrinsic::RoundEven:
      return llvm::Intrinsic::roundeven;
    case Intrinsic::Abs:
      return llvm::Intrinsic::fabs;
    case Intrinsic::CopySign:
      return llvm::Intrinsic::copysign;
    case Intrinsic::Fma:
      return llvm::Intrinsic::fma;
    default:
      return llvm::Intrinsic::not_intrinsic;
  }
}

/// The smaller or larger operand; on floats a NaN wins, and of equal operands the second.
llvm::Value* extreme(LaneBuilder& b, ScalarType type, bool smaller, llvm::Value* x, llvm::Value* y) {
  if (is_float(type)) {
    llvm::Value* better = smaller ? b.ir.CreateFCmpOLT(x, y) : b.ir.CreateFCmpOGT(x, y);
    return b.ir.CreateSelect(b.ir.CreateOr(better, b.ir.CreateFCmpUNO(x, x)), x, y);
  }
  llvm::Intrinsic::ID id = llvm::Intrinsic::umin;
  if (is_signed_integer(type)) {
    id = smaller ? llvm::Intrinsic::smin : llvm::Intrinsic::smax;
  } else if (!smaller) {
    id = llvm::Intrinsic::umax;
  }
  return b.ir.CreateBinaryIntrinsic(id, x, y);
}

llvm::Value* hypot(LaneBuilder& b, const MathTarget& math, const Value& z, ir::Library library) {
  Value parts[] = {{z.real}, {z.imag}};
  // abs of a complex number is the C library's in Python too.
  if (library == ir::Library::C) library = ir::Library::NumPy;
  return call_library(b, math, {Intrinsic::Hypot, {}, library}, parts);
}

Value absolute(LaneBuilder& b, const MathTarget& math, ScalarType type, const Value& x, ir::Library library) {
  if (is_complex(type)) return {hypot(b, math, x, library)};
  if (is_float(type)) return {b.ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x.real)};
  if (!is_signed_integer(type)) return x;
  return {b.ir.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x.real, b.ir.getFalse())};
}

/// IsNan, IsInf, IsFinite of one part.
llvm::Value* classify(LaneBuilder& b, Intrinsic function, llvm::Value* x) {
  if (function == Intrinsic::IsNan) return b.ir.CreateFCmpUNO(x, x);
  llvm::Value* magnitude = b.ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
  llvm::Value* infinity = b.real_like(x, std::numeric_limits<double>::infinity());
  return function == Intrinsic::IsInf ? b.ir.CreateFCmpOEQ(magnitude, infinity)
                                      : b.ir.CreateFCmpOLT(magnitude, infinity);
}

llvm::Value* bits_of(LaneBuilder& b, const Value& x) {
  llvm::Type* own = x.real->getType()->getScalarType();
  const bool is_short = own->getScalarSizeInBits() == 32;
  llvm::Type* bits = b.ir.getIntNTy(is_short ? 32 : 64);
  if (own->isIntegerTy()) bits = is_short ? b.ir.getFloatTy() : b.ir.getDoubleTy();
  if (x.is_vector()) bits = b.lane_type(bits);
  return b.ir.CreateBitCast(x.real, bits);
}

llvm::Value* test(LaneBuilder& b, Intrinsic function, const Value& x) {
  if (function == Intrinsic::SignBit) {
    llvm::Value* pattern = bits_of(b, x);
    return b.ir.CreateICmpSLT(pattern, b.integer_like(pattern, 0));
  }
  llvm::Value* result = classify(b, function, x.real);
  if (x.imag == nullptr) return result;
  llvm::Value* imag = classify(b, function, x.imag);
  return function == Intrinsic::IsFinite ? b.ir.CreateAnd(result, imag) : b.ir.CreateOr(result, imag);
}

/// All arguments as plain scalars or all as vectors.
std::vector<Value> same_shapes(LaneBuilder& b, std::span<const Value> arguments) {
  bool uniform = true;
  for (const Value& argument : arguments) uniform = uniform && argument.is_uniform();
  std::vector<Value> result;
  for (const Value& argument : arguments) result.push_back(uniform ? argument : b.expand(argument));
  return result;
}

}  // namespace

Value emit_call(LaneBuilder& b, const MathTarget& math, const ir::Call& call, ScalarType type,
                std::span<const Value> arguments) {
  const Intrinsic function = call.function;
  if (function == Intrinsic::Pow && is_integer(type)) {
    return emit_integer_power(b, type, arguments[0], arguments[1]);
  }
  std::vector<Value> values = same_shapes(b, arguments);
  const Value& x = values[0];
  switch (function) {
    case Intrinsic::Real:
      return {x.real};
    case Intrinsic::Imag:
      return {x.imag};
    case Intrinsic::Conjugate:
      return {x.real, b.ir.CreateFNeg(x.imag)};
    case Intrinsic::MakeComplex:
      return {x.real, values[1].real};
    case Intrinsic::Abs:
      return absolute(b, math, type, x, call.library);
    case Intrinsic::Minimum:
    case Intrinsic::Maximum:
      return {extreme(b, type, function == Intrinsic::Minimum, x.real, values[1].real)};
    case Intrinsic::Fmod:
      return {b.ir.CreateFRem(x.real, values[1].real)};
    case Intrinsic::IsNan:
    case Intrinsic::IsInf:
    case Intrinsic::IsFinite:
    case Intrinsic::SignBit:
      return {test(b, function, x)};
    case Intrinsic::Bits:
      return {bits_of(b, x)};
    case Intrinsic::MultiplyHigh:
      return {high_product(b, x.real, values[1].real)};
    case Intrinsic::QuotientWithin:
      return {b.ir.CreateFDiv(x.real, values[1].real)};
    default:
      break;
  }
  if (is_complex(type) && function == Intrinsic::Fma) return complex_fma(b, x, values[1], values[2]);
  if (is_complex(type)) return call_complex(b, math, call, values);
  llvm::Intrinsic::ID id = exact_intrinsic(function);
  if (id == llvm::Intrinsic::not_intrinsic) return {call_library(b, math, call, values)};
  std::vector<llvm::Value*> operands;
  for (const Value& value : values) operands.push_back(value.real);
  return {b.ir.CreateIntrinsic(id, {x.real->getType()}, operands)};
}

}  // namespace unpython::codegen
