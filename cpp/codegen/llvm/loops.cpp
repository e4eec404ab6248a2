// Loops of one lane, and loops that all lanes of a Vector loop run together.
#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <optional>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "ir/rewrite.h"
#include "unpython/error.h"

namespace unpython::codegen {
namespace {

/// Iterations of an innermost loop between two looks for a stop.
constexpr int64_t kIterationsOfBlock = int64_t{1} << 18;

/// The same for a While, and for a loop that is left from inside, of whose iterations less is known.
constexpr int64_t kIterationsOfWhile = int64_t{1} << 15;

/// Iterations of an innermost loop that a loop around it counts, so that it looks in time where they became many.
constexpr int64_t kIterationsThatCount = 1024;

/// Iterations of a While of few operations that are counted together, and how few.
constexpr int kTogether = 4;
constexpr int kTinyBody = 24;

/// What tells LLVM to write out so many iterations of a loop.
llvm::MDNode* unrolled_by(llvm::LLVMContext& context, int count) {
  auto* number =
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), count));
  auto* unroll = llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.unroll.count"), number});
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, unroll});
  loop->replaceOperandWith(0, loop);
  return loop;
}

/// A number that an extent is never above, as far as its form tells: min(512, n) // 32.
std::optional<int64_t> at_most(const ir::Function& f, ir::ExprId id) {
  const ir::ExprNode& node = f[id].node;
  if (const auto* constant = std::get_if<ir::Const>(&node)) return constant->value.integer;
  if (const auto* call = std::get_if<ir::Call>(&node); call && call->function == ir::Intrinsic::Minimum) {
    const auto left = at_most(f, call->arguments[0]);
    const auto right = at_most(f, call->arguments[1]);
    return left && right ? std::min(*left, *right) : left ? left : right;
  }
  const auto* binary = std::get_if<ir::Binary>(&node);
  if (binary == nullptr || binary->op != ir::BinaryOp::FloorDivide) return std::nullopt;
  const auto* divisor = std::get_if<ir::Const>(&f[binary->right].node);
  const auto dividend = at_most(f, binary->left);
  if (divisor == nullptr || divisor->value.integer <= 0 || !dividend || *dividend < 0) return std::nullopt;
  return *dividend / divisor->value.integer;
}

/// One group of lanes is as short as a statement; an unrolled loop is the statements of its body, a few times.
bool is_written_out(const ir::Function& f, const ir::StmtNode& node) {
  const auto* loop = std::get_if<ir::For>(&node);
  if (loop == nullptr) return false;
  if (loop->mark == ir::LoopMark::Unrolled) return true;
  if (loop->mark != ir::LoopMark::Vector) return false;
  const auto* extent = std::get_if<ir::Const>(&f[loop->extent].node);
  return extent != nullptr && extent->value.integer <= loop->width;
}

struct Contents {
  bool loop = false;
  bool leaves = false;  ///< by break or return
};

Contents contents(const ir::Function& f, const ir::Block& body) {
  Contents found;
  ir::walk_stmts(f, body, [&](ir::StmtId id) {
    const ir::StmtNode& node = f[id].node;
    const bool is_loop = is_one_of<ir::For, ir::While>(node);
    found.loop |= is_loop && !is_written_out(f, node);
    found.leaves |= is_one_of<ir::Break, ir::Return>(node);
    return !found.loop || !found.leaves;
  });
  return found;
}

}  // namespace

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
    case ir::LoopMark::Group:
    case ir::LoopMark::Item:
    case ir::LoopMark::MatrixUnit:
      break;
  }
  throw InternalError("emitting LLVM", "a parallel loop was not scheduled for the CPU");
}

