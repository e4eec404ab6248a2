#include "transform/loops/join_stores.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for k in range(a.shape[0] - 1): if a[k + 1] > 3: a[k + 1] = a[k + from] + 1 else: a[k + to] = a[k]
Function chosen(int64_t from, int64_t to) {
  Program p("chosen");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId k = p.counter("k");
  const auto at = [&](int64_t more) { return b.add(b.read(k), b.int64(more)); };
  const ExprId large = b.compare(CompareOp::Greater, b.load(a, {at(1)}), b.int64(3));
  const StmtId branch = b.if_then(large, {b.store(a, {at(1)}, b.add(b.load(a, {at(from)}), b.int64(1)))},
                                  {b.store(a, {at(to)}, b.load(a, {at(0)}))});
  p.f.body = {b.loop(k, b.sub(b.extent(a, 0), b.int64(1)), LoopMark::Sequential, {branch})};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("two stores to one element of what may be loaded on both sides are one") {
  const Function f = chosen(0, 1);
  const Function joined = transform::join_stores(f);
  CHECK(test::count_of<If>(joined) == 0);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {8}, std::vector<int64_t>{3, 1, 4, 1, 5, 9, 2, 6});
  test::check_same(test::run(f, arguments), test::run(joined, arguments));
}

TEST_CASE("stores to other elements, and loads that only one side may make, stay in their branches") {
  CHECK(test::count_of<If>(transform::join_stores(chosen(0, 0))) == 1);
  CHECK(test::count_of<If>(transform::join_stores(chosen(2, 1))) == 1);
  CHECK(test::count_of<If>(transform::join_stores(chosen(-1, 1))) == 1);
}
