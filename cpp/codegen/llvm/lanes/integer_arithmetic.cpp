// Integer operators with Python's rounding and NumPy's answers for zero divisors and large shift counts.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <string>

#include "codegen/llvm/lanes/arithmetic.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

struct Division {
  llvm::Value* quotient;
  llvm::Value* rest;
};

/// The number if `divisor` is one above 0, the same in every lane, else null.
const llvm::APInt* positive_constant(llvm::Value* divisor) {
  auto* constant = llvm::dyn_cast<llvm::Constant>(divisor);
  if (constant != nullptr && constant->getType()->isVectorTy()) constant = constant->getSplatValue();
  auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant);
  return number != nullptr && number->getValue().isStrictlyPositive() ? &number->getValue() : nullptr;
}

struct Divisor {
  llvm::Value* number;  ///< 1 for 0 and for -1, whose quotients the processor may not know
  llvm::Value* is_zero;
  llvm::Value* is_minus_one;
};

Divisor safe_divisor(LaneBuilder& b, llvm::Value* y) {
  llvm::Value* by_zero = b.ir.CreateICmpEQ(y, b.integer_like(y, 0));
  llvm::Value* by_minus_one = b.ir.CreateICmpEQ(y, b.integer_like(y, -1));
  return {b.ir.CreateSelect(b.ir.CreateOr(by_zero, by_minus_one), b.integer_like(y, 1), y), by_zero, by_minus_one};
}

/// Division rounding down; x // 0 and x % 0 are 0, MIN // -1 is MIN.
Division signed_division(LaneBuilder& b, llvm::Value* x, llvm::Value* y) {
  if (const llvm::APInt* number = positive_constant(y)) {
    if (const int shift = number->exactLogBase2(); shift >= 0) {
      return {b.ir.CreateAShr(x, b.integer_like(x, shift)),
              b.ir.CreateAnd(x, b.ir.CreateSub(y, b.integer_like(y, 1)))};
    }
    // ~(~x / y) for negative x: the quotient of numbers that are not negative, with x's sign on either side.
    llvm::Value* sign = b.ir.CreateAShr(x, b.integer_like(x, number->getBitWidth() - 1));
    llvm::Value* quotient = b.ir.CreateXor(b.ir.CreateUDiv(b.ir.CreateXor(x, sign), y), sign);
    return {quotient, b.ir.CreateSub(x, b.ir.CreateMul(quotient, y))};
  }
  llvm::Value* zero = b.integer_like(x, 0);
  const auto [divisor, by_zero, by_minus_one] = safe_divisor(b, y);
  llvm::Value* quotient = b.ir.CreateSDiv(x, divisor);
  llvm::Value* rest = b.ir.CreateSRem(x, divisor);
  llvm::Value* signs_differ = b.ir.CreateICmpSLT(b.ir.CreateXor(rest, divisor), zero);
  llvm::Value* round_down = b.ir.CreateAnd(b.ir.CreateICmpNE(rest, zero), signs_differ);
  quotient = b.ir.CreateSelect(round_down, b.ir.CreateSub(quotient, b.integer_like(x, 1)), quotient);
  rest = b.ir.CreateSelect(round_down, b.ir.CreateAdd(rest, divisor), rest);
  quotient = b.ir.CreateSelect(by_minus_one, b.ir.CreateNeg(x), quotient);
  return {b.ir.CreateSelect(by_zero, zero, quotient), rest};
}

Division unsigned_division(LaneBuilder& b, llvm::Value* x, llvm::Value* y) {
  llvm::Value* zero = b.integer_like(x, 0);
  llvm::Value* by_zero = b.ir.CreateICmpEQ(y, zero);
  llvm::Value* divisor = b.ir.CreateSelect(by_zero, b.integer_like(y, 1), y);
  return {b.ir.CreateSelect(by_zero, zero, b.ir.CreateUDiv(x, divisor)), b.ir.CreateURem(x, divisor)};
}

