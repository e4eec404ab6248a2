// Memory for arrays that stay on devices.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "driver/steps/held_array.h"

namespace unpython::bindings {

/// On one device ("cuda:0"), or of several together ("cuda:*", "cuda:0,cuda:1"). Throws DeviceError, which begins with `who`. Without
/// Python's lock.
[[nodiscard]] std::shared_ptr<driver::HeldArray> make_held(const std::string& who, const std::string& device, int64_t bytes);

}  // namespace unpython::bindings
