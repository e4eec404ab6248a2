// The arguments of one launch of a kernel, each with what of the call it is.
#pragma once
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "abi/frame.h"
#include "runtime/device/device.h"

namespace unpython::driver {

struct LaunchArgument {
  enum class Source : uint8_t {
    Number,  ///< found by the plan of the call
    Memory,  ///< of the array argument `index`; -1: the call's own
    Error,   ///< the memory of the call's ErrorCell
    Local,   ///< of the array of the function that is Program::local() number `index`
    Scalar,  ///< the scalar argument `index`; -1: computed by the call
  };
  Source source = Source::Number;
  int index = -1;
  int bytes = 0;            ///< of `value`; not for memory
  abi::ScalarSlot value{};  ///< not for memory
  runtime::MemoryHandle memory{};
  bool stored = false;  ///< the kernel may change the memory
};

/// In the order of the kernel's parameters.
class LaunchArguments {
 public:
  template <class T>
  void number(T value) {
    LaunchArgument& added = all_.emplace_back();
    added.bytes = sizeof value;
    std::memcpy(added.value.bytes, &value, sizeof value);
  }
  void scalar(const abi::ScalarSlot& value, int bytes, int index) {
    all_.push_back(
        {.source = LaunchArgument::Source::Scalar, .index = index, .bytes = bytes, .value = value});
  }
  void memory(runtime::MemoryHandle handle, LaunchArgument::Source source, int index, bool stored) {
    all_.push_back({.source = source, .index = index, .memory = handle, .stored = stored});
  }
  [[nodiscard]] std::vector<LaunchArgument> take() { return std::move(all_); }

  /// As a device takes them; refers to the values of `arguments`.
  [[nodiscard]] static runtime::KernelArgument as_given(const LaunchArgument& argument) {
    using Source = LaunchArgument::Source;
    if (argument.source == Source::Number || argument.source == Source::Scalar)
      return {.memory = {}, .value = argument.value.bytes, .value_bytes = argument.bytes};
    return runtime::KernelArgument::of(argument.memory);
  }

 private:
  std::vector<LaunchArgument> all_;
};

}  // namespace unpython::driver
