// The CUDA path against a driver of host memory (fake/fake_cuda.cpp), each call of which can be made to fail.
#include "runtime/cuda/cuda_device.h"

#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "fake/fake_cuda.h"
#include "runtime/device_code.h"
#include "runtime/gpus.h"
#include "support/log.h"
#include "support/shared_library.h"
#include "support/spans.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::runtime;

namespace {

constexpr int64_t kCount = 1000;
constexpr int kInjected = 999;

/// The fake library as the package sees it, with its controls.
class FakeCuda {
 public:
  FakeCuda() : library_(open()) { fail("", 0); }
  ~FakeCuda() { fail("", 0); }
  FakeCuda(const FakeCuda&) = delete;
  FakeCuda& operator=(const FakeCuda&) = delete;

  void fail(const std::string& function, int n, int code = kInjected) const {
    library_.function<FakeCudaFail>("fake_cuda_fail")(function.c_str(), n, code);
  }
  [[nodiscard]] int64_t alive() const { return library_.function<FakeCudaAlive>("fake_cuda_alive")(); }
  [[nodiscard]] int64_t calls() const { return library_.function<FakeCudaCalls>("fake_cuda_calls")(); }
  [[nodiscard]] static DeviceSettings settings(const std::string& library = UNPYTHON_FAKE_CUDA,
                                               const std::string& compiler = UNPYTHON_FAKE_CUDA) {
    return test::gpu_settings({{"UNPYTHON_CUDA_LIBRARY", library}, {"UNPYTHON_NVRTC_LIBRARY", compiler}});
  }

