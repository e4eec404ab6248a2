#include "ir/rewrite.h"

#include <catch2/catch.hpp>

#include "unpython/error.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

struct Loop {
  Function f;
  Builder b{f};
  VarId i = b.variable("i", ScalarType::Int64);
  VarId s = b.variable("s", ScalarType::Float64);
  ArrayId a = b.heap_array("a", ScalarType::Float64, 1);
  StmtId add = b.assign(s, b.add(b.read(s), b.load(a, {b.add(b.read(i), b.int64(2))})));
  StmtId loop = b.loop(i, b.extent(a, 0), LoopMark::Sequential, {add});
  Loop() { f.body = {loop}; }
};

}  // namespace

TEST_CASE("a rewriter that changes nothing keeps every id") {
  Loop t;
  Rewriter rewriter(t.f);
  int32_t size = t.f.exprs.size();
  CHECK(rewriter.block(t.f.body) == t.f.body);
  CHECK(t.f.exprs.size() == size);
}

TEST_CASE("substitution replaces reads, folds and renames targets") {
  Loop t;
  Substitution substitution(t.f);
  VarId sum = t.b.variable("sum", ScalarType::Float64);
  substitution.replace(t.i, t.b.int64(5));
  substitution.rename(t.s, sum);
  Block block = substitution.stmt(t.add);
  REQUIRE(block.size() == 1);
  const auto& assign = std::get<Assign>(t.f[block[0]].node);
  CHECK(assign.variable == sum);
  const auto& load = std::get<Load>(t.f[std::get<Binary>(t.f[assign.value].node).right].node);
  CHECK(t.b.as_constant(load.indices[0])->integer == 7);
  CHECK_THROWS_AS(substitution.stmt(t.loop), InternalError);
}

TEST_CASE("walks reach nested statements and all operands") {
  Loop t;
  std::vector<StmtId> seen;
  walk_stmts(t.f, t.f.body, [&](StmtId id) {
    seen.push_back(id);
    return true;
  });
  CHECK(seen == std::vector<StmtId>{t.loop, t.add});
  int reads = 0;
  walk_all_exprs(t.f, t.f.body,
                 [&](ExprId id) { reads += std::holds_alternative<Read>(t.f[id].node) ? 1 : 0; });
  CHECK(reads == 2);
}
