// Blocks and the plain statements.
#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "codegen/llvm/lanes/memory_access.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::codegen {

namespace {

/// Of a function that may grow lists: in a longer one each item that is added makes new values of their parts wherever ways meet.
constexpr int kFewStatements = 1500;

}  // namespace

ModuleContext::ModuleContext(const ir::Function& source, const MathTarget& math_target,
                             llvm::Module& target_module)
    : function(source),
      math(math_target),
      module(target_module),
      aliases(target_module.getContext(), source),
      uses(source),
      lifetimes(source),
      outlined(source, lifetimes, uses, aliases) {
  int statements = 0;
  ir::walk_stmts(source, source.body, [&](ir::StmtId) { return ++statements <= kFewStatements; });
  is_long = statements > kFewStatements;
  for (const ir::Parameter& parameter : source.parameters) {
    if (!parameter.is_array)
      parameter_offsets.emplace(parameter.variable, parameter_offsets.size() * sizeof(abi::ScalarSlot));
  }
}

const LaneShapes& ModuleContext::shapes(ir::StmtId vector_loop) {
  std::unique_ptr<LaneShapes>& found = shapes_[vector_loop];
  if (found == nullptr) found = std::make_unique<LaneShapes>(function, uses, vector_loop);
  return *found;
}

llvm::Function* ModuleContext::make_function(llvm::FunctionType* type, const std::string& name,
                                             bool visible) const {
  auto linkage = visible ? llvm::Function::ExternalLinkage : llvm::Function::InternalLinkage;
  llvm::Function* made = llvm::Function::Create(type, linkage, name, module);
  made->setDoesNotThrow();
  if (math.target.vector_bytes == 64) made->addFnAttr("prefer-vector-width", "512");
  llvm::BasicBlock* entry = llvm::BasicBlock::Create(module.getContext(), "entry", made);
  llvm::BasicBlock* start = llvm::BasicBlock::Create(module.getContext(), "start", made);
  llvm::BranchInst::Create(start, entry);
  return made;
}

FunctionEmitter::FunctionEmitter(ModuleContext& context, llvm::Function* function)
    : context_(context), function_(context.function), b_(context.module), variables_(b_, context.function) {
  b_.ir.SetInsertPoint(&function->back());
  iteration_ = b_.i64(0);
}

void FunctionEmitter::set_call(llvm::Value* frame, llvm::Value* error) {
  frame_ = frame;
  error_ = error;
  arrays_ = std::make_unique<Arrays>(b_, function_, frame);
  expressions_ =
      std::make_unique<Expressions>(b_, function_, context_.math, context_.aliases, variables_, *arrays_);
}

void FunctionEmitter::emit_entry_point(ModuleContext& context, const std::string& name) {
  llvm::LLVMContext& llvm_context = context.module.getContext();
  auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(llvm_context),
                                       {llvm::PointerType::getUnqual(llvm_context)}, false);
  llvm::Function* made = context.make_function(type, name, true);
  FunctionEmitter emitter(context, made);
  auto& ir = emitter.b_.ir;
  emitter.set_call(made->getArg(0),
                   load_field(ir, ir.getPtrTy(), made->getArg(0), offsetof(abi::Frame, error)));
  emitter.lists_.emplace(context.function);
  emitter.load_parameters();
  emitter.keep(context.lifetimes.kept_by({}));
  emitter.block(context.function.body);
  emitter.finish();
}

void FunctionEmitter::load_parameters() {
  llvm::Value* scalars = load_field(b_.ir, b_.ir.getPtrTy(), frame_, offsetof(abi::Frame, scalars));
  for (const ir::Parameter& parameter : function_.parameters) {
    if (!parameter.is_array)
      variables_.assign(parameter.variable, load_parameter(parameter.variable, scalars));
  }
}

Value FunctionEmitter::load_parameter(ir::VarId parameter, llvm::Value* scalars) {
  const ScalarType type = function_[parameter].type;
  const size_t offset = context_.parameter_offsets.at(parameter);
  llvm::Type* part = memory_type(b_.ir.getContext(), type);
  Value value{load_field(b_.ir, part, scalars, offset)};
  if (type == ScalarType::Bool) value.real = b_.ir.CreateICmpNE(value.real, b_.integer_like(value.real, 0));
  if (is_complex(type)) {
    value.imag =
        load_field(b_.ir, part, scalars, offset + static_cast<size_t>(size_of(real_part_type(type))));
  }
  return value;
}

/// Gives back the heap arrays behind the first `depth` that nothing behind this statement uses. One that is
/// held longer keeps those below it, too.
void FunctionEmitter::release_after(ir::StmtId statement, size_t depth) {
  while (!b_.ended() && heap_.size() > depth &&
         context_.lifetimes.last_use(heap_.back().array) == statement) {
    release_from(heap_.size() - 1);
    arrays_->forget(heap_.back().array);
    heap_.pop_back();
  }
}

