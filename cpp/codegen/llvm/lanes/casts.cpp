// Conversions between scalar types. Float to integer must not give LLVM's poison: values out of range give
// what the processor's own conversion gives, as in NumPy.
#include <llvm/IR/Constants.h>

#include "codegen/llvm/lanes/arithmetic.h"
#include "codegen/llvm/lanes/half.h"

namespace unpython::codegen {

namespace {

/// Truncation of x to `bits` (32 or 64), signed; out of range or NaN gives the lowest number.
llvm::Value* truncate(LaneBuilder& b, llvm::Value* x, unsigned bits) {
  llvm::Type* integer = b.ir.getIntNTy(bits);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(x->getType())) {
    integer = llvm::FixedVectorType::get(integer, vector->getNumElements());
  }
  double limit = bits == 64 ? 0x1p63 : 0x1p31;
  // Of the 32-bit range, -2^31 - 0.5 truncates into it; single precision cannot represent such a number.
  bool fractions_below = bits == 32 && x->getType()->getScalarType()->isDoubleTy();
  llvm::Value* above_minimum = fractions_below ? b.ir.CreateFCmpOGT(x, b.real_like(x, -limit - 1))
                                               : b.ir.CreateFCmpOGE(x, b.real_like(x, -limit));
  llvm::Value* in_range = b.ir.CreateAnd(above_minimum, b.ir.CreateFCmpOLT(x, b.real_like(x, limit)));
  llvm::Value* whole = b.ir.CreateFPToSI(b.ir.CreateSelect(in_range, x, b.real_like(x, 0.0)), integer);
  return b.ir.CreateSelect(in_range, whole, b.integer_like(whole, bits == 64 ? INT64_MIN : INT32_MIN));
}

/// As C compilers do it for x86: numbers from 2^63 on are shifted down first.
llvm::Value* truncate_unsigned(LaneBuilder& b, llvm::Value* x) {
  llvm::Value* limit = b.real_like(x, 0x1p63);
  llvm::Value* large = b.ir.CreateFCmpOGE(x, limit);
  llvm::Value* low = truncate(b, b.ir.CreateSelect(large, b.ir.CreateFSub(x, limit), x), 64);
  return b.ir.CreateSelect(large, b.ir.CreateXor(low, b.integer_like(low, INT64_MIN)), low);
}

llvm::Value* float_to_integer(LaneBuilder& b, ScalarType to, llvm::Value* x, llvm::Type* type) {
  if (to == ScalarType::UInt64) return truncate_unsigned(b, x);
  bool wide = to == ScalarType::Int64 || to == ScalarType::UInt32;
  return b.ir.CreateTrunc(truncate(b, x, wide ? 64 : 32), type);
}

llvm::Value* to_bool(LaneBuilder& b, ScalarType from, const Value& value) {
  if (!is_float(from) && !is_complex(from))
    return b.ir.CreateICmpNE(value.real, b.integer_like(value.real, 0));
  llvm::Value* result = b.ir.CreateFCmpUNE(value.real, b.real_like(value.real, 0.0));
  if (!is_complex(from)) return result;
  return b.ir.CreateOr(result, b.ir.CreateFCmpUNE(value.imag, b.real_like(value.imag, 0.0)));
}

}  // namespace

Value emit_cast(LaneBuilder& b, const abi::TargetInfo& target, ScalarType from, ScalarType to, Value value) {
  if (from == to) return value;
  if (value.step != 0) value = b.expand(value);
  if (from == ScalarType::Float16) return {float_of_half(b, target, value.real)};
  if (to == ScalarType::Float16)
    return {half_of_float(b, target, from == ScalarType::Float64 ? odd_float(b, value.real) : value.real)};
  if (to == ScalarType::Bool) return {to_bool(b, from, value)};
  llvm::Type* type = b.scalar_type(to);
  if (value.is_vector()) type = b.lane_type(type);
  if (is_complex(to)) {
    Value real = emit_cast(b, target, real_part_type(from), real_part_type(to), {value.real});
    if (!is_complex(from)) return {real.real, b.real_like(real.real, 0.0)};
    return {real.real, emit_cast(b, target, real_part_type(from), real_part_type(to), {value.imag}).real};
  }
  bool from_float = is_float(from) || is_complex(from);
  if (is_float(to)) {
    if (from_float) return {b.ir.CreateFPCast(value.real, type)};
    return {is_signed_integer(from) ? b.ir.CreateSIToFP(value.real, type)
                                    : b.ir.CreateUIToFP(value.real, type)};
  }
  if (from_float) return {float_to_integer(b, to, value.real, type)};
  return {is_signed_integer(from) ? b.ir.CreateSExtOrTrunc(value.real, type)
                                  : b.ir.CreateZExtOrTrunc(value.real, type)};
}

}  // namespace unpython::codegen
