// Which kernels are tiled for what their iterations read again, and that their bits stay what they were.
#include "transform/groups/tile_reuse.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "run_program.h"
#include "scheduled_kernel.h"
#include "transform/shared_reads/find_reuse.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using test::ScheduledKernel;

namespace {

/// for i: for j: s = START; for k: s = STEP; c[i, j] = s
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
  Function with(ExprId start, ExprId value) {
    const StmtId walk =
        b.loop(k, b.extent(a, 1), LoopMark::Sequential, {b.assign(s, b.add(b.read(s), value))});
    f.body = {b.loop(i, b.extent(c, 0), LoopMark::Parallel,
                     {b.loop(j, b.extent(c, 1), LoopMark::Parallel,
                             {b.assign(s, start), walk, b.store(c, {b.read(i), b.read(j)}, b.read(s))})})};
    return f;
  }
  Function rows_by_columns() { return with(b.number(type, 0), b.mul(at(a, i, k), at(w, k, j))); }
  Function turned() { return with(b.number(type, 0), b.mul(at(a, i, k), at(w, j, k))); }
  /// s += a[i, k] * w[j, k] + w[i, k] * a[j, k]
  Function rows_by_rows() {
    const ExprId first = b.mul(at(a, i, k), at(w, j, k));
    return with(b.number(type, 0), b.add(first, b.mul(at(w, i, k), at(a, j, k))));
  }
};

abi::DeviceProperties with_memory() {
  abi::DeviceProperties result = test::device_of_groups();
  result.local_bytes = 232448;
  return result;
}

/// `wide`: rows begin where vectors may, and hold whole ones.
void check_tiled(const Function& source, const test::Arguments& arguments, bool wide = false,
                 const abi::DeviceProperties& device = test::device_of_groups()) {
  ScheduledKernel s = test::only_kernel(source);
  if (wide) s.layout.alignment.assign(s.kernel.arrays.size(), 16);
  if (wide) s.layout.range_steps = {4, 4};
  for (const auto pass : {transform::tile_reuse_large, transform::tile_reuse_middle, transform::tile_reuse_small,
                          transform::tile_reuse_smallest, transform::tile_reuse_of_pairs}) {
    const auto grouped = test::made(pass(s.function, s.kernel, s.layout, device));
    if (!grouped && pass != transform::tile_reuse_small) continue;  // not for all types, nor for many operands
    REQUIRE(grouped);
    INFO(print(grouped->function));
    check(grouped->function, "testing tile_reuse");
    test::check_same(test::run(s.function, arguments), test::run(grouped->function, arguments));
  }
}

}  // namespace

TEST_CASE("tile_reuse: rows of one array and columns of another serve many iterations") {
  Product p;
  const ScheduledKernel s = test::only_kernel(p.rows_by_columns());
  const auto found = transform::find_reuse(s.function, s.kernel, s.layout);
  REQUIRE(found);
  REQUIRE(found->reads.size() == 2);
  CHECK(found->reads[0].dimension == 1);
  CHECK(found->reads[0].dense_in_loop);
  CHECK(found->reads[1].dimension == 0);
  CHECK_FALSE(found->reads[1].dense_in_loop);
}

TEST_CASE("tile_reuse: nothing is read again along one of the two dimensions") {
  Product p;
  const ScheduledKernel s = test::only_kernel(p.with(p.b.float64(0), p.at(p.a, p.i, p.k)));
  CHECK_FALSE(transform::find_reuse(s.function, s.kernel, s.layout));
}

TEST_CASE("tile_reuse: an element of its own for each iteration forbids it") {
  Product p;
  const ExprId own = p.b.load(p.w, {p.b.add(p.b.read(p.i), p.b.read(p.k)), p.b.read(p.j)});
  const ScheduledKernel s = test::only_kernel(p.with(p.b.float64(0), p.b.mul(p.at(p.a, p.i, p.k), own)));
  CHECK_FALSE(transform::find_reuse(s.function, s.kernel, s.layout));
}

