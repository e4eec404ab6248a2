#include "transform/checks/split_at_wraps.h"

#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for k in range(m): a[k] = (b[wrap(k - behind)] + b[k]) of a function.
Function behind(int64_t distance, LoopMark mark, bool rounded = false) {
  Program p("behind");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const ArrayId given = p.array("b", ScalarType::Float64, 1);
  const VarId m = p.scalar("m", ScalarType::Int64);
  const VarId k = p.counter("k");
  const ExprId before = b.load(given, {b.wrap_index(given, 0, b.sub(b.read(k), b.int64(distance)))});
  const ExprId sum = b.add(before, b.load(given, {b.read(k)}));
  const ExprId value = rounded ? b.call(Intrinsic::Exp, {sum}) : sum;
  p.f.body = {b.loop(k, b.read(m), mark, {b.store(a, {b.read(k)}, value)})};
  return std::move(p.f);
}

int count(const Function& f, bool wraps) {
  int found = 0;
  walk_stmts(f, f.body, [&](StmtId id) {
    found += !wraps && is_loop(f, id) ? 1 : 0;
    return true;
  });
  walk_all_exprs(f, f.body, [&](ExprId id) { found += wraps && std::holds_alternative<WrapIndex>(f[id].node) ? 1 : 0; });
  return found;
}

}  // namespace

TEST_CASE("iterations whose subscripts are negative are a loop of their own") {
  for (const int64_t distance : {1, 3, 8}) {
    const Function f = behind(distance, LoopMark::Sequential);
    const Function split = transform::split_at_wraps(f);
    CHECK(count(split, false) == 2);
    CHECK(count(split, true) == 1);
    for (const int64_t trips : {-1, 0, 1, 2, 8, 9}) {
      test::Arguments arguments;
      arguments.array(ScalarType::Float64, {9}, std::vector<double>(9, 0.5));
      arguments.array(ScalarType::Float64, {9}, std::vector<double>{3, 1, 4, 1, 5, 9, 2, 6, 5});
      arguments.scalar(trips);
      test::check_same(test::run(f, arguments), test::run(split, arguments));
    }
  }
}

TEST_CASE("loops that would not gain, or change their bits, stay whole") {
  CHECK(count(transform::split_at_wraps(behind(9, LoopMark::Sequential)), false) == 1);
  CHECK(count(transform::split_at_wraps(behind(1, LoopMark::Parallel)), false) == 1);
  CHECK(count(transform::split_at_wraps(behind(1, LoopMark::Sequential, true)), false) == 1);
}
