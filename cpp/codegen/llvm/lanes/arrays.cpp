// Array descriptors from the frame, local arrays on the stack, and alias scopes.
#include "codegen/llvm/lanes/arrays.h"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "codegen/llvm/lanes/frame_access.h"
#include "unpython/error.h"

namespace unpython::codegen {

AliasScopes::AliasScopes(llvm::LLVMContext& context, const ir::Function& function) : context_(context) {
  constexpr size_t kUnknown = SIZE_MAX;
  constexpr size_t kMostClasses = 256;  // each lists all others: what is far apart shares a class
  size_t shared = kUnknown;  // the class of arguments that may overlap
  size_t count = 0;
  for (const ir::Array& array : function.arrays) {
    bool may_overlap = array.space == ir::AddressSpace::Argument && !function.disjoint_arguments;
    if (may_overlap && shared == kUnknown) shared = count++;
    classes_.push_back((may_overlap ? shared : count++) % kMostClasses);
  }
  count = std::min(count, kMostClasses);
  llvm::MDBuilder metadata(context);
  llvm::MDNode* domain = metadata.createAnonymousAliasScopeDomain();
  std::vector<llvm::Metadata*> scopes;
  for (size_t i = 0; i < count; ++i) scopes.push_back(metadata.createAnonymousAliasScope(domain));
  for (size_t i = 0; i < count; ++i) {
    std::vector<llvm::Metadata*> rest = scopes;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    own_.push_back(llvm::MDNode::get(context_, scopes[i]));
    others_.push_back(llvm::MDNode::get(context_, rest));
  }
}

void AliasScopes::annotate(llvm::Instruction* access, ir::ArrayId array) {
  access->setMetadata(llvm::LLVMContext::MD_alias_scope, own_[class_of(array)]);
  access->setMetadata(llvm::LLVMContext::MD_noalias, others_[class_of(array)]);
}

Arrays::Arrays(LaneBuilder& b, const ir::Function& function, llvm::Value* frame)
    : b_(b), function_(function), frame_(frame) {
  int number = 0;
  for (const ir::Parameter& parameter : function.parameters) {
    if (parameter.is_array) argument_numbers_[parameter.array] = number++;
  }
}

std::vector<llvm::Value*> Arrays::row_major(const std::vector<llvm::Value*>& extents, int64_t item) {
  std::vector<llvm::Value*> strides(extents.size());
  llvm::Value* stride = b_.i64(item);
  for (size_t d = extents.size(); d-- > 0;) {
    strides[d] = stride;
    if (d > 0) stride = b_.ir.CreateMul(stride, extents[d]);
  }
  return strides;
}

ArrayPlace Arrays::argument_place(ir::ArrayId id) {
  llvm::IRBuilderBase::InsertPointGuard guard(b_.ir);
  b_.ir.SetInsertPoint(b_.ir.GetInsertBlock()->getParent()->getEntryBlock().getTerminator());
  const ir::Array& array = function_[id];
  auto first = static_cast<size_t>(argument_numbers_.at(id)) * sizeof(abi::ArrayArgument);
  llvm::Value* arrays = load_field(b_.ir, b_.ir.getPtrTy(), frame_, offsetof(abi::Frame, arrays));
  ArrayPlace place;
  place.data = load_field(b_.ir, b_.ir.getPtrTy(), arrays, first + offsetof(abi::ArrayArgument, data));
  llvm::MDNode* natural =
      llvm::MDBuilder(b_.ir.getContext()).createRange(llvm::APInt(64, 0), llvm::APInt::getSignedMinValue(64));
  for (size_t d = 0; d < static_cast<size_t>(array.rank); ++d) {
    size_t word = d * sizeof(int64_t);
    auto* extent =
        load_field(b_.ir, b_.ir.getInt64Ty(), arrays, first + offsetof(abi::ArrayArgument, extents) + word);
    extent->setMetadata(llvm::LLVMContext::MD_range, natural);
    place.extents.push_back(extent);
    switch (array.strides.at(d)) {
      case ir::StrideClass::Zero:
        place.strides.push_back(b_.i64(0));
        break;
      case ir::StrideClass::Unit:
        place.strides.push_back(b_.i64(size_of(array.type)));
        break;
      case ir::StrideClass::Other: {
        const int64_t step = d < array.steps.size() ? array.steps[d] : 0;
        llvm::Value* stride = b_.i64(step * size_of(array.type));
        if (step == 0) {
          stride = load_field(b_.ir, b_.ir.getInt64Ty(), arrays,
                              first + offsetof(abi::ArrayArgument, stride_bytes) + word);
        }
        place.strides.push_back(stride);
        break;
      }
    }
  }
  return place;
}

ArrayPlace Arrays::local_place(ir::ArrayId id) {
  const ir::Array& array = function_[id];
  ArrayPlace place;
  place.per_lane = shapes_ != nullptr && shapes_->per_lane(id);
  place.elements = 1;
  for (int64_t extent : array.extents) {
    place.extents.push_back(b_.i64(extent));
    place.elements *= extent;
  }
  int64_t copies = place.per_lane ? b_.lanes : 1;
  int64_t item = size_of(array.type) * copies;
  auto* type = llvm::ArrayType::get(b_.ir.getInt8Ty(), static_cast<uint64_t>(place.elements * item));
  place.data = b_.slot(type, array.name, 64);
  place.strides = row_major(place.extents, item);
  place.alignment = static_cast<uint64_t>(size_of(real_part_type(array.type)));
  return place;
}

const ArrayPlace& Arrays::at(ir::ArrayId id) {
  ir::AddressSpace space = function_[id].space;
  bool per_lane = shapes_ != nullptr && shapes_->per_lane(id);
  auto& places = per_lane ? lane_places_ : places_;
  if (auto slot = slots_.find(id); slot != slots_.end()) {
    std::vector<llvm::Value*> extents;
    for (llvm::AllocaInst* extent : slot->second.extents)
      extents.push_back(b_.ir.CreateLoad(b_.ir.getInt64Ty(), extent));
    define_heap(id, b_.ir.CreateLoad(b_.ir.getPtrTy(), slot->second.data), extents);
    return places_.at(id);
  }
  if (auto found = places.find(id); found != places.end()) return found->second;
  if (space == ir::AddressSpace::Heap) {
    throw InternalError("emitting LLVM",
                        "heap array " + function_[id].name + " is used before its memory exists");
  }
  ArrayPlace place = space == ir::AddressSpace::Argument ? argument_place(id) : local_place(id);
  return places.emplace(id, std::move(place)).first->second;
}

void Arrays::make_slot(ir::ArrayId id) {
  const ir::Array& array = function_[id];
  Slot slot;
  slot.data = b_.slot(b_.ir.getPtrTy(), array.name);
  slot.bytes = b_.slot(b_.ir.getInt64Ty(), array.name + ".bytes");
  slot.room = b_.slot(b_.ir.getInt64Ty(), array.name + ".room");
  for (int d = 0; d < array.rank; ++d)
    slot.extents.push_back(b_.slot(b_.ir.getInt64Ty(), array.name + ".extent"));
  b_.ir.CreateStore(llvm::ConstantPointerNull::get(b_.ir.getPtrTy()), slot.data);
  for (llvm::AllocaInst* size : {slot.bytes, slot.room}) b_.ir.CreateStore(b_.i64(0), size);
  for (llvm::AllocaInst* extent : slot.extents) b_.ir.CreateStore(b_.i64(0), extent);
  slots_[id] = std::move(slot);
}

std::vector<llvm::AllocaInst*> Arrays::slot_parts(ir::ArrayId id) const {
  const Slot& slot = slots_.at(id);
  std::vector<llvm::AllocaInst*> parts{slot.data, slot.bytes, slot.room};
  parts.insert(parts.end(), slot.extents.begin(), slot.extents.end());
  return parts;
}

void Arrays::set_extents(ir::ArrayId id, const std::vector<llvm::Value*>& extents) {
  const Slot& slot = slots_.at(id);
  for (size_t d = 0; d < extents.size(); ++d) b_.ir.CreateStore(extents[d], slot.extents[d]);
}

void Arrays::define_argument(ir::ArrayId id, llvm::Value* data, std::vector<llvm::Value*> extents, std::vector<llvm::Value*> strides) {
  ArrayPlace place = argument_place(id);
  place.data = data;
  place.extents = std::move(extents);
  place.strides = std::move(strides);
  places_[id] = std::move(place);
}

void Arrays::define_heap(ir::ArrayId id, llvm::Value* data, const std::vector<llvm::Value*>& extents) {
  ArrayPlace place;
  place.data = data;
  place.extents = extents;
  place.strides = row_major(extents, size_of(function_[id].type));
  place.alignment = static_cast<uint64_t>(size_of(real_part_type(function_[id].type)));
  places_[id] = std::move(place);
}

void Arrays::leave_lanes() {
  shapes_ = nullptr;
  lane_places_.clear();
}

}  // namespace unpython::codegen
