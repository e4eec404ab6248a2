#include "bindings/function/take_argument.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "bindings/arguments/foreign_array.h"
#include "bindings/arguments/list_args.h"
#include "bindings/base/module_state.h"
#include "bindings/base/numpy_api.h"
#include "bindings/function/ask_python.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

using Kind = ArgumentLayout::Kind;

bool is_dtype(PyObject* object) {
  return std::string_view(Py_TYPE(object)->tp_name).starts_with("numpy.dtype");
}

/// Of a module: `max`, `math.sin`, `np.hypot`.
bool is_library_function(PyObject* object) {
  return PyCFunction_Check(object) || std::string_view(Py_TYPE(object)->tp_name) == "numpy.ufunc";
}

/// An object of a class that Python code defines, and that is no array.
bool is_record(PyObject* object) {
  return PyType_HasFeature(Py_TYPE(object), Py_TPFLAGS_HEAPTYPE) && !PyArray_Check(object) &&
         Py_TYPE(object) != module_state().function_type &&
         Py_TYPE(object) != module_state().device_array_type && !is_foreign_array(object);
}

bool is_array_of_no_numbers(PyObject* object) {
  if (!PyArray_CheckExact(object)) return false;
  const int type = PyArray_TYPE(reinterpret_cast<PyArrayObject*>(object));
  return type == NPY_VOID || type == NPY_UNICODE;
}

bool is_generator(PyObject* object) {
  return std::string_view(Py_TYPE(object)->tp_name) == "numpy.random._generator.Generator";
}

/// A text, a function or a type: each is a part of the program.
bool is_constant(PyObject* object) {
  return PyUnicode_CheckExact(object) || PyType_Check(object) || PyFunction_Check(object) ||
         Py_TYPE(object) == module_state().function_type || is_dtype(object) || is_library_function(object);
}

}  // namespace

bool is_built(PyObject* object) {
  if (object == nullptr) return false;
  return PyTuple_Check(object) || PyList_CheckExact(object) || PyDict_CheckExact(object) || PySet_CheckExact(object) ||
         PyRange_Check(object) || PySlice_Check(object) || PyBytes_CheckExact(object) || is_constant(object) || is_record(object) ||
         is_array_of_no_numbers(object) || is_generator(object);
}

ArgumentLayout layout_of(const py::handle& described) {
  ArgumentLayout layout;
  if (described.is_none()) return layout;
  const auto parts = py::cast<py::tuple>(described);
  layout.kind = static_cast<Kind>(py::cast<int>(parts[0]));
  layout.constant = parts[1];
  layout.depth = py::cast<int>(parts[2]);
  for (const py::handle& name : py::cast<py::tuple>(parts[3]))
    layout.names.push_back(py::reinterpret_borrow<py::object>(name));
  for (const py::handle& item : py::cast<py::tuple>(parts[4])) layout.items.push_back(layout_of(item));
  return layout;
}

bool take(const ArgumentLayout& layout, PyObject* object, TakenApart& out);

