// Reads and writes of the structs of abi/frame.h from generated code. Offsets come from the structs
// themselves.
#pragma once
#include <llvm/IR/IRBuilder.h>

#include <cstddef>
#include <type_traits>

#include "abi/frame.h"

namespace unpython::codegen {

static_assert(std::is_standard_layout_v<abi::Frame> && std::is_standard_layout_v<abi::Services> &&
              std::is_standard_layout_v<abi::ErrorRecord> && std::is_standard_layout_v<abi::ArrayArgument>);
static_assert(sizeof(abi::ScalarSlot) == 16 && sizeof(int32_t) == sizeof(abi::Status));

/// Address `offset` bytes behind `base`.
[[nodiscard]] inline llvm::Value* field_address(llvm::IRBuilderBase& ir, llvm::Value* base, size_t offset) {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), base, offset);
}

/// A field that does not change while the call runs.
[[nodiscard]] inline llvm::LoadInst* load_field(llvm::IRBuilderBase& ir, llvm::Type* type, llvm::Value* base,
                                                size_t offset) {
  llvm::LoadInst* load = ir.CreateLoad(type, field_address(ir, base, offset));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir.getContext(), {}));
  return load;
}

inline void store_field(llvm::IRBuilderBase& ir, llvm::Value* value, llvm::Value* base, size_t offset) {
  ir.CreateStore(value, field_address(ir, base, offset));
}

}  // namespace unpython::codegen
