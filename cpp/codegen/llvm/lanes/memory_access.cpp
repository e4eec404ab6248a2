// Address patterns and the loads and stores for each.
#include "codegen/llvm/lanes/memory_access.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <vector>

namespace unpython::codegen {

namespace {

/// The number a constant address part is, if it is one.
const llvm::ConstantInt* as_constant(const llvm::Value* value) {
  return llvm::dyn_cast<llvm::ConstantInt>(value);
}

std::vector<int> every_second(int first, int count) {
  std::vector<int> lanes;
  for (int lane = 0; lane < count; ++lane) lanes.push_back(first + 2 * lane);
  return lanes;
}

/// 0, count, 1, count + 1, ...: the lanes of two vectors in turn.
std::vector<int> in_turn(int count) {
  std::vector<int> lanes;
  for (int lane = 0; lane < count; ++lane) {
    lanes.push_back(lane);
    lanes.push_back(count + lane);
  }
  return lanes;
}

}  // namespace

MemoryAccess::MemoryAccess(LaneBuilder& b, AliasScopes& aliases, const ir::Function& function,
                           ir::ArrayId array, const ArrayPlace& place, std::span<const Value> indices)
    : b_(b),
      aliases_(aliases),
      array_id_(array),
      type_(function[array].type),
      place_(place),
      part_type_(memory_type(b.ir.getContext(), type_)),
      part_bytes_(size_of(real_part_type(type_))),
      complex_(is_complex(type_)) {
  find_address(indices);
}

llvm::Value* MemoryAccess::behind(llvm::Value* pointer, llvm::Value* bytes) {
  // Under a mask lane 0 may be off and its address outside the array: then nothing may be promised about it.
  bool inside = b_.mask == nullptr;
  return inside ? b_.ir.CreateInBoundsGEP(b_.ir.getInt8Ty(), pointer, bytes)
                : b_.ir.CreateGEP(b_.ir.getInt8Ty(), pointer, bytes);
}

void MemoryAccess::find_address(std::span<const Value> indices) {
  pointer_ = place_.data;
  lane_stride_ = b_.i64(0);
  for (size_t d = 0; d < indices.size(); ++d) {
    const Value& index = indices[d];
    llvm::Value* stride = place_.strides[d];
    if (index.is_vector()) {
      llvm::Value* bytes = b_.ir.CreateMul(index.real, b_.splat(stride));
      offsets_ = offsets_ != nullptr ? b_.ir.CreateAdd(offsets_, bytes) : bytes;
      fixed_ = false;
      continue;
    }
    llvm::Value* bytes = b_.ir.CreateMul(index.real, stride);
    if (const auto* constant = as_constant(bytes)) {
      fixed_bytes_ += constant->getSExtValue();
    } else {
      fixed_ = false;
    }
    pointer_ = behind(pointer_, bytes);
    if (index.step != 0) {
      lane_stride_ = b_.ir.CreateAdd(lane_stride_, b_.ir.CreateMul(stride, b_.i64(index.step)));
    }
  }
}

MemoryAccess::Pattern MemoryAccess::pattern() const {
  if (place_.per_lane) return Pattern::PerLane;
  if (offsets_ != nullptr) return Pattern::Scattered;
  const auto* stride = as_constant(lane_stride_);
  if (stride == nullptr) return Pattern::Scattered;
  if (stride->isZero()) return Pattern::Uniform;
  int64_t item = complex_ ? 2 * part_bytes_ : part_bytes_;
  if (stride->getSExtValue() == item) return Pattern::Contiguous;
  if (is_column(stride->getSExtValue())) return Pattern::Column;
  return stride->getSExtValue() == -item ? Pattern::Reversed : Pattern::Scattered;
}

bool MemoryAccess::always_inside() const {
  int64_t item = complex_ ? 2 * part_bytes_ : part_bytes_;
  return fixed_ && place_.elements >= 0 && fixed_bytes_ >= 0 &&
         fixed_bytes_ + b_.lanes * item <= place_.elements * item;
}

llvm::Value* MemoryAccess::to_register(llvm::Value* value) {
  return type_ == ScalarType::Bool ? b_.ir.CreateICmpNE(value, b_.integer_like(value, 0)) : value;
}

llvm::Value* MemoryAccess::to_memory(llvm::Value* value) {
  if (type_ != ScalarType::Bool) return value;
  llvm::Type* type = part_type_;
  if (value->getType()->isVectorTy()) type = b_.lane_type(type);
  return b_.ir.CreateZExt(value, type);
}

llvm::Value* MemoryAccess::reversed(llvm::Value* vector) {
  std::vector<int> lanes;
  for (int lane = b_.lanes - 1; lane >= 0; --lane) lanes.push_back(lane);
  return b_.ir.CreateShuffleVector(vector, lanes);
}

/// A vector of `type` at `pointer`; lanes outside `mask` give zero.
llvm::Value* MemoryAccess::load_block(llvm::Value* pointer, llvm::Type* type, llvm::Value* mask) {
  llvm::Align alignment(place_.alignment);
  if (mask == nullptr || always_inside()) return mark(b_.ir.CreateAlignedLoad(type, pointer, alignment));
  return mark(b_.ir.CreateMaskedLoad(type, pointer, alignment, mask, llvm::Constant::getNullValue(type)));
}

void MemoryAccess::store_block(llvm::Value* vector, llvm::Value* pointer, llvm::Value* mask) {
  llvm::Align alignment(place_.alignment);
  if (mask != nullptr && !always_inside()) {
    mark(b_.ir.CreateMaskedStore(vector, pointer, alignment, mask));
    return;
  }
  if (mask != nullptr)
    vector = b_.ir.CreateSelect(mask, vector, load_block(pointer, vector->getType(), nullptr));
  mark(b_.ir.CreateAlignedStore(vector, pointer, alignment));
}

Value MemoryAccess::load_uniform() {
  llvm::Align alignment(place_.alignment);
  Value value{to_register(mark(b_.ir.CreateAlignedLoad(part_type_, pointer_, alignment)))};
  if (complex_) {
    value.imag = mark(b_.ir.CreateAlignedLoad(part_type_, behind(pointer_, b_.i64(part_bytes_)), alignment));
  }
  return value;
}

void MemoryAccess::store_uniform(const Value& value) {
  llvm::Align alignment(place_.alignment);
  mark(b_.ir.CreateAlignedStore(to_memory(value.real), pointer_, alignment));
  if (complex_) {
    mark(b_.ir.CreateAlignedStore(value.imag, behind(pointer_, b_.i64(part_bytes_)), alignment));
  }
}

/// Where a block of lanes that step backwards starts.
llvm::Value* MemoryAccess::lowest_pointer() {
  int64_t item = complex_ ? 2 * part_bytes_ : part_bytes_;
  return behind(pointer_, b_.i64(-item * (b_.lanes - 1)));
}

Value MemoryAccess::load_contiguous(bool backwards) {
  llvm::Value* pointer = backwards ? lowest_pointer() : pointer_;
  llvm::Value* mask = b_.mask != nullptr && backwards ? reversed(b_.mask) : b_.mask;
  Value value;
  if (complex_) {
    if (mask != nullptr) mask = b_.ir.CreateShuffleVector(mask, mask, in_turn(b_.lanes));
    auto* type = llvm::FixedVectorType::get(part_type_, 2 * static_cast<unsigned>(b_.lanes));
    llvm::Value* both = load_block(pointer, type, mask);
    value = {b_.ir.CreateShuffleVector(both, every_second(0, b_.lanes)),
             b_.ir.CreateShuffleVector(both, every_second(1, b_.lanes))};
  } else {
    value = {to_register(load_block(pointer, b_.lane_type(part_type_), mask))};
  }
  if (backwards) value.real = reversed(value.real);
  if (backwards && complex_) value.imag = reversed(value.imag);
  return value;
}

void MemoryAccess::store_contiguous(Value value, bool backwards) {
  llvm::Value* pointer = backwards ? lowest_pointer() : pointer_;
  llvm::Value* mask = b_.mask != nullptr && backwards ? reversed(b_.mask) : b_.mask;
  if (backwards) value.real = reversed(value.real);
  if (!complex_) {
    store_block(to_memory(value.real), pointer, mask);
    return;
  }
  if (backwards) value.imag = reversed(value.imag);
  if (mask != nullptr) mask = b_.ir.CreateShuffleVector(mask, mask, in_turn(b_.lanes));
  store_block(b_.ir.CreateShuffleVector(value.real, value.imag, in_turn(b_.lanes)), pointer, mask);
}

/// One address per lane, `part_offset` bytes into the element.
llvm::Value* MemoryAccess::lane_pointers(int64_t part_offset) {
  llvm::Value* bytes = b_.ir.CreateMul(b_.lane_numbers(b_.ir.getInt64Ty()), b_.splat(lane_stride_));
  if (offsets_ != nullptr) bytes = b_.ir.CreateAdd(bytes, offsets_);
  if (part_offset != 0) bytes = b_.ir.CreateAdd(bytes, b_.integer_like(bytes, part_offset));
  // LLVM 19 forgets on the way (hoistGEP of LICM) that an address plus a vector of zeros is a vector.
  const auto* constant = llvm::dyn_cast<llvm::Constant>(bytes);
  if (constant != nullptr && constant->isNullValue()) return b_.splat(pointer_);
  return b_.ir.CreateGEP(b_.ir.getInt8Ty(), pointer_, bytes);
}

Value MemoryAccess::load_scattered() {
  llvm::Align alignment(place_.alignment);
  llvm::Type* type = b_.lane_type(part_type_);
  llvm::Value* mask = b_.full_mask(b_.mask);
  llvm::Value* nothing = llvm::Constant::getNullValue(type);
  Value value{to_register(mark(b_.ir.CreateMaskedGather(type, lane_pointers(0), alignment, mask, nothing)))};
  if (complex_) {
    value.imag = mark(b_.ir.CreateMaskedGather(type, lane_pointers(part_bytes_), alignment, mask, nothing));
  }
  return value;
}

void MemoryAccess::store_scattered(const Value& value) {
  llvm::Align alignment(place_.alignment);
  llvm::Value* mask = b_.full_mask(b_.mask);
  mark(b_.ir.CreateMaskedScatter(to_memory(value.real), lane_pointers(0), alignment, mask));
  if (complex_) mark(b_.ir.CreateMaskedScatter(value.imag, lane_pointers(part_bytes_), alignment, mask));
}

/// Elements of arrays that each lane has to itself are vectors; imaginary parts follow the real ones.
Value MemoryAccess::load_per_lane() {
  int64_t vector_bytes = part_bytes_ * b_.lanes;
  if (offsets_ != nullptr) {
    lane_stride_ = b_.i64(part_bytes_);
    llvm::Type* type = b_.lane_type(part_type_);
    llvm::Value* mask = b_.full_mask(b_.mask);
    llvm::Value* nothing = llvm::Constant::getNullValue(type);
    llvm::Align alignment(place_.alignment);
    Value value{to_register(b_.ir.CreateMaskedGather(type, lane_pointers(0), alignment, mask, nothing))};
    if (complex_)
      value.imag = b_.ir.CreateMaskedGather(type, lane_pointers(vector_bytes), alignment, mask, nothing);
    return value;
  }
  llvm::Align alignment(place_.alignment);
  Value value{to_register(b_.ir.CreateAlignedLoad(b_.lane_type(part_type_), pointer_, alignment))};
  if (complex_) {
    value.imag =
        b_.ir.CreateAlignedLoad(b_.lane_type(part_type_), behind(pointer_, b_.i64(vector_bytes)), alignment);
  }
  return value;
}

void MemoryAccess::store_per_lane(const Value& value) {
  int64_t vector_bytes = part_bytes_ * b_.lanes;
  llvm::Align alignment(place_.alignment);
  Value parts[] = {{to_memory(value.real)}, {value.imag}};
  for (int part = 0; part < (complex_ ? 2 : 1); ++part) {
    llvm::Value* vector = parts[part].real;
    if (offsets_ != nullptr) {
      lane_stride_ = b_.i64(part_bytes_);
      b_.ir.CreateMaskedScatter(vector, lane_pointers(part * vector_bytes), alignment, b_.full_mask(b_.mask));
      continue;
    }
    llvm::Value* pointer = part == 0 ? pointer_ : behind(pointer_, b_.i64(vector_bytes));
    if (b_.diverged()) {
      vector =
          b_.ir.CreateSelect(b_.mask, vector, b_.ir.CreateAlignedLoad(vector->getType(), pointer, alignment));
    }
    b_.ir.CreateAlignedStore(vector, pointer, alignment);
  }
}

Value MemoryAccess::load() {
  switch (pattern()) {
    case Pattern::Uniform:
      return b_.mask_may_be_empty ? load_scattered() : load_uniform();
    case Pattern::Contiguous:
      return load_contiguous(false);
    case Pattern::Reversed:
      return load_contiguous(true);
    case Pattern::Column:
      return load_column();
    case Pattern::Scattered:
      return load_scattered();
    case Pattern::PerLane:
      return load_per_lane();
  }
  return {};
}

void MemoryAccess::store(const Value& value) {
  switch (pattern()) {
    case Pattern::Uniform:
      // A scatter writes its lanes in order, so that the last one stays, as in a loop; it writes nothing for no lane.
      if (!value.is_uniform() || b_.mask_may_be_empty) return store_scattered(b_.expand(value));
      return store_uniform(value);
    case Pattern::Contiguous:
      return store_contiguous(b_.expand(value), false);
    case Pattern::Reversed:
      return store_contiguous(b_.expand(value), true);
    case Pattern::Column:
    case Pattern::Scattered:
      return store_scattered(b_.expand(value));
    case Pattern::PerLane:
      return store_per_lane(b_.expand(value));
  }
}

}  // namespace unpython::codegen