void FunctionEmitter::block(const ir::Block& statements) {
  size_t heap_depth = heap_.size();
  llvm::Value* mask = b_.mask;
  llvm::BasicBlock* end = nullptr;
  const bool is_last = std::exchange(is_last_, false);
  for (size_t i = 0; i < statements.size() && !b_.ended(); ++i) {
    ir::StmtId id = statements[i];
    if (const OutlinedBlock* const outlined = outlined_from(id)) {
      call_outlined(*outlined);
      for (ir::StmtId done : outlined->block) release_after(done, heap_depth);
      i += outlined->block.size() - 1;
      continue;
    }
    const bool ends = is_last && i + 1 == statements.size();
    is_last_ = ends && std::holds_alternative<ir::If>(function_[id].node);
    statement(id);
    release_after(id, heap_depth);
    if (ends && go_to_branch(id)) break;
    bool lanes_left =
        b_.lanes > 1 && !loops_.empty() && loops_.back().masked() && ir::may_leave(function_, {id});
    if (b_.ended() || !lanes_left || i + 1 == statements.size()) continue;
    if (!std::holds_alternative<ir::If>(function_[id].node)) break;
    // What follows runs for the lanes that are left, and only if there are any.
    b_.mask = remaining(mask);
    if (end == nullptr) end = b_.block("rest_done");
    llvm::BasicBlock* rest = b_.block("rest");
    b_.ir.CreateCondBr(b_.any(b_.mask), rest, end);
    b_.ir.SetInsertPoint(rest);
  }
  if (!b_.ended()) release_from(heap_depth);
  while (heap_.size() > heap_depth) {
    arrays_->forget(heap_.back().array);
    heap_.pop_back();
  }
  if (end != nullptr) {
    if (!b_.ended()) b_.ir.CreateBr(end);
    b_.ir.SetInsertPoint(end);
  }
  b_.mask = mask;
  expressions_->forget();
}

void FunctionEmitter::statement(ir::StmtId id) {
  expressions_->forget();
  match(
      function_[id].node, [&](const ir::Assign& node) { assign(node); },
      [&](const ir::Store& node) { store(node); }, [&](const ir::AtomicUpdate& node) { atomic_update(node); },
      [&](const ir::CheckIndex& node) { check_index(node); }, [&](const ir::If& node) { if_statement(node); },
      [&](const ir::For& node) { for_loop(id, node); },
      [&](const ir::While& node) {
        if (masks_loop(id)) return masked_while(node);
        while_loop(node);
      },
      [&](const ir::Break&) { break_or_continue(true); },
      [&](const ir::Continue&) { break_or_continue(false); },
      [&](const ir::Return& node) { return_values(node); }, [&](const ir::Raise& node) { raise(node); },
      [&](const ir::Allocate& node) { allocate(node); }, [&](const ir::CallHost& node) { call_host(node); });
}

void FunctionEmitter::assign(const ir::Assign& assign) {
  const int64_t taken = lists_ && lists_->is_length(assign.variable) ? lists_->taken(assign.variable, assign.value) : 0;
  has_taken_ = taken > 0;
  if (taken == 1) {  // as a difference, which is n - 1 for LLVM where a test of n has come before
    llvm::Value* length = variables_.read(assign.variable).real;
    llvm::Value* none = b_.ir.CreateZExt(is_empty(assign.variable), length->getType());
    return variables_.assign(assign.variable, {b_.ir.CreateAdd(b_.ir.CreateSub(length, b_.i64(1)), none)});
  }
  variables_.assign(assign.variable, expressions_->value(assign.value));
}

void FunctionEmitter::store(const ir::Store& store) {
  std::vector<Value> indices = expressions_->values(store.indices);
  Value value = expressions_->value(store.value);
  MemoryAccess(b_, context_.aliases, function_, store.array, arrays_->at(store.array), indices).store(value);
}

void FunctionEmitter::atomic_update(const ir::AtomicUpdate& update) {
  std::vector<Value> indices = expressions_->values(update.indices);
  Value value = expressions_->value(update.value);
  MemoryAccess(b_, context_.aliases, function_, update.array, arrays_->at(update.array), indices)
      .atomic_update(update.op, value);
}

void FunctionEmitter::if_statement(const ir::If& branch) {
  llvm::Value* condition = expressions_->value(branch.condition).real;
  if (condition->getType()->isVectorTy()) {
    masked_if(condition, branch);
  } else {
    uniform_if(condition, branch);
  }
}

void FunctionEmitter::uniform_if(llvm::Value* condition, const ir::If& branch) {
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
    block(known->isOne() ? branch.then_body : branch.else_body);
    return;
  }
  const bool is_last = std::exchange(is_last_, false);
  llvm::BasicBlock* then_block = b_.block("then");
  llvm::BasicBlock* join = b_.block("join");
  llvm::BasicBlock* else_block = branch.else_body.empty() ? join : b_.block("else");
  b_.ir.CreateCondBr(condition, then_block, else_block);
  b_.ir.SetInsertPoint(then_block);
  is_last_ = is_last;
  block(branch.then_body);
  if (!b_.ended()) b_.ir.CreateBr(join);
  if (!branch.else_body.empty()) {
    b_.ir.SetInsertPoint(else_block);
    is_last_ = is_last;
    block(branch.else_body);
    if (!b_.ended()) b_.ir.CreateBr(join);
  }
  continue_at(join);
}

}  // namespace unpython::codegen
