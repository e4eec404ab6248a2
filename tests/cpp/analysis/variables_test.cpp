#include "analysis/text/variables.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

struct Variables {
  Program p{"f"};
  Builder& b = p.b;
  VarId c = p.scalar("c", ScalarType::Int64);
  VarId x = b.variable("x", ScalarType::Int64);
  VarId y = b.variable("y", ScalarType::Int64);
  ExprId condition() { return b.compare(CompareOp::Less, b.read(c), b.int64(3)); }
  StmtId set(VarId v, int64_t value = 1) { return b.assign(v, b.int64(value)); }
  StmtId copy(VarId to, VarId from) { return b.assign(to, b.read(from)); }
};

}  // namespace

TEST_CASE("exposed variables are those read before they are surely assigned") {
  Variables v;
  const Block sure{v.set(v.x), v.copy(v.y, v.x)};
  CHECK_FALSE(analysis::exposed_variables(v.p.f, sure).contains(v.x));
  const Block maybe{v.b.if_then(v.condition(), {v.set(v.x)}), v.copy(v.y, v.x)};
  CHECK(analysis::exposed_variables(v.p.f, maybe).contains(v.x));
  const VarId k = v.p.counter("k");
  const Block in_loop{v.b.loop(k, v.b.read(v.c), LoopMark::Sequential, {v.set(v.x)}), v.copy(v.y, v.x)};
  CHECK(analysis::exposed_variables(v.p.f, in_loop).contains(v.x));
  const Block left{v.b.if_then(v.condition(), {v.b.statement(Continue{})}, {v.set(v.x)}), v.copy(v.y, v.x)};
  CHECK_FALSE(analysis::exposed_variables(v.p.f, left).contains(v.x));
}

TEST_CASE("always assigned looks at continue and at loops that may not run") {
  Variables v;
  CHECK(analysis::always_assigned(v.p.f, {v.b.if_then(v.condition(), {v.set(v.x)}, {v.set(v.x, 2)})})
            .contains(v.x));
  CHECK_FALSE(analysis::always_assigned(v.p.f, {v.b.if_then(v.condition(), {v.set(v.x)})}).contains(v.x));
  const Block early{v.b.if_then(v.condition(), {v.b.statement(Continue{})}), v.set(v.x)};
  CHECK_FALSE(analysis::always_assigned(v.p.f, early).contains(v.x));
  const VarId k = v.p.counter("k");
  CHECK_FALSE(
      analysis::always_assigned(v.p.f, {v.b.loop(k, v.b.read(v.c), LoopMark::Sequential, {v.set(v.x)})})
          .contains(v.x));
  CHECK(analysis::always_assigned(v.p.f, {v.b.statement(While{{v.set(v.x)}, v.condition(), {}})})
            .contains(v.x));
}

TEST_CASE("liveness goes around loops") {
  Variables v;
  const StmtId late = v.set(v.x, 5);
  const StmtId dead = v.set(v.y, 5);
  const VarId k = v.p.counter("k");
  v.p.f.results = {{.type = ScalarType::Int64}};
  v.p.f.body = {v.set(v.x),
                v.b.loop(k, v.b.read(v.c), LoopMark::Sequential,
                         {v.copy(v.y, v.x), v.b.assign(v.c, v.b.read(v.y)), late, dead}),
                v.b.statement(Return{{v.b.read(v.c)}})};
  const analysis::Liveness live(v.p.f);
  CHECK(live.live_after(late, v.x));
  CHECK_FALSE(live.live_after(dead, v.y));
}
