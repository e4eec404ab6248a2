// The extension module: sets up what lives as long as the process.
#define UNPYTHON_LOAD_NUMPY
#include "bindings/base/numpy_api.h"

#include <pybind11/pybind11.h>

#include "bindings/arguments/device_array.h"
#include "bindings/arguments/numpy_sorts.h"
#include "bindings/arguments/resident_arrays.h"
#include "bindings/arguments/scalar_args.h"
#include "bindings/base/errors.h"
#include "bindings/base/interrupts.h"
#include "bindings/base/module_state.h"
#include "bindings/environment.h"
#include "bindings/function/call_options.h"
#include "bindings/function/declared.h"
#include "bindings/function/first_call.h"
#include "bindings/function/function_object.h"
#include "bindings/function/host_calls.h"
#include "bindings/function/report.h"
#include "bindings/function/staged_function.h"
#include "bindings/numpy_loops.h"
#include "bindings/profile.h"
#include "bindings/trees/trees.h"

namespace unpython::bindings {

namespace {

/// The folders that Python looks for packages in.
std::vector<std::string> package_folders() {
  std::vector<std::string> folders;
  for (const pybind11::handle& folder : pybind11::module_::import("sys").attr("path")) {
    if (pybind11::isinstance<pybind11::str>(folder)) folders.push_back(pybind11::cast<std::string>(folder));
  }
  return folders;
}

}  // namespace

ModuleState& module_state() {
  static auto* state = new ModuleState(read_settings(), package_folders());
  return *state;
}

}  // namespace unpython::bindings

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  using namespace unpython::bindings;
  if (PyInterpreterState_Get() != PyInterpreterState_Main())
    throw py::import_error("unpython runs in the main interpreter of a process only");
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
  add_first_call(module);
  add_stages(module);
  add_declared(module);
  add_device_arrays(module);
  add_resident_arrays(module);
  add_stop_flag(module);
  add_texts(module);
  add_trees(module);
  add_numpy_sorts(module);
  watch_forks();
  wait_at_exit();
  add_environment(module);
  add_profile(module);
  module.def("set_generator_type",
             [](const py::type& type) { module_state().generator = reinterpret_cast<PyTypeObject*>(type.inc_ref().ptr()); });
  module.def("is_plain_number", [](const py::object& value) { return is_plain_number(value.ptr()); });
  if (state.settings.numpy_loops) provide_numpy_loops(state.compiler);
}
