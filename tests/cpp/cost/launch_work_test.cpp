#include "cost/launch_work.h"

#include <catch2/catch.hpp>

#include "cost/unknown_trips.h"
#include "ir_programs.h"

using namespace unpython;

namespace {

/// for i in n, side by side: for j in `extent`: a[i] = 1.0
struct Rows {
  test::Program p{"f"};
  ir::Builder& b = p.b;
  ir::ArrayId a = p.array("a", ScalarType::Float64, 1);
  ir::VarId i = p.counter("i");
  ir::VarId j = p.counter("j");
  ir::VarId n = p.counter("n");

  cost::LaunchWork work(ir::ExprId extent) {
    const ir::StmtId store = b.store(a, {b.read(i)}, b.number(ScalarType::Float64, 1));
    const ir::StmtId row = b.loop(j, extent, ir::LoopMark::Sequential, {store});
    const ir::StmtId root = b.loop(i, b.read(n), ir::LoopMark::Grid, {row});
    return cost::launch_work(p.f, root, [&](ir::ExprId id) {
      const auto* constant = std::get_if<ir::Const>(&p.f[id].node);
      return constant != nullptr ? constant->value.integer : 1000;
    });
  }
};

}  // namespace

TEST_CASE("launch_work: trips that the start of the kernel knows") {
  Rows rows;
  const cost::LaunchWork work = rows.work(rows.b.int64(50));
  CHECK(work.statements == 1 + 1000 * (1 + 50));
  CHECK(work.in_order == 1 + 1 + 50);
}

TEST_CASE("launch_work: trips that iterations decide") {
  Rows rows;
  const cost::LaunchWork work = rows.work(rows.b.read(rows.i));
  CHECK(work.in_order == 1 + 1 + cost::kUnknownTrips);
}