namespace {

bool take_tuple(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  const bool fits = Py_TYPE(object) == reinterpret_cast<PyTypeObject*>(layout.constant.ptr()) &&
                    static_cast<size_t>(PyTuple_GET_SIZE(object)) == layout.items.size();
  for (size_t i = 0; fits && i < layout.items.size(); ++i)
    if (!take(layout.items[i], PyTuple_GET_ITEM(object, static_cast<Py_ssize_t>(i)), out)) return false;
  return fits;
}

/// The items stay, whatever others do to the list meanwhile.
bool take_list(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (!PyList_CheckExact(object) || static_cast<size_t>(PyList_GET_SIZE(object)) != layout.items.size()) return false;
  const size_t first = out.made.size();
  for (size_t i = 0; i < layout.items.size(); ++i)
    out.made.push_back(py::reinterpret_borrow<py::object>(PyList_GET_ITEM(object, static_cast<Py_ssize_t>(i))));
  for (size_t i = 0; i < layout.items.size(); ++i)
    if (!take(layout.items[i], out.made[first + i].ptr(), out)) return false;
  return true;
}

/// What is a list of numbers only here: "array", of the module `array`, and "bytes"; empty for all else.
std::string_view packed_kind(PyObject* object) {
  if (PyBytes_CheckExact(object)) return "bytes";
  return std::string_view(Py_TYPE(object)->tp_name) == "array.array" ? "array" : "";
}

bool take_numbers(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  const std::string_view kind = packed_kind(object);
  const std::string wanted = layout.names.empty() ? std::string() : py::cast<std::string>(layout.names.front());
  if (wanted != kind) return false;
  py::object list;
  if (!kind.empty()) list = py::reinterpret_steal<py::object>(PySequence_List(object));
  if (!kind.empty() && !list) {
    PyErr_Clear();  // no memory for the copy
    return false;
  }
  auto* const type = reinterpret_cast<PyTypeObject*>(layout.constant.ptr());
  PyObject* array = list ? array_of_items(list.ptr(), type) : array_of_list(object, type, layout.depth);
  if (array == nullptr) return false;
  out.made.push_back(py::reinterpret_steal<py::object>(array));
  out.arguments.push_back(array);
  if (PyList_CheckExact(object)) out.lists.push_back(object);
  return true;
}

bool take_changed(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (!PyList_CheckExact(object)) return false;
  ArgumentLayout numbers = layout;
  numbers.names.clear();
  if (!take_numbers(numbers, object, out)) return false;
  out.changed.push_back(changed_list(object));
  if (!layout.names.empty()) out.returned = object;
  return true;
}

/// A list of texts as two arrays.
bool take_words(PyObject* object, TakenApart& out) {
  const auto [codes, starts] = arrays_of_texts(object);
  if (codes == nullptr) return false;
  for (PyObject* const array : {codes, starts}) {
    out.made.push_back(py::reinterpret_steal<py::object>(array));
    out.arguments.push_back(array);
  }
  return true;
}

/// A list of numbers or texts of one type as an array, or two.
bool take_items(PyObject* list, PyTypeObject* type, TakenApart& out) {
  if (type == &PyUnicode_Type) return take_words(list, out);
  PyObject* const array = array_of_items(list, type);
  if (array == nullptr) return false;
  out.made.push_back(py::reinterpret_steal<py::object>(array));
  out.arguments.push_back(array);
  return true;
}

/// Lists as the items of all of them and their lengths.
bool take_ragged(PyObject* object, PyTypeObject* type, TakenApart& out) {
  if (!PyList_CheckExact(object) || PyList_GET_SIZE(object) == 0) return false;
  out.lists.push_back(object);
  const auto items = py::reinterpret_steal<py::object>(PyList_New(0));
  const auto lengths = py::reinterpret_steal<py::object>(PyList_New(0));
  for (Py_ssize_t i = 0; items && lengths && i < PyList_GET_SIZE(object); ++i) {
    PyObject* const inner = PyList_GET_ITEM(object, i);
    if (!PyList_CheckExact(inner)) return false;
    out.lists.push_back(inner);
    const auto length = py::reinterpret_steal<py::object>(PyLong_FromSsize_t(PyList_GET_SIZE(inner)));
    const Py_ssize_t end = PyList_GET_SIZE(items.ptr());
    if (!length || PyList_Append(lengths.ptr(), length.ptr()) != 0 || PyList_SetSlice(items.ptr(), end, end, inner) != 0) {
      PyErr_Clear();
      return false;
    }
  }
  return items && lengths && take_items(items.ptr(), type, out) && take_items(lengths.ptr(), &PyLong_Type, out);
}

/// Lists whose items the call changes.
bool take_changed_rows(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  std::vector<py::object> rows;
  for (Py_ssize_t i = 0; PyList_CheckExact(object) && i < PyList_GET_SIZE(object); ++i)
    rows.push_back(py::reinterpret_borrow<py::object>(PyList_GET_ITEM(object, i)));
  if (!take_ragged(object, reinterpret_cast<PyTypeObject*>(layout.constant.ptr()), out)) return false;
  out.changed.push_back(changed_list(object, std::move(rows)));
  for (const py::object& name : layout.names) {
    if (py::cast<std::string>(name) == "places") out.changed.back().is_placed = true;
    if (py::cast<std::string>(name) == "list") out.returned = object;
  }
  return true;
}

/// A dict as its keys and its values.
bool take_table(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (!PyDict_CheckExact(object) || PyDict_GET_SIZE(object) == 0) return false;
  const auto keys = py::reinterpret_steal<py::object>(PyDict_Keys(object));
  const auto values = py::reinterpret_steal<py::object>(PyDict_Values(object));
  if (!keys || !values) {
    PyErr_Clear();
    return false;
  }
  auto* const type = reinterpret_cast<PyTypeObject*>(layout.constant.ptr());
  return take_items(keys.ptr(), layout.names.empty() ? &PyLong_Type : &PyUnicode_Type, out) &&
         (layout.depth == 1 ? take_ragged(values.ptr(), type, out) : take_items(values.ptr(), type, out));
}

/// A set as its items.
bool take_set(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (!PySet_CheckExact(object)) return false;
  const auto items = py::reinterpret_steal<py::object>(PySequence_List(object));
  if (!items) PyErr_Clear();  // no memory for the copy
  return items && take_items(items.ptr(), reinterpret_cast<PyTypeObject*>(layout.constant.ptr()), out);
}

/// The fields as arrays, which are views.
bool take_fields(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (!is_array_of_no_numbers(object)) return false;
  auto* const array = reinterpret_cast<PyArrayObject*>(object);
  if (PyArray_NDIM(array) != 1) return false;
  const int is_same =
      PyObject_RichCompareBool(reinterpret_cast<PyObject*>(PyArray_DESCR(array)), layout.constant.ptr(), Py_EQ);
  if (is_same < 0) PyErr_Clear();
  if (is_same != 1) return false;
  for (const py::object& name : layout.names) {
    PyObject* const field = PyObject_GetItem(object, name.ptr());
    if (field == nullptr) {
      PyErr_Clear();
      return false;
    }
    out.made.push_back(py::reinterpret_steal<py::object>(field));
    out.arguments.push_back(field);
  }
  return true;
}

/// A list of tuples as an array for each place of the tuples, two for a place of texts.
bool take_rows(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  const bool is_empty = !layout.names.empty();
  if (!PyList_CheckExact(object) || (PyList_GET_SIZE(object) == 0) != is_empty) return false;
  const Py_ssize_t width = PyTuple_GET_SIZE(layout.constant.ptr());
  const auto rows = py::reinterpret_steal<py::object>(PyList_GetSlice(object, 0, PyList_GET_SIZE(object)));
  if (!rows) {
    PyErr_Clear();
    return false;
  }
  const Py_ssize_t count = PyList_GET_SIZE(rows.ptr());
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const row = PyList_GET_ITEM(rows.ptr(), i);
    if (!PyTuple_CheckExact(row) || PyTuple_GET_SIZE(row) != width) return false;
  }
  for (Py_ssize_t place = 0; place < width; ++place) {
    const auto column = py::reinterpret_steal<py::object>(PyList_New(count));
    for (Py_ssize_t i = 0; column && i < count; ++i)
      PyList_SET_ITEM(column.ptr(), i, Py_NewRef(PyTuple_GET_ITEM(PyList_GET_ITEM(rows.ptr(), i), place)));
    auto* const type = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(layout.constant.ptr(), place));
    if (column && type == &PyUnicode_Type) {
      if (!take_words(column.ptr(), out)) return false;
      continue;
    }
    PyObject* const array = column ? array_of_items(column.ptr(), type) : nullptr;
    if (array == nullptr) {
      PyErr_Clear();
      return false;
    }
    out.made.push_back(py::reinterpret_steal<py::object>(array));
    out.arguments.push_back(array);
  }
  return true;
}

