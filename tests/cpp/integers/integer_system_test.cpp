#include "integers/integer_system.h"

#include <catch2/catch.hpp>

#include "property.h"

using namespace unpython;
using integers::IntegerRange;
using integers::IntegerSystem;
using Answer = IntegerSystem::Answer;
using Term = IntegerSystem::Term;

namespace {

struct Row {
  std::vector<Term> terms;
  int64_t low = 0;
  int64_t high = 0;
  bool differs = false;
};

struct Instance {
  std::vector<IntegerRange> ranges;
  std::vector<Row> rows;

  explicit Instance(test::Random& random) {
    const auto draw = [&](int low, int high) { return static_cast<int>(random.draw(low, high)); };

    for (int v = draw(1, 4); v > 0; --v) {
      const int low = draw(-6, 4);
      ranges.push_back({low, low + draw(0, 8)});
    }
    for (int r = draw(1, 4); r > 0; --r) {
      Row row;
      const int largest = draw(0, 2) == 0 ? 20 : 4;
      for (size_t v = 0; v < ranges.size(); ++v) {
        if (draw(0, 3) != 0) row.terms.push_back({static_cast<int>(v), draw(-largest, largest)});
      }
      row.low = draw(-12, 12);
      row.high = row.low + (draw(0, 2) == 0 ? draw(0, 6) : 0);
      if (draw(0, 5) == 0) row.high = INT64_MAX;
      row.differs = draw(0, 7) == 0;
      rows.push_back(row);
    }
  }

  bool holds(const std::vector<int64_t>& values) const {
    return std::ranges::all_of(rows, [&](const Row& row) {
      int64_t sum = 0;
      for (const Term& t : row.terms) sum += t.coefficient * values[static_cast<size_t>(t.variable)];
      return row.differs ? sum != row.low : row.low <= sum && sum <= row.high;
    });
  }

  bool has_solution(std::vector<int64_t>& values) const {
    if (values.size() == ranges.size()) return holds(values);
    const IntegerRange range = ranges[values.size()];
    for (int64_t x = range.low; x <= range.high; ++x) {
      values.push_back(x);
      if (has_solution(values)) return true;
      values.pop_back();
    }
    return false;
  }

  void state(IntegerSystem& system) const {
    system.clear();
    for (const IntegerRange& range : ranges) system.add_variable(range);
    for (const Row& row : rows) {
      if (row.differs)
        system.add_disequation(row.terms, row.low);
      else
        system.add_row(row.terms, row.low, row.high);
    }
  }
};

}  // namespace

TEST_CASE("integer systems agree with enumeration") {
  IntegerSystem system;
  const auto check = [&](test::Random& random) {
    const Instance instance(random);
    instance.state(system);
    const Answer answer = system.solve(1000);
    std::vector<int64_t> values;
    const bool expected = instance.has_solution(values);
    REQUIRE(answer == (expected ? Answer::Found : Answer::None));
    if (!expected) return;
    const auto solution = system.solution();
    REQUIRE(instance.holds({solution.begin(), solution.end()}));
    for (size_t v = 0; v < solution.size(); ++v) REQUIRE(instance.ranges[v].contains(solution[v]));
  };
  test::for_random_instances(check);
}

TEST_CASE("large ranges take few steps") {
  IntegerSystem system;
  const int64_t n = int64_t{1} << 31;
  const int d = system.add_variable({1, n - 1});
  const int e = system.add_variable({1 - n, n - 1});
  SECTION("rows and columns of a matrix never meet") {
    system.add_row(std::vector<Term>{{d, 8 * n}, {e, 8}}, 0, 0);
    CHECK(system.solve(1) == Answer::None);
  }
  SECTION("diagonals do") {
    system.add_row(std::vector<Term>{{d, 8}, {e, 8}}, -7, 7);
    REQUIRE(system.solve(3) == Answer::Found);
    CHECK(system.solution()[0] == -system.solution()[1]);
  }
  SECTION("coprime steps meet too late") {
    system.add_row(std::vector<Term>{{d, n - 1}, {e, n}}, 0, 0);
    CHECK(system.solve(3) == Answer::None);
  }
  SECTION("even and odd") {
    system.add_row(std::vector<Term>{{d, 6}, {e, 4}}, 1, 1);
    CHECK(system.solve(1) == Answer::None);
  }
}

TEST_CASE("what cannot be stated or bounded is unknown, never wrong") {
  IntegerSystem system;
  const int x = system.add_variable({0, INT64_MAX});
  const int y = system.add_variable({});
  SECTION("coefficients beyond the limit") {
    system.add_row(std::vector<Term>{{x, INT64_MAX}, {y, INT64_MIN}}, 0, 0);
    CHECK(system.solve(100) == Answer::Unknown);
    system.add_row(std::vector<Term>{{x, 1}}, INT64_MIN, -1);
    CHECK(system.solve(100) == Answer::None);
  }
  SECTION("no bounds") {
    system.add_row(std::vector<Term>{{x, 3}, {y, -5}}, 7, 7);
    CHECK(system.solve(100) != Answer::None);
    system.add_row(std::vector<Term>{{x, 3}, {y, -6}}, 7, 7);
    CHECK(system.solve(100) == Answer::None);
  }
  SECTION("sums beyond 64 bits") {
    const int z = system.add_variable({INT64_MAX - 2, INT64_MAX - 1});
    system.add_row(std::vector<Term>{{x, IntegerSystem::kLargest}, {z, IntegerSystem::kLargest - 1}},
                   INT64_MIN, 5);
    CHECK(system.solve(100) == Answer::None);
  }
}

TEST_CASE("the integer program finds what the search gives up on") {
  // Two iterations of four loops share an element: 15896 i + 16177 j + 5673 k + 15374 l.
  IntegerSystem system;
  std::vector<Term> sum;
  const std::vector<int64_t> steps{15896, 16177, 5673, 15374};
  const std::vector<int64_t> extents{208, 283, 264, 160};
  for (size_t d = 0; d < steps.size(); ++d) {
    const int64_t last = extents[d] - 1;
    sum.push_back({system.add_variable({d == 0 ? 1 : -last, last}), steps[d]});
  }
  system.add_row(sum, 0, 0);
  REQUIRE(system.solve(400) == Answer::Unknown);
  REQUIRE(system.look_far(200) == Answer::Found);
  int64_t total = 0;
  for (size_t d = 0; d < steps.size(); ++d) total += steps[d] * system.solution()[d];
  CHECK(total == 0);
  CHECK(system.solution()[0] >= 1);
}

TEST_CASE("the integer program's word is no proof: without a solution, and with rows left out, all stays unknown") {
  IntegerSystem system;
  const int x = system.add_variable({0, INT64_MAX});
  const int y = system.add_variable({0, INT64_MAX});
  SECTION("no solution") {
    system.add_row(std::vector<Term>{{x, 6}, {y, -10}}, 1, 1);
    CHECK(system.look_far(100) != Answer::Found);
  }
  SECTION("an unknown row") {
    system.add_unknown_row();
    CHECK(system.look_far(100) == Answer::Unknown);
  }
}
