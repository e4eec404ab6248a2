// What launches touch, for small kernels whose boxes are known.
#include "footprint/array_uses.h"

#include <catch2/catch.hpp>

#include "ir/constant.h"
#include "ir_programs.h"
#include "kernel/find_kernels.h"

using namespace unpython;
using namespace unpython::ir;
using footprint::Box;

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

  std::vector<footprint::ArrayUse> uses(Block body, footprint::IterationRange rows,
                                        footprint::IterationRange columns,
                                        size_t most_boxes = footprint::kMostBoxes) {
    const StmtId inner = b.loop(j, b.int64(columns.end), LoopMark::Grid, std::move(body));
    f.body = {b.loop(i, b.int64(rows.end), LoopMark::Grid, {inner})};
    const kernel::Kernel kernel = kernel::find_kernels(f).at(0);
    const footprint::LaunchNumbers numbers{
        .value =
            [&](ExprId id) {
              const auto* constant = std::get_if<Const>(&f[id].node);
              return constant != nullptr ? std::optional(constant->value.integer) : std::nullopt;
            },
        .extent = [](ArrayId, int) { return kExtent; }};
    const std::array ranges{rows, columns};
    return footprint::uses(f, kernel, ranges, numbers, most_boxes);
  }
};

Box box_of(int64_t low0, int64_t high0, int64_t low1, int64_t high1) {
  Box box;
  box.set(0, low0, high0);
  box.set(1, low1, high1);
  return box;
}

void check_box(const footprint::Footprint& part, int64_t low0, int64_t high0, int64_t low1, int64_t high1) {
  REQUIRE(part.boxes().size() == 1);
  const Box* box = part.boxes().data();
  CHECK(box->low[0] == low0);
  CHECK(box->high[0] == high0);
  CHECK(box->low[1] == low1);
  CHECK(box->high[1] == high1);
}

}  // namespace

TEST_CASE("array_uses: a stencil reads a border around what it stores") {
  Nest n;
  const ExprId sum =
      n.b.add(n.b.load(n.c, {n.at(n.i, -1), n.at(n.j, 0)}), n.b.load(n.c, {n.at(n.i, 1), n.at(n.j, 2)}));
  const auto uses = n.uses({n.b.store(n.a, {n.at(n.i, 0), n.at(n.j, 0)}, sum)}, {10, 20}, {3, 8});
  CHECK(uses[0].loaded.elements() == 10 * 5 + 10 * 5 - 8 * 3);
  CHECK(uses[0].loaded.hull() == box_of(9, 20, 3, 9));
  CHECK(uses[0].stored.is_empty());
  check_box(uses[1].stored, 10, 19, 3, 7);
  CHECK(uses[1].loaded.is_empty());
  CHECK(uses[1].needed().is_empty());
}

TEST_CASE("array_uses: what a condition guards is needed; gaps are not touched") {
  Nest n;
  const ExprId zero = n.b.float64(0);
  const ExprId odd = n.b.compare(CompareOp::NotEqual, n.b.read(n.i), n.b.read(n.j));
  const StmtId store = n.b.store(n.a, {n.at(n.i, 0), n.at(n.j, 0)}, zero);
  CHECK(n.uses({n.b.if_then(odd, {store})}, {0, 9}, {0, 9})[0].needed().elements() == 81);
  const ExprId doubled = n.b.mul(n.b.read(n.i), n.b.int64(2));
  const auto sparse = n.uses({n.b.store(n.a, {doubled, n.at(n.j, 0)}, zero)}, {2, 5}, {0, 9});
  Box rows = box_of(4, 8, 0, 8);
  rows.set(0, 4, 8, 2);
  CHECK(sparse[0].stored == footprint::Footprint(rows));
  CHECK(sparse[0].needed().is_empty());
  const auto diagonal = n.uses({n.b.store(n.a, {n.at(n.i, 0), n.at(n.i, 0)}, zero)}, {2, 5}, {0, 9});
  CHECK(diagonal[0].stored.elements() == 3);
  CHECK(diagonal[0].needed().is_empty());
}

