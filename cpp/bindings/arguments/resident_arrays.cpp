#include "bindings/arguments/resident_arrays.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "bindings/arguments/held_memory.h"
#include "bindings/base/errors.h"
#include "bindings/base/interrupts.h"
#include "bindings/base/module_state.h"
#include "bindings/base/numpy_api.h"
#include "bindings/base/started_calls.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

PyArrayObject* array_of(const py::object& array) { return reinterpret_cast<PyArrayObject*>(array.ptr()); }

/// Tells whether bytes have changed, wherever they are: each word counts with its place.
uint64_t fingerprint_of(const std::byte* bytes, int64_t count) {
  constexpr uint64_t kPrime = 0x9e3779b97f4a7c15;
  uint64_t sums[4] = {1, 2, 3, 4};
  int64_t at = 0;
  for (; at + 32 <= count; at += 32) {
    uint64_t words[4];
    std::memcpy(words, bytes + at, 32);
    for (int i = 0; i < 4; ++i) sums[i] = (sums[i] ^ words[i]) * kPrime;
  }
  for (; at < count; ++at) sums[0] = (sums[0] ^ static_cast<uint64_t>(bytes[at])) * kPrime;
  return ((sums[0] * kPrime ^ sums[1]) * kPrime ^ sums[2]) * kPrime ^ sums[3];
}

/// The one that a range of bytes lies in; null: none. Throws pybind11's type_error where the range lies in one partly.
HostResident* overlapping(std::vector<HostResident>& residents, uintptr_t begin, uintptr_t end) {
  for (HostResident& resident : residents) {
    const auto low = reinterpret_cast<uintptr_t>(resident.host);
    const uintptr_t high = low + static_cast<uintptr_t>(resident.bytes);
    if (begin >= high || end <= low) continue;
    if (begin < low || end > high)
      throw py::type_error("lies in memory of which only a part is resident on a device");
    return &resident;
  }
  return nullptr;
}

HostResident& found(const py::object& array) {
  auto& residents = module_state().host_residents;
  const auto* data = static_cast<const std::byte*>(PyArray_DATA(array_of(array)));
  const auto at = std::find_if(residents.begin(), residents.end(),
                               [&](const HostResident& resident) { return resident.host == data; });
  if (at == residents.end()) throw py::key_error("the array is not resident");
  return *at;
}

/// Copies a contiguous array to the device, and lets calls have the copy.
void keep(const py::object& array, const std::string& device, bool writeable) {
  PyArrayObject* source = array_of(array);
  HostResident made{.array = array.ptr(),
                    .host = static_cast<std::byte*>(PyArray_DATA(source)),
                    .bytes = PyArray_NBYTES(source),
                    .memory = nullptr,
                    .writeable = writeable};
  const auto begin = reinterpret_cast<uintptr_t>(made.host);
  if (overlapping(module_state().host_residents, begin, begin + static_cast<uintptr_t>(made.bytes)) != nullptr)
    throw py::value_error("an array is resident already");
  {
    const Unlocked unlocked;
    made.memory = make_held("resident(): ", device, made.bytes);
    made.memory->write(made.host);
    made.fingerprint = fingerprint_of(made.host, made.bytes);
  }
  module_state().host_residents.push_back(std::move(made));
}

/// Gives the host's array the elements that calls have stored. False: somebody wrote to the host's memory meanwhile; then it stays
/// as it is.
bool bring(const py::object& array) {
  PyObject* const given = array.ptr();
  if (!wait_for_started({&given, 1})) throw py::error_already_set();
  HostResident copy = found(array);
  if (copy.on_host > 0) return true;
  found(array).changed = false;  // a call that stores meanwhile says so again
  bool untouched = false;
  try {
    const Unlocked unlocked;
    untouched = fingerprint_of(copy.host, copy.bytes) == copy.fingerprint;
    if (untouched && copy.changed) {
      copy.memory->read(copy.host, 0, copy.bytes);
      copy.fingerprint = fingerprint_of(copy.host, copy.bytes);
    }
  } catch (...) {
    found(array).changed |= copy.changed;
    throw;
  }
  HostResident& resident = found(array);  // other threads may have changed the list
  resident.fingerprint = copy.fingerprint;
  resident.changed |= copy.changed && !untouched;
  return untouched;
}

void drop(const py::object& array) {
  auto& residents = module_state().host_residents;
  residents.erase(residents.begin() + (&found(array) - residents.data()));
}

