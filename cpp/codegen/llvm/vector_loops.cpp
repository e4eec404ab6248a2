// Vector loops: groups of `width` iterations side by side. The last, incomplete group runs under a mask
// through the same instructions, so that the value of an element does not depend on the group it falls into.
// A group in which some lane raises has stored nothing yet: it and all that follow run in order, and raise.
#include <llvm/IR/Constants.h>

#include <bit>

#include "codegen/llvm/function_emitter.h"
#include "unpython/error.h"

namespace unpython::codegen {

/// The mask of lanes 0 .. count-1; `count` is an i64 of at least 0.
llvm::Value* FunctionEmitter::first_lanes(llvm::Value* count) {
  llvm::Value* limited = b_.ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, b_.i64(b_.lanes));
  llvm::Value* limit = b_.splat(b_.ir.CreateTrunc(limited, b_.ir.getInt32Ty()));
  return b_.ir.CreateICmpULT(b_.lane_numbers(b_.ir.getInt32Ty()), limit);
}

void FunctionEmitter::lane_group(ir::StmtId id, const ir::For& loop, llvm::Value* first, llvm::Value* mask) {
  b_.mask = b_.group_mask = mask;
  group_first_ = first;
  llvm::BasicBlock* done = b_.block("group_done");
  loops_.push_back(masks_loop(id) ? masked_group_scope() : Loop{nullptr, done, heap_.size()});
  variables_.bind(loop.counter, {first, nullptr, 1});
  block(loop.body);
  variables_.unbind(loop.counter);
  loops_.pop_back();
  if (!b_.ended()) b_.ir.CreateBr(done);
  b_.ir.SetInsertPoint(done);
  b_.mask = b_.group_mask = nullptr;
}

/// One copy of the body, always masked, costs little beside a long body, and beside memory where masks have
/// registers of their own; it halves what is compiled.
bool FunctionEmitter::mask_every_group() const {
  return shapes_->heavy() || (shapes_->only_moves() && context_.math.target.vector_bytes == 64);
}

/// The iterations from `first` to `end`, fewer than one group.
void FunctionEmitter::last_group(ir::StmtId id, const ir::For& loop, llvm::Value* first, llvm::Value* end) {
  llvm::BasicBlock* some = b_.block("tail");
  llvm::BasicBlock* done = b_.block("tail_done");
  b_.ir.CreateCondBr(b_.ir.CreateICmpSLT(first, end), some, done);
  b_.ir.SetInsertPoint(some);
  lane_group(id, loop, first, first_lanes(b_.ir.CreateSub(end, first)));
  b_.ir.CreateBr(done);
  b_.ir.SetInsertPoint(done);
}

/// Ends the current block of a group: some lane raises.
void FunctionEmitter::go_on_in_order() {
  if (in_order_from_ == nullptr) {
    llvm::BasicBlock* here = b_.ir.GetInsertBlock();
    b_.ir.SetInsertPoint(b_.block("in_order"));
    in_order_from_ = b_.ir.CreatePHI(b_.ir.getInt64Ty(), 2);
    b_.ir.SetInsertPoint(here);
  }
  in_order_from_->addIncoming(group_first_, b_.ir.GetInsertBlock());
  b_.ir.CreateBr(in_order_from_->getParent());
}

/// The iterations from that on, one after another. (None of them need raise: a function for vectors may have
/// given another last bit.)
void FunctionEmitter::rest_in_order(const ir::For& loop, llvm::Value* count) {
  llvm::Value* first = in_order_from_;
  llvm::BasicBlock* done = b_.block("vector_done");
  b_.ir.CreateBr(done);
  b_.ir.SetInsertPoint(in_order_from_->getParent());
  in_order_from_ = nullptr;
  counted_loop(first, count, 1, [&](llvm::Value* counter) {
    variables_.bind(loop.counter, {counter});
    block(loop.body);
    variables_.unbind(loop.counter);
  });
  if (!b_.ended()) b_.ir.CreateBr(done);
  b_.ir.SetInsertPoint(done);
}

void FunctionEmitter::vector_loop(ir::StmtId id, const ir::For& loop) {
  if (!std::has_single_bit(static_cast<unsigned>(loop.width)) || b_.lanes > 1) {
    throw InternalError("emitting LLVM", "a Vector loop of an unsupported width or inside another");
  }
  llvm::Value* extent = expressions_->value(loop.extent).real;
  llvm::Value* count = b_.not_negative(extent);
  llvm::Value* complete = b_.ir.CreateAnd(count, b_.i64(-int64_t{loop.width}));
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(count);

  shapes_ = &context_.shapes(id);
  b_.lanes = loop.width;
  variables_.enter_lanes(*shapes_);
  arrays_->enter_lanes(*shapes_);
  if (known != nullptr && known->getSExtValue() <= loop.width) {
    bool all = known->getSExtValue() == loop.width;
    if (!known->isZero()) lane_group(id, loop, b_.i64(0), all ? nullptr : first_lanes(count));
  } else if (mask_every_group() && known == nullptr) {
    counted_loop(b_.i64(0), count, loop.width, [&](llvm::Value* first) {
      lane_group(id, loop, first, first_lanes(b_.ir.CreateSub(count, first)));
    });
  } else {
    counted_loop(b_.i64(0), complete, loop.width,
                 [&](llvm::Value* first) { lane_group(id, loop, first, nullptr); });
    last_group(id, loop, complete, count);
  }
  arrays_->leave_lanes();
  variables_.leave_lanes();
  b_.lanes = 1;
  shapes_ = nullptr;
  if (in_order_from_ != nullptr) rest_in_order(loop, count);
}

}  // namespace unpython::codegen
