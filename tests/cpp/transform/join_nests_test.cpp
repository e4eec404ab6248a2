// Which neighbouring kernels are one, and that the one gives the same bits.
#include "transform/grid/join_nests.h"

#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "ir_programs.h"
#include "property.h"
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
  StmtId nest(ArrayId to, ArrayId from, int64_t rows, int64_t columns, int line = 0) {
    const VarId i = counter("i");
    const VarId j = counter("j");
    const std::vector<ExprId> at{b.add(b.read(i), b.int64(rows)), b.add(b.read(j), b.int64(columns))};
    const ExprId sum = b.add(b.load(to, at), b.mul(b.load(from, {b.read(i), b.read(j)}), b.float64(0.5)));
    const auto extent = [&](int d, int64_t less) { return b.max(b.int64(0), b.sub(b.extent(a, d), b.int64(less))); };
    return b.loop(i, extent(0, rows), LoopMark::Parallel,
                  {b.loop(j, extent(1, columns), LoopMark::Parallel, {b.store(to, at, sum)})},
                  {.line = line, .end_line = line + 2});
  }
  Function of(Block body) {
    f.body = std::move(body);
    return f;
  }
};

/// An element of a plane, so far behind the place of an iteration.
struct Place {
  ArrayId array;
  int64_t rows = 0;
  int64_t columns = 0;
};

/// Nests that follow each other, each over a plane without its last lines; its iterations share nothing.
struct RandomNests : Nests {
  test::Random& random;

  explicit RandomNests(test::Random& source) : random(source) {}
  ArrayId any() { return ArrayId{static_cast<int32_t>(random.draw(0, 2))}; }
  Block nests() {
    Block body;
    for (int64_t n = random.draw(2, 3); n > 0; --n) body.push_back(nest());
    return body;
  }
  StmtId nest() {
    const VarId i = counter("i");
    const VarId j = counter("j");
    const int64_t less[2] = {random.pick({0, 1, 1, 2}), random.pick({0, 1, 1, 2})};
    const auto element = [&](const Place& place) -> std::vector<ExprId> {
      return {b.add(b.read(i), b.int64(place.rows)), b.add(b.read(j), b.int64(place.columns))};
    };
    const auto somewhere = [&](ArrayId array) { return Place{array, random.draw(0, less[0]), random.draw(0, less[1])}; };
    const Place to = somewhere(any());
    ExprId sum = b.float64(0.25);
    for (int64_t n = random.draw(1, 3); n > 0; --n) {
      const ArrayId from = any();
      const Place read = from == to.array ? to : somewhere(from);
      sum = b.add(sum, b.mul(b.load(from, element(read)), b.float64(0.5)));
    }
    Block body{b.store(to.array, element(to), sum)};
    if (random.chance(20)) {
      const ExprId few = b.compare(CompareOp::Less, b.read(random.chance(50) ? i : j), b.int64(random.draw(0, 4)));
      body = {b.if_then(few, std::move(body), {})};
    }
    const auto extent = [&](int d) { return b.max(b.int64(0), b.sub(b.extent(a, d), b.int64(less[d]))); };
    return b.loop(i, extent(0), LoopMark::Parallel, {b.loop(j, extent(1), LoopMark::Parallel, std::move(body))});
  }
};

/// Iterations of grids from the last to the first: a device runs them in any order.
class Backwards : public Rewriter {
 public:
  using Rewriter::Rewriter;
  Block stmt(StmtId id) override {
    const For* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr || loop->mark != LoopMark::Grid) return {rebuild(id)};
    For turned = *loop;
    Substitution from_behind(function_);
    const VarId counter = build_.variable("behind", ScalarType::Int64);
    from_behind.replace(turned.counter, build_.sub(build_.sub(turned.extent, build_.int64(1)), build_.read(counter)));
    turned.counter = counter;
    turned.body = block(from_behind.block(turned.body));
    return {build_.statement(std::move(turned), function_[id].range)};
  }
};

transform::Pipeline scheduled(const Function& source) { return transform::schedule_for_gpu(source, {}, {}, {}); }

size_t kernels(const Function& source) { return scheduled(source).function.body.size(); }

