#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "runtime/device/device_failure.h"
#include "runtime/device_code.h"
#include "runtime/memory/memory_pool.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::runtime;

namespace {

constexpr int64_t kCount = 1000;

// One text for both languages.
const char* const kOpenCl = R"(
#pragma OPENCL FP_CONTRACT OFF
#define KERNEL __kernel void
#define GLOBAL __global
#define INT64 long
#define GROUP (int)get_group_id(0)
#define THREAD (int)get_local_id(0)
#define THREADS (int)get_local_size(0)
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define PARAMETER , __local double* part
#define DECLARATION
)";
const char* const kCuda = R"(
#define KERNEL extern "C" __global__ void
#define GLOBAL
#define INT64 long long
#define GROUP (int)blockIdx.x
#define THREAD (int)threadIdx.x
#define THREADS (int)blockDim.x
#define BARRIER __syncthreads()
#define PARAMETER
#define DECLARATION extern __shared__ double part[];
)";
const char* const kSource = R"(
KERNEL scale(GLOBAL double* a, double by, INT64 count) {
  const INT64 i = GROUP * (INT64)THREADS + THREAD;
  if (i < count) a[i] *= by;
}
KERNEL sum_groups(GLOBAL const double* a, GLOBAL double* sums PARAMETER) {
  DECLARATION
  part[THREAD] = a[GROUP * THREADS + THREAD];
  BARRIER;
  if (THREAD == 0) {
    double sum = 0.0;
    for (int i = 0; i < THREADS; ++i) sum += part[i];
    sums[GROUP] = sum;
  }
}
)";

/// The devices of this machine: each test runs on all of them.
std::vector<Device*> devices() {
  std::vector<Device*> found;
  for (const char* name : {"cuda", "opencl"}) {
    if (Device* device = test::device(name)) found.push_back(device);
  }
  return found;
}

DeviceSource source(const Device& device, std::vector<std::string> entries) {
  const bool cuda = device.properties().language == abi::SourceLanguage::CudaC;
  return {"test", std::string(cuda ? kCuda : kOpenCl) + kSource, std::move(entries)};
}

}  // namespace

TEST_CASE("gpu_device: properties are those of a real device") {
  for (Device* device : devices()) {
    INFO(device->properties().name);
    const abi::DeviceProperties& p = device->properties();
    CHECK(p.name.substr(0, 4) == (p.language == abi::SourceLanguage::CudaC ? "cuda" : "open"));
    CHECK_FALSE(p.description.empty());
    CHECK(p.memory_bytes > 0);
    CHECK(p.max_allocation_bytes > 0);
    CHECK(p.max_allocation_bytes <= p.memory_bytes);
    CHECK(p.local_bytes >= 16 << 10);
    CHECK(p.argument_bytes >= 256);
    CHECK(p.max_threads >= 64);
    CHECK(p.max_block[0] >= 64);
    CHECK(p.multiprocessors >= 1);
  }
}

TEST_CASE("gpu_device: copies, kernels and fills keep their order in a queue") {
  for (Device* device : devices()) {
    INFO(device->properties().name);
    const LoadedCode loaded = load_code(*device, source(*device, {"scale", "sum_groups"}), nullptr);
    CHECK(std::string(loaded.cache) == "compiled");
    CHECK(loaded.code->facts(0).max_threads >= 64);

    std::vector<double> numbers(kCount);
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
    std::vector<double> back(kCount + 1, -1.0);
    const int64_t bytes = kCount * 8;
    const Queue queue = make_queue(*device);
    const Memory a = make_memory(*device, bytes + 8);
    const Memory b = make_memory(*device, bytes);
    device->copy_in(queue.get(), {a.get(), 8}, numbers.data(), bytes);
    device->copy_on_device(queue.get(), {b.get(), 0}, {a.get(), 8}, bytes);
    const double by = 2.5;
    const std::array arguments = {KernelArgument::of(b.get()), KernelArgument::of_value(by),
                                  KernelArgument::of_value(kCount)};
    device->launch(queue.get(), *loaded.code, 0,
                   {.groups = {(kCount + 63) / 64, 1, 1}, .threads = {64, 1, 1}}, arguments);
    device->fill(queue.get(), {a.get(), 0}, 0xFF, 8);
    device->copy_out(queue.get(), back.data() + 1, {b.get(), 0}, bytes);
    const Event end = make_event(*device, queue.get());
    device->wait(end.get());
    CHECK(device->is_done(end.get()));
    CHECK(back[0] == -1.0);
    for (size_t i = 0; i < numbers.size(); ++i) REQUIRE(back[i + 1] == 2.5 * static_cast<double>(i));
  }
}

TEST_CASE("gpu_device: one kernel on several queues at once, with grids of many sizes") {
  for (Device* device : devices()) {
    INFO(device->properties().name);
    const LoadedCode loaded = load_code(*device, source(*device, {"scale"}), nullptr);
    const std::vector<double> ones(40 * 64, 1.0);
    const auto scale_often = [&](size_t thread, double& last) {
      const Queue queue = make_queue(*device);
      const Memory a = make_memory(*device, 40 * 64 * 8);
      const double by = 2.0;
      for (int64_t n = 0; n < 300; ++n) {
        const int64_t groups = 1 + (n * 7 + static_cast<int64_t>(thread) * 13) % 40;
        const int64_t count = groups * 64;
        const std::array arguments = {KernelArgument::of(a.get()), KernelArgument::of_value(by),
                                      KernelArgument::of_value(count)};
        device->copy_in(queue.get(), {a.get(), 0}, ones.data(), count * 8);
        device->launch(queue.get(), *loaded.code, 0, {.groups = {groups, 1, 1}, .threads = {64, 1, 1}},
                       arguments);
        device->copy_out(queue.get(), &last, {a.get(), (count - 1) * 8}, 8);
        if (n % 5 == 0) device->wait(queue.get());
      }
      device->wait(queue.get());
    };
    std::vector<double> last(4, 0.0);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < last.size(); ++t) threads.emplace_back(scale_often, t, std::ref(last[t]));
    for (std::thread& thread : threads) thread.join();
    CHECK(last == std::vector<double>(4, 2.0));
  }
}

