// Tiled nests must compute what the nests as written compute, to the bit.
#include "transform/products/tile_contraction.h"

#include <catch2/catch.hpp>

#include "golden.h"
#include "ir/constant.h"
#include "ir/interpret/interpret.h"
#include "ir/rewrite.h"
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir_arrays.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using test::TestArray;

namespace {

/// A machine so small that a few elements fill its tiles.
abi::TargetInfo small_target() {
  abi::TargetInfo target;
  target.vector_bytes = 16;
  target.vector_registers = 16;
  target.l1_bytes = 1200;
  target.l2_bytes = 8192;
  return target;
}

Function tiled(const Function& source) {
  Function f = source;
  f.disjoint_arguments = true;
  f.level = Level::Scheduling;
  Function result = transform::tile_contraction(f, small_target());
  INFO(print(result));
  CHECK(verify(result) == std::vector<std::string>{});
  return result;
}

bool is_tiled(const Function& f) { return print(f).find("registers") != std::string::npos; }

/// Runs both on equal random arrays of these shapes and compares all elements.
void check_same(const Function& source, const Function& changed,
                const std::vector<std::vector<int64_t>>& shapes, ScalarType type = ScalarType::Float64) {
  std::mt19937_64 random(7);
  std::vector<TestArray<double>> first;
  for (const auto& shape : shapes) {
    first.emplace_back(shape);
    for (double& x : first.back().elements) x = std::uniform_real_distribution<double>(-1, 1)(random);
  }
  std::vector<TestArray<double>> second = first;
  const auto run = [&](const Function& f, std::vector<TestArray<double>>& arrays) {
    std::vector<ArrayView> views;
    for (auto& array : arrays) views.push_back(array.view(type));
    CHECK_FALSE(interpret(f, views, {}).raised);
  };
  run(source, first);
  run(changed, second);
  for (size_t n = 0; n < first.size(); ++n) CHECK(first[n].elements == second[n].elements);
}

enum class Order { Ijk, Ikj, Kij, Jik, Jki, Kji };

/// c[i, j] += a[i, k] * b[k, j] in memory, the loops in a given order.
Function in_memory(Order order, bool transposed_b) {
  Program p("update");
  Builder& b = p.b;
  ArrayId a = p.array("a", ScalarType::Float64, 2);
  ArrayId right = p.array("b", ScalarType::Float64, 2);
  ArrayId c = p.array("c", ScalarType::Float64, 2);
  VarId i = p.counter("i");
  VarId j = p.counter("j");
  VarId k = p.counter("k");
  ExprId x =
      b.load(right, transposed_b ? std::vector{b.read(j), b.read(k)} : std::vector{b.read(k), b.read(j)});
  ExprId product = b.mul(b.load(a, {b.read(i), b.read(k)}), x);
  std::vector<ExprId> element = {b.read(i), b.read(j)};
  Block body = {b.store(c, element, b.sub(b.load(c, element), product))};
  const auto around = [&](char name, Block inner) -> Block {
    VarId counter = name == 'i' ? i : name == 'j' ? j : k;
    ExprId extent = name == 'i' ? b.extent(c, 0) : name == 'j' ? b.extent(c, 1) : b.extent(a, 1);
    return {b.loop(counter, extent, LoopMark::Sequential, std::move(inner))};
  };
  static const char* const kOrders[] = {"ijk", "ikj", "kij", "jik", "jki", "kji"};
  const std::string names = kOrders[static_cast<int>(order)];
  for (size_t n = names.size(); n-- > 0;) body = around(names[n], body);
  p.f.body = body;
  return std::move(p.f);
}

/// syrk (lower = true): j <= i; covariance (lower = false): j >= i, counted from i, both halves stored.
Function triangle(bool lower) {
  Program p(lower ? "syrk" : "covariance");
  Builder& b = p.b;
  ArrayId a = p.array("a", ScalarType::Float64, 2);
  ArrayId c = p.array("c", ScalarType::Float64, 2);
  VarId i = p.counter("i");
  VarId j = p.counter("j");
  VarId k = p.counter("k");
  VarId s = b.variable("s", ScalarType::Float64);
  ExprId column = lower ? b.read(j) : b.add(b.read(i), b.read(j));
  const auto at = [&](ExprId row) {
    return b.load(a, lower ? std::vector{row, b.read(k)} : std::vector{b.read(k), row});
  };
  ExprId m = b.extent(c, 0);
  StmtId inner = b.loop(k, b.extent(a, lower ? 1 : 0), LoopMark::Sequential,
                        {b.assign(s, b.add(b.read(s), b.mul(at(b.read(i)), at(column))))});
  Block body = {b.assign(s, b.float64(0)), inner,
                b.store(c, {b.read(i), column}, b.add(b.load(c, {b.read(i), column}), b.read(s)))};
  if (!lower) body.push_back(b.store(c, {column, b.read(i)}, b.load(c, {b.read(i), column})));
  ExprId extent = lower ? b.add(b.read(i), b.int64(1)) : b.sub(m, b.read(i));
  p.f.body = {b.loop(i, m, LoopMark::Parallel, {b.loop(j, extent, LoopMark::Parallel, body)})};
  return std::move(p.f);
}

/// t[q, p] = sum a[q, k] * w[k, p]; then a[q, :] = t[q, :], in one loop over q; t is an argument, or the own
/// array of each q.
Function two_parts(bool own = false) {
  Program p("doitgen");
  Builder& b = p.b;
  ArrayId a = p.array("a", ScalarType::Float64, 2);
  ArrayId w = p.array("w", ScalarType::Float64, 2);
  ArrayId t = own ? b.heap_array("t", ScalarType::Float64, 2) : p.array("t", ScalarType::Float64, 2);
  VarId q = p.counter("q");
  VarId r = p.counter("p");
  VarId again = p.counter("p");
  VarId k = p.counter("k");
  VarId s = b.variable("s", ScalarType::Float64);
  ExprId n = b.extent(a, 1);
  ExprId product = b.mul(b.load(a, {b.read(q), b.read(k)}), b.load(w, {b.read(k), b.read(r)}));
  StmtId first = b.loop(r, n, LoopMark::Sequential,
                        {b.assign(s, b.float64(0)),
                         b.loop(k, n, LoopMark::Sequential, {b.assign(s, b.add(b.read(s), product))}),
                         b.store(t, {b.read(q), b.read(r)}, b.read(s))});
  StmtId second = b.loop(again, n, LoopMark::Sequential,
                         {b.store(a, {b.read(q), b.read(again)}, b.load(t, {b.read(q), b.read(again)}))});
  Block body = {first, second};
  if (own) body.insert(body.begin(), b.statement(Allocate{t, {b.extent(a, 0), n}}));
  p.f.body = {b.loop(q, b.extent(a, 0), LoopMark::Parallel, body)};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("the matrix product is tiled and stays the same to the bit") {
  const Function source = test::matrix_product(ScalarType::Float64);
  const Function result = tiled(source);
  REQUIRE(is_tiled(result));
  for (const auto& [m, n, k] : std::vector<std::tuple<int64_t, int64_t, int64_t>>{
           {1, 1, 1}, {7, 5, 3}, {40, 33, 29}, {0, 4, 4}, {4, 0, 4}, {4, 4, 0}, {12, 50, 64}, {50, 3, 70}}) {
    check_same(source, result, {{m, k}, {k, n}, {m, n}});
  }
}

TEST_CASE("updates in memory are tiled in every order of the loops") {
  for (Order order : {Order::Ijk, Order::Ikj, Order::Kij, Order::Jik, Order::Jki, Order::Kji}) {
    for (bool transposed : {false, true}) {
      const Function source = in_memory(order, transposed);
      const Function result = tiled(source);
      REQUIRE(is_tiled(result));
      const std::vector<int64_t> b = transposed ? std::vector<int64_t>{17, 31} : std::vector<int64_t>{31, 17};
      check_same(source, result, {{23, 31}, b, {23, 17}});
      check_same(source, result,
                 {{3, 0}, transposed ? std::vector<int64_t>{4, 0} : std::vector<int64_t>{0, 4}, {3, 4}});
    }
  }
}

TEST_CASE("triangles are tiled") {
  for (bool lower : {true, false}) {
    const Function source = triangle(lower);
    const Function result = tiled(source);
    CHECK(is_tiled(result));
    for (int64_t m : {0, 1, 6, 37}) {
      check_same(source, result, {lower ? std::vector<int64_t>{m, 19} : std::vector<int64_t>{19, m}, {m, m}});
    }
  }
}

TEST_CASE("a loop is split around a contraction") {
  const Function source = two_parts();
  const Function result = tiled(source);
  CHECK(is_tiled(result));
  check_same(source, result, {{21, 13}, {13, 13}, {21, 13}});
}

TEST_CASE("a loop whose iterations have an array of their own is not split between its stores and its loads") {
  const Function source = two_parts(true);
  const Function result = tiled(source);
  CHECK_FALSE(is_tiled(result));
  check_same(source, result, {{21, 13}, {13, 13}});
}

TEST_CASE("sums kept in the element from a start value on are tiled") {
  for (bool with_start : {true, false}) {
    Program p("stored");
    Builder& b = p.b;
    ArrayId a = p.array("a", ScalarType::Float64, 2);
    ArrayId right = p.array("b", ScalarType::Float64, 2);
    ArrayId c = p.array("c", ScalarType::Float64, 2);
    VarId i = p.counter("i");
    VarId j = p.counter("j");
    VarId k = p.counter("k");
    VarId t = b.variable("t", ScalarType::Float64);
    const std::vector<ExprId> element = {b.read(i), b.read(j)};
    const StmtId factor = b.assign(t, b.load(a, {b.read(i), b.read(k)}));
    const ExprId product = b.mul(b.read(t), b.load(right, {b.read(k), b.read(j)}));
    const StmtId add = b.store(c, element, b.add(b.load(c, element), product));
    Block body;
    VarId old = b.variable("old", ScalarType::Float64);
    if (with_start) body = {b.assign(old, b.load(c, element)), b.store(c, element, b.float64(0.5))};
    body.push_back(b.loop(k, b.extent(a, 1), LoopMark::Sequential, {factor, add}));
    if (with_start) body.push_back(b.store(c, element, b.mul(b.load(c, element), b.read(old))));
    p.f.body = {
        b.loop(i, b.extent(c, 0), LoopMark::Parallel, {b.loop(j, b.extent(c, 1), LoopMark::Parallel, body)})};
    const Function result = tiled(p.f);
    REQUIRE(is_tiled(result));
    check_same(p.f, result, {{9, 21}, {21, 11}, {9, 11}});
    check_same(p.f, result, {{3, 0}, {0, 4}, {3, 4}});
  }
}

TEST_CASE("nests that only look like a contraction are left alone") {
  SECTION("arguments may overlap") {
    Function f = test::matrix_product(ScalarType::Float64);
    f.level = Level::Scheduling;
    CHECK_FALSE(is_tiled(transform::tile_contraction(f, small_target())));
  }
  SECTION("the result is read by the update") {
    Program p("self");
    Builder& b = p.b;
    ArrayId c = p.array("c", ScalarType::Float64, 2);
    VarId i = p.counter("i");
    VarId j = p.counter("j");
    VarId k = p.counter("k");
    std::vector<ExprId> element = {b.read(i), b.read(j)};
    ExprId product = b.mul(b.load(c, {b.read(i), b.read(k)}), b.load(c, {b.read(k), b.read(j)}));
    StmtId store = b.store(c, element, b.add(b.load(c, element), product));
    StmtId inner = b.loop(k, b.extent(c, 0), LoopMark::Sequential, {store});
    p.f.body = {b.loop(i, b.extent(c, 0), LoopMark::Sequential,
                       {b.loop(j, b.extent(c, 0), LoopMark::Sequential, {inner})})};
    CHECK_FALSE(is_tiled(tiled(p.f)));
  }
  SECTION("one element collects all products") {
    Function f = in_memory(Order::Ijk, false);
    for (Stmt& stmt : f.stmts) {
      auto* store = std::get_if<Store>(&stmt.node);
      if (store != nullptr) store->indices[1] = store->indices[0];
    }
    CHECK_FALSE(is_tiled(tiled(f)));
  }
}

TEST_CASE("tiled matrix product as text") {
  test::check_golden(print(tiled(test::matrix_product(ScalarType::Float64))), "ir/matrix_product_tiled.txt");
}

TEST_CASE("the loop over tiles stands where the nest stood") {
  Function source = test::matrix_product(ScalarType::Float64);
  source.stmts[source.body[0]].range = SourceRange{7, 0, 7, 0, 0};
  const Function result = tiled(source);
  int loops = 0;
  walk_stmts(result, result.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&result[id].node);
    if (loop == nullptr || loop->mark != LoopMark::CpuParallel) return true;
    ++loops;
    CHECK(result[id].range.line == 7);
    return false;
  });
  CHECK(loops == 1);
}
