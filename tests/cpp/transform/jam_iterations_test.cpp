// Which kernels run several iterations in one item, along which dimension, and that they give the same bits.
#include "transform/groups/jam_iterations.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"
#include "scheduled_kernel.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using test::ScheduledKernel;

namespace {

constexpr int64_t kRows = 9;
constexpr int64_t kColumns = 133;

struct Grid : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId w = array("w", ScalarType::Float64, 1);
  ArrayId c = array("c", ScalarType::Float64, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId k = counter("k");
  VarId s = b.variable("s", ScalarType::Float64);

  Grid() : Program("grid") { f.disjoint_arguments = true; }
  ExprId here() { return b.load(a, {b.read(i), b.read(j)}); }
  ExprId below() { return b.load(a, {b.add(b.read(i), b.int64(1)), b.read(j)}); }
  ExprId tap() { return b.load(w, {b.read(k)}); }
  StmtId keep(ExprId value) { return b.store(c, {b.read(i), b.read(j)}, value); }
  Function over(Block body) {
    f.body = {b.loop(i, b.extent(c, 0), LoopMark::Parallel,
                     {b.loop(j, b.extent(c, 1), LoopMark::Parallel, std::move(body))})};
    return f;
  }
};

/// Without memory that items share.
abi::DeviceProperties small_device() {
  abi::DeviceProperties result = test::small_device();
  result.local_bytes_static = 0;
  return result;
}

/// How often loops in order turn is known.
ScheduledKernel in_turns(const Function& source, std::vector<int> turns) {
  ScheduledKernel result = test::only_kernel(source);
  result.layout.turns = std::move(turns);
  return result;
}

std::optional<transform::GroupedKernel> jammed(const ScheduledKernel& s) {
  return test::made(transform::jam_four(s.function, s.kernel, s.layout, small_device()));
}

test::Arguments arguments() {
  std::vector<double> a((kRows + 1) * kColumns);
  for (size_t n = 0; n < a.size(); ++n) a[n] = 0.37 * static_cast<double>(n % 101) - 11;
  return test::Arguments{}
      .array(ScalarType::Float64, {kRows + 1, kColumns}, a)
      .array(ScalarType::Float64, {3}, std::vector<double>{0.25, -1.5, 3})
      .array(ScalarType::Float64, {kRows, kColumns}, std::vector<double>(kRows * kColumns));
}

void check_same_bits(const ScheduledKernel& s) {
  const auto grouped = jammed(s);
  REQUIRE(grouped);
  INFO(print(grouped->function));
  check(grouped->function, "testing jam_iterations");
  test::check_same(test::run(s.function, arguments()), test::run(grouped->function, arguments()));
}

}  // namespace

TEST_CASE("jam_iterations: rows that neighbours share") {
  Grid p;
  const ScheduledKernel s = test::only_kernel(p.over({p.keep(p.b.sub(p.here(), p.below()))}));
  const auto grouped = jammed(s);
  REQUIRE(grouped);
  CHECK(grouped->items == std::array<int64_t, 3>{128, 8, 1});
  check_same_bits(s);
}

TEST_CASE("jam_iterations: what no iteration shares is left alone") {
  Grid p;
  CHECK(!jammed(test::only_kernel(p.over({p.keep(p.b.mul(p.here(), p.here()))}))));
}

TEST_CASE("jam_iterations: a loop of all copies, rolled and unrolled") {
  Grid p;
  const auto over_taps = [&] {
    const StmtId add = p.b.assign(p.s, p.b.add(p.b.read(p.s), p.b.mul(p.tap(), p.here())));
    return p.over({p.b.assign(p.s, p.b.float64(0)),
                   p.b.loop(p.k, p.b.extent(p.w, 0), LoopMark::Sequential, {add}), p.keep(p.b.read(p.s))});
  };
  const Function source = over_taps();
  check_same_bits(test::only_kernel(source));
  const ScheduledKernel known = in_turns(source, {3});
  check_same_bits(known);
  const auto grouped = jammed(known);
  CHECK(test::loops_with(grouped->function, LoopMark::Unrolled) > 0);
}

