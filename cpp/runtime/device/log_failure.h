// Failures of what releases something: nobody can do more about them than read of them.
#pragma once
#include "runtime/device/device_failure.h"

namespace unpython::runtime {

void log_failure(const DeviceFailure& failure) noexcept;

}  // namespace unpython::runtime
