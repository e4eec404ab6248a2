#include "transform/source/round_products.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// Sums of x[k] * y[k] in loops.
struct Sums : Program {
  ArrayId x = array("x", ScalarType::Float64, 1);
  ArrayId y = array("y", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId k = counter("k");
  VarId s = b.variable("s", ScalarType::Float64);
  VarId last = b.variable("last", ScalarType::Float64);
  Sums() : Program("sums") {}

  ExprId product() { return b.mul(b.load(x, {b.read(k)}), b.load(y, {b.read(k)})); }
  StmtId sum(ExprId value, LoopMark mark = LoopMark::Sequential) {
    return b.loop(k, b.extent(x, 0), mark, {b.assign(s, value)});
  }
  StmtId zero() { return b.assign(s, b.float64(0)); }
  StmtId rows(Block body, LoopMark mark = LoopMark::Sequential) { return b.loop(i, b.extent(x, 0), mark, std::move(body)); }
  StmtId used() { return b.store(y, {b.read(i)}, b.read(s)); }

  bool apart(Block body) {
    body.insert(body.begin(), b.assign(last, b.float64(0)));
    body.push_back(b.store(y, {b.int64(0)}, b.add(b.read(s), b.read(last))));
    f.body = std::move(body);
    const Function result = transform::round_products(f);
    CHECK(verify(result) == std::vector<std::string>{});
    return print(result).find("product: float64 = x[k] * y[k]") != std::string::npos;
  }
};

}  // namespace

TEST_CASE("a sum that runs as one chain has its products rounded") {
  Sums t;
  CHECK(t.apart({t.zero(), t.sum(t.b.add(t.b.read(t.s), t.product()))}));
  CHECK(t.apart({t.zero(), t.sum(t.b.add(t.product(), t.b.read(t.s)))}));
  CHECK(t.apart({t.zero(), t.sum(t.b.sub(t.b.add(t.b.read(t.s), t.b.float64(1)), t.product()))}));
  CHECK(t.apart({t.zero(), t.rows({t.sum(t.b.add(t.b.read(t.s), t.product()))})}));  // goes on from row to row
  const StmtId hands_on = t.b.assign(
      t.last, t.b.unary(UnaryOp::Negate,
                        t.b.add(t.b.read(t.s), t.b.binary(BinaryOp::Divide, t.b.float64(1), t.b.read(t.last)))));
  CHECK(t.apart({t.rows({t.zero(), t.sum(t.b.add(t.b.read(t.s), t.product())), hands_on})}));
}

TEST_CASE("sums that may run side by side keep their products") {
  Sums t;
  const ExprId sum = t.b.add(t.b.read(t.s), t.product());
  CHECK_FALSE(t.apart({t.zero(), t.sum(sum, LoopMark::Parallel)}));
  CHECK_FALSE(t.apart({t.rows({t.zero(), t.sum(sum), t.used()})}));
  CHECK_FALSE(t.apart({t.rows({t.zero(), t.sum(sum), t.used()}, LoopMark::Parallel)}));
  const StmtId total = t.b.assign(t.last, t.b.add(t.b.read(t.last), t.b.read(t.s)));
  CHECK_FALSE(t.apart({t.rows({t.zero(), t.sum(sum), total})}));  // sums of rows, added up
}

TEST_CASE("what is no sum of products stays") {
  Sums t;
  CHECK_FALSE(t.apart({t.zero(), t.sum(t.product())}));
  CHECK_FALSE(t.apart({t.zero(), t.sum(t.b.add(t.b.mul(t.b.read(t.s), t.b.load(t.x, {t.b.read(t.k)})), t.product()))}));
  CHECK_FALSE(t.apart({t.zero(), t.sum(t.b.add(t.b.read(t.s), t.b.mul(t.b.read(t.s), t.product())))}));
}
