// Loops whose iterations run one of several branches, as a function that calls itself becomes one: see
// python/unpython/_writing/functions/recursion.py.
//
// Problem:  the next iteration asks for the branch that this one has just named.
// Choice:   a branch that ends with `state = k` jumps to branch k, and so does what runs for negative numbers, which stands before all
//           branches. What may run for ever goes by a way that looks for a stop now and then: each jump back, or to the same branch.
// Rejected: LLVM's own pass for it (DFAJumpThreading): which of the jumps look for a stop would be known too late.
#include <llvm/IR/MDBuilder.h>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/optimize.h"
#include "ir/rewrite.h"

namespace unpython::codegen {

namespace {

constexpr int64_t kEnded = -1;  ///< the number of what runs for negative ones, before all branches
constexpr int64_t kIterationsBetweenLooks = int64_t{1} << 15;

struct Test {
  ir::VarId variable;
  int64_t number;
};

std::optional<Test> test_of(const ir::Function& f, ir::ExprId condition, ir::CompareOp op) {
  const auto* compare = std::get_if<ir::Compare>(&f[condition].node);
  if (compare == nullptr || compare->op != op) return std::nullopt;
  const auto* read = std::get_if<ir::Read>(&f[compare->left].node);
  const auto* number = std::get_if<ir::Const>(&f[compare->right].node);
  if (read == nullptr || number == nullptr || f[compare->right].type != ScalarType::Int64) return std::nullopt;
  return Test{read->variable, number->value.integer};
}

const ir::If* branch_at(const ir::Function& f, ir::StmtId id) { return std::get_if<ir::If>(&f[id].node); }

bool is_true(const ir::Function& f, ir::ExprId id) {
  const auto* known = std::get_if<ir::Const>(&f[id].node);
  return known != nullptr && known->value.integer != 0;
}

}  // namespace

std::optional<FunctionEmitter::Branches> FunctionEmitter::branches_of(const ir::While& loop) const {
  if (b_.lanes > 1 || !loop.head.empty() || !is_true(function_, loop.condition) || loop.body.size() != 2) return std::nullopt;
  const ir::If* ended = branch_at(function_, loop.body[0]);
  if (ended == nullptr || !ended->else_body.empty()) return std::nullopt;
  const auto first = test_of(function_, ended->condition, ir::CompareOp::Less);
  if (!first || first->number != 0) return std::nullopt;
  Branches found{.state = first->variable, .ended = &ended->then_body};
  const ir::Block* rest = &loop.body;
  for (ir::StmtId id = loop.body[1];; id = rest->front()) {
    const ir::If* branch = branch_at(function_, id);
    if (branch == nullptr) return std::nullopt;
    const auto test = test_of(function_, branch->condition, ir::CompareOp::Equal);
    const int64_t before = found.by_number.empty() ? -1 : found.by_number.back().first;
    if (!test || test->variable != found.state || test->number <= before) return std::nullopt;
    found.by_number.emplace_back(test->number, &branch->then_body);
    rest = &branch->else_body;
    if (rest->empty()) return found;
    if (rest->size() != 1) return std::nullopt;
  }
}

void FunctionEmitter::dispatch_loop(const ir::While& loop, const Branches& branches) {
  auto& ir = b_.ir;
  llvm::BasicBlock* head = b_.block("while");
  llvm::BasicBlock* choose = b_.block("choose");
  llvm::BasicBlock* exit = b_.block("done");
  Dispatch own;
  own.state = branches.state;
  own.ended = b_.block("ended");
  for (const auto& branch : branches.by_number) own.starts[branch.first] = b_.block("branch");
  if (!ir::holds_any<ir::For, ir::While>(function_, loop.body)) {
    own.iterations = b_.slot(ir.getInt64Ty(), "iterations");
    ir.CreateStore(b_.i64(0), own.iterations);
  }
  ir.GetInsertBlock()->getParent()->addFnAttr(kHasDispatch);
  std::optional<Dispatch> outer = std::exchange(dispatch_, std::move(own));
  ir.CreateBr(head);
  ir.SetInsertPoint(head);
  llvm::Value* state = variables_.read(branches.state).real;
  ir.CreateCondBr(ir.CreateICmpSLT(state, b_.i64(0)), dispatch_->ended, choose);
  llvm::BasicBlock* again = counted_way(head);
  loops_.push_back({exit, again, heap_.size()});
  ir.SetInsertPoint(dispatch_->ended);
  dispatch_->current = kEnded;
  is_last_ = true;
  block(*branches.ended);
  if (!b_.ended()) ir.CreateBr(choose);
  ir.SetInsertPoint(choose);
  expressions_->forget();
  llvm::SwitchInst* chosen = ir.CreateSwitch(variables_.read(branches.state).real, again, static_cast<unsigned>(branches.by_number.size()));
  for (const auto& [number, body] : branches.by_number) {
    llvm::BasicBlock* start = dispatch_->starts.at(number);
    chosen->addCase(ir.getInt64(static_cast<uint64_t>(number)), start);
    ir.SetInsertPoint(start);
    dispatch_->current = number;
    is_last_ = true;
    block(*body);
    if (!b_.ended()) ir.CreateBr(again);
  }
  loops_.pop_back();
  dispatch_ = std::move(outer);
  continue_at(exit);
}

bool FunctionEmitter::go_to_branch(ir::StmtId id) {
  const auto* assign = std::get_if<ir::Assign>(&function_[id].node);
  if (!dispatch_ || assign == nullptr || assign->variable != dispatch_->state || b_.ended()) return false;
  const auto* number = std::get_if<ir::Const>(&function_[assign->value].node);
  if (number == nullptr) return false;
  const int64_t next = number->value.integer;
  llvm::BasicBlock* to = dispatch_->ended;
  if (next >= 0) {
    const auto start = dispatch_->starts.find(next);
    if (start == dispatch_->starts.end()) return false;
    to = start->second;
  }
  release_from(loops_.back().heap_depth);
  b_.ir.CreateBr(next > dispatch_->current ? to : counted_way(to));
  return true;
}

/// A block that counts, looks for a stop now and then, and goes there.
llvm::BasicBlock* FunctionEmitter::counted_way(llvm::BasicBlock* to) {
  llvm::BasicBlock*& way = dispatch_->counted[to];
  if (way != nullptr) return way;
  auto& ir = b_.ir;
  const llvm::IRBuilderBase::InsertPointGuard guard(ir);
  way = b_.block("count");
  ir.SetInsertPoint(way);
  if (dispatch_->iterations == nullptr) {
    look_for_stop(b_.i64(1));
    ir.CreateBr(to);
    return way;
  }
  llvm::BasicBlock* between = b_.block("between_blocks");
  llvm::Value* done = ir.CreateAdd(ir.CreateLoad(ir.getInt64Ty(), dispatch_->iterations), b_.i64(1));
  ir.CreateStore(done, dispatch_->iterations);
  ir.CreateCondBr(ir.CreateICmpEQ(done, b_.i64(kIterationsBetweenLooks)), between, to,
                  llvm::MDBuilder(ir.getContext()).createBranchWeights(1, 1 << 15));
  ir.SetInsertPoint(between);
  look_for_stop(b_.i64(kIterationsBetweenLooks));
  ir.CreateStore(b_.i64(0), dispatch_->iterations);
  ir.CreateBr(to);
  return way;
}

}  // namespace unpython::codegen
