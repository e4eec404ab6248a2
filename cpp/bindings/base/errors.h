// C++ exceptions and error records -> Python exceptions.
#pragma once
#include <pybind11/pybind11.h>

#include <new>
#include <string>
#include <vector>

#include "driver/report/error_text.h"
#include "unpython/error.h"

namespace unpython::bindings {

/// Adds CompileError, RaceError, DeviceError, InternalError and UnpythonWarning to the module.
void add_exceptions(pybind11::module_& module);

/// To be called in a catch block: sets the Python exception that stands for the C++ one being handled.
void set_python_error();

/// Runs `body`; what the library throws becomes Python's exception.
template <class Body>
auto translated(const Body& body) {
  try {
    return body();
  } catch (const DeviceError&) {
    set_python_error();
  } catch (const CompileError&) {
    set_python_error();
  } catch (const std::bad_alloc&) {
    set_python_error();
  }
  throw pybind11::error_already_set();
}

/// Sets MemoryError, for arrays that functions make and for what calls need beside them.
PyObject* out_of_memory();

/// Sets NotImplementedError as unpython's own, for what compiled code does not do.
void set_refusal(const char* text);
/// Whether the exception that is set is one; a program's own NotImplementedError is none.
[[nodiscard]] bool is_refusal();

/// Sets the exception that generated code raised, as Python's own class.
void set_runtime_error(const ir::Function& code, const std::vector<std::string>& files,
                       const abi::ErrorRecord& record);

}  // namespace unpython::bindings
