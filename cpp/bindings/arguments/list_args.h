// Lists of numbers, and texts, as arrays.
#pragma once
#include <Python.h>

#include <utility>

namespace unpython::bindings {

/// A new array of the numbers of a list, or of lists in lists of equal lengths, `depth` of them. Each number is of this very
/// type, `int`, `float` or `bool`, and has at most 64 bits. For the type `str` the object is a text, and the numbers are its
/// code points. Null, without an exception, for any other object.
[[nodiscard]] PyObject* array_of_list(PyObject* object, PyTypeObject* type, int depth);

/// As array_of_list of one list, which may be empty.
[[nodiscard]] PyObject* array_of_items(PyObject* list, PyTypeObject* type);

/// Two new arrays of a list of texts: the code points of all of them, one behind the other, and where each begins and the last
/// ends. Null, without an exception, for any other object.
[[nodiscard]] std::pair<PyObject*, PyObject*> arrays_of_texts(PyObject* list);

}  // namespace unpython::bindings
