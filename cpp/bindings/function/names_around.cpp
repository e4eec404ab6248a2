#include "bindings/function/names_around.h"

#include <algorithm>
#include <utility>

#include "bindings/base/interrupts.h"
#include "bindings/function/resolve.h"

namespace unpython::bindings {
namespace py = pybind11;

bool ask_for_names_around(FunctionState& function) {
  if (!prepare_if_needed(function)) {  // a function that was refused is read again
    PyErr_Clear();
    return false;
  }
  const std::shared_ptr<const Prepared> prepared = function.prepared;
  if (prepared->parameters.collects) return false;
  try {
    const auto settings = py::make_tuple(function.locals, function.options,
                                         function.device == DeviceChoice::Gpu ? "gpu" : "cpu");
    const py::object found = py::module_::import("unpython._other_functions.names_around")
                                 .attr("taking_names")(function.py_func, function.declared, settings, function.variants);
    if (found.is_none()) return false;
    const auto parts = py::cast<py::tuple>(found);
    auto around = std::make_shared<NamesAround>(NamesAround{py::object(parts[0]).ptr(), prepared});
    for (const py::handle& path : py::cast<py::tuple>(parts[1])) around->values.emplace_back(py::cast<py::tuple>(path));
    for (const py::handle& guard : py::cast<py::tuple>(parts[2])) {
      const auto pair = py::cast<py::tuple>(guard);
      around->guards.emplace_back(AccessPath(py::cast<py::tuple>(pair[0])), pair[1]);
    }
    function.around = std::move(around);
    return true;
  } catch (py::error_already_set& problem) {
    problem.restore();
    forget_error();
    return false;
  }
}

std::optional<TakenApart> take_known_names_around(const FunctionState& function, PyObject* const* arguments, size_t count,
                                                  PyObject* keyword_names) {
  const std::shared_ptr<const NamesAround> around = function.around;
  if (!std::all_of(around->guards.begin(), around->guards.end(), [](const Guard& guard) { return guard.holds(); }))
    return std::nullopt;
  TakenApart result{around->function, std::vector<PyObject*>(around->prepared->parameters.names.size())};
  if (!bind_arguments(around->prepared->parameters, arguments, count, keyword_names, result.arguments.data())) {
    PyErr_Clear();
    return std::nullopt;
  }
  for (const AccessPath& path : around->values) {
    PyObject* const value = path.read();
    if (value == nullptr) return std::nullopt;
    result.made.push_back(py::reinterpret_steal<py::object>(value));
    result.arguments.push_back(value);
  }
  return result;
}

}  // namespace unpython::bindings
