// driver::Report -> dict; LastCall -> dict.
#include "bindings/function/report.h"

#include <pybind11/stl.h>

#include <algorithm>

#include "driver/report/report_choice.h"
#include "unpython/time_types.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

py::dict times_of(const std::vector<driver::StageTime>& times) {
  py::dict result;
  for (const driver::StageTime& time : times) result[py::str(time.stage)] = time.milliseconds;
  return result;
}

py::dict kernel_dict(const driver::KernelRecord& kernel) {
  py::dict result;
  result["name"] = kernel.name;
  result["grid"] = py::make_tuple(kernel.grid[0], kernel.grid[1], kernel.grid[2]);
  result["block"] = py::make_tuple(kernel.block[0], kernel.block[1], kernel.block[2]);
  result["launches"] = kernel.launches;
  result["waits_for_code"] = kernel.waits_for_code();
  result["tiles"] = kernel.tiles;
  result["tile"] = kernel.tile;
  result["tiled_for"] =
      kernel.tiled_for.empty() ? py::object(py::none()) : py::object(py::str(kernel.tiled_for));
  result["together"] = kernel.together;
  result["not_together"] =
      kernel.not_together.empty() ? py::object(py::none()) : py::object(py::str(kernel.not_together));
  result["bytes_in"] = kernel.bytes_in;
  result["bytes_out"] = kernel.bytes_out;
  py::list arrays;
  for (const driver::ArrayHome& place : kernel.homes ? *kernel.homes : std::vector<driver::ArrayHome>()) {
    py::dict made;
    made["array"] = place.array;
    made["place"] = place.place;
    made["bytes"] = place.bytes;
    made["why"] = place.why;
    arrays.append(made);
  }
  result["arrays"] = arrays;
  return result;
}

py::object witness_dict(const std::optional<analysis::Witness>& witness) {
  if (!witness) return py::none();
  py::dict result;
  result["array"] = witness->name;
  result["element"] = witness->element;
  result["iterations"] = py::make_tuple(witness->first, witness->second);
  result["lines"] = py::make_tuple(witness->first_where.line, witness->second_where.line);
  result["both_write"] = witness->second_writes;
  return result;
}

py::list groups_of(const driver::NestGroups& memory) {
  py::list groups;
  for (const driver::GroupReport& group : memory.groups) {
    py::dict made;
    made["arrays"] = group.arrays;
    made["rule"] = group.rule;
    made["elements"] = group.elements;
    made["bytes"] = group.bytes;
    made["copied_in"] = group.copied_in;
    made["copied_out"] = group.copied_out;
    made["reason"] = group.reason;
    groups.append(made);
  }
  return groups;
}

py::object reason_of(const driver::NestGroups& memory) {
  if (memory.code.empty()) return py::none();
  py::dict reason;
  reason["code"] = memory.code;
  reason["reason"] = memory.reason;
  return reason;
}

py::dict loop_dict(const driver::LoopReport& loop) {
  py::dict result;
  result["line"] = loop.line;
  result["verdict"] = loop.verdict;
  result["code"] = loop.code.empty() ? py::object(py::none()) : py::object(py::str(loop.code));
  result["reason"] = loop.reason;
  result["advice"] = loop.advice;
  result["witness"] = witness_dict(loop.witness);
  return result;
}

/// Why a kernel of a call on devices ran elsewhere: on the host, or on one of them.
py::dict kernel_dict(const driver::KernelRecord& kernel, const std::string& code, const std::string& reason) {
  py::dict result;
  result["code"] = code;
  result["reason"] = reason;
  result["line"] = kernel.line;
  return result;
}

/// What each device of a call on several moved.
py::list devices_of(const driver::GpuRecord& record) {
  py::list devices;
  for (const driver::DeviceRecord& device : record.devices) {
    py::dict entry;
    entry["device"] = device.device;
    entry["bytes_in"] = device.bytes_in;
    entry["bytes_out"] = device.bytes_out;
    entry["bytes_between"] = device.bytes_between;
    devices.append(entry);
  }
  return devices;
}

