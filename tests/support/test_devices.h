// The devices and compilers that C++ tests run on. One that is absent skips the test, with the reason; where
// UNPYTHON_REQUIRE_DEVICE names it, the test fails.
#pragma once
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "runtime/cuda/cuda_compiler.h"
#include "runtime/gpus.h"

namespace unpython::test {

inline void skip_device(const std::string& kind, const std::string& reason) {
  const char* required = std::getenv("UNPYTHON_REQUIRE_DEVICE");
  if (required != nullptr && kind == required) FAIL(kind << ": " << reason);
  WARN("skipped, no " << kind << ": " << reason);
}

/// `name` as of Gpus::find: "opencl", "cuda:0"; null: skip.
inline runtime::Device* device(const std::string& name) {
  static auto* gpus = new runtime::Gpus({.nvrtc = {.package_folders = {UNPYTHON_TEST_PACKAGES}}});
  const runtime::GpuStatus status = gpus->find(name);
  if (status.device == nullptr) skip_device(name.substr(0, name.find(':')), status.reason);
  return status.device;
}

/// NVRTC for sm_90, which needs no GPU; null: skip.
inline const runtime::CudaCompiler* cuda_compiler() {
  static std::string reason;
  static const auto compiler = runtime::CudaCompiler::open(
      {.setting = {}, .package_folders = {UNPYTHON_TEST_PACKAGES}, .toolkit = "/usr/local/cuda"}, 0, 90,
      "cuda", reason);
  if (compiler == nullptr) skip_device("nvrtc", reason);
  return compiler.get();
}

}  // namespace unpython::test
