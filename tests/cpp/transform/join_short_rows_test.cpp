#include "transform/loops/join_short_rows.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

constexpr int64_t kColumns = 3;

/// for i in prange(n): for j in prange(3): out[i, j] = a[0, i, j] + a[1, i, j], both loops independent; `+ j`, if `uses_counter`.
Function sums(std::vector<int64_t> steps, bool uses_counter) {
  Program p("sums");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 3);
  const ArrayId out = p.array("out", ScalarType::Int64, 2);
  p.f.arrays[a].steps = std::move(steps);
  p.f.arrays[out].steps = {kColumns, 1};
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  const auto at = [&](int64_t k) { return b.load(a, {b.int64(k), b.read(i), b.read(j)}); };
  ExprId value = b.add(at(0), at(1));
  if (uses_counter) value = b.add(value, b.read(j));
  const auto independent = [&](StmtId id) {
    std::get<For>(p.f.stmts[id].node).independent = true;
    return id;
  };
  const StmtId inner =
      independent(b.loop(j, b.int64(kColumns), LoopMark::Parallel, {b.store(out, {b.read(i), b.read(j)}, value)}));
  p.f.body = {independent(b.loop(i, b.extent(a, 1), LoopMark::Parallel, {inner}))};
  p.f.level = Level::Scheduling;
  return std::move(p.f);
}

}  // namespace

TEST_CASE("loops over rows of three elements that lie one behind the other are one loop") {
  const Function f = sums({0, kColumns, 1}, false);
  const Function joined = transform::join_short_rows(f);
  CHECK(test::count_of<For>(joined) == 1);
  std::vector<int64_t> elements(2 * 5 * kColumns);
  std::iota(elements.begin(), elements.end(), 1);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {2, 5, kColumns}, elements);
  arguments.array(ScalarType::Int64, {5, kColumns}, std::vector<int64_t>(5 * kColumns));
  test::check_same(test::run(f, arguments), test::run(joined, arguments));
}

TEST_CASE("rows that may lie apart, and counters that are used otherwise, keep their loops") {
  CHECK(test::count_of<For>(transform::join_short_rows(sums({0, 0, 1}, false))) == 2);
  CHECK(test::count_of<For>(transform::join_short_rows(sums({0, 4, 1}, false))) == 2);
  CHECK(test::count_of<For>(transform::join_short_rows(sums({}, false))) == 2);
  CHECK(test::count_of<For>(transform::join_short_rows(sums({0, kColumns, 1}, true))) == 2);
}