/// Pointers by the order in which they came first. Open addressing; the table is never more than half full.
class FirstPlaces {
 public:
  explicit FirstPlaces(size_t most) {
    size_t size = 8;
    while (size < 2 * most) size *= 2;
    slots_.assign(size, {nullptr, 0});
  }
  /// The number of one: that of the first like it, or `next`.
  Py_ssize_t number(const PyObject* object, Py_ssize_t next) {
    constexpr uintptr_t kSpread = 0x9E3779B97F4A7C15U;
    const size_t mask = slots_.size() - 1;
    size_t at = ((reinterpret_cast<uintptr_t>(object) >> 4U) * kSpread >> 20U) & mask;
    while (slots_[at].first != nullptr && slots_[at].first != object) at = (at + 1) & mask;
    if (slots_[at].first == nullptr) slots_[at] = {object, next};
    return slots_[at].second;
  }

 private:
  std::vector<std::pair<const PyObject*, Py_ssize_t>> slots_;
};

/// As _objects.taken(), of a dict or a list of them: what it gives, or None where they are not as `constant` says.
py::object taken_dicts(PyObject* object, bool is_list, const py::tuple& names, const py::tuple& types) {
  if (is_list && !PyList_CheckExact(object)) return py::none();
  py::list given;  // the items stay, whatever others do to the list meanwhile
  if (is_list) given = py::reinterpret_steal<py::list>(PyList_GetSlice(object, 0, PyList_GET_SIZE(object)));
  if (!given) throw py::error_already_set();
  if (!is_list) given.append(py::handle(object));
  const auto count = static_cast<Py_ssize_t>(given.size());
  const auto width = static_cast<size_t>(PyTuple_GET_SIZE(names.ptr()));
  FirstPlaces places(given.size());
  py::list objects;
  py::list rows(count);
  std::vector<py::list> columns(width);
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const dict = PyList_GET_ITEM(given.ptr(), i);
    const auto next = static_cast<Py_ssize_t>(objects.size());
    const Py_ssize_t number = places.number(dict, next);
    PyList_SET_ITEM(rows.ptr(), i, py::int_(number).release().ptr());
    if (number < next) continue;
    if (!PyDict_CheckExact(dict) || static_cast<size_t>(PyDict_GET_SIZE(dict)) != width) return py::none();
    Py_ssize_t at = 0;
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    for (Py_ssize_t field = 0; PyDict_Next(dict, &at, &key, &value) != 0; ++field) {
      PyObject* const name = PyTuple_GET_ITEM(names.ptr(), field);
      const bool is_name = key == name || (PyUnicode_CheckExact(key) && PyUnicode_Compare(key, name) == 0);
      if (!is_name || reinterpret_cast<PyObject*>(Py_TYPE(value)) != PyTuple_GET_ITEM(types.ptr(), field)) return py::none();
      columns[static_cast<size_t>(field)].append(py::handle(value));
    }
    objects.append(py::handle(dict));
  }
  py::list parts;
  if (is_list) parts.append(py::make_tuple(rows, py::handle(reinterpret_cast<PyObject*>(&PyLong_Type))));
  for (size_t field = 0; field < width; ++field) parts.append(py::make_tuple(columns[field], types[field]));
  return py::make_tuple(py::module_::import("unpython._objects").attr("Held")(objects, py::handle(object)), parts);
}

