// The processor's share of a call on both sides, from given lines and from runs.
#include "driver/choose/both_sides.h"

#include <catch2/catch.hpp>

using namespace unpython;
using namespace unpython::driver;

namespace {

double share_of(const BothLines& lines) { return lines.expected(1, 1).host_share; }

/// What a call with this share takes on a machine whose sides are these lines.
BothSides run(const SideLine& host, const SideLine& device, double share) {
  return {.host_share = share,
          .host_milliseconds = host.of(share),
          .device_milliseconds = device.of(1 - share),
          .came_home = true};
}

}  // namespace

TEST_CASE("both_sides: both end together") {
  const BothLines even({0, 10}, {0, 10});
  CHECK(share_of(even) == Approx(0.5));
  CHECK(even.expected(1, 1).milliseconds == Approx(5.06));
  const BothLines lines({0.5, 30}, {2, 8});
  CHECK(share_of(lines) == Approx(0.25));
  CHECK(lines.expected(1, 1).milliseconds == Approx(8.06));
}

TEST_CASE("both_sides: what one side alone ends as soon is not dealt") {
  CHECK(share_of(BothLines()) == 0);
  CHECK(share_of(BothLines({0, 1000}, {0, 10})) == 0);
  CHECK(share_of(BothLines({0, 10}, {0, 1000})) == 0);
  CHECK(share_of(BothLines({5, 10}, {0, 4})) == 0);
}

TEST_CASE("both_sides: a gain that an estimate promises has to be worth a try") {
  const BothLines lines({0, 30}, {0, 10});
  CHECK(lines.are_better({.host_share = 0.25, .milliseconds = 7.6}, 10, true));
  CHECK_FALSE(lines.are_better({.host_share = 0.25, .milliseconds = 9.5}, 10, true));
  CHECK_FALSE(lines.are_better({.host_share = 0.25, .milliseconds = 7.6}, 10, false));
  CHECK_FALSE(BothLines().are_better({}, 10, true));
}

TEST_CASE("both_sides: what calls on one side took changes what is expected, until calls ran on both") {
  BothLines lines({0, 10}, {0, 10});
  CHECK(lines.expected(3, 1).host_share == Approx(0.25));
  CHECK(lines.expected(1, 30).host_share == 0);
  lines.learn({.host_share = 0.5, .host_milliseconds = 5, .device_milliseconds = 5, .came_home = true}, 5);
  CHECK(lines.expected(3, 1).host_share == Approx(0.5));
}

TEST_CASE("both_sides: runs move the share to where both end together") {
  const SideLine host{0, 90};  // a third as fast as it was expected to be
  const SideLine device{1, 9};
  BothLines lines({0, 30}, {1, 9});
  CHECK(share_of(lines) == Approx(0.256).margin(0.01));
  for (int call = 0; call < 8; ++call) {
    const BothSides took = run(host, device, share_of(lines));
    lines.learn(took, std::max(took.host_milliseconds, took.device_milliseconds));
  }
  CHECK(share_of(lines) == Approx(10.0 / 99).margin(0.04));
  CHECK(lines.expected(1, 1).milliseconds < 13);
}

TEST_CASE("both_sides: what runs took stands for what was expected, and any gain will do") {
  BothLines lines({0, 30}, {0, 10});
  for (int call = 0; call < 4; ++call)
    lines.learn({.host_share = 0.25, .host_milliseconds = 7.5, .device_milliseconds = 7.5, .came_home = true},
                9.8);
  CHECK(lines.expected(1, 1).milliseconds == Approx(9.8));
  CHECK(lines.are_better(lines.expected(1, 1), 10, true));
  CHECK_FALSE(lines.are_better(lines.expected(1, 1), 9, true));
}

TEST_CASE("both_sides: a call of which nothing was dealt is not tried again") {
  BothLines lines({0, 10}, {0, 10});
  lines.learn({}, 10);
  CHECK(share_of(lines) == 0);
  CHECK_FALSE(lines.are_better(lines.expected(1, 1), 10, true));
}
