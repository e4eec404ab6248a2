#include "bindings/results/texts.h"

#include <algorithm>
#include <vector>

namespace unpython::bindings {
namespace py = pybind11;

namespace {

long integer_of(PyObject* object) {
  const long value = PyLong_AsLong(object);
  if (value == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return value;
}

/// The text of `count` code points that are objects; `points` is memory for them.
py::object made_of(PyObject* const* codes, Py_ssize_t count, std::vector<Py_UCS4>& points) {
  constexpr long kLast = 0x10FFFF;
  points.resize(static_cast<size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    const long point = integer_of(codes[i]);
    if (point < 0 || point > kLast) throw py::value_error("a code point is not in range(0x110000)");
    points[static_cast<size_t>(i)] = static_cast<Py_UCS4>(point);
  }
  PyObject* const text = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, points.data(), count);
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(text);
}

}  // namespace

py::str text_of(const py::object& codes) {
  const auto items = py::reinterpret_steal<py::object>(PySequence_Fast(codes.ptr(), "code points are in a sequence"));
  if (!items) throw py::error_already_set();
  std::vector<Py_UCS4> points;
  return py::str(made_of(PySequence_Fast_ITEMS(items.ptr()), PySequence_Fast_GET_SIZE(items.ptr()), points));
}

py::list words_of(const py::list& codes, const py::list& starts, const py::list& numbers) {
  const auto count = static_cast<Py_ssize_t>(numbers.size());
  const auto words = static_cast<Py_ssize_t>(starts.size()) - 1;
  const auto length = static_cast<long>(codes.size());
  // Where most of them are asked for, some are asked for again.
  std::vector<py::object> known(4 * count > words ? static_cast<size_t>(std::max<Py_ssize_t>(words, 0)) : 0);
  std::vector<Py_UCS4> points;
  py::list made(count);
  for (Py_ssize_t i = 0; i < count; ++i) {
    const long number = integer_of(PyList_GET_ITEM(numbers.ptr(), i));
    if (number < 0 || number >= words) throw py::index_error("a word has no such number");
    const auto at = static_cast<size_t>(number);
    py::object word = at < known.size() ? known[at] : py::object();
    if (!word) {
      const long begin = integer_of(PyList_GET_ITEM(starts.ptr(), number));
      const long end = integer_of(PyList_GET_ITEM(starts.ptr(), number + 1));
      if (begin < 0 || begin > end || end > length) throw py::index_error("a word is not in the text");
      word = made_of(PySequence_Fast_ITEMS(codes.ptr()) + begin, end - begin, points);
      if (at < known.size()) known[at] = word;
    }
    PyList_SET_ITEM(made.ptr(), i, word.release().ptr());
  }
  return made;
}

}  // namespace unpython::bindings
