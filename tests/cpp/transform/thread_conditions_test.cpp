#include "transform/loops/thread_conditions.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// t = x > 0; if t: (s = t, where it is read;) t = x < 9
std::string threaded(bool negated, bool read) {
  Program p("f");
  Builder& b = p.b;
  const VarId x = p.scalar("x", ScalarType::Int64);
  const VarId t = b.variable("t", ScalarType::Bool);
  const VarId s = b.variable("s", ScalarType::Bool);
  Block then_body;
  if (read) then_body.push_back(b.assign(s, b.read(t)));
  then_body.push_back(b.assign(t, b.compare(CompareOp::Less, b.read(x), b.int64(9))));
  const ExprId condition = negated ? b.logical_not(b.read(t)) : b.read(t);
  p.f.body = {b.assign(t, b.compare(CompareOp::Greater, b.read(x), b.int64(0))), b.if_then(condition, std::move(then_body))};
  const std::string text = print(transform::thread_conditions(p.f));
  return text.substr(text.find('\n') + 1);
}

}  // namespace

TEST_CASE("the other side of a condition is a constant") {
  CHECK(threaded(false, false) == "  if x > 0:\n    t: bool = x < 9\n  else:\n    t = False\n");
  CHECK(threaded(true, false) == "  if not x > 0:\n    t: bool = x < 9\n  else:\n    t = True\n");
}

TEST_CASE("a branch that reads the condition stays") {
  CHECK(threaded(false, true) == "  t: bool = x > 0\n  if t:\n    s: bool = t\n    t = x < 9\n");
}

TEST_CASE("a branch that may leave before it assigns the condition stays") {
  Program p("f");
  Builder& b = p.b;
  const VarId x = p.scalar("x", ScalarType::Int64);
  const VarId t = b.variable("t", ScalarType::Bool);
  const VarId i = p.counter("i");
  const StmtId leave = b.if_then(b.compare(CompareOp::Equal, b.read(x), b.read(i)), {b.statement(Break{}, {})});
  const StmtId last = b.assign(t, b.compare(CompareOp::Less, b.read(x), b.int64(9)));
  const StmtId first = b.assign(t, b.compare(CompareOp::Greater, b.read(x), b.read(i)));
  p.f.body = {b.loop(i, b.int64(5), LoopMark::Sequential, {first, b.if_then(b.read(t), {leave, last})})};
  CHECK(print(transform::thread_conditions(p.f)) == print(p.f));
}