py::dict nest_dict(const driver::NestReport& nest, const driver::Report& report) {
  py::list loops;
  for (const driver::LoopReport& loop : nest.loops) loops.append(loop_dict(loop));
  py::dict bounds;
  bounds["proven"] = nest.proven;
  bounds["checked"] = nest.checked;
  py::dict result;
  result["line"] = nest.line;
  result["parallel"] = loop_dict(nest.speaker);
  result["loops"] = loops;
  result["bounds"] = bounds;
  py::list kernels;
  int64_t tiles = 1;
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  int devices = 1;
  double host_share = 0;
  py::object fallback = py::none();
  py::object one_device = py::none();
  for (const driver::KernelRecord& kernel : report.gpu.kernels) {
    if (!kernel.runs_in(nest.line, nest.last_line)) continue;
    kernels.append(kernel_dict(kernel));
    tiles = std::max(tiles, kernel.tiles);
    if (kernel.begins_in(nest.line, nest.last_line)) {
      bytes_in += kernel.bytes_in;
      bytes_out += kernel.bytes_out;
    }
    devices = std::max(devices, kernel.devices);
    host_share = std::max(host_share, kernel.host_share);
    if (!kernel.host_code.empty()) fallback = kernel_dict(kernel, kernel.host_code, kernel.host_reason);
    if (!kernel.one_device_code.empty()) one_device = kernel_dict(kernel, kernel.one_device_code, kernel.one_device_reason);
  }
  result["device"] = fallback.is_none() ? report.device : "cpu";
  result["fallback"] = fallback;
  result["devices"] = devices;
  result["cpu_share"] = host_share;
  result["one_device"] = one_device;
  result["bytes_in"] = bytes_in;
  result["bytes_out"] = bytes_out;
  result["kernels"] = kernels;
  result["tiles"] = tiles;
  result["groups"] = groups_of(nest.memory);
  result["no_groups"] = reason_of(nest.memory);
  result["schedule"] = nest.schedule;
  result["order"] = nest.order;
  return result;
}

/// The estimates that the sides were chosen by; None: nobody asked.
py::object choice_of(const std::optional<driver::Estimate>& estimate) {
  if (!estimate) return py::none();
  py::dict result;
  result["gpu_ms"] = estimate->gpu_milliseconds;
  result["cpu_ms"] = estimate->cpu_milliseconds;
  const bool known = estimate->both_milliseconds > 0;
  result["both_ms"] = known ? py::object(py::float_(estimate->both_milliseconds)) : py::object(py::none());
  result["cpu_share"] = estimate->host_share;
  return result;
}

/// Of a call on both sides at once; None: it ran on one.
py::object both_of(const driver::BothSides& both) {
  if (both.host_share <= 0) return py::none();
  py::dict result;
  result["cpu_share"] = both.host_share;
  result["cpu_ms"] = both.host_milliseconds;
  result["gpu_ms"] = both.device_milliseconds;
  return result;
}

py::dict as_dict(const driver::Report& report) {
  py::list fallbacks;
  for (const driver::Fallback& fallback : report.fallbacks) {
    py::dict entry;
    entry["device"] = fallback.device;
    entry["code"] = fallback.code;
    entry["reason"] = fallback.reason;
    entry["line"] = fallback.line == 0 ? py::object(py::none()) : py::object(py::int_(fallback.line));
    fallbacks.append(entry);
  }
  py::list nests;
  for (const driver::NestReport& nest : report.nests) nests.append(nest_dict(nest, report));
  py::list fusion;
  for (const transform::FusionNote& note : report.fusion) {
    py::dict entry;
    entry["line"] = note.where.line;
    entry["done"] = note.done;
    entry["text"] = note.text;
    fusion.append(entry);
  }
  py::dict temporaries;
  temporaries["bytes"] = report.temporaries.bytes;
  temporaries["unfused_bytes"] = report.temporaries.unfused_bytes;
  py::dict result;
  result["function"] = report.function;
  result["file"] = report.file;
  result["device"] = report.device.empty() ? py::object(py::none()) : py::object(py::str(report.device));
  result["refused"] = report.refused.empty() ? py::object(py::none()) : py::object(py::str(report.refused));
  result["fallbacks"] = fallbacks;
  result["nests"] = nests;
  result["fusion"] = fusion;
  result["temporaries"] = temporaries;
  result["bytes_in"] = report.gpu.bytes_in;
  result["bytes_out"] = report.gpu.bytes_out;
  result["devices"] = devices_of(report.gpu);
  result["both_sides"] = both_of(report.gpu.both);
  result["choice"] = choice_of(report.estimate);
  result["cache"] = report.cache;
  result["times"] = times_of(report.times);
  return result;
}

