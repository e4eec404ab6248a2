// Settings as users give them: for the process, for a `with` block of one thread, for one function; and what
// results.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>

#include "unpython/options.h"

namespace unpython::bindings {

enum class DeviceChoice : uint8_t { Cpu, Gpu, Python };

/// Where functions run: "cpu", "python", "gpu", "cuda", "opencl:0".
struct DeviceWish {
  DeviceChoice choice = DeviceChoice::Cpu;
  std::string name = "cpu";
  bool operator==(const DeviceWish&) const = default;
};

/// Settings that were given; the others are left to the next level (decorator, thread, environment, default).
struct OptionValues {
  std::optional<FloatMode> fp;
  std::optional<OverflowMode> overflow;
  std::optional<RaceMode> races;
  std::optional<bool> auto_parallel;
  std::optional<bool> check_bounds;
  std::optional<bool> strict;
  std::optional<int> threads;
  std::optional<bool> cache;
  std::optional<DeviceWish> device;
  std::optional<int64_t> memory_limit;
  std::optional<bool> force;
  bool operator==(const OptionValues&) const = default;
};

/// What one function is compiled and called with.
struct EffectiveOptions {
  Options options;
  DeviceChoice device = DeviceChoice::Cpu;
  std::string device_name;  ///< of Gpu: which one, as driver::DeviceWish takes it
  bool may_choose = false;  ///< of Gpu: the CPU runs what it is faster at; nobody named a device or insisted
};

/// Throws TypeError for unknown names, ValueError for unknown values.
[[nodiscard]] OptionValues parse_options(const pybind11::dict& given);
[[nodiscard]] pybind11::dict to_dict(const OptionValues& values);

/// The settings around a call as a number that stands for them: equal settings have equal numbers.
[[nodiscard]] uint32_t current_options_id();

/// What a function is compiled and called with under the settings that `id` stands for: a `with` block goes
/// before the decorator, the decorator before the process. `device`: the one that the decorator's name asks
/// for.
[[nodiscard]] EffectiveOptions effective_options(uint32_t id, const OptionValues& decorator,
                                                 DeviceChoice device, bool strict_by_default);

/// Adds set_process_options(dict) and swap_thread_options(dict or None) to the module.
void add_options(pybind11::module_& module);

}  // namespace unpython::bindings
