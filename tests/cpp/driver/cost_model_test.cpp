// Estimates from given work and given rates.
#include "driver/choose/cost_model.h"

#include <catch2/catch.hpp>

using namespace unpython;
using namespace unpython::driver;

namespace {

/// Without cost of its own for calls that do nothing.
constexpr runtime::DeviceRates kDevice{.launch_seconds = 1e-5,
                                       .transfer_seconds = 5e-5,
                                       .bytes_in = 40e9,
                                       .bytes_out = 20e9,
                                       .bytes_both = 50e9,
                                       .memory_bytes = 4e12,
                                       .loads = 4e12,
                                       .scattered_loads = 4e11,
                                       .narrow = {20e12, 1e12, 5e11},
                                       .wide = {10e12, 5e11, 1e11}};
constexpr CpuRates kCpu{.threads = 16,
                        .lanes = 4,
                        .region_seconds = 2e-5,
                        .memory_bytes = 1e11,
                        .thread_memory_bytes = 1e10,
                        .arithmetic = 1e11,
                        .contraction = {1e11, 2e11, 3e11, 4e11}};

abi::DeviceProperties properties() {
  abi::DeviceProperties result;
  result.multiprocessors = 100;
  result.threads_per_multiprocessor = 2000;
  return result;
}

PartWork part(double iterations, double wide) {
  PartWork result;
  result.iterations = iterations;
  result.operations.wide.simple = wide;
  result.chunks = 1000;
  return result;
}

/// The parts run one after the other.
CallWork in_order(CallWork work) {
  for (size_t n = 0; n < work.parts.size(); ++n) {
    const double launches = work.parts[n].launches;
    work.order.push_back({.times = launches, .part = static_cast<int>(n)});
  }
  return work;
}
Estimate of(const CallWork& work) { return estimate(in_order(work), properties(), kDevice, kCpu); }
double gpu(const PartWork& part) { return of({.parts = {part}}).gpu_milliseconds; }
double cpu(const PartWork& part) { return of({.parts = {part}}).cpu_milliseconds; }

}  // namespace

TEST_CASE("cost_model: transfers, launches and kernels add up") {
  PartWork twice = part(1e9, 10e9);
  twice.launches = 2;
  const double nothing = gpu(part(1, 0));
  CHECK(of({.parts = {twice}, .bytes_in = 40e6, .bytes_out = 20e6}).gpu_milliseconds - nothing ==
        Approx(0.01 + 2 * 0.007 + 0.1 + 1 + 1 + 1));
}

TEST_CASE("cost_model: launches of a repeated call cost what the device takes for a list of them") {
  runtime::DeviceRates graphs = kDevice;
  graphs.replay_seconds = 1e-6;
  const auto on = [&](const CallWork& work, const runtime::DeviceRates& rates) {
    return estimate(in_order(work), properties(), rates, kCpu).gpu_milliseconds;
  };
  PartWork many = part(1e9, 0);
  many.launches = 100;
  CHECK(on({.parts = {many}}, kDevice) == Approx(0.05 + 100 * 0.017));
  CHECK(on({.parts = {many}}, graphs) == Approx(0.015 + 100 * 0.001));
  PartWork result = part(1e9, 0);
  result.has_result = true;
  CHECK(on({.parts = {many, result}}, graphs) == Approx(0.015 + 101 * 0.001 + 0.05));  // it is read in the end
  CHECK(on({.parts = {result, many}}, graphs) > 100 * 0.017);  // it may decide what follows
  many.launches = 1000;
  CHECK(on({.parts = {many}}, graphs) == Approx(0.05 + 1000 * 0.017));  // too many for a list
}

TEST_CASE("cost_model: large transfers hide behind each other and behind kernels") {
  const CallWork work{.parts = {part(1e9, 1e9)}, .bytes_in = 500e6, .bytes_out = 500e6};
  const double found = of(work).gpu_milliseconds;
  CHECK(found > 25);  // out alone
  CHECK(found < 26);  // in and out one after the other are 37.5
  CallWork two = work;
  two.parts.push_back(part(1e9, 1));
  CHECK(of(two).gpu_milliseconds > 37.5);  // only the last kernel's results go out early
}

TEST_CASE("cost_model: either side is as slow as its memory when there is little to compute") {
  PartWork copy = part(1e9, 1);
  copy.footprint_bytes = copy.first_bytes = 4e9;
  const double nothing = gpu(part(1e9, 0));
  CHECK(gpu(copy) - nothing == Approx(1));
  CHECK(cpu(copy) == Approx(40).epsilon(0.01));
}

