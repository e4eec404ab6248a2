#include "bindings/function/taken_apart.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "bindings/arguments/foreign_array.h"
#include "bindings/arguments/list_args.h"
#include "bindings/base/module_state.h"
#include "bindings/base/numpy_api.h"
#include "bindings/function/function_object.h"
#include "bindings/function/resolve.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

using Kind = ArgumentLayout::Kind;

/// More ways of one function are asked for again and again.
constexpr size_t kMostLayouts = 8;

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

bool is_array_of_records(PyObject* object) {
  return PyArray_CheckExact(object) && PyArray_TYPE(reinterpret_cast<PyArrayObject*>(object)) == NPY_VOID;
}

bool is_generator(PyObject* object) {
  return std::string_view(Py_TYPE(object)->tp_name) == "numpy.random._generator.Generator";
}

/// A text, a function or a type: each is a part of the program.
bool is_constant(PyObject* object) {
  return PyUnicode_CheckExact(object) || PyType_Check(object) || PyFunction_Check(object) ||
         Py_TYPE(object) == module_state().function_type || is_dtype(object) || is_library_function(object);
}

/// Whether a call with this argument may be taken apart: compiled functions take numbers and arrays themselves.
bool is_built(PyObject* object) {
  if (object == nullptr) return false;
  return PyTuple_Check(object) || PyList_CheckExact(object) || PyDict_CheckExact(object) ||
         PyRange_Check(object) || PySlice_Check(object) || is_constant(object) || is_record(object) ||
         is_array_of_records(object) || is_generator(object);
}

/// What a function does depends on the names around it, which change.
bool sees_names_around(const ArgumentLayout& layout) {
  if (layout.kind != Kind::Constant)
    return std::any_of(layout.items.begin(), layout.items.end(), sees_names_around);
  PyObject* function = layout.constant.ptr();
  if (Py_TYPE(function) == module_state().function_type) function = state_of(function).py_func.ptr();
  return PyFunction_Check(function) && PyFunction_GET_CLOSURE(function) != nullptr;
}

/// As unpython/_taken_apart.py describes it: (kind, constant, depth, names, items), or None for what is passed on.
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

bool take_numbers(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  const bool of_module_array = !layout.names.empty();
  if (of_module_array != (std::string_view(Py_TYPE(object)->tp_name) == "array.array")) return false;
  py::object list;
  if (of_module_array) list = py::reinterpret_steal<py::object>(PySequence_List(object));
  if (of_module_array && !list) {
    PyErr_Clear();  // no memory for the copy
    return false;
  }
  PyObject* array =
      array_of_list(of_module_array ? list.ptr() : object, reinterpret_cast<PyTypeObject*>(layout.constant.ptr()), layout.depth);
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
  out.changed.push_back({object});
  if (!layout.names.empty()) out.returned = object;
  return true;
}

/// Whether a list that the call changes is another argument too, which would see the changes.
bool is_seen_twice(const TakenApart& call) {
  if (call.changed.empty()) return false;
  std::vector<PyObject*> all = call.lists;
  std::sort(all.begin(), all.end());
  const auto is_twice = [&](PyObject* list) {
    const auto [first, last] = std::equal_range(all.begin(), all.end(), list);
    return last - first > 1;
  };
  return std::any_of(call.changed.begin(), call.changed.end(), [&](const ChangedList& changed) {
    return is_twice(changed.list) || std::any_of(changed.rows.begin(), changed.rows.end(),
                                                 [&](const py::object& row) { return is_twice(row.ptr()); });
  });
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
  ChangedList changed{object};
  for (Py_ssize_t i = 0; PyList_CheckExact(object) && i < PyList_GET_SIZE(object); ++i)
    changed.rows.push_back(py::reinterpret_borrow<py::object>(PyList_GET_ITEM(object, i)));
  if (!take_ragged(object, reinterpret_cast<PyTypeObject*>(layout.constant.ptr()), out)) return false;
  out.changed.push_back(std::move(changed));
  if (layout.names.size() > 1) out.returned = object;
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

/// The fields as arrays, which are views.
bool take_fields(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  if (!is_array_of_records(object)) return false;
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
  if (!PyList_CheckExact(object)) return false;
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
    PyObject* const array = column ? array_of_list(column.ptr(), type, 1) : nullptr;
    if (array == nullptr) {
      PyErr_Clear();
      return false;
    }
    out.made.push_back(py::reinterpret_steal<py::object>(array));
    out.arguments.push_back(array);
  }
  return true;
}

