// The ways out of a function, and the heap memory that must not be left behind on any of them.
#include <llvm/IR/MDBuilder.h>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

/// How often a list has room for one more item, beside once that it has none: a guess.
constexpr uint32_t kOften = 1000;
constexpr int64_t kLeastBytes = 64;  // of memory, so that null always means that there is none

llvm::Value* memory_of(llvm::IRBuilderBase& ir, llvm::Value* services, llvm::Value* bytes) {
  auto* type = llvm::FunctionType::get(ir.getPtrTy(), {ir.getPtrTy(), ir.getInt64Ty()}, false);
  llvm::Value* allocate = load_field(ir, ir.getPtrTy(), services, offsetof(abi::Services, allocate));
  return ir.CreateCall(type, allocate, {services, bytes});
}

void release_memory(llvm::IRBuilderBase& ir, llvm::Value* services, llvm::Value* memory) {
  auto* type = llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Value* release = load_field(ir, ir.getPtrTy(), services, offsetof(abi::Services, release));
  ir.CreateCall(type, release, {services, memory});
}

}  // namespace

llvm::Value* FunctionEmitter::services() {
  if (services_ == nullptr) {
    llvm::IRBuilderBase::InsertPointGuard guard(b_.ir);
    b_.ir.SetInsertPoint(b_.ir.GetInsertBlock()->getParent()->getEntryBlock().getTerminator());
    services_ = load_field(b_.ir, b_.ir.getPtrTy(), frame_, offsetof(abi::Frame, services));
  }
  return services_;
}

/// Gives back the heap arrays behind the first `depth`; they stay known, for other ways out.
void FunctionEmitter::release_from(size_t depth) {
  for (size_t i = heap_.size(); i-- > depth;) release(arrays_->at(heap_[i].array).data);
}

void FunctionEmitter::release(llvm::Value* memory) { release_memory(b_.ir, services(), memory); }

/// Ways out meet where there is memory to release: the block of an array releases it and goes on to the block
/// of the array held before it. Were each way out to release everything itself, code would grow with their
/// product.
void FunctionEmitter::leave(llvm::Value* status) {
  if (kept_.empty() && heap_.empty() && borrowed_.empty()) {
    b_.ir.CreateRet(status);
    return;
  }
  if (exit_ == nullptr) {
    exit_ = b_.block("exit");
    exit_status_ = b_.slot(b_.ir.getInt32Ty(), "status");
  }
  b_.ir.CreateStore(status, exit_status_);
  b_.ir.CreateBr(way_out());
}

/// The block that releases all that is held at this place and ends the function.
llvm::BasicBlock* FunctionEmitter::way_out() {
  const llvm::IRBuilderBase::InsertPointGuard guard(b_.ir);
  llvm::BasicBlock* next = exit_;
  for (HeldArray& held : heap_) {
    if (held.way_out == nullptr) {
      held.way_out = b_.block("release");
      b_.ir.SetInsertPoint(held.way_out);
      release(arrays_->at(held.array).data);
      b_.ir.CreateBr(next);
    }
    next = held.way_out;
  }
  return next;
}

void FunctionEmitter::keep(const std::vector<ir::ArrayId>& arrays) {
  kept_ = arrays;
  for (ir::ArrayId array : arrays) {
    arrays_->make_slot(array);
    if (!context_.is_long) continue;
    for (llvm::AllocaInst* part : arrays_->slot_parts(array)) b_.keep_in_memory(part);
  }
}

void FunctionEmitter::finish() {
  if (!b_.ended()) leave(status(abi::kOk));
  if (exit_ == nullptr) return;
  b_.ir.SetInsertPoint(exit_);
  for (ir::ArrayId array : kept_) release(b_.ir.CreateLoad(b_.ir.getPtrTy(), arrays_->slot_data(array)));
  copy_lists(borrowed_, given_, true);
  b_.ir.CreateRet(b_.ir.CreateLoad(b_.ir.getInt32Ty(), exit_status_));
}

