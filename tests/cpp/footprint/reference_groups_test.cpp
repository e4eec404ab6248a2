// Which loads of a kernel get an array of their own.
#include "footprint/reference_groups.h"

#include <catch2/catch.hpp>
#include <variant>

#include "ir_programs.h"
#include "kernel/find_kernels.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

struct Nest : test::Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId c = array("c", ScalarType::Float64, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId k = counter("k");
  Nest() : Program("nest") { f.level = Level::Scheduled; }

  ExprId load(ArrayId array, ExprId row, ExprId column) { return b.load(array, {row, column}); }
  ExprId read(VarId variable, int64_t offset = 0) { return b.add(b.read(variable), b.int64(offset)); }
  std::optional<footprint::GroupedFunction> groups(Block body) {
    f.body = {
        b.loop(i, b.int64(9), LoopMark::Grid, {b.loop(j, b.int64(9), LoopMark::Grid, std::move(body))})};
    return footprint::reference_groups(f);
  }
  ArrayId read_by(const footprint::GroupedFunction& grouped, ExprId id) {
    return std::get<Load>(grouped.function[id].node).array;
  }
};

}  // namespace

TEST_CASE("reference_groups: the row and the column of a pivot, beside the block") {
  Nest n;
  const ExprId block = n.load(n.a, n.read(n.i), n.read(n.j));
  const ExprId above = n.load(n.a, n.read(n.i, -1), n.read(n.j));
  const ExprId column = n.load(n.a, n.read(n.i), n.b.int64(0));
  const ExprId row = n.load(n.a, n.b.int64(0), n.read(n.j));
  const ExprId value = n.b.add(n.b.add(block, above), n.b.mul(column, row));
  const auto grouped = n.groups({n.b.store(n.a, {n.read(n.i), n.read(n.j)}, value)});
  REQUIRE(grouped);
  CHECK(grouped->originals == std::vector<ArrayId>{n.a, n.a});
  CHECK(n.read_by(*grouped, block) == n.a);
  CHECK(n.read_by(*grouped, above) == n.a);
  CHECK(n.read_by(*grouped, column) != n.a);
  CHECK(n.read_by(*grouped, row) != n.a);
  CHECK(n.read_by(*grouped, row) != n.read_by(*grouped, column));
  const kernel::Kernel kernel = kernel::find_kernels(grouped->function).at(0);
  CHECK(kernel.arrays.size() == 3);
  CHECK(n.read_by({n.f, {}}, row) == n.a);  // the function that it was made from stays
}

TEST_CASE("reference_groups: what a variable takes from a loop moves with it") {
  Nest n;
  const VarId moved = n.counter("moved");
  const ExprId through = n.load(n.a, n.b.read(moved), n.read(n.j));
  const auto grouped = n.groups({n.b.assign(moved, n.b.mul(n.read(n.i), n.b.int64(2))),
                                 n.b.store(n.a, {n.read(n.i), n.read(n.j)}, through)});
  CHECK_FALSE(grouped);
}

TEST_CASE("reference_groups: arrays that are only read have groups too; the first keeps the name") {
  Nest n;
  const ExprId left = n.load(n.c, n.read(n.i), n.b.read(n.k));
  const ExprId right = n.load(n.c, n.read(n.j), n.b.read(n.k));
  const StmtId store = n.b.store(n.a, {n.read(n.i), n.read(n.j)}, n.b.mul(left, right));
  const auto grouped = n.groups({n.b.loop(n.k, n.b.int64(5), LoopMark::Sequential, {store})});
  REQUIRE(grouped);
  CHECK(grouped->originals == std::vector<ArrayId>{n.c});
  CHECK((n.read_by(*grouped, left) == n.c) != (n.read_by(*grouped, right) == n.c));
}
