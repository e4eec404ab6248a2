#include "transform/source/fuse_loops.h"

#include <catch2/catch.hpp>

#include "analysis/text/known_equal.h"
#include "count_statements.h"
#include "ir/verify/verify.h"
#include "ir_programs.h"
#include "run_program.h"
#include "transform/source/eliminate_index_arrays.h"
#include "transform/source/scalarize_temporaries.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// t = a + 1 for each element; c = 2 * t[at + shift] where there is one.
struct TwoLoops : Program {
  ArrayId a = array("a", ScalarType::Float64, 1);
  ArrayId c = array("c", ScalarType::Float64, 1);
  ArrayId t = b.heap_array("t", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId j = counter("j");
  TwoLoops() : Program("two_loops") { f.disjoint_arguments = true; }

  StmtId loop(VarId counter, ExprId extent, StmtId body) {
    const StmtId made = b.loop(counter, extent, LoopMark::Parallel, {body});
    std::get<For>(f.stmts[made].node).independent = true;
    return made;
  }
  StmtId producer() {
    const ExprId value = b.add(b.load(a, {b.read(i)}), b.float64(1));
    return loop(i, b.extent(a, 0), b.store(t, {b.read(i)}, value));
  }
  StmtId consumer(ExprId extent, int64_t shift, ArrayId from) {
    const ExprId at = b.add(b.read(j), b.int64(shift));
    return loop(j, extent, b.store(c, {b.read(j)}, b.mul(b.load(from, {at}), b.float64(2))));
  }
  StmtId allocate() { return b.statement(Allocate{t, {b.extent(a, 0)}}); }
  StmtId raise_unless_equal_shapes() {
    const ErrorId error = b.error(ErrorKind::ValueError, "shapes", {});
    return b.if_then(b.compare(CompareOp::NotEqual, b.extent(c, 0), b.extent(a, 0)), {b.raise(error, {})});
  }

  Function function(Block body) {
    f.body = std::move(body);
    CHECK(verify(f) == std::vector<std::string>{});
    return f;
  }
};

Function fused(const Function& f, transform::FusionReport* notes = nullptr) {
  transform::FusionReport report;
  const Function result = transform::fuse_loops(f, report);
  CHECK(verify(result) == std::vector<std::string>{});
  if (notes != nullptr) *notes = report;
  return result;
}

test::Arguments two_arrays() {
  test::Arguments arguments;
  arguments.array<double>(ScalarType::Float64, {3}, {1, 2, 3});
  arguments.array<double>(ScalarType::Float64, {3}, {0, 0, 0});
  return arguments;
}

}  // namespace

TEST_CASE("loops over equal shapes become one across the check of the shapes, and the array a scalar") {
  TwoLoops t;
  const Function source = t.function(
      {t.allocate(), t.producer(), t.raise_unless_equal_shapes(), t.consumer(t.b.extent(t.c, 0), 0, t.t)});
  const Function one = fused(source);
  CHECK(test::count_of<For>(one) == 1);
  transform::FusionReport report;
  const Function scalar = transform::scalarize_temporaries(one, report);
  CHECK(verify(scalar) == std::vector<std::string>{});
  REQUIRE(report.size() == 1);
  CHECK(report[0].text == "t is one number at a time, not an array");
  CHECK(test::count_of<Allocate>(scalar) == 0);
  test::check_same(test::run(source, two_arrays()), test::run(scalar, two_arrays()));
}

TEST_CASE("a loop that reads neighbours stays apart, and says so") {
  TwoLoops t;
  const ExprId shorter = t.b.extent(t.a, 0);
  transform::FusionReport notes;
  const Function source = t.function({t.allocate(), t.producer(), t.consumer(shorter, 1, t.t)});
  CHECK(test::count_of<For>(fused(source, &notes)) == 2);
  REQUIRE(notes.size() == 1);
  CHECK_FALSE(notes[0].done);
  CHECK(notes[0].text.ends_with("it uses t at other places"));
  transform::FusionReport report;
  const Function same = transform::scalarize_temporaries(source, report);
  CHECK(same.body == source.body);
}

