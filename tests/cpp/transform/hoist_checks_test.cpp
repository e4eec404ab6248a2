#include "transform/checks/hoist_checks.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "golden.h"
#include "random_nests.h"
#include "transform/source/simplify.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using transform::hoist_checks;

namespace {

ExprId checked(Program& p, ArrayId array, ExprId index, Block& into) {
  const ErrorId error = p.b.error(ErrorKind::IndexError, "index {0} is out of bounds", {});
  into.push_back(p.b.statement(CheckIndex{array, 0, index, error}));
  return p.b.wrap_index(array, 0, index);
}

}  // namespace

TEST_CASE("random nests behave the same with hoisted checks") {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    test::RandomNest nest(seed);
    const Function source = nest.build();
    const Function hoisted = hoist_checks(transform::simplify(source), {});
    INFO("seed " << seed << "\n" << print(source) << print(hoisted));
    REQUIRE(verify(hoisted) == std::vector<std::string>{});
    for (int call = 0; call < 6; ++call) {
      const test::Arguments arguments = nest.arguments();
      const test::Run expected = test::run(source, arguments);
      const test::Run actual = test::run(hoisted, arguments);
      test::check_same(expected, actual);
      if (expected.outcome.raised) CHECK(expected.arrays[0].bytes == actual.arrays[0].bytes);
    }
  }
}

TEST_CASE("random nests behave the same with the checks that their calls prove left out") {
  int checks = 0;
  int left = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    test::RandomNest nest(seed);
    const Function source = transform::simplify(nest.build());
    for (int call = 0; call < 6; ++call) {
      const test::Arguments arguments = nest.arguments();
      const analysis::CallFacts facts = test::checks_of(source, arguments);
      const Function hoisted = hoist_checks(source, facts);
      INFO("seed " << seed << ", call " << call << "\n" << print(source) << print(hoisted));
      REQUIRE(verify(hoisted) == std::vector<std::string>{});
      const test::Run expected = test::run(source, arguments);
      test::check_same(expected, test::run(hoisted, arguments));
      if (expected.outcome.raised) continue;
      checks += test::count_of<CheckIndex>(source, source.body);
      left += test::count_of<CheckIndex>(source, source.body) - static_cast<int>(facts.silent.size());
      CHECK(static_cast<int>(facts.silent.size()) == test::count_of<CheckIndex>(source, source.body));
    }
  }
  CHECK(checks > 1000);
  CHECK(left == 0);
}

TEST_CASE("a triangular nest is proven without conditions on the triangle") {
  Program p("triangle");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  Block body;
  const ExprId index = checked(p, a, b.add(b.add(b.read(i), b.int64(1)), b.read(j)), body);
  body.push_back(b.store(a, {index}, b.read(i)));
  const ExprId inner = b.sub(b.sub(b.extent(a, 0), b.read(i)), b.int64(1));
  p.f.body = {b.loop(i, b.extent(a, 0), LoopMark::Parallel,
                     {b.loop(j, b.max(b.int64(0), inner), LoopMark::Sequential, std::move(body))})};
  test::check_golden(print(hoist_checks(p.f, {})), "transform/hoist_triangle.txt");
}

TEST_CASE("a data-dependent check stays and the affine one beside it goes") {
  Program p("gather");
  Builder& b = p.b;
  const ArrayId x = p.array("x", ScalarType::Float64, 1);
  const ArrayId index = p.array("index", ScalarType::Int64, 1);
  const ArrayId y = p.array("y", ScalarType::Float64, 1);
  const VarId i = p.counter("i");
  const VarId t = b.variable("t", ScalarType::Int64);
  Block body;
  const ExprId from = checked(p, index, b.read(i), body);
  body.push_back(b.assign(t, b.load(index, {from})));
  const ExprId value = b.load(x, {checked(p, x, b.read(t), body)});
  body.push_back(b.store(y, {checked(p, y, b.read(i), body)}, value));
  p.f.body = {b.loop(i, b.extent(y, 0), LoopMark::Parallel, std::move(body))};
  const Function hoisted = hoist_checks(p.f, {});
  test::check_golden(print(hoisted), "transform/hoist_gather.txt");
  CHECK(test::count_of<CheckIndex>(hoisted, hoisted.body) == 1 + 3);
}

TEST_CASE("an extent beyond the limit of the proof takes the checked copy") {
  Program p("huge");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  const VarId i = p.counter("i");
  Block body;
  const ExprId place = checked(p, a, b.add(b.read(i), b.read(n)), body);
  body.push_back(b.store(a, {place}, b.read(i)));
  p.f.body = {b.loop(i, b.int64(2), LoopMark::Sequential, std::move(body))};
  const Function hoisted = hoist_checks(p.f, {});
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {3}, std::vector<int64_t>{7, 7, 7}).scalar(INT64_MAX);
  test::check_same(test::run(p.f, arguments), test::run(hoisted, arguments));
  CHECK(test::run(hoisted, arguments).outcome.raised);
}

TEST_CASE("guards on counters and on values that do not change are proven at the entry") {
  Program p("guards");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  const VarId w = p.scalar("w", ScalarType::Int64);
  const VarId i = p.counter("i");
  const auto guard = [&](ExprId condition, ErrorKind kind) {
    return b.if_then(condition, {b.raise(b.error(kind, "guard", {}), {})});
  };
  const ExprId value = b.mul(b.read(i), b.int64(2));
  const ExprId outside = b.logical_or(b.compare(CompareOp::Less, value, b.int64(-8)),
                                      b.compare(CompareOp::Greater, value, b.int64(7)));
  const ExprId divisor = b.compare(CompareOp::Equal, b.sub(b.read(i), b.read(w)), b.int64(0));
  Block body{b.store(a, {b.int64(0)}, b.read(i)), guard(outside, ErrorKind::OverflowError),
             guard(divisor, ErrorKind::ZeroDivisionError),
             guard(b.compare(CompareOp::Equal, b.read(w), b.int64(9)), ErrorKind::ValueError)};
  p.f.body = {b.loop(i, b.read(n), LoopMark::Sequential, std::move(body))};
  const Function hoisted = hoist_checks(p.f, {});
  REQUIRE(verify(hoisted) == std::vector<std::string>{});
  const auto* versions = std::get_if<If>(&hoisted[hoisted.body.front()].node);
  REQUIRE(versions != nullptr);
  CHECK(test::count_of<Raise>(hoisted, versions->then_body) == 0);
  for (const int64_t extent : {0, 1, 3, 4, 5, 9}) {
    for (const int64_t limit : {-1, 0, 2, 4, 9}) {
      test::Arguments arguments;
      arguments.array(ScalarType::Int64, {1}, std::vector<int64_t>{-5}).scalar(extent).scalar(limit);
      test::check_same(test::run(p.f, arguments), test::run(hoisted, arguments));
    }
  }
}
