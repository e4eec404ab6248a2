#include "integers/linear_form.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using unpython::integers::IntegerRange;
using unpython::integers::LinearForm;

namespace {

constexpr int kUnknowns = 5;

LinearForm random_form(std::mt19937& random, int64_t size) {
  std::uniform_int_distribution<int64_t> number(-size, size);
  LinearForm form(number(random));
  for (int u = 0; u < kUnknowns; ++u) {
    if (number(random) % 2 == 0) form = *form.plus(LinearForm::of(u, number(random)));
  }
  return form;
}

}  // namespace

TEST_CASE("sums and multiples agree with arithmetic at random points") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::uniform_int_distribution<int64_t> number(-50, 50);
  for (int round = 0; round < 10000; ++round) {
    const LinearForm a = random_form(random, 20);
    const LinearForm b = random_form(random, 20);
    const int64_t factor = number(random);
    std::vector<int64_t> point(kUnknowns);
    for (int64_t& value : point) value = number(random);
    REQUIRE(LinearForm::add_scaled(a, b, factor)->at(point) == *a.at(point) + factor * *b.at(point));
    REQUIRE(a.times(factor)->at(point) == *a.at(point) * factor);
    REQUIRE(*a.minus(a) == LinearForm(0));
    REQUIRE(a.without(1).coefficient_of(1) == 0);
  }
}

TEST_CASE("the range over a box is reached at its corners") {
  std::mt19937 random(7);
  std::uniform_int_distribution<int64_t> number(-9, 9);
  for (int round = 0; round < 1000; ++round) {
    const LinearForm form = random_form(random, 9);
    std::vector<IntegerRange> box;
    for (int u = 0; u < kUnknowns; ++u) {
      const int64_t low = number(random);
      box.push_back({low, low + number(random) + 9});
    }
    IntegerRange found{INT64_MAX, INT64_MIN};
    for (unsigned corner = 0; corner < 1U << kUnknowns; ++corner) {
      std::vector<int64_t> point;
      for (size_t u = 0; u < kUnknowns; ++u)
        point.push_back((corner >> u & 1U) != 0 ? box[u].high : box[u].low);
      const int64_t value = *form.at(point);
      found = {std::min(found.low, value), std::max(found.high, value)};
    }
    REQUIRE(form.over(box) == found);
  }
}

TEST_CASE("what leaves 64 bits, or eight terms, has no form") {
  const LinearForm large(INT64_MAX);
  CHECK_FALSE(large.plus(1));
  CHECK_FALSE(large.times(2));
  CHECK_FALSE(LinearForm(INT64_MIN).times(-1));
  CHECK_FALSE(LinearForm::of(0, int64_t{1} << 62).times(2));
  CHECK_FALSE(LinearForm::of(0, int64_t{1} << 62).plus(LinearForm::of(0, int64_t{1} << 62)));
  const std::vector<IntegerRange> box{{0, int64_t{1} << 62}};
  CHECK_FALSE(LinearForm::of(0, 2).over(box));
  CHECK_FALSE(LinearForm::of(0).plus(INT64_MAX)->over(box));
  CHECK(LinearForm::of(0).plus(INT64_MIN)->over(box)->high == INT64_MIN + (int64_t{1} << 62));
  const std::vector<int64_t> point{int64_t{1} << 62};
  CHECK_FALSE(LinearForm::of(0, 2).at(point));

  LinearForm wide;
  for (int u = 0; u < LinearForm::kMaxTerms; ++u) wide = *wide.plus(LinearForm::of(u));
  CHECK_FALSE(wide.plus(LinearForm::of(LinearForm::kMaxTerms)));
  CHECK(wide.minus(LinearForm::of(3))->plus(LinearForm::of(LinearForm::kMaxTerms)));
}
