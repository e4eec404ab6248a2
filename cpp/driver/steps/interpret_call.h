// The call of a compiled function by the IR interpreter instead of its machine code: the second oracle of the
// tests.
#pragma once
#include <cstdint>
#include <span>

#include "abi/frame.h"
#include "driver/compile/compile.h"
#include "unpython/array_view.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Runs `code` (the source or the scheduled IR of a compiled function) on the arguments of a frame, in
/// parameter order. Gives kOk with `results` and `memory` filled as a Frame has them, or kRaised with `error`
/// filled (a site of `code`), or kHostRaised. `services`: of the call. Throws
/// InternalError on accesses out of bounds and other broken rules.
[[nodiscard]] UNPYTHON_API int32_t interpret_call(const ir::Function& code,
                                                  std::span<const abi::ArrayArgument> arrays,
                                                  std::span<const abi::ScalarSlot> scalars,
                                                  abi::ScalarSlot* results, void** memory,
                                                  abi::ErrorRecord* error, const abi::Services& services);

}  // namespace unpython::driver
