#include "analysis/call/prove_checks.h"

#include <catch2/catch.hpp>

#include "call_numbers.h"
#include "integers/elimination.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::CallFacts;
using test::Numbers;
using test::Program;

namespace {

/// for k in range(n): body(k).
template <class Body>
StmtId loop(Program& p, const std::string& name, ExprId extent, Body body) {
  const VarId k = p.counter(name);
  Block inside = body(p.b.read(k));
  return p.b.loop(k, extent, LoopMark::Sequential, std::move(inside));
}

/// Checks a[index], stores to it, and remembers the ids.
struct Checked {
  StmtId check;
  ExprId wrap;

  Checked(Program& p, ArrayId array, ExprId index, Block& out) {
    const ErrorId error = p.b.error(ErrorKind::IndexError, "index", {});
    check = p.b.statement(CheckIndex{array, 0, index, error});
    wrap = p.b.wrap_index(array, 0, index);
    out.push_back(check);
    out.push_back(p.b.store(array, {wrap}, p.b.int64(1)));
  }
};

CallFacts facts_of(const Function& f, const Numbers& call) {
  CallFacts facts;
  analysis::prove_checks(call.collect(f), facts);
  return facts;
}

}  // namespace

TEST_CASE("a guard keeps the neighbour in bounds, its other branch does not") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  std::vector<Checked> checks;
  p.f.body = {loop(p, "i", b.extent(a, 0), [&](ExprId i) {
    Block yes;
    Block no;
    checks.emplace_back(p, a, b.sub(i, b.int64(1)), yes);
    checks.emplace_back(p, a, b.add(i, b.int64(8)), no);
    checks.emplace_back(p, a, b.sub(i, b.int64(12)), no);
    return Block{b.if_then(b.compare(CompareOp::Greater, i, b.int64(0)), std::move(yes), std::move(no))};
  })};
  const CallFacts facts = facts_of(p.f, Numbers().array(ScalarType::Int64, {10}));
  CHECK(facts.is_silent(checks[0].check));
  CHECK(facts.is_never_negative(checks[0].wrap));
  CHECK(facts.is_silent(checks[1].check));
  CHECK_FALSE(facts.is_silent(checks[2].check));
  CHECK(facts.is_always_negative(checks[2].wrap));
}

TEST_CASE("triangles: exact where a box is not enough") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  std::vector<Checked> checks;
  p.f.body = {loop(p, "i", b.int64(10), [&](ExprId i) {
    return Block{loop(p, "j", b.add(i, b.int64(1)), [&](ExprId j) {
      Block out;
      checks.emplace_back(p, a, b.sub(i, j), out);
      checks.emplace_back(p, a, b.sub(b.sub(i, j), b.int64(1)), out);
      checks.emplace_back(p, a, b.sub(b.sub(j, i), b.int64(1)), out);
      checks.emplace_back(p, a, b.add(i, j), out);
      return out;
    })};
  })};
  const CallFacts facts = facts_of(p.f, Numbers().array(ScalarType::Int64, {10}));
  CHECK(facts.is_silent(checks[0].check));
  CHECK(facts.is_never_negative(checks[0].wrap));
  CHECK(facts.is_silent(checks[1].check));
  CHECK_FALSE(facts.is_never_negative(checks[1].wrap));  // crosses 0
  CHECK_FALSE(facts.is_always_negative(checks[1].wrap));
  CHECK(facts.is_silent(checks[2].check));
  CHECK(facts.is_always_negative(checks[2].wrap));
  CHECK_FALSE(facts.is_silent(checks[3].check));
}

TEST_CASE("extents near 2^62") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  std::vector<Checked> checks;
  const int64_t large = int64_t{1} << 62;
  p.f.body = {loop(p, "i", b.extent(a, 0), [&](ExprId i) {
    Block out;
    checks.emplace_back(p, a, i, out);
    checks.emplace_back(p, a, b.sub(i, b.int64(large)), out);
    checks.emplace_back(p, a, b.mul(i, b.int64(2)), out);
    checks.emplace_back(p, a, b.mul(i, b.int64(4)), out);
    checks.emplace_back(p, a, b.sub(b.int64(large - 1), i), out);
    return out;
  })};
  const CallFacts facts = facts_of(p.f, Numbers().array(ScalarType::Int64, {large}, {0}));
  CHECK(facts.is_silent(checks[0].check));
  CHECK(facts.is_silent(checks[1].check));
  CHECK(facts.is_always_negative(checks[1].wrap));
  CHECK_FALSE(facts.is_silent(checks[2].check));
  CHECK_FALSE(facts.is_silent(checks[3].check));
  CHECK(facts.is_silent(checks[4].check));
}

