#include "bindings/function/warn_once.h"

#include <algorithm>

#include "bindings/base/module_state.h"

namespace unpython::bindings {

void warn_once(FunctionState& function, const driver::Notice& notice) {
  if (std::find(function.warned.begin(), function.warned.end(), notice.cause) != function.warned.end())
    return;
  function.warned.push_back(notice.cause);
  if (PyErr_WarnEx(module_state().warning, notice.text.c_str(), 1) < 0) throw pybind11::error_already_set();
}

}  // namespace unpython::bindings
