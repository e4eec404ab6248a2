#include "transform/checks/hoist_while_checks.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using transform::hoist_while_checks;

namespace {

/// while j >= bound: check j + shift; a[j + shift] += 1; j += step
Function walk(int64_t bound, int64_t shift, int64_t step) {
  Program p("walk");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId j = p.scalar("j", ScalarType::Int64);
  const ExprId index = b.add(b.read(j), b.int64(shift));
  const ErrorId error = b.error(ErrorKind::IndexError, "index {0} is out of bounds", {});
  const ExprId wrapped = b.wrap_index(a, 0, index);
  const Block body{b.statement(CheckIndex{a, 0, index, error}),
                   b.store(a, {wrapped}, b.add(b.load(a, {wrapped}), b.int64(1))),
                   b.assign(j, b.add(b.read(j), b.int64(step)))};
  p.f.body = {b.statement(While{{}, b.compare(CompareOp::GreaterEqual, b.read(j), b.int64(bound)), body})};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("a While that goes down to its bound has a copy without checks, and both give the same") {
  const std::vector<Function> programs{walk(0, 0, -1), walk(0, 1, -1), walk(2, -2, -3)};
  for (const Function& f : programs) {
    const Function hoisted = hoist_while_checks(f);
    CHECK(test::count_of<While>(hoisted) == 2);
    for (const int64_t first : {int64_t{-1}, int64_t{0}, int64_t{3}, int64_t{4}, int64_t{5}, int64_t{9}}) {
      test::Arguments arguments;
      arguments.array(ScalarType::Int64, {5}, std::vector<int64_t>{3, 1, -2, -7, 5});
      arguments.scalar(first);
      test::check_same(test::run(f, arguments), test::run(hoisted, arguments));
    }
  }
}

TEST_CASE("a While that may leave the arrays on its way keeps its checks") {
  CHECK(test::count_of<While>(hoist_while_checks(walk(-1, 0, -1))) == 1);
  CHECK(test::count_of<While>(hoist_while_checks(walk(0, -1, -1))) == 1);
  CHECK(test::count_of<While>(hoist_while_checks(walk(0, 0, 1))) == 1);
}