TEST_CASE("array_uses: the rows of a triangle, and what an iteration stored before") {
  Nest n;
  const VarId k = n.counter("k");
  const ExprId length = n.at(n.i, 1);
  const StmtId store = n.b.store(n.a, {n.at(n.i, 0), n.b.read(k)}, n.b.float64(0));
  const ExprId again = n.b.load(n.a, {n.at(n.i, 0), n.b.read(k)});
  const StmtId copy = n.b.store(n.c, {n.at(n.i, 0), n.b.read(k)}, again);
  const auto uses = n.uses({n.b.loop(k, length, LoopMark::Sequential, {store, copy})}, {2, 6}, {0, 1});
  for (const footprint::ArrayUse& use : uses) {
    CHECK(use.stored.elements() == 3 + 4 + 5 + 6);
    CHECK(use.loaded.is_empty());
    CHECK(use.needed().is_empty());
  }
  const auto enclosed = n.uses({n.b.loop(k, length, LoopMark::Sequential, {store, copy})}, {2, 6}, {0, 1}, 1);
  CHECK(enclosed[0].stored.hull() == box_of(2, 5, 0, 5));
  CHECK(enclosed[0].needed() == enclosed[0].stored);
}

TEST_CASE("array_uses: what an iteration stored under a condition need not be there when it loads it") {
  const auto loaded = [](auto make_store, auto make_load) {
    Nest n;
    const ExprId in_front = n.b.compare(CompareOp::Less, n.b.read(n.j), n.b.int64(5));
    const StmtId guarded = n.b.if_then(in_front, {n.b.store(n.c, make_store(n), n.b.float64(1))}, {});
    return n.uses({guarded, n.b.store(n.a, {n.at(n.i, 0), n.at(n.j, 0)}, n.b.load(n.c, make_load(n)))}, {0, 10}, {0, 8})[0];
  };
  using Places = std::vector<ExprId>;
  const auto own = [](Nest& n) { return Places{n.at(n.i, 0), n.at(n.j, 0)}; };
  const auto next = [](Nest& n) { return Places{n.at(n.i, 0), n.at(n.j, 1)}; };
  const auto of_row = [](Nest& n) { return Places{n.at(n.i, 0), n.b.int64(0)}; };
  check_box(loaded(own, own).loaded, 0, 9, 5, 7);
  check_box(loaded(own, own).needed(), 0, 9, 5, 7);
  check_box(loaded(own, next).loaded, 0, 9, 1, 8);
  check_box(loaded(of_row, of_row).loaded, 0, 9, 0, 0);  // iterations behind the fifth one load it, too
}

TEST_CASE("array_uses: subscripts that several counters move are enumerated where they leave gaps") {
  Nest n;
  const ExprId apart = n.b.add(n.b.mul(n.b.read(n.i), n.b.int64(10)), n.b.read(n.j));
  const auto uses = n.uses({n.b.store(n.a, {apart, n.b.int64(7)}, n.b.float64(0))}, {1, 4}, {2, 5});
  CHECK(uses[0].stored.elements() == 9);
  CHECK(uses[0].stored.contains(box_of(12, 14, 7, 7)));
  CHECK_FALSE(uses[0].stored.meets(box_of(15, 21, 7, 7)));
  const ExprId close = n.b.add(n.b.mul(n.b.read(n.i), n.b.int64(3)), n.b.read(n.j));
  check_box(n.uses({n.b.store(n.a, {close, n.b.int64(7)}, n.b.float64(0))}, {1, 4}, {2, 5})[0].stored, 5, 13,
            7, 7);
}

