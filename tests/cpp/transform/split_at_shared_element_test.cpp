#include "transform/loops/split_at_shared_element.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

enum class Form { Variable, Constant, Element, Changing, Other, UnderCondition, Two };

/// k = b[0]; for j in range(count): a[j + first] = a[j + first] * 3 - a[k]
Function row(Form form, int64_t count, int64_t first, int64_t constant = 0) {
  Program p("row");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const ArrayId places = p.array("b", ScalarType::Int64, 1);
  const VarId k = b.variable("k", ScalarType::Int64);
  const VarId j = p.counter("j");
  const ExprId element = b.load(places, {b.int64(0)});
  const ExprId place = form == Form::Constant  ? b.int64(constant)
                       : form == Form::Element ? element
                       : form == Form::Other   ? b.int64(constant)
                                               : b.read(k);
  const ExprId own = b.add(b.read(j), b.int64(first));
  ExprId shared = b.load(form == Form::Other ? places : a, {place});
  if (form == Form::Two) shared = b.add(shared, b.load(a, {b.int64(2)}));
  const StmtId store = b.store(a, {own}, b.sub(b.mul(b.load(a, {own}), b.int64(3)), shared));
  Block body{store};
  if (form == Form::UnderCondition) body = {b.if_then(b.compare(CompareOp::Greater, b.read(j), b.int64(1)), body)};
  if (form == Form::Changing) body.push_back(b.assign(k, b.int64(1)));
  p.f.level = Level::Scheduling;
  p.f.body = {b.assign(k, element), b.loop(j, b.int64(count), LoopMark::Sequential, body)};
  return std::move(p.f);
}

int loops_after(const Function& f) { return test::count_of<For>(transform::split_at_shared_element(f)); }

}  // namespace

TEST_CASE("a row that reads one of its elements runs in three parts, and no element changes") {
  for (const Form form : {Form::Variable, Form::Constant}) {
    for (const int64_t first : {0, 3}) {
      for (const int64_t place : {0, 2, 3, 4, 20, 34, 35, 38, 39}) {
        const Function f = row(form, 35, first, place);
        const Function parts = transform::split_at_shared_element(f);
        CHECK(test::count_of<For>(parts) == 2);
        std::vector<int64_t> values;
        for (int64_t i = 0; i < 40; ++i) values.push_back(i * i + 1);
        test::Arguments arguments;
        arguments.array(ScalarType::Int64, {40}, values);
        arguments.array(ScalarType::Int64, {1}, std::vector<int64_t>{place});
        test::check_same(test::run(f, arguments), test::run(parts, arguments));
      }
    }
  }
}

TEST_CASE("rows whose shared element is not one that stays, or not their own, are left") {
  for (const Form form : {Form::Element, Form::Changing, Form::Other, Form::UnderCondition, Form::Two})
    CHECK(loops_after(row(form, 35, 0)) == 1);
}

TEST_CASE("short rows are left") {
  CHECK(loops_after(row(Form::Variable, 31, 0)) == 1);
  CHECK(loops_after(row(Form::Variable, 32, 0)) == 2);
}
