#include "transform/loops/unroll_short_loops.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for i in range(a.shape[0]): x = a[i]; for k in range(trips): <body>; a[i] = x, where the body carries x or
/// does not.
Function steps(int64_t trips, bool carries) {
  Program p("steps");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId i = p.counter("i");
  const VarId k = p.counter("k");
  const VarId x = b.variable("x", ScalarType::Int64);
  const ExprId three = b.mul(b.read(carries ? x : k), b.int64(3));
  const StmtId odd =
      b.if_then(b.compare(CompareOp::Equal, b.binary(BinaryOp::BitAnd, three, b.int64(1)), b.int64(1)),
                {b.assign(x, b.add(three, b.int64(1)))}, {b.assign(x, b.add(three, b.read(k)))});
  const StmtId inner = b.loop(k, b.int64(trips), LoopMark::Sequential, {odd});
  p.f.body = {b.loop(i, b.extent(a, 0), LoopMark::Sequential,
                     {b.assign(x, b.load(a, {b.read(i)})), inner, b.store(a, {b.read(i)}, b.read(x))})};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("a short loop that carries a variable is unrolled, and gives the same") {
  const Function f = steps(8, true);
  const Function scheduled = test::schedule(f).function;
  CHECK(test::loops_with(scheduled, LoopMark::Unrolled) > 0);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {5}, std::vector<int64_t>{0, 1, 2, -7, 1000});
  test::check_same(test::run(f, arguments), test::run(scheduled, arguments));
}

TEST_CASE("long loops and loops that carry nothing stay") {
  CHECK(test::loops_with(test::schedule(steps(9, true)).function, LoopMark::Unrolled) == 0);
  CHECK(test::loops_with(test::schedule(steps(8, false)).function, LoopMark::Unrolled) == 0);
}