void FunctionEmitter::sequential_loop(const ir::For& loop) {
  llvm::Value* extent = expressions_->value(loop.extent).real;
  const Contents inside = contents(function_, loop.body);
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(extent);
  const auto most =
      constant != nullptr ? std::optional(constant->getSExtValue()) : at_most(function_, loop.extent);
  const bool is_short = most && *most <= kIterationsOfBlock;
  const bool has_blocks = !inside.loop && !is_short;
  if (has_blocks && !inside.leaves) return loop_in_blocks(loop, extent);
  const bool looks = inside.loop && (!is_short || runs_in_order());
  counted_loop(b_.i64(0), extent, 1, [&](llvm::Value* counter) {
    if (looks) look_for_stop(b_.i64(1));
    if (has_blocks) look_behind_block(counter);
    variables_.bind(loop.counter, {counter});
    block(loop.body);
    variables_.unbind(loop.counter);
  });
}

/// A loop whose iterations are too short to look for a stop in each of them: it does behind blocks of them, so that a
/// loop of few iterations inside another pays a comparison.
void FunctionEmitter::loop_in_blocks(const ir::For& loop, llvm::Value* extent) {
  counted_loop(b_.i64(0), extent, kIterationsOfBlock, [&](llvm::Value* first) {
    llvm::Value* left = b_.ir.CreateNSWSub(extent, first);
    llvm::Value* count = b_.ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, left, b_.i64(kIterationsOfBlock));
    counted_loop(first, b_.ir.CreateNSWAdd(first, count), 1, [&](llvm::Value* counter) {
      variables_.bind(loop.counter, {counter});
      block(loop.body);
      variables_.unbind(loop.counter);
    });
    llvm::BasicBlock* between = b_.block("between_blocks");
    llvm::BasicBlock* done = b_.block("block_done");
    b_.ir.CreateCondBr(b_.ir.CreateICmpSLT(count, b_.i64(kIterationsThatCount)), done, between);
    b_.ir.SetInsertPoint(between);
    look_for_stop(count);
    b_.ir.CreateBr(done);
    b_.ir.SetInsertPoint(done);
  });
}

/// In a loop that is left from inside, which has no second loop around it: `break` would leave one of the two.
void FunctionEmitter::look_behind_block(llvm::Value* counter) {
  auto& ir = b_.ir;
  llvm::BasicBlock* between = b_.block("between_blocks");
  llvm::BasicBlock* inside = b_.block("inside_block");
  llvm::Value* left = ir.CreateAnd(ir.CreateAdd(counter, b_.i64(1)), b_.i64(kIterationsOfWhile - 1));
  ir.CreateCondBr(ir.CreateICmpEQ(left, b_.i64(0)), between, inside,
                  llvm::MDBuilder(ir.getContext()).createBranchWeights(1, static_cast<uint32_t>(kIterationsOfWhile)));
  ir.SetInsertPoint(between);
  look_for_stop(b_.i64(kIterationsOfWhile));
  ir.CreateBr(inside);
  ir.SetInsertPoint(inside);
}

void FunctionEmitter::look_for_stop(llvm::Value* iterations) {
  auto& ir = b_.ir;
  if (pace_ == nullptr) pace_ = new_pace();
  llvm::Value* left = ir.CreateSub(ir.CreateLoad(ir.getInt64Ty(), pace_), iterations);
  ir.CreateStore(left, pace_);
  llvm::BasicBlock* look = b_.block("look");
  llvm::BasicBlock* go_on = b_.block("go_on");
  llvm::BasicBlock* stop = b_.block("stop");
  llvm::MDNode* rarely = llvm::MDBuilder(ir.getContext()).createBranchWeights(1, 1 << 20);
  ir.CreateCondBr(ir.CreateICmpSLE(left, b_.i64(0)), look, go_on, rarely);
  ir.SetInsertPoint(look);
  auto* type = llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Value* pace = load_field(ir, ir.getPtrTy(), services(), offsetof(abi::Services, pace));
  llvm::CallInst* asked = ir.CreateCall(type, pace, {services(), pace_});
  // It changes none of the call's arrays: what the loop keeps in registers may stay there.
  asked->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  asked->addParamAttr(1, llvm::Attribute::NoCapture);
  ir.CreateCondBr(ir.CreateICmpEQ(asked, ir.getInt32(0)), go_on, stop);
  ir.SetInsertPoint(stop);
  leave(status(abi::kInterrupted));
  ir.SetInsertPoint(go_on);
}

