// Scheduled IR -> LLVM module. Part of libunpython_cpu. No LLVM type is visible here except by forward
// declaration.
#pragma once
#include <memory>

#include "abi/target_info.h"
#include "codegen/llvm/math/math_library.h"
#include "ir/function.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
}  // namespace llvm

namespace unpython::codegen {

inline constexpr const char* kEntryName = "unpython_entry";

/// One module for the machine, with the entry point `kEntryName` (abi::EntryPoint) and one body for each
/// CpuParallel loop. Throws InternalError when the IR is not at the scheduled level.
[[nodiscard]] std::unique_ptr<llvm::Module> emit_llvm(const ir::Function& function,
                                                      const abi::TargetInfo& target,
                                                      const VectorMath& vector_math,
                                                      const llvm::TargetMachine& machine,
                                                      llvm::LLVMContext& context);

}  // namespace unpython::codegen
