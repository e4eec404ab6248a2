#include "runtime/cpu/cpu_device.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "unpython/error.h"

using namespace unpython;
using runtime::CpuDevice;
using runtime::CpuText;

TEST_CASE("cpu_device: a missing or foreign library is a DeviceError that names it") {
  CHECK_THROWS_WITH(CpuDevice("/nowhere/lib.so").target(),
                    Catch::Contains("/nowhere/lib.so") && Catch::Contains("cannot be opened"));
  CHECK_THROWS_WITH(CpuDevice("libm.so.6").maker(), Catch::Contains("another version"));
  CHECK_THROWS_AS(CpuDevice("/nowhere/lib.so").compile("", CpuText::Object), DeviceError);
}

TEST_CASE("cpu_device: opened once by many threads; results and errors cross, nothing leaks") {
  const CpuDevice device(UNPYTHON_FAKE_CPU_LIBRARY);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { static_cast<void>(device.target()); });
  for (std::thread& thread : threads) thread.join();

  CHECK(device.target().cpu == "fake-cpu");
  CHECK(device.target().vector_bytes == 64);
  CHECK(device.target().fma);
  CHECK(device.target().l1_bytes > 0);
  CHECK(device.target().l2_bytes > 0);
  CHECK(device.maker().llvm_version == "19.1.7");
  CHECK(device.compile("text", CpuText::Assembly) == "text");
  CHECK_THROWS_WITH(device.compile("bad", CpuText::Object), Catch::Contains("no such node"));
  CHECK_THROWS_WITH(device.load("bad"), Catch::Contains("not an object"));

  const auto first = device.load("object");
  CHECK(first->entry()(nullptr) == 110);
  {
    const auto second = device.load("object");
    CHECK(first->entry()(nullptr) == 210);
  }
  CHECK(first->entry()(nullptr) == 110);
}
