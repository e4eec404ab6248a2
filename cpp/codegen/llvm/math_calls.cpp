// Math functions: processor instructions where they are exact, else libm (scalars) and libmvec (vectors).
#include "codegen/llvm/math_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <limits>
#include <string>
#include <vector>

#include "codegen/llvm/arithmetic.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

using ir::Intrinsic;

/// A pure function of the C library. LLVM must not take it for the one it knows by that name (nobuiltin): its
/// own rewrites of pow and others change bits.
llvm::Value* call_pure(LaneBuilder& b, const std::string& name, llvm::Type* result,
                       std::span<llvm::Value* const> arguments) {
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::Module* module = b.ir.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee =
      module->getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  std::vector<llvm::Value*> values(arguments.begin(), arguments.end());
  llvm::CallInst* call = b.ir.CreateCall(callee, values);
  call->addFnAttr(llvm::Attribute::NoBuiltin);
  return call;
}

bool is_single(llvm::Value* x) { return x->getType()->getScalarType()->isFloatTy(); }

/// One scalar call for each lane.
llvm::Value* call_each_lane(LaneBuilder& b, const std::string& name,
                            std::span<llvm::Value* const> arguments) {
  llvm::Type* type = arguments[0]->getType();
  llvm::Value* result = llvm::PoisonValue::get(type);
  for (int lane = 0; lane < b.lanes; ++lane) {
    auto index = static_cast<uint64_t>(lane);
    std::vector<llvm::Value*> elements;
    for (llvm::Value* argument : arguments) elements.push_back(b.ir.CreateExtractElement(argument, index));
    result = b.ir.CreateInsertElement(result, call_pure(b, name, type->getScalarType(), elements), index);
  }
  return result;
}

/// Lanes [first, first + count) of a vector.
llvm::Value* slice(LaneBuilder& b, llvm::Value* vector, int first, int count) {
  std::vector<int> lanes;
  for (int lane = first; lane < first + count; ++lane) lanes.push_back(lane);
  return b.ir.CreateShuffleVector(vector, lanes);
}

/// Calls a vector function of `width` lanes on parts of wider vectors.
llvm::Value* call_in_parts(LaneBuilder& b, const std::string& symbol, int width,
                           std::span<llvm::Value* const> arguments) {
  llvm::Type* part_type =
      llvm::FixedVectorType::get(arguments[0]->getType()->getScalarType(), static_cast<unsigned>(width));
  std::vector<llvm::Value*> parts;
  for (int first = 0; first < b.lanes; first += width) {
    std::vector<llvm::Value*> part;
    for (llvm::Value* argument : arguments) {
      part.push_back(width == b.lanes ? argument : slice(b, argument, first, width));
    }
    parts.push_back(call_pure(b, symbol, part_type, part));
  }
  while (parts.size() > 1) {
    std::vector<llvm::Value*> joined;
    for (size_t i = 0; i < parts.size(); i += 2) {
      auto* type = llvm::cast<llvm::FixedVectorType>(parts[i]->getType());
      std::vector<int> lanes;
      for (int lane = 0; lane < 2 * static_cast<int>(type->getNumElements()); ++lane) lanes.push_back(lane);
      joined.push_back(b.ir.CreateShuffleVector(parts[i], parts[i + 1], lanes));
    }
    parts = std::move(joined);
  }
  return parts[0];
}

llvm::Value* call_library(LaneBuilder& b, const MathTarget& math, Intrinsic function,
                          std::span<const Value> arguments) {
  bool single = is_single(arguments[0].real);
  std::string name = std::string(libm_name(function)) + (single ? "f" : "");
  std::vector<llvm::Value*> values;
  for (const Value& argument : arguments) values.push_back(argument.real);
  if (!arguments[0].is_vector()) return call_pure(b, name, values[0]->getType(), values);
  // Lanes that are off hold anything; a value without special cases keeps the vector function on its short
  // path.
  if (b.diverged()) {
    for (llvm::Value*& value : values) value = b.ir.CreateSelect(b.mask, value, b.real_like(value, 0.5));
  }
  int width = b.lanes;
  std::string symbol = math.vector_math.find(function, single, math.target, width);
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

Value call_complex(LaneBuilder& b, Intrinsic function, std::span<const Value> arguments) {
  std::string name(complex_libm_name(function));
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

llvm::Value* hypot(LaneBuilder& b, const MathTarget& math, const Value& z) {
  Value parts[] = {{z.real}, {z.imag}};
  return call_library(b, math, Intrinsic::Hypot, parts);
}

Value absolute(LaneBuilder& b, const MathTarget& math, ScalarType type, const Value& x) {
  if (is_complex(type)) return {hypot(b, math, x)};
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

llvm::Value* test(LaneBuilder& b, Intrinsic function, const Value& x) {
  if (function == Intrinsic::SignBit) {
    llvm::Type* bits = b.ir.getIntNTy(is_single(x.real) ? 32 : 64);
    if (x.is_vector()) bits = b.lane_type(bits);
    llvm::Value* pattern = b.ir.CreateBitCast(x.real, bits);
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

Value emit_call(LaneBuilder& b, const MathTarget& math, Intrinsic function, ScalarType type,
                std::span<const Value> arguments) {
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
      return absolute(b, math, type, x);
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
    default:
      break;
  }
  if (is_complex(type)) return call_complex(b, function, values);
  llvm::Intrinsic::ID id = exact_intrinsic(function);
  if (id == llvm::Intrinsic::not_intrinsic) return {call_library(b, math, function, values)};
  std::vector<llvm::Value*> operands;
  for (const Value& value : values) operands.push_back(value.real);
  return {b.ir.CreateIntrinsic(id, {x.real->getType()}, operands)};
}

}  // namespace unpython::codegen