/// Objects as their numbers and their fields: unpython/_objects.py.
bool take_objects(const ArgumentLayout& layout, PyObject* object, TakenApart& out) {
  const py::object shape = layout.depth == 2 ? layout.names.at(0) : py::str(layout.depth == 1 ? "list" : "one");
  py::object found = py::none();
  try {
    found = py::module_::import("unpython._objects").attr("taken")(py::handle(object), layout.constant, shape);
  } catch (const py::error_already_set&) {  // of what a class does when it is asked for a field
  }
  if (found.is_none()) return false;
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
  out.made.push_back(py::module_::import("unpython._numpy_functions.numpy_generators").attr("kept")(py::handle(object)));
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

/// Whether an argument is built like that; what is passed on of it goes to `out`.
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

py::list as_list(const std::vector<py::object>& objects) {
  py::list made;
  for (const py::object& object : objects) made.append(object);
  return made;
}

/// The call as one that is built like this; nothing where it is not.
std::optional<TakenApart> taken(const KnownLayout& known, const std::vector<PyObject*>& bound) {
  TakenApart result{known.function, {}};
  for (size_t i = 0; i < bound.size(); ++i)
    if (!take(known.arguments[i], bound[i], result)) return std::nullopt;
  if (is_seen_twice(result)) return std::nullopt;
  if (result.objects.size() > 1 &&
      !py::cast<bool>(py::module_::import("unpython._objects").attr("are_apart")(as_list(result.objects))))
    return std::nullopt;
  return result;
}

/// Keeps how the arguments of a call are built.
void remember(FunctionState& function, KnownLayout known) {
  if (std::any_of(known.arguments.begin(), known.arguments.end(), sees_names_around)) return;
  auto kept = std::make_shared<const KnownLayout>(std::move(known));
  if (function.layouts.size() == kMostLayouts) function.layouts.erase(function.layouts.begin());
  function.layouts.push_back(std::move(kept));
}

std::optional<TakenApart> ask(FunctionState& function, PyObject* const* arguments, size_t count,
                              PyObject* keyword_names, bool in_other_words) {
  const ParameterList& parameters = function.prepared->parameters;
  std::vector<PyObject*> bound(parameters.names.size());
  if (parameters.collects || !bind_arguments(parameters, arguments, count, keyword_names, bound.data())) {
    PyErr_Clear();
    return std::nullopt;
  }
  py::tuple values(bound.size());
  for (size_t i = 0; i < bound.size(); ++i) values[i] = py::reinterpret_borrow<py::object>(bound[i]);
  const auto device = function.device == DeviceChoice::Gpu ? "gpu" : "cpu";
  const py::object found = py::module_::import("unpython._taken_apart")
                               .attr("taken_apart")(function.py_func, function.declared,
                                                    py::make_tuple(function.locals, function.options, device),
                                                    function.variants, values, in_other_words);
  if (found.is_none()) return std::nullopt;
  const auto pair = py::cast<py::tuple>(found);
  KnownLayout known{py::object(pair[0]).ptr(), {}};
  for (const py::handle& described : py::cast<py::tuple>(pair[1]))
    known.arguments.push_back(layout_of(described));
  std::optional<TakenApart> result = taken(known, bound);
  if (result) remember(function, std::move(known));
  return result;
}

}  // namespace

