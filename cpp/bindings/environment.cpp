// Settings, the CPU library, the code cache.
#include "bindings/environment.h"

#include <pybind11/stl.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "abi/frame.h"
#include "bindings/base/errors.h"
#include "bindings/base/module_state.h"
#include "driver/plan/reasons.h"
#include "driver/steps/cpu_call.h"
#include "frontend/library/function_names.h"
#include "runtime/cpu/built_library.h"
#include "support/cpu_features.h"
#include "support/file_stamp.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace files = std::filesystem;
namespace {

py::dict settings() {
  const Settings& given = module_state().settings;
  py::dict result;
  result["disable"] = given.disable;
  result["strict"] = given.strict;
  result["cache"] = given.cache;
  result["cache_dir"] = given.cache_dir;
  result["device"] = given.device;
  result["unknown_values"] = unknown_values();
  return result;
}

/// Whether the CPU path can be used, and why not.
py::dict cpu_report() {
  py::dict result;
  result["available"] = false;
  for (const char* name : {"reason", "library", "llvm", "cpu", "features", "vector_math"}) result[name] = "";
  result["threads"] = driver::make_services(0).threads;
  const std::string& path = module_state().settings.cpu_library;
  result["library"] = path.empty() ? "libunpython_cpu.so" : path;
  try {
    const runtime::CpuDevice& cpu = module_state().compiler.cpu();
    result["cpu"] = cpu.target().cpu;
    result["features"] = cpu.target().features;
    result["llvm"] = cpu.maker().llvm_version;
    result["vector_math"] = module_state().compiler.vector_math();
    result["available"] = true;
  } catch (const DeviceError& error) {
    result["reason"] = error.what();
  }
  return result;
}

/// Entries of the code cache. Files that vanish meanwhile (other processes) are passed over.
std::vector<files::path> cache_entries() {
  std::vector<files::path> found;
  std::error_code problem;
  for (files::directory_iterator at(module_state().compiler.cache_folder(), problem), end;
       !problem && at != end; at.increment(problem)) {
    if (runtime::DiskCache::is_entry_name(at->path().filename().string())) found.push_back(at->path());
  }
  return found;
}

py::dict cache_report() {
  const std::string& folder = module_state().compiler.cache_folder();
  int64_t bytes = 0;
  const std::vector<files::path> entries = cache_entries();
  for (const files::path& entry : entries) {
    std::error_code problem;
    const auto size = files::file_size(entry, problem);
    if (!problem) bytes += static_cast<int64_t>(size);
  }
  py::dict result;
  result["enabled"] = !folder.empty();
  result["directory"] = folder;
  result["entries"] = entries.size();
  result["bytes"] = bytes;
  result["limit_bytes"] = driver::kCacheLimitBytes;
  std::error_code problem;
  const bool missing = !folder.empty() && !files::exists(folder, problem);
  const bool usable = missing || folder.empty() || files::is_directory(folder, problem);
  result["problem"] = usable ? "" : "not a folder";
  return result;
}

int clear_cache() {
  int removed = 0;
  for (const files::path& entry : cache_entries()) {
    std::error_code problem;
    removed += files::remove(entry, problem) ? 1 : 0;
  }
  return removed;
}

/// Of a library that was built ahead of time: what Python has put in, or why it is of no use here.
py::object add_built(const std::string& path) {
  std::string problem;
  const auto library = module_state().compiler.add_built(path, problem);
  if (!library) return py::str(problem);
  return py::bytes(library->programs().data(), library->programs().size());
}

/// Who makes code here, for the libraries that are built ahead of time.
py::dict code_maker() {
  const runtime::CodeMaker& maker = module_state().compiler.cpu().maker();
  py::dict result;
  result["abi_version"] = abi::kAbiVersion;
  result["cpu"] = maker.target.cpu;
  result["features"] = maker.target.features;
  result["vector_bytes"] = maker.target.vector_bytes;
  result["vector_registers"] = maker.target.vector_registers;
  result["fma"] = maker.target.fma;
  result["l1_bytes"] = maker.target.l1_bytes;
  result["l2_bytes"] = maker.target.l2_bytes;
  result["threads"] = maker.target.threads;
  result["llvm_version"] = maker.llvm_version;
  result["build_id"] = py::bytes(maker.build_id);
  result["missing"] = missing_feature(maker.target.features);
  return result;
}

py::list cache_contents() {
  py::list result;
  for (const files::path& path : cache_entries()) {
    const auto entry = module_state().compiler.disk().read(path.string());
    if (entry) result.append(py::make_tuple(py::bytes(entry->first), py::bytes(entry->second)));
  }
  return result;
}

/// A digest of the Python files of the package, and when one of them changed at last. `anew`: as they are now, not as they were when
/// the first function was made.
py::tuple stamp_of_package(bool anew) {
  PackageStamp& package = module_state().package;
  const FileStamp stamp = [&] {
    const py::gil_scoped_release release;
    return anew ? package.now() : package.first();
  }();
  return py::make_tuple(py::bytes(hex(stamp.digest)), stamp.last_change);
}

/// What keep_program() has kept, in any process; None: nothing.
py::object find_program(const std::string& origin) {
  const std::optional<std::string> found = module_state().compiler.disk().find(origin);
  return found ? py::object(py::bytes(*found)) : py::none();
}

void keep_program(const std::string& origin, const std::string& program) {
  module_state().compiler.disk().store(origin, program);
}

py::list gpu_report() {
  py::list result;
  for (const runtime::GpuStatus& row : module_state().compiler.gpus().checked()) {
    py::dict entry;
    entry["name"] = row.name;
    entry["available"] = row.available;
    entry["description"] = row.description;
    entry["reason"] = row.reason;
    result.append(entry);
  }
  return result;
}

/// Its name and how many threads fill it; None: there is no such device.
py::object find_device(const std::string& device) {
  const runtime::GpuStatus status = module_state().compiler.gpus().find(device);
  if (status.gpu == nullptr) return py::none();
  const abi::DeviceProperties& properties = status.gpu->device().properties();
  const int each = properties.threads_per_multiprocessor > 0 ? properties.threads_per_multiprocessor : properties.max_threads;
  return py::make_tuple(properties.name, int64_t{properties.multiprocessors} * each);
}

py::dict device_kinds() {
  py::dict kinds;
  const runtime::Gpus& gpus = module_state().compiler.gpus();
  for (const std::string& name : gpus.kinds()) {
    py::dict entry;
    entry["library_variable"] = gpus.kind(name).library_variable;
    entry["advice"] = gpus.kind(name).advice;
    kinds[py::str(name)] = entry;
  }
  return kinds;
}

py::dict reasons() {
  py::dict result;
  for (const auto& reason : driver::all_reasons()) result[py::str(reason.code)] = reason.advice;
  return result;
}

}  // namespace