TEST_CASE("unknown shapes, other marks and stores that an exception would show keep loops apart") {
  TwoLoops unknown;
  CHECK(test::count_of<For>(fused(unknown.function({unknown.allocate(), unknown.producer(),
                                         unknown.consumer(unknown.b.extent(unknown.c, 0), 0, unknown.t)}))) ==
        2);
  TwoLoops marked;
  const StmtId second = marked.consumer(marked.b.extent(marked.a, 0), 0, marked.t);
  std::get<For>(marked.f.stmts[second].node).mark = LoopMark::Sequential;
  CHECK(test::count_of<For>(fused(marked.function({marked.allocate(), marked.producer(), second}))) == 2);

  TwoLoops shown;
  const StmtId first = shown.consumer(shown.b.extent(shown.c, 0), 0, shown.a);
  const StmtId last = shown.loop(
      shown.i, shown.b.extent(shown.a, 0),
      shown.b.store(shown.t, {shown.b.read(shown.i)}, shown.b.load(shown.c, {shown.b.read(shown.i)})));
  CHECK(test::count_of<For>(fused(shown.function({shown.allocate(), first, shown.raise_unless_equal_shapes(), last}))) ==
        2);
}

TEST_CASE(
    "a sum over a product with a matrix leaves the product its blocks; one over rows' own values does not") {
  for (const bool of_matrix : {true, false}) {
    TwoLoops t;
    const ArrayId m = t.array("m", ScalarType::Float64, 2);
    const VarId k = t.counter("k");
    const VarId row = t.b.variable("row", ScalarType::Float64);
    const VarId total = t.b.variable("total", ScalarType::Float64);
    const ExprId first_index = of_matrix ? t.b.read(t.i) : t.b.int64(0);
    const ExprId element = t.b.load(m, {first_index, t.b.read(k)});
    const StmtId depths = t.b.loop(k, t.b.extent(m, 1), LoopMark::Sequential,
                                   {t.b.assign(row, t.b.add(t.b.read(row), element))});
    const StmtId product = t.loop(t.i, t.b.extent(t.a, 0), t.b.assign(row, t.b.float64(0)));
    std::get<For>(t.f.stmts[product].node).body = {t.b.assign(row, t.b.float64(0)), depths,
                                                   t.b.store(t.t, {t.b.read(t.i)}, t.b.read(row))};
    const StmtId sum = t.loop(t.j, t.b.extent(t.a, 0),
                              t.b.assign(total, t.b.add(t.b.read(total), t.b.load(t.t, {t.b.read(t.j)}))));
    transform::FusionReport notes;
    const Function source = t.function({t.allocate(), t.b.assign(total, t.b.float64(0)), product, sum,
                                        t.b.store(t.c, {t.b.int64(0)}, t.b.read(total))});
    CHECK(test::count_of<For>(fused(source, &notes)) == (of_matrix ? 3 : 2));
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].done != of_matrix);
    if (of_matrix) CHECK(notes[0].text.ends_with("it accumulates what a product makes in blocks"));
  }
}

TEST_CASE("arguments that may overlap keep loops apart") {
  TwoLoops t;
  t.f.disjoint_arguments = false;
  const StmtId first = t.consumer(t.b.extent(t.a, 0), 0, t.a);
  const StmtId second = t.producer();
  CHECK(test::count_of<For>(fused(t.function({t.allocate(), first, second}))) == 2);
  t.f.disjoint_arguments = true;
  CHECK(test::count_of<For>(fused(t.function({t.allocate(), first, second}))) == 1);
}

TEST_CASE("an array that follows from the index is computed where it is read") {
  TwoLoops t;
  Builder& b = t.b;
  const StmtId fill =
      t.loop(t.i, b.extent(t.a, 0), b.store(t.t, {b.read(t.i)}, b.cast(ScalarType::Float64, b.read(t.i))));
  const StmtId reversed = t.consumer(b.extent(t.a, 0), 0, t.t);
  const Function source = t.function({t.allocate(), fill, t.raise_unless_equal_shapes(), reversed});
  transform::FusionReport report;
  const Function direct =
      transform::scalarize_temporaries(transform::eliminate_index_arrays(source, report), report);
  CHECK(verify(direct) == std::vector<std::string>{});
  CHECK(report.size() == 1);
  CHECK(test::count_of<For>(direct) == 1);
  test::check_same(test::run(source, two_arrays()), test::run(direct, two_arrays()));
}

TEST_CASE("what is known to be equal is forgotten with its variables") {
  TwoLoops t;
  Builder& b = t.b;
  const VarId n = t.counter("n");
  const ExprId extent = b.extent(t.a, 0);
  analysis::KnownEqual known(t.f);
  known.pass(b.assign(n, extent));
  known.pass(t.raise_unless_equal_shapes());
  CHECK(known.equal(b.read(n), b.extent(t.c, 0)));
  CHECK(known.equal_trips(b.max(b.read(n), b.int64(0)), extent));
  CHECK_FALSE(known.equal(b.read(n), b.int64(3)));
  known.pass(b.assign(n, b.int64(3)));
  CHECK(known.equal(b.read(n), b.int64(3)));
  CHECK_FALSE(known.equal(b.read(n), extent));
}
