// Loops of one lane, and loops that all lanes of a Vector loop run together.
#include "codegen/llvm/function_emitter.h"
#include "unpython/error.h"

namespace unpython::codegen {

void FunctionEmitter::continue_at(llvm::BasicBlock* exit) {
  if (exit->hasNPredecessorsOrMore(1)) {
    b_.ir.SetInsertPoint(exit);
    return;
  }
  exit->eraseFromParent();
}

void FunctionEmitter::for_loop(ir::StmtId id, const ir::For& loop) {
  switch (loop.mark) {
    case ir::LoopMark::Sequential:
      return masks_loop(id) ? masked_for(loop) : sequential_loop(loop);
    case ir::LoopMark::Unrolled:
      return masks_loop(id) ? masked_for(loop) : unrolled_loop(loop);
    case ir::LoopMark::CpuParallel:
      return parallel_loop(id, loop);
    case ir::LoopMark::Vector:
      return loop.width > 1 ? vector_loop(id, loop) : sequential_loop(loop);
    case ir::LoopMark::Parallel:
    case ir::LoopMark::Grid:
      break;
  }
  throw InternalError("emitting LLVM", "a parallel loop was not scheduled for the CPU");
}

void FunctionEmitter::sequential_loop(const ir::For& loop) {
  llvm::Value* extent = expressions_->value(loop.extent).real;
  counted_loop(b_.i64(0), extent, 1, [&](llvm::Value* counter) {
    variables_.bind(loop.counter, {counter});
    block(loop.body);
    variables_.unbind(loop.counter);
  });
}

void FunctionEmitter::unrolled_loop(const ir::For& loop) {
  auto* extent = llvm::dyn_cast<llvm::ConstantInt>(expressions_->value(loop.extent).real);
  if (extent == nullptr)
    throw InternalError("emitting LLVM", "the trip count of an unrolled loop is not constant");
  llvm::BasicBlock* exit = b_.block("unrolled");
  for (int64_t i = 0; i < extent->getSExtValue() && !b_.ended(); ++i) {
    llvm::BasicBlock* next = b_.block("copy");
    loops_.push_back({exit, next, heap_.size()});
    variables_.bind(loop.counter, {b_.i64(i)});
    block(loop.body);
    variables_.unbind(loop.counter);
    loops_.pop_back();
    if (!b_.ended()) b_.ir.CreateBr(next);
    continue_at(next);
  }
  if (!b_.ended()) b_.ir.CreateBr(exit);
  continue_at(exit);
}

void FunctionEmitter::while_loop(const ir::While& loop) {
  llvm::BasicBlock* head = b_.block("while");
  llvm::BasicBlock* body = b_.block("body");
  llvm::BasicBlock* exit = b_.block("done");
  b_.ir.CreateBr(head);
  b_.ir.SetInsertPoint(head);
  loops_.push_back({exit, head, heap_.size()});
  block(loop.head);
  if (!b_.ended()) {
    llvm::Value* condition = expressions_->value(loop.condition).real;
    b_.ir.CreateCondBr(condition, body, exit);
    b_.ir.SetInsertPoint(body);
    block(loop.body);
    if (!b_.ended()) b_.ir.CreateBr(head);
  }
  loops_.pop_back();
  if (!body->hasNPredecessorsOrMore(1)) body->eraseFromParent();
  continue_at(exit);
}

void FunctionEmitter::break_or_continue(bool is_break) {
  if (loops_.empty()) throw InternalError("emitting LLVM", "break or continue outside a loop");
  const Loop& loop = loops_.back();
  if (!loop.masked()) {
    release_from(loop.heap_depth);
    b_.ir.CreateBr(is_break ? loop.on_break : loop.on_continue);
    return;
  }
  llvm::AllocaInst* slot = is_break ? loop.active : loop.skipped;
  llvm::Value* lanes = b_.ir.CreateLoad(slot->getAllocatedType(), slot);
  llvm::Value* here = b_.full_mask(b_.mask);
  b_.ir.CreateStore(is_break ? b_.ir.CreateAnd(lanes, b_.ir.CreateNot(here)) : b_.ir.CreateOr(lanes, here),
                    slot);
}

}  // namespace unpython::codegen