TEST_CASE("gpu_device: local memory sized by the launch") {
  for (Device* device : devices()) {
    INFO(device->properties().name);
    const LoadedCode loaded = load_code(*device, source(*device, {"sum_groups"}), nullptr);
    const std::vector<double> ones(128, 1.0);
    std::vector<double> sums(4);
    const Queue queue = make_queue(*device);
    const Memory a = make_memory(*device, 128 * 8);
    const Memory b = make_memory(*device, 4 * 8);
    device->copy_in(queue.get(), {a.get(), 0}, ones.data(), 128 * 8);
    const std::array arguments = {KernelArgument::of(a.get()), KernelArgument::of(b.get())};
    device->launch(queue.get(), *loaded.code, 0,
                   {.groups = {4, 1, 1}, .threads = {32, 1, 1}, .dynamic_local_bytes = 32 * 8}, arguments);
    device->copy_out(queue.get(), sums.data(), {b.get(), 0}, 4 * 8);
    device->wait(queue.get());
    CHECK(sums == std::vector<double>(4, 32.0));
  }
}

TEST_CASE("gpu_device: queues wait for each other's events; pinned memory is host memory") {
  for (Device* device : devices()) {
    INFO(device->properties().name);
    const Queue first = make_queue(*device);
    const Queue second = make_queue(*device);
    const int64_t bytes = 1 << 20;
    const PinnedMemory pinned = make_pinned(*device, bytes);
    const Memory memory = make_memory(*device, bytes);
    auto* host = static_cast<unsigned char*>(pinned.get().address);
    for (int round = 1; round < 20; ++round) {
      device->fill(first.get(), {memory.get(), 0}, static_cast<uint8_t>(round), bytes);
      const Event filled = make_event(*device, first.get());
      device->wait_on_device(second.get(), filled.get());
      device->copy_out(second.get(), host, {memory.get(), 0}, bytes);
      device->wait(second.get());
      REQUIRE(host[0] == round);
      REQUIRE(host[bytes - 1] == round);
    }
  }
}

TEST_CASE("gpu_device: one kernel launched from many threads") {
  for (Device* device : devices()) {
    INFO(device->properties().name);
    const LoadedCode loaded = load_code(*device, source(*device, {"scale"}), nullptr);
    std::vector<int> wrong(8, -1);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < wrong.size(); ++t) {
      threads.emplace_back([&, t] {
        std::vector<double> numbers(kCount, 1.0);
        const Queue queue = make_queue(*device);
        const Memory a = make_memory(*device, kCount * 8);
        device->copy_in(queue.get(), {a.get(), 0}, numbers.data(), kCount * 8);
        const auto by = static_cast<double>(t + 2);
        const std::array arguments = {KernelArgument::of(a.get()), KernelArgument::of_value(by),
                                      KernelArgument::of_value(kCount)};
        for (int i = 0; i < 3; ++i) {
          device->launch(queue.get(), *loaded.code, 0, {.groups = {16, 1, 1}, .threads = {64, 1, 1}},
                         arguments);
        }
        device->copy_out(queue.get(), numbers.data(), {a.get(), 0}, kCount * 8);
        device->wait(queue.get());
        wrong[t] = 0;
        for (const double number : numbers) wrong[t] += number != by * by * by;
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(8, 0));
  }
}

TEST_CASE("gpu_device: a refused source is a failure with the compiler's log") {
  for (Device* device : devices()) {
    INFO(device->properties().name);
    DeviceSource bad = source(*device, {"scale"});
    bad.text += "KERNEL f(GLOBAL int* a) { a[0] = no_such_name; }";
    try {
      static_cast<void>(device->compile(bad));
      FAIL("compiled");
    } catch (const DeviceFailure& failure) {
      CHECK(failure.kind() == FailureKind::Build);
      CHECK_THAT(failure.what(), Catch::Contains("no_such_name"));
    }
    CHECK_THROWS_AS(load_code(*device, source(*device, {"no_such_kernel"}), nullptr), DeviceFailure);
  }
}

TEST_CASE("gpu_device: binaries are kept on disk") {
  for (Device* device : devices()) {
    std::string folder = std::filesystem::temp_directory_path().string() + "/unpython_code_XXXXXX";
    REQUIRE(mkdtemp(folder.data()) != nullptr);
    DiskCache cache(folder);
    CHECK(std::string(load_code(*device, source(*device, {"scale"}), &cache).cache) == "compiled");
    CHECK(std::string(load_code(*device, source(*device, {"scale"}), &cache).cache) == "disk");
    CHECK(std::string(load_code(*device, source(*device, {"scale", "sum_groups"}), &cache).cache) ==
          "compiled");
    std::filesystem::remove_all(folder);
  }
}

TEST_CASE("gpu_device: more memory than there is, is a failure of that kind") {
  for (Device* device : devices()) {
    MemoryPool pool(*device);
    try {
      static_cast<void>(pool.acquire(device->properties().max_allocation_bytes + 1));
      FAIL("allocated");
    } catch (const DeviceFailure& failure) {
      CHECK(failure.kind() == FailureKind::OutOfMemory);
    }
    CHECK(pool.available() > 0);
  }
}
