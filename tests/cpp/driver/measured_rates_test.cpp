#include "driver/choose/measured_rates.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "test_devices.h"

using namespace unpython;
using namespace unpython::driver;

namespace {

/// A folder of its own, gone at the end.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("unpython-choice-" + std::to_string(getpid()));
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("measured_rates: rates are measured twice and then read from disk") {
  const Folder folder;
  runtime::DiskCache disk(folder.path.string());
  if (std::ifstream(UNPYTHON_LIBRARY_DIR "/libunpython_cpu.so").good()) {
    Settings settings;
    settings.cpu_library = UNPYTHON_LIBRARY_DIR "/libunpython_cpu.so";
    Compiler compiler(settings);
    const CpuRates cpu = MeasuredRates(disk).of_cpu(compiler);
    CHECK(cpu.threads >= 1);
    CHECK(cpu.lanes >= 1);
    for (const double rate : {cpu.memory_bytes, cpu.thread_memory_bytes, cpu.arithmetic, cpu.divisions,
                              cpu.functions, cpu.contraction.front(), cpu.contraction.back(),
                              cpu.narrow_divisions, cpu.narrow_functions,
                              cpu.cached_bytes, cpu.dealt_bytes, cpu.shared_bytes, cpu.region_seconds})
      CHECK(rate > 0);
    const CpuRates better = MeasuredRates(disk).of_cpu(compiler);
    CHECK(better.arithmetic >= cpu.arithmetic);
    CHECK(better.memory_bytes >= cpu.memory_bytes);
    CHECK(better.contraction.back() >= cpu.contraction.back());
    CHECK(better.region_seconds <= cpu.region_seconds);
    CHECK(better.threads == cpu.threads);
    CHECK(MeasuredRates(disk).of_cpu(compiler) == better);
  }
  runtime::Gpus gpus(test::gpu_settings());
  const runtime::GpuStatus status = gpus.find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  CHECK(MeasuredRates(disk).for_call(*status.gpu).item_operations == runtime::DeviceRates().item_operations);
  const runtime::DeviceRates device = MeasuredRates(disk).of(*status.gpu);
  for (const double rate : {device.launch_seconds, device.transfer_seconds, device.bytes_in, device.bytes_out,
                            device.bytes_both, device.memory_bytes, device.loads, device.scattered_loads, device.item_operations,
                            device.narrow.simple, device.narrow.divisions, device.narrow.functions})
    CHECK(rate > 0);
  for (const double seconds : device.moderate_in) CHECK(seconds > 0);
  for (const double seconds : device.moderate_out) CHECK(seconds > 0);
  CHECK((device.wide.simple > 0) == status.device->properties().float64);
  const runtime::DeviceRates better = MeasuredRates(disk).of(*status.gpu);
  CHECK(better.bytes_in >= device.bytes_in);
  CHECK(better.wide.functions >= device.wide.functions);
  CHECK(better.transfer_seconds <= device.transfer_seconds);
  CHECK(better.moderate_in.back() <= device.moderate_in.back());
  CHECK(MeasuredRates(disk).of(*status.gpu) == better);
  CHECK(MeasuredRates(disk).for_call(*status.gpu).item_operations == better.item_operations);
}
