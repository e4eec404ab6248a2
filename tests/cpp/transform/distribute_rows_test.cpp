#include "transform/rows/distribute_rows.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for i in range(a.shape[0] - 1): (for j: t[i] += a[i, j]); (for k: y[k] += a[i, k] * t[i + next])
Function rows(int64_t next, bool disjoint) {
  Program p("rows");
  Builder& b = p.b;
  p.f.level = Level::Scheduling;
  p.f.disjoint_arguments = disjoint;
  const ArrayId a = p.array("a", ScalarType::Float64, 2);
  const ArrayId t = p.array("t", ScalarType::Float64, 1);
  const ArrayId y = p.array("y", ScalarType::Float64, 1);
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  const VarId k = p.counter("k");
  const ExprId sum = b.add(b.load(t, {b.read(i)}), b.load(a, {b.read(i), b.read(j)}));
  const ExprId scaled = b.mul(b.load(a, {b.read(i), b.read(k)}), b.load(t, {b.add(b.read(i), b.int64(next))}));
  const StmtId first = b.loop(j, b.extent(a, 1), LoopMark::Sequential, {b.store(t, {b.read(i)}, sum)});
  const StmtId second = b.loop(k, b.extent(a, 1), LoopMark::Sequential,
                               {b.store(y, {b.read(k)}, b.add(b.load(y, {b.read(k)}), scaled))});
  p.f.body = {b.loop(i, b.sub(b.extent(a, 0), b.int64(1)), LoopMark::Sequential, {first, second})};
  return std::move(p.f);
}

bool has_strips(const Function& f) { return print(transform::distribute_rows(f)).find("strip") != std::string::npos; }

}  // namespace

TEST_CASE("the sums of a strip of rows come in front of the rest of it") {
  const Function f = rows(0, true);
  CHECK(has_strips(f));
  std::vector<double> numbers(41 * 3);
  for (size_t n = 0; n < numbers.size(); ++n) numbers[n] = static_cast<double>(n % 7) - 2.5;
  test::Arguments arguments;
  arguments.array(ScalarType::Float64, {41, 3}, numbers);
  arguments.array(ScalarType::Float64, {41}, std::vector<double>(41, 0.5));
  arguments.array(ScalarType::Float64, {3}, std::vector<double>{1, 2, 3});
  test::check_same(test::run(f, arguments), test::run(transform::distribute_rows(f), arguments));
}

TEST_CASE("rows that read the sum of another row, or may overlap, stay as they are") {
  CHECK_FALSE(has_strips(rows(1, true)));
  CHECK_FALSE(has_strips(rows(0, false)));
}