/// What _objects.taken() gives.
py::object objects_in(const ArgumentLayout& layout, PyObject* object) {
  const auto constant = py::cast<py::tuple>(layout.constant);
  if (layout.depth < 2 && constant[0].ptr() == reinterpret_cast<PyObject*>(&PyDict_Type))
    return taken_dicts(object, layout.depth == 1, py::cast<py::tuple>(constant[1]), py::cast<py::tuple>(constant[2]));
  const py::object shape = layout.depth == 2 ? layout.names.at(0) : py::str(layout.depth == 1 ? "list" : "one");
  return py::module_::import("unpython._objects").attr("taken")(py::handle(object), constant, shape);
}

/// Objects as their numbers and their fields: unpython/_objects.py.
bool take_objects(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  const py::object found = answer_of([&] { return objects_in(layout, object); });  // a class may raise when it is asked for a field
  if (!found || found.is_none()) return false;
  const auto parts = py::cast<py::tuple>(found);
  for (const py::handle& part : py::cast<py::list>(parts[1])) {
    PyObject* const items = PyTuple_GET_ITEM(part.ptr(), 0);
    if (!take_items(items, reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(part.ptr(), 1)), out)) {
      PyErr_Clear();
      return false;
    }
  }
  out.objects.push_back(parts[0]);
  return true;
}

