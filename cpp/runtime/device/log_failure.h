// Failures of what releases something: nobody can do more about them than read of them.
#pragma once
#include "runtime/device/device.h"
#include "runtime/device/device_failure.h"
#include "unpython/export.h"

namespace unpython::runtime {

void log_failure(const DeviceFailure& failure) noexcept;

/// Waits until nothing is in flight in the queue, after a failure that is reported.
UNPYTHON_API void drain(Device& device, QueueHandle queue) noexcept;

}  // namespace unpython::runtime
