// Which neighbouring kernels are one, and that the one gives the same bits.
#include "transform/grid/join_nests.h"

#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "ir_programs.h"
#include "run_program.h"
#include "transform/schedule_for_gpu.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// Nests over planes a, c, e.
struct Nests : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId c = array("c", ScalarType::Float64, 2);
  ArrayId e = array("e", ScalarType::Float64, 2);

  Nests() : Program("nests") { f.disjoint_arguments = true; }

  /// to[i + rows, j + columns] += from[i, j] * 0.5, for all of `a` but its last `rows` and `columns`
  StmtId nest(ArrayId to, ArrayId from, int64_t rows, int64_t columns) {
    const VarId i = counter("i");
    const VarId j = counter("j");
    const std::vector<ExprId> at{b.add(b.read(i), b.int64(rows)), b.add(b.read(j), b.int64(columns))};
    const ExprId sum = b.add(b.load(to, at), b.mul(b.load(from, {b.read(i), b.read(j)}), b.float64(0.5)));
    const auto extent = [&](int d, int64_t less) { return b.max(b.int64(0), b.sub(b.extent(a, d), b.int64(less))); };
    return b.loop(i, extent(0, rows), LoopMark::Parallel,
                  {b.loop(j, extent(1, columns), LoopMark::Parallel, {b.store(to, at, sum)})});
  }
  Function of(Block body) {
    f.body = std::move(body);
    return f;
  }
};

transform::Pipeline scheduled(const Function& source) { return transform::schedule_for_gpu(source, {}, {}, {}); }

size_t kernels(const Function& source) { return scheduled(source).function.body.size(); }

void check_one_kernel(const Function& source) {
  const Function joined = scheduled(source).function;
  REQUIRE(joined.body.size() == 1);
  check(joined, "testing join_nests");
  for (const auto& [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{{0, 3}, {1, 1}, {2, 9}, {7, 5}}) {
    CAPTURE(rows, columns);
    std::vector<double> numbers(static_cast<size_t>(rows * columns));
    for (size_t n = 0; n < numbers.size(); ++n) numbers[n] = 0.37 * static_cast<double>(n % 101) - 11;
    test::Arguments arguments;
    for (int n = 0; n < 3; ++n) arguments.array(ScalarType::Float64, {rows, columns}, numbers);
    test::check_same(test::run(source, arguments), test::run(joined, arguments));
  }
}

}  // namespace

TEST_CASE("join_nests: one array read by two nests, over one space and over shifted ones") {
  for (const int64_t rows : {0, 1, 2})
    for (const int64_t columns : {0, 1}) {
      Nests p;
      check_one_kernel(p.of({p.nest(p.c, p.a, rows, 0), p.nest(p.e, p.a, 0, columns)}));
    }
}

TEST_CASE("join_nests: an element that the first nest stores is read by the same iteration of the second") {
  Nests p;
  check_one_kernel(p.of({p.nest(p.c, p.a, 0, 0), p.nest(p.e, p.c, 0, 0)}));
}

TEST_CASE("join_nests: three nests") {
  Nests p;
  check_one_kernel(p.of({p.nest(p.c, p.a, 0, 0), p.nest(p.e, p.a, 1, 0), p.nest(p.c, p.a, 0, 0)}));
}

TEST_CASE("join_nests: what another iteration stores, other memory, and other spaces stay apart") {
  Nests shifted;
  CHECK(kernels(shifted.of({shifted.nest(shifted.c, shifted.a, 1, 0), shifted.nest(shifted.e, shifted.c, 0, 0)})) == 2);
  Nests overwritten;
  CHECK(kernels(overwritten.of({overwritten.nest(overwritten.c, overwritten.a, 0, 0), overwritten.nest(overwritten.a, overwritten.c, 0, 1)})) == 2);
  Nests apart;
  CHECK(kernels(apart.of({apart.nest(apart.c, apart.c, 0, 0), apart.nest(apart.e, apart.a, 0, 0)})) == 2);
  Nests smaller;
  CHECK(kernels(smaller.of({smaller.nest(smaller.c, smaller.a, 0, 0), smaller.nest(smaller.e, smaller.a, 50, 0)})) == 2);
  Nests overlapping;
  overlapping.f.disjoint_arguments = false;
  CHECK(kernels(overlapping.of({overlapping.nest(overlapping.c, overlapping.a, 0, 0), overlapping.nest(overlapping.e, overlapping.a, 0, 0)})) == 2);
}
