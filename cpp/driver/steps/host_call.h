// A call of a function of the host, from where the interpreter steps through the host part.
#pragma once
#include <span>

#include "abi/frame.h"
#include "ir/constant.h"
#include "ir/function.h"

namespace unpython::driver {

/// `values`: its scalars; `arrays`: its arrays in the order of its arguments. abi::kOk or abi::kHostRaised.
[[nodiscard]] int32_t call_host(const abi::Services& services, const ir::Function& function, const ir::CallHost& call,
                                std::span<const ir::Constant> values, std::span<const abi::ArrayArgument> arrays);

}  // namespace unpython::driver
