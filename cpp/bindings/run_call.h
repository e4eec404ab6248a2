// The run of a resolved call: on a device, on the CPU, or there with copies of what lies on a device.
#pragma once
#include <memory>
#include <span>

#include "bindings/resolved_call.h"

namespace unpython::bindings {

/// What the function returns; null with an exception set.
[[nodiscard]] PyObject* run_call(FunctionState& function, const std::shared_ptr<Entry>& entry, Call& call);

/// The plan key of a call.
class CallKey {
 public:
  CallKey(const Entry& entry, const driver::CallArguments& numbers)
      : buffer_(entry.planner.layout().most_integers),
        length_(driver::write_key(entry.planner.layout(), numbers, buffer_.data())) {}
  [[nodiscard]] std::span<const int64_t> integers() { return {buffer_.data(), length_}; }

 private:
  PlainBuffer<int64_t, kInlineKey> buffer_;
  size_t length_;
};

}  // namespace unpython::bindings
