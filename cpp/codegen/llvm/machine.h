// The processor this process runs on, and machine code for it.
#pragma once
#include <memory>
#include <string>

#include "abi/target_info.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace unpython::codegen {

/// Name, features and vector registers of this processor. Cache sizes are left at their defaults.
[[nodiscard]] abi::TargetInfo host_target();

/// A processor by LLVM's name, "native" for this one, with no other features than programs that run elsewhere can look for
/// (support/cpu_features.h). Throws DeviceError for a name that LLVM does not know.
[[nodiscard]] abi::TargetInfo portable_target(const std::string& cpu);

/// LLVM's description of `target`, for one compilation in one thread. Throws InternalError if LLVM does not
/// know it.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_target_machine(const abi::TargetInfo& target);

enum class MachineCode { Object, Assembly };

/// Code of an optimised module: the bytes of a relocatable object, or text. The module is used up.
[[nodiscard]] std::string emit_machine_code(llvm::TargetMachine& machine, llvm::Module& module,
                                            MachineCode kind);

}  // namespace unpython::codegen