TEST_CASE("jam_iterations: a condition that copies may see differently is copied whole") {
  Grid p;
  const ExprId rises = p.b.compare(CompareOp::Less, p.here(), p.below());
  check_same_bits(test::only_kernel(p.over({p.b.assign(p.s, p.below()),
                                    p.b.if_then(rises, {p.b.assign(p.s, p.b.mul(p.b.read(p.s), p.b.float64(3)))}),
                                    p.keep(p.b.read(p.s))})));
}

TEST_CASE("jam_iterations: a loop that iterations run differently keeps its kernel") {
  Grid p;
  const StmtId add = p.b.assign(p.s, p.b.add(p.b.read(p.s), p.b.mul(p.here(), p.below())));
  CHECK(!jammed(test::only_kernel(p.over({p.b.assign(p.s, p.b.float64(0)),
                                  p.b.loop(p.k, p.b.read(p.i), LoopMark::Sequential, {add}),
                                  p.keep(p.b.read(p.s))}))));
}

TEST_CASE("jam_iterations: the box around a tile lies in local memory where an iteration reads much of it") {
  Grid p;
  const ArrayId taps = p.array("taps", ScalarType::Float64, 2);
  const VarId q = p.counter("q");
  const auto window = [&](ExprId row, ExprId column) {
    const ExprId product = p.b.mul(p.b.load(p.a, {row, column}), p.b.load(taps, {p.b.read(p.k), p.b.read(q)}));
    const StmtId add = p.b.assign(p.s, p.b.add(p.b.read(p.s), product));
    const StmtId inner = p.b.loop(q, p.b.extent(taps, 1), LoopMark::Sequential, {add});
    return p.over({p.b.assign(p.s, p.b.float64(0)), p.b.loop(p.k, p.b.extent(taps, 0), LoopMark::Sequential, {inner}),
                   p.keep(p.b.read(p.s))});
  };
  const auto in_order = [&](const ExprId& row) { return window(row, p.b.add(p.b.read(p.j), p.b.read(q))); };
  const Function source = in_order(p.b.add(p.b.read(p.i), p.b.read(p.k)));
  const ScheduledKernel few = in_turns(source, {3, 5});
  const ScheduledKernel many = in_turns(source, {11, 13});
  const abi::DeviceProperties local = test::small_device();
  for (const auto& pass : {transform::jam_eight_in_halos, transform::jam_four_in_halos}) {
    CHECK(!pass(few.function, few.kernel, few.layout, local));
    CHECK(!pass(many.function, many.kernel, many.layout, small_device()));
    const auto grouped = test::made(pass(many.function, many.kernel, many.layout, local));
    REQUIRE(grouped);
    INFO(print(grouped->function));
    check(grouped->function, "testing jam_iterations");
    for (const auto& [rows, columns] : {std::pair<int64_t, int64_t>{17, 131}, {16, 128}, {3, 1}}) {
      CAPTURE(rows, columns);
      std::vector<double> a(static_cast<size_t>((rows + 10) * (columns + 12)));
      for (size_t n = 0; n < a.size(); ++n) a[n] = 0.37 * static_cast<double>(n % 101) - 11;
      const std::vector<double> zeros(static_cast<size_t>(rows * columns));
      const auto given = test::Arguments{}
                             .array(ScalarType::Float64, {rows + 10, columns + 12}, a)
                             .array(ScalarType::Float64, {3}, std::vector<double>(3))
                             .array(ScalarType::Float64, {rows, columns}, zeros)
                             .array(ScalarType::Float64, {11, 13}, std::vector<double>(a.begin(), a.begin() + 143));
      test::check_same(test::run(many.function, given), test::run(grouped->function, given));
    }
  }
  const ScheduledKernel twice = in_turns(in_order(p.b.mul(p.b.read(p.i), p.b.int64(2))), {11, 13});
  const auto taps_alone = test::made(transform::jam_four_in_halos(twice.function, twice.kernel, twice.layout, local));
  REQUIRE(taps_alone);
  int in_local = 0;
  for (const Array& array : taps_alone->function.arrays) in_local += array.space == AddressSpace::Local ? 1 : 0;
  CHECK(in_local == 1);
}

