// CpuParallel loops: the body becomes a function of its own, which the runtime calls with ranges of
// iterations. What it needs from outside travels in a struct on the caller's stack.
#include <unordered_set>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "ir/rewrite.h"
#include "unpython/error.h"

namespace unpython::codegen {

FunctionEmitter::Captures FunctionEmitter::captures(const ir::Block& body,
                                                    std::unordered_set<ir::VarId> counters) const {
  const std::unordered_map<ir::VarId, int> assigned_inside = ir::count_assignments(function_, body);
  std::vector<ir::ArrayId> arrays;
  ir::walk_stmts(function_, body, [&](ir::StmtId id) {
    const ir::StmtNode& node = function_[id].node;
    if (const auto* inner = std::get_if<ir::For>(&node)) counters.insert(inner->counter);
    if (const auto* store = std::get_if<ir::Store>(&node)) arrays.push_back(store->array);
    if (const auto* update = std::get_if<ir::AtomicUpdate>(&node)) arrays.push_back(update->array);
    if (const auto* check = std::get_if<ir::CheckIndex>(&node)) arrays.push_back(check->array);
    if (const auto* call = std::get_if<ir::CallHost>(&node))
      for (const ir::HostArgument& argument : call->arguments)
        if (argument.array.valid()) arrays.push_back(argument.array);
    return true;
  });
  std::unordered_set<ir::VarId> seen = std::move(counters);
  Captures result;
  ir::walk_all_exprs(function_, body, [&](ir::ExprId id) {
    const ir::ExprNode& node = function_[id].node;
    if (const auto* load = std::get_if<ir::Load>(&node)) arrays.push_back(load->array);
    if (const auto* extent = std::get_if<ir::Extent>(&node)) arrays.push_back(extent->array);
    if (const auto* wrap = std::get_if<ir::WrapIndex>(&node)) arrays.push_back(wrap->array);
    const auto* read = std::get_if<ir::Read>(&node);
    if (read == nullptr || !seen.insert(read->variable).second) return;
    auto inside = assigned_inside.find(read->variable);
    bool only_inside = inside != assigned_inside.end() &&
                       !context_.parameter_offsets.contains(read->variable) &&
                       inside->second == context_.uses.assignments.at(read->variable);
    if (!only_inside) result.variables.push_back(read->variable);
  });
  std::unordered_set<ir::ArrayId> known;
  for (ir::ArrayId array : arrays) {
    bool outer_heap = function_[array].space == ir::AddressSpace::Heap && arrays_->is_defined(array);
    if (outer_heap && known.insert(array).second) result.heap_arrays.push_back(array);
  }
  return result;
}

/// The fields of the struct: the frame, the parts of each variable, data and extents of each heap array, the table of errors.
std::vector<llvm::Value*> FunctionEmitter::captured_values(const Captures& captures) {
  std::vector<llvm::Value*> values{frame_};
  for (ir::VarId variable : captures.variables) {
    Value value = variables_.read(variable);
    values.push_back(value.real);
    if (value.imag != nullptr) values.push_back(value.imag);
  }
  for (ir::ArrayId array : captures.heap_arrays) {
    const ArrayPlace& place = arrays_->at(array);
    values.push_back(place.data);
    values.insert(values.end(), place.extents.begin(), place.extents.end());
  }
  if (error_table_ != nullptr) values.push_back(error_table_);
  return values;
}

FunctionEmitter::CapturedStruct FunctionEmitter::store_in_struct(const std::vector<llvm::Value*>& values) {
  auto& ir = b_.ir;
  std::vector<llvm::Type*> types;
  for (llvm::Value* value : values) types.push_back(value->getType());
  auto* type = llvm::StructType::get(ir.getContext(), types);
  llvm::Value* place = b_.slot(type, "captured");
  for (size_t i = 0; i < values.size(); ++i)
    ir.CreateStore(values[i], ir.CreateStructGEP(type, place, static_cast<unsigned>(i)));
  return {type, place};
}

/// Starts a function whose first argument is the struct of captured values.
void FunctionEmitter::enter(const Captures& captures, llvm::StructType* type, llvm::Value* error) {
  auto& ir = b_.ir;
  llvm::Function* function = ir.GetInsertBlock()->getParent();
  llvm::Value* frame = nullptr;
  {
    llvm::IRBuilderBase::InsertPointGuard guard(ir);
    ir.SetInsertPoint(function->getEntryBlock().getTerminator());
    frame = ir.CreateLoad(ir.getPtrTy(), function->getArg(0));
  }
  set_call(frame, error);
  unpack(captures, type, function->getArg(0));
}

/// The inverse of captured_values, in the body function. Captured variables keep their own slots there.
void FunctionEmitter::unpack(const Captures& captures, llvm::StructType* type, llvm::Value* context) {
  unsigned field = 1;
  auto next = [&] {
    llvm::Value* address = b_.ir.CreateStructGEP(type, context, field);
    return b_.ir.CreateLoad(type->getElementType(field++), address);
  };
  for (ir::VarId variable : captures.variables) {
    Value value{next()};
    if (is_complex(function_[variable].type)) value.imag = next();
    variables_.assign(variable, value);
  }
  for (ir::ArrayId array : captures.heap_arrays) {
    llvm::Value* data = next();
    std::vector<llvm::Value*> extents;
    for (int d = 0; d < function_[array].rank; ++d) extents.push_back(next());
    arrays_->define_heap(array, data, extents);
  }
  if (error_table_ != nullptr) error_table_ = next();
}

llvm::Function* FunctionEmitter::parallel_body(ir::StmtId id, const ir::For& loop, const Captures& captures,
                                               llvm::StructType* context_type) {
  auto* type = llvm::FunctionType::get(
      b_.ir.getInt32Ty(), {b_.ir.getPtrTy(), b_.ir.getInt64Ty(), b_.ir.getInt64Ty(), b_.ir.getPtrTy()},
      false);
  llvm::Function* made = context_.make_function(type, "parallel_body", false);
  FunctionEmitter emitter(context_, made);
  emitter.in_parallel_body_ = true;
  emitter.outlined_ = outlined_;
  emitter.error_table_ = error_table_;
  emitter.enter(captures, context_type, made->getArg(3));
  emitter.keep(context_.lifetimes.kept_by(id));
  emitter.counted_loop(made->getArg(1), made->getArg(2), 1, [&](llvm::Value* counter) {
    emitter.iteration_ = counter;
    emitter.variables_.bind(loop.counter, {counter});
    emitter.block(loop.body);
    emitter.variables_.unbind(loop.counter);
  });
  emitter.finish();
  return made;
}

/// A loop too short for several threads runs at once, as the runtime would: loops around it look for a stop.
void FunctionEmitter::parallel_loop(ir::StmtId id, const ir::For& loop) {
  if (in_parallel_body_ || b_.lanes > 1) throw InternalError("emitting LLVM", "parallel loops are nested");
  auto& ir = b_.ir;
  const Captures captured = captures(loop.body, {loop.counter});
  const CapturedStruct context = store_in_struct(captured_values(captured));
  llvm::Function* body = parallel_body(id, loop, captured, context.type);

  llvm::Value* extent = expressions_->value(loop.extent).real;
  llvm::BasicBlock* asks = b_.block("grain");
  llvm::BasicBlock* here = b_.block("run_here");
  llvm::BasicBlock* shared = b_.block("run_shared");
  llvm::BasicBlock* after = b_.block("loop_done");
  ir.CreateCondBr(ir.CreateICmpSLE(extent, b_.i64(1)), here, asks);
  ir.SetInsertPoint(asks);
  llvm::Value* grain = loop.grain.valid() ? expressions_->value(loop.grain).real : b_.i64(1);
  ir.CreateCondBr(ir.CreateICmpSLE(extent, grain), here, shared);
  ir.SetInsertPoint(here);
  llvm::CallInst* ran = ir.CreateCall(body, {context.place, b_.i64(0), extent, error_});
  ran->addFnAttr(llvm::Attribute::NoInline);  // the code stands once
  ir.CreateBr(after);
  ir.SetInsertPoint(shared);
  auto* run_type = llvm::FunctionType::get(
      ir.getInt32Ty(),
      {ir.getPtrTy(), ir.getInt64Ty(), ir.getInt64Ty(), ir.getPtrTy(), ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Value* run = load_field(ir, ir.getPtrTy(), services(), offsetof(abi::Services, parallel_for));
  llvm::Value* shares = ir.CreateCall(run_type, run, {services(), extent, grain, body, context.place, error_});
  ir.CreateBr(after);
  ir.SetInsertPoint(after);
  llvm::PHINode* result = ir.CreatePHI(ir.getInt32Ty(), 2);
  result->addIncoming(ran, here);
  result->addIncoming(shares, shared);
  leave_unless_ok(result);
}

/// Goes on where the status that a part of the function gave is kOk. `may_return`: it may be kReturned.
void FunctionEmitter::leave_unless_ok(llvm::Value* result, bool may_return) {
  llvm::BasicBlock* failed = b_.block("failed");
  llvm::BasicBlock* finished = b_.block("finished");
  b_.ir.CreateCondBr(b_.ir.CreateICmpEQ(result, status(abi::kOk)), finished, failed);
  b_.ir.SetInsertPoint(failed);
  if (may_return) result = b_.ir.CreateSelect(b_.ir.CreateICmpEQ(result, status(kReturned)), status(abi::kOk), result);
  leave(result);
  b_.ir.SetInsertPoint(finished);
}

}  // namespace unpython::codegen
