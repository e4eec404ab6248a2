#include "transform/simplify.h"

#include <catch2/catch.hpp>

#include "ir/print.h"
#include "ir/verify.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

TEST_CASE("what nothing reaches is dropped, with the reads of variables that were never assigned") {
  Program p("f");
  const VarId last = p.b.variable("last", ScalarType::Int64);
  p.f.results = {{.type = ScalarType::Int64, .weak = true}};
  const ErrorId error = p.b.error(ErrorKind::UnboundLocalError, "last", {});
  p.f.body = {p.b.if_then(p.b.boolean(true), {p.b.raise(error, {})}, {p.b.assign(last, p.b.int64(1))}),
              p.b.statement(Return{{p.b.read(last)}})};
  const Function simple = transform::simplify(p.f);
  CHECK(verify(simple).empty());
  CHECK(print(simple).find("return") == std::string::npos);
  CHECK(print(simple).find("raise UnboundLocalError") != std::string::npos);
}
