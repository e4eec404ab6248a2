// Property tests: many random instances of one rule, each from a seed of its own that a failure prints.
// UNPYTHON_TEST_INSTANCES sets their number (nightly: millions), UNPYTHON_TEST_SEED the first seed.
#pragma once
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace unpython::test {

/// Source of one instance.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  /// A number from low to high, both included.
  int64_t draw(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(engine_);
  }
  bool chance(int percent) { return draw(1, 100) <= percent; }
  /// One of some values.
  int64_t pick(std::initializer_list<int64_t> values) {
    return values.begin()[draw(0, static_cast<int64_t>(values.size()) - 1)];
  }

 private:
  std::mt19937_64 engine_;
};

inline int64_t environment_number(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::stoll(text) : otherwise;
}

/// Calls check(random) for each instance; an assertion in it that fails prints the seed.
template <class Check>
void for_random_instances(Check check, int64_t instances = 10000) {
  instances = environment_number("UNPYTHON_TEST_INSTANCES", instances);
  const int64_t first = environment_number("UNPYTHON_TEST_SEED", 1);
  for (int64_t seed = first; seed < first + instances; ++seed) {
    INFO("seed " << seed << " (run with UNPYTHON_TEST_SEED=" << seed << " UNPYTHON_TEST_INSTANCES=1)");
    Random random(static_cast<uint64_t>(seed));
    check(random);
  }
}

}  // namespace unpython::test
