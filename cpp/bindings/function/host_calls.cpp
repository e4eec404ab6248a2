#include "bindings/function/host_calls.h"

#include <Python.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <optional>
#include <string>

#include "bindings/arguments/array_args.h"
#include "bindings/arguments/numpy_sorts.h"
#include "bindings/base/numpy_api.h"
#include "bindings/function/fall_back.h"
#include "bindings/results/results.h"
#include "bindings/results/texts.h"
#include "ir/scalar_slot.h"
#include "support/number_text.h"

namespace unpython::bindings {
namespace {

/// The memory of the call, which the function may use until it returns.
PyObject* lent_array(const abi::HostArgument& given) {
  npy_intp shape[kMaxRank];
  npy_intp strides[kMaxRank];
  std::copy_n(given.array.extents, given.rank, shape);
  std::copy_n(given.array.stride_bytes, given.rank, strides);
  PyArray_Descr* type = PyArray_DescrFromType(numpy_type_of(static_cast<ScalarType>(given.type)));
  return PyArray_NewFromDescr(&PyArray_Type, type, given.rank, shape, strides, given.array.data,
                              given.stored != 0 ? NPY_ARRAY_WRITEABLE : 0, nullptr);
}

PyObject* argument(const abi::HostArgument& given) {
  if (given.rank != abi::kScalarRank) return lent_array(given);
  return make_scalar(static_cast<ScalarType>(given.type), given.weak != 0, given.value);
}

struct NumberText {
  pybind11::object function;  ///< what Python runs where the text is not known here
};

PyTypeObject* number_text_type = nullptr;

struct TextNumber {
  pybind11::object function;  ///< what Python runs where the number is not known here
};

PyTypeObject* text_number_type = nullptr;

bool is_of_integers(const abi::HostArgument& given) {
  return given.rank == 1 && static_cast<ScalarType>(given.type) == ScalarType::Int64 && given.array.stride_bytes[0] == 8;
}

std::optional<PlainNumber> number_of(const abi::HostArgument& given) {
  if (given.rank != abi::kScalarRank) return std::nullopt;
  switch (static_cast<ScalarType>(given.type)) {
    case ScalarType::Int64:
      return ir::bytes_as<int64_t>(given.value);
    case ScalarType::Float64:
      return ir::bytes_as<double>(given.value);
    default:
      return std::nullopt;
  }
}

/// The text of a number, as NumberText puts it. False: Python is to be asked.
bool put_number_text(int32_t count, const abi::HostArgument* given) {
  const bool is_format = count == 3;
  if (count < 2 || !is_of_integers(given[0]) || (is_format && !is_of_integers(given[2]))) return false;
  const std::optional<PlainNumber> number = number_of(given[1]);
  if (!number || (!is_format && given[1].weak == 0)) return false;  // NumPy's own texts are its own
  std::optional<std::string> text;
  if (is_format) {
    const auto* const codes = static_cast<const int64_t*>(given[2].array.data);
    text = format_number(*number, std::u32string(codes, codes + given[2].array.extents[0]));
  } else {
    text = number_text(*number);
  }
  if (!text) return false;
  auto* const out = static_cast<int64_t*>(given[0].array.data);
  const auto size = static_cast<int64_t>(text->size());
  const bool has_room = size < given[0].array.extents[0];
  out[0] = has_room ? size : -1 - size;
  if (has_room) std::copy(text->begin(), text->end(), out + 1);
  return true;
}

/// The number of a text, as TextNumber puts it. False: Python is to be asked.
bool put_text_number(int32_t count, const abi::HostArgument* given) {
  if (count != 2 || given[0].rank != 1 || static_cast<ScalarType>(given[0].type) != ScalarType::Float64 || !is_of_integers(given[1]))
    return false;
  const abi::ArrayArgument& codes = given[1].array;
  const std::optional<double> number =
      number_of_text({static_cast<const int64_t*>(codes.data), static_cast<size_t>(codes.extents[0])});
  if (number) *static_cast<double*>(given[0].array.data) = *number;
  return number.has_value();
}

/// A type whose objects hold a function of Python, and call it where Python calls them.
template <class Type>
PyTypeObject* add_type(pybind11::module_& module, const char* name, const char* text) {
  namespace py = pybind11;
  const py::class_<Type> made =
      py::class_<Type>(module, name, text).def(py::init<py::object>()).def("__call__", [](const Type& type, const py::args& given) {
        return type.function(*given);
      });
  return reinterpret_cast<PyTypeObject*>(made.ptr());
}

}  // namespace

void add_texts(pybind11::module_& module) {
  number_text_type =
      add_type<NumberText>(module, "NumberText", "A function that writes numbers as texts, which compiled code runs itself.");
  text_number_type = add_type<TextNumber>(module, "TextNumber", "A function that reads texts as floats, which compiled code runs itself.");
  module.def("text_of", &text_of);
  module.def("words_of", &words_of);
}

int32_t call_python(const abi::Services* services, int32_t function, int32_t count,
                    const abi::HostArgument* arguments) {
  PyObject* called = PyTuple_GET_ITEM(static_cast<PyObject*>(services->host), function);
  if (Py_TYPE(called) == number_text_type && put_number_text(count, arguments)) return abi::kOk;
  if (Py_TYPE(called) == text_number_type && put_text_number(count, arguments)) return abi::kOk;
  if (run_numpy_sort(called, arguments)) return abi::kOk;
  const pybind11::gil_scoped_acquire lock;
  if (!has_stack_for_python()) return abi::kHostRaised;
  const auto given = pybind11::reinterpret_steal<pybind11::tuple>(PyTuple_New(count));
  if (!given) return abi::kHostRaised;
  for (int32_t i = 0; i < count; ++i) {
    PyObject* made = argument(arguments[i]);
    if (made == nullptr) return abi::kHostRaised;
    PyTuple_SET_ITEM(given.ptr(), i, made);
  }
  PyObject* result = PyObject_CallObject(called, given.ptr());
  if (result == nullptr) return abi::kHostRaised;
  Py_DECREF(result);
  return abi::kOk;
}

}  // namespace unpython::bindings
