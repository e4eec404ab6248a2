// From a decorated function to a specialization: serialization at the first call, compilation per argument
// types.
#pragma once
#include <memory>

#include "bindings/arguments/call_buffers.h"
#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// Serializes and reads the function; `use_disk`: its program may come from the cache, and go there. Throws Python's and the
/// compiler's exceptions.
[[nodiscard]] std::shared_ptr<const Prepared> prepare(const FunctionState& function, bool use_disk);

/// The specialization for the arguments of a call; without Python's lock while the stages run and devices are
/// looked for. Throws as Compiler::specialize.
[[nodiscard]] std::shared_ptr<Entry> specialize(FunctionState& function, const Prepared& prepared,
                                                CallBuffers& call, uint32_t options_id, bool disjoint,
                                                const EffectiveOptions& options);

}  // namespace unpython::bindings
