// LLVM ends the process on errors it calls fatal. Here they become a failed compilation.
#pragma once
#include <functional>
#include <string>

namespace unpython::codegen {

/// Runs `work` and returns its result. If LLVM reports a fatal error meanwhile, returns false with LLVM's
/// text in `error`; what `work` had on its stack is then abandoned without destructors. If LLVM has no
/// memory, throws std::bad_alloc. `work` must not throw.
bool survive_fatal_errors(std::string& error, const std::function<bool()>& work);

}  // namespace unpython::codegen
