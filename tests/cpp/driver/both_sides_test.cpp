// The processor's share of a call on both sides, from given lines and from runs.
#include "driver/choose/both_sides.h"

#include <catch2/catch.hpp>

using namespace unpython;
using namespace unpython::driver;

namespace {

const Correction kNone;

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
  CHECK(even.share() == Approx(0.5));
  CHECK(even.milliseconds(kNone, kNone) == Approx(5.1));
  const BothLines lines({0.5, 30}, {2, 8});
  CHECK(lines.share() == Approx(0.25));
  CHECK(lines.milliseconds(kNone, kNone) == Approx(8.1));
}

TEST_CASE("both_sides: what one side alone ends as soon is not dealt") {
  CHECK(BothLines().share() == 0);
  CHECK(BothLines({0, 1000}, {0, 10}).share() == 0);
  CHECK(BothLines({0, 10}, {0, 1000}).share() == 0);
  CHECK(BothLines({5, 10}, {0, 4}).share() == 0);
}

TEST_CASE("both_sides: a gain that an estimate promises has to be worth a try") {
  const BothLines lines({0, 30}, {0, 10});
  CHECK(lines.are_better(7.6, 10));
  CHECK_FALSE(lines.are_better(9.5, 10));
  CHECK_FALSE(BothLines().are_better(1, 10));
}

TEST_CASE("both_sides: runs move the share to where both end together") {
  const SideLine host{0, 90};  // a third as fast as it was expected to be
  const SideLine device{1, 9};
  BothLines lines({0, 30}, {1, 9});
  CHECK(lines.share() == Approx(0.256).margin(0.01));
  for (int call = 0; call < 8; ++call) {
    const BothSides took = run(host, device, lines.share());
    lines.learn(took, std::max(took.host_milliseconds, took.device_milliseconds));
  }
  CHECK(lines.share() == Approx(10.0 / 99).margin(0.04));
  CHECK(lines.milliseconds(kNone, kNone) < 13);
}

TEST_CASE("both_sides: what runs took stands for what was expected, and any gain will do") {
  BothLines lines({0, 30}, {0, 10});
  for (int call = 0; call < 4; ++call)
    lines.learn({.host_share = 0.25, .host_milliseconds = 7.5, .device_milliseconds = 7.5, .came_home = true}, 9.8);
  CHECK(lines.milliseconds(kNone, kNone) == Approx(9.8));
  CHECK(lines.are_better(lines.milliseconds(kNone, kNone), 10));
  CHECK_FALSE(lines.are_better(lines.milliseconds(kNone, kNone), 9));
}

TEST_CASE("both_sides: a call of which nothing was dealt is not tried again") {
  BothLines lines({0, 10}, {0, 10});
  lines.learn({}, 10);
  CHECK(lines.share() == 0);
  CHECK_FALSE(lines.are_better(1, 10));
}
