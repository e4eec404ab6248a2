#include "transform/source/write_out_short_rows.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "random_nests.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using transform::write_out_short_rows;

namespace {

std::string body_of(const Function& f) {
  const std::string text = print(f);
  return text.substr(text.find('\n') + 1);
}

StmtId operation(Builder& b, VarId counter, int64_t extent, Block body) {
  const StmtId loop = b.loop(counter, b.int64(extent), LoopMark::Parallel, std::move(body));
  std::get<For>(b.function().stmts[loop].node).independent = true;
  return loop;
}

}  // namespace

TEST_CASE("random nests behave the same when short rows are written out") {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    test::RandomNest nest(seed);
    const Function source = nest.build();
    const Function written = write_out_short_rows(source);
    INFO("seed " << seed << "\n" << print(source) << print(written));
    REQUIRE(verify(written) == std::vector<std::string>{});
    for (int call = 0; call < 4; ++call) {
      const test::Arguments arguments = nest.arguments();
      test::check_same(test::run(source, arguments), test::run(written, arguments));
    }
  }
}

TEST_CASE("a row in a loop is variables; alone, or long, it is an array") {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 2);
  const ArrayId out = p.array("out", ScalarType::Float64, 1);
  const ArrayId r = b.heap_array("r", ScalarType::Float64, 1);
  const VarId i = b.variable("i", ScalarType::Int64);
  const VarId at = b.variable("at", ScalarType::Int64);
  const VarId again = b.variable("again", ScalarType::Int64);
  const VarId acc = b.variable("acc", ScalarType::Float64);
  const auto row = [&](int64_t extent) -> Block {
    const ExprId place = b.read(i);
    return {b.statement(Allocate{r, {b.int64(extent)}}),
            operation(b, at, extent, {b.store(r, {b.read(at)}, b.load(a, {place, b.read(at)}))}),
            b.assign(acc, b.float64(1)),
            operation(b, again, extent, {b.assign(acc, b.mul(b.read(acc), b.load(r, {b.read(again)})))}),
            b.store(out, {place}, b.read(acc))};
  };
  SECTION("of three") {
    p.f.body = {b.loop(i, b.int64(7), LoopMark::Sequential, row(3))};
    CHECK(body_of(write_out_short_rows(p.f)) ==
          "  for i in range(7):\n"
          "    r_0: float64 = a[i, 0]\n"
          "    r_1: float64 = a[i, 1]\n"
          "    r_2: float64 = a[i, 2]\n"
          "    acc: float64 = r_0 * r_1\n"
          "    acc = acc * r_2\n"
          "    out[i] = acc\n");
  }
  SECTION("of five") {
    p.f.body = {b.loop(i, b.int64(7), LoopMark::Sequential, row(5))};
    CHECK(print(write_out_short_rows(p.f)) == print(p.f));
  }
  SECTION("outside of loops") {
    Block once = row(3);
    once.insert(once.begin(), b.assign(i, b.int64(0)));
    p.f.body = std::move(once);
    CHECK(print(write_out_short_rows(p.f)) == print(p.f));
  }
}
