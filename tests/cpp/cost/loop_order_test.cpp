// Which loop of a nest goes inside, by the strides of a call and as far as dependences let it.
#include "cost/loop_order.h"

#include <catch2/catch.hpp>

#include "analysis/call/prove_checks.h"
#include "call_numbers.h"
#include "cost/loop_cost.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using Catch::Matchers::Contains;
using cost::LoopOrder;
using test::Numbers;
using test::Program;

namespace {

constexpr int64_t kRows = 300;
constexpr int64_t kColumns = 200;
const std::vector<int64_t> kRowMajor{kColumns * 8, 8};
const std::vector<int64_t> kColumnMajor{8, kRows * 8};

/// for i in prange(299): for j in prange(199): `body(i, j)`, with arrays a and b of 300 x 200.
struct TwoLoops {
  Program p{"f"};
  Builder& b = p.b;
  ArrayId a = p.array("a", ScalarType::Float64, 2);
  ArrayId other = p.array("b", ScalarType::Float64, 2);
  Numbers call;
  VarId i = p.counter("i");
  VarId j = p.counter("j");

  void strides(std::vector<int64_t> of_a, std::vector<int64_t> of_b) {
    call.array(ScalarType::Float64, {kRows, kColumns}, std::move(of_a));
    call.array(ScalarType::Float64, {kRows, kColumns}, std::move(of_b), 1 << 24);
  }
  template <class Body>
  LoopOrder order(Body body) {
    const StmtId inner = b.loop(j, b.int64(kColumns - 1), LoopMark::Parallel, body(b.read(i), b.read(j)));
    p.f.body.push_back(b.loop(i, b.int64(kRows - 1), LoopMark::Parallel, {inner}));
    const analysis::LoopForms forms(p.f, p.f);
    const analysis::Nests nests = call.collect(p.f);
    const auto verdicts = analysis::judge(forms, nests, call.values());
    analysis::CallFacts facts;
    facts.judged = true;
    analysis::prove_checks(nests, facts);
    const auto orders = cost::loop_orders(forms, nests, call.values(), 0, verdicts[0], facts);
    REQUIRE(orders.size() == 1);
    CHECK(orders[0].written == std::vector<int>{0, 1});
    costs = cost::innermost_costs(p.f, nests.nests[0], orders[0].written);
    return orders[0];
  }
  LoopOrder order_of_copy() {
    return order([&](ExprId row, ExprId column) {
      return Block{b.store(a, {row, column}, b.load(other, {row, column}))};
    });
  }
  std::vector<double> costs;
};

const std::vector<int> kAsWritten{0, 1};
const std::vector<int> kExchanged{1, 0};

}  // namespace

TEST_CASE("the loop along memory goes inside") {
  TwoLoops t;
  SECTION("where it is written so") {
    t.strides(kRowMajor, kRowMajor);
    CHECK(t.order_of_copy().wanted == kAsWritten);
    CHECK(t.costs[1] < t.costs[0]);
  }
  SECTION("where it is not") {
    t.strides(kColumnMajor, kColumnMajor);
    CHECK(t.order_of_copy().wanted == kExchanged);
    CHECK(t.costs[0] < t.costs[1]);
  }
  SECTION("where the arrays differ, the one that is written decides") {
    t.strides(kColumnMajor, kRowMajor);
    CHECK(t.order_of_copy().wanted == kExchanged);
  }
}

TEST_CASE("an order that gains little stays as it is written") {
  TwoLoops t;
  t.strides({kColumns * 8, 0}, {8 * kColumns, 0});  // nothing moves along j
  const LoopOrder kept = t.order_of_copy();
  CHECK(kept.wanted == kAsWritten);
  CHECK(kept.obstacle.empty());
}

TEST_CASE("a dependence keeps its direction") {
  TwoLoops t;
  t.strides(kColumnMajor, kColumnMajor);
  // a[i + 1, j] = a[i, j + columns]
  const auto from = [&](int64_t columns) {
    return t.order([&](ExprId row, ExprId column) {
      const ExprId read = t.b.load(t.a, {row, t.b.add(column, t.b.int64(columns))});
      return Block{t.b.store(t.a, {t.b.add(row, t.b.int64(1)), column}, read)};
    });
  };
  SECTION("along the outer loop, which may go inside") {
    const LoopOrder order = from(0);
    CHECK(order.wanted == kExchanged);
    CHECK(order.obstacle.empty());
  }
  SECTION("against the inner one: exchanged, it would be read before it is stored") {
    const LoopOrder order = from(1);
    CHECK(order.wanted == kAsWritten);
    CHECK_THAT(order.obstacle, Contains("need each other"));
  }
}
