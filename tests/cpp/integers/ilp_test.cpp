#include "integers/ilp.h"

#include <glpk.h>

#include <catch2/catch.hpp>
#include <random>
#include <thread>

#include "property.h"

using namespace unpython::integers;
using unpython::test::Random;

namespace {

int64_t cost_of(const Problem& problem, const std::vector<int64_t>& values) {
  int64_t sum = 0;
  for (size_t i = 0; i < values.size(); ++i) sum += problem.variables()[i].cost * values[i];
  return sum;
}

/// The least cost over all assignments within the bounds; empty when none satisfies the rows.
std::optional<int64_t> search(const Problem& problem) {
  const auto variables = problem.variables();
  std::vector<int64_t> values;
  for (const Variable& variable : variables) values.push_back(variable.low);
  std::optional<int64_t> best;
  while (true) {
    if (satisfies(problem, values)) {
      const int64_t cost = cost_of(problem, values);
      if (!best || cost < *best) best = cost;
    }
    size_t digit = 0;
    while (digit < values.size() && values[digit] == variables[digit].high) {
      values[digit] = variables[digit].low;
      ++digit;
    }
    if (digit == values.size()) return best;
    ++values[digit];
  }
}

Problem random_problem(Random& random) {
  Problem problem;
  const int variables = static_cast<int>(random.draw(1, 4));
  for (int i = 0; i < variables; ++i) {
    const int64_t low = random.draw(-3, 3);
    problem.add_variable({.low = low, .high = low + random.draw(0, 5), .cost = random.draw(-4, 4)});
  }
  for (int64_t rows = random.draw(0, 3); rows > 0; --rows) {
    std::vector<Term> terms;
    for (int i = 0; i < variables; ++i) {
      if (const int64_t coefficient = random.draw(-5, 5)) {
        terms.push_back({.variable = i, .coefficient = coefficient});
      }
    }
    const int64_t low = random.draw(-12, 12);
    const int64_t kind = random.draw(0, 3);
    const int64_t high = low + (kind == 2 ? 0 : random.draw(0, 8));
    problem.add_row(terms, kind == 0 ? kNoLow : low, kind == 1 ? kNoHigh : high);
  }
  return problem;
}

/// Other code of the process that uses the library too.
struct ForeignEnvironment {
  glp_prob* program = glp_create_prob();
  ForeignEnvironment() = default;
  ForeignEnvironment(const ForeignEnvironment&) = delete;
  ForeignEnvironment& operator=(const ForeignEnvironment&) = delete;
  ~ForeignEnvironment() {
    glp_delete_prob(program);
    glp_free_env();
  }
  [[nodiscard]] int grow() const {
    glp_add_cols(program, 3);
    return glp_get_num_cols(program);
  }
};

/// x >= y / 2 + 1 with y >= 3, at least cost: x = 3 (2.5 rounded up).
Problem rounded_up() {
  Problem problem;
  const int x = problem.add_variable({.low = 0, .high = kNoHigh, .cost = 1});
  const int y = problem.add_variable({.low = 3, .high = kNoHigh, .cost = 0});
  problem.add_row({{x, 2}, {y, -1}}, 2, kNoHigh);
  return problem;
}

/// Market split: which of 30 numbers sum to half of all, in three rows at once? Known to need a long search.
Problem market_split() {
  std::mt19937_64 random(7);
  Problem problem;
  for (int i = 0; i < 30; ++i) problem.add_variable({.low = 0, .high = 1, .cost = 0});
  for (int row = 0; row < 3; ++row) {
    std::vector<Term> terms;
    int64_t sum = 0;
    for (int i = 0; i < 30; ++i) {
      terms.push_back({.variable = i, .coefficient = std::uniform_int_distribution<int64_t>(1, 99)(random)});
      sum += terms.back().coefficient;
    }
    problem.add_row(terms, sum / 2, sum / 2);
  }
  return problem;
}

}  // namespace

TEST_CASE("random integer programs: the least cost of exhaustive search") {
  unpython::test::for_random_instances([](Random& random) {
    const Problem problem = random_problem(random);
    const std::optional<int64_t> best = search(problem);
    const Solution solution = minimize(problem);
    if (!best) {
      CHECK(solution.status == Status::Infeasible);
      return;
    }
    REQUIRE(solution.status == Status::Solved);
    CHECK(satisfies(problem, solution.values));
    CHECK(cost_of(problem, solution.values) == best);
  });
}

TEST_CASE("an open variable is rounded to the next integer that satisfies the row") {
  const Solution solution = minimize(rounded_up());
  REQUIRE(solution.status == Status::Solved);
  CHECK(solution.values == std::vector<int64_t>{3, 3});
}

TEST_CASE("a program without variables is solved when its rows hold") {
  Problem problem;
  CHECK(minimize(problem).status == Status::Solved);
  problem.add_row({}, 1, 2);
  CHECK(minimize(problem).status == Status::Failed);
}

TEST_CASE("no bound below and no cost that holds it: an answer, not an abort") {
  Problem problem;
  problem.add_variable({.low = kNoLow, .high = 5, .cost = 1});
  CHECK(minimize(problem).status == Status::Failed);
}

TEST_CASE("numbers that doubles do not hold, and bounds that exclude each other, are refused") {
  Problem large;
  const int x = large.add_variable({.low = 0, .high = 10, .cost = 1});
  large.add_row({{x, kLargest + 1}}, 0, kNoHigh);
  CHECK(minimize(large).status == Status::TooLarge);
  Problem crossed;
  crossed.add_variable({.low = 2, .high = 1, .cost = 0});
  CHECK(minimize(crossed).status == Status::TooLarge);
}

TEST_CASE("the search stops at the node limit") {
  const Solution solution = minimize(market_split(), 40);
  CHECK(solution.status == Status::NodeLimit);
  CHECK(solution.values.empty());
}

TEST_CASE("an error inside the library is an answer, and the next solve works") {
  for (int round = 0; round < 3; ++round) {
    Problem twice;
    const int x = twice.add_variable({.low = 0, .high = 10, .cost = 1});
    twice.add_row({{x, 1}, {x, 1}}, 2, kNoHigh);  // the library takes a variable only once in a row
    CHECK(minimize(twice).status == Status::Failed);
    CHECK(minimize(rounded_up()).status == Status::Solved);
  }
}

TEST_CASE("other users of the library on the same thread keep what they have") {
  const ForeignEnvironment foreign;
  CHECK(minimize(rounded_up()).status == Status::Solved);
  CHECK(foreign.grow() == 3);
}

TEST_CASE("threads solve at the same time") {
  std::vector<std::thread> threads;
  std::vector<int> solved(4);
  for (int& count : solved) {
    threads.emplace_back([&count] {
      for (int i = 0; i < 50; ++i) count += minimize(rounded_up()).status == Status::Solved;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(solved == std::vector<int>(4, 50));
}

TEST_CASE("sums that overflow satisfy nothing") {
  Problem problem;
  const int x = problem.add_variable({.low = kNoLow, .high = kNoHigh, .cost = 4});
  problem.add_row({{x, 4}}, kNoLow, kNoHigh);
  const std::vector<int64_t> values{int64_t{1} << 62};
  CHECK_FALSE(satisfies(problem, values));
}
