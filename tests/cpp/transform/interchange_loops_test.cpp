#include "transform/loops/interchange_loops.h"

#include <catch2/catch.hpp>

#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for i: for j: c[at] = a[at] + b[at], the subscripts as (i, j) or transposed.
struct Copy : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId c = array("c", ScalarType::Float64, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  Copy() : Program("copy") { f.disjoint_arguments = true; }

  Function nest(bool transposed, LoopMark outer, LoopMark inner, ExprId inner_extent = {}) {
    const std::vector<ExprId> at =
        transposed ? std::vector{b.read(j), b.read(i)} : std::vector{b.read(i), b.read(j)};
    const StmtId copy = b.store(c, at, b.load(a, at));
    const ExprId extent = inner_extent.valid() ? inner_extent : b.extent(a, transposed ? 0 : 1);
    f.body = {b.loop(i, b.extent(a, transposed ? 1 : 0), outer, {b.loop(j, extent, inner, {copy})})};
    f.level = Level::Scheduling;
    return f;
  }
};

Function interchanged(const Function& f, transform::NeighboursRunOn neighbours = transform::NeighboursRunOn::Vectors) {
  std::vector<analysis::NestNotes> reports;
  return transform::interchange_loops(f, transform::MemoryOrder(), reports, neighbours);
}

std::string outermost(const Function& f) {
  CHECK(verify(f) == std::vector<std::string>{});
  return f[std::get<For>(f[f.body.at(0)].node).counter].name;
}

}  // namespace

TEST_CASE("the loop over neighbours goes inside") {
  const LoopMark par = LoopMark::Parallel;
  CHECK(outermost(interchanged(Copy().nest(false, par, par))) == "i");
  const Function source = Copy().nest(true, par, par);
  const Function changed = interchanged(source);
  CHECK(outermost(changed) == "j");
  test::Arguments arguments;
  arguments.array<double>(ScalarType::Float64, {2, 3}, {1, 2, 3, 4, 5, 6});
  arguments.array<double>(ScalarType::Float64, {2, 3}, std::vector<double>(6));
  test::check_same(test::run(source, arguments), test::run(changed, arguments));
}

TEST_CASE("a parallel loop goes outside where both may") {
  CHECK(outermost(interchanged(
            Copy().nest(true, LoopMark::Sequential, LoopMark::Parallel))) == "j");
}

TEST_CASE("for threads, a loop that leaves the parallel one becomes parallel") {
  const auto marks = [](const Function& f) {
    const auto& outer = std::get<For>(f[f.body.at(0)].node);
    return std::pair(outer.mark, std::get<For>(f[outer.body.at(0)].node).mark);
  };
  const LoopMark par = LoopMark::Parallel;
  const LoopMark seq = LoopMark::Sequential;
  const Function source = Copy().nest(true, par, seq);
  const Function vectors = interchanged(source);
  CHECK(outermost(vectors) == "j");
  CHECK(marks(vectors) == std::pair(seq, par));
  const Function threads = interchanged(source, transform::NeighboursRunOn::Threads);
  CHECK(outermost(threads) == "j");
  CHECK(marks(threads) == std::pair(par, par));
  CHECK(marks(interchanged(Copy().nest(false, seq, par), transform::NeighboursRunOn::Threads)) == std::pair(seq, par));
  CHECK(marks(interchanged(Copy().nest(false, par, seq), transform::NeighboursRunOn::Threads)) == std::pair(par, seq));
}

TEST_CASE("loops that bound each other or carry a value stay") {
  Copy t;
  const ExprId triangle = t.b.add(t.b.read(t.i), t.b.int64(1));
  CHECK(outermost(interchanged(
            t.nest(true, LoopMark::Parallel, LoopMark::Parallel, triangle))) == "i");

  Copy carried;
  Builder& b = carried.b;
  const std::vector<ExprId> here = {b.read(carried.j), b.read(carried.i)};
  const std::vector<ExprId> before = {b.read(carried.j), b.sub(b.read(carried.i), b.int64(1))};
  const StmtId step = b.store(carried.c, here, b.load(carried.c, before));
  carried.f.body = {b.loop(carried.i, b.extent(carried.c, 1), LoopMark::Sequential,
                           {b.loop(carried.j, b.extent(carried.c, 0), LoopMark::Sequential, {step})})};
  carried.f.level = Level::Scheduling;
  CHECK(outermost(interchanged(carried.f)) == "i");
}
