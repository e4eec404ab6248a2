// The ways out of a function, and the heap memory that must not be left behind on any of them.
#include <llvm/IR/MDBuilder.h>

#include "codegen/llvm/function_emitter.h"
#include "codegen/llvm/lanes/frame_access.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

/// How often a list has room for one more item, beside once that it has none: a guess.
constexpr uint32_t kOften = 1000;

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

void FunctionEmitter::release(llvm::Value* memory) {
  auto& ir = b_.ir;
  auto* type = llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  llvm::Value* release = load_field(ir, ir.getPtrTy(), services(), offsetof(abi::Services, release));
  ir.CreateCall(type, release, {services(), memory});
}

/// Ways out meet where there is memory to release: the block of an array releases it and goes on to the block
/// of the array held before it. Were each way out to release everything itself, code would grow with their
/// product.
void FunctionEmitter::leave(llvm::Value* status) {
  if (kept_.empty() && heap_.empty()) {
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
  for (ir::ArrayId array : arrays) arrays_->make_slot(array);
}

void FunctionEmitter::finish() {
  if (!b_.ended()) leave(status(abi::kOk));
  if (exit_ == nullptr) return;
  b_.ir.SetInsertPoint(exit_);
  for (ir::ArrayId array : kept_) release(b_.ir.CreateLoad(b_.ir.getPtrTy(), arrays_->slot_data(array)));
  b_.ir.CreateRet(b_.ir.CreateLoad(b_.ir.getInt32Ty(), exit_status_));
}

void FunctionEmitter::raise_error(ir::ErrorId error, const std::vector<Value>& arguments,
                                  const std::vector<ScalarType>& types) {
  auto& ir = b_.ir;
  store_field(ir, ir.getInt32(static_cast<uint32_t>(error.value)), error_, offsetof(abi::ErrorRecord, site));
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
  llvm::Value* inside = is_inside(index.real, index.is_vector() ? b_.splat(extent) : extent);
  if (index.is_vector()) inside = ir.CreateNot(b_.any(b_.mask_and(b_.mask, ir.CreateNot(inside))));
  llvm::BasicBlock* outside = b_.block("outside");
  llvm::BasicBlock* valid = b_.block("inside");
  ir.CreateCondBr(inside, valid, outside);
  ir.SetInsertPoint(outside);
  if (b_.lanes > 1) {
    go_on_in_order();
  } else {
    raise_error(check.error, {index, {b_.i64(check.dimension)}, {extent}}, std::vector(3, ScalarType::Int64));
  }
  ir.SetInsertPoint(valid);
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
  leave(status(in_piece_ ? kReturned : abi::kOk));
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
  constexpr int64_t kLeastBytes = 64;  // so that null always means that there is none
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
  if (allocation.keeps) return resize_kept(allocation.array, bytes, extents);
  if (arrays_->has_slot(allocation.array)) return allocate_kept(allocation.array, bytes, extents);
  llvm::Value* data = new_memory(bytes);
  arrays_->define_heap(allocation.array, data, extents);
  heap_.push_back({.array = allocation.array});
}

/// Where `bytes` do not fit into the kept memory of the array, `grow` makes what the slots hold from then on.
void FunctionEmitter::grow_kept(ir::ArrayId array, llvm::Value* fits, llvm::MDNode* weights,
                                const std::function<KeptMemory()>& grow, const std::vector<llvm::Value*>& extents) {
  auto& ir = b_.ir;
  llvm::BasicBlock* grows = b_.block("grow");
  llvm::BasicBlock* enough = b_.block("enough");
  ir.CreateCondBr(fits, enough, grows, weights);
  ir.SetInsertPoint(grows);
  const KeptMemory made = grow();
  ir.CreateStore(made.data, arrays_->slot_data(array));
  ir.CreateStore(made.bytes, arrays_->slot_bytes(array));
  ir.CreateBr(enough);
  ir.SetInsertPoint(enough);
  arrays_->set_extents(array, extents);
}

/// Kept memory that is large enough serves again.
void FunctionEmitter::allocate_kept(ir::ArrayId array, llvm::Value* bytes,
                                    const std::vector<llvm::Value*>& extents) {
  auto& ir = b_.ir;
  llvm::AllocaInst* data = arrays_->slot_data(array);
  llvm::Value* old = ir.CreateLoad(ir.getPtrTy(), data);
  llvm::Value* room = ir.CreateLoad(ir.getInt64Ty(), arrays_->slot_bytes(array));
  llvm::Value* fits = ir.CreateAnd(ir.CreateIsNotNull(old), ir.CreateICmpULE(bytes, room));
  const auto grow = [&] {
    release(old);
    ir.CreateStore(llvm::ConstantPointerNull::get(ir.getPtrTy()), data);
    return KeptMemory{new_memory(bytes), bytes};
  };
  grow_kept(array, fits, nullptr, grow, extents);
}

/// The elements stay. Memory that is too small is doubled at least, so that growing one by one copies each element
/// twice on average.
void FunctionEmitter::resize_kept(ir::ArrayId array, llvm::Value* bytes,
                                  const std::vector<llvm::Value*>& extents) {
  auto& ir = b_.ir;
  llvm::Value* room = ir.CreateLoad(ir.getInt64Ty(), arrays_->slot_bytes(array));
  const auto grow = [&] {
    llvm::Value* old = ir.CreateLoad(ir.getPtrTy(), arrays_->slot_data(array));
    llvm::Value* doubled =
        ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bytes, ir.CreateShl(room, b_.i64(1)));
    llvm::Value* wider = new_memory(doubled);
    ir.CreateMemCpy(wider, llvm::MaybeAlign(), old, llvm::MaybeAlign(), room);
    release(old);
    return KeptMemory{wider, doubled};
  };
  grow_kept(array, ir.CreateICmpULE(bytes, room),
            llvm::MDBuilder(ir.getContext()).createBranchWeights(kOften, 1), grow, extents);
}

llvm::Value* FunctionEmitter::new_memory(llvm::Value* bytes) {
  auto& ir = b_.ir;
  auto* type = llvm::FunctionType::get(ir.getPtrTy(), {ir.getPtrTy(), ir.getInt64Ty()}, false);
  llvm::Value* allocate = load_field(ir, ir.getPtrTy(), services(), offsetof(abi::Services, allocate));
  llvm::Value* data = ir.CreateCall(type, allocate, {services(), bytes});
  llvm::BasicBlock* failed = b_.block("no_memory");
  llvm::BasicBlock* allocated = b_.block("allocated");
  ir.CreateCondBr(ir.CreateIsNull(data), failed, allocated);
  ir.SetInsertPoint(failed);
  leave(status(abi::kOutOfMemory));
  ir.SetInsertPoint(allocated);
  return data;
}

}  // namespace unpython::codegen
