// Float and complex operators as NumPy defines them.
#include <llvm/IR/Intrinsics.h>

#include "codegen/llvm/lanes/arithmetic.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

llvm::Value* floor_of(LaneBuilder& b, llvm::Value* x) {
  return b.ir.CreateUnaryIntrinsic(llvm::Intrinsic::floor, x);
}

llvm::Value* zero_with_sign_of(LaneBuilder& b, llvm::Value* sign) {
  return b.ir.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, b.real_like(sign, 0.0), sign);
}

/// The rest has another sign than the divisor: the quotient must go down by one.
llvm::Value* needs_adjustment(LaneBuilder& b, llvm::Value* rest, llvm::Value* divisor) {
  llvm::Value* zero = b.real_like(rest, 0.0);
  llvm::Value* signs_differ =
      b.ir.CreateXor(b.ir.CreateFCmpOLT(divisor, zero), b.ir.CreateFCmpOLT(rest, zero));
  return b.ir.CreateAnd(signs_differ, b.ir.CreateFCmpUNE(rest, zero));
}

/// npy_remainder.
llvm::Value* modulo(LaneBuilder& b, llvm::Value* x, llvm::Value* y) {
  llvm::Value* zero = b.real_like(x, 0.0);
  llvm::Value* rest = b.ir.CreateFRem(x, y);
  llvm::Value* result = b.ir.CreateSelect(needs_adjustment(b, rest, y), b.ir.CreateFAdd(rest, y), rest);
  result = b.ir.CreateSelect(b.ir.CreateFCmpOEQ(rest, zero), zero_with_sign_of(b, y), result);
  return b.ir.CreateSelect(b.ir.CreateFCmpOEQ(y, zero), rest, result);
}

/// npy_floor_divide.
llvm::Value* floor_divide(LaneBuilder& b, llvm::Value* x, llvm::Value* y) {
  llvm::Value* zero = b.real_like(x, 0.0);
  llvm::Value* one = b.real_like(x, 1.0);
  llvm::Value* plain = b.ir.CreateFDiv(x, y);
  llvm::Value* rest = b.ir.CreateFRem(x, y);
  llvm::Value* quotient = b.ir.CreateFDiv(b.ir.CreateFSub(x, rest), y);
  quotient = b.ir.CreateSelect(needs_adjustment(b, rest, y), b.ir.CreateFSub(quotient, one), quotient);
  llvm::Value* floor = floor_of(b, quotient);
  llvm::Value* above_half = b.ir.CreateFCmpOGT(b.ir.CreateFSub(quotient, floor), b.real_like(x, 0.5));
  floor = b.ir.CreateSelect(above_half, b.ir.CreateFAdd(floor, one), floor);
  floor = b.ir.CreateSelect(b.ir.CreateFCmpOEQ(quotient, zero), zero_with_sign_of(b, plain), floor);
  return b.ir.CreateSelect(b.ir.CreateFCmpOEQ(y, zero), plain, floor);
}

/// One branch of Smith's division: |large| >= |small| are the parts of the divisor.
struct ScaledDivision {
  llvm::Value* ratio;
  llvm::Value* scale;
};

ScaledDivision scaled(LaneBuilder& b, llvm::Value* large, llvm::Value* small) {
  llvm::Value* ratio = b.ir.CreateFDiv(small, large);
  llvm::Value* denominator = b.ir.CreateFAdd(large, b.ir.CreateFMul(small, ratio));
  return {ratio, b.ir.CreateFDiv(b.real_like(large, 1.0), denominator)};
}

Value complex_divide(LaneBuilder& b, const Value& x, const Value& y) {
  auto& ir = b.ir;
  llvm::Value* abs_real = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, y.real);
  llvm::Value* abs_imag = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, y.imag);
  llvm::Value* real_larger = ir.CreateFCmpOGE(abs_real, abs_imag);
  ScaledDivision first = scaled(b, y.real, y.imag);
  ScaledDivision second = scaled(b, y.imag, y.real);
  llvm::Value* real_1 = ir.CreateFMul(ir.CreateFAdd(x.real, ir.CreateFMul(x.imag, first.ratio)), first.scale);
  llvm::Value* imag_1 = ir.CreateFMul(ir.CreateFSub(x.imag, ir.CreateFMul(x.real, first.ratio)), first.scale);
  llvm::Value* real_2 =
      ir.CreateFMul(ir.CreateFAdd(ir.CreateFMul(x.real, second.ratio), x.imag), second.scale);
  llvm::Value* imag_2 =
      ir.CreateFMul(ir.CreateFSub(ir.CreateFMul(x.imag, second.ratio), x.real), second.scale);
  Value result{ir.CreateSelect(real_larger, real_1, real_2), ir.CreateSelect(real_larger, imag_1, imag_2)};
  llvm::Value* zero = b.real_like(x.real, 0.0);
  llvm::Value* by_zero = ir.CreateAnd(ir.CreateFCmpOEQ(abs_real, zero), ir.CreateFCmpOEQ(abs_imag, zero));
  result.real = ir.CreateSelect(by_zero, ir.CreateFDiv(x.real, abs_real), result.real);
  result.imag = ir.CreateSelect(by_zero, ir.CreateFDiv(x.imag, abs_real), result.imag);
  return result;
}

}  // namespace