TEST_CASE("array_uses: conditions of counters are lines that begin and end loops, one within another") {
  Nest n;
  const auto store = [&] { return n.b.store(n.a, {n.at(n.i, 0), n.at(n.j, 0)}, n.b.float64(0)); };
  const auto from = [&](int64_t line) { return n.b.compare(CompareOp::GreaterEqual, n.b.read(n.j), n.b.int64(line)); };
  const auto inner = n.uses({n.b.if_then(from(2), {n.b.if_then(from(5), {store()})})}, {0, 4}, {0, 9});
  check_box(inner[0].stored, 0, 3, 5, 8);
  CHECK(inner[0].needed().is_empty());
  // |i - j| <= 1, as two conditions.
  const ExprId below = n.b.compare(CompareOp::GreaterEqual, n.at(n.i, 1), n.b.read(n.j));
  const ExprId above = n.b.compare(CompareOp::Less, n.at(n.i, -2), n.b.read(n.j));
  const auto band = n.uses({n.b.if_then(n.b.binary(BinaryOp::BitAnd, below, above), {store()})}, {0, 4}, {0, 4});
  CHECK(band[0].stored.elements() == 4 + 3 + 3);
  CHECK(band[0].needed().is_empty());
}

TEST_CASE("array_uses: a number in a condition of a counter decides") {
  Nest nest;
  const VarId line = nest.scalar("line", ScalarType::Int64);
  Builder& b = nest.b;
  const StmtId store = b.store(nest.a, {b.read(nest.i), b.read(nest.j)}, b.float64(0));
  const StmtId guarded = b.if_then(b.compare(CompareOp::Less, b.read(nest.j), b.read(line)), {store});
  nest.f.body = {b.loop(nest.i, b.int64(4), LoopMark::Grid, {b.loop(nest.j, b.int64(4), LoopMark::Grid, {guarded})})};
  const kernel::Kernel kernel = kernel::find_kernels(nest.f).at(0);
  REQUIRE(kernel.deciding.size() == 1);
  CHECK(kernel.scalars[kernel.deciding[0]] == line);
}

TEST_CASE("array_uses: inner loops of fixed length fill their axis") {
  Nest n;
  const VarId k = n.counter("k");
  const StmtId store = n.b.store(n.a, {n.at(n.i, 0), n.b.read(k)}, n.b.float64(0));
  const auto uses = n.uses({n.b.loop(k, n.b.int64(30), LoopMark::Sequential, {store})}, {4, 6}, {0, 1});
  check_box(uses[0].stored, 4, 5, 0, 29);
  CHECK(uses[0].needed().is_empty());
}

TEST_CASE("array_uses: what stands before a break may not be stored in each iteration") {
  Nest n;
  const VarId k = n.counter("k");
  const StmtId store = n.b.store(n.a, {n.at(n.i, 0), n.b.read(k)}, n.b.float64(0));
  const ExprId found = n.b.compare(CompareOp::Greater, n.b.load(n.c, {n.at(n.i, 0), n.at(n.j, 0)}), n.b.float64(0));
  const StmtId leave = n.b.if_then(found, {n.b.statement(Break{})});
  const auto uses = n.uses({n.b.loop(k, n.b.int64(30), LoopMark::Sequential, {store, leave})}, {4, 6}, {0, 1});
  check_box(uses[0].stored, 4, 5, 0, 29);
  CHECK(uses[0].needed() == uses[0].stored);
}

TEST_CASE("array_uses: subscripts that the data chooses reach everywhere") {
  Nest n;
  const ExprId chosen = n.b.cast(ScalarType::Int64, n.b.load(n.c, {n.at(n.i, 0), n.at(n.j, 0)}));
  const auto uses = n.uses({n.b.store(n.a, {chosen, n.at(n.j, 0)}, n.b.float64(0))}, {4, 6}, {0, 3});
  check_box(uses[1].stored, 0, kExtent - 1, 0, 2);
  CHECK(uses[1].needed() == uses[1].stored);
}

