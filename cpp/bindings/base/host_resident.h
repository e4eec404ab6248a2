// A NumPy array that is on a device for a while (up.resident).
#pragma once
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "driver/steps/held_array.h"

namespace unpython::bindings {

/// Host memory whose elements are on a device. Python's lock guards all of them.
struct HostResident {
  PyObject* array = nullptr;  ///< which the object of up.resident holds
  std::byte* host = nullptr;
  int64_t bytes = 0;
  std::shared_ptr<driver::HeldArray> memory;
  bool writeable = false;    ///< the host's array was, before it was kept from writes
  bool changed = false;      ///< a call may have stored to it since the host had its elements
  uint64_t fingerprint = 0;  ///< of the host's bytes when they were copied last
  int on_host = 0;           ///< calls that Python runs, for which the host's array is the only one
};

}  // namespace unpython::bindings
