// The extension module: sets up what lives as long as the process.
#define UNPYTHON_LOAD_NUMPY
#include "bindings/numpy_api.h"

#include <pybind11/pybind11.h>

#include <string>

#include "bindings/call_options.h"
#include "bindings/errors.h"
#include "bindings/function_object.h"
#include "bindings/interrupts.h"
#include "bindings/module_state.h"
#include "bindings/report.h"
#include "driver/launch.h"
#include "driver/reasons.h"

namespace unpython::bindings {
namespace py = pybind11;

ModuleState& module_state() {
  static auto* state = new ModuleState(read_settings());
  return *state;
}

namespace {

py::dict settings() {
  const Settings& given = module_state().settings;
  py::dict result;
  result["disable"] = given.disable;
  result["strict"] = given.strict;
  result["cache"] = given.cache;
  result["cache_dir"] = module_state().compiler.cache_folder();
  result["device"] = given.device;
  return result;
}

/// Whether the CPU path can be used, and why not.
py::dict cpu_report() {
  py::dict result;
  result["available"] = false;
  result["cpu"] = "";
  result["llvm"] = "";
  result["reason"] = "";
  result["threads"] = driver::make_services(0).threads;
  try {
    const runtime::CpuDevice& cpu = module_state().compiler.cpu();
    result["cpu"] = cpu.target().cpu;
    result["llvm"] = cpu.llvm_version();
    result["available"] = true;
  } catch (const DeviceError& error) {
    result["reason"] = error.what();
  }
  return result;
}

py::dict reasons() {
  py::dict result;
  for (const driver::Reason& reason : driver::all_reasons()) result[py::str(reason.code)] = reason.advice;
  return result;
}

}  // namespace
}  // namespace unpython::bindings

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using namespace unpython::bindings;
  if (_import_array() < 0) throw py::error_already_set();
  ModuleState& state = module_state();
  const py::object memmap = py::module_::import("numpy").attr("memmap");
  state.memmap = reinterpret_cast<PyTypeObject*>(memmap.inc_ref().ptr());
  const py::object main_thread = py::module_::import("threading").attr("main_thread")();
  state.main_thread = py::cast<unsigned long>(main_thread.attr("ident"));
  add_exceptions(module);
  add_options(module);
  add_report(module);
  add_function_type(module);
  watch_forks();
  module.def("settings", &settings, "Settings taken from the environment.");
  module.def("cpu_report", &cpu_report, "What is known of the CPU path.");
  module.def("reasons", &reasons, "Reason codes and one line of advice each.");
}
