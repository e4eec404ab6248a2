// Parsing, interning and merging of settings. All state here is guarded by Python's lock.
#include "bindings/function/call_options.h"

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/base/module_state.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

template <class T, size_t N>
using Names = std::array<std::pair<std::string_view, T>, N>;

constexpr Names<FloatMode, 3> kFloatModes{
    {{"standard", FloatMode::Standard}, {"strict", FloatMode::Strict}, {"fast", FloatMode::Fast}}};
constexpr Names<OverflowMode, 2> kOverflowModes{
    {{"wrap", OverflowMode::Wrap}, {"check", OverflowMode::Check}}};
constexpr Names<RaceMode, 3> kRaceModes{
    {{"ordered", RaceMode::Ordered}, {"error", RaceMode::Error}, {"trust", RaceMode::Trust}}};

template <class T, size_t N>
T parse_name(const char* option, const py::handle& value, const Names<T, N>& names) {
  std::string accepted;
  const std::string given = py::isinstance<py::str>(value) ? py::cast<std::string>(value) : "";
  for (const auto& [name, result] : names) {
    if (given == name) return result;
    accepted += (accepted.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  throw py::value_error(std::string("option ") + option + " must be one of " + accepted + ", not " +
                        py::cast<std::string>(py::repr(value)));
}

template <class T, size_t N>
std::string_view name_in(const Names<T, N>& names, T value) {
  for (const auto& [name, result] : names) {
    if (result == value) return name;
  }
  return {};
}

DeviceWish parse_device(const py::handle& value) {
  const std::string given = py::isinstance<py::str>(value) ? py::cast<std::string>(value) : "";
  if (given == "cpu") return {DeviceChoice::Cpu, given};
  if (given == "python") return {DeviceChoice::Python, given};
  const std::string kind = given.substr(0, given.find(':'));
  if (given == "gpu" || module_state().compiler.gpus().has(kind)) return {DeviceChoice::Gpu, given};
  throw py::value_error(
      "option device must be one of 'cpu', 'gpu', 'cuda', 'cuda:0', 'cuda:*', 'opencl', 'opencl:0', 'opencl:*', "
      "'python', or several as 'cuda:0,cuda:1', not " +
      py::cast<std::string>(py::repr(value)));
}

int64_t parse_memory_limit(const py::handle& value) {
  const bool is_int = py::isinstance<py::int_>(value) && !py::isinstance<py::bool_>(value);
  const long long bytes = is_int ? PyLong_AsLongLong(value.ptr()) : -1;
  if (bytes < 0) {
    PyErr_Clear();
    throw py::value_error("option memory_limit must be a number of bytes, 0 for all of the device, not " +
                          py::cast<std::string>(py::repr(value)));
  }
  return bytes;
}

bool parse_bool(const char* option, const py::handle& value) {
  if (!py::isinstance<py::bool_>(value)) {
    throw py::value_error(std::string("option ") + option + " must be True or False, not " +
                          py::cast<std::string>(py::repr(value)));
  }
  return py::cast<bool>(value);
}

int parse_threads(const py::handle& value) {
  const bool is_int = py::isinstance<py::int_>(value) && !py::isinstance<py::bool_>(value);
  const long threads = is_int ? PyLong_AsLong(value.ptr()) : -1;
  if (threads < 0 || threads > 4096) {
    PyErr_Clear();
    throw py::value_error("option threads must be an int from 0 (all) to 4096, not " +
                          py::cast<std::string>(py::repr(value)));
  }
  return static_cast<int>(threads);
}

void parse_option(OptionValues& values, const std::string& name, const py::handle& value) {
  if (name == "fp") {
    values.fp = parse_name("fp", value, kFloatModes);
  } else if (name == "overflow") {
    values.overflow = parse_name("overflow", value, kOverflowModes);
  } else if (name == "races") {
    values.races = parse_name("races", value, kRaceModes);
  } else if (name == "device") {
    values.device = parse_device(value);
  } else if (name == "memory_limit") {
    values.memory_limit = parse_memory_limit(value);
  } else if (name == "auto") {
    values.auto_parallel = parse_bool("auto", value);
  } else if (name == "check_bounds") {
    values.check_bounds = parse_bool("check_bounds", value);
  } else if (name == "force") {
    values.force = parse_bool("force", value);
  } else if (name == "strict") {
    values.strict = parse_bool("strict", value);
  } else if (name == "cache") {
    values.cache = parse_bool("cache", value);
  } else if (name == "threads") {
    values.threads = parse_threads(value);
  } else {
    throw py::type_error(
        "unknown option '" + name +
        "'; there are auto, check_bounds, cache, device, force, fp, memory_limit, overflow, races, strict "
        "and threads");
  }
}

/// Every set of settings in use so far; there are few. Number 0 holds none. A deque keeps references valid.
std::deque<OptionValues>& interned() {
  static std::deque<OptionValues> values(1);
  return values;
}

uint16_t intern(const OptionValues& values) {
  std::deque<OptionValues>& known = interned();
  for (size_t id = 0; id < known.size(); ++id) {
    if (known[id] == values) return static_cast<uint16_t>(id);
  }
  known.push_back(values);
  return static_cast<uint16_t>(known.size() - 1);
}

uint16_t process_settings = 0;
thread_local uint16_t block_settings = 0;

}  // namespace

OptionValues parse_options(const py::dict& given) {
  OptionValues values;
  for (const auto& [name, value] : given) {
    parse_option(values, py::cast<std::string>(name), value);
  }
  return values;
}

py::dict to_dict(const OptionValues& values) {
  py::dict result;
  if (values.fp) result["fp"] = name_in(kFloatModes, *values.fp);
  if (values.overflow) result["overflow"] = name_in(kOverflowModes, *values.overflow);
  if (values.races) result["races"] = name_in(kRaceModes, *values.races);
  if (values.device) result["device"] = values.device->name;
  if (values.memory_limit) result["memory_limit"] = *values.memory_limit;
  if (values.auto_parallel) result["auto"] = *values.auto_parallel;
  if (values.check_bounds) result["check_bounds"] = *values.check_bounds;
  if (values.force) result["force"] = *values.force;
  if (values.strict) result["strict"] = *values.strict;
  if (values.cache) result["cache"] = *values.cache;
  if (values.threads) result["threads"] = *values.threads;
  return result;
}

uint32_t current_options_id() { return uint32_t{block_settings} << 16 | process_settings; }

EffectiveOptions effective_options(uint32_t id, const OptionValues& decorator, DeviceChoice device,
                                   bool strict_by_default) {
  const OptionValues& block = interned()[id >> 16];
  const OptionValues& process = interned()[id & 0xFFFF];
  const auto pick = [&](auto OptionValues::*option, auto otherwise) {
    if (block.*option) return *(block.*option);
    return decorator.*option ? *(decorator.*option) : (process.*option).value_or(otherwise);
  };
  const Options defaults;
  EffectiveOptions result;
  result.options.fp = pick(&OptionValues::fp, defaults.fp);
  result.options.overflow = pick(&OptionValues::overflow, defaults.overflow);
  result.options.races = pick(&OptionValues::races, defaults.races);
  result.options.auto_parallel = pick(&OptionValues::auto_parallel, defaults.auto_parallel);
  result.options.check_bounds = pick(&OptionValues::check_bounds, defaults.check_bounds);
  result.options.strict = pick(&OptionValues::strict, strict_by_default);
  result.options.threads = pick(&OptionValues::threads, defaults.threads);
  result.options.disk_cache = pick(&OptionValues::cache, defaults.disk_cache);
  result.options.memory_limit = pick(&OptionValues::memory_limit, defaults.memory_limit);
  const DeviceWish wish =
      pick(&OptionValues::device, DeviceWish{device, device == DeviceChoice::Gpu ? "gpu" : "cpu"});
  result.device = wish.choice;
  result.device_name = wish.name;
  result.may_choose = wish.name == "gpu" && !result.options.strict && !pick(&OptionValues::force, false);
  return result;
}

void add_options(py::module_& module) {
  module.def(
      "set_process_options", [](const py::dict& given) { process_settings = intern(parse_options(given)); },
      py::arg("options"), "Replaces the settings of the process.");
  module.def(
      "swap_thread_options",
      [](const py::object& given) -> py::object {
        py::object previous =
            block_settings == 0 ? py::object(py::none()) : to_dict(interned()[block_settings]);
        block_settings = given.is_none() ? uint16_t{0} : intern(parse_options(py::cast<py::dict>(given)));
        return previous;
      },
      py::arg("options"),
      "Replaces the settings of this thread's `with` block, and returns the ones before.");
}

}  // namespace unpython::bindings
