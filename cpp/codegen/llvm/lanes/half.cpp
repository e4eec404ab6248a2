#include "codegen/llvm/lanes/half.h"

namespace unpython::codegen {

namespace {

constexpr int64_t kInfinity = 0x7f800000;
constexpr int64_t kTooLarge = (127 + 16) << 23;      // 2^16, as bits of a float
constexpr int64_t kLeastNormal = (127 - 14) << 23;   // 2^-14
constexpr int64_t kSubnormals = ((127 - 15) + (23 - 10) + 1) << 23;  // a float whose last place is the last one of a float16

/// A type of as many lanes.
llvm::Type* of_lanes(llvm::Value* like, llvm::Type* element) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(like->getType());
  return vector == nullptr ? element : llvm::FixedVectorType::get(element, vector->getNumElements());
}

bool converts(const abi::TargetInfo& target) { return target.features.find("+f16c") != std::string::npos; }

llvm::Value* float_of_bits(LaneBuilder& b, llvm::Value* half) {
  llvm::Type* integer = of_lanes(half, b.ir.getInt32Ty());
  llvm::Type* real = of_lanes(half, b.ir.getFloatTy());
  const auto number = [&](int64_t value) { return llvm::ConstantInt::get(integer, static_cast<uint64_t>(value)); };
  llvm::Value* bits = b.ir.CreateZExt(half, integer);
  llvm::Value* size = b.ir.CreateShl(b.ir.CreateAnd(bits, number(0x7fff)), number(13));
  llvm::Value* exponent = b.ir.CreateAnd(size, number(0x7c00 << 13));
  llvm::Value* normal = b.ir.CreateAdd(size, number((127 - 15) << 23));
  llvm::Value* infinite = b.ir.CreateAdd(normal, number((128 - 16) << 23));
  // A subnormal number: its mantissa behind the 1 of 2^-14, which then goes.
  llvm::Value* above = b.ir.CreateBitCast(b.ir.CreateAdd(normal, number(1 << 23)), real);
  llvm::Value* least = b.ir.CreateBitCast(number(kLeastNormal), real);
  llvm::Value* subnormal = b.ir.CreateBitCast(b.ir.CreateFSub(above, least), integer);
  llvm::Value* result = b.ir.CreateSelect(b.ir.CreateICmpEQ(exponent, number(0x7c00 << 13)), infinite, normal);
  result = b.ir.CreateSelect(b.ir.CreateICmpEQ(exponent, number(0)), subnormal, result);
  llvm::Value* sign = b.ir.CreateShl(b.ir.CreateAnd(bits, number(0x8000)), number(16));
  return b.ir.CreateBitCast(b.ir.CreateOr(result, sign), real);
}

llvm::Value* bits_of_float(LaneBuilder& b, llvm::Value* x) {
  llvm::Type* integer = of_lanes(x, b.ir.getInt32Ty());
  const auto number = [&](int64_t value) { return llvm::ConstantInt::get(integer, static_cast<uint64_t>(value)); };
  llvm::Value* bits = b.ir.CreateBitCast(x, integer);
  llvm::Value* size = b.ir.CreateAnd(bits, number(0x7fffffff));
  llvm::Value* is_nan = b.ir.CreateICmpUGT(size, number(kInfinity));
  llvm::Value* large = b.ir.CreateSelect(is_nan, number(0x7e00), number(0x7c00));
  // The sum rounds where the last place of a subnormal float16 is.
  llvm::Value* magic = b.ir.CreateBitCast(number(kSubnormals), x->getType());
  llvm::Value* shifted = b.ir.CreateFAdd(b.ir.CreateBitCast(size, x->getType()), magic);
  llvm::Value* small = b.ir.CreateSub(b.ir.CreateBitCast(shifted, integer), number(kSubnormals));
  llvm::Value* odd = b.ir.CreateAnd(b.ir.CreateLShr(size, number(13)), number(1));
  llvm::Value* rounded = b.ir.CreateAdd(b.ir.CreateAdd(size, odd), number(0xfff));
  llvm::Value* normal = b.ir.CreateSub(b.ir.CreateLShr(rounded, number(13)), number((127 - 15) << 10));
  llvm::Value* result = b.ir.CreateSelect(b.ir.CreateICmpULT(size, number(kLeastNormal)), small, normal);
  result = b.ir.CreateSelect(b.ir.CreateICmpUGE(size, number(kTooLarge)), large, result);
  llvm::Value* sign = b.ir.CreateLShr(b.ir.CreateAnd(bits, number(0x80000000)), number(16));
  return b.ir.CreateTrunc(b.ir.CreateOr(result, sign), of_lanes(x, b.ir.getInt16Ty()));
}

}  // namespace

llvm::Value* float_of_half(LaneBuilder& b, const abi::TargetInfo& target, llvm::Value* half) {
  if (!converts(target)) return float_of_bits(b, half);
  llvm::Value* held = b.ir.CreateBitCast(half, of_lanes(half, b.ir.getHalfTy()));
  return b.ir.CreateFPExt(held, of_lanes(half, b.ir.getFloatTy()));
}

llvm::Value* half_of_float(LaneBuilder& b, const abi::TargetInfo& target, llvm::Value* x) {
  if (!converts(target)) return bits_of_float(b, x);
  llvm::Value* held = b.ir.CreateFPTrunc(x, of_lanes(x, b.ir.getHalfTy()));
  return b.ir.CreateBitCast(held, of_lanes(x, b.ir.getInt16Ty()));
}

llvm::Value* odd_float(LaneBuilder& b, llvm::Value* x) {
  llvm::Type* integer = of_lanes(x, b.ir.getInt32Ty());
  llvm::Value* near = b.ir.CreateFPTrunc(x, of_lanes(x, b.ir.getFloatTy()));
  llvm::Value* back = b.ir.CreateFPExt(near, x->getType());
  const auto size = [&](llvm::Value* of) { return b.ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, of); };
  llvm::Value* away = b.ir.CreateZExt(b.ir.CreateFCmpOGT(size(back), size(x)), integer);
  llvm::Value* inexact = b.ir.CreateZExt(b.ir.CreateFCmpUNE(back, x), integer);
  llvm::Value* below = b.ir.CreateSub(b.ir.CreateBitCast(near, integer), away);
  return b.ir.CreateBitCast(b.ir.CreateOr(below, inexact), near->getType());
}

}  // namespace unpython::codegen
