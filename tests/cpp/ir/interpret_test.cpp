#include "ir/interpret/interpret.h"

#include <catch2/catch.hpp>

#include "ir/constant.h"
#include "ir/heap_lifetimes.h"
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir/write/serialize.h"
#include "ir_arrays.h"
#include "ir_programs.h"
#include "unpython/error.h"

using namespace unpython;
using namespace unpython::ir;
using Catch::Matchers::Contains;
using test::Program;
using test::TestArray;

TEST_CASE("the matrix product is computed") {
  std::mt19937_64 random(1);
  TestArray<double> a({3, 4});
  TestArray<double> b({4, 5});
  TestArray<double> c({3, 5});
  a.fill(random);
  b.fill(random);
  std::vector<ArrayView> views = {a.view(ScalarType::Float64), b.view(ScalarType::Float64),
                                  c.view(ScalarType::Float64)};
  CHECK_FALSE(interpret(test::matrix_product(ScalarType::Float64), views, {}).raised);
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 5; ++j) {
      double sum = 0;
      for (size_t k = 0; k < 4; ++k) sum += a.elements[4 * i + k] * b.elements[5 * k + j];
      CHECK(c.elements[5 * i + j] == sum);
    }
  }
}

TEST_CASE("control flow, results and errors") {
  Program p("first_above");
  Builder& b = p.b;
  ArrayId a = p.array("a", ScalarType::Int32, 1);
  VarId limit = p.scalar("limit", ScalarType::Int32);
  p.f.results = {{.type = ScalarType::Int64, .weak = true}};
  VarId i = b.variable("i", ScalarType::Int64);
  ErrorId index = b.error(ErrorKind::IndexError, "index {0}", {});
  ExprId element = b.load(a, {b.wrap_index(a, 0, b.read(i))});
  Block body = {b.statement(CheckIndex{a, 0, b.read(i), index}),
                b.if_then(b.compare(CompareOp::Greater, element, b.read(limit)), {b.statement(Break{})}),
                b.assign(i, b.add(b.read(i), b.int64(1)))};
  p.f.body = {b.assign(i, b.int64(-2)), b.statement(While{{}, b.boolean(true), body}),
              b.statement(Return{{b.read(i)}})};
  TestArray<int32_t> data({3});
  data.elements = {5, 1, 2};
  std::vector<ArrayView> views = {data.view(ScalarType::Int32)};
  auto run = [&](int64_t value) {
    Constant argument = make_constant(ScalarType::Int32, value);
    return interpret(p.f, views, std::span(&argument, 1));
  };
  CHECK(run(1).results.at(0).integer == -1);
  CHECK(run(2).results.at(0).integer == 0);
  Outcome failed = run(9);
  REQUIRE(failed.raised);
  CHECK(failed.error == index);
  CHECK(failed.arguments.at(0).integer == 3);
  CHECK(failed.arguments.at(2).integer == 3);
}

TEST_CASE("accesses that compiled code must not make are reported") {
  Program p("bad");
  Builder& b = p.b;
  p.f.level = Level::Scheduled;
  ArrayId a = p.array("a", ScalarType::Float64, 1);
  VarId i = p.counter("i");
  VarId x = b.variable("x", ScalarType::Float64);
  ArrayId tile = b.local_array("tile", ScalarType::Float64, AddressSpace::Private, {2});
  TestArray<double> data({2});
  std::vector<ArrayView> views = {data.view(ScalarType::Float64)};
  auto message = [&](Block body) -> std::string {
    p.f.body = std::move(body);
    try {
      (void)interpret(p.f, views, {});
    } catch (const InternalError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(message({b.store(a, {b.int64(2)}, b.float64(0))}), Contains("leaves dimension 0 of array 'a'"));
  CHECK_THAT(message({b.store(a, {b.int64(0)}, b.read(x))}), Contains("before it is assigned"));
  CHECK_THAT(message({b.assign(x, b.load(tile, {b.int64(1)}))}), Contains("no value was stored"));
  // A private tile does not carry values from one iteration to the next.
  Block body = {b.if_then(b.compare(CompareOp::Equal, b.read(i), b.int64(0)),
                          {b.store(tile, {b.int64(0)}, b.float64(1))}),
                b.assign(x, b.load(tile, {b.int64(0)}))};
  CHECK_THAT(message({b.parallel_loop(i, b.int64(2), {}, body)}), Contains("no value was stored"));
}

TEST_CASE("an array that is resized keeps its elements") {
  Program p("grown");
  Builder& b = p.b;
  p.f.results = {{.type = ScalarType::Int64, .weak = true}};
  const ArrayId items = b.heap_array("items", ScalarType::Int64, 1);
  const VarId i = b.variable("i", ScalarType::Int64);
  const ExprId length = b.extent(items, 0);
  const Block body = {b.statement(Allocate{items, {b.add(length, b.int64(1))}, true}),
                      b.store(items, {b.read(i)}, b.mul(b.read(i), b.int64(10)))};
  p.f.body.push_back(b.statement(Allocate{items, {b.int64(0)}}));
  p.f.body.push_back(b.loop(i, b.int64(5), LoopMark::Sequential, body));
  p.f.body.push_back(b.statement(Allocate{items, {b.int64(3)}, true}));
  p.f.body.push_back(b.statement(Return{{b.add(b.load(items, {b.int64(2)}), length)}}));
  CHECK(verify(p.f).empty());
  CHECK(interpret(p.f, {}, {}).results.at(0).integer == 20 + 3);
  CHECK(HeapLifetimes(p.f).kept_by(StmtId{}) == std::vector{items});
  const Function back = deserialize(serialize(p.f));
  CHECK(print(back) == print(p.f));
  CHECK(print(back).find("resize items: int64[3]") != std::string::npos);
}
