#include "transform/loops/reuse_loads.h"

#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using transform::reuse_loads;

namespace {

/// t = w[0] - 1; for k in range(t): <stored>[k] = a[k] + w[0]
Function program(bool stores_to_w) {
  Program p("weights");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 1);
  const ArrayId w = p.array("w", ScalarType::Int64, 1);
  const VarId t = b.variable("t", ScalarType::Int64);
  const VarId k = p.counter("k");
  const ExprId weight = b.load(w, {b.int64(0)});
  const ExprId sum = b.add(b.load(a, {b.read(k)}), b.load(w, {b.int64(0)}));
  const StmtId loop =
      b.loop(k, b.read(t), LoopMark::Sequential, {b.store(stores_to_w ? w : a, {b.read(k)}, sum)});
  p.f.body = {b.assign(t, b.sub(weight, b.int64(1))), loop};
  return std::move(p.f);
}

int loads_of(const Function& f, const std::string& array) {
  int found = 0;
  walk_all_exprs(f, f.body, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f[id].node);
    found += load != nullptr && f[load->array].name == array ? 1 : 0;
  });
  return found;
}

}  // namespace

TEST_CASE("what is loaded in front of a loop is not loaded in it again") {
  const Function f = program(false);
  CHECK(loads_of(f, "w") == 2);
  const Function once = reuse_loads(f);
  CHECK(loads_of(once, "w") == 1);
  test::Arguments arguments;
  arguments.array(ScalarType::Int64, {4}, std::vector<int64_t>{3, 1, -2, -7});
  arguments.array(ScalarType::Int64, {4}, std::vector<int64_t>{4, 1, 2, 3});
  test::check_same(test::run(f, arguments), test::run(once, arguments));
}

TEST_CASE("what the loop stores to is loaded each time") {
  CHECK(print(reuse_loads(program(true))) == print(program(true)));
  Function f = program(false);
  f.disjoint_arguments = false;
  CHECK(print(reuse_loads(f)) == print(f));
}
