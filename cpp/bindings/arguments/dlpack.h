// DLPack, the exchange of arrays between libraries: arrays of ours as capsules, capsules of others as arrays.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>

#include "abi/dlpack.h"
#include "driver/steps/held_array.h"
#include "runtime/memory/described_array.h"

namespace unpython::bindings {

/// Throws what the object throws, or TypeError.
[[nodiscard]] abi::DlPlace dlpack_place(const pybind11::object& object);

/// Calls __dlpack__(stream=...) of an object; the result has to live as long as the array is used.
[[nodiscard]] pybind11::object take_dlpack(const pybind11::object& object, uint64_t stream);
/// Valid while the capsule lives. Throws TypeError for no capsule of DLPack, and UnusableArray.
[[nodiscard]] runtime::DescribedArray read_dlpack(const pybind11::object& capsule);

/// A capsule for an array in memory of ours, which it keeps alive; of version 1.0 if `versioned`.
[[nodiscard]] pybind11::object make_dlpack(std::shared_ptr<driver::HeldArray> memory, abi::DlPlace place,
                                           const runtime::DescribedArray& array, bool versioned);

}  // namespace unpython::bindings
