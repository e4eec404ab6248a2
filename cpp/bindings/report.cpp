// driver::Report -> dict; LastCall -> namespace.
#include "bindings/report.h"

#include "driver/explain.h"
#include "driver/reasons.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

py::dict times_of(const std::vector<driver::StageTime>& times) {
  py::dict result;
  for (const driver::StageTime& time : times) result[py::str(time.stage)] = time.milliseconds;
  return result;
}

py::dict nest_dict(const transform::NestReport& nest, const std::string& device) {
  py::dict parallel;
  parallel["verdict"] = nest.verdict;
  parallel["reason"] = nest.reason;
  py::dict result;
  result["line"] = nest.range.line;
  result["device"] = device;
  result["parallel"] = parallel;
  result["schedule"] = nest.schedule;
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
  for (const transform::NestReport& nest : report.nests) nests.append(nest_dict(nest, report.device));
  py::dict result;
  result["function"] = report.function;
  result["device"] = report.device.empty() ? py::object(py::none()) : py::object(py::str(report.device));
  result["fallbacks"] = fallbacks;
  result["nests"] = nests;
  result["cache"] = report.cache;
  result["times"] = times_of(report.times);
  return result;
}

std::string type_text(const frontend::ArgumentType& type) {
  const std::string name(unpython::name_of(type.type));
  if (type.is_array) return "ndarray[" + name + ", " + std::to_string(type.strides.size()) + "]";
  return type.weak ? "weak " + name : name;
}

}  // namespace

void add_report(py::module_& module) {
  py::class_<driver::Report>(module, "Report", "What ran where and why.")
      .def("as_dict", &as_dict, "The report as plain data.")
      .def("__repr__", [](const driver::Report& report) { return driver::print(report); });
}

py::object make_report(const FunctionState& function, const Entry* entry, const driver::Plan* plan) {
  driver::Report report;
  report.function = function.name;
  if (entry != nullptr) {
    report.device = "cpu";
    report.nests = plan->variant->nests;
    report.cache = plan->variant->cache;
    report.times = driver::stage_times(*plan->variant);
    if (entry->fell_back) {
      report.fallbacks.push_back({"gpu", "NO_DEVICE", std::string(driver::advice_for("NO_DEVICE")), 0});
    }
  } else if (function.last.python) {
    report.device = "python";
  }
  return py::cast(std::move(report));
}

py::object last_call(const FunctionState& function) {
  const LastCall& last = function.last;
  if (!last.entry && !last.python) return py::none();
  py::dict times = last.compiled ? times_of(driver::stage_times(*last.plan->variant)) : py::dict();
  if (last.milliseconds >= 0) times["run"] = last.milliseconds;
  py::dict result;
  result["device"] = last.python ? "python" : "cpu";
  result["compiled"] = last.compiled;
  result["cache"] = last.python     ? py::object(py::none())
                    : last.compiled ? py::object(py::str(last.plan->variant->cache))
                                    : py::object(py::str("memory"));
  result["times"] = times;
  result["bytes_in"] = 0;
  result["bytes_out"] = 0;
  result["tiles"] = 1;
  return result;
}

py::object signatures(const FunctionState& function) {
  py::list result;
  for (const std::shared_ptr<Entry>& entry : function.table.entries()) {
    py::list types;
    for (const frontend::ArgumentType& type : entry->planner.specialization().signature.arguments)
      types.append(type_text(type));
    py::tuple signature(types);
    if (!result.contains(signature)) result.append(signature);
  }
  return result;
}

}  // namespace unpython::bindings