/// Counts outside [0, width) shift everything out: 0, or the sign for arithmetic right shifts.
llvm::Value* shift(LaneBuilder& b, ir::BinaryOp op, bool is_signed, llvm::Value* x, llvm::Value* count) {
  auto width = static_cast<int64_t>(x->getType()->getScalarSizeInBits());
  llvm::Value* in_range = b.ir.CreateICmpULT(count, b.integer_like(count, width));
  if (op == ir::BinaryOp::ShiftRight && is_signed) {
    return b.ir.CreateAShr(x, b.ir.CreateSelect(in_range, count, b.integer_like(count, width - 1)));
  }
  llvm::Value* safe_count = b.ir.CreateSelect(in_range, count, b.integer_like(count, 0));
  llvm::Value* shifted =
      op == ir::BinaryOp::ShiftLeft ? b.ir.CreateShl(x, safe_count) : b.ir.CreateLShr(x, safe_count);
  return b.ir.CreateSelect(in_range, shifted, b.integer_like(x, 0));
}

/// The function `base ** exponent` of the module for one integer type, made at first use.
llvm::Function* power_function(LaneBuilder& b, llvm::Type* type, bool is_signed) {
  llvm::Module* module = b.ir.GetInsertBlock()->getModule();
  std::string name =
      std::string("power_") + (is_signed ? "i" : "u") + std::to_string(type->getIntegerBitWidth());
  if (llvm::Function* made = module->getFunction(name)) return made;
  auto* signature = llvm::FunctionType::get(type, {type, type}, false);
  auto* function = llvm::Function::Create(signature, llvm::Function::InternalLinkage, name, module);
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  llvm::IRBuilder<> ir(llvm::BasicBlock::Create(b.ir.getContext(), "entry", function));
  llvm::BasicBlock* loop = llvm::BasicBlock::Create(b.ir.getContext(), "loop", function);
  llvm::BasicBlock* done = llvm::BasicBlock::Create(b.ir.getContext(), "done", function);
  llvm::BasicBlock* entry = ir.GetInsertBlock();
  llvm::Value* zero = llvm::ConstantInt::get(type, 0);
  llvm::Value* one = llvm::ConstantInt::get(type, 1);
  ir.CreateCondBr(ir.CreateICmpEQ(function->getArg(1), zero), done, loop);

  ir.SetInsertPoint(loop);
  llvm::PHINode* rest = ir.CreatePHI(type, 2);
  llvm::PHINode* factor = ir.CreatePHI(type, 2);
  llvm::PHINode* product = ir.CreatePHI(type, 2);
  llvm::Value* odd = ir.CreateTrunc(rest, ir.getInt1Ty());
  llvm::Value* next_product = ir.CreateSelect(odd, ir.CreateMul(product, factor), product);
  llvm::Value* next_rest = ir.CreateLShr(rest, one);
  rest->addIncoming(function->getArg(1), entry);
  rest->addIncoming(next_rest, loop);
  factor->addIncoming(function->getArg(0), entry);
  factor->addIncoming(ir.CreateMul(factor, factor), loop);
  product->addIncoming(one, entry);
  product->addIncoming(next_product, loop);
  ir.CreateCondBr(ir.CreateICmpEQ(next_rest, zero), done, loop);

  ir.SetInsertPoint(done);
  llvm::PHINode* result = ir.CreatePHI(type, 2);
  result->addIncoming(one, entry);
  result->addIncoming(next_product, loop);
  llvm::Value* power = result;
  if (is_signed) {
    llvm::Value* minus_one = llvm::ConstantInt::getAllOnesValue(type);
    llvm::Value* parity =
        ir.CreateSelect(ir.CreateTrunc(function->getArg(1), ir.getInt1Ty()), minus_one, one);
    llvm::Value* inverse = ir.CreateSelect(ir.CreateICmpEQ(function->getArg(0), minus_one), parity, zero);
    inverse = ir.CreateSelect(ir.CreateICmpEQ(function->getArg(0), one), one, inverse);
    power = ir.CreateSelect(ir.CreateICmpSLT(function->getArg(1), zero), inverse, power);
  }
  ir.CreateRet(power);
  return function;
}

/// base ** exponent for a small exponent known now, by multiplications only.
llvm::Value* small_power(LaneBuilder& b, llvm::Value* base, uint64_t exponent) {
  llvm::Value* result = b.integer_like(base, 1);
  for (llvm::Value* factor = base; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = b.ir.CreateMul(result, factor);
    if (exponent > 1) factor = b.ir.CreateMul(factor, factor);
  }
  return result;
}

}  // namespace

