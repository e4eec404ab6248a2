// LLVM's passes over a module, chosen for code that our own passes have already scheduled.
#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace unpython::codegen {

/// An attribute of functions that hold a dispatch loop.
constexpr char kHasDispatch[] = "unpython-dispatch";

/// Optimises a module that was made for the machine, in place.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace unpython::codegen
