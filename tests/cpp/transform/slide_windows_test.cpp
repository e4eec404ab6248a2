// Which loops slide windows, and that neighbours that share one in registers give the same bits.
#include "transform/groups/slide_windows.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "ir/rewrite.h"
#include "ir_programs.h"
#include "run_program.h"
#include "scheduled_kernel.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using test::ScheduledKernel;

namespace {

/// for i: s = 0; for t in range(taps): s += x[by * (i + t)] * h[t]; y[i] = s
struct Filter : Program {
  ArrayId x = array("x", ScalarType::Float64, 1);
  ArrayId h = array("h", ScalarType::Float64, 1);
  ArrayId y = array("y", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId t = counter("t");
  VarId s = b.variable("s", ScalarType::Float64);

  Filter() : Program("filter") { f.disjoint_arguments = true; }
  Function with(ExprId sample) {
    const ExprId tap = b.load(h, {b.read(t)});
    const StmtId add = b.assign(s, b.add(b.read(s), b.mul(sample, tap)));
    f.body = {b.loop(i, b.extent(y, 0), LoopMark::Parallel,
                     {b.assign(s, b.float64(0)), b.loop(t, b.extent(h, 0), LoopMark::Sequential, {add}),
                      b.store(y, {b.read(i)}, b.read(s))})};
    return f;
  }
  Function by(int64_t step) {
    return with(b.load(x, {b.mul(b.int64(step), b.add(b.read(i), b.read(t)))}));
  }
};

/// out[i, j] = sum of a[i + p, j + q] * w[p, q]
struct Plane : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId w = array("w", ScalarType::Float64, 2);
  ArrayId out = array("out", ScalarType::Float64, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId p = counter("p");
  VarId q = counter("q");
  VarId s = b.variable("s", ScalarType::Float64);

  Plane() : Program("plane") { f.disjoint_arguments = true; }
  Function whole() {
    const ExprId here = b.load(a, {b.add(b.read(i), b.read(p)), b.add(b.read(j), b.read(q))});
    const StmtId add = b.assign(s, b.add(b.read(s), b.mul(here, b.load(w, {b.read(p), b.read(q)}))));
    const StmtId row = b.loop(q, b.extent(w, 1), LoopMark::Sequential, {add});
    const StmtId window = b.loop(p, b.extent(w, 0), LoopMark::Sequential, {row});
    const Block body{b.assign(s, b.float64(0)), window, b.store(out, {b.read(i), b.read(j)}, b.read(s))};
    f.body = {b.loop(i, b.extent(out, 0), LoopMark::Parallel, {b.loop(j, b.extent(out, 1), LoopMark::Parallel, body)})};
    return f;
  }
};

/// for i: s = 0; for j in range(n): s = s * x[i] + h[j]; y[i] = s
struct Polynomial : Program {
  ArrayId x = array("x", ScalarType::Float64, 1);
  ArrayId h = array("h", ScalarType::Float64, 1);
  ArrayId y = array("y", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId s = b.variable("s", ScalarType::Float64);

  Polynomial() : Program("polynomial") { f.disjoint_arguments = true; }
  Function with(ExprId place) {
    const ExprId next = b.add(b.mul(b.read(s), b.load(x, {b.read(i)})), b.load(h, {place}));
    f.body = {b.loop(i, b.extent(y, 0), LoopMark::Parallel,
                     {b.assign(s, b.float64(0)),
                      b.loop(j, b.extent(h, 0), LoopMark::Sequential, {b.assign(s, next)}),
                      b.store(y, {b.read(i)}, b.read(s))})};
    return f;
  }
};

std::vector<double> numbers(int64_t count) {
  std::vector<double> result(static_cast<size_t>(count));
  for (size_t n = 0; n < result.size(); ++n) result[n] = 0.37 * static_cast<double>(n % 101) - 11;
  return result;
}

using Pass = decltype(&transform::slide_windows);

void check_same_bits(const ScheduledKernel& s, const test::Arguments& arguments,
                     std::initializer_list<Pass> passes = {transform::slide_windows, transform::slide_short_windows},
                     const abi::DeviceProperties& on = test::small_device()) {
  for (const Pass pass : passes) {
    const auto grouped = test::made(pass(s.function, s.kernel, s.layout, on));
    REQUIRE(grouped);
    INFO(print(grouped->function));
    check(grouped->function, "testing slide_windows");
    test::check_same(test::run(s.function, arguments), test::run(grouped->function, arguments));
  }
}

}  // namespace

TEST_CASE("slide_windows: a filter, shorter and longer than a piece, whole turns or not") {
  Filter p;
  const ScheduledKernel s = test::only_kernel(p.by(2));
  for (const int64_t taps : {0, 1, 7, 8, 16, 257, 530}) {
    for (const int64_t count : {1, 3, 1024, 1029}) {
      CAPTURE(taps, count);
      check_same_bits(s, test::Arguments{}
                             .array(ScalarType::Float64, {2 * (count + taps)}, numbers(2 * (count + taps)))
                             .array(ScalarType::Float64, {taps}, numbers(taps))
                             .array(ScalarType::Float64, {count}, numbers(count)));
    }
  }
}

TEST_CASE("slide_windows: rows of a plane") {
  Plane p;
  const ScheduledKernel s = test::only_kernel(p.whole());
  for (const auto& [high, wide] : {std::pair<int64_t, int64_t>{3, 3}, {2, 17}, {1, 9}}) {
    CAPTURE(high, wide);
    const int64_t rows = 6;
    const int64_t columns = 259;
    check_same_bits(s, test::Arguments{}
                           .array(ScalarType::Float64, {rows + high, columns + wide}, numbers((rows + high) * (columns + wide)))
                           .array(ScalarType::Float64, {high, wide}, numbers(high * wide))
                           .array(ScalarType::Float64, {rows, columns}, numbers(rows * columns)));
  }
}

TEST_CASE("slide_windows: what no two iterations share stays as it is") {
  Filter p;
  const ExprId twice = p.b.add(p.b.read(p.i), p.b.mul(p.b.int64(2), p.b.read(p.t)));
  const ScheduledKernel s = test::only_kernel(p.with(p.b.load(p.x, {twice})));
  CHECK(!transform::slide_windows(s.function, s.kernel, s.layout, test::small_device()));
}

TEST_CASE("slide_windows: elements that all iterations read at one step") {
  Polynomial p;
  const ScheduledKernel s = test::only_kernel(p.with(p.b.read(p.j)));
  CHECK(!transform::slide_windows(s.function, s.kernel, s.layout, test::small_device()));
  for (const int64_t terms : {0, 1, 8, 15, 256, 519}) {
    for (const int64_t count : {1, 127, 128, 300}) {
      CAPTURE(terms, count);
      check_same_bits(s,
                      test::Arguments{}
                          .array(ScalarType::Float64, {count}, numbers(count))
                          .array(ScalarType::Float64, {terms}, numbers(terms))
                          .array(ScalarType::Float64, {count}, numbers(count)),
                      {transform::walk_together, transform::walk_together_two});
      abi::DeviceProperties rough = test::small_device();
      rough.correctly_rounded_float32 = false;
      CHECK(!transform::walk_together_four(s.function, s.kernel, s.layout, test::small_device()));
      check_same_bits(s,
                      test::Arguments{}
                          .array(ScalarType::Float64, {count}, numbers(count))
                          .array(ScalarType::Float64, {terms}, numbers(terms))
                          .array(ScalarType::Float64, {count}, numbers(count)),
                      {transform::walk_together_four}, rough);
    }
  }
}

TEST_CASE("slide_windows: roots and quotients are guessed to be of usual numbers, and have the same bits where they are not") {
  Program p("potential");
  p.f.disjoint_arguments = true;
  const ArrayId x = p.array("x", ScalarType::Float32, 1);
  const ArrayId h = p.array("h", ScalarType::Float32, 1);
  const ArrayId y = p.array("y", ScalarType::Float32, 1);
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  const VarId sum = p.b.variable("s", ScalarType::Float32);
  const ExprId here = p.b.load(h, {p.b.read(j)});
  const ExprId square = p.b.mul(p.b.load(x, {p.b.read(i)}), here);
  const ExprId root = p.b.call(Intrinsic::Sqrt, {square});
  const ExprId value = p.b.add(p.b.binary(BinaryOp::Divide, here, root), p.b.binary(BinaryOp::Divide, root, square));
  p.f.body = {p.b.loop(i, p.b.extent(y, 0), LoopMark::Parallel,
                       {p.b.assign(sum, p.b.number(ScalarType::Float32, 0)),
                        p.b.loop(j, p.b.extent(h, 0), LoopMark::Sequential, {p.b.assign(sum, p.b.add(p.b.read(sum), value))}),
                        p.b.store(y, {p.b.read(i)}, p.b.read(sum))})};
  const ScheduledKernel s = test::only_kernel(p.f);
  const auto guesses = [&](const abi::DeviceProperties& on) {
    const auto grouped = test::made(transform::walk_together(s.function, s.kernel, s.layout, on));
    REQUIRE(grouped);
    bool found = false;
    walk_all_exprs(grouped->function, {grouped->kernel.root}, [&](ExprId id) {
      const auto* call = std::get_if<Call>(&grouped->function[id].node);
      found |= call != nullptr && call->function == Intrinsic::RootWithin;
    });
    return found;
  };
  abi::DeviceProperties rough = test::small_device();
  rough.correctly_rounded_float32 = false;
  CHECK(guesses(test::small_device()));
  CHECK_FALSE(guesses(rough));
  for (const double odd : {1.0, 0.0, -3.0, 1e-38, 1e38}) {
    std::vector<double> steps = numbers(300);
    for (size_t n = 0; n < steps.size(); ++n) steps[n] = n % 70 == 33 ? odd : 1 + std::abs(steps[n]);
    std::vector<double> rows(129);
    for (size_t n = 0; n < rows.size(); ++n) rows[n] = 0.5 + static_cast<double>(n);
    CAPTURE(odd);
    check_same_bits(s,
                    test::Arguments{}
                        .array(ScalarType::Float32, {129}, rows)
                        .array(ScalarType::Float32, {300}, steps)
                        .array(ScalarType::Float32, {129}, std::vector<double>(129)),
                    {transform::walk_together, transform::walk_together_two});
  }
}

TEST_CASE("slide_windows: no walk where each iteration takes its own way") {
  Polynomial p;
  const ScheduledKernel s = test::only_kernel(p.with(p.b.binary(BinaryOp::Modulo, p.b.mul(p.b.read(p.i), p.b.read(p.j)), p.b.int64(3))));
  CHECK(!transform::walk_together(s.function, s.kernel, s.layout, test::small_device()));
}

TEST_CASE("slide_windows: no element is read ahead of a loop that does not run") {
  Polynomial p;
  const ArrayId z = p.array("z", ScalarType::Float64, 1);
  const ArrayId turns = p.array("turns", ScalarType::Float64, 1);
  Function f = p.with(p.b.read(p.j));
  const VarId k = p.counter("k");
  const ExprId more = p.b.add(p.b.read(p.s), p.b.load(z, {p.b.read(p.i)}));
  Stmt grid = p.f[p.f.body[0]];
  Block& body = std::get<For>(grid.node).body;
  body.insert(body.begin() + 2, p.b.loop(k, p.b.extent(turns, 0), LoopMark::Sequential, {p.b.assign(p.s, more)}));
  p.f.body = {p.b.statement(std::move(grid.node))};
  const ScheduledKernel s = test::only_kernel(p.f);
  const auto offer = transform::walk_together(s.function, s.kernel, s.layout, test::small_device());
  REQUIRE(offer);
  const auto pays = [&](int64_t turns_of_other) {
    const auto value = [&](ExprId extent) {
      const auto* known = std::get_if<Extent>(&s.function[extent].node);
      return known != nullptr && known->array == turns ? turns_of_other : int64_t{1000};
    };
    transform::LaunchFacts launch;
    launch.extents = {100000, 1, 1};
    launch.value = value;
    return offer->pays(launch);
  };
  CHECK(pays(1));
  CHECK_FALSE(pays(0));
}
