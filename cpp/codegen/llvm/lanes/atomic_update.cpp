// Atomic updates: one instruction where the processor has it, else a compare-and-exchange loop.
#include <llvm/IR/Constants.h>

#include <optional>

#include "codegen/llvm/lanes/arithmetic.h"
#include "codegen/llvm/lanes/memory_access.h"

namespace unpython::codegen {

namespace {

std::optional<llvm::AtomicRMWInst::BinOp> single_instruction(ir::BinaryOp op) {
  switch (op) {
    case ir::BinaryOp::Add:
      return llvm::AtomicRMWInst::Add;
    case ir::BinaryOp::Subtract:
      return llvm::AtomicRMWInst::Sub;
    case ir::BinaryOp::BitAnd:
    case ir::BinaryOp::LogicalAnd:
      return llvm::AtomicRMWInst::And;
    case ir::BinaryOp::BitOr:
    case ir::BinaryOp::LogicalOr:
      return llvm::AtomicRMWInst::Or;
    case ir::BinaryOp::BitXor:
      return llvm::AtomicRMWInst::Xor;
    default:
      return std::nullopt;
  }
}

}  // namespace

/// x86 locks unaligned words too, so natural alignment is stated although an argument may lack it: LLVM would
/// otherwise call a library.
void MemoryAccess::update_one(ir::BinaryOp op, llvm::Value* pointer, llvm::Value* value) {
  auto& ir = b_.ir;
  llvm::Align alignment(static_cast<uint64_t>(part_bytes_));
  constexpr auto kOrder = llvm::AtomicOrdering::Monotonic;
  llvm::Value* stored = type_ == ScalarType::Bool ? ir.CreateZExt(value, part_type_) : value;
  if (auto instruction = single_instruction(op)) {
    ir.CreateAtomicRMW(*instruction, pointer, stored, alignment, kOrder);
    return;
  }
  llvm::BasicBlock* again = b_.block("update");
  llvm::BasicBlock* done = b_.block("updated");
  ir.CreateBr(again);
  ir.SetInsertPoint(again);
  llvm::LoadInst* old = ir.CreateAlignedLoad(part_type_, pointer, alignment);
  old->setAtomic(kOrder);
  llvm::Value* operand = type_ == ScalarType::Bool ? ir.CreateICmpNE(old, b_.integer_like(old, 0)) : old;
  llvm::Value* next = integer_binary(b_, op, is_signed_integer(type_), operand, value);
  if (type_ == ScalarType::Bool) next = ir.CreateZExt(next, part_type_);
  llvm::Value* exchange = ir.CreateAtomicCmpXchg(pointer, old, next, alignment, kOrder, kOrder);
  ir.CreateCondBr(ir.CreateExtractValue(exchange, 1), done, again);
  ir.SetInsertPoint(done);
}

void MemoryAccess::atomic_update(ir::BinaryOp op, const Value& value) {
  if (b_.lanes == 1) return update_one(op, pointer_, value.real);
  auto& ir = b_.ir;
  llvm::Value* pointers = lane_pointers(0);
  llvm::Value* values = b_.expand(value).real;
  llvm::Value* mask = b_.full_mask(b_.mask);
  for (int lane = 0; lane < b_.lanes; ++lane) {
    auto index = static_cast<uint64_t>(lane);
    llvm::BasicBlock* update = b_.block("lane");
    llvm::BasicBlock* next = b_.block("next");
    ir.CreateCondBr(ir.CreateExtractElement(mask, index), update, next);
    ir.SetInsertPoint(update);
    update_one(op, ir.CreateExtractElement(pointers, index), ir.CreateExtractElement(values, index));
    ir.CreateBr(next);
    ir.SetInsertPoint(next);
  }
}

}  // namespace unpython::codegen
