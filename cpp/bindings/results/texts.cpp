#include "bindings/results/texts.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace unpython::bindings {
namespace py = pybind11;

namespace {

constexpr int64_t kLastPoint = 0x10FFFF;

int64_t integer_of(PyObject* object) {
  const int64_t value = PyLong_AsLongLong(object);
  if (value == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return value;
}

/// The text of code points; `points` is memory for them.
py::object made_of(std::span<const int64_t> codes, std::vector<Py_UCS4>& points) {
  points.resize(codes.size());
  for (size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] < 0 || codes[i] > kLastPoint) throw py::value_error("a code point is not in range(0x110000)");
    points[i] = static_cast<Py_UCS4>(codes[i]);
  }
  PyObject* const text = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, points.data(), static_cast<Py_ssize_t>(codes.size()));
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(text);
}

std::span<const int64_t> integers_in(const Integers& array) { return {array.data(), static_cast<size_t>(array.size())}; }

}  // namespace

py::str text_of(const Integers& codes) {
  std::vector<Py_UCS4> points;
  return py::str(made_of(integers_in(codes), points));
}

py::list words_of(const Integers& codes, const Integers& starts, const py::list& numbers) {
  const std::span<const int64_t> points_of_all = integers_in(codes);
  const std::span<const int64_t> ends = integers_in(starts);
  const auto count = static_cast<Py_ssize_t>(numbers.size());
  const int64_t words = static_cast<int64_t>(ends.size()) - 1;
  // Where most of them are asked for, some are asked for again.
  std::vector<py::object> known(4 * count > words ? static_cast<size_t>(std::max<int64_t>(words, 0)) : 0);
  std::vector<Py_UCS4> points;
  py::list made(count);
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const asked = PyList_GET_ITEM(numbers.ptr(), i);
    if (asked == Py_None) {
      PyList_SET_ITEM(made.ptr(), i, Py_NewRef(Py_None));
      continue;
    }
    const int64_t number = integer_of(asked);
    if (number < 0 || number >= words) throw py::index_error("a word has no such number");
    const auto at = static_cast<size_t>(number);
    py::object word = at < known.size() ? known[at] : py::object();
    if (!word) {
      const int64_t begin = ends[at];
      const int64_t end = ends[at + 1];
      if (begin < 0 || begin > end || end > static_cast<int64_t>(points_of_all.size()))
        throw py::index_error("a word is not in the text");
      word = made_of(points_of_all.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin)), points);
      if (at < known.size()) known[at] = word;
    }
    PyList_SET_ITEM(made.ptr(), i, word.release().ptr());
  }
  return made;
}

}  // namespace unpython::bindings
