// The exception classes of the package and the translation into them.
#include "bindings/errors.h"

#include <new>
#include <stdexcept>

#include "bindings/module_state.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

PyObject* new_exception(py::module_& module, const char* name, PyObject* base, const char* doc) {
  const std::string full_name = std::string("unpython.") + name;
  py::dict attributes;
  attributes["diagnostics"] = py::tuple();
  attributes["lineno"] = py::none();
  const bool compile = base == PyExc_Exception;
  PyObject* type =
      PyErr_NewExceptionWithDoc(full_name.c_str(), doc, base, compile ? attributes.ptr() : nullptr);
  if (type == nullptr) throw py::error_already_set();
  module.attr(name) = py::handle(type);
  return type;  // the module state keeps this reference
}

/// Diagnostics as a list of dicts, and the place of the first one under the names that SyntaxError uses.
void set_compile_error(PyObject* type, const CompileError& error) {
  py::list diagnostics;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    py::dict entry;
    entry["code"] = diagnostic.code;
    entry["message"] = diagnostic.message;
    entry["advice"] = diagnostic.advice;
    entry["line"] = diagnostic.range.line;
    entry["column"] = diagnostic.range.column;
    entry["file"] = diagnostic.range.file;
    diagnostics.append(entry);
  }
  py::object exception = py::handle(type)(error.what());
  exception.attr("diagnostics") = diagnostics;
  exception.attr("lineno") =
      error.diagnostics().empty() ? py::object(py::none()) : py::object(diagnostics[0]["line"]);
  PyErr_SetObject(type, exception.ptr());
}

/// Python's own class of that name, or NumPy's. Borrowed: its module keeps it.
PyObject* python_class(ir::ErrorKind kind) {
  if (kind == ir::ErrorKind::LinAlgError)
    return py::module_::import("numpy.linalg").attr("LinAlgError").ptr();
  const std::string name(driver::python_name(kind));
  return PyDict_GetItemString(PyEval_GetBuiltins(), name.c_str());
}

}  // namespace

void add_exceptions(py::module_& module) {
  ModuleState& state = module_state();
  state.compile_error =
      new_exception(module, "CompileError", PyExc_Exception,
                    "The function cannot be compiled; `diagnostics` lists every mistake found.");
  state.race_error = new_exception(module, "RaceError", state.compile_error,
                                   "Two iterations of a parallel loop touch one element.");
  state.device_error =
      new_exception(module, "DeviceError", PyExc_RuntimeError, "A device or its driver failed.");
  state.internal_error = new_exception(module, "InternalError", PyExc_RuntimeError,
                                       "A defect of unpython itself; please report it.");
  state.warning = new_exception(module, "UnpythonWarning", PyExc_UserWarning,
                                "Something runs, but not as it was asked for.");
}

PyObject* out_of_memory() {
  PyErr_SetString(PyExc_MemoryError, "the arrays that the function makes do not fit into memory");
  return nullptr;
}

void set_python_error() {
  const ModuleState& state = module_state();
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const RaceError& error) {
    set_compile_error(state.race_error, error);
  } catch (const CompileError& error) {
    set_compile_error(state.compile_error, error);
  } catch (const DeviceError& error) {
    PyErr_SetString(state.device_error, error.what());
  } catch (const InternalError& error) {
    PyErr_SetString(state.internal_error, error.what());
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::invalid_argument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(state.internal_error, error.what());
  }
}

void set_runtime_error(const ir::Function& code, const std::vector<std::string>& files,
                       const abi::ErrorRecord& record) {
  const driver::RuntimeError error = driver::describe(code, files, record);
  PyObject* type = python_class(error.kind);
  PyErr_SetString(type != nullptr ? type : PyExc_RuntimeError, error.message.c_str());
}

}  // namespace unpython::bindings