bool take_generator(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (Py_TYPE(object) != reinterpret_cast<PyTypeObject*>(layout.constant.ptr())) return false;
  out.made.push_back(py::module_::import("unpython._library.numpy_functions.numpy_generators").attr("kept")(py::handle(object)));
  out.arguments.push_back(out.made.back().ptr());
  return true;
}

bool fits_64_bits(PyObject* object) {
  int overflow = 0;
  if (PyLong_CheckExact(object)) PyLong_AsLongLongAndOverflow(object, &overflow);
  return overflow == 0;
}

/// Whether an object has attributes of its own beside its fields: they come before those of its class.
bool has_other_attributes(PyObject* object, size_t fields) {
  if (Py_TYPE(object)->tp_dictoffset == 0 || PyTuple_Check(object)) return false;
  PyObject* const own = PyObject_GenericGetDict(object, nullptr);
  if (own == nullptr) PyErr_Clear();
  const bool has_others = own == nullptr || static_cast<size_t>(PyDict_GET_SIZE(own)) != fields;
  Py_XDECREF(own);
  return has_others;
}

/// The next value of a dict, if its key is that text: the order of the keys is part of what a function is compiled for.
PyObject* value_of_next(PyObject* dict, PyObject* text, Py_ssize_t& at) {
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  if (PyDict_Next(dict, &at, &key, &value) == 0) return nullptr;
  const bool is_same = key == text || (PyUnicode_CheckExact(key) && PyUnicode_Compare(key, text) == 0);
  return is_same ? Py_NewRef(value) : nullptr;
}

bool take_record(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (Py_TYPE(object) != reinterpret_cast<PyTypeObject*>(layout.constant.ptr())) return false;
  const bool is_dict = PyDict_CheckExact(object);
  if (is_dict && static_cast<size_t>(PyDict_GET_SIZE(object)) != layout.names.size()) return false;
  if (!is_dict && has_other_attributes(object, layout.names.size())) return false;
  Py_ssize_t at = 0;
  for (size_t i = 0; i < layout.names.size(); ++i) {
    PyObject* const name = layout.names[i].ptr();
    PyObject* const field = is_dict ? value_of_next(object, name, at) : PyObject_GetAttr(object, name);
    if (field == nullptr) {
      PyErr_Clear();
      return false;
    }
    out.made.push_back(py::reinterpret_steal<py::object>(field));
    if (!fits_64_bits(field) || !take(layout.items[i], field, out)) return false;
  }
  return true;
}

}  // namespace

bool take(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  switch (layout.kind) {
    case Kind::Passed:
      out.arguments.push_back(object);
      return !is_built(object);
    case Kind::Constant: {
      PyObject* const known = layout.constant.ptr();
      return object == known || (PyUnicode_CheckExact(object) && PyUnicode_CheckExact(known) &&
                                 PyUnicode_Compare(object, known) == 0);
    }
    case Kind::Tuple:
      return take_tuple(layout, object, out);
    case Kind::List:
      return take_list(layout, object, out);
    case Kind::Numbers:
      return take_numbers(layout, object, out);
    case Kind::Table:
      return take_table(layout, object, out);
    case Kind::Set:
      return take_set(layout, object, out);
    case Kind::Unread:
      return true;
    case Kind::Record:
      return take_record(layout, object, out);
    case Kind::Changed:
      return take_changed(layout, object, out);
    case Kind::Fields:
      return take_fields(layout, object, out);
    case Kind::Rows:
      return take_rows(layout, object, out);
    case Kind::Drawn:
      return take_generator(layout, object, out);
    case Kind::Words:
      return take_words(object, out);
    case Kind::Objects:
      return take_objects(layout, object, out);
    case Kind::Ragged:
      if (!layout.names.empty()) return take_changed_rows(layout, object, out);
      return take_ragged(object, reinterpret_cast<PyTypeObject*>(layout.constant.ptr()), out);
  }
  return false;
}

}  // namespace unpython::bindings