TEST_CASE("cost_model: transfers of moderate size take what was measured, and between them a part of it") {
  runtime::DeviceRates device = kDevice;
  device.moderate_in = {1e-4, 2e-4, 6e-4};
  const auto in = [&](double bytes) {
    return estimate({.parts = {}, .bytes_in = bytes}, properties(), device, kCpu).gpu_milliseconds -
           estimate({}, properties(), device, kCpu).gpu_milliseconds;
  };
  CHECK(in(1) == Approx(0.05).epsilon(0.001));
  CHECK(in(256 << 10) == Approx(0.1));
  CHECK(in(2 << 20) == Approx(0.2));
  CHECK(in(9 << 20) == Approx(0.4));
  CHECK(in(16 << 20) == Approx(0.6));
  CHECK(in(16 * 1048576.0 + 40e6) == Approx(1.6));  // from there on at the rate of the link
}

TEST_CASE("cost_model: rows of a loop in order are staged on a GPU") {
  PartWork rows = part(1e6, 0);
  rows.scattered_loads = rows.row_loads = 4e9;
  CHECK(gpu(rows) - gpu(part(1e6, 0)) == Approx(1));
  abi::DeviceProperties processor = properties();
  processor.is_cpu = true;
  const auto there = [&](const PartWork& work) {
    return estimate(in_order({.parts = {work}}), processor, kDevice, kCpu).gpu_milliseconds;
  };
  CHECK(there(rows) - there(part(1e6, 0)) == Approx(10));
}

TEST_CASE("cost_model: few iterations leave the device idle, and threads without work") {
  const double all = gpu(part(1e6, 1e10)) - gpu(part(1e6, 0));
  const double few = gpu(part(500, 1e10)) - gpu(part(500, 0));
  CHECK(few == Approx(40 * all));
  CHECK(cpu(part(1, 1e9)) == Approx(16 * cpu(part(1e6, 1e9))).epsilon(0.01));
  CallWork limited{.parts = {part(1e6, 1e9)}};
  limited.threads = 4;
  CHECK(of(limited).cpu_milliseconds == Approx(4 * cpu(part(1e6, 1e9))).epsilon(0.01));
}

TEST_CASE("cost_model: a device has rates of its own for functions and reach") {
  PartWork functions = part(1e6, 0);
  functions.operations.wide.functions = 5e9;
  CHECK(gpu(functions) - gpu(part(1e6, 0)) == Approx(50));
  PartWork near = part(1e6, 0);
  near.loads = 4e9;
  PartWork far = part(1e6, 0);
  far.scattered_loads = 4e9;
  CHECK(gpu(near) - gpu(part(1e6, 0)) == Approx(1));
  CHECK(gpu(far) - gpu(part(1e6, 0)) == Approx(10));
}

TEST_CASE("cost_model: a work item of a GPU waits in each step, longest where it stores to what it loads") {
  PartWork walk = part(1e3, 0);
  walk.steps = 1e4;
  const double nothing = gpu(part(1e3, 0));
  CHECK(gpu(walk) - nothing == Approx(0.3));
  walk.in_place = true;
  CHECK(gpu(walk) - nothing == Approx(1.5));
  walk.scattered_loads = 1;
  CHECK(gpu(walk) - nothing == Approx(6.5));
}

TEST_CASE("cost_model: arrays on the device cost the processor their way there and back") {
  const CallWork there{.parts = {part(1e6, 1e6)}, .resident_bytes_out = 20e6, .resident_bytes_in = 40e6};
  const CallWork here{.parts = {part(1e6, 1e6)}};
  CHECK(of(there).gpu_milliseconds == of(here).gpu_milliseconds);
  CHECK(of(there).cpu_milliseconds - of(here).cpu_milliseconds == Approx(1 + 1 + 0.1));
}

TEST_CASE("cost_model: a call asks for the rates that were measured") {
  const CallRates measured = call_rates(kDevice, kCpu);
  CHECK(measured.result_seconds == Approx(6e-5));
  CHECK(measured.bytes_in == 40e9);
  CHECK(measured.bytes_out == 20e9);
  CHECK(measured.host_operations == Approx(1e11 / 16 / 4));
  const CallRates typical = call_rates({}, {});
  CHECK(typical.item_operations < typical.host_operations);
  CHECK(typical.bytes_in > 0);
}
