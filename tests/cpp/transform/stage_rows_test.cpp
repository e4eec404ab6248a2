// Which loops stage rows, in which shape, and what keeps others from it.
#include "transform/groups/stage_rows.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "run_program.h"
#include "scheduled_kernel.h"
#include "transform/shared_reads/find_rows.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using test::ScheduledKernel;

namespace {

constexpr int64_t kLocalBytes = 49152;

/// The arrays and counters of `for i in prange: for k in range(end): BODY`, and of the same with j in
/// between.
struct Rows : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId x = array("x", ScalarType::Float64, 1);
  ArrayId y = array("y", ScalarType::Float64, 1);
  ArrayId c = array("c", ScalarType::Float64, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId k = counter("k");
  VarId s = b.variable("s", ScalarType::Float64);

  Rows() : Program("rows") { f.disjoint_arguments = true; }
  ExprId at(ArrayId array, VarId first, VarId second) {
    return b.load(array, {b.read(first), b.read(second)});
  }
  StmtId add(ExprId value) { return b.assign(s, b.add(b.read(s), value)); }
  StmtId walk(Block body) { return b.loop(k, b.extent(a, 1), LoopMark::Sequential, std::move(body)); }
  /// s = 0; STATEMENT; y[i] = s
  Function over_i(StmtId statement) {
    f.body = {b.loop(i, b.extent(a, 0), LoopMark::Parallel,
                     {b.assign(s, b.float64(0)), statement, b.store(y, {b.read(i)}, b.read(s))})};
    return f;
  }
  Function over_i_and_j(StmtId statement) {
    f.body = {b.loop(
        i, b.extent(c, 0), LoopMark::Parallel,
        {b.loop(j, b.extent(c, 1), LoopMark::Parallel,
                {b.assign(s, b.float64(0)), statement, b.store(c, {b.read(i), b.read(j)}, b.read(s))})})};
    return f;
  }
};

std::optional<transform::Staging> staged(const Function& source, bool disjoint = true, bool fortran = false,
                                         int64_t local_bytes = kLocalBytes) {
  ScheduledKernel s = test::only_kernel(source);
  s.layout.disjoint = disjoint;
  for (size_t n = 0; fortran && n < s.layout.unit_dimension.size(); ++n) s.layout.unit_dimension[n] = 0;
  return transform::find_rows(s.function, s.kernel, s.layout, local_bytes);
}

/// The function with its rows staged gives the bits of the one without.
void check_grouped(const Function& source, const test::Arguments& arguments) {
  const ScheduledKernel s = test::only_kernel(source);
  const auto grouped = test::made(transform::stage_rows(s.function, s.kernel, s.layout, test::device_of_groups()));
  REQUIRE(grouped);
  INFO(print(grouped->function));
  check(grouped->function, "testing stage_rows");
  test::check_same(test::run(s.function, arguments), test::run(grouped->function, arguments));
}

}  // namespace

TEST_CASE("stage_rows: a matrix by a vector, with items that only load") {
  Rows p;
  const auto found =
      staged(p.over_i(p.walk({p.add(p.b.mul(p.at(p.a, p.i, p.k), p.b.load(p.x, {p.b.read(p.k)})))})));
  REQUIRE(found);
  CHECK(found->items == std::array<int64_t, 3>{32, 1, 1});
  CHECK(found->threads == std::array<int64_t, 3>{32, 4, 1});
  CHECK(found->piece == 64);
  REQUIRE(found->loops.size() == 1);
  REQUIRE(found->loops[0].reads.size() == 2);
  CHECK(found->loops[0].reads[0].dimension == 0);
  CHECK(found->loops[0].reads[1].dimension == -1);
}

TEST_CASE("stage_rows: rows by rows, which both dimensions of a group use") {
  Rows p;
  const auto found =
      staged(p.over_i_and_j(p.walk({p.add(p.b.mul(p.at(p.a, p.i, p.k), p.at(p.a, p.j, p.k)))})));
  REQUIRE(found);
  CHECK(found->items == std::array<int64_t, 3>{32, 8, 1});
  CHECK(found->threads == found->items);
  REQUIRE(found->loops[0].reads.size() == 2);
  CHECK(found->loops[0].reads[0].dimension == 1);
  CHECK(found->loops[0].reads[1].dimension == 0);
}

TEST_CASE("stage_rows: what is read twice is staged once, and pieces shrink to the memory") {
  Rows p;
  const ExprId first = p.at(p.a, p.i, p.k);
  const ExprId again = p.at(p.a, p.i, p.k);
  const auto found =
      staged(p.over_i(p.walk({p.add(first), p.add(p.b.mul(again, again))})), true, false, 8000);
  REQUIRE(found);
  CHECK(found->loops[0].reads.size() == 1);
  CHECK(found->piece == 16);  // 32 rows of 17 float64
}

TEST_CASE("stage_rows: nothing where neighbours lie together, or memory may be shared") {
  Rows p;
  const Function f = p.over_i(p.walk({p.add(p.at(p.a, p.i, p.k))}));
  CHECK(staged(f));
  CHECK_FALSE(staged(f, true, true));
  CHECK_FALSE(staged(f, false));
  CHECK_FALSE(staged(f, true, false, 1000));
}

