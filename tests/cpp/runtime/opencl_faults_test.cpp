// The OpenCL path on the devices of this machine, with each call of the library made to fail in turn.
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "runtime/device/device_failure.h"
#include "runtime/device_code.h"
#include "runtime/gpus.h"
#include "support/log.h"
#include "support/shared_library.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::runtime;

namespace {

constexpr int64_t kCount = 1000;
constexpr int kInjected = -9999;

const char* const kSource =
    "__kernel void twice(__global int* a, int count, __local int* unused) {"
    "  int i = get_global_id(0); if (i < count) a[i] *= 2; }";

bool runs(Gpu& gpu) {
  Device& device = gpu.device();
  std::vector<int> numbers(kCount, 21);
  const LoadedCode loaded = load_code(device, {"twice", kSource, {"twice"}}, nullptr);
  const PooledMemory memory = gpu.memory().acquire(kCount * 4);
  const Memory other = make_memory(device, kCount * 4);
  const Queue in = make_queue(device);
  const Queue out = make_queue(device);
  const std::vector<StridedCopy> all{{.run_bytes = kCount * 4}};
  auto* host = reinterpret_cast<std::byte*>(numbers.data());
  device.fill(in.get(), {other.get(), 0}, 0, kCount * 4);
  gpu.transfers().run(std::vector<Transfer>{{Direction::In, in.get(), memory.get(), host, all}});
  const int count = kCount;
  const std::array arguments = {KernelArgument::of(memory.get()), KernelArgument::of_value(count)};
  device.launch(in.get(), *loaded.code, 0,
                {.groups = {16, 1, 1}, .threads = {64, 1, 1}, .dynamic_local_bytes = 64}, arguments);
  device.copy_on_device(in.get(), {other.get(), 0}, {memory.get(), 0}, kCount * 4);
  const Event done = make_event(device, in.get());
  device.wait_on_device(out.get(), done.get());
  gpu.transfers().run(std::vector<Transfer>{{Direction::Out, out.get(), other.get(), host, all}});
  device.wait(in.get());
  return numbers == std::vector<int>(kCount, 42);
}

}  // namespace

TEST_CASE("opencl_faults: each call may fail: one clear error, no leak, and usable afterwards") {
  if (test::device("opencl") == nullptr) return;
  std::string error;
  const auto library = SharedLibrary::open(UNPYTHON_OPENCL_FAULTS, error);
  REQUIRE(library.has_value());
  const auto set = library->function<void (*)(const char*, long, int)>("opencl_faults_set");
  const auto calls = library->function<long (*)()>("opencl_faults_calls");
  const auto alive = library->function<long (*)()>("opencl_faults_alive");
  const DeviceSettings settings = test::gpu_settings({{"UNPYTHON_OPENCL_LIBRARY", UNPYTHON_OPENCL_FAULTS}});
  set_log_level(LogLevel::Off);
  long count = 0;
  {
    Gpus gpus(settings);
    Gpu* gpu = gpus.find("opencl:0").gpu;
    const long before = calls();
    CHECK(runs(*gpu));
    count = calls() - before;
  }
  CHECK(alive() == 0);
  std::set<std::string> seen;
  for (long n = 1; n <= count; ++n) {
    const long before = alive();
    bool failed = false;
    {
      Gpus gpus(settings);
      Gpu* gpu = gpus.find("opencl:0").gpu;
      set("", n, kInjected);
      try {
        const bool right = runs(*gpu);
        REQUIRE(right);
      } catch (const DeviceFailure& failure) {
        failed = true;
        seen.insert(failure.call());
        REQUIRE_THAT(failure.what(), Catch::StartsWith("opencl:0: " + failure.call() + " failed with "));
      }
      set("", 0, 0);
      const bool right = runs(*gpu);
      REQUIRE(right);
    }
    // What OpenCL refuses to release stays; nothing else does.
    REQUIRE(alive() - before <= (failed ? 0 : 1));
  }
  set_log_level(LogLevel::Warn);
  for (const char* call : {"clCreateContext",
                           "clCreateCommandQueue",
                           "clCreateBuffer",
                           "clEnqueueMapBuffer",
                           "clEnqueueWriteBuffer",
                           "clEnqueueReadBuffer",
                           "clEnqueueCopyBuffer",
                           "clEnqueueFillBuffer",
                           "clEnqueueMarkerWithWaitList",
                           "clEnqueueBarrierWithWaitList",
                           "clFlush",
                           "clFinish",
                           "clWaitForEvents",
                           "clCreateProgramWithSource",
                           "clCreateProgramWithBinary",
                           "clBuildProgram",
                           "clGetProgramInfo",
                           "clCreateKernel",
                           "clSetKernelArg",
                           "clGetKernelWorkGroupInfo",
                           "clEnqueueNDRangeKernel"}) {
    CHECK_THAT(std::vector<std::string>(seen.begin(), seen.end()), Catch::VectorContains(std::string(call)));
  }
}