std::string type_text(const frontend::ArgumentType& type) {
  if (type.none) return "None";
  const std::string name = unpython::full_name(type.type);
  if (type.is_array) return "ndarray[" + name + ", " + std::to_string(type.strides.size()) + "]";
  return type.weak ? "weak " + name : name;
}

}  // namespace

void add_report(py::module_& module) {
  py::class_<driver::Report>(module, "Report", "What ran where and why.")
      .def("as_dict", &as_dict, "The report as plain data.")
      .def("__repr__", [](const driver::Report& report) { return driver::print(report); })
      .def("_repr_html_", [](const py::object& report) {
        return py::module_::import("unpython._notebooks.html").attr("report_html")(report);
      });
}

py::object make_report(const FunctionState& function, std::shared_ptr<const CallWay> way, const std::string& refused) {
  driver::Report report;
  if (way && way->specialization) {
    report = driver::report_choice(*way->specialization, way->choice, way->record.get());
  } else if (way) {
    report.device = "python";
  }
  report.function = function.name;
  report.refused = refused;
  if (PyObject* const code = PyFunction_GetCode(function.py_func.ptr()))
    report.file = py::cast<std::string>(py::handle(code).attr("co_filename"));
  PyErr_Clear();
  return py::cast(std::move(report));
}

py::object last_call(const FunctionState& function) {
  const LastCall last = function.last;  // Python may run, and another call end, while the result is made
  if (!last.way) return py::none();
  const driver::Choice& choice = last.way->choice;
  py::dict times = choice.compiled ? times_of(driver::stage_times(*choice.plan)) : py::dict();
  if (last.milliseconds >= 0) times["run"] = last.milliseconds;
  py::dict result;
  const driver::GpuRecord moved = last.way->record ? *last.way->record : driver::GpuRecord{};
  result["device"] = choice.gpu ? driver::devices_of(choice, last.way->record.get()) : last.is_python() ? "python" : "cpu";
  result["compiled"] = choice.compiled;
  result["cache"] = last.is_python()  ? py::object(py::none())
                    : choice.compiled ? py::object(py::str(choice.plan->variant->cache))
                                      : py::object(py::str("memory"));
  result["times"] = times;
  result["bytes_in"] = moved.bytes_in;
  result["bytes_out"] = moved.bytes_out;
  result["devices"] = devices_of(moved);
  result["both_sides"] = both_of(moved.both);
  const driver::KernelRecord* tiled = moved.tiled();
  result["tiles"] = tiled == nullptr ? 1 : tiled->tiles;
  result["tile"] = tiled == nullptr ? py::object(py::none()) : py::object(py::tuple(py::cast(tiled->tile)));
  result["tiled_for"] = tiled == nullptr ? py::object(py::none()) : py::object(py::str(tiled->tiled_for));
  return result;
}

py::object signatures(const FunctionState& function) {
  py::list result;
  for (const std::shared_ptr<Entry>& entry : function.table.entries()) {
    py::list types;
    for (const frontend::ArgumentType& type : entry->dispatcher.specialization().signature.arguments)
      types.append(type_text(type));
    py::tuple signature(types);
    if (!result.contains(signature)) result.append(signature);
  }
  return result;
}

}  // namespace unpython::bindings
