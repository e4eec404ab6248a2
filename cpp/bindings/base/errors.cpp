// The exception classes of the package and the translation into them.
#include "bindings/base/errors.h"

#include <bit>
#include <cerrno>
#include <new>
#include <stdexcept>

#include "bindings/base/module_state.h"
#include "support/stop_request.h"

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

py::dict mixed_list(const MixedList& list) {
  static constexpr const char* kItems[] = {"int", "float", "int64", "float64", "None"};
  py::set items;
  for (const MixedList::Item item : list.items) items.add(kItems[static_cast<size_t>(item)]);
  py::dict result;
  result["items"] = py::frozenset(items);
  result["name"] = list.name.empty() ? py::object(py::none()) : py::str(list.name);
  return result;
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
    entry["mixed_list"] = diagnostic.mixed_list ? py::object(mixed_list(*diagnostic.mixed_list)) : py::none();
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

/// A number of a key that was not there, of the type that the program gave it.
py::object part_of_key(int64_t number, const std::string& type) {
  constexpr std::string_view kNumPy = "numpy.";
  if (type == "bool") return py::bool_(number != 0);
  if (type == "float") return py::float_(std::bit_cast<double>(number));
  if (type.starts_with("numpy.float"))
    return py::module_::import("numpy").attr(type.substr(kNumPy.size()).c_str())(std::bit_cast<double>(number));
  if (!type.starts_with(kNumPy)) return py::int_(number);
  const std::string name = type.substr(kNumPy.size());
  const py::object value = name == "uint64" ? py::object(py::int_(static_cast<uint64_t>(number))) : py::object(py::int_(number));
  return py::module_::import("numpy").attr(name == "bool" ? "bool_" : name.c_str())(value);
}

/// Floats of 32 bits between marks are as NumPy's str() writes them.
std::string message_of(const driver::RuntimeError& error) {
  constexpr char kMark = driver::RuntimeError::kNarrowMark;
  std::string text = error.message;
  for (size_t at; (at = text.find(kMark)) != std::string::npos;) {
    const size_t end = text.find(kMark, at + 1);
    const std::string shown = py::str(py::module_::import("numpy").attr("float32")(text.substr(at + 1, end - at - 1)));
    text.replace(at, end - at + 1, shown);
  }
  return text;
}

/// What CPython passes to the class.
py::tuple arguments_of(const driver::RuntimeError& error) {
  constexpr const char* kOutOfRange = "Numerical result out of range";
  if (!error.key_types.empty() && (error.key_types[0] == "," || error.key_types[0] == "(")) {
    py::tuple given(error.key_types.size() - 1);
    size_t next = 0;
    for (size_t i = 0; i < given.size(); ++i) {
      const std::string& type = error.key_types[i + 1];
      given[i] = type.starts_with('\'') ? py::object(py::str(type.substr(1))) : part_of_key(error.key.at(next++), type);
    }
    return error.key_types[0] == "," ? given : py::make_tuple(given);
  }
  if (!error.key.empty()) {
    py::tuple key(error.key.size());
    for (size_t i = 0; i < error.key.size(); ++i) key[i] = part_of_key(error.key[i], error.key_types.at(i));
    return error.key.size() == 1 ? key : py::make_tuple(key);
  }
  if (error.message.empty()) return py::tuple();
  if (error.kind == ir::ErrorKind::OverflowError &&
      error.message == std::string("(34, '") + kOutOfRange + "')")
    return py::make_tuple(ERANGE, kOutOfRange);
#if PY_VERSION_HEX < 0x030C0000
  if (error.message == "max() iterable argument is empty" || error.message == "min() iterable argument is empty")
    return py::make_tuple(error.message.substr(0, 5) + " arg is an empty sequence");
#endif
#if PY_VERSION_HEX < 0x030B0000
  constexpr std::string_view kBefore = "cannot access local variable ";
  if (error.kind == ir::ErrorKind::UnboundLocalError && error.message.starts_with(kBefore)) {
    const std::string name =
        error.message.substr(kBefore.size(), error.message.rfind('\'') + 1 - kBefore.size());
    return py::make_tuple("local variable " + name + " referenced before assignment");
  }
  constexpr std::string_view kBeforeFree = "cannot access free variable ";
  if (error.kind == ir::ErrorKind::NameError && error.message.starts_with(kBeforeFree)) {
    const std::string name =
        error.message.substr(kBeforeFree.size(), error.message.rfind('\'') + 1 - kBeforeFree.size());
    return py::make_tuple("free variable " + name + " referenced before assignment in enclosing scope");
  }
#endif
  return py::make_tuple(message_of(error));
}

constexpr const char* kIsRefusal = "unpython_refused";
constexpr const char* kLeftAlone = "unpython_left_alone";

/// The place is no part of the message: a note shows it (from Python 3.11), `unpython_place` has it as (file, line).
void add_place(const py::object& exception, const driver::RuntimeError& error) {
  exception.attr("unpython_place") =
      error.line == 0 ? py::object(py::none()) : py::object(py::make_tuple(error.file, error.line));
  const std::string where = error.place();
  if (!where.empty() && py::hasattr(exception, "add_note"))
    exception.attr("add_note")("in compiled code: " + where);
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
  new_exception(module, "UnpythonWarning", PyExc_UserWarning, "Something runs, but not as it was asked for.");
}

void set_refusal(const char* text) {
  try {
    const py::object refusal = py::handle(PyExc_NotImplementedError)(text);
    refusal.attr(kIsRefusal) = true;
    PyErr_SetObject(PyExc_NotImplementedError, refusal.ptr());
  } catch (py::error_already_set& failure) {
    failure.restore();
  }
}

bool is_refusal() {
  if (PyErr_ExceptionMatches(PyExc_NotImplementedError) == 0) return false;
  py::error_already_set error;  // takes the error
  const bool refused = py::hasattr(error.value(), kIsRefusal);
  error.restore();
  return refused;
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
  } catch (const Interrupted&) {  // the signal handler's exception is set
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
    PyErr_SetString(PyExc_MemoryError, "there is not enough memory on the host");
  } catch (const std::length_error&) {  // more than any memory holds
    PyErr_SetString(PyExc_MemoryError, "there is not enough memory on the host");
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
  if (type == nullptr) type = PyExc_RuntimeError;
  try {
    const py::object exception =
        py::reinterpret_steal<py::object>(PyObject_CallObject(type, arguments_of(error).ptr()));
    if (!exception) throw py::error_already_set();
    add_place(exception, error);
    if (error.kind == ir::ErrorKind::Refused) {
      exception.attr(kIsRefusal) = true;
      if (error.left_alone) exception.attr(kLeftAlone) = true;
    }
    PyErr_SetObject(type, exception.ptr());
  } catch (py::error_already_set& failure) {
    failure.restore();
  }
}

}  // namespace unpython::bindings
