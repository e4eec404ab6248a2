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
  HostResident made{static_cast<std::byte*>(PyArray_DATA(source)), PyArray_NBYTES(source), nullptr,
                    writeable};
  const auto begin = reinterpret_cast<uintptr_t>(made.host);
  if (resident_of(module_state().host_residents, begin, begin + static_cast<uintptr_t>(made.bytes)) !=
      nullptr)
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

}  // namespace

HostResident* resident_of(std::vector<HostResident>& residents, uintptr_t begin, uintptr_t end) {
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