TEST_CASE("tile_reuse: what is read under a condition is not read ahead") {
  Product p;
  const ExprId early = p.b.compare(CompareOp::Less, p.b.read(p.k), p.b.int64(7));
  const StmtId add = p.b.assign(p.s, p.b.add(p.b.read(p.s), p.b.mul(p.at(p.a, p.i, p.k), p.at(p.w, p.k, p.j))));
  const StmtId guarded = p.b.if_then(early, {add});
  Function f = p.with(p.b.float64(0), p.b.float64(1));
  std::get<For>(f.stmts[std::get<For>(f.stmts[std::get<For>(f.stmts[f.body[0]].node).body[0]].node).body[1]].node)
      .body = {guarded};
  p.f = f;
  const ScheduledKernel s = test::only_kernel(f);
  CHECK_FALSE(transform::find_reuse(s.function, s.kernel, s.layout));
}

TEST_CASE("tile_reuse: iterations that are over before the loop forbid it") {
  Product p;
  const ExprId negative = p.b.compare(CompareOp::Less, p.at(p.c, p.i, p.j), p.b.float64(0));
  const StmtId skip = p.b.if_then(negative, {p.b.statement(Continue{})});
  Function f = p.rows_by_columns();
  Block& body =
      std::get<For>(f.stmts[std::get<For>(f.stmts[f.body[0]].node).body[0]].node).body;
  body.insert(body.begin(), skip);
  const ScheduledKernel s = test::only_kernel(f);
  CHECK_FALSE(transform::find_reuse(s.function, s.kernel, s.layout));
}

TEST_CASE("tile_reuse: tiles give the bits of single iterations, at every edge") {
  for (const auto& [rows, columns, depth] : std::vector<std::array<int64_t, 3>>{
           {1, 1, 1}, {16, 17, 0}, {130, 65, 3}, {33, 3, 31}, {68, 36, 26}, {16, 40, 100}}) {
    CAPTURE(rows, columns, depth);
    std::vector<double> a(static_cast<size_t>(rows * depth));
    std::vector<double> w(static_cast<size_t>(depth * columns));
    for (size_t n = 0; n < a.size(); ++n) a[n] = 1.0 / static_cast<double>(n + 3);
    for (size_t n = 0; n < w.size(); ++n) w[n] = static_cast<double>(n) * 0.7 - 9;
    test::Arguments arguments;
    arguments.array<double>(ScalarType::Float64, {rows, depth}, a)
        .array<double>(ScalarType::Float64, {depth, columns}, w)
        .array<double>(ScalarType::Float64, {rows, columns},
                       std::vector<double>(static_cast<size_t>(rows * columns), 0.25));
    Product zero;
    check_tiled(zero.rows_by_columns(), arguments);
    if (rows % 4 == 0 && columns % 4 == 0) check_tiled(zero.rows_by_columns(), arguments, true);
    Product more;  // c[i, j] is read before, and the difference is squared
    const ExprId difference = more.b.binary(BinaryOp::Subtract, more.at(more.a, more.i, more.k), more.at(more.w, more.k, more.j));
    check_tiled(more.with(more.at(more.c, more.i, more.j), more.b.mul(difference, difference)), arguments);
  }
}

