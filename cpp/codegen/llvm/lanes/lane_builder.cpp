// Shapes of values and masks of lanes.
#include "codegen/llvm/lanes/lane_builder.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace unpython::codegen {

llvm::Type* register_type(llvm::LLVMContext& context, ScalarType type) {
  if (type == ScalarType::Bool) return llvm::Type::getInt1Ty(context);
  return memory_type(context, type);
}

llvm::Type* memory_type(llvm::LLVMContext& context, ScalarType type) {
  ScalarType part = real_part_type(type);
  if (part == ScalarType::Float32) return llvm::Type::getFloatTy(context);
  if (part == ScalarType::Float64) return llvm::Type::getDoubleTy(context);
  return llvm::Type::getIntNTy(context, static_cast<unsigned>(8 * size_of(type)));
}

LaneBuilder::LaneBuilder(llvm::Module& module)
    : ir(module.getContext(), llvm::InstSimplifyFolder(module.getDataLayout())) {}

llvm::Type* LaneBuilder::lane_type(llvm::Type* type) const {
  if (lanes == 1) return type;
  return llvm::FixedVectorType::get(type, static_cast<unsigned>(lanes));
}

llvm::Value* LaneBuilder::splat(llvm::Value* scalar) {
  if (lanes == 1 || scalar->getType()->isVectorTy()) return scalar;
  return ir.CreateVectorSplat(static_cast<unsigned>(lanes), scalar);
}

llvm::Value* LaneBuilder::not_negative(llvm::Value* count) {
  // The builder does not fold intrinsics of constants, and loops of a known length depend on it.
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(count);
  if (known != nullptr) return known->isNegative() ? i64(0) : count;
  return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, count, i64(0));
}

Value LaneBuilder::expand(const Value& value) {
  if (lanes == 1) return value;
  Value result{splat(value.real), value.imag != nullptr ? splat(value.imag) : nullptr};
  if (value.step != 0) {
    result.real = ir.CreateAdd(result.real, lane_numbers(value.real->getType(), value.step));
  }
  return result;
}

void LaneBuilder::match_shapes(Value& a, Value& b) {
  if (a.is_uniform() && b.is_uniform()) return;
  a = expand(a);
  b = expand(b);
}

void LaneBuilder::match_shapes(Value& a, Value& b, Value& c) {
  if (a.is_uniform() && b.is_uniform() && c.is_uniform()) return;
  a = expand(a);
  b = expand(b);
  c = expand(c);
}

llvm::Constant* LaneBuilder::lane_numbers(llvm::Type* element, int64_t step) const {
  std::vector<llvm::Constant*> numbers;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    auto number = static_cast<uint64_t>(lane) * static_cast<uint64_t>(step);
    numbers.push_back(llvm::ConstantInt::get(element, number, true));
  }
  return llvm::ConstantVector::get(numbers);
}

llvm::Value* LaneBuilder::any(llvm::Value* lane_mask) {
  if (lanes == 1) return lane_mask;
  llvm::Value* bits = ir.CreateBitCast(lane_mask, ir.getIntNTy(static_cast<unsigned>(lanes)));
  return ir.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0));
}

llvm::Value* LaneBuilder::mask_and(llvm::Value* a, llvm::Value* b) {
  if (a == nullptr) return b;
  if (b == nullptr) return a;
  return ir.CreateAnd(a, b);
}

llvm::Constant* LaneBuilder::all_lanes() const {
  return llvm::Constant::getAllOnesValue(lane_type(llvm::Type::getInt1Ty(ir.getContext())));
}

llvm::Constant* LaneBuilder::integer_like(llvm::Value* like, int64_t value) {
  return llvm::ConstantInt::get(like->getType(), static_cast<uint64_t>(value), true);
}

llvm::Constant* LaneBuilder::real_like(llvm::Value* like, double value) {
  return llvm::ConstantFP::get(like->getType(), value);
}

llvm::Instruction* LaneBuilder::increment(llvm::PHINode* counter, int64_t step) {
  llvm::BinaryOperator* next = llvm::BinaryOperator::CreateAdd(counter, i64(step));
  next->setHasNoUnsignedWrap();
  next->setHasNoSignedWrap();
  return ir.Insert(next);
}

void LaneBuilder::move_here(llvm::Instruction* instruction) {
  instruction->removeFromParent();
  ir.Insert(instruction);
}

bool LaneBuilder::is_natural(llvm::Value* integer) const {
  const llvm::DataLayout& layout = ir.GetInsertBlock()->getModule()->getDataLayout();
  return llvm::isKnownNonNegative(integer, llvm::SimplifyQuery(layout));
}

llvm::BasicBlock* LaneBuilder::block(const char* name) {
  return llvm::BasicBlock::Create(ir.getContext(), name, ir.GetInsertBlock()->getParent());
}

llvm::AllocaInst* LaneBuilder::slot(llvm::Type* type, const llvm::Twine& name, uint64_t alignment) {
  llvm::IRBuilderBase::InsertPointGuard guard(ir);
  llvm::BasicBlock& entry = ir.GetInsertBlock()->getParent()->getEntryBlock();
  ir.SetInsertPoint(&entry, entry.begin());
  llvm::AllocaInst* slot = ir.CreateAlloca(type, nullptr, name);
  if (alignment != 0) slot->setAlignment(llvm::Align(alignment));
  return slot;
}

void LaneBuilder::keep_in_memory(llvm::AllocaInst* slot) {
  llvm::FunctionType* type = llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy()}, false);
  ir.CreateCall(type, llvm::InlineAsm::get(type, "", "r", /*hasSideEffects=*/true), {slot});
}

}  // namespace unpython::codegen
