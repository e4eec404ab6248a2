// The arguments of one launch of a kernel, each with what of the call it is.
#pragma once
#include <algorithm>
#include <compare>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "abi/frame.h"

namespace unpython::driver {

/// Memory of the device as steps name it, whichever a run of them has in its place.
struct MemoryName {
  enum class Of : uint8_t {
    Argument,  ///< memory number `index` that the caller has on the device
    Slot,      ///< what the steps allocate
    Value,     ///< a value of the call's KernelErrors, which kernels store and the host reads
    Errors,    ///< the call's ErrorCell
  };
  Of of = Of::Slot;
  int index = 0;
  auto operator<=>(const MemoryName&) const = default;
};

struct LaunchArgument {
  enum class Kind : uint8_t {
    Number,  ///< found by the plan of the call
    Scalar,  ///< the scalar argument `index`; -1: computed by the call
    Memory,
  };
  Kind kind = Kind::Number;
  int index = -1;
  int bytes = 0;            ///< of `value`; not for memory
  abi::ScalarSlot value{};  ///< not for memory
  MemoryName memory{};
  bool stored = false;  ///< the kernel may change the memory
  int computed = -1;    ///< of a scalar: its number among those of all launches of the call
};

/// The kernel that these are given to stores its errors.
[[nodiscard]] inline bool may_raise(std::span<const LaunchArgument> arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const LaunchArgument& argument) {
    return argument.kind == LaunchArgument::Kind::Memory && argument.memory.of == MemoryName::Of::Errors && argument.stored;
  });
}

/// In the order of the kernel's parameters.
class LaunchArguments {
 public:
  template <class T>
  void number(T value) {
    LaunchArgument& added = all_.emplace_back();
    added.bytes = sizeof value;
    std::memcpy(added.value.bytes, &value, sizeof value);
  }
  void scalar(const abi::ScalarSlot& value, int bytes, int index, int computed) {
    all_.push_back({.kind = LaunchArgument::Kind::Scalar, .index = index, .bytes = bytes, .value = value, .computed = computed});
  }
  void memory(MemoryName name, bool stored) {
    all_.push_back({.kind = LaunchArgument::Kind::Memory, .memory = name, .stored = stored});
  }
  [[nodiscard]] std::vector<LaunchArgument> take() { return std::move(all_); }

 private:
  std::vector<LaunchArgument> all_;
};

}  // namespace unpython::driver
