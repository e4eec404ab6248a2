#include "bindings/results/texts.h"

#include <algorithm>
#include <vector>

namespace unpython::bindings {
namespace py = pybind11;

py::str text_of(const py::object& codes) {
  constexpr long kLast = 0x10FFFF;
  const auto items = py::reinterpret_steal<py::object>(PySequence_Fast(codes.ptr(), "code points are in a sequence"));
  if (!items) throw py::error_already_set();
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.ptr());
  std::vector<Py_UCS4> points(static_cast<size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    const long point = PyLong_AsLong(PySequence_Fast_GET_ITEM(items.ptr(), i));
    if (point == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    if (point < 0 || point > kLast) throw py::value_error("a code point is not in range(0x110000)");
    points[static_cast<size_t>(i)] = static_cast<Py_UCS4>(point);
  }
  PyObject* const text = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, points.data(), count);
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

}  // namespace unpython::bindings