void FunctionEmitter::raise_error(ir::ErrorId error, const std::vector<Value>& arguments,
                                  const std::vector<ScalarType>& types) {
  auto& ir = b_.ir;
  store_field(ir, number_of(error), error_, offsetof(abi::ErrorRecord, site));
  store_field(ir, ir.getInt32(static_cast<uint32_t>(arguments.size())), error_,
              offsetof(abi::ErrorRecord, argument_count));
  store_field(ir, iteration_, error_, offsetof(abi::ErrorRecord, iteration));
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::Value* bits = arguments[i].real;
    if (types[i] == ScalarType::Float64) bits = ir.CreateBitCast(bits, ir.getInt64Ty());
    store_field(ir, bits, error_, offsetof(abi::ErrorRecord, arguments) + i * sizeof(int64_t));
  }
  leave(status(abi::kRaised));
}

void FunctionEmitter::raise(const ir::Raise& raise) {
  if (b_.lanes > 1) return go_on_in_order();
  std::vector<ScalarType> types;
  for (ir::ExprId argument : raise.arguments) types.push_back(function_[argument].type);
  raise_error(raise.error, expressions_->values(raise.arguments), types);
}

void FunctionEmitter::check_index(const ir::CheckIndex& check) {
  auto& ir = b_.ir;
  Value index = expressions_->value(check.index);
  if (!index.is_uniform()) index = b_.expand(index);
  llvm::Value* extent = arrays_->at(check.array).extents[static_cast<size_t>(check.dimension)];
  llvm::Value* inside = takes_last(check) ? ir.CreateNot(is_empty(lists_->of(check.array)))
                                          : is_inside(index.real, index.is_vector() ? b_.splat(extent) : extent);
  if (index.is_vector()) inside = ir.CreateNot(b_.any(b_.mask_and(b_.mask, ir.CreateNot(inside))));
  llvm::BasicBlock* outside = b_.block("outside");
  llvm::BasicBlock* valid = b_.block("inside");
  ir.CreateCondBr(inside, valid, outside);
  ir.SetInsertPoint(outside);
  if (b_.lanes > 1) {
    go_on_in_order();
  } else {
    leave_outside(check, index.real, extent);
  }
  ir.SetInsertPoint(valid);
}

/// Large programs have hundreds of these ways out: what is the same in all of them is written where they meet.
void FunctionEmitter::leave_outside(const ir::CheckIndex& check, llvm::Value* index, llvm::Value* extent) {
  auto& ir = b_.ir;
  const auto argument = [](size_t at) { return offsetof(abi::ErrorRecord, arguments) + at * sizeof(int64_t); };
  store_field(ir, number_of(check.error), error_, offsetof(abi::ErrorRecord, site));
  store_field(ir, index, error_, argument(0));
  store_field(ir, extent, error_, argument(2));
  llvm::BasicBlock*& meeting = (heap_.empty() ? outside_ : heap_.back().outside)[{iteration_, check.dimension}];
  const bool is_first = meeting == nullptr;
  if (is_first) meeting = b_.block("outside");
  ir.CreateBr(meeting);
  if (!is_first) return;
  ir.SetInsertPoint(meeting);
  store_field(ir, ir.getInt32(3), error_, offsetof(abi::ErrorRecord, argument_count));
  store_field(ir, iteration_, error_, offsetof(abi::ErrorRecord, iteration));
  store_field(ir, b_.i64(check.dimension), error_, argument(1));
  leave(status(abi::kRaised));
}

/// a[n - 1] of a list of n items.
bool FunctionEmitter::takes_last(const ir::CheckIndex& check) const {
  if (!lists_) return false;
  const ir::VarId length = lists_->of(check.array);
  return length.valid() && lists_->is_last(length, check.index);
}

/// As `if n < 1` says it, so that LLVM sees one test.
llvm::Value* FunctionEmitter::is_empty(ir::VarId length) {
  return b_.ir.CreateICmpSLT(variables_.read(length).real, b_.i64(1));
}

/// -extent <= index < extent as one comparison without signs.
llvm::Value* FunctionEmitter::is_inside(llvm::Value* index, llvm::Value* extent) {
  if (b_.is_natural(index)) return b_.ir.CreateICmpULT(index, extent);
  return b_.ir.CreateICmpULT(b_.ir.CreateAdd(index, extent),
                             b_.ir.CreateShl(extent, LaneBuilder::integer_like(extent, 1)));
}