TEST_CASE("what a kernel touches is decided by scalars in subscripts and bounds, not by those in values") {
  Nest nest;
  const VarId step = nest.scalar("step", ScalarType::Int64);
  const VarId length = nest.scalar("length", ScalarType::Int64);
  const VarId real = nest.scalar("real", ScalarType::Float64);
  const VarId factor = nest.scalar("factor", ScalarType::Float64);
  const VarId k = nest.counter("k");
  Builder& b = nest.b;
  const ExprId row = b.add(b.mul(b.read(nest.i), b.read(step)), b.cast(ScalarType::Int64, b.read(real)));
  const ExprId value = b.mul(b.load(nest.a, {row, b.read(k)}), b.read(factor));
  const StmtId store = b.store(nest.c, {b.read(nest.i), b.read(nest.j)}, value);
  const StmtId inner = b.loop(k, b.read(length), LoopMark::Sequential, {store});
  const StmtId columns = b.loop(nest.j, b.int64(4), LoopMark::Grid, {inner});
  nest.f.body = {b.loop(nest.i, b.int64(4), LoopMark::Grid, {columns})};
  const kernel::Kernel kernel = kernel::find_kernels(nest.f).at(0);
  std::vector<VarId> deciding;
  for (const size_t n : kernel.deciding) deciding.push_back(kernel.scalars[n]);
  CHECK(deciding == std::vector{step, length, real});
}

TEST_CASE("array_uses: rows of a tile that maxima and minima cut") {
  Nest n;
  const VarId top = n.counter("top");
  const VarId row = n.counter("row");
  const ExprId begin = n.b.mul(n.b.read(n.i), n.b.int64(8));
  const ExprId origin = n.b.sub(begin, n.b.int64(2));
  const StmtId first = n.b.assign(top, n.b.max(n.b.int64(0), n.b.unary(UnaryOp::Negate, origin)));
  const ExprId end = n.b.min(n.b.int64(12), n.b.add(n.b.unary(UnaryOp::Negate, origin), n.b.int64(75)));
  const ExprId at = n.b.add(n.b.add(n.b.read(top), n.b.read(row)), origin);
  const StmtId store = n.b.store(n.a, {at, n.b.read(n.j)}, n.b.float64(0));
  const StmtId rows = n.b.loop(row, n.b.sub(end, n.b.read(top)), LoopMark::Sequential, {store});
  for (const size_t most : {footprint::kMostBoxes, size_t{1}}) {
    const auto all = [&](int64_t tile, int64_t behind) {
      return n.uses({first, rows}, {tile, behind}, {0, 9}, most)[0].stored.hull();
    };
    CHECK(all(0, 1) == box_of(0, 9, 0, 8));
    CHECK(all(2, 4) == box_of(14, 33, 0, 8));
    CHECK(all(8, 10) == box_of(62, 74, 0, 8));
  }
}

TEST_CASE("array_uses: what lies around a box") {
  Nest n;
  const auto within = [&](VarId counter, int64_t end) {
    return n.b.logical_and(n.b.compare(CompareOp::LessEqual, n.b.int64(2), n.b.read(counter)),
                           n.b.compare(CompareOp::Less, n.b.read(counter), n.b.int64(end)));
  };
  const ExprId around = n.b.logical_not(n.b.logical_and(within(n.i, 20), within(n.j, 30)));
  const StmtId copy = n.b.store(n.a, {n.b.read(n.i), n.b.read(n.j)}, n.b.load(n.c, {n.b.read(n.i), n.b.read(n.j)}));
  const auto loaded = [&](footprint::IterationRange rows) {
    return n.uses({n.b.if_then(around, {copy})}, rows, {0, 40})[0].loaded;
  };
  CHECK(loaded({0, 25}).elements() == 25 * 40 - 18 * 28);
  CHECK(loaded({5, 10}).elements() == 5 * 12);
  CHECK(!loaded({5, 10}).meets(footprint::Footprint(box_of(0, 24, 2, 29))));
}
