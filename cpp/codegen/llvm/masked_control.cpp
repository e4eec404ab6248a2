// Control flow where the lanes of a Vector loop part ways. A statement is emitted once and runs for the lanes
// in the mask; code that is not safe to run for no lane at all is jumped over when its mask is empty.
#include <llvm/IR/Constants.h>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/arithmetic.h"
#include "ir/rewrite.h"

namespace unpython::codegen {

namespace {

/// A `continue` of the loop whose body this is.
bool has_continue(const ir::Function& function, const ir::Block& body) {
  for (ir::StmtId id : body) {
    if (std::holds_alternative<ir::Continue>(function[id].node)) return true;
    const auto* branch = std::get_if<ir::If>(&function[id].node);
    if (branch == nullptr) continue;
    if (has_continue(function, branch->then_body) || has_continue(function, branch->else_body)) return true;
  }
  return false;
}

}  // namespace

/// Short code without loops whose memory accesses all obey the mask: it costs less than to ask whether some lane wants it.
bool FunctionEmitter::runs_without_lanes(const ir::Block& body) const {
  constexpr int kMostExpressions = 24;
  int expressions = 0;
  bool safe = true;
  auto each_lane_apart = [&](ir::ArrayId array, const std::vector<ir::ExprId>& indices) {
    if (shapes_->per_lane(array)) return true;
    for (ir::ExprId index : indices) {
      if (!shapes_->shape(index).uniform()) return true;
    }
    return false;
  };
  ir::walk_stmts(function_, body, [&](ir::StmtId id) {
    const ir::StmtNode& node = function_[id].node;
    if (const auto* store = std::get_if<ir::Store>(&node)) {
      safe = safe && each_lane_apart(store->array, store->indices);
    } else {
      safe = safe && is_one_of<ir::Assign, ir::If>(node);
    }
    return safe;
  });
  if (!safe) return false;
  ir::walk_all_exprs(function_, body, [&](ir::ExprId id) {
    ++expressions;
    const auto* load = std::get_if<ir::Load>(&function_[id].node);
    if (load != nullptr) safe = safe && each_lane_apart(load->array, load->indices);
    const auto* call = std::get_if<ir::Call>(&function_[id].node);
    if (call != nullptr) {
      safe = safe && !is_library_call(call->function, function_[call->arguments[0]].type) &&
             !(call->function == ir::Intrinsic::Pow);
    }
  });
  return safe && expressions <= kMostExpressions;
}

void FunctionEmitter::masked_branch(llvm::Value* mask, const ir::Block& body) {
  if (body.empty()) return;
  llvm::Value* outer = b_.mask;
  bool outer_may_be_empty = b_.mask_may_be_empty;
  b_.mask = mask;
  b_.mask_may_be_empty = runs_without_lanes(body);
  if (b_.mask_may_be_empty) {
    block(body);
  } else {
    llvm::BasicBlock* some = b_.block("some_lanes");
    llvm::BasicBlock* join = b_.block("join");
    b_.ir.CreateCondBr(b_.any(mask), some, join);
    b_.ir.SetInsertPoint(some);
    block(body);
    if (!b_.ended()) b_.ir.CreateBr(join);
    b_.ir.SetInsertPoint(join);
  }
  b_.mask = outer;
  b_.mask_may_be_empty = outer_may_be_empty;
}

void FunctionEmitter::masked_if(llvm::Value* condition, const ir::If& branch) {
  llvm::Value* then_mask = b_.mask_and(b_.mask, condition);
  llvm::Value* else_mask =
      branch.else_body.empty() ? nullptr : b_.mask_and(b_.mask, b_.ir.CreateNot(condition));
  masked_branch(then_mask, branch.then_body);
  expressions_->forget();
  masked_branch(else_mask, branch.else_body);
}

FunctionEmitter::Loop FunctionEmitter::masked_loop_scope(bool has_continue) {
  Loop loop;
  loop.heap_depth = heap_.size();
  llvm::Type* type = b_.all_lanes()->getType();
  loop.active = b_.slot(type, "active");
  if (has_continue) loop.skipped = b_.slot(type, "skipped");
  return loop;
}

llvm::Value* FunctionEmitter::remaining(llvm::Value* mask) {
  const Loop& loop = loops_.back();
  llvm::Value* lanes = b_.mask_and(mask, b_.ir.CreateLoad(loop.active->getAllocatedType(), loop.active));
  if (loop.skipped == nullptr) return lanes;
  llvm::Value* skipped = b_.ir.CreateLoad(loop.skipped->getAllocatedType(), loop.skipped);
  return b_.ir.CreateAnd(lanes, b_.ir.CreateNot(skipped));
}

void FunctionEmitter::start_iteration(const Loop& loop, llvm::Value* mask) {
  b_.mask = mask;
  if (loop.skipped != nullptr) {
    b_.ir.CreateStore(llvm::Constant::getNullValue(loop.skipped->getAllocatedType()), loop.skipped);
  }
}

/// Of one group of a Vector loop in which some lanes may `continue` while others go on.
FunctionEmitter::Loop FunctionEmitter::masked_group_scope() {
  Loop scope = masked_loop_scope(true);
  b_.ir.CreateStore(b_.full_mask(b_.mask), scope.active);
  start_iteration(scope, b_.mask);
  return scope;
}

/// The counter is the same in all lanes that are alive, whatever their trip counts.
void FunctionEmitter::masked_for(const ir::For& loop) {
  auto& ir = b_.ir;
  llvm::Value* outer = b_.mask;
  Value extent = b_.expand(expressions_->value(loop.extent));
  Loop scope = masked_loop_scope(has_continue(function_, loop.body));
  llvm::Type* mask_type = scope.active->getAllocatedType();
  Value zero{b_.splat(b_.i64(0))};
  ir.CreateStore(
      b_.mask_and(outer, emit_compare(b_, ir::CompareOp::Less, ScalarType::Int64, zero, extent).real),
      scope.active);
  llvm::BasicBlock* before = ir.GetInsertBlock();
  llvm::BasicBlock* head = b_.block("lanes_loop");
  llvm::BasicBlock* body = b_.block("lanes_body");
  llvm::BasicBlock* latch = b_.block("lanes_next");
  llvm::BasicBlock* exit = b_.block("lanes_done");
  ir.CreateBr(head);
  ir.SetInsertPoint(head);
  llvm::PHINode* counter = ir.CreatePHI(ir.getInt64Ty(), 2);
  llvm::Instruction* next = b_.increment(counter, 1);
  counter->addIncoming(b_.i64(0), before);
  counter->addIncoming(next, latch);
  llvm::Value* active = ir.CreateLoad(mask_type, scope.active);
  ir.CreateCondBr(b_.any(active), body, exit);

  ir.SetInsertPoint(body);
  start_iteration(scope, active);
  loops_.push_back(scope);
  variables_.bind(loop.counter, {counter});
  block(loop.body);
  variables_.unbind(loop.counter);
  loops_.pop_back();
  ir.CreateBr(latch);
  ir.SetInsertPoint(latch);
  b_.move_here(next);
  llvm::Value* more = emit_compare(b_, ir::CompareOp::Less, ScalarType::Int64, {next}, extent).real;
  ir.CreateStore(ir.CreateAnd(ir.CreateLoad(mask_type, scope.active), more), scope.active);
  ir.CreateBr(head);
  ir.SetInsertPoint(exit);
  b_.mask = outer;
}

void FunctionEmitter::masked_while(const ir::While& loop) {
  auto& ir = b_.ir;
  llvm::Value* outer = b_.mask;
  Loop scope = masked_loop_scope(has_continue(function_, loop.body) || has_continue(function_, loop.head));
  llvm::Type* mask_type = scope.active->getAllocatedType();
  ir.CreateStore(b_.full_mask(outer), scope.active);
  llvm::BasicBlock* head = b_.block("lanes_while");
  llvm::BasicBlock* body = b_.block("lanes_body");
  llvm::BasicBlock* exit = b_.block("lanes_done");
  llvm::BasicBlock* latch = while_in_blocks(head, false);
  ir.CreateBr(head);

  ir.SetInsertPoint(head);
  llvm::Value* entered = ir.CreateLoad(mask_type, scope.active);
  start_iteration(scope, entered);
  loops_.push_back(scope);
  block(loop.head);
  b_.mask = remaining(entered);
  llvm::Value* stay = b_.splat(expressions_->value(loop.condition).real);
  llvm::Value* active = ir.CreateAnd(b_.mask, stay);
  ir.CreateStore(active, scope.active);
  ir.CreateCondBr(b_.any(active), body, exit);

  ir.SetInsertPoint(body);
  b_.mask = active;
  block(loop.body);
  loops_.pop_back();
  ir.CreateCondBr(b_.any(ir.CreateLoad(mask_type, scope.active)), latch, exit);
  ir.SetInsertPoint(exit);
  b_.mask = outer;
}

}  // namespace unpython::codegen
