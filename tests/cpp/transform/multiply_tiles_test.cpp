// Which kernels the matrix unit computes, and that their bits stay those of single iterations.
#include "transform/groups/multiply_tiles.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "codegen/c_family/c_printer.h"
#include "ir_programs.h"
#include "run_program.h"
#include "scheduled_kernel.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using test::ScheduledKernel;

namespace {

/// for i: for j: s = START; for k: s += a[i, k] * w[..]; c[i, j] = END
struct Product : Program {
  ScalarType type;
  ArrayId a = array("a", type, 2);
  ArrayId w = array("w", type, 2);
  ArrayId c = array("c", type, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId k = counter("k");
  VarId s = b.variable("s", type);

  explicit Product(ScalarType of = ScalarType::Float64) : Program("product"), type(of) { f.disjoint_arguments = true; }
  ExprId at(ArrayId array, VarId first, VarId second) { return b.load(array, {b.read(first), b.read(second)}); }
  Function with(Block first, ExprId value, ExprId end) {
    first.push_back(b.loop(k, b.extent(a, 1), LoopMark::Sequential, {b.assign(s, b.add(b.read(s), value))}));
    first.push_back(b.store(c, {b.read(i), b.read(j)}, end));
    f.body = {b.loop(i, b.extent(c, 0), LoopMark::Parallel,
                     {b.loop(j, b.extent(c, 1), LoopMark::Parallel, std::move(first))})};
    return f;
  }
  Function with(ExprId start, ExprId value) { return with({b.assign(s, start)}, value, b.read(s)); }
  Function rows_by_columns() { return with(b.number(type, 0), b.mul(at(a, i, k), at(w, k, j))); }
  Function columns_by_rows() { return with(b.number(type, 0), b.mul(at(w, k, j), at(a, i, k))); }
  Function rows_by_rows() {
    return with({b.assign(s, at(c, i, j))}, b.mul(at(a, i, k), at(w, j, k)), b.mul(b.read(s), b.constant(make_constant(type, 0.75))));
  }
};

constexpr auto kPasses = {transform::multiply_tiles_large, transform::multiply_tiles_broad, transform::multiply_tiles_small};

/// `wide`: rows begin where vectors may, and hold whole ones.
void check_tiled(const Function& source, const test::Arguments& arguments, bool wide = false) {
  ScheduledKernel s = test::only_kernel(source);
  if (wide) s.layout.alignment.assign(s.kernel.arrays.size(), 16);
  if (wide) s.layout.range_steps = {4, 4};
  const test::Run expected = test::run(s.function, arguments);
  for (const auto pass : kPasses) {
    const auto grouped = test::made(pass(s.function, s.kernel, s.layout, test::large_device()));
    REQUIRE(grouped);
    INFO(print(grouped->function));
    check(grouped->function, "testing multiply_tiles");
    test::check_same(expected, test::run(grouped->function, arguments));
  }
}

/// Numbers of both signs and many sizes, zeros of both signs, and in some places infinity.
std::vector<double> numbers(int64_t count, int64_t seed) {
  std::vector<double> result(static_cast<size_t>(count));
  for (int64_t n = 0; n < count; ++n) {
    const int64_t mixed = (n * 2654435761 + seed) % 1000003;
    result[static_cast<size_t>(n)] = std::ldexp(static_cast<double>(mixed) - 500000, static_cast<int>(mixed % 41) - 20);
    if (mixed % 17 == 0) result[static_cast<size_t>(n)] = mixed % 2 == 0 ? 0.0 : -0.0;
    if (n == 1) result[1] = std::numeric_limits<double>::infinity();
  }
  return result;
}

}  // namespace

TEST_CASE("multiply_tiles: the unit gives the bits of single iterations, at every edge") {
  for (const auto& [rows, columns, depth] : std::vector<std::array<int64_t, 3>>{
           {1, 1, 1}, {16, 17, 0}, {130, 65, 5}, {33, 3, 31}, {68, 36, 50}, {20, 12, 133}}) {
    CAPTURE(rows, columns, depth);
    const auto arguments = [&, n = rows, m = columns, d = depth](bool transposed) {
      test::Arguments result;
      result.array<double>(ScalarType::Float64, {n, d}, numbers(n * d, 1))
          .array<double>(ScalarType::Float64, transposed ? std::vector<int64_t>{m, d} : std::vector<int64_t>{d, m},
                         numbers(m * d, 2))
          .array<double>(ScalarType::Float64, {n, m}, numbers(n * m, 3));
      return result;
    };
    const bool several_pieces = depth > 16;
    const bool wide = rows % 4 == 0 && columns % 4 == 0;
    check_tiled(Product().rows_by_columns(), arguments(false));
    if (wide) check_tiled(Product().rows_by_columns(), arguments(false), wide);
    if (several_pieces) check_tiled(Product().columns_by_rows(), arguments(false), wide);
    if (several_pieces) check_tiled(Product().rows_by_rows(), arguments(true), wide);
  }
}

TEST_CASE("multiply_tiles: complex products are two columns and two steps of the unit") {
  for (const auto& [rows, columns, depth] : std::vector<std::array<int64_t, 3>>{
           {1, 1, 1}, {16, 17, 0}, {130, 33, 16}, {33, 40, 15}, {68, 36, 50}, {12, 4, 67}}) {
    CAPTURE(rows, columns, depth);
    const auto arguments = [&, n = rows, m = columns, d = depth](bool transposed) {
      const auto two = transposed ? std::vector<int64_t>{m, d} : std::vector<int64_t>{d, m};
      test::Arguments result;
      result.array<double>(ScalarType::Complex128, {n, d}, numbers(2 * n * d, 1))
          .array<double>(ScalarType::Complex128, two, numbers(2 * m * d, 2))
          .array<double>(ScalarType::Complex128, {n, m}, numbers(2 * n * m, 3));
      return result;
    };
    for (const bool wide : {false, true}) {
      check_tiled(Product(ScalarType::Complex128).rows_by_columns(), arguments(false), wide);
      check_tiled(Product(ScalarType::Complex128).rows_by_rows(), arguments(true), wide);
    }
  }
}

TEST_CASE("multiply_tiles: two products of an iteration are added in their order") {
  for (const ScalarType type : {ScalarType::Float64, ScalarType::Complex128}) {
    for (const int64_t n : {1, 33, 68}) {
      CAPTURE(type, n);
      Product p(type);
      const ExprId first = p.b.add(p.b.read(p.s), p.b.mul(p.at(p.a, p.i, p.k), p.at(p.w, p.k, p.j)));
      const ExprId second = p.b.add(p.b.read(p.s), p.b.mul(p.at(p.w, p.i, p.k), p.at(p.a, p.k, p.j)));
      const StmtId sum = p.b.loop(p.k, p.b.extent(p.a, 1), LoopMark::Sequential, {p.b.assign(p.s, first), p.b.assign(p.s, second)});
      const StmtId put = p.b.store(p.c, {p.b.read(p.i), p.b.read(p.j)}, p.b.read(p.s));
      const StmtId row = p.b.loop(p.j, p.b.extent(p.c, 1), LoopMark::Parallel, {p.b.assign(p.s, p.b.number(type, 0)), sum, put});
      p.f.body = {p.b.loop(p.i, p.b.extent(p.c, 0), LoopMark::Parallel, {row})};
      const int64_t count = n * n * (type == ScalarType::Complex128 ? 2 : 1);
      test::Arguments arguments;
      for (const int64_t seed : {1, 2, 3}) arguments.array<double>(type, {n, n}, numbers(count, seed));
      check_tiled(p.f, arguments, n % 4 == 0);
    }
  }
}

TEST_CASE("multiply_tiles: tiles are of the size whose turns end soonest") {
  const auto pays = [](auto pass, int64_t n) {
    const ScheduledKernel s = test::only_kernel(Product().rows_by_columns());
    const auto offer = pass(s.function, s.kernel, s.layout, test::large_device());
    REQUIRE(offer);
    return offer->pays(transform::LaunchFacts{.extents = {n, n, 1}, .value = [n](ExprId) { return n; }, .extent = {}});
  };
  CHECK(pays(transform::multiply_tiles_large, 4096));  // 7.76 turns of large tiles
  CHECK_FALSE(pays(transform::multiply_tiles_broad, 4096));
  CHECK(pays(transform::multiply_tiles_broad, 8192));  // 31.03
  CHECK_FALSE(pays(transform::multiply_tiles_large, 8192));
  CHECK_FALSE(pays(transform::multiply_tiles_smallest, 64));  // takes longer to compile than to run
}

TEST_CASE("multiply_tiles: groups that share a multiprocessor have pieces that fit its memory") {
  for (const bool by_rows : {false, true}) {
    const ScheduledKernel s = test::only_kernel(by_rows ? Product().rows_by_rows() : Product().rows_by_columns());
    const auto grouped = test::made(transform::multiply_tiles_broad(s.function, s.kernel, s.layout, test::large_device()));
    REQUIRE(grouped);
    const auto plan = kernel::plan_group(grouped->function, grouped->kernel, true, codegen::cuda_dialect().abilities());
    CHECK(2 * codegen::dynamic_local_bytes(plan, codegen::cuda_dialect()) <= test::large_device().local_bytes);
    CHECK(3 * codegen::dynamic_local_bytes(plan, codegen::cuda_dialect()) > test::large_device().local_bytes);
  }
}

TEST_CASE("multiply_tiles: complex factors in the other order are added in another order") {
  const ScheduledKernel s = test::only_kernel(Product(ScalarType::Complex128).columns_by_rows());
  for (const auto pass : kPasses) CHECK_FALSE(test::made(pass(s.function, s.kernel, s.layout, test::large_device())));
}

TEST_CASE("multiply_tiles: of a complex operand a lane has one part, and copies are whole elements where they may be") {
  ScheduledKernel s = test::only_kernel(Product(ScalarType::Complex128).rows_by_columns());
  const auto text = [&] {
    const auto grouped = test::made(transform::multiply_tiles_large(s.function, s.kernel, s.layout, test::large_device()));
    REQUIRE(grouped);
    return codegen::print_kernel(grouped->function, grouped->kernel, s.layout, codegen::cuda_dialect());
  };
  const auto has = [](const std::string& in, const std::string& part) { return in.find(part) != std::string::npos; };
  const std::string by_parts = text();
  CHECK(has(by_parts, "matrix_16_8_4((f64*)&s["));
  CHECK(has(by_parts, "f64 a_operand["));
  CHECK(has(by_parts, "copy_later_8(&a_tile["));
  s.layout.alignment.assign(s.kernel.arrays.size(), 16);
  const std::string whole = text();
  CHECK(has(whole, "copy_later_16(&a_tile["));
  CHECK_FALSE(has(whole, "copy_later_8(&a_tile["));
}

TEST_CASE("multiply_tiles: a zero of each sign stays what it was where the loop is empty or short") {
  test::Arguments arguments;
  arguments.array<double>(ScalarType::Float64, {2, 3}, std::vector<double>(6, -0.0))
      .array<double>(ScalarType::Float64, {2, 3}, std::vector<double>(6, 1.0))
      .array<double>(ScalarType::Float64, {2, 2}, std::vector<double>(4, -0.0));
  check_tiled(Product().rows_by_rows(), arguments);
}

TEST_CASE("multiply_tiles: other sums, other types and other devices have no unit") {
  const auto tiled = [](const Function& f, const abi::DeviceProperties& on) {
    const ScheduledKernel s = test::only_kernel(f);
    return std::any_of(kPasses.begin(), kPasses.end(),
                       [&](auto pass) { return pass(s.function, s.kernel, s.layout, on).has_value(); });
  };
  CHECK(tiled(Product().rows_by_columns(), test::large_device()));
  Product difference;
  CHECK_FALSE(tiled(difference.with(difference.b.float64(0), difference.b.sub(difference.at(difference.a, difference.i, difference.k),
                                                                              difference.at(difference.w, difference.k, difference.j))),
                    test::large_device()));
  abi::DeviceProperties older = test::large_device();
  older.float64_matrix_unit = false;
  CHECK_FALSE(tiled(Product().rows_by_columns(), older));
  abi::DeviceProperties small = test::large_device();
  small.local_bytes = 49152;
  CHECK_FALSE(tiled(Product().rows_by_columns(), small));
}

TEST_CASE("multiply_tiles: what is kept beside the sum has no place in a warp") {
  Product p;
  const VarId t = p.b.variable("t", ScalarType::Float64);
  const ExprId start = p.b.call(Intrinsic::Sqrt, {p.at(p.c, p.i, p.j)});
  const Function f = p.with({p.b.assign(t, start), p.b.assign(p.s, p.b.read(t))}, p.b.mul(p.at(p.a, p.i, p.k), p.at(p.w, p.k, p.j)),
                            p.b.mul(p.b.read(t), p.b.read(p.s)));
  const ScheduledKernel s = test::only_kernel(f);
  for (const auto pass : kPasses) CHECK_FALSE(test::made(pass(s.function, s.kernel, s.layout, test::large_device())));
}