/// abi::LoopPace, in the first block.
llvm::AllocaInst* FunctionEmitter::new_pace() {
  auto& ir = b_.ir;
  llvm::IRBuilderBase::InsertPointGuard guard(ir);
  ir.SetInsertPoint(ir.GetInsertBlock()->getParent()->getEntryBlock().getTerminator());
  auto* type = llvm::ArrayType::get(ir.getInt64Ty(), sizeof(abi::LoopPace) / sizeof(int64_t));
  llvm::AllocaInst* pace = ir.CreateAlloca(type, nullptr, "pace");
  store_field(ir, b_.i64(1), pace, offsetof(abi::LoopPace, left));
  store_field(ir, b_.i64(1), pace, offsetof(abi::LoopPace, step));
  store_field(ir, b_.i64(0), pace, offsetof(abi::LoopPace, nanoseconds));
  return pace;
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
  if (const auto branches = branches_of(loop)) return dispatch_loop(loop, *branches);
  llvm::BasicBlock* head = b_.block("while");
  llvm::BasicBlock* body = b_.block("body");
  llvm::BasicBlock* exit = b_.block("done");
  const bool long_iterations = contents(function_, loop.head).loop || contents(function_, loop.body).loop;
  const bool is_tiny =
      ir::count_exprs(function_, loop.head) + ir::count_exprs(function_, loop.body) <= kTinyBody;
  llvm::BasicBlock* latch = long_iterations ? head : while_in_blocks(head, is_tiny);
  b_.ir.CreateBr(head);
  b_.ir.SetInsertPoint(head);
  loops_.push_back({exit, latch, heap_.size()});
  block(loop.head);
  if (!b_.ended()) {
    llvm::Value* condition = expressions_->value(loop.condition).real;
    b_.ir.CreateCondBr(condition, body, exit);
    b_.ir.SetInsertPoint(body);
    if (long_iterations) look_for_stop(b_.i64(1));
    block(loop.body);
    if (!b_.ended()) b_.ir.CreateBr(latch);
  }
  loops_.pop_back();
  if (!body->hasNPredecessorsOrMore(1)) body->eraseFromParent();
  continue_at(exit);
}

/// A loop around a While whose iterations are too short to look for a stop in each of them. The builder ends
/// where the While begins; its iterations end at the block that is returned.
llvm::BasicBlock* FunctionEmitter::while_in_blocks(llvm::BasicBlock* head, bool is_tiny) {
  auto& ir = b_.ir;
  llvm::AllocaInst* iterations = b_.slot(ir.getInt64Ty(), "iterations");
  llvm::BasicBlock* begin = b_.block("iterations_from_0");
  llvm::BasicBlock* latch = b_.block("next");
  llvm::BasicBlock* between = b_.block("between_blocks");
  ir.CreateBr(begin);
  ir.SetInsertPoint(latch);
  llvm::Value* done = ir.CreateAdd(ir.CreateLoad(ir.getInt64Ty(), iterations), b_.i64(1));
  ir.CreateStore(done, iterations);
  llvm::Instruction* again =
      ir.CreateCondBr(ir.CreateICmpEQ(done, b_.i64(kIterationsOfWhile)), between, head);
  if (is_tiny) again->setMetadata(llvm::LLVMContext::MD_loop, unrolled_by(ir.getContext(), kTogether));
  ir.SetInsertPoint(between);
  look_for_stop(b_.i64(kIterationsOfWhile));
  ir.CreateBr(begin);
  ir.SetInsertPoint(begin);
  ir.CreateStore(b_.i64(0), iterations);
  return latch;
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
