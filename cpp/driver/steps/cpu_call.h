// One call of compiled machine code.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "abi/frame.h"
#include "driver/compile/compile.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What generated code may call; `threads` 0: all that the process may use. No poll is set.
[[nodiscard]] UNPYTHON_API abi::Services make_services(int threads);

/// Gives back memory that a Frame's `memory` or the services handed out; null is allowed.
UNPYTHON_API void release_memory(void* memory);

/// Frees memory that a result owns.
struct ReleaseMemory {
  void operator()(std::byte* memory) const { release_memory(memory); }
};
using OwnedMemory = std::unique_ptr<std::byte, ReleaseMemory>;
/// Throws std::bad_alloc.
[[nodiscard]] OwnedMemory make_memory(int64_t bytes);

/// Runs the function. `error->site` must be -1 on entry; the status says whether `results` or `error` were
/// filled.
[[nodiscard]] inline int32_t launch(const Variant& variant, const abi::Frame& frame) {
  return variant.code->entry()(&frame);
}

/// As launch(), for calls that are long enough to be seen in a profile.
[[nodiscard]] UNPYTHON_API int32_t launch_noted(const Variant& variant, const abi::Frame& frame);

}  // namespace unpython::driver