TEST_CASE("tile_reuse: rows that are dense in the loop give the bits of single iterations") {
  for (const auto& [size, depth] : std::vector<std::array<int64_t, 2>>{{16, 17}, {65, 3}, {132, 36}}) {
    CAPTURE(size, depth);
    std::vector<double> a(static_cast<size_t>(size * depth));
    std::vector<double> w(a.size());
    for (size_t n = 0; n < a.size(); ++n) a[n] = 1.0 / static_cast<double>(n + 3);
    for (size_t n = 0; n < w.size(); ++n) w[n] = static_cast<double>(n) * 0.7 - 9;
    const auto floats = [](const std::vector<double>& values) { return std::vector<float>(values.begin(), values.end()); };
    const std::vector<double> c(static_cast<size_t>(size * size), 0.25);
    const bool wide = depth % 4 == 0;
    test::Arguments doubles;
    doubles.array<double>(ScalarType::Float64, {size, depth}, a).array<double>(ScalarType::Float64, {size, depth}, w);
    doubles.array<double>(ScalarType::Float64, {size, size}, c);
    check_tiled(Product().rows_by_rows(), doubles, wide, with_memory());
    test::Arguments singles;
    singles.array<float>(ScalarType::Float32, {size, depth}, floats(a)).array<float>(ScalarType::Float32, {size, depth}, floats(w));
    singles.array<float>(ScalarType::Float32, {size, size}, floats(c));
    check_tiled(Product(ScalarType::Float32).rows_by_rows(), singles, wide, with_memory());
    check_tiled(Product(ScalarType::Float32).turned(), singles, wide, with_memory());
  }
}

TEST_CASE("tile_reuse: copies that are spread over the steps of a piece give the bits of single iterations") {
  for (const auto& [rows, columns, depth] : std::vector<std::array<int64_t, 3>>{{16, 20, 15}, {132, 68, 16}, {40, 260, 67}}) {
    CAPTURE(rows, columns, depth);
    std::vector<float> a(static_cast<size_t>(rows * depth));
    std::vector<float> w(static_cast<size_t>(depth * columns));
    for (size_t n = 0; n < a.size(); ++n) a[n] = 1.0F / static_cast<float>(n + 3);
    for (size_t n = 0; n < w.size(); ++n) w[n] = static_cast<float>(n) * 0.7F - 9;
    test::Arguments arguments;
    arguments.array<float>(ScalarType::Float32, {rows, depth}, a).array<float>(ScalarType::Float32, {columns, depth}, w);
    arguments.array<float>(ScalarType::Float32, {rows, columns}, std::vector<float>(static_cast<size_t>(rows * columns), 0.25F));
    check_tiled(Product(ScalarType::Float32).turned(), arguments, depth % 4 == 0, with_memory());
  }
}

TEST_CASE("tile_reuse: where few tiles of pairs would leave multiprocessors idle, they are small") {
  abi::DeviceProperties of = with_memory();
  of.multiprocessors = 132;
  for (const ScalarType type : {ScalarType::Float32, ScalarType::Float64}) {
    const auto pays = [&](const Function& source, auto pass, int64_t n) {
      const ScheduledKernel s = test::only_kernel(source);
      const auto offer = pass(s.function, s.kernel, s.layout, of);
      const transform::LaunchFacts launch{.extents = {n, n, 1}, .value = [n](ExprId) { return n; }, .extent = {}};
      return offer && offer->pays(launch);
    };
    Product few(type);
    const Function pairs = few.rows_by_rows();
    CHECK(pays(pairs, transform::tile_reuse_of_pairs, 400));
    CHECK_FALSE(pays(pairs, transform::tile_reuse_of_pairs, 4096));
    Product alone(type);
    CHECK_FALSE(pays(alone.turned(), transform::tile_reuse_of_pairs, 400));
  }
}

TEST_CASE("tile_reuse: a large tile of float32 waits for no loads to registers") {
  const auto text = [](const Function& source, auto pass) {
    ScheduledKernel s = test::only_kernel(source);
    s.layout.alignment.assign(s.kernel.arrays.size(), 16);
    const auto grouped = test::made(pass(s.function, s.kernel, s.layout, with_memory()));
    REQUIRE(grouped);
    return print(grouped->function);
  };
  const auto by_registers = [](const std::string& function) { return function.find("_fetched") != std::string::npos; };
  CHECK_FALSE(by_registers(text(Product(ScalarType::Float32).turned(), transform::tile_reuse_large)));
  CHECK(by_registers(text(Product(ScalarType::Float32).turned(), transform::tile_reuse_middle)));
  CHECK(by_registers(text(Product().rows_by_rows(), transform::tile_reuse_large)));  // float64
}
