// Results of a call -> Python objects.
#pragma once
#include <Python.h>

#include <memory>
#include <span>

#include "driver/compile/result_layout.h"
#include "driver/steps/cpu_call.h"
#include "driver/steps/held_array.h"

namespace unpython::bindings {

/// What a call that succeeded has left.
struct ReturnedValues {
  const ir::Function& function;
  const driver::ResultLayout& layout;
  const abi::ScalarSlot* results;
  PyObject* const* arguments;        ///< the objects of the call in parameter order
  const abi::ArrayArgument* arrays;  ///< those of them that are arrays
  void* const* memory;               ///< as in abi::Frame; taken over, also on failure
  /// In place of `memory` where results stay on a device; else empty.
  std::span<const std::shared_ptr<driver::HeldArray>> on_device{};
  PyObject* classes = nullptr;  ///< a tuple: by class of the program, what makes an object of the tuple of its fields
};

/// A new reference: None, one value, or a tuple; null with an exception set. Weak scalars become Python's,
/// strong ones NumPy's; a returned array argument is the same object, a part of one a view of it (a
/// DeviceArray of one); other arrays own their memory, those on a device as DeviceArrays.
[[nodiscard]] PyObject* make_results(const ReturnedValues& returned);

/// Whether an object owns memory that compiled code made, as the base of an array that make_results() made.
[[nodiscard]] bool owns_memory(PyObject* object);

/// One of Python's own, or NumPy's. Null with an exception set.
[[nodiscard]] PyObject* make_scalar(ScalarType type, bool weak, const abi::ScalarSlot& slot);

}  // namespace unpython::bindings
