// What a kernel needs and a device does not have.
#pragma once
#include <optional>
#include <string>

#include "abi/device_properties.h"
#include "kernel/launch.h"

namespace unpython::codegen {

struct Lack {
  std::string code;    ///< listed in driver/plan/reasons.cpp
  std::string reason;  ///< one clause for people
  SourceRange where;
};

/// The first thing that keeps `kernel` off the device; none if it can run there with the CPU's results.
[[nodiscard]] std::optional<Lack> device_lacks(const ir::Function& function, const kernel::Kernel& kernel,
                                               const abi::DeviceProperties& device);

}  // namespace unpython::codegen
