// What the extension module owns for the life of the process.
//
// It is reached by module_state() and not handed down: CPython calls into a type with the object alone, and
// fork handlers with nothing. It is never destroyed, since daemon threads may still be in a call when the
// interpreter ends.
#pragma once
#include <Python.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/base/host_resident.h"
#include "bindings/base/package_stamp.h"
#include "driver/choose/measured_rates.h"
#include "driver/compile/compile.h"
#include "support/settings.h"

namespace unpython::bindings {

struct ModuleState {
  ModuleState(const Settings& given, std::vector<std::string> package_folders)
      : settings(given), compiler(given, std::move(package_folders)), rates(compiler.disk()) {}

  Settings settings;
  driver::Compiler compiler;
  driver::MeasuredRates rates;    ///< of the devices and the processor
  PackageStamp package;           ///< of the files beside this module
  unsigned long main_thread = 0;  ///< the thread that runs Python's signal handlers

  PyObject* compile_error = nullptr;
  PyObject* race_error = nullptr;
  PyObject* device_error = nullptr;
  PyObject* internal_error = nullptr;

  PyTypeObject* memmap = nullptr;         ///< numpy.memmap
  PyTypeObject* generator = nullptr;      ///< that of up.random; null until there is one
  PyTypeObject* function_type = nullptr;  ///< unpython's Function
  PyTypeObject* device_array_type = nullptr;
  std::vector<HostResident> host_residents;  ///< NumPy arrays that are on a device for a while
};

[[nodiscard]] ModuleState& module_state();

}  // namespace unpython::bindings
