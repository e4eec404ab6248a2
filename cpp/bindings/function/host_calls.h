// Calls of Python's functions from compiled code.
#pragma once
#include <cstdint>

#include "abi/frame.h"

namespace unpython::bindings {

/// As Services::call_host; Services::host is a tuple of Python functions. Takes Python's lock. What the function raises is
/// set as Python's exception. Arrays that it only reads are read-only.
int32_t call_python(const abi::Services* services, int32_t function, int32_t count, const abi::HostArgument* arguments);

}  // namespace unpython::bindings
