#include "transform/reductions/reduction_tree.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

/// f(a): the tree over all elements of a, which it may overwrite.
Function tree(transform::TreeForm form) {
  test::Program p("tree");
  p.f.level = Level::Scheduling;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  p.f.results = {{.type = ScalarType::Float64}};
  analysis::Reduction sum{.accumulator = {}, .kind = analysis::Accumulation::Sum};
  p.f.body = transform::pair_tree(p.f, sum, a, p.b.extent(a, 0), form);
  p.f.body.push_back(p.b.statement(Return{{p.b.load(a, {p.b.int64(0)})}}));
  return std::move(p.f);
}

}  // namespace

TEST_CASE("the tree in parallel gives the bits of the tree in order") {
  const Function in_order = tree(transform::TreeForm::InOrder);
  const Function parallel = tree(transform::TreeForm::Parallel);
  for (const size_t leaves : {1, 2, 3, 7, 511, 512, 513, 1023, 1024, 1025, 1537, 5000}) {
    INFO(leaves << " leaves");
    std::vector<double> values(leaves);
    for (size_t i = 0; i < leaves; ++i) values[i] = 1.0 / static_cast<double>(3 * i + 1);
    test::Arguments arguments;
    arguments.array(ScalarType::Float64, {static_cast<int64_t>(leaves)}, values);
    CHECK(test::run(in_order, arguments).outcome.results == test::run(parallel, arguments).outcome.results);
  }
}