TEST_CASE("exceptions that cannot come: divisors that are never zero, bounds tested by the program itself") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  StmtId never;
  StmtId sometimes;
  StmtId own;
  std::vector<Checked> checks;
  const auto raise_if = [&](ExprId condition) {
    return b.if_then(condition, {b.raise(b.error(ErrorKind::ValueError, "", {}), {})});
  };
  p.f.body = {loop(p, "i", b.int64(10), [&](ExprId i) {
    never = raise_if(b.compare(CompareOp::Equal, b.add(i, b.int64(1)), b.int64(0)));
    sometimes = raise_if(b.compare(CompareOp::Equal, i, b.read(n)));
    own = raise_if(b.logical_or(b.compare(CompareOp::GreaterEqual, i, b.extent(a, 0)),
                                b.compare(CompareOp::Less, i, b.int64(0))));
    Block out{never, sometimes, own};
    checks.emplace_back(p, a, i, out);
    return out;
  })};
  const CallFacts facts = facts_of(p.f, Numbers().array(ScalarType::Int64, {5}).scalar(7));
  CHECK(facts.is_silent(never));
  CHECK_FALSE(facts.is_silent(sometimes));
  CHECK_FALSE(facts.is_silent(own));
  CHECK(facts.is_silent(checks[0].check));
  CHECK(facts_of(p.f, Numbers().array(ScalarType::Int64, {20}).scalar(10)).is_silent(sometimes));
  CHECK_FALSE(facts_of(p.f, Numbers().array(ScalarType::Int64, {20}).unknown_scalar()).is_silent(sometimes));
}

TEST_CASE("a branch that chooses between exceptions is one check") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  const auto raise = [&] { return b.raise(b.error(ErrorKind::ValueError, "", {}), {}); };
  StmtId either;
  StmtId special;
  p.f.body = {loop(p, "i", b.extent(a, 0), [&](ExprId i) {
    special = b.if_then(b.compare(CompareOp::Equal, i, b.int64(1)), {raise()});
    either = b.if_then(b.compare(CompareOp::NotEqual, b.max(b.min(i, b.read(n)), b.int64(0)), i),
                       {special, raise()});
    return Block{either, b.store(a, {i}, i)};
  })};
  const CallFacts facts = facts_of(p.f, Numbers().array(ScalarType::Int64, {5}).scalar(7));
  CHECK(facts.is_silent(either));
  CHECK(facts.is_silent(special));
  CHECK_FALSE(facts_of(p.f, Numbers().array(ScalarType::Int64, {5}).scalar(3)).is_silent(either));
}

TEST_CASE("nothing is asked of what never runs") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  std::vector<Checked> checks;
  const StmtId nest = loop(p, "i", b.int64(10), [&](ExprId i) {
    Block out;
    checks.emplace_back(p, a, b.add(i, b.int64(100)), out);
    return out;
  });
  p.f.body = {b.if_then(b.compare(CompareOp::Greater, b.read(n), b.int64(0)), {nest}),
              loop(p, "k", b.read(n), [&](ExprId k) {
                Block out;
                checks.emplace_back(p, a, b.add(k, b.int64(100)), out);
                return out;
              })};
  const CallFacts dead = facts_of(p.f, Numbers().array(ScalarType::Int64, {5}).scalar(0));
  for (const Checked& check : checks) CHECK(dead.is_silent(check.check));
  const CallFacts live = facts_of(p.f, Numbers().array(ScalarType::Int64, {5}).scalar(1));
  for (const Checked& check : checks) CHECK_FALSE(live.is_silent(check.check));
}

TEST_CASE("systems of inequalities: contradictions of integers, not only of rationals") {
  using integers::Inequality;
  const auto row = [](int64_t x, int64_t y, int64_t constant) {
    Inequality result;
    result.coefficients[0] = x;
    result.coefficients[1] = y;
    result.constant = constant;
    return result;
  };
  CHECK(integers::has_no_solution({row(2, 0, -1), row(-2, 0, 1)}, 2));        // 2x = 1
  CHECK_FALSE(integers::has_no_solution({row(2, 0, -2), row(-2, 0, 2)}, 2));  // 2x = 2
  CHECK(integers::has_no_solution({row(1, -1, 0), row(-1, 1, -1)}, 2));       // x >= y, y > x
  CHECK_FALSE(integers::has_no_solution({row(1, -1, 0), row(-1, 1, 0)}, 2));
  CHECK_FALSE(integers::has_no_solution({row(INT64_MIN, 0, -1), row(INT64_MAX, 0, -1)}, 2));
}

TEST_CASE("a slice of three elements: whole where the loop leaves its ends out") {
  const auto window = [](int64_t from, int64_t less) {
    Program p("f");
    Builder& b = p.b;
    const ArrayId a = p.array("a", ScalarType::Int64, 1);
    std::vector<ExprId> ends;
    p.f.body = {loop(p, "k", b.sub(b.extent(a, 0), b.int64(less)), [&](ExprId k) {
      const ExprId low = b.add(k, b.int64(from));
      const ExprId from_end = b.max(b.add(b.extent(a, 0), low), b.int64(0));
      ends.push_back(b.select(b.compare(CompareOp::Less, low, b.int64(0)), from_end, low));
      const ExprId stop = b.min(b.add(low, b.int64(3)), b.extent(a, 0));
      ends.push_back(b.max(b.sub(stop, ends[0]), b.int64(0)));
      const VarId start = b.variable("start", ScalarType::Int64);
      const VarId extent = b.variable("extent", ScalarType::Int64);
      return Block{b.assign(start, ends[0]), b.assign(extent, ends[1]),
                   b.store(a, {b.int64(0)}, b.add(b.read(start), b.read(extent)))};
    })};
    const CallFacts facts = facts_of(p.f, Numbers().array(ScalarType::Int64, {10}));
    return std::pair(facts.is_whole_slice(ends[0]), facts.is_whole_slice(ends[1]));
  };
  CHECK(window(0, 2) == std::pair(true, true));
  CHECK(window(0, 1) == std::pair(true, false));   // the last one is cut off
  CHECK(window(-1, 2) == std::pair(false, false));  // the first one starts at the end
  CHECK(window(1, 3) == std::pair(true, true));
}