TEST_CASE("stage_rows: nothing where not every iteration reads, or not all items come as far") {
  {
    Rows p;  // read under a condition
    const ExprId positive = p.b.compare(CompareOp::Greater, p.b.load(p.x, {p.b.read(p.k)}), p.b.float64(0));
    CHECK_FALSE(staged(p.over_i(p.walk({p.b.if_then(positive, {p.add(p.at(p.a, p.i, p.k))})}))));
  }
  {
    Rows p;  // triangular
    CHECK_FALSE(
        staged(p.over_i(p.b.loop(p.k, p.b.read(p.i), LoopMark::Sequential, {p.add(p.at(p.a, p.i, p.k))}))));
  }
  {
    Rows p;  // left early
    const ExprId large = p.b.compare(CompareOp::Greater, p.b.read(p.s), p.b.float64(9));
    CHECK_FALSE(
        staged(p.over_i(p.walk({p.add(p.at(p.a, p.i, p.k)), p.b.if_then(large, {p.b.statement(Break{})})}))));
  }
  {
    Rows p;  // over before it, for some
    const ExprId negative = p.b.compare(CompareOp::Less, p.b.load(p.x, {p.b.read(p.i)}), p.b.float64(0));
    const StmtId skip = p.b.if_then(negative, {p.b.statement(Continue{})});
    Function f = p.over_i(p.walk({p.add(p.at(p.a, p.i, p.k))}));
    Block& body = std::get<For>(f.stmts[f.body[0]].node).body;
    body.insert(body.begin(), skip);
    CHECK_FALSE(staged(f));
  }
  {
    Rows p;  // short
    CHECK_FALSE(
        staged(p.over_i(p.b.loop(p.k, p.b.int64(3), LoopMark::Sequential, {p.add(p.at(p.a, p.i, p.k))}))));
  }
  {
    Rows p;  // stored by the kernel
    const StmtId store = p.b.store(p.a, {p.b.read(p.i), p.b.read(p.k)}, p.b.read(p.s));
    CHECK_FALSE(staged(p.over_i(p.walk({p.add(p.at(p.a, p.i, p.k)), store}))));
  }
  {
    Rows p;  // may raise
    const ErrorId error = p.b.error(ErrorKind::ValueError, "no", {});
    const ExprId large = p.b.compare(CompareOp::Greater, p.b.read(p.s), p.b.float64(9));
    CHECK_FALSE(
        staged(p.over_i(p.walk({p.add(p.at(p.a, p.i, p.k)), p.b.if_then(large, {p.b.raise(error, {})})}))));
  }
}

TEST_CASE("stage_rows: a loop around that all items run alike") {
  Rows p;
  const VarId round = p.counter("round");
  const StmtId inner = p.walk({p.add(p.b.mul(p.at(p.a, p.i, p.k), p.b.read(p.s)))});
  const auto found = staged(p.over_i(p.b.loop(round, p.b.extent(p.x, 0), LoopMark::Sequential, {inner})));
  REQUIRE(found);
  CHECK(found->loops.size() == 1);
}

TEST_CASE("stage_rows: worth it for long rows and enough of them") {
  const transform::Staging one{
      .piece = 64, .items = {32, 1, 1}, .threads = {32, 4, 1}, .loops = {{.loop = StmtId{1}}}};
  const auto length = [](int64_t n) { return [n](StmtId) { return n; }; };
  CHECK(transform::staging_pays(one, {3, 1, 1}, length(32)));
  CHECK_FALSE(transform::staging_pays(one, {3000, 1, 1}, length(31)));
  transform::Staging two = one;
  two.items = two.threads = {32, 8, 1};
  CHECK(transform::staging_pays(two, {16, 9, 1}, length(100)));
  CHECK_FALSE(transform::staging_pays(two, {15, 9, 1}, length(100)));
}

TEST_CASE("stage_rows: groups of items give the bits of single ones, at every edge") {
  for (const int64_t rows : {1, 5, 32, 33, 70}) {
    for (const int64_t columns : {0, 1, 31, 32, 64, 65, 100}) {
      CAPTURE(rows, columns);
      std::vector<double> a(static_cast<size_t>(rows * columns));
      std::vector<double> x(static_cast<size_t>(columns));
      for (size_t n = 0; n < a.size(); ++n) a[n] = 1.0 / static_cast<double>(n + 3);
      for (size_t n = 0; n < x.size(); ++n) x[n] = static_cast<double>(n) * 0.7;
      const std::vector<double> square(static_cast<size_t>(rows * rows));
      test::Arguments arguments;
      arguments.array<double>(ScalarType::Float64, {rows, columns}, a)
          .array<double>(ScalarType::Float64, {columns}, x)
          .array<double>(ScalarType::Float64, {rows}, std::vector<double>(static_cast<size_t>(rows)))
          .array<double>(ScalarType::Float64, {rows, rows}, square);
      Rows one;
      check_grouped(one.over_i(one.walk({one.add(one.b.mul(one.at(one.a, one.i, one.k), one.b.load(one.x, {one.b.read(one.k)})))})),
                    arguments);
      if (rows > 33) continue;
      Rows two;
      check_grouped(two.over_i_and_j(two.walk({two.add(two.b.mul(two.at(two.a, two.i, two.k), two.at(two.a, two.j, two.k)))})),
                    arguments);
    }
  }
}

TEST_CASE("stage_rows: groups inside a loop that all items run alike") {
  Rows p;
  const VarId round = p.counter("round");
  const StmtId inner = p.walk({p.add(p.at(p.a, p.i, p.k))});
  const Function f = p.over_i(p.b.loop(round, p.b.extent(p.x, 0), LoopMark::Sequential, {inner}));
  test::Arguments arguments;
  arguments.array<double>(ScalarType::Float64, {40, 70}, std::vector<double>(2800, 0.1))
      .array<double>(ScalarType::Float64, {3}, {1, 2, 3})
      .array<double>(ScalarType::Float64, {40}, std::vector<double>(40))
      .array<double>(ScalarType::Float64, {1, 1}, {0});
  check_grouped(f, arguments);
}