void set_writeable(PyObject* array, bool writeable) {
  auto* const given = reinterpret_cast<PyArrayObject*>(array);
  writeable ? PyArray_ENABLEFLAGS(given, NPY_ARRAY_WRITEABLE) : PyArray_CLEARFLAGS(given, NPY_ARRAY_WRITEABLE);
}

/// The arguments that are parts of resident arrays, which NumPy made read-only because these are.
std::vector<PyObject*> closed_parts(std::span<PyObject* const> arguments) {
  std::vector<PyObject*> parts;
  for (PyObject* const argument : arguments) {
    if (!PyArray_Check(argument)) continue;
    auto* const array = reinterpret_cast<PyArrayObject*>(argument);
    const auto begin = reinterpret_cast<uintptr_t>(PyArray_DATA(array));
    const HostResident* const whole = overlapping(module_state().host_residents, begin, begin + 1);
    if (whole != nullptr && whole->writeable && argument != whole->array && PyArray_ISWRITEABLE(array) == 0)
      parts.push_back(argument);
  }
  return parts;
}

/// Gives the host all arrays, which are its own from then on.
void give_host() {
  std::vector<py::object> arrays;
  for (const HostResident& resident : module_state().host_residents) {
    if (resident.on_host == 0) arrays.push_back(py::reinterpret_borrow<py::object>(resident.array));
  }
  for (const py::object& array : arrays) {
    if (bring(array)) continue;
    PyErr_SetString(PyExc_RuntimeError,
                    "an array of resident() was written on the host, through another view of it, while it was on the device");
    throw py::error_already_set();
  }
  for (HostResident& resident : module_state().host_residents) {
    ++resident.on_host;
    if (resident.writeable) set_writeable(resident.array, true);
  }
}

/// What give_host() gave, back on the device, as the host has left it.
void take_from_host() {
  std::vector<HostResident*> back;
  for (HostResident& resident : module_state().host_residents) {
    if (resident.on_host == 0 || --resident.on_host > 0) continue;
    if (resident.writeable) set_writeable(resident.array, false);
    back.push_back(&resident);
  }
  for (HostResident* const one : back) {  // where one fails, the others are no longer on the host either
    HostResident& resident = *one;
    const uint64_t fingerprint = fingerprint_of(resident.host, resident.bytes);
    if (fingerprint != resident.fingerprint) resident.memory->write(resident.host);
    resident.fingerprint = fingerprint;
  }
}

}  // namespace

HostResident* resident_of(std::vector<HostResident>& residents, uintptr_t begin, uintptr_t end) {
  HostResident* const found = overlapping(residents, begin, end);
  return found != nullptr && found->on_host == 0 ? found : nullptr;
}

void bring_for_reading(PyObject* object) {
  if (module_state().host_residents.empty() || !PyArray_Check(object)) return;
  const auto begin = reinterpret_cast<uintptr_t>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(object)));
  const HostResident* const whole = resident_of(module_state().host_residents, begin, begin + 1);
  if (whole != nullptr) static_cast<void>(bring(py::reinterpret_borrow<py::object>(whole->array)));
}

PyObject* run_on_host(std::span<PyObject* const> arguments, const std::function<PyObject*()>& run) {
  if (module_state().host_residents.empty()) [[likely]] return run();
  std::vector<PyObject*> parts;
  try {
    translated([&] {
      parts = closed_parts(arguments);
      give_host();
    });
  } catch (py::error_already_set& problem) {
    problem.restore();
    return nullptr;
  }
  for (PyObject* const part : parts) set_writeable(part, true);
  py::object result;
  try {
    result = py::reinterpret_steal<py::object>(run());
  } catch (py::error_already_set& problem) {
    problem.restore();
  }
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  for (PyObject* const part : parts) set_writeable(part, false);
  try {
    translated([] { take_from_host(); });
  } catch (py::error_already_set& problem) {
    problem.restore();
    return nullptr;
  }
  PyErr_Restore(type, value, trace);
  return result.release().ptr();
}

void add_resident_arrays(py::module_& module) {
  module.def("keep_resident",
             [](const py::object& array, const std::string& device, bool writeable) {
               translated([&] { keep(array, device, writeable); });
             });
  module.def("bring_resident",
             [](const py::object& array) { return translated([&] { return bring(array); }); });
  module.def("drop_resident", &drop);
}

}  // namespace unpython::bindings