llvm::Value* integer_binary(LaneBuilder& b, ir::BinaryOp op, bool is_signed, llvm::Value* x, llvm::Value* y) {
  switch (op) {
    case ir::BinaryOp::Add:
      return b.ir.CreateAdd(x, y);
    case ir::BinaryOp::Subtract:
      return b.ir.CreateSub(x, y);
    case ir::BinaryOp::Multiply:
      return b.ir.CreateMul(x, y);
    case ir::BinaryOp::FloorDivide:
      return is_signed ? signed_division(b, x, y).quotient : unsigned_division(b, x, y).quotient;
    case ir::BinaryOp::Modulo:
      return is_signed ? signed_division(b, x, y).rest : unsigned_division(b, x, y).rest;
    case ir::BinaryOp::BitAnd:
    case ir::BinaryOp::LogicalAnd:
      return b.ir.CreateAnd(x, y);
    case ir::BinaryOp::BitOr:
    case ir::BinaryOp::LogicalOr:
      return b.ir.CreateOr(x, y);
    case ir::BinaryOp::BitXor:
      return b.ir.CreateXor(x, y);
    case ir::BinaryOp::ShiftLeft:
    case ir::BinaryOp::ShiftRight:
      return shift(b, op, is_signed, x, y);
    case ir::BinaryOp::Divide:
      break;
  }
  throw InternalError("emitting LLVM", "true division of integers");
}

llvm::Value* signless_rest(LaneBuilder& b, llvm::Value* x, llvm::Value* y) {
  if (positive_constant(y) != nullptr) return b.ir.CreateSRem(x, y);
  return b.ir.CreateSRem(x, safe_divisor(b, y).number);
}

/// One lane has an instruction for it; vectors multiply halves of 32 bits.
llvm::Value* high_product(LaneBuilder& b, llvm::Value* x, llvm::Value* y) {
  auto& ir = b.ir;
  if (!x->getType()->isVectorTy()) {
    llvm::Type* wide = ir.getInt128Ty();
    llvm::Value* product = ir.CreateMul(ir.CreateZExt(x, wide), ir.CreateZExt(y, wide));
    return ir.CreateTrunc(ir.CreateLShr(product, 64), x->getType());
  }
  const auto lower = [&](llvm::Value* number) { return ir.CreateAnd(number, b.integer_like(number, 0xFFFFFFFF)); };
  const auto upper = [&](llvm::Value* number) { return ir.CreateLShr(number, b.integer_like(number, 32)); };
  llvm::Value* lowest = upper(ir.CreateMul(lower(x), lower(y)));
  llvm::Value* middle = ir.CreateAdd(ir.CreateMul(upper(x), lower(y)), lowest);
  llvm::Value* other = ir.CreateAdd(ir.CreateMul(lower(x), upper(y)), lower(middle));
  llvm::Value* highest = ir.CreateAdd(ir.CreateMul(upper(x), upper(y)), upper(middle));
  return ir.CreateAdd(highest, upper(other));
}

Value emit_integer_power(LaneBuilder& b, ScalarType type, Value base, Value exponent) {
  constexpr int64_t kLargestExpanded = 64;
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(exponent.real);
  if (constant != nullptr && constant->getSExtValue() >= 0 && constant->getSExtValue() <= kLargestExpanded) {
    Value plain = base.step != 0 ? b.expand(base) : base;
    return {small_power(b, plain.real, constant->getZExtValue())};
  }
  llvm::Function* power = power_function(b, b.scalar_type(type), is_signed_integer(type));
  b.match_shapes(base, exponent);
  if (!base.is_vector()) return {b.ir.CreateCall(power, {base.real, exponent.real})};
  llvm::Value* result = llvm::PoisonValue::get(base.real->getType());
  for (int lane = 0; lane < b.lanes; ++lane) {
    auto index = static_cast<uint64_t>(lane);
    llvm::Value* x = b.ir.CreateExtractElement(base.real, index);
    llvm::Value* n = b.ir.CreateExtractElement(exponent.real, index);
    result = b.ir.CreateInsertElement(result, b.ir.CreateCall(power, {x, n}), index);
  }
  return {result};
}

}  // namespace unpython::codegen