llvm::Value* float_binary(LaneBuilder& b, ir::BinaryOp op, llvm::Value* x, llvm::Value* y) {
  switch (op) {
    case ir::BinaryOp::Add:
      return b.ir.CreateFAdd(x, y);
    case ir::BinaryOp::Subtract:
      return b.ir.CreateFSub(x, y);
    case ir::BinaryOp::Multiply:
      return b.ir.CreateFMul(x, y);
    case ir::BinaryOp::Divide:
      return b.ir.CreateFDiv(x, y);
    case ir::BinaryOp::FloorDivide:
      return floor_divide(b, x, y);
    case ir::BinaryOp::Modulo:
      return modulo(b, x, y);
    default:
      throw InternalError("emitting LLVM", "a bit operation on floats");
  }
}

Value complex_binary(LaneBuilder& b, ir::BinaryOp op, const Value& x, const Value& y) {
  auto& ir = b.ir;
  switch (op) {
    case ir::BinaryOp::Add:
      return {ir.CreateFAdd(x.real, y.real), ir.CreateFAdd(x.imag, y.imag)};
    case ir::BinaryOp::Subtract:
      return {ir.CreateFSub(x.real, y.real), ir.CreateFSub(x.imag, y.imag)};
    case ir::BinaryOp::Multiply:
      return {ir.CreateFSub(ir.CreateFMul(x.real, y.real), ir.CreateFMul(x.imag, y.imag)),
              ir.CreateFAdd(ir.CreateFMul(x.real, y.imag), ir.CreateFMul(x.imag, y.real))};
    case ir::BinaryOp::Divide:
      return complex_divide(b, x, y);
    default:
      throw InternalError("emitting LLVM", "this operator on complex numbers");
  }
}

Value complex_fma(LaneBuilder& b, const Value& x, const Value& y, const Value& c) {
  const auto fma = [&](llvm::Value* left, llvm::Value* right, llvm::Value* sum) {
    return b.ir.CreateIntrinsic(llvm::Intrinsic::fma, {left->getType()}, {left, right, sum});
  };
  return {fma(b.ir.CreateFNeg(x.imag), y.imag, fma(x.real, y.real, c.real)),
          fma(x.imag, y.real, fma(x.real, y.imag, c.imag))};
}

llvm::Value* complex_compare(LaneBuilder& b, ir::CompareOp op, const Value& x, const Value& y) {
  auto& ir = b.ir;
  switch (op) {
    case ir::CompareOp::Equal:
      return ir.CreateAnd(ir.CreateFCmpOEQ(x.real, y.real), ir.CreateFCmpOEQ(x.imag, y.imag));
    case ir::CompareOp::NotEqual:
      return ir.CreateOr(ir.CreateFCmpUNE(x.real, y.real), ir.CreateFCmpUNE(x.imag, y.imag));
    case ir::CompareOp::Greater:
      return complex_compare(b, ir::CompareOp::Less, y, x);
    case ir::CompareOp::GreaterEqual:
      return complex_compare(b, ir::CompareOp::LessEqual, y, x);
    case ir::CompareOp::Less:
    case ir::CompareOp::LessEqual:
      break;
  }
  llvm::Value* imaginary_known = ir.CreateFCmpORD(x.imag, y.imag);
  llvm::Value* real_less = ir.CreateAnd(ir.CreateFCmpOLT(x.real, y.real), imaginary_known);
  llvm::Value* imag_less =
      op == ir::CompareOp::Less ? ir.CreateFCmpOLT(x.imag, y.imag) : ir.CreateFCmpOLE(x.imag, y.imag);
  return ir.CreateOr(real_less, ir.CreateAnd(ir.CreateFCmpOEQ(x.real, y.real), imag_less));
}

}  // namespace unpython::codegen
