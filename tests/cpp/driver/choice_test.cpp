#include "driver/choice.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "test_devices.h"

using namespace unpython;
using namespace unpython::driver;

namespace {

constexpr runtime::DeviceRates kDevice{.launch_seconds = 1e-5,
                                       .transfer_seconds = 5e-5,
                                       .bytes_in_per_second = 40e9,
                                       .bytes_out_per_second = 20e9,
                                       .memory_bytes_per_second = 4e12,
                                       .float32_per_second = 20e12,
                                       .float64_per_second = 10e12};
constexpr runtime::CpuRates kCpu{
    .threads = 16, .memory_bytes_per_second = 1e11, .operations_per_second = 1e12};

/// A folder of its own, gone at the end.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("unpython-choice-" + std::to_string(getpid()));
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("choice: what moves and what is computed add up on the device") {
  const Estimate found = estimate({.operations = 10'000'000'000,
                                   .bytes_in = 40'000'000,
                                   .bytes_out = 20'000'000,
                                   .bytes_touched = 60'000'000,
                                   .launches = 2,
                                   .float64 = true},
                                  kDevice, kCpu);
  CHECK(found.gpu_milliseconds == Approx(0.02 + 0.1 + 1 + 1 + 1));
  CHECK(found.cpu_milliseconds == Approx(10));
}

TEST_CASE("choice: either side is as slow as its memory when there is little to compute") {
  const CallWork work{.operations = 1000, .bytes_touched = 1'000'000'000};
  const Estimate found = estimate(work, kDevice, kCpu);
  CHECK(found.gpu_milliseconds == Approx(0.01 + 0.25));
  CHECK(found.cpu_milliseconds == Approx(10));
}

TEST_CASE("choice: threads that the call may not use do not count, 64 bits only where the device has them") {
  const CallWork work{.operations = 1'000'000'000, .float64 = true, .threads = 4};
  runtime::DeviceRates narrow = kDevice;
  narrow.float64_per_second = 0;
  CHECK(estimate(work, kDevice, kCpu).cpu_milliseconds == Approx(4));
  CHECK(estimate(work, kDevice, kCpu).gpu_milliseconds == Approx(0.01 + 0.1));
  CHECK(estimate(work, narrow, kCpu).gpu_milliseconds == Approx(0.01 + 0.05));
}

TEST_CASE("choice: rates are measured once and then read from disk") {
  const Folder folder;
  runtime::DiskCache disk(folder.path.string());
  const runtime::CpuRates cpu = MeasuredRates(disk).of_cpu();
  CHECK(cpu.operations_per_second > 0);
  CHECK(cpu.memory_bytes_per_second > 0);
  CHECK(MeasuredRates(disk).of_cpu() == cpu);
  runtime::Gpus gpus(test::gpu_settings());
  const runtime::GpuStatus status = gpus.find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  const runtime::DeviceRates device = MeasuredRates(disk).of(*status.gpu);
  CHECK(device.launch_seconds > 0);
  CHECK(device.transfer_seconds > 0);
  CHECK(device.bytes_in_per_second > 0);
  CHECK(device.bytes_out_per_second > 0);
  CHECK(device.memory_bytes_per_second > 0);
  CHECK(device.float32_per_second > 0);
  CHECK((device.float64_per_second > 0) == status.device->properties().float64);
  CHECK(MeasuredRates(disk).of(*status.gpu) == device);
}