void check_same_bits(const Function& source, const Function& joined) {
  check(joined, "testing join_nests");
  const Function backwards = rewritten<Backwards>(joined);
  for (const auto& [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{{0, 3}, {1, 1}, {2, 9}, {7, 5}}) {
    CAPTURE(rows, columns);
    std::vector<double> numbers(static_cast<size_t>(rows * columns));
    for (size_t n = 0; n < numbers.size(); ++n) numbers[n] = 0.37 * static_cast<double>(n % 101) - 11;
    test::Arguments arguments;
    for (int n = 0; n < 3; ++n) arguments.array(ScalarType::Float64, {rows, columns}, numbers);
    const test::Run expected = test::run(source, arguments);
    test::check_same(expected, test::run(joined, arguments));
    test::check_same(expected, test::run(backwards, arguments));
  }
}

void check_one_kernel(const Function& source) {
  const Function joined = scheduled(source).function;
  REQUIRE(joined.body.size() == 1);
  check_same_bits(source, joined);
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
  Nests behind;  // c[i + 1] is of iteration i + 1
  check_one_kernel(behind.of({behind.nest(behind.c, behind.a, 1, 0), behind.nest(behind.e, behind.c, 0, 0)}));
  Nests in_front;  // e[i + 1] would be, too, but c[i] of another iteration then
  check_one_kernel(in_front.of({in_front.nest(in_front.c, in_front.a, 0, 0), in_front.nest(in_front.e, in_front.c, 1, 0)}));
}

TEST_CASE("join_nests: three nests") {
  Nests p;
  check_one_kernel(p.of({p.nest(p.c, p.a, 0, 0), p.nest(p.e, p.a, 1, 0), p.nest(p.c, p.a, 0, 0)}));
}

TEST_CASE("join_nests: what another iteration stores, other memory, and other spaces stay apart") {
  Nests shifted;
  CHECK(kernels(shifted.of({shifted.nest(shifted.c, shifted.a, 1, 0), shifted.nest(shifted.e, shifted.c, 1, 0)})) == 2);
  Nests overwritten;
  CHECK(kernels(overwritten.of({overwritten.nest(overwritten.c, overwritten.a, 0, 0),
                                overwritten.nest(overwritten.a, overwritten.c, 0, 1)})) == 2);
  Nests apart;
  CHECK(kernels(apart.of({apart.nest(apart.c, apart.c, 0, 0), apart.nest(apart.e, apart.a, 0, 0)})) == 2);
  Nests smaller;
  CHECK(kernels(smaller.of({smaller.nest(smaller.c, smaller.a, 0, 0), smaller.nest(smaller.e, smaller.a, 50, 0)})) == 2);
  Nests overlapping;
  overlapping.f.disjoint_arguments = false;
  CHECK(kernels(overlapping.of({overlapping.nest(overlapping.c, overlapping.a, 0, 0),
                                overlapping.nest(overlapping.e, overlapping.a, 0, 0)})) == 2);
}

TEST_CASE("join_nests: nests that would take too many registers stay apart") {
  Nests wide;
  const VarId i = wide.counter("i");
  ExprId sum = wide.b.float64(0);
  for (int64_t n = 0; n < 20; ++n) sum = wide.b.add(sum, wide.b.load(wide.a, {wide.b.read(i), wide.b.int64(n)}));
  const auto rows = [&](ArrayId to) {
    return wide.b.loop(i, wide.b.extent(wide.a, 0), LoopMark::Parallel, {wide.b.store(to, {wide.b.read(i), wide.b.int64(0)}, sum)});
  };
  CHECK(kernels(wide.of({rows(wide.c), rows(wide.e)})) == 2);
}

TEST_CASE("join_nests: of nests whose data chooses elements of two arrays, one may fit into memory where both do not") {
  const auto kernels_of = [](bool one_array) {
    Nests p;
    const ArrayId places = p.array("places", ScalarType::Int64, 1);
    const auto gathered = [&](ArrayId from, int64_t column) {
      const VarId i = p.counter("i");
      const ExprId chosen = p.b.load(from, {p.b.load(places, {p.b.read(i)}), p.b.int64(0)});
      return p.b.loop(i, p.b.extent(p.e, 0), LoopMark::Parallel, {p.b.store(p.e, {p.b.read(i), p.b.int64(column)}, chosen)});
    };
    return kernels(p.of({gathered(p.a, 0), gathered(one_array ? p.a : p.c, 1)}));
  };
  CHECK(kernels_of(true) == 1);
  CHECK(kernels_of(false) == 2);
}

TEST_CASE("join_nests: reports say which loops are one kernel, and why others are not") {
  Nests p;
  const transform::Pipeline pipeline =
      scheduled(p.of({p.nest(p.c, p.a, 0, 0, 10), p.nest(p.e, p.a, 1, 0, 13), p.nest(p.a, p.e, 0, 1, 16)}));
  REQUIRE(pipeline.function.body.size() == 2);
  CHECK(pipeline.function[pipeline.function.body[0]].range.line == 10);
  CHECK(pipeline.function[pipeline.function.body[0]].range.end_line == 15);
  REQUIRE(pipeline.nests.size() == 3);
  CHECK(pipeline.nests[1].order == "the loops of lines 10 and 13 run as one kernel, so that what both touch of 'a' is loaded once");
  CHECK(pipeline.nests[2].order ==
        "the loops of lines 10 and 16 are two kernels: an iteration touches elements of 'a' that belong to other "
        "iterations");
}

TEST_CASE("join_nests: random neighbours give the same bits, whatever the order of iterations") {
  int64_t joined = 0;
  test::for_random_instances([&](test::Random& random) {
    RandomNests p(random);
    const Function source = p.of(p.nests());
    const Function made = scheduled(source).function;
    joined += made.body.size() < source.body.size();
    check_same_bits(source, made);
  }, 2000);
  CHECK(joined > 100);
}
