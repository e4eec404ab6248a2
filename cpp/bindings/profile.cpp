#include "bindings/profile.h"

#include <string>

#include "bindings/base/module_state.h"
#include "support/spans.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

/// The number of this thread, and the clock that spans are told in.
py::tuple start_profile() {
  {
    const py::gil_scoped_release unlocked;
    module_state().compiler.gpus().wait();  // kernels of the last profile end outside of this one
  }
  keep_spans();
  return py::make_tuple(span_thread(), span_clock());
}

py::dict as_dict(const SpanRecord& span) {
  py::dict result;
  result["kind"] = span.kind;
  result["name"] = span.name;
  result["file"] = span.file;
  result["line"] = span.line;
  result["device"] = span.device;
  result["thread"] = span.thread;
  result["begin"] = span.begin;
  result["end"] = span.end;
  result["bytes_in"] = span.bytes_in;
  result["bytes_out"] = span.bytes_out;
  result["bytes"] = span.bytes;
  result["registers"] = span.registers;
  return result;
}

/// The spans, how many were lost, and the clock.
py::tuple stop_profile() {
  {
    const py::gil_scoped_release unlocked;
    module_state().compiler.gpus().wait();
  }
  const int64_t clock = span_clock();
  int64_t lost = 0;
  py::list spans;
  for (const SpanRecord& span : take_spans(lost)) spans.append(as_dict(span));
  return py::make_tuple(spans, lost, clock);
}

/// Bytes per second that a device moves between its memory and its processors, as measured; measures where nobody has.
double memory_rate(const std::string& device) {
  const py::gil_scoped_release unlocked;
  const runtime::GpuStatus found = module_state().compiler.gpus().find(device);
  return found.gpu == nullptr ? 0 : module_state().rates.of(*found.gpu).memory_bytes;
}

}  // namespace

void add_profile(py::module_& module) {
  module.def("start_profile", &start_profile, "For unpython.profile: (number of this thread, clock).");
  module.def("stop_profile", &stop_profile, "For unpython.profile: (spans, how many were lost, clock).");
  module.def("memory_rate", &memory_rate, "Bytes per second between a device's memory and its processors, measured.");
}

}  // namespace unpython::bindings
