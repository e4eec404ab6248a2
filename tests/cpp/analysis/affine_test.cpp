#include "analysis/text/affine.h"

#include <catch2/catch.hpp>

#include "analysis/text/bounds.h"
#include "ir/write/print.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::Affine;
using test::Program;

TEST_CASE("sums, multiples and nested forms are collected") {
  Program p("f");
  Builder& b = p.b;
  const VarId i = p.scalar("i", ScalarType::Int64);
  const VarId n = p.scalar("n", ScalarType::Int64);
  // 3 * (i - n) - (i + 4) + n // 2
  const ExprId half = b.floor_div(b.read(n), b.int64(2));
  const ExprId value =
      b.add(b.sub(b.mul(b.sub(b.read(i), b.read(n)), b.int64(3)), b.add(b.read(i), b.int64(4))), half);
  const std::optional<Affine> form = analysis::affine_form(p.f, value);
  REQUIRE(form);
  CHECK(form->constant == -4);
  CHECK(analysis::coefficient_of(p.f, *form, i) == 2);
  CHECK(analysis::coefficient_of(p.f, *form, n) == -3);
  CHECK(form->terms.size() == 3);
}

TEST_CASE("terms cancel") {
  Program p("f");
  Builder& b = p.b;
  const VarId i = p.scalar("i", ScalarType::Int64);
  const ExprId square = b.mul(b.read(i), b.read(i));
  const std::optional<Affine> form = analysis::affine_form(p.f, b.sub(b.add(square, b.int64(7)), square));
  REQUIRE(form);
  CHECK(form->is_constant());
  CHECK(form->constant == 7);
}

TEST_CASE("coefficients that overflow give no form") {
  Program p("f");
  Builder& b = p.b;
  const ExprId i = b.read(p.scalar("i", ScalarType::Int64));
  const ExprId large = b.int64(int64_t{1} << 62);
  CHECK_FALSE(analysis::affine_form(p.f, b.add(b.mul(i, large), b.mul(b.add(i, b.int64(1)), large))));
}

TEST_CASE("bounds of a subscript in a triangular nest") {
  Program p("f");
  Builder& b = p.b;
  const VarId n = p.scalar("n", ScalarType::Int64);
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  const StmtId inner = b.loop(j, b.sub(b.read(n), b.read(i)), LoopMark::Sequential, {});
  const StmtId outer = b.loop(i, b.read(n), LoopMark::Sequential, {inner});
  p.f.body = {outer};
  const analysis::NestBounds bounds(p.f, outer);
  const auto text = [&](const Affine& form) { return print(p.f, analysis::to_expr(b, form)); };
  SECTION("i + j is below n") {
    const auto interval = bounds.interval(b.add(b.read(i), b.read(j)), {outer, inner});
    REQUIRE(interval);
    CHECK(text(interval->low) == "0");
    CHECK(text(interval->high) == "n - 1");
    CHECK(interval->atoms.size() == 1);
  }
  SECTION("i - j") {
    const auto interval = bounds.interval(b.sub(b.read(i), b.read(j)), {outer, inner});
    REQUIRE(interval);
    CHECK(text(interval->low) == "-n + 1");
    CHECK(text(interval->high) == "n - 1");
  }
  SECTION("products of counters and huge multiples are not bounded") {
    CHECK_FALSE(bounds.interval(b.mul(b.read(i), b.read(j)), {outer, inner}));
    CHECK_FALSE(bounds.interval(b.mul(b.read(i), b.int64(int64_t{1} << 40)), {outer, inner}));
  }
}
