// Vector functions of our own: those that libmvec rounds too carelessly. At most one unit in the last place off.
#pragma once
#include <string>

#include "abi/target_info.h"
#include "ir/type.h"

namespace llvm {
class Module;
}

namespace unpython::codegen {

/// Name of a function of the module from vectors of `width` doubles to such a vector; made at first use. Empty:
/// there is none for this function or this processor.
[[nodiscard]] std::string own_vector_function(llvm::Module& module, ir::Intrinsic function, int width,
                                              const abi::TargetInfo& target);

}  // namespace unpython::codegen
