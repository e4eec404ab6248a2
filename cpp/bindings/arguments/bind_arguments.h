// Positional and keyword arguments -> one object per parameter, with Python's rules and Python's messages.
#pragma once
#include <Python.h>

#include <string>
#include <vector>

namespace unpython::bindings {

struct ParameterList {
  std::string function;             ///< qualified name, for messages
  std::vector<PyObject*> names;     ///< interned str, owned by someone else
  std::vector<PyObject*> defaults;  ///< null where there is none; owned by someone else
  size_t positional = 0;            ///< the rest are keyword-only
  size_t positional_only = 0;
  bool collects = false;  ///< has *args or **kwargs: what is left over is the compiler's to refuse
};

/// Fills `bound` (one borrowed reference per parameter). False with a TypeError set, worded as CPython's.
[[nodiscard]] bool bind_arguments(const ParameterList& parameters, PyObject* const* arguments, size_t count,
                                  PyObject* keyword_names, PyObject** bound);

}  // namespace unpython::bindings
