// Which loop of a nest becomes a vector loop, by the shape of its accesses.
#include "transform/loops/choose_vector_loops.h"

#include <catch2/catch.hpp>

#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using Catch::Matchers::Contains;
using test::Program;

namespace {

struct Nest : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId c = array("c", ScalarType::Float64, 2);
  ArrayId x = array("x", ScalarType::Float64, 1);
  ArrayId y = array("y", ScalarType::Float64, 1);
  ArrayId index = array("index", ScalarType::Int64, 1);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId s = b.variable("s", ScalarType::Float64);
  Nest() : Program("nest") { f.disjoint_arguments = true; }

  StmtId loop(VarId counter, ExprId extent, LoopMark mark, Block body) {
    return b.loop(counter, extent, mark, std::move(body));
  }
  /// for i in prange: s = 0; for j: s += value; y[i] = s
  Block row_sums(ExprId trips, ExprId value) {
    const Block step = {b.assign(s, b.add(b.read(s), value))};
    const Block body = {b.assign(s, b.float64(0)), loop(j, trips, LoopMark::Sequential, step),
                        b.store(y, {b.read(i)}, b.read(s))};
    return {loop(i, b.extent(y, 0), LoopMark::Parallel, body)};
  }
  std::string chosen(Block body) {
    f.body = std::move(body);
    f.level = Level::Scheduling;
    abi::TargetInfo target;
    target.vector_bytes = 64;
    const Function result = transform::choose_vector_loops(f, target);
    CHECK(verify(result) == std::vector<std::string>{});
    return print(result);
  }
};

}  // namespace

TEST_CASE("neighbouring elements decide between two parallel loops") {
  for (bool transposed : {false, true}) {
    Nest t;
    const auto at = [&] {
      return transposed ? std::vector{t.b.read(t.j), t.b.read(t.i)}
                        : std::vector{t.b.read(t.i), t.b.read(t.j)};
    };
    const StmtId copy = t.b.store(t.c, at(), t.b.load(t.a, at()));
    const StmtId inner = t.loop(t.j, t.b.extent(t.a, 1), LoopMark::Parallel, {copy});
    const std::string text = t.chosen({t.loop(t.i, t.b.extent(t.a, 0), LoopMark::Parallel, {inner})});
    INFO(text);
    CHECK_THAT(text, transposed
                         ? Contains("for lane in vector(") && Contains("for j in range(")
                         : Contains("for i in prange(") && Contains("for j in vector(a.shape[1], width=8)"));
  }
}

TEST_CASE("a filter runs over neighbouring results, several vectors at a time") {
  Nest t;
  const ExprId value = t.b.mul(t.b.load(t.x, {t.b.add(t.b.read(t.i), t.b.read(t.j))}),
                               t.b.load(t.a, {t.b.int64(0), t.b.read(t.j)}));
  CHECK_THAT(t.chosen(t.row_sums(t.b.extent(t.a, 1), value)), Contains("width=32"));
}

TEST_CASE("a scattered store behind the sum leaves several vectors side by side") {
  Nest t;
  const ExprId value = t.b.mul(t.b.load(t.a, {t.b.read(t.j), t.b.read(t.i)}), t.b.load(t.x, {t.b.read(t.j)}));
  Block rows = t.row_sums(t.b.extent(t.a, 0), value);
  auto& loop = std::get<For>(t.f.stmts[rows[0]].node);
  loop.body.back() = t.b.store(t.c, {t.b.read(t.i), t.b.int64(0)}, t.b.read(t.s));
  CHECK_THAT(t.chosen(rows), Contains("width=32"));
}

TEST_CASE("sums of matrix rows take rows side by side") {
  Nest t;
  const ExprId value = t.b.mul(t.b.load(t.a, {t.b.read(t.i), t.b.read(t.j)}), t.b.load(t.x, {t.b.read(t.j)}));
  CHECK_THAT(t.chosen(t.row_sums(t.b.extent(t.a, 1), value)), Contains("width=8"));
}

TEST_CASE("rows of a sparse matrix stay in order") {
  Nest t;
  const ExprId start = t.b.load(t.index, {t.b.read(t.i)});
  const ExprId trips = t.b.sub(t.b.load(t.index, {t.b.add(t.b.read(t.i), t.b.int64(1))}), start);
  const ExprId at = t.b.add(start, t.b.read(t.j));
  const ExprId value = t.b.mul(t.b.load(t.x, {at}), t.b.load(t.a, {t.b.int64(0), t.b.load(t.index, {at})}));
  const std::string text = t.chosen(t.row_sums(trips, value));
  CHECK(text.find("vector") == std::string::npos);
}

TEST_CASE("a loop that raises before it stores has lanes, one that raises after has none") {
  const auto chosen = [](bool check_first) {
    Nest t;
    const ErrorId error = t.b.error(ErrorKind::IndexError, "index {0}", {});
    const StmtId check = t.b.statement(CheckIndex{t.x, 0, t.b.read(t.i), error});
    const StmtId store = t.b.store(t.y, {t.b.read(t.i)}, t.b.load(t.x, {t.b.read(t.i)}));
    const Block body = check_first ? Block{check, store} : Block{store, check};
    return t.chosen({t.loop(t.i, t.b.extent(t.y, 0), LoopMark::Parallel, body)});
  };
  CHECK_THAT(chosen(true), Contains("vector"));
  CHECK_THAT(chosen(false), !Contains("vector"));
}

TEST_CASE("while loops run inside lanes") {
  Nest t;
  const ExprId small = t.b.compare(CompareOp::Less, t.b.read(t.s), t.b.float64(4));
  const StmtId grow =
      t.b.statement(While{{}, small, {t.b.assign(t.s, t.b.mul(t.b.read(t.s), t.b.read(t.s)))}});
  const Block body = {t.b.assign(t.s, t.b.load(t.a, {t.b.read(t.i), t.b.read(t.j)})), grow,
                      t.b.store(t.c, {t.b.read(t.i), t.b.read(t.j)}, t.b.read(t.s))};
  const StmtId inner = t.loop(t.j, t.b.extent(t.a, 1), LoopMark::Parallel, body);
  CHECK_THAT(t.chosen({t.loop(t.i, t.b.extent(t.a, 0), LoopMark::Parallel, {inner})}),
             Contains("for j in vector(a.shape[1], width=16)"));
}
