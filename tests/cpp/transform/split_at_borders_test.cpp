#include "transform/loops/split_at_borders.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

enum class Held { Between, Around, Reversed, ByElement, Wrapped };

/// for j in vector(a.shape[0]): b[j] = a[j + from, held] + a[j]
Function neighbours(Held held, int64_t from) {
  Program p("neighbours");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const ArrayId result = p.array("b", ScalarType::Int64, 1);
  const VarId j = p.counter("j");
  const ExprId n = b.extent(a, 0);
  const ExprId last = b.sub(n, b.int64(1));
  const ExprId own = held == Held::Reversed ? b.sub(last, b.read(j)) : b.read(j);
  const ExprId other = b.add(own, b.int64(from));
  const ExprId bound = held == Held::ByElement ? b.load(a, {b.int64(0)}) : last;
  const ExprId place = held == Held::Wrapped     ? b.wrap_index(a, 0, other)
                       : held == Held::Around    ? b.binary(BinaryOp::Modulo, other, n)
                       : held == Held::ByElement ? b.min(other, bound)
                                                 : b.min(b.max(other, b.int64(0)), bound);
  const ExprId sum = b.add(b.load(a, {place}), b.load(a, {b.read(j)}));
  p.f.level = Level::Scheduling;
  p.f.body = {b.vector_loop(j, n, 4, {b.store(result, {b.read(j)}, sum)})};
  return std::move(p.f);
}

void check_same(const Function& f, const Function& apart, int64_t n) {
  std::vector<int64_t> values;
  for (int64_t i = 0; i < n; ++i) values.push_back(i * i + 1);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {n}, values);
  arguments.array(ScalarType::Int64, {n}, std::vector<int64_t>(static_cast<size_t>(n)));
  test::check_same(test::run(f, arguments), test::run(apart, arguments));
}

}  // namespace

TEST_CASE("the inner iterations of a loop with held subscripts stand apart, and no element changes") {
  for (const Held held : {Held::Between, Held::Around, Held::Reversed}) {
    for (const int64_t from : {-40, -3, -1, 0, 1, 2, 40}) {
      const Function f = neighbours(held, from);
      const Function apart = transform::split_at_borders(f);
      CHECK(test::loops_with(apart, LoopMark::Vector) == 2);
      for (const int64_t n : {1, 2, 3, 17, 18, 19, 20, 64}) check_same(f, apart, n);
    }
  }
}

TEST_CASE("a bound that comes from an element leaves the loop as it is") {
  CHECK(test::loops_with(transform::split_at_borders(neighbours(Held::ByElement, 1)), LoopMark::Vector) == 1);
}

TEST_CASE("subscripts that count from the end in the first iterations only do not in the others") {
  for (const int64_t from : {-3, -1}) {
    const Function f = neighbours(Held::Wrapped, from);
    const Function apart = transform::split_at_borders(f);
    CHECK(test::loops_with(apart, LoopMark::Vector) == 2);
    for (const int64_t n : {3, 4, 17, 18, 19, 20, 64}) check_same(f, apart, n);
  }
  CHECK(test::loops_with(transform::split_at_borders(neighbours(Held::Wrapped, 1)), LoopMark::Vector) == 1);
}
