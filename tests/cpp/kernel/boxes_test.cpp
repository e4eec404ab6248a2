// What launches touch, for small kernels whose boxes are known.
#include "kernel/boxes.h"

#include <catch2/catch.hpp>

#include "ir/constant.h"
#include "ir_programs.h"
#include "kernel/find_kernels.h"

using namespace unpython;
using namespace unpython::ir;
using kernel::Box;

namespace {

constexpr int64_t kExtent = 100;

/// A kernel over i and j with arrays a and b of two dimensions of kExtent elements.
struct Nest : test::Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId c = array("b", ScalarType::Float64, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  Nest() : Program("nest") { f.level = Level::Scheduled; }

  ExprId at(VarId counter, int64_t offset) { return b.add(b.read(counter), b.int64(offset)); }

  std::vector<kernel::ArrayUse> uses(Block body, kernel::IterationRange rows,
                                     kernel::IterationRange columns) {
    const StmtId inner = b.loop(j, b.int64(columns.end), LoopMark::Grid, std::move(body));
    f.body = {b.loop(i, b.int64(rows.end), LoopMark::Grid, {inner})};
    const kernel::Kernel kernel = kernel::find_kernels(f).at(0);
    const kernel::LaunchNumbers numbers{
        .value =
            [&](ExprId id) {
              const auto* constant = std::get_if<Const>(&f[id].node);
              return constant != nullptr ? std::optional(constant->value.integer) : std::nullopt;
            },
        .extent = [](ArrayId, int) { return kExtent; }};
    const std::array ranges{rows, columns};
    return kernel::boxes(f, kernel, ranges, numbers);
  }
};

void check_box(const std::optional<Box>& box, int64_t low0, int64_t high0, int64_t low1, int64_t high1) {
  REQUIRE(box.has_value());
  CHECK(box->low[0] == low0);
  CHECK(box->high[0] == high0);
  CHECK(box->low[1] == low1);
  CHECK(box->high[1] == high1);
}

}  // namespace

TEST_CASE("boxes: a stencil reads a border around what it stores") {
  Nest n;
  const ExprId sum =
      n.b.add(n.b.load(n.c, {n.at(n.i, -1), n.at(n.j, 0)}), n.b.load(n.c, {n.at(n.i, 1), n.at(n.j, 2)}));
  const auto uses = n.uses({n.b.store(n.a, {n.at(n.i, 0), n.at(n.j, 0)}, sum)}, {10, 20}, {3, 8});
  check_box(uses[0].loaded, 9, 20, 3, 9);
  CHECK_FALSE(uses[0].stored);
  check_box(uses[1].stored, 10, 19, 3, 7);
  CHECK_FALSE(uses[1].loaded);
  CHECK(uses[1].covered);
}

TEST_CASE("boxes: what a condition guards, or leaves gaps, is not covered") {
  Nest n;
  const ExprId zero = n.b.float64(0);
  const ExprId odd = n.b.compare(CompareOp::Less, n.b.read(n.i), n.b.read(n.j));
  const StmtId store = n.b.store(n.a, {n.at(n.i, 0), n.at(n.j, 0)}, zero);
  CHECK_FALSE(n.uses({n.b.if_then(odd, {store})}, {0, 9}, {0, 9})[0].covered);
  const ExprId doubled = n.b.mul(n.b.read(n.i), n.b.int64(2));
  const auto sparse = n.uses({n.b.store(n.a, {doubled, n.at(n.j, 0)}, zero)}, {2, 5}, {0, 9});
  check_box(sparse[0].stored, 4, 8, 0, 8);
  CHECK_FALSE(sparse[0].covered);
  const auto diagonal = n.uses({n.b.store(n.a, {n.at(n.i, 0), n.at(n.i, 0)}, zero)}, {2, 5}, {0, 9});
  CHECK_FALSE(diagonal[0].covered);
}

TEST_CASE("boxes: inner loops of fixed length fill their axis") {
  Nest n;
  const VarId k = n.counter("k");
  const StmtId store = n.b.store(n.a, {n.at(n.i, 0), n.b.read(k)}, n.b.float64(0));
  const auto uses = n.uses({n.b.loop(k, n.b.int64(30), LoopMark::Sequential, {store})}, {4, 6}, {0, 1});
  check_box(uses[0].stored, 4, 5, 0, 29);
  CHECK(uses[0].covered);
}

TEST_CASE("boxes: subscripts that the data chooses reach everywhere") {
  Nest n;
  const ExprId chosen = n.b.cast(ScalarType::Int64, n.b.load(n.c, {n.at(n.i, 0), n.at(n.j, 0)}));
  const auto uses = n.uses({n.b.store(n.a, {chosen, n.at(n.j, 0)}, n.b.float64(0))}, {4, 6}, {0, 3});
  check_box(uses[1].stored, 0, kExtent - 1, 0, 2);
  CHECK_FALSE(uses[1].covered);
}
