// Warnings through Python's own machinery, so that its filters apply.
#include "bindings/notices.h"

#include <algorithm>

#include "bindings/module_state.h"

namespace unpython::bindings {
namespace py = pybind11;

void warn_once(FunctionState& function, const std::string& cause, const std::string& text) {
  if (std::find(function.warned.begin(), function.warned.end(), cause) != function.warned.end()) return;
  function.warned.push_back(cause);
  if (PyErr_WarnEx(module_state().warning, text.c_str(), 1) < 0) throw py::error_already_set();
}

void warn_about(FunctionState& function, const std::vector<transform::NestReport>& nests) {
  for (const transform::NestReport& nest : nests) {
    const std::string where = "line " + std::to_string(nest.range.line);
    if (nest.verdict == "conflict") {
      warn_once(function, "RACE " + where,
                function.name + "(), " + where + ": iterations of the parallel loop conflict (" +
                    nest.reason + "), so it runs in order");
    } else if (nest.verdict == "trusted") {
      warn_once(
          function, "TRUSTED " + where,
          function.name + "(), " + where + ": the parallel loop is taken at its word (" + nest.reason + ")");
    }
  }
}

}  // namespace unpython::bindings
