#include "transform/source/simplify.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "random_nests.h"
#include "transform/source/fold_temporaries.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using transform::simplify;

namespace {

std::string body_of(const Function& f) {
  const std::string text = print(f);
  return text.substr(text.find('\n') + 1);
}

}  // namespace

TEST_CASE("random nests behave the same when simplified") {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    test::RandomNest nest(seed);
    const Function source = nest.build();
    const Function simple = simplify(transform::fold_temporaries(source));
    INFO("seed " << seed << "\n" << print(source) << print(simple));
    REQUIRE(verify(simple) == std::vector<std::string>{});
    for (int call = 0; call < 4; ++call) {
      const test::Arguments arguments = nest.arguments();
      test::check_same(test::run(source, arguments), test::run(simple, arguments));
    }
  }
}

TEST_CASE("known values reach their uses until something changes them") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  const VarId x = b.variable("x", ScalarType::Int64);
  const ExprId zero = b.int64(0);
  SECTION("a sum of variables") {
    p.f.body = {b.assign(x, b.add(b.read(n), b.int64(1))), b.store(a, {b.read(x)}, b.read(x))};
    CHECK(body_of(simplify(p.f)) == "  a[n + 1] = n + 1\n");
  }
  SECTION("its operand is assigned") {
    p.f.body = {b.assign(x, b.read(n)), b.assign(n, b.int64(5)),
                b.store(a, {zero}, b.add(b.read(x), b.read(n)))};
    CHECK(body_of(simplify(p.f)) == "  a[0] = n + 5\n");
  }
  SECTION("a loop changes it") {
    const VarId k = p.counter("k");
    p.f.body = {b.assign(x, b.int64(1)),
                b.loop(k, b.read(n), LoopMark::Sequential,
                       {b.store(a, {b.read(k)}, b.read(x)), b.assign(x, b.add(b.read(x), b.int64(2)))})};
    CHECK(body_of(simplify(p.f)) == "  x: int64 = 1\n  for k in range(n):\n    a[k] = x\n    x = x + 2\n");
  }
  SECTION("both branches keep it") {
    const ExprId condition = b.compare(CompareOp::Less, b.read(n), zero);
    p.f.body = {b.assign(x, b.int64(3)), b.if_then(condition, {b.assign(x, b.int64(4))}),
                b.store(a, {zero}, b.read(x))};
    CHECK(body_of(simplify(p.f)) == "  x: int64 = 3\n  if n < 0:\n    x = 4\n  a[0] = x\n");
  }
}

TEST_CASE("a counter of a loop is never negative") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  const VarId k = p.counter("k");
  const auto wrapped = [&](ExprId at) {
    return b.select(b.compare(CompareOp::Less, at, b.int64(0)), b.add(at, b.read(n)), at);
  };
  const auto in_loop = [&](ExprId at) {
    p.f.body = {b.loop(k, b.read(n), LoopMark::Sequential, {b.store(a, {wrapped(at)}, b.int64(1))})};
    return body_of(simplify(p.f));
  };
  CHECK(in_loop(b.read(k)) == "  for k in range(n):\n    a[k] = 1\n");
  CHECK(in_loop(b.add(b.read(k), b.int64(2))) == "  for k in range(n):\n    a[k + 2] = 1\n");
  CHECK(in_loop(b.sub(b.read(k), b.int64(2))).find(" if ") != std::string::npos);
  CHECK(in_loop(b.read(n)).find(" if ") != std::string::npos);
}

TEST_CASE("what is not needed goes") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const VarId x = p.scalar("x", ScalarType::Float64);
  const VarId unset = b.variable("unset", ScalarType::Float64);
  const ErrorId error = b.error(ErrorKind::IndexError, "index", {});
  const ErrorId never = b.error(ErrorKind::ValueError, "never", {});
  const ExprId zero = b.int64(0);
  SECTION("a repeated check, and -0.0 in a sum") {
    const ExprId minus_zero = b.unary(UnaryOp::Negate, b.float64(0));
    p.f.body = {b.statement(CheckIndex{a, 0, zero, error}), b.statement(CheckIndex{a, 0, zero, error}),
                b.store(a, {zero}, b.add(b.add(minus_zero, b.read(x)), b.float64(0)))};
    CHECK(body_of(simplify(p.f)) == "  check 0 in a.shape[0]\n  a[0] = x + 0.0\n");
  }
  SECTION("what follows a raise on a constant condition") {
    p.f.body = {b.statement(If{b.boolean(true), {b.raise(never, {})}, {}}),
                b.store(a, {zero}, b.read(unset))};
    CHECK(body_of(simplify(p.f)) == "  raise ValueError(\"never\")\n");
  }
  SECTION("what is only handed from one iteration to the next") {
    const VarId k = p.counter("k");
    const VarId one = b.variable("one", ScalarType::Float64);
    const VarId other = b.variable("other", ScalarType::Float64);
    p.f.body = {b.assign(one, b.float64(0)), b.assign(other, b.float64(0)),
                b.loop(k, b.int64(9), LoopMark::Sequential,
                       {b.assign(one, b.add(b.read(other), b.read(x))), b.assign(other, b.mul(b.read(one), b.read(x))),
                        b.store(a, {b.read(k)}, b.read(x))})};
    CHECK(body_of(simplify(p.f)) == "  for k in range(9):\n    a[k] = x\n");
  }
  SECTION("a branch that assigns the same either way") {
    const VarId y = b.variable("y", ScalarType::Float64);
    const ExprId sum = b.add(b.load(a, {zero}), b.float64(1));
    const ExprId same = b.add(b.load(a, {zero}), b.float64(1));
    p.f.body = {b.statement(If{b.compare(CompareOp::Less, b.read(x), b.float64(0)), {b.assign(y, sum)}, {b.assign(y, same)}}),
                b.store(a, {zero}, b.mul(b.read(y), b.read(y)))};
    CHECK(body_of(simplify(p.f)) == "  y: float64 = a[0] + 1.0\n  a[0] = y * y\n");
  }
}

