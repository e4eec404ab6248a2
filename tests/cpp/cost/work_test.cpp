#include "cost/work.h"

#include <catch2/catch.hpp>

#include "ir/builder.h"

using namespace unpython;

namespace {

struct Program {
  ir::Function function;
  ir::Builder build{function};
  ir::VarId i = build.variable("i", ScalarType::Int64);
  ir::VarId n = build.variable("n", ScalarType::Int64);

  cost::WorkBound bound(ir::Block body) {
    function.body = std::move(body);
    return cost::bound_work(function);
  }
};

}  // namespace

TEST_CASE("no loop is one iteration") {
  Program p;
  CHECK(p.bound({p.build.assign(p.n, p.build.int64(1))}).iterations(1000) == 1);
}

TEST_CASE("nested loops multiply") {
  Program p;
  const ir::ExprId extent = p.build.read(p.n);
  const ir::StmtId inner = p.build.loop(p.i, extent, ir::LoopMark::Sequential, {});
  const ir::StmtId outer = p.build.loop(p.i, extent, ir::LoopMark::Parallel, {inner});
  CHECK(p.bound({outer}).iterations(10) == 100);
  CHECK(p.bound({outer}).iterations(int64_t{1} << 40) == INT64_MAX);
}

TEST_CASE("a constant trip count larger than every argument counts") {
  Program p;
  const ir::StmtId loop = p.build.loop(p.i, p.build.int64(1'000'000), ir::LoopMark::Sequential, {});
  CHECK(p.bound({loop}).iterations(3) == 1'000'000);
}

TEST_CASE("a variable counts as what it is assigned") {
  Program p;
  const ir::ExprId n = p.build.read(p.n);
  const ir::StmtId loop = p.build.loop(p.i, n, ir::LoopMark::Sequential, {});
  CHECK(p.bound({p.build.assign(p.n, p.build.int64(1'000'000)), loop}).iterations(3) == 1'000'000);
  const ir::ExprId other = p.build.read(p.i);
  CHECK(p.bound({p.build.assign(p.n, p.build.mul(other, other)), loop}).unbounded);
  CHECK(p.bound({p.build.assign(p.n, p.build.add(n, p.build.int64(1))), loop}).unbounded);
}

TEST_CASE("what depends on data or on products has no bound") {
  Program p;
  const ir::ExprId n = p.build.read(p.n);
  CHECK(p.bound({p.build.loop(p.i, p.build.mul(n, n), ir::LoopMark::Sequential, {})}).unbounded);
  CHECK(p.bound({p.build.statement(ir::While{.head = {}, .condition = p.build.boolean(false), .body = {}})})
            .unbounded);
}
