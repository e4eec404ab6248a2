#include "ir/verify/verify.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "unpython/error.h"

using namespace unpython;
using namespace unpython::ir;
using Catch::Matchers::Contains;
using test::Program;

namespace {

/// A scheduled function with an array, a counter and a scalar to break.
struct Broken : Program {
  ArrayId a = array("a", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId x = b.variable("x", ScalarType::Float64);
  Broken() : Program("broken") { f.level = Level::Scheduled; }

  StmtId set() { return b.assign(x, b.float64(1)); }
  StmtId use() { return b.store(a, {b.int64(0)}, b.read(x)); }
  StmtId parallel(Block body, VarId counter) {
    return b.parallel_loop(counter, b.int64(4), {}, std::move(body));
  }
  StmtId vector(Block body, VarId counter) { return b.vector_loop(counter, b.int64(4), 4, std::move(body)); }
  std::string first(Block body) {
    f.body = std::move(body);
    std::vector<std::string> problems = verify(f);
    return problems.empty() ? "" : problems.front();
  }
};

}  // namespace

TEST_CASE("the matrix product is sound") { CHECK(verify(test::matrix_product(ScalarType::Float32)).empty()); }

TEST_CASE("private variables have no value before and after their loop") {
  Broken t;
  CHECK(t.first({t.parallel({t.set(), t.use()}, t.i)}).empty());
  CHECK_THAT(t.first({t.set(), t.parallel({t.set()}, t.i), t.use()}), Contains("private variable 'x'"));
  CHECK_THAT(t.first({t.set(), t.vector({t.use(), t.set()}, t.i)}), Contains("private variable 'x'"));
  CHECK(t.first({t.vector({t.set()}, t.i), t.set(), t.use()}).empty());
}

TEST_CASE("the head of a while loop assigns what its condition reads") {
  Broken t;
  const auto loop = [&](Block head) {
    return t.b.statement(
        While{std::move(head), t.b.compare(CompareOp::Less, t.b.read(t.x), t.b.float64(1)), {}});
  };
  CHECK(t.first({t.vector({loop({t.set()}), t.use()}, t.i)}).empty());
  CHECK_THAT(t.first({t.vector({loop({}), t.set()}, t.i)}), Contains("private variable 'x'"));
}

TEST_CASE("loops of one kind do not nest, and their counters are theirs alone") {
  Broken t;
  CHECK_THAT(t.first({t.parallel({t.parallel({}, t.j)}, t.i)}), Contains("inside a parallel loop"));
  CHECK_THAT(t.first({t.vector({t.vector({}, t.j)}, t.i)}), Contains("inside a vector loop"));
  CHECK_THAT(t.first({t.parallel({t.b.loop(t.i, t.b.int64(2), LoopMark::Sequential, {})}, t.i)}),
             Contains("counts two loops"));
  CHECK_THAT(t.first({t.parallel({t.b.assign(t.i, t.b.int64(1))}, t.i)}), Contains("assignment to counter"));
  StmtId after = t.b.store(t.a, {t.b.read(t.i)}, t.b.float64(0));
  CHECK_THAT(t.first({t.parallel({}, t.i), after}), Contains("outside its loop"));
}

TEST_CASE("a kernel has up to three dimensions that are known at its launch") {
  Broken t;
  const auto grid = [&](VarId counter, Block body) {
    return t.b.loop(counter, t.b.int64(4), LoopMark::Grid, std::move(body));
  };
  VarId k = t.b.variable("k", ScalarType::Int64);
  VarId l = t.b.variable("l", ScalarType::Int64);
  CHECK(t.first({grid(t.i, {grid(t.j, {t.set(), t.use()})})}).empty());
  CHECK_THAT(t.first({grid(t.i, {grid(t.j, {grid(k, {grid(l, {})})})})}), Contains("one dimension too many"));
  CHECK_THAT(t.first({grid(t.i, {t.set(), grid(t.j, {})})}), Contains("not the whole body"));
  StmtId triangle = t.b.loop(t.j, t.b.read(t.i), LoopMark::Grid, {});
  CHECK_THAT(t.first({grid(t.i, {triangle})}), Contains("not known at the launch"));
  CHECK_THAT(t.first({grid(t.i, {t.set()}), t.use()}), Contains("private variable 'x'"));
  CHECK_THAT(t.first({grid(t.i, {t.vector({}, t.j)})}), Contains("inside a kernel"));
  CHECK_THAT(t.first({t.parallel({grid(t.i, {})}, t.j)}), Contains("inside a loop that runs elsewhere"));
  CHECK_THAT(t.first({grid(t.i, {t.b.statement(Break{})})}), Contains("not in order"));
  CHECK_THAT(t.first({grid(t.i, {t.b.statement(Return{})})}), Contains("return inside"));
  const ArrayId heap = t.b.heap_array("h", ScalarType::Float64, 1);
  const StmtId made = t.b.statement(Allocate{.array = heap, .extents = {t.b.int64(3)}});
  CHECK(t.first({grid(t.i, {made})}).empty());
  CHECK_THAT(t.first({t.b.loop(t.i, t.b.int64(4), LoopMark::Group, {made})}), Contains("inside a group"));
}

TEST_CASE("control flow stays where the loop allows it") {
  Broken t;
  CHECK_THAT(t.first({t.b.statement(Break{})}), Contains("outside a loop"));
  CHECK_THAT(t.first({t.parallel({t.b.statement(Break{})}, t.i)}), Contains("not in order"));
  CHECK_THAT(t.first({t.vector({t.b.statement(Return{})}, t.i)}), Contains("return inside"));
  StmtId raise = t.b.raise(t.b.error(ErrorKind::ValueError, "", {}), {});
  const auto when = [&](StmtId stmt) { return t.b.if_then(t.b.boolean(true), {stmt}, {}, {}); };
  CHECK_THAT(t.first({t.vector({raise}, t.i)}), Contains("may raise after a store"));
  CHECK(t.first({t.vector({when(raise)}, t.i)}).empty());
  StmtId store = t.b.store(t.a, {t.b.read(t.i)}, t.b.float64(0));
  CHECK(t.first({t.vector({when(raise), store}, t.i)}).empty());
  CHECK_THAT(t.first({t.vector({store, when(raise)}, t.i)}), Contains("may raise after a store"));
  StmtId again = t.b.loop(t.j, t.b.int64(2), LoopMark::Sequential, {when(raise), store});
  CHECK_THAT(t.first({t.vector({again}, t.i)}), Contains("may raise after a store"));
  CHECK(t.first({t.parallel({raise}, t.i)}).empty());
}

TEST_CASE("marks belong to levels") {
  Broken t;
  CHECK_THAT(t.first({t.b.loop(t.i, t.b.int64(2), LoopMark::Parallel, {})}),
             Contains("in a scheduled function"));
  t.f.level = Level::Source;
  CHECK_THAT(t.first({t.parallel({}, t.i)}), Contains("before scheduling"));
}

TEST_CASE("arrays fit their space") {
  Broken t;
  ArrayId tile = t.b.local_array("tile", ScalarType::Float64, AddressSpace::Register, {4});
  auto store = [&](VarId index) { return t.b.store(tile, {t.b.read(index)}, t.b.float64(0)); };
  CHECK(t.first({t.vector({store(t.i)}, t.i)}).empty());
  CHECK_THAT(t.first({t.parallel({store(t.i)}, t.i)}), Contains("no constant after unrolling"));
  ArrayId heap = t.b.heap_array("h", ScalarType::Float64, 1);
  CHECK_THAT(t.first({t.b.store(heap, {t.b.int64(0)}, t.b.float64(0))}), Contains("before it is allocated"));
  t.f.arrays[t.a].writeable = false;
  CHECK_THAT(t.first({t.set(), t.use()}), Contains("read-only"));
}

TEST_CASE("types are checked again, whoever made the node") {
  Broken t;
  ExprId wrong = t.f.exprs.push(
      {.type = ScalarType::Float64, .node = Binary{BinaryOp::Add, t.b.int64(1), t.b.int64(2)}});
  CHECK_THAT(t.first({t.b.assign(t.x, wrong)}), Contains("result of +") || Contains("instead of"));
  t.f.body = {t.b.assign(t.x, wrong)};
  CHECK_THROWS_WITH(check(t.f, "testing"), Contains("while testing"));
}
