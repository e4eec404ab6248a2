#include "cost/loop_work.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"

using namespace unpython;
using integers::LinearForm;

namespace {

/// for i in n: for j in i + 1: a[i] = a[i] + 1.0
struct Triangle {
  test::Program p{"f"};
  ir::StmtId outer;
  ir::StmtId inner;
  analysis::Nest nest;

  explicit Triangle(int64_t n) {
    ir::Builder& b = p.b;
    const ir::ArrayId a = p.array("a", ScalarType::Float64, 1);
    const ir::VarId i = p.counter("i");
    const ir::VarId j = p.counter("j");
    const ir::ExprId sum = b.add(b.load(a, {b.read(i)}), b.number(ScalarType::Float64, 1));
    inner = b.loop(j, b.add(b.read(i), b.int64(1)), ir::LoopMark::Sequential, {b.store(a, {b.read(i)}, sum)});
    outer = b.loop(i, b.int64(n), ir::LoopMark::Sequential, {inner});
    p.f.body = {outer};
    nest.root = outer;
    nest.unknowns = {{analysis::Unknown::Kind::Counter, 0, {0, n - 1}},
                     {analysis::Unknown::Kind::Counter, 1, {0, n - 1}}};
    nest.loops.resize(2);
    nest.loops[0].stmt = outer;
    nest.loops[0].extent = LinearForm(n);
    nest.loops[1].stmt = inner;
    nest.loops[1].parent = 0;
    nest.loops[1].counter = 1;
    nest.loops[1].extent = *LinearForm::of(0).plus(1);
  }
};

}  // namespace

TEST_CASE("the work of a triangle is half that of its box") {
  const Triangle t(1000);
  const cost::LoopWork work(t.p.f);
  const int64_t once = work.each_time(t.nest, 1);
  CHECK(once > 500);  // half the iterations, more than one operation each
  CHECK(once < 10'000);
  CHECK(work.in_nest(t.nest, 1) == 1000 * once);
  CHECK(work.in_nest(t.nest, 0) > work.in_nest(t.nest, 1));
}

TEST_CASE("work that no number holds is very much work") {
  const Triangle t(int64_t{1} << 40);
  const cost::LoopWork work(t.p.f);
  CHECK(work.in_nest(t.nest, 0) == int64_t{1} << 62);
}