std::optional<TakenApart> take_apart_as_before(const FunctionState& function, PyObject* const* arguments,
                                               size_t count, PyObject* keyword_names) {
  if (function.layouts.empty()) return std::nullopt;
  const ParameterList& parameters = function.prepared->parameters;
  std::vector<PyObject*> bound(parameters.names.size());
  if (!bind_arguments(parameters, arguments, count, keyword_names, bound.data())) {
    PyErr_Clear();
    return std::nullopt;
  }
  for (size_t back = 1; back <= function.layouts.size(); ++back) {
    const std::shared_ptr<const KnownLayout> known = function.layouts[function.layouts.size() - back];
    if (std::optional<TakenApart> result = taken(*known, bound)) return result;
  }
  return std::nullopt;
}

PyObject* give_back(const TakenApart& call, PyObject* given) {
  if (given != nullptr && !call.objects.empty()) {
    const auto result = py::reinterpret_steal<py::object>(given);
    try {
      return py::module_::import("unpython._objects").attr("given_back")(as_list(call.objects), result).release().ptr();
    } catch (py::error_already_set& problem) {
      problem.restore();
      return nullptr;
    }
  }
  if (given == nullptr || call.changed.empty()) return given;
  const auto parts = py::reinterpret_steal<py::object>(given);
  const Py_ssize_t values = PyTuple_GET_SIZE(given) - static_cast<Py_ssize_t>(call.changed.size());
  for (size_t i = 0; i < call.changed.size(); ++i) {
    const auto& [list, rows] = call.changed[i];
    PyObject* const items = PyTuple_GET_ITEM(given, values + static_cast<Py_ssize_t>(i));
    if (rows.empty() && PyList_SetSlice(list, 0, PyList_GET_SIZE(list), items) != 0) return nullptr;
    for (size_t row = 0; row < rows.size(); ++row) {
      PyObject* const inner = rows[row].ptr();
      if (PyList_SetSlice(inner, 0, PyList_GET_SIZE(inner), PyList_GET_ITEM(items, static_cast<Py_ssize_t>(row))) != 0)
        return nullptr;
    }
  }
  if (call.returned != nullptr) return Py_NewRef(call.returned);
  return Py_NewRef(values == 0 ? Py_None : PyTuple_GET_ITEM(given, 0));
}

std::optional<TakenApart> take_apart(FunctionState& function, PyObject* const* arguments, size_t count,
                                     PyObject* keyword_names) {
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) return std::nullopt;
  const size_t named = keyword_names != nullptr ? static_cast<size_t>(PyTuple_GET_SIZE(keyword_names)) : 0;
  const std::vector<PyObject*>& defaults = function.prepared->parameters.defaults;
  py::error_already_set refusal;  // takes the error
  const bool may = std::any_of(arguments, arguments + count + named, is_built) ||
                   std::any_of(defaults.begin(), defaults.end(), is_built);
  try {
    if (auto result = may ? ask(function, arguments, count, keyword_names, false) : std::nullopt) return result;
  } catch (py::error_already_set& problem) {
    if (!problem.matches(PyExc_TypeError)) refusal = std::move(problem);
  }
  refusal.restore();
  return std::nullopt;
}

std::optional<TakenApart> take_apart_in_other_words(FunctionState& function, PyObject* const* arguments, size_t count,
                                                PyObject* keyword_names) {
  py::error_already_set refusal;  // takes the error
  std::optional<TakenApart> result;
  if (!prepare_if_needed(function)) {  // a function that was refused is read again
    PyErr_Clear();
    refusal.restore();
    return std::nullopt;
  }
  try {
    result = ask(function, arguments, count, keyword_names, true);
  } catch (py::error_already_set& problem) {
    if (!problem.matches(PyExc_TypeError)) refusal = std::move(problem);
  }
  refusal.restore();
  return result;
}

void forget_layout(FunctionState& function, const TakenApart& call) {
  std::erase_if(function.layouts, [&](const auto& known) { return known->function == call.function; });
}

}  // namespace unpython::bindings