 private:
  static SharedLibrary open() {
    std::string error;
    auto library = SharedLibrary::open(UNPYTHON_FAKE_CUDA, error);
    if (!library) FAIL(error);
    return std::move(*library);
  }
  SharedLibrary library_;
};

/// All that a call does: compile, move, launch, wait. Gives the numbers, each 2 i.
std::vector<double> scaled(Gpu& gpu) {
  Device& device = gpu.device();
  std::vector<double> numbers(kCount);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
  const LoadedCode loaded = load_code(device, {"scale.cu", "the source", {"scale"}}, nullptr);
  const PooledMemory memory = gpu.memory().acquire(kCount * 8);
  const Memory other = make_memory(device, kCount * 8);
  const Queue in = make_queue(device);
  const Queue out = make_queue(device);
  const std::vector<StridedCopy> all{{.run_bytes = kCount * 8}};
  auto* host = reinterpret_cast<std::byte*>(numbers.data());
  gpu.transfers().run(std::vector<Transfer>{{Direction::In, in.get(), memory.get(), host, all}});
  const double by = 2.0;
  const std::array arguments = {KernelArgument::of(memory.get()), KernelArgument::of_value(by),
                                KernelArgument::of_value(kCount)};
  device.launch(in.get(), *loaded.code, 0,
                {.groups = {8, 1, 1}, .threads = {128, 1, 1}, .dynamic_local_bytes = 64 << 10}, arguments);
  device.copy_on_device(in.get(), {other.get(), 0}, {memory.get(), 0}, kCount * 8);
  device.fill(in.get(), {memory.get(), 0}, 0, kCount * 8);
  const Event done = make_event(device, in.get());
  device.wait_on_device(out.get(), done.get());
  gpu.transfers().run(std::vector<Transfer>{{Direction::Out, out.get(), other.get(), host, all}});
  device.wait(in.get());
  const bool is_done = device.is_done(done.get());
  const MemoryInfo info = device.memory_info();
  CHECK(is_done);
  CHECK(info.free_bytes < info.total_bytes);
  return numbers;
}

bool is_right(const std::vector<double>& numbers) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != 2.0 * static_cast<double>(i)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("cuda_device: found, described, and used through its interface") {
  const FakeCuda fake;
  const int64_t alive = fake.alive();
  {
    Gpus gpus(FakeCuda::settings());
    REQUIRE(gpus.all("cuda").size() == 1);
    const GpuStatus status = gpus.find("gpu");
    CHECK(status.name == "cuda:0");
    CHECK(status.description == "Fake GPU, compute capability 9.0, driver for CUDA 13.0");
    REQUIRE(status.available);
    const abi::DeviceProperties& p = status.device->properties();
    CHECK(p.architecture == "sm_90");
    CHECK(p.language == abi::SourceLanguage::CudaC);
    CHECK(p.memory_bytes == 1 << 30);
    CHECK(is_right(scaled(*status.gpu)));
    CHECK(is_right(scaled(*status.gpu)));
    CHECK(gpus.find("cuda:1").reason == "there are 1 devices of this kind, counted from 0");
  }
  CHECK(fake.alive() == alive);
}

TEST_CASE("cuda_device: works in any thread, beside contexts of others") {
  const FakeCuda fake;
  const int64_t alive = fake.alive();
  {
    Gpus gpus(FakeCuda::settings());
    Gpu& gpu = *gpus.find("cuda").gpu;
    std::vector<std::thread> threads;
    std::atomic<int> right{0};
    for (int t = 0; t < 6; ++t) threads.emplace_back([&] { right += is_right(scaled(gpu)); });
    for (std::thread& thread : threads) thread.join();
    CHECK(right == 6);
  }
  CHECK(fake.alive() == alive);
}

TEST_CASE("cuda_device: a thread without a context gets ours once") {
  const FakeCuda fake;
  Gpus gpus(FakeCuda::settings());
  Gpu& gpu = *gpus.find("cuda").gpu;
  CHECK(is_right(scaled(gpu)));
  fake.fail("cuCtxPushCurrent", 1);
  const Memory memory = make_memory(gpu.device(), 8);
  fake.fail("", 0);
  CHECK(memory);
}

TEST_CASE("cuda_device: each call of the driver may fail: one clear error, no leak, and usable afterwards") {
  const FakeCuda fake;
  set_log_level(LogLevel::Off);
  int64_t calls = 0;
  {
    Gpus gpus(FakeCuda::settings());
    Gpu& gpu = *gpus.find("cuda").gpu;
    const int64_t before = fake.calls();
    CHECK(is_right(scaled(gpu)));
    calls = fake.calls() - before;
  }
  std::set<std::string> seen;
  for (int n = 1; n <= calls; ++n) {
    const int64_t alive = fake.alive();
    bool failed = false;
    {
      Gpus gpus(FakeCuda::settings());
      Gpu& gpu = *gpus.find("cuda").gpu;
      fake.fail("", n);
      try {
        const std::vector<double> numbers = scaled(gpu);
        REQUIRE(is_right(numbers));
      } catch (const DeviceFailure& failure) {
        failed = true;
        seen.insert(failure.call());
        REQUIRE(failure.code() == kInjected);
        REQUIRE_THAT(failure.what(), Catch::StartsWith("cuda:0: " + failure.call() + " failed with "));
      }
      fake.fail("", 0);
      REQUIRE(is_right(scaled(gpu)));
    }
    // What the driver refuses to release stays; nothing else does.
    REQUIRE(fake.alive() - alive <= (failed ? 0 : 1));
  }
  set_log_level(LogLevel::Warn);
  for (const char* call : {"cuDevicePrimaryCtxRetain",
                           "cuMemAlloc",
                           "cuMemHostAlloc",
                           "cuMemcpyHtoDAsync",
                           "cuMemcpyDtoHAsync",
                           "cuMemcpyDtoDAsync",
                           "cuMemsetD8Async",
                           "cuStreamCreate",
                           "cuStreamSynchronize",
                           "cuStreamWaitEvent",
                           "cuEventCreate",
                           "cuEventRecord",
                           "cuEventQuery",
                           "cuModuleLoadDataEx",
                           "cuModuleGetFunction",
                           "cuFuncGetAttribute",
                           "cuFuncSetAttribute",
                           "cuLaunchKernel",
                           "nvrtcCreateProgram",
                           "nvrtcCompileProgram",
                           "nvrtcGetCUBIN"}) {
    CHECK_THAT(std::vector<std::string>(seen.begin(), seen.end()), Catch::VectorContains(std::string(call)));
  }
}

TEST_CASE("cuda_device: a timed launch is a span of the device") {
  const FakeCuda fake;
  Gpus gpus(FakeCuda::settings());
  Gpu& gpu = *gpus.find("cuda").gpu;
  const int64_t before = span_clock();
  const LoadedCode loaded = load_code(gpu.device(), {"scale.cu", "the source", {"scale"}}, nullptr);
  const PooledMemory memory = gpu.memory().acquire(kCount * 8);
  const double by = 2.0;
  const std::array arguments = {KernelArgument::of(memory.get()), KernelArgument::of_value(by),
                                KernelArgument::of_value(kCount)};
  SpanRecord kernel;
  kernel.device = "cuda:0";
  keep_spans();
  gpu.launch_timed(gpu.queue(), kernel, *loaded.code, {.groups = {8, 1, 1}, .threads = {128, 1, 1}, .dynamic_local_bytes = 64 << 10},
                   arguments);
  gpu.wait();
  const int64_t alive = fake.alive();
  gpu.settle_times();
  CHECK(fake.alive() == alive - 2);  // its two events
  int64_t lost = 0;
  const std::vector<SpanRecord> spans = take_spans(lost);
  REQUIRE(spans.size() == 1);
  CHECK(spans[0].end - spans[0].begin == 500'000);
  CHECK(before < spans[0].end);
  CHECK(spans[0].end <= span_clock());
}

TEST_CASE("cuda_device: kinds of failures") {
  const FakeCuda fake;
  set_log_level(LogLevel::Off);
  Gpus gpus(FakeCuda::settings());
  Gpu& gpu = *gpus.find("cuda").gpu;
  const auto kind = [&] {
    try {
      static_cast<void>(scaled(gpu));
    } catch (const DeviceFailure& failure) {
      return failure.kind();
    }
    FAIL("no failure");
    return FailureKind::Other;
  };
  fake.fail("cuMemAlloc", 1, 2);
  CHECK(kind() == FailureKind::OutOfMemory);
  CHECK_THROWS_WITH(gpu.device().allocate(int64_t{1} << 40),
                    "cuda:0: cuMemAlloc failed with CUDA_ERROR_OUT_OF_MEMORY (2)");
  fake.fail("nvrtcCompileProgram", 1, 6);
  CHECK(kind() == FailureKind::Build);
  CHECK_THROWS_WITH(gpu.device().load("bad code", {"scale"}), Catch::Contains("the image is bad"));
  CHECK_THROWS_AS(gpu.device().load("code", {"no_such_kernel"}), DeviceFailure);
  fake.fail("cuEventSynchronize", 1, 700);  // a kernel touched what it must not
  fake.fail("cuStreamSynchronize", 1, 700);
  CHECK(kind() == FailureKind::Lost);
  fake.fail("", 0);
  CHECK(kind() == FailureKind::Lost);  // from now on
  CHECK_THROWS_WITH(gpu.device().create_queue(), Catch::Contains("can be used again in a new process"));
  set_log_level(LogLevel::Warn);
}

TEST_CASE("cuda_device: what is missing is a reason") {
  const FakeCuda fake;
  const auto reason = [&](const DeviceSettings& settings) {
    Gpus gpus(settings);
    CHECK(gpus.all("cuda").size() == 1);
    CHECK_FALSE(gpus.find("cuda:0").available);
    CHECK(gpus.find("cuda:0").device == nullptr);
    return gpus.all("cuda").front().reason;
  };
  CHECK_THAT(reason(FakeCuda::settings("/nowhere/libcuda.so")), Catch::Contains("/nowhere/libcuda.so"));
  CHECK_THAT(reason(FakeCuda::settings("libm.so.6")), Catch::Contains("older than 11.3"));
  CHECK_THAT(reason(FakeCuda::settings(UNPYTHON_FAKE_CUDA, "/nowhere/libnvrtc.so")), Catch::Contains("/nowhere/libnvrtc.so"));
  fake.fail("cuInit", 1, 100);
  CHECK_THAT(reason(FakeCuda::settings()), Catch::Contains("does not start") && Catch::Contains("(100)"));
  fake.fail("cuDeviceGetCount", 1, 100);
  CHECK_THAT(reason(FakeCuda::settings()), Catch::Contains("cuDeviceGetCount failed"));
  fake.fail("cuDeviceGetAttribute", 3, 100);
  CHECK_THAT(reason(FakeCuda::settings()), Catch::Contains("cuDeviceGetAttribute failed"));
}

TEST_CASE("cuda_device: a forked child is told, and releases nothing") {
  const FakeCuda fake;
  Gpus gpus(FakeCuda::settings());
  Gpu& gpu = *gpus.find("cuda").gpu;
  CHECK(is_right(scaled(gpu)));
  const Memory memory = make_memory(gpu.device(), 100);
  const int64_t alive = fake.alive();
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    bool told = false;
    try {
      static_cast<void>(gpu.device().create_queue());
    } catch (const DeviceFailure& failure) {
      told = failure.kind() == FailureKind::Lost && std::strstr(failure.what(), "fork") != nullptr;
    }
    gpu.device().release(memory.get());
    _exit(told && fake.alive() == alive ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}
