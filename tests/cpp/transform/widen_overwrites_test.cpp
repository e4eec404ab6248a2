#include "transform/loops/widen_overwrites.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for k in range(12): a[from + step * k] = a[from + step * k + apart] + 1
Function moved(int64_t from, int64_t step) {
  Program p("moved");
  Builder& b = p.b;
  p.f.level = Level::Scheduling;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId apart = p.scalar("apart", ScalarType::Int64);
  const VarId k = p.counter("k");
  const ExprId to = b.add(b.int64(from), b.mul(b.read(k), b.int64(step)));
  const ExprId value = b.add(b.load(a, {b.add(to, b.read(apart))}), b.int64(1));
  p.f.body = {b.loop(k, b.int64(12), LoopMark::Sequential, {b.store(a, {to}, value)})};
  return std::move(p.f);
}

Function widened(const Function& f) { return transform::widen_overwrites(f, abi::TargetInfo{}); }

}  // namespace

TEST_CASE("an element that a later iteration overwrites is read first, whatever the distance") {
  for (const auto& [from, step] : {std::pair<int64_t, int64_t>(4, 1), {15, -1}}) {
    const Function f = moved(from, step);
    const Function wide = widened(f);
    CHECK(test::loops_with(wide, LoopMark::Vector) == 1);
    for (const int64_t apart : {-4, -1, 0, 1, 3, 4}) {
      test::Arguments arguments;
      arguments.array(ScalarType::Int64, {20}, std::vector<int64_t>{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4});
      arguments.scalar(apart);
      test::check_same(test::run(f, arguments), test::run(wide, arguments));
    }
  }
}

TEST_CASE("steps of two elements, and arrays that may overlap, stay loops in order") {
  CHECK(test::loops_with(widened(moved(2, 2)), LoopMark::Vector) == 0);
  Function f = moved(4, 1);
  f.disjoint_arguments = false;
  CHECK(test::loops_with(widened(f), LoopMark::Vector) == 0);
}
