#include "transform/loops/order_loops.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"
#include "unpython/error.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for i in prange(n): a[i + 1] = a[i]; an inner prange over j that is fine on request.
Function neighbours(bool with_inner) {
  Program p("neighbours");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const ArrayId c = p.array("c", ScalarType::Float64, 1);
  const VarId n = p.scalar("n", ScalarType::Int64);
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  Block body{b.store(a, {b.add(b.read(i), b.int64(1))}, b.load(a, {b.read(i)}))};
  if (with_inner) {
    body.push_back(b.loop(j, b.read(n), LoopMark::Parallel,
                          {b.store(c, {b.read(j)}, b.add(b.load(c, {b.read(j)}), b.load(a, {b.read(i)})))}));
  }
  p.f.body = {b.loop(i, b.read(n), LoopMark::Parallel, std::move(body), SourceRange{3, 0, 5, 0, 0})};
  p.f.disjoint_arguments = true;
  return std::move(p.f);
}

}  // namespace

TEST_CASE("a conflict runs in order by default, its inner loops still in parallel") {
  const Function source = neighbours(true);
  std::vector<analysis::NestNotes> reports;
  const std::string text = print(transform::order_loops(source, {}, {}, reports));
  CHECK(text.find("for i in range(n)") != std::string::npos);
  CHECK(text.find("for j in prange(n)") != std::string::npos);
  REQUIRE(reports.size() == 1);
  CHECK(reports[0].verdict == "conflict");
  CHECK(reports[0].range.line == 3);
  test::Arguments arguments;
  arguments.array(ScalarType::Float64, {9}, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  arguments.array(ScalarType::Float64, {8}, std::vector<double>(8, 0.5)).scalar(int64_t{8});
  test::check_same(test::run(source, arguments), test::run(test::schedule(source).function, arguments));
}

TEST_CASE("races=error and strict raise, races=trust runs in parallel") {
  const Function source = neighbours(false);
  std::vector<analysis::NestNotes> reports;
  Options options;
  options.races = RaceMode::Error;
  CHECK_THROWS_AS(transform::order_loops(source, {}, options, reports), RaceError);
  options = {};
  options.strict = true;
  CHECK_THROWS_AS(transform::order_loops(source, {}, options, reports), RaceError);
  options = {};
  options.races = RaceMode::Trust;
  reports.clear();
  CHECK(print(transform::order_loops(source, {}, options, reports)).find("prange") != std::string::npos);
  CHECK(reports.at(0).verdict == "trusted");
}

TEST_CASE(
    "facts of a call decide: what is parallel, what is independent, plain loops too; nothing is thrown") {
  Function source = neighbours(true);
  const StmtId outer = source.body[0];
  const StmtId inner = std::get<For>(source[outer].node).body.back();
  analysis::CallFacts facts;
  facts.judged = true;
  facts.loops = {{inner, analysis::Verdict::Proven, false}, {outer, analysis::Verdict::Reduction, true}};
  std::sort(facts.loops.begin(), facts.loops.end(), [](auto& a, auto& b) { return a.stmt < b.stmt; });
  Options options;
  options.races = RaceMode::Error;
  std::vector<analysis::NestNotes> reports;
  const Function ordered = transform::order_loops(source, facts, options, reports);
  const For& around = std::get<For>(ordered[ordered.body[0]].node);
  const For& inside = std::get<For>(ordered[around.body.back()].node);
  CHECK(around.mark == LoopMark::Parallel);
  CHECK_FALSE(around.independent);
  CHECK(inside.mark == LoopMark::Sequential);
  CHECK(inside.independent);
  CHECK(reports.at(0).verdict == "reduction");
  facts.loops.erase(std::find_if(facts.loops.begin(), facts.loops.end(),
                                 [&](auto& verdict) { return verdict.stmt == outer; }));
  CHECK_THROWS_AS(transform::order_loops(source, facts, options, reports), RaceError);
}
