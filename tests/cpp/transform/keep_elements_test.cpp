#include "transform/loops/keep_elements.h"

#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using transform::keep_elements;

namespace {

/// for i in range(a.shape[0]): for k in range(i + more): a[i] = a[i] - a[k + shift] * 3
Function row(int64_t more, int64_t shift) {
  Program p("row");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId i = p.counter("i");
  const VarId k = p.counter("k");
  const ExprId other = b.load(a, {b.add(b.read(k), b.int64(shift))});
  const ExprId value = b.sub(b.load(a, {b.read(i)}), b.mul(other, b.int64(3)));
  const StmtId inner =
      b.loop(k, b.add(b.read(i), b.int64(more)), LoopMark::Sequential, {b.store(a, {b.read(i)}, value)});
  const ExprId rows = b.sub(b.extent(a, 0), b.int64(2));
  p.f.body = {b.loop(i, rows, LoopMark::Sequential, {inner})};
  return std::move(p.f);
}

bool keeps(const Function& f) { return print(keep_elements(f)).find("a.kept") != std::string::npos; }

}  // namespace

TEST_CASE("an element that no other access of the loop reaches is kept in a variable") {
  for (const Function& f : {row(0, 0), row(-1, 1), row(-3, 2)}) {
    CHECK(keeps(f));
    test::Arguments arguments;
    arguments.array(ScalarType::Int64, {7}, std::vector<int64_t>{3, 1, -2, -7, 1000, 5, 11});
    test::check_same(test::run(f, arguments), test::run(keep_elements(f), arguments));
  }
}

TEST_CASE("an element that another access may reach stays in memory") {
  CHECK_FALSE(keeps(row(1, 0)));
  CHECK_FALSE(keeps(row(0, 1)));
  CHECK_FALSE(keeps(row(2, -1)));
  Function f = row(0, 0);
  f.disjoint_arguments = false;
  CHECK_FALSE(keeps(f));
}