TEST_CASE("jam_iterations: an item goes through few lines") {
  Grid p;
  const StmtId add = p.b.assign(p.s, p.b.add(p.b.read(p.s), p.b.load(p.a, {p.b.read(p.i), p.b.read(p.k)})));
  const ExprId product = p.b.mul(p.b.read(p.s), p.b.load(p.w, {p.b.read(p.j)}));
  const ScheduledKernel s = test::only_kernel(p.over({p.b.assign(p.s, p.b.float64(0)),
                                        p.b.loop(p.k, p.b.extent(p.a, 1), LoopMark::Sequential, {add}), p.keep(product)}));
  const auto offer = transform::jam_four_of_lines(s.function, s.kernel, s.layout, small_device());
  const auto grouped = test::made(offer);
  REQUIRE(grouped);
  INFO(print(grouped->function));
  CHECK(grouped->items == std::array<int64_t, 3>{512, 8, 1});
  check(grouped->function, "testing jam_iterations");
  const auto pays = [&](int64_t columns, int64_t rows) {
    return offer->pays({.firsts = {}, .extents = {columns, rows, 1}, .value = {}, .extent = {}});
  };
  CHECK(pays(1 << 20, 3));
  CHECK(!pays(1 << 20, 1));
  CHECK(!pays(1 << 20, 9));
  CHECK(!pays(100, 3));
  for (const auto& [rows, columns] : {std::pair<int64_t, int64_t>{1, 1}, {3, 511}, {8, 512}, {9, 1300}, {17, 3}}) {
    CAPTURE(rows, columns);
    std::vector<double> a(static_cast<size_t>(rows * 7));
    std::vector<double> w(static_cast<size_t>(columns));
    for (size_t n = 0; n < a.size(); ++n) a[n] = 0.37 * static_cast<double>(n % 101) - 11;
    for (size_t n = 0; n < w.size(); ++n) w[n] = 1.0 / static_cast<double>(n + 1);
    const auto given = test::Arguments{}
                           .array(ScalarType::Float64, {rows, 7}, a)
                           .array(ScalarType::Float64, {columns}, w)
                           .array(ScalarType::Float64, {rows, columns}, std::vector<double>(static_cast<size_t>(rows * columns)));
    test::check_same(test::run(s.function, given), test::run(grouped->function, given));
  }
}

TEST_CASE("jam_iterations: a number of bits that four iterations have in common is made once") {
  Grid p;
  const auto bits = [&](BinaryOp op, ExprId word, int64_t by) {
    return p.b.binary(op, word, p.b.number(ScalarType::UInt64, by));
  };
  const ExprId word = p.b.cast(ScalarType::UInt64, p.b.read(p.j));
  const ExprId block = bits(BinaryOp::ShiftLeft, bits(BinaryOp::ShiftRight, word, 7), 5);
  const ExprId place = p.b.binary(BinaryOp::BitOr, block, bits(BinaryOp::BitAnd, word, 31));
  const ExprId number = bits(BinaryOp::BitAnd, bits(BinaryOp::ShiftRight, word, 5), 3);
  const VarId shared = p.b.variable("shared", ScalarType::UInt64);
  const ExprId both = p.b.add(p.b.mul(p.b.read(shared), p.b.number(ScalarType::UInt64, 10)), number);
  const Block body{p.b.assign(shared, place),
                   p.b.store(p.w, {p.b.read(p.j)}, p.b.cast(ScalarType::Float64, both))};
  p.f.body = {p.b.loop(p.j, p.b.extent(p.w, 0), LoopMark::Parallel, body)};
  const ScheduledKernel s = test::only_kernel(p.f);
  const auto grouped = test::made(transform::jam_quarters(s.function, s.kernel, s.layout, small_device()));
  REQUIRE(grouped);
  INFO(print(grouped->function));
  CHECK(grouped->items == std::array<int64_t, 3>{512, 1, 1});
  check(grouped->function, "testing jam_iterations");
  for (const int64_t n : {1, 127, 128, 1300}) {
    const auto given = test::Arguments{}
                           .array(ScalarType::Float64, {1, 1}, std::vector<double>{0})
                           .array(ScalarType::Float64, {n}, std::vector<double>(static_cast<size_t>(n)))
                           .array(ScalarType::Float64, {1, 1}, std::vector<double>{0});
    test::check_same(test::run(s.function, given), test::run(grouped->function, given));
  }
  Grid other;
  const ScheduledKernel plain = test::only_kernel(other.over({other.keep(other.here())}));
  CHECK(!transform::jam_quarters(plain.function, plain.kernel, plain.layout, small_device()));
}
