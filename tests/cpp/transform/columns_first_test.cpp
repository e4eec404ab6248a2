#include "transform/grid/columns_first.h"

#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for o in range(n): [for q in range(o + shift): for k in range(q): a[o, q] -= a[o, k] * a[q, k]]; a[o, o] += 1
struct Factorization : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  VarId o = counter("o");
  VarId q = counter("q");
  VarId k = counter("k");
  StmtId outer{};

  explicit Factorization(int64_t shift) : Program("factorization") {
    const auto at = [&](VarId row, VarId column) { return std::vector<ExprId>{b.read(row), b.read(column)}; };
    const ExprId product = b.mul(b.load(a, at(o, k)), b.load(a, at(q, k)));
    const StmtId sum = b.loop(k, b.read(q), LoopMark::Sequential,
                              {b.store(a, at(o, q), b.sub(b.load(a, at(o, q)), product))});
    const StmtId columns = b.loop(q, b.add(b.read(o), b.int64(shift)), LoopMark::Sequential, {sum});
    Block body{columns, b.store(a, at(o, o), b.add(b.load(a, at(o, o)), b.float64(1)))};
    const ExprId rows = b.max(b.sub(b.extent(a, 0), b.int64(std::max<int64_t>(shift, 0))), b.int64(0));
    outer = b.loop(o, rows, LoopMark::Sequential, std::move(body));
    f.body = {outer};
  }
};

Function by_columns(const Factorization& p) {
  analysis::CallFacts facts;
  facts.by_columns = {p.outer};
  std::vector<analysis::NestNotes> nests;
  const Function result = transform::columns_first(p.f, p.f, facts, nests);
  CHECK(verify(result) == std::vector<std::string>{});
  return result;
}

int parallel_loops(const Function& f) {
  int count = 0;
  walk_stmts(f, f.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&f[id].node);
    count += loop != nullptr && loop->mark == LoopMark::Parallel ? 1 : 0;
    return true;
  });
  return count;
}

}  // namespace

TEST_CASE("columns of all rows at once compute what rows do, for all shifts and sizes") {
  for (int64_t shift = -2; shift <= 0; ++shift) {
    const Factorization source(shift);
    const Function changed = by_columns(source);
    INFO(print(changed));
    CHECK(parallel_loops(changed) == 1);
    for (const int64_t n : {0, 1, 2, 3, 17}) {
      std::vector<double> values;
      for (int64_t i = 0; i < n * n; ++i) values.push_back(static_cast<double>(i % 7) / 8);
      test::Arguments arguments;
      arguments.array<double>(ScalarType::Float64, {n, n}, values);
      test::check_same(test::run(source.f, arguments), test::run(changed, arguments));
    }
  }
}

TEST_CASE("a nest that may raise, and one that no call allows, stay as written") {
  Factorization raising(0);
  const ErrorId error = raising.b.error(ErrorKind::IndexError, "index {0} is out of bounds", {});
  For loop = std::get<For>(raising.f[raising.outer].node);
  loop.body.push_back(raising.b.statement(CheckIndex{raising.a, 0, raising.b.read(raising.o), error}));
  raising.outer = raising.b.statement(std::move(loop));
  raising.f.body = {raising.outer};
  CHECK(parallel_loops(by_columns(raising)) == 0);

  const Factorization plain(0);
  std::vector<analysis::NestNotes> nests;
  CHECK(transform::columns_first(plain.f, plain.f, {}, nests).body == plain.f.body);
}