void FunctionEmitter::return_values(const ir::Return& values) {
  if (b_.lanes > 1 || in_parallel_body_)
    throw InternalError("emitting LLVM", "return inside a parallel loop");
  auto& ir = b_.ir;
  std::vector<Value> results = expressions_->values(values.values);
  llvm::Value* slots =
      results.empty() ? nullptr : load_field(ir, ir.getPtrTy(), frame_, offsetof(abi::Frame, results));
  for (size_t i = 0; i < results.size(); ++i) {
    store_scalar(results[i], function_[values.values[i]].type, slots, i * sizeof(abi::ScalarSlot));
  }
  hand_over();
  leave(status(outlined_ != nullptr ? kReturned : abi::kOk));
}

/// Memory that results own goes to the caller.
void FunctionEmitter::hand_over() {
  const std::vector<ir::ArrayId> returned = function_.returned_arrays();
  if (returned.empty()) return;
  auto& ir = b_.ir;
  llvm::Value* memory = load_field(ir, ir.getPtrTy(), frame_, offsetof(abi::Frame, memory));
  for (size_t i = 0; i < returned.size(); ++i) {
    llvm::AllocaInst* data = arrays_->slot_data(returned[i]);
    store_field(ir, ir.CreateLoad(ir.getPtrTy(), data), memory, i * sizeof(void*));
    ir.CreateStore(llvm::ConstantPointerNull::get(ir.getPtrTy()), data);
  }
}

void FunctionEmitter::allocate(const ir::Allocate& allocation) {
  if (b_.lanes > 1) throw InternalError("emitting LLVM", "a Vector loop allocates memory");
  if (allocation.keeps) {
    const bool may_grow = !has_taken_ || !lists_->of(allocation.array).valid();
    return resize_kept(allocation.array, expressions_->value(allocation.extents[0]).real, may_grow);
  }
  auto& ir = b_.ir;
  llvm::Value* bytes = b_.i64(size_of(function_[allocation.array].type));
  llvm::Value* too_large = ir.getFalse();
  std::vector<llvm::Value*> extents;
  for (const Value& extent : expressions_->values(allocation.extents)) {
    extents.push_back(b_.not_negative(extent.real));
    llvm::Value* product =
        ir.CreateBinaryIntrinsic(llvm::Intrinsic::smul_with_overflow, bytes, extents.back());
    bytes = ir.CreateExtractValue(product, 0);
    too_large = ir.CreateOr(too_large, ir.CreateExtractValue(product, 1));
  }
  bytes = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bytes, b_.i64(kLeastBytes));
  bytes = ir.CreateSelect(too_large, b_.i64(INT64_MAX), bytes);
  if (arrays_->has_slot(allocation.array)) return allocate_kept(allocation.array, bytes, extents);
  llvm::Value* data = new_memory(bytes);
  arrays_->define_heap(allocation.array, data, extents);
  heap_.push_back({.array = allocation.array, .outside = {}});
}

/// Kept memory that is large enough serves again.
void FunctionEmitter::allocate_kept(ir::ArrayId array, llvm::Value* bytes,
                                    const std::vector<llvm::Value*>& extents) {
  auto& ir = b_.ir;
  llvm::AllocaInst* data = arrays_->slot_data(array);
  llvm::Value* old = ir.CreateLoad(ir.getPtrTy(), data);
  llvm::Value* room = ir.CreateLoad(ir.getInt64Ty(), arrays_->slot_bytes(array));
  llvm::BasicBlock* grows = b_.block("grow");
  llvm::BasicBlock* enough = b_.block("enough");
  ir.CreateCondBr(ir.CreateAnd(ir.CreateIsNotNull(old), ir.CreateICmpULE(bytes, room)), enough, grows);
  ir.SetInsertPoint(grows);
  release(old);
  ir.CreateStore(llvm::ConstantPointerNull::get(ir.getPtrTy()), data);
  ir.CreateStore(new_memory(bytes), data);
  set_bytes(array, bytes);
  ir.CreateBr(enough);
  ir.SetInsertPoint(enough);
  arrays_->set_extents(array, extents);
}

