#include "transform/source/reuse_searches.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

enum class Between : uint8_t { Nothing, Store, OtherStore, OtherNumber, OtherBegin };

/// i = 0; while a[i] != x: i += 1        twice, with another variable; a[4], a[5] = i, j
Function searched(Between between) {
  Program p("searched");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const ArrayId kept = b.heap_array("kept", ScalarType::Int64, 1);
  const VarId x = b.variable("x", ScalarType::Int64);
  p.f.body.push_back(b.statement(Allocate{kept, {b.int64(2)}}));
  p.f.body.push_back(b.assign(x, b.int64(1)));
  VarId found[2];
  for (const int n : {0, 1}) {
    found[n] = b.variable(n == 0 ? "i" : "j", ScalarType::Int64);
    p.f.body.push_back(b.assign(found[n], b.int64(n == 1 && between == Between::OtherBegin ? 2 : 0)));
    const ExprId goes_on = b.compare(CompareOp::NotEqual, b.load(a, {b.read(found[n])}), b.read(x));
    const StmtId next = b.assign(found[n], b.add(b.read(found[n]), b.int64(1)));
    p.f.body.push_back(b.statement(While{{}, goes_on, {next}}));
    if (n == 0 && between == Between::Store) p.f.body.push_back(b.store(a, {b.int64(0)}, b.int64(1)));
    if (n == 0 && between == Between::OtherStore) p.f.body.push_back(b.store(kept, {b.int64(0)}, b.int64(1)));
    if (n == 0 && between == Between::OtherNumber) p.f.body.push_back(b.assign(x, b.int64(5)));
  }
  for (const int n : {0, 1}) p.f.body.push_back(b.store(a, {b.int64(4 + n)}, b.read(found[n])));
  return std::move(p.f);
}

test::Run run(const Function& f) {
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {6}, std::vector<int64_t>{3, 1, 4, 1, 5, 9});
  return test::run(f, arguments);
}

}  // namespace

TEST_CASE("a search that has run gives its values to one that is written alike") {
  for (const Between between : {Between::Nothing, Between::OtherStore}) {
    const Function f = searched(between);
    const Function once = transform::reuse_searches(f);
    CHECK(test::count_of<For, While>(f) == 2);
    CHECK(test::count_of<For, While>(once) == 1);
    test::check_same(run(f), run(once));
  }
}

TEST_CASE("a search runs again where what it reads has changed, and from another place") {
  for (const Between between : {Between::Store, Between::OtherNumber, Between::OtherBegin}) {
    const Function f = searched(between);
    CHECK(test::count_of<For, While>(transform::reuse_searches(f)) == 2);
    test::check_same(run(f), run(transform::reuse_searches(f)));
  }
}
