#include "transform/loops/contract_fma.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// The text of `return value`, after the pass.
std::string contracted(Program& p, ExprId value, FloatMode fp = FloatMode::Standard) {
  p.f.results = {{.type = p.b.type_of(value), .weak = true}};
  p.f.body = {p.b.statement(Return{{value}})};
  const std::string text = print(transform::contract_fma(p.f, fp));
  return text.substr(text.find("return ") + 7, text.size() - text.find("return ") - 8);
}

}  // namespace

TEST_CASE("products next to a sum are fused") {
  Program p("f");
  Builder& b = p.b;
  const ExprId x = b.read(p.scalar("x", ScalarType::Float64));
  const ExprId y = b.read(p.scalar("y", ScalarType::Float64));
  const ExprId c = b.read(p.scalar("c", ScalarType::Float64));
  CHECK(contracted(p, b.add(b.mul(x, y), c)) == "fma(x, y, c)");
  CHECK(contracted(p, b.add(c, b.mul(x, y))) == "fma(x, y, c)");
  CHECK(contracted(p, b.sub(b.mul(x, y), c)) == "fma(x, y, -c)");
  CHECK(contracted(p, b.sub(c, b.mul(x, y))) == "fma(-x, y, c)");
  CHECK(contracted(p, b.add(b.mul(x, y), b.mul(c, x))) == "fma(x, y, c * x)");
  CHECK(contracted(p, b.add(b.add(c, b.mul(x, y)), b.mul(c, y))) == "fma(c, y, fma(x, y, c))");
  CHECK(contracted(p, b.mul(b.add(x, y), c)) == "(x + y) * c");
}

TEST_CASE("a sum of products is added product by product in fast mode alone") {
  Program p("f");
  Builder& b = p.b;
  const ExprId x = b.read(p.scalar("x", ScalarType::Float64));
  const ExprId y = b.read(p.scalar("y", ScalarType::Float64));
  const ExprId c = b.read(p.scalar("c", ScalarType::Float64));
  const ExprId two = b.add(b.mul(x, y), b.mul(y, c));
  const ExprId three = b.add(two, b.mul(c, x));
  CHECK(contracted(p, b.add(c, two)) == "c + fma(x, y, y * c)");
  CHECK(contracted(p, b.add(c, two), FloatMode::Fast) == "fma(x, y, fma(y, c, c))");
  CHECK(contracted(p, b.sub(c, two), FloatMode::Fast) == "fma(-x, y, fma(-y, c, c))");
  CHECK(contracted(p, b.add(two, c), FloatMode::Fast) == "fma(x, y, fma(y, c, c))");
  CHECK(contracted(p, b.sub(two, c), FloatMode::Fast) == "fma(x, y, fma(y, c, -c))");
  CHECK(contracted(p, b.add(c, three), FloatMode::Fast) == "fma(c, x, fma(x, y, fma(y, c, c)))");
  CHECK(contracted(p, two, FloatMode::Fast) == "fma(x, y, y * c)");
}

TEST_CASE("complex numbers are fused, integers are left alone") {
  const auto of = [](ScalarType type) {
    Program p("f");
    const ExprId x = p.b.read(p.scalar("x", type));
    return contracted(p, p.b.add(p.b.mul(x, x), x));
  };
  CHECK(of(ScalarType::Complex64) == "fma(x, x, x)");
  CHECK(of(ScalarType::Complex128) == "fma(x, x, x)");
  CHECK(of(ScalarType::Int64) == "x * x + x");
}

TEST_CASE("fp decides") {
  const Function source = test::matrix_product(ScalarType::Float64);
  Options options;
  CHECK(print(test::schedule(source, options).function).find("fma(") != std::string::npos);
  options.fp = FloatMode::Strict;
  CHECK(print(test::schedule(source, options).function).find("fma(") == std::string::npos);
}