/// The elements stay. What a list does most has one comparison: an extent that fits, which no negative one does without a sign.
/// Memory that is too small is doubled at least, so that growing one by one copies each element twice on average.
void FunctionEmitter::resize_kept(ir::ArrayId array, llvm::Value* extent, bool may_grow) {
  if (!may_grow) return arrays_->set_extents(array, {extent});
  auto& ir = b_.ir;
  const int64_t item = size_of(function_[array].type);
  llvm::Value* room = ir.CreateLoad(ir.getInt64Ty(), arrays_->slot_room(array));
  llvm::BasicBlock* grows = b_.block("grow");
  llvm::BasicBlock* enough = b_.block("enough");
  ir.CreateCondBr(ir.CreateICmpULE(extent, room), enough, grows,
                  llvm::MDBuilder(ir.getContext()).createBranchWeights(kOften, 1));
  ir.SetInsertPoint(grows);
  llvm::Value* old = ir.CreateLoad(ir.getInt64Ty(), arrays_->slot_bytes(array));
  llvm::Value* fits = ir.CreateICmpULE(extent, b_.i64(INT64_MAX / item));
  llvm::Value* bytes = ir.CreateSelect(fits, ir.CreateMul(extent, b_.i64(item)), b_.i64(INT64_MAX));
  bytes = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bytes, ir.CreateShl(old, b_.i64(1)));
  bytes = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bytes, b_.i64(kLeastBytes));
  llvm::AllocaInst* data = arrays_->slot_data(array);
  llvm::CallInst* wider =
      ir.CreateCall(context_.grow(), {services(), ir.CreateLoad(ir.getPtrTy(), data), old, bytes});
  wider->setCallingConv(context_.grow()->getCallingConv());
  leave_without_memory(wider);
  ir.CreateStore(wider, data);
  set_bytes(array, bytes);
  ir.CreateBr(enough);
  ir.SetInsertPoint(enough);
  arrays_->set_extents(array, {extent});
}

void FunctionEmitter::set_bytes(ir::ArrayId array, llvm::Value* bytes) {
  b_.ir.CreateStore(bytes, arrays_->slot_bytes(array));
  b_.ir.CreateStore(b_.ir.CreateUDiv(bytes, b_.i64(size_of(function_[array].type))), arrays_->slot_room(array));
}

llvm::Value* FunctionEmitter::new_memory(llvm::Value* bytes) {
  llvm::Value* data = memory_of(b_.ir, services(), bytes);
  leave_without_memory(data);
  return data;
}

void FunctionEmitter::leave_without_memory(llvm::Value* data) {
  auto& ir = b_.ir;
  llvm::BasicBlock* failed = b_.block("no_memory");
  llvm::BasicBlock* allocated = b_.block("allocated");
  ir.CreateCondBr(ir.CreateIsNull(data), failed, allocated);
  ir.SetInsertPoint(failed);
  leave(status(abi::kOutOfMemory));
  ir.SetInsertPoint(allocated);
}

/// Wider memory with what lies in the old one, which is released; null, and the old one stays, where there is none. A function of
/// its own, which spares the registers of the loops that call it so seldom.
llvm::Function* ModuleContext::grow() {
  if (grow_ != nullptr) return grow_;
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* size = llvm::Type::getInt64Ty(context);
  grow_ = make_function(llvm::FunctionType::get(pointer, {pointer, pointer, size, size}, false), "grow", false);
  grow_->setCallingConv(llvm::CallingConv::PreserveMost);
  grow_->addFnAttr(llvm::Attribute::NoInline);
  grow_->addFnAttr(llvm::Attribute::Cold);
  llvm::IRBuilder<> ir(&grow_->back());
  llvm::Value* services = grow_->getArg(0);
  llvm::Value* old = grow_->getArg(1);
  llvm::Value* wider = memory_of(ir, services, grow_->getArg(3));
  llvm::BasicBlock* failed = llvm::BasicBlock::Create(context, "no_memory", grow_);
  llvm::BasicBlock* copies = llvm::BasicBlock::Create(context, "copy", grow_);
  ir.CreateCondBr(ir.CreateIsNull(wider), failed, copies);
  ir.SetInsertPoint(failed);
  ir.CreateRet(wider);
  ir.SetInsertPoint(copies);
  ir.CreateMemCpy(wider, llvm::MaybeAlign(), old, llvm::MaybeAlign(), grow_->getArg(2));
  release_memory(ir, services, old);
  ir.CreateRet(wider);
  return grow_;
}

}  // namespace unpython::codegen
