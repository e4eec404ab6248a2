// LLVM ends the process on errors it calls fatal. Here they become a failed compilation.
#pragma once
#include <functional>

namespace unpython::codegen {

/// Runs `work`, which calls LLVM. Throws DeviceError with LLVM's text if LLVM reports a fatal error meanwhile, std::bad_alloc if
/// LLVM has no memory; what `work` had on its stack is then abandoned without destructors, and what LLVM was changing is not whole:
/// nobody may touch it again. So `work` takes no lock and is nobody's first use of a static variable: a jump leaves both locked.
void survive_fatal_errors(const std::function<void()>& work);

}  // namespace unpython::codegen