void add_environment(py::module_& module) {
  module.def("settings", &settings, "Settings taken from the environment.");
  module.def("add_built", &add_built, "Takes code of a library that was built ahead of time; its programs, or a reason.");
  module.def("code_maker", &code_maker, "Who makes machine code here, and for which processor.");
  module.def("set_package_folder", [](std::string folder) { module_state().package.set_folder(std::move(folder)); });
  module.def("stamp_of_package", &stamp_of_package, "A digest of the package's Python files, and when one of them changed at last.");
  module.def("find_program", &find_program, "What keep_program() has kept in the code cache, in any process.");
  module.def("keep_program", &keep_program, "Keeps in the code cache what was made of `origin`.");
  module.def("cache_contents", &cache_contents, "Origin and content of each entry of the code cache.");
  module.def("gpu_report", &gpu_report, "CUDA and OpenCL devices, or why there are none.");
  module.def(
      "find_device", [](const std::string& device) { return translated([&] { return find_device(device); }); },
      "The name of a device that is asked for, as 'gpu', and how many threads fill it; None: there is none.");
  module.def("device_kinds", &device_kinds, "By what GPUs are called by ('cuda', 'opencl'): what their driver needs.");
  module.def("cpu_report", &cpu_report, "What is known of the CPU path.");
  module.def("cache_report", &cache_report, "Where machine code is kept and how much there is.");
  module.def("clear_cache", &clear_cache,
             "Removes all machine code kept on disk; gives the number of entries.");
  module.def(
      "function_names",
      [] {
        py::list names;
        for (const std::string& name : frontend::function_names()) names.append(name);
        return names;
      },
      "NumPy functions that the compiler knows itself.");
  module.def("reasons", &reasons, "Reason codes and one line of advice each.");
}

}  // namespace unpython::bindings
