#include <catch2/catch.hpp>
#include <random>

#include "golden.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "random_nests.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

std::vector<double> random_values(size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> values(-1, 1);
  std::vector<double> result(count);
  for (double& value : result) value = values(random);
  return result;
}

}  // namespace

TEST_CASE("the matrix product is scheduled") {
  const Function source = test::matrix_product(ScalarType::Float64);
  const transform::Pipeline scheduled = test::schedule(source);
  CHECK(scheduled.function.level == Level::Scheduled);
  REQUIRE(scheduled.nests.size() == 1);
  test::check_golden(print(scheduled.function), "transform/matrix_product.txt");
}

TEST_CASE("the scheduled matrix product computes the same") {
  std::mt19937_64 random(2);
  const Function source = test::matrix_product(ScalarType::Float64);
  Options options;
  options.fp = FloatMode::Strict;
  const Function scheduled = test::schedule(source, options).function;
  for (const auto& [m, n, k] :
       {std::array<int64_t, 3>{3, 5, 4}, {1, 200, 2}, {0, 3, 3}, {70, 2, 0}, {5, 0, 1}}) {
    test::Arguments arguments;
    arguments.array(ScalarType::Float64, {m, k}, random_values(static_cast<size_t>(m * k), random));
    arguments.array(ScalarType::Float64, {k, n}, random_values(static_cast<size_t>(k * n), random));
    arguments.array(ScalarType::Float64, {m, n}, random_values(static_cast<size_t>(m * n), random));
    INFO(m << " " << n << " " << k);
    test::check_same(test::run(source, arguments), test::run(scheduled, arguments));
  }
}

TEST_CASE("random nests compute the same through all passes") {
  Options options;
  options.fp = FloatMode::Strict;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    test::RandomNest nest(seed);
    Function source = nest.build();
    source.disjoint_arguments = seed % 2 == 0;
    const Function scheduled = test::schedule(source, options).function;
    INFO("seed " << seed << "\n" << print(source) << print(scheduled));
    for (int call = 0; call < 4; ++call) {
      const test::Arguments arguments = nest.arguments();
      test::check_same(test::run(source, arguments), test::run(scheduled, arguments));
    }
  }
}
