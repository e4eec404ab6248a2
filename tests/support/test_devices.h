// The devices and compilers that C++ tests run on. One that is absent skips the test, with the reason; where
// UNPYTHON_REQUIRE (kinds with commas between) names it, the test fails.
#pragma once
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "runtime/cuda/cuda_device.h"
#include "runtime/gpus.h"
#include "support/settings.h"

namespace unpython::test {

inline void skip_device(const std::string& kind, const std::string& reason) {
  const char* required = std::getenv("UNPYTHON_REQUIRE");
  const std::string kinds = "," + std::string(required != nullptr ? required : "") + ",";
  if (kinds.find("," + kind + ",") != std::string::npos) FAIL(kind << ": " << reason);
  static std::set<std::string> said;
  if (said.insert(kind).second) WARN("skipped, no " << kind << ": " << reason);
}

/// Where the environment says, else in the usual places and among the packages of the tests' Python.
inline runtime::DeviceSettings gpu_settings() {
  return {.variable = read_variable, .package_folders = {UNPYTHON_TEST_PACKAGES}};
}

/// An environment with these variables alone.
inline runtime::DeviceSettings gpu_settings(std::map<std::string, std::string> variables) {
  return {.variable = [variables = std::move(variables)](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  }};
}

/// `name` as of Gpus::find: "opencl", "cuda:0"; null: skip.
inline runtime::Device* device(const std::string& name) {
  static auto* gpus = new runtime::Gpus(gpu_settings());
  const runtime::GpuStatus status = gpus->find(name);
  if (status.device == nullptr) skip_device(name.substr(0, name.find(':')), status.reason);
  return status.device;
}

/// NVRTC for sm_90, which needs no GPU; null: skip.
inline const runtime::CudaCompiler* cuda_compiler() {
  static std::string reason;
  static const auto compiler = runtime::CudaCompiler::open(runtime::nvrtc_search(gpu_settings()), 0, 90, "cuda", reason);
  if (compiler == nullptr) skip_device("nvrtc", reason);
  return compiler.get();
}

}  // namespace unpython::test
