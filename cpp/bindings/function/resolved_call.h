// One call between its arguments as Python gives them and its run.
#pragma once
#include <Python.h>

#include <memory>

#include "bindings/arguments/call_buffers.h"
#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// One call on its way. Everything the code reads is copied or referenced here, so that other threads may do
/// as they like.
struct Call {
  Call(const std::shared_ptr<const Prepared>& prepared_function)
      : prepared(prepared_function),
        parameters(prepared->parameters.names.size()),
        hidden(prepared->hidden.size()),
        objects(parameters + hidden),
        buffers(parameters + hidden) {}
  ~Call() {
    for (size_t i = 0; i < owned; ++i) Py_DECREF(objects[parameters + i]);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  std::shared_ptr<const Prepared> prepared;
  size_t parameters;
  size_t hidden;
  size_t owned = 0;  ///< hidden values read so far: new references
  bool lacks_name = false;  ///< a hidden value that was there when the function was read is gone, or is no number or array now
  bool gives_back = false;  ///< it was refused because compiled code would give a number in the place of its object
  PlainBuffer<PyObject*, CallBuffers::kInline> objects;
  CallBuffers buffers;
  uint32_t options_id = 0;
  driver::Sharing sharing;

  [[nodiscard]] driver::CallArguments numbers() {
    return {.arrays = {buffers.arrays.data(), buffers.array_count},
            .scalars = {buffers.scalars.data(), buffers.scalar_count},
            .ranges = {buffers.ranges.data(), buffers.array_count},
            .meeting = sharing.meeting};
  }
};

/// A call with few iterations runs with Python's lock: giving it up and taking it back costs some 60 ns.
[[nodiscard]] inline bool is_short(const Entry& entry, const Call& call) {
  constexpr int64_t kLockedIterations = 5000;
  return entry.work.iterations(call.buffers.largest) <= kLockedIterations;
}

/// Keeps the arguments of a call alive while Python's lock is given up.
class HeldArguments {
 public:
  explicit HeldArguments(Call& call) : call_(call) {
    for (size_t i = 0; i < call_.parameters; ++i) Py_INCREF(call_.objects[i]);
  }
  ~HeldArguments() {
    for (size_t i = 0; i < call_.parameters; ++i) Py_DECREF(call_.objects[i]);
  }
  HeldArguments(const HeldArguments&) = delete;
  HeldArguments& operator=(const HeldArguments&) = delete;

 private:
  Call& call_;
};

}  // namespace unpython::bindings
