// Calls whose sides take other times than the model expects.
#include "driver/choose/runs.h"

#include <catch2/catch.hpp>

using unpython::driver::Correction;
using unpython::driver::Runs;

namespace {

struct Side {
  double expected;
  double takes;
  Runs runs{};
  Correction correction{};
  int calls = 0;

  [[nodiscard]] double worth() const { return correction.corrected(runs, expected); }
  void call() {
    runs.add(++calls == 1 ? 100 * takes : takes);  // the first one compiles
    correction.learn(runs, expected);
  }
};

/// How many of some calls the device runs.
int calls_on_device(Side device, Side processor, int calls) {
  int on_device = 0;
  for (int n = 0; n < calls; ++n) {
    Side& side = device.worth() <= processor.worth() ? device : processor;
    side.call();
    on_device += &side == &device ? 1 : 0;
  }
  return on_device;
}

}  // namespace

TEST_CASE("runs: a call stays where it was expected to be faster, and is") {
  CHECK(calls_on_device({2, 2}, {1, 1}, 20) == 0);
  CHECK(calls_on_device({1, 1}, {2, 2}, 20) == 20);
}

TEST_CASE(
    "runs: a call that takes longer than expected goes to the other side, and stays if that is faster") {
  CHECK(calls_on_device({2, 3}, {1, 5}, 20) == 17);  // three runs told
  CHECK(calls_on_device({1, 5}, {2, 3}, 20) == 3);
}

TEST_CASE("runs: it comes back if the other side takes longer still") {
  CHECK(calls_on_device({2, 30}, {1, 5}, 20) == 3);
}

TEST_CASE("runs: another plan is expected to be off half as far, and never by more than four") {
  Runs runs;
  for (const double taken : {99.0, 9.0, 10.0}) runs.add(taken);
  Correction correction;
  correction.learn(runs, 1);
  CHECK(correction.corrected(Runs(), 5) == Approx(15));
  CHECK(correction.corrected(runs, 5) == 9);
  correction.learn(runs, 0.01);
  CHECK(correction.corrected(Runs(), 5) == Approx(20));
}

TEST_CASE("runs: one disturbed run is not believed") {
  Runs runs;
  runs.add(1);
  runs.add(1000);
  CHECK_FALSE(runs.are_known());
  runs.add(1);
  CHECK(runs.milliseconds() == 1);
}

TEST_CASE("runs: one that had little to do is forgotten") {
  Runs runs;
  for (const double taken : {90.0, 100.0, 100.0, 0.001}) runs.add(taken);
  CHECK(runs.milliseconds() == 0.001);
  for (const double taken : {100.0, 101.0, 102.0}) runs.add(taken);
  CHECK(runs.milliseconds() == 100);
}
