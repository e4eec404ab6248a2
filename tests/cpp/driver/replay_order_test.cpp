// What launches of a graph wait for.
#include "driver/steps/replay.h"

#include <catch2/catch.hpp>
#include <memory>
#include <vector>

using namespace unpython;
using namespace unpython::driver;

namespace {

using Order = std::vector<std::vector<size_t>>;

/// Launches that load one array and store to another one.
class Launches {
 public:
  Launches() { with_loops_.has_loops = true; }
  Launches& take_short(int from, int to) { return add(plain_, 8000, from, to); }
  Launches& take_long(int from, int to) { return add(with_loops_, 8000, from, to); }
  Launches& take_large(int from, int to) { return add(plain_, 1 << 24, from, to); }
  [[nodiscard]] Order order() const { return order_of(list_); }

 private:
  Launches& add(const kernel::Kernel& kernel, int64_t bytes, int from, int to) {
    LaunchArguments arguments;
    arguments.memory({MemoryName::Of::Argument, from}, false);
    arguments.memory({MemoryName::Of::Argument, to}, true);
    const std::vector<LaunchArgument> list = arguments.take();
    list_.add(std::make_shared<const LaunchStep>(LaunchStep{.kernel = &kernel,
                                                            .code = nullptr,
                                                            .ranges = {},
                                                            .geometry = {},
                                                            .file = &kernel.name,
                                                            .bytes = bytes,
                                                            .arguments = list.size()}),
              list);
    return *this;
  }

  kernel::Kernel plain_{};
  kernel::Kernel with_loops_{};
  StepList list_;
};

}  // namespace

TEST_CASE("order of launches: one waits for another where one of them changes what the other uses") {
  Launches launches;
  launches.take_long(0, 1).take_long(1, 2).take_long(0, 3).take_long(1, 0).take_large(4, 3);
  CHECK(launches.order() == Order{{}, {0}, {}, {0, 2}, {2}});
}

TEST_CASE("order of launches: long ones that share nothing wait for nothing") {
  Launches launches;
  launches.take_long(0, 1).take_large(2, 3).take_long(4, 5);
  CHECK(launches.order() == Order{{}, {}, {}});
}

TEST_CASE("order of launches: short ones stand one behind the other") {
  Launches launches;
  launches.take_short(0, 1).take_short(2, 3).take_short(4, 5).take_short(1, 4);
  CHECK(launches.order() == Order{{}, {0}, {1}, {2}});
}

TEST_CASE("order of launches: a short one waits for no other long one than before, nor does a long one") {
  Launches launches;
  launches.take_long(0, 1).take_short(1, 2).take_long(3, 4).take_short(4, 5).take_short(6, 7).take_long(7, 8);
  launches.take_short(1, 9).take_short(8, 10);
  CHECK(launches.order() == Order{{}, {0}, {}, {2}, {}, {4}, {0, 1}, {5}});
}

TEST_CASE("order of launches: one that waits for long ones by way of short ones is not in the chain of those that do not") {
  Launches launches;
  launches.take_short(0, 1).take_long(1, 2).take_short(2, 3).take_short(3, 4).take_short(1, 5);
  CHECK(launches.order() == Order{{}, {0}, {1}, {2}, {0}});
}
