// Walks over parts made by hand.
#include "driver/choose/device_run.h"

#include <catch2/catch.hpp>

using namespace unpython;
using namespace unpython::driver;

namespace {

constexpr runtime::DeviceRates kRates{.launch_seconds = 1e-5,
                                      .transfer_seconds = 1e-4,
                                      .bytes_in = 1e9,
                                      .bytes_out = 1e9,
                                      .narrow = {},
                                      .wide = {}};
const ir::ArrayId kArray{0};

/// Stores an array that the one before it has made.
PartWork part(bool in_order) {
  PartWork part;
  part.in_order = in_order;
  part.arrays = {{kArray, 1e6, 1e6}};
  return part;
}

CallWork parts(const std::vector<bool>& in_order, double times) {
  CallWork work;
  work.bytes_in = work.bytes_out = 1e6;
  work.arguments = {{kArray, 1e6, 1e6}};
  PartOrder loop{.times = times};
  for (const bool each : in_order) {
    loop.inner.push_back({.part = static_cast<int>(work.parts.size())});
    work.parts.push_back(part(each));
  }
  work.order.push_back(loop);
  return work;
}

constexpr double kWay = 1e-4 + 1e-3;  // of the array

}  // namespace

TEST_CASE("a run on a device: a call whose parts are parallel moves its arrays once") {
  const DeviceRun run = walk(parts({false, false}, 10), {{1e-3, 2e-3}, {9, 9}}, kRates);
  CHECK(run.is_one_sided);
  CHECK(run.kernels == Approx(10 * 3e-3));
  CHECK(run.in == Approx(kWay));
  CHECK(run.out == Approx(kWay));
  CHECK(run.between == 0);
}

TEST_CASE("a run on a device: a part in order that the processor runs takes its arrays there and back each time") {
  const DeviceRun run = walk(parts({false, true}, 10), {{1e-3, 1}, {9, 1e-3}}, kRates);
  CHECK_FALSE(run.is_one_sided);
  CHECK(run.kernels == Approx(10 * 1e-3));
  CHECK(run.host == Approx(10 * 1e-3));
  CHECK(run.between == Approx(10 * kWay + 9 * kWay));
  CHECK(run.out == 0);  // the processor stored it last
}

TEST_CASE("a run on a device: it stays on the device where the way takes longer than one work item") {
  const DeviceRun run = walk(parts({false, true}, 10), {{1e-3, 2e-3}, {9, 1e-3}}, kRates);
  CHECK(run.is_one_sided);
  CHECK(run.between == 0);
}

TEST_CASE("a run on a device: nothing moves for a call that the processor runs alone") {
  const DeviceRun run = walk(parts({true}, 1), {{1}, {1e-3}}, kRates);
  CHECK(run.in == 0);
  CHECK(run.out == 0);
  CHECK(run.host == 1e-3);
}
