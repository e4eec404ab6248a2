// Nests on grids: which loops become dimensions, what stays on the host, and that the meaning stays.
#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "kernel/find_kernels.h"
#include "random_nests.h"
#include "transform/grid/map_grid.h"
#include "transform/schedule_for_gpu.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

Function schedule_for_gpu(const Function& source) {
  const auto verified = [](std::string_view pass, const Function& f) {
    check(f, "testing after " + std::string(pass));
  };
  const Function simplified = transform::simplify_source(source, verified);
  return transform::schedule_for_gpu(simplified, {}, {}, verified).function;
}

/// a[i, j, k, l] = 1 by four parallel loops.
Function four_loops() {
  Program p("four");
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 4);
  std::vector<ExprId> indices;
  std::vector<VarId> counters;
  for (const char* name : {"i", "j", "k", "l"}) {
    counters.push_back(p.counter(name));
    indices.push_back(p.b.read(counters.back()));
  }
  ExprId value = p.b.int64(0);
  for (ExprId index : indices) value = p.b.add(p.b.mul(value, p.b.int64(10)), index);
  Block body{p.b.store(a, indices, value)};
  for (size_t d = 4; d-- > 0;) {
    body = {p.b.loop(counters[d], p.b.extent(a, static_cast<int>(d)), LoopMark::Parallel, std::move(body))};
  }
  p.f.body = std::move(body);
  return std::move(p.f);
}

}  // namespace

TEST_CASE("schedule: more loops than dimensions share the outermost one") {
  const Function source = four_loops();
  const Function scheduled = schedule_for_gpu(source);
  const std::vector<kernel::Kernel> kernels = kernel::find_kernels(scheduled);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].grid.size() == 3);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {2, 3, 4, 5}, std::vector<int64_t>(120, -1));
  test::check_same(test::run(source, arguments), test::run(scheduled, arguments));
}

TEST_CASE("schedule: the kernel of a product reads two arrays and stores one") {
  Function source = test::matrix_product(ScalarType::Float64);
  source.disjoint_arguments = true;
  const Function scheduled = schedule_for_gpu(source);
  const std::vector<kernel::Kernel> kernels = kernel::find_kernels(scheduled);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].name == "up_matrix_mult_line0");
  CHECK(kernels[0].grid.size() == 2);
  REQUIRE(kernels[0].arrays.size() == 3);
  int stored = 0;
  for (const kernel::KernelArray& array : kernels[0].arrays) stored += array.stored ? 1 : 0;
  CHECK(stored == 1);
  CHECK_FALSE(kernels[0].may_raise);
}

TEST_CASE("schedule: an imperfect nest becomes several grids of two dimensions") {
  Program p("imperfect");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 2);
  const ArrayId rows = p.array("rows", ScalarType::Int64, 1);
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  const VarId k = p.counter("k");
  const VarId x = b.variable("x", ScalarType::Int64);
  const ExprId row = b.read(i);
  const StmtId first = b.loop(j, b.extent(a, 1), LoopMark::Parallel,
                              {b.store(a, {row, b.read(j)}, b.add(b.read(x), b.read(j)))});
  const ExprId element = b.load(a, {row, b.read(k)});
  const StmtId second =
      b.loop(k, b.extent(a, 1), LoopMark::Parallel, {b.store(a, {row, b.read(k)}, b.mul(element, element))});
  p.f.body = {b.loop(i, b.extent(a, 0), LoopMark::Parallel,
                     {b.assign(x, b.load(rows, {row})), first, b.store(rows, {row}, row), second})};
  const Function scheduled = schedule_for_gpu(p.f);
  const std::vector<kernel::Kernel> kernels = kernel::find_kernels(scheduled);
  REQUIRE(kernels.size() == 3);
  CHECK(kernels[0].grid.size() == 2);
  CHECK(kernels[1].grid.size() == 1);
  CHECK(kernels[2].grid.size() == 2);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {3, 5}, std::vector<int64_t>(15, 0));
  arguments.array(ScalarType::Int64, {3}, std::vector<int64_t>{4, 5, 6});
  test::check_same(test::run(p.f, arguments), test::run(scheduled, arguments));
}

TEST_CASE("schedule: the host keeps no loop over elements and no store") {
  Program p("between");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  p.f.results = {{.type = ScalarType::Int64}};
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  const VarId s = b.variable("s", ScalarType::Int64);
  const ExprId element = b.load(a, {b.read(j)});
  p.f.body = {b.assign(s, b.int64(3)),
              b.loop(i, b.extent(a, 0), LoopMark::Parallel, {b.store(a, {b.read(i)}, b.read(i))}),
              b.loop(j, b.extent(a, 0), LoopMark::Sequential, {b.assign(s, b.sub(element, b.read(s)))}),
              b.store(a, {b.int64(1)}, b.read(s)), b.statement(Return{{b.read(s)}})};
  const Function scheduled = schedule_for_gpu(p.f);
  int outside = 0;
  walk_stmts(scheduled, scheduled.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&scheduled[id].node);
    if (loop != nullptr && loop->mark == LoopMark::Grid) return false;
    outside += loop != nullptr || std::holds_alternative<Store>(scheduled[id].node) ? 1 : 0;
    return true;
  });
  CHECK(outside == 0);
  CHECK(kernel::find_kernels(scheduled).size() == 2);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {7}, std::vector<int64_t>(7, 0));
  test::check_same(test::run(p.f, arguments), test::run(scheduled, arguments));
}

TEST_CASE("schedule: random nests keep their meaning") {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    test::RandomNest nest(seed);
    Function source = nest.build();
    source.disjoint_arguments = true;
    const Function scheduled = schedule_for_gpu(source);
    const test::Arguments arguments = nest.arguments();
    const test::Run expected = test::run(source, arguments);
    const test::Run found = test::run(scheduled, arguments);
    INFO(print(scheduled));
    test::check_same(expected, found);
  }
}