TEST_CASE("temporaries of and/or are folded") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const VarId all = p.scalar("all", ScalarType::Bool);
  const VarId t = b.variable("t", ScalarType::Bool);
  const ErrorId error = b.error(ErrorKind::IndexError, "index", {});
  const ExprId zero = b.int64(0);
  const ExprId positive = b.compare(CompareOp::Greater, b.load(a, {zero}), b.float64(0));
  const StmtId check = b.statement(CheckIndex{a, 0, zero, error});
  p.f.results = {{.type = ScalarType::Bool}};
  SECTION("worked in place") {
    p.f.body = {b.assign(t, b.read(all)), b.if_then(b.read(t), {check, b.assign(t, positive)}),
                b.assign(all, b.read(t)), b.statement(Return{{b.read(all)}})};
    CHECK(body_of(transform::fold_temporaries(p.f)) ==
          "  if all:\n    check 0 in a.shape[0]\n    all = a[0] > 0.0\n  return all\n");
  }
  SECTION("nested conditions") {
    p.f.body = {b.assign(t, b.logical_not(b.read(all))), b.if_then(b.read(t), {check, b.assign(t, positive)}),
                b.if_then(b.read(t), {b.store(a, {zero}, b.float64(7))}), b.statement(Return{{b.read(all)}})};
    CHECK(body_of(transform::fold_temporaries(p.f)) ==
          "  if not all:\n    check 0 in a.shape[0]\n    if a[0] > 0.0:\n      a[0] = 7.0\n  return all\n");
  }
  SECTION("three conditions") {
    const ExprId small = b.compare(CompareOp::Less, b.load(a, {zero}), b.float64(9));
    p.f.body = {b.assign(t, b.logical_not(b.read(all))), b.if_then(b.read(t), {check, b.assign(t, positive)}),
                b.if_then(b.read(t), {b.assign(t, small)}),
                b.if_then(b.read(t), {b.store(a, {zero}, b.float64(7))}), b.statement(Return{{b.read(all)}})};
    CHECK(body_of(transform::fold_temporaries(p.f)) ==
          "  if not all:\n    check 0 in a.shape[0]\n    if a[0] > 0.0:\n      if a[0] < 9.0:\n        a[0] "
          "= 7.0\n"
          "  return all\n");
  }
  SECTION("not when the temporary is read later") {
    p.f.body = {b.assign(t, b.read(all)), b.if_then(b.read(t), {check, b.assign(t, positive)}),
                b.assign(all, b.read(t)), b.statement(Return{{b.read(t)}})};
    CHECK(print(transform::fold_temporaries(p.f)) == print(p.f));
  }
}

TEST_CASE("a branch of which both sides leave ends its block") {
  Program p("f");
  Builder& b = p.b;
  const VarId flag = p.scalar("flag", ScalarType::Bool);
  const VarId last = b.variable("last", ScalarType::Int64);
  p.f.results = {{.type = ScalarType::Int64, .weak = true}};
  const ErrorId error = b.error(ErrorKind::UnboundLocalError, "last", {});
  const StmtId result = b.statement(Return{{b.read(last)}});
  SECTION("both") {
    p.f.body = {b.if_then(b.read(flag), {b.raise(error, {})}, {b.raise(error, {})}), result};
    CHECK(verify(simplify(p.f)).empty());
    CHECK(print(simplify(p.f)).find("return") == std::string::npos);
  }
  SECTION("one") {
    p.f.body = {b.if_then(b.read(flag), {b.raise(error, {})}, {b.assign(last, b.int64(1))}), result};
    CHECK(print(simplify(p.f)).find("return") != std::string::npos);
  }
}
