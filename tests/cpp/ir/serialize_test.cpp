#include "ir/write/serialize.h"

#include <catch2/catch.hpp>

#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "unpython/error.h"

using namespace unpython;
using namespace unpython::ir;

TEST_CASE("serialized functions read back the same") {
  Function f = test::every_statement();
  std::string bytes = serialize(f, Positions::Keep);
  Function back = deserialize(bytes);
  CHECK(print(back) == print(f));
  CHECK(serialize(back, Positions::Keep) == bytes);
}

TEST_CASE("what a result may be instead is kept") {
  Function f = test::matrix_product(ScalarType::Float64);
  const ViewStep diagonal{.along = {0, 0}, .rank = 1, .read_only = true};
  const ViewStep flat{.kind = ViewStep::Kind::Reshape, .rank = 1};
  f.results.push_back(
      {.is_array = true, .seen = {{.parameter = 0}, {.parameter = 1, .steps = {diagonal, flat}}}});
  f.tuples = {2, -1, 0};
  const Function back = deserialize(serialize(f));
  REQUIRE(back.results.size() == 1);
  CHECK(back.results[0].seen == f.results[0].seen);
  CHECK(back.tuples == f.tuples);
  CHECK(back.returned_values(back.results[0]) == 1 + 2 * 2 + 1 + 2);
  CHECK(print(back).find("a or b select 0 0 to 1 read-only reshape to 1") != std::string::npos);
}

TEST_CASE("unused nodes and copies of expressions leave no trace") {
  Function f = test::matrix_product(ScalarType::Float64);
  Function other;
  Builder(other).variable("unused", ScalarType::Bool);
  std::string bytes = serialize(f);
  Builder b(f);
  b.variable("unused", ScalarType::Bool);
  b.float64(1.5);
  CHECK(serialize(f) == bytes);
  Function back = deserialize(bytes);
  CHECK(back.exprs.size() < f.exprs.size());
  CHECK(serialize(back) == bytes);
}

TEST_CASE("blocks that differ by names have one form, and the names in one order") {
  Function f;
  Builder b(f);
  const auto block = [&](VarId from, VarId to, int64_t number, const char* message) {
    const ErrorId error = b.error(ErrorKind::ValueError, message, {});
    const Block raises{b.raise(error, {b.read(from)})};
    return Block{b.assign(to, b.add(b.read(from), b.int64(number))),
                 b.if_then(b.compare(CompareOp::Less, b.read(to), b.int64(0)), raises, {})};
  };
  const VarId x = b.variable("x", ScalarType::Int64);
  const VarId y = b.variable("y", ScalarType::Int64);
  const VarId z = b.variable("z", ScalarType::Float64);
  const Form first = form_of(f, block(x, y, 1, "first"));
  const Form second = form_of(f, block(y, x, 1, "second"));
  CHECK(first.bytes == second.bytes);
  CHECK(first.variables.size() == 2);
  CHECK(first.variables[0] == second.variables[1]);
  CHECK(first.errors.size() == 1);
  CHECK(first.errors[0] != second.errors[0]);
  CHECK(form_of(f, block(x, x, 1, "first")).bytes != first.bytes);
  CHECK(form_of(f, block(x, y, 2, "first")).bytes != first.bytes);
  CHECK(form_of(f, {b.assign(z, b.read(z))}).bytes != form_of(f, {b.assign(x, b.read(x))}).bytes);
}

TEST_CASE("moving lines changes the bytes only where positions are kept") {
  Function f = test::matrix_product(ScalarType::Float64);
  std::string plain = serialize(f);
  std::string full = serialize(f, Positions::Keep);
  for (Stmt& stmt : f.stmts) stmt.range.line += 7;
  CHECK(serialize(f) == plain);
  CHECK(serialize(f, Positions::Keep) != full);
}

TEST_CASE("results that see what is not there are refused") {
  const auto refuse = [](Result result) {
    Function f = test::matrix_product(ScalarType::Float64);
    f.results.push_back(std::move(result));
    CHECK_THROWS_AS(deserialize(serialize(f)), InternalError);
    CHECK(!verify(f).empty());
  };
  refuse({.is_array = true, .parameter = 99});
  refuse({.is_array = true, .parameter = -2, .seen = {{.parameter = 3}}});
  refuse({.is_array = true, .parameter = 0, .axes = {8}});
  refuse({.is_array = true, .seen = {{.parameter = 0, .steps = {{.along = {8, 0}, .rank = 1}}}}});
  refuse({.is_array = true, .seen = {{.parameter = 0, .steps = {{.kind = ViewStep::Kind::Reshape, .rank = -1}}}}});
}

TEST_CASE("malformed bytes are refused") {
  std::string bytes = serialize(test::every_statement());
  for (size_t size = 0; size < bytes.size(); ++size) {
    CHECK_THROWS_AS(deserialize(std::string_view(bytes).substr(0, size)), InternalError);
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x55);
    try {
      Function f = deserialize(changed);
      CHECK(f.stmts.size() >= 0);
    } catch (const InternalError&) {
      SUCCEED();
    }
  }
}
