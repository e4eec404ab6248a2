#include "bindings/function/other_functions.h"

#include <algorithm>
#include <utility>

#include "bindings/function/ask_python.h"
#include "bindings/function/resolve.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

using Role = ChangedHolders::Role;

/// Other ways of one function are asked for again and again.
constexpr size_t kMostWays = 8;
/// What is nested more deeply may hold anything.
constexpr int kDeepest = 4;

bool fits(Role role, PyObject* object) {
  switch (role) {
    case Role::Passed:
      return true;
    case Role::Dict:
      return PyDict_CheckExact(object) && PyDict_GET_SIZE(object) > 0;
    case Role::List:
      return PyList_CheckExact(object) && PyList_GET_SIZE(object) > 0;
    case Role::EmptyDict:
      return PyDict_CheckExact(object) && PyDict_GET_SIZE(object) == 0;
    case Role::EmptyList:
      return PyList_CheckExact(object) && PyList_GET_SIZE(object) == 0;
  }
  return false;
}

/// Whether an object is this one, or may hold it.
bool may_hold(PyObject* object, const PyObject* held, int depth) {
  if (object == held) return true;
  const auto any_of = [&](Py_ssize_t count, const auto& item) {
    for (Py_ssize_t i = 0; i < count; ++i)
      if (may_hold(item(i), held, depth + 1)) return true;
    return false;
  };
  if (PyList_Check(object) || PyTuple_Check(object)) {
    if (depth == kDeepest) return true;
    return any_of(PySequence_Fast_GET_SIZE(object), [&](Py_ssize_t i) { return PySequence_Fast_GET_ITEM(object, i); });
  }
  if (!PyDict_Check(object)) return false;
  if (depth == kDeepest) return true;
  Py_ssize_t at = 0;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  while (PyDict_Next(object, &at, &key, &value) != 0)
    if (may_hold(value, held, depth + 1)) return true;
  return false;
}

std::optional<TakenApart> taken(const ChangedHolders& known, const std::vector<PyObject*>& bound) {
  TakenApart result{known.function, {}};
  for (size_t i = 0; i < bound.size(); ++i) {
    const Role role = known.roles[i];
    if (!fits(role, bound[i])) return std::nullopt;
    if (role != Role::EmptyDict && role != Role::EmptyList) result.arguments.push_back(bound[i]);
    if (role == Role::Passed) continue;
    result.changed.push_back(changed_list(bound[i]));
    for (size_t other = 0; other < bound.size(); ++other)
      if (other != i && may_hold(bound[other], bound[i], 0)) return std::nullopt;
  }
  const auto argument = [&](int number) { return number < 0 ? nullptr : bound[static_cast<size_t>(number)]; };
  result.returned = argument(known.returned);
  for (const int number : known.places) result.places.push_back(argument(number));
  return result;
}

}  // namespace

bool ask_for_names_around(FunctionState& function) {
  const std::shared_ptr<const Prepared> prepared = prepared_again(function);
  if (!prepared || prepared->parameters.collects) return false;
  return answer_of([&] {
    const py::object found = ask_python(function, "unpython._other_functions.names_around", "taking_names");
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
  });
}

std::optional<TakenApart> take_names_around(const FunctionState& function, PyObject* const* arguments, size_t count,
                                            PyObject* keyword_names) {
  if (!function.around) return std::nullopt;
  const std::shared_ptr<const NamesAround> around = function.around;
  if (!std::all_of(around->guards.begin(), around->guards.end(), [](const Guard& guard) { return guard.holds(); }))
    return std::nullopt;
  auto bound = bound_arguments(around->prepared->parameters, arguments, count, keyword_names);
  if (!bound) return std::nullopt;
  TakenApart result{around->function, std::move(*bound)};
  for (const AccessPath& path : around->values) {
    PyObject* const value = path.read();
    if (value == nullptr) return std::nullopt;
    result.made.push_back(py::reinterpret_steal<py::object>(value));
    result.arguments.push_back(value);
  }
  return result;
}

bool ask_for_changed_holders(FunctionState& function, PyObject* const* arguments, size_t count,
                             PyObject* keyword_names) {
  const std::shared_ptr<const Prepared> prepared = prepared_again(function);
  if (!prepared || prepared->parameters.collects) return false;
  const auto bound = bound_arguments(prepared->parameters, arguments, count, keyword_names);
  if (!bound) return false;
  return answer_of([&] {
    const py::object found =
        ask_python(function, "unpython._other_functions.changed_holders", "giving_back", as_tuple(*bound));
    if (found.is_none()) return false;
    const auto parts = py::cast<py::tuple>(found);
    auto known = std::make_shared<ChangedHolders>(ChangedHolders{py::object(parts[0]).ptr(), prepared});
    for (const py::handle& role : py::cast<py::tuple>(parts[1])) known->roles.push_back(static_cast<Role>(py::cast<int>(role)));
    if (py::isinstance<py::tuple>(parts[2]))
      for (const py::handle& number : py::cast<py::tuple>(parts[2])) known->places.push_back(py::cast<int>(number));
    else
      known->returned = py::cast<int>(parts[2]);
    if (!taken(*known, *bound)) return false;
    if (function.holders.size() == kMostWays) function.holders.erase(function.holders.begin());
    function.holders.push_back(std::move(known));
    return true;
  });
}

std::optional<TakenApart> take_changed_holders(const FunctionState& function, PyObject* const* arguments, size_t count,
                                               PyObject* keyword_names) {
  if (function.holders.empty()) return std::nullopt;
  const auto bound = bound_arguments(function.holders.back()->prepared->parameters, arguments, count, keyword_names);
  if (!bound) return std::nullopt;
  for (size_t back = 1; back <= function.holders.size(); ++back)
    if (auto result = taken(*function.holders[function.holders.size() - back], *bound)) return result;
  return std::nullopt;
}

}  // namespace unpython::bindings
