#include "bindings/function/warn_once.h"

#include <algorithm>

#include <pybind11/pybind11.h>

namespace unpython::bindings {

void warn_once(FunctionState& function, const driver::Notice& notice) {
  if (std::find(function.warned.begin(), function.warned.end(), notice.cause) != function.warned.end())
    return;
  function.warned.push_back(notice.cause);
  pybind11::module_::import("unpython._warn").attr("warn")(notice.text);
}

}  // namespace unpython::bindings
