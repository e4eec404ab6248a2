#include "transform/checks/hoist_stride_checks.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for k in range(3): j = from + k * step; check j in a; a[wrap(j)] = k. `known`: the step is 2.
Function strided(bool known) {
  Program p("strided");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId from = p.scalar("from", ScalarType::Int64);
  const VarId step = p.scalar("step", ScalarType::Int64);
  const VarId k = p.counter("k");
  const VarId j = b.variable("j", ScalarType::Int64);
  const ErrorId error = b.error(ErrorKind::IndexError, "index", {});
  const ExprId apart = b.mul(b.read(k), known ? b.int64(2) : b.read(step));
  p.f.body = {b.loop(k, b.int64(3), LoopMark::Sequential,
                     {b.assign(j, b.add(b.read(from), apart)), b.statement(CheckIndex{a, 0, b.read(j), error}),
                      b.store(a, {b.wrap_index(a, 0, b.read(j))}, b.read(k))})};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("a step that only the run knows: one copy of the loop without checks, one with them") {
  const Function f = strided(false);
  const Function hoisted = transform::hoist_stride_checks(f);
  CHECK(test::count_of<For, While>(hoisted) == 2);
  CHECK(test::count_of<CheckIndex>(hoisted) == 1);
  for (const int64_t from : {int64_t{0}, int64_t{6}, int64_t{-7}, int64_t{1} << 61}) {
    for (const int64_t step : {int64_t{1}, int64_t{3}, int64_t{-3}, int64_t{0}, int64_t{1} << 40}) {
      test::Arguments arguments;
      arguments.array(ScalarType::Int64, {7}, std::vector<int64_t>{3, 1, 4, 1, 5, 9, 2});
      arguments.scalar(from).scalar(step);
      test::check_same(test::run(f, arguments), test::run(hoisted, arguments));
    }
  }
}

TEST_CASE("a constant step is left to hoist_checks") {
  CHECK(test::count_of<For, While>(transform::hoist_stride_checks(strided(true))) == 1);
}
