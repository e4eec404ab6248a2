// Which loops are time loops over stencils, what a chunk of their nests loads and stores, and that joined nests give the same
// bits.
#include "transform/time_loops/join_turns.h"

#include <catch2/catch.hpp>

#include "ir/rewrite.h"
#include "ir_programs.h"
#include "run_program.h"
#include "transform/time_loops/find_time_loop.h"
#include "transform/time_loops/plan_chunks.h"
#include "transform/pipeline.h"
#include "transform/schedule_for_gpu.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

constexpr int64_t kGroupBytes = 46 << 10;

using Offset = std::vector<int64_t>;

/// for t in range(steps): nests over the inside of planes, `margin` from their edges
struct TimeProgram : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId c = array("c", ScalarType::Float64, 2);
  VarId steps = scalar("steps", ScalarType::Int64);
  VarId t = counter("t");
  int64_t margin;
  Block nests;

  explicit TimeProgram(int64_t edge = 1) : Program("time_loop"), margin(edge) { f.disjoint_arguments = true; }

  /// to[i, j] = sum of from[i + p, j + q] / 4, + own * to[i, j]
  StmtId nest(ArrayId to, ArrayId from, const std::vector<Offset>& around, double own = 0, ExprId condition = {}) {
    const VarId i = counter("i");
    const VarId j = counter("j");
    const auto at = [&](int64_t p, int64_t q) {
      return std::vector<ExprId>{b.add(b.read(i), b.int64(margin + p)), b.add(b.read(j), b.int64(margin + q))};
    };
    ExprId sum = own != 0 ? b.mul(b.float64(own), b.load(to, at(0, 0))) : b.float64(0.125);
    for (const Offset& by : around) sum = b.add(sum, b.mul(b.float64(0.25), b.load(from, at(by[0], by[1]))));
    Block body{b.store(to, at(0, 0), sum)};
    if (condition.valid()) body = {b.if_then(condition, std::move(body))};
    const auto inside = [&](int d) { return b.sub(b.extent(a, d), b.int64(2 * margin)); };
    return b.loop(i, inside(0), LoopMark::Parallel, {b.loop(j, inside(1), LoopMark::Parallel, std::move(body))});
  }
  Function of(Block body) {
    f.body = {b.loop(t, b.read(steps), LoopMark::Sequential, std::move(body))};
    return f;
  }
  /// Two planes that take turns.
  Function turns() {
    const std::vector<Offset> star{{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    return of({nest(c, a, star), nest(a, c, star)});
  }
  /// One plane that reads itself through a copy.
  Function both_ways() {
    return of({nest(c, a, {{-1, 0}, {0, 1}}, 0.5), nest(a, c, {{1, 0}, {0, -1}}, 0.5)});
  }
};

Function scheduled(const Function& source, const transform::ChunkRoom& room = {}) {
  return transform::schedule_for_gpu(transform::simplify_source(source, {}), {}, {}, {}, transform::kUsualLocalBytes,
                                     transform::kUsualGroupBytes, room)
      .function;
}

StmtId time_loop(const Function& f) {
  StmtId found{};
  walk_stmts(f, f.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&f[id].node);
    if (loop != nullptr && loop->mark == LoopMark::Sequential && !found.valid()) found = id;
    return !found.valid();
  });
  return found;
}

transform::FoundTimeLoop found(const Function& source) {
  Function f = scheduled(source);
  return transform::find_time_loop(f, time_loop(f));
}

const transform::ChunkArray& use_of(const transform::Chunk& chunk, const Function& f, const std::string& name) {
  for (const transform::ChunkArray& use : chunk.arrays)
    if (f[use.array].name == name) return use;
  throw std::invalid_argument(name);
}

test::Arguments planes(int64_t rows, int64_t columns, int64_t steps) {
  std::vector<double> first(static_cast<size_t>(rows * columns));
  for (size_t n = 0; n < first.size(); ++n) first[n] = 0.37 * static_cast<double>(n % 101) - 11;
  std::vector<double> second(first.rbegin(), first.rend());
  return test::Arguments{}
      .array(ScalarType::Float64, {rows, columns}, first)
      .array(ScalarType::Float64, {rows, columns}, second)
      .scalar(steps);
}

void check_same_bits(const Function& source) {
  const Function plain = scheduled(source);
  std::vector<analysis::NestNotes> nests;
  const Function joined = transform::join_turns(plain, {.group_bytes = kGroupBytes, .array_bytes = 1 << 30}, nests);
  REQUIRE(joined.body != plain.body);
  check(joined, "testing join_turns");
  for (const int64_t steps : {0, 1, 2, 13}) {
    for (const auto& [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{{1, 2}, {3, 3}, {37, 61}}) {
      CAPTURE(steps, rows, columns);
      const test::Arguments arguments = planes(rows, columns, steps);
      test::check_same(test::run(plain, arguments), test::run(joined, arguments));
    }
  }
}

}  // namespace

TEST_CASE("join_turns: two planes that take turns") { check_same_bits(TimeProgram().turns()); }

TEST_CASE("join_turns: planes that are read and stored, through second copies") {
  check_same_bits(TimeProgram().both_ways());
}

TEST_CASE("join_turns: stores that not every iteration does, and reads two elements away") {
  TimeProgram p(2);
  const ExprId some = p.b.compare(CompareOp::Less, p.b.extent(p.a, 0), p.b.int64(40));
  check_same_bits(p.of({p.nest(p.c, p.a, {{-2, 0}, {0, 2}}, 0, some), p.nest(p.a, p.c, {{2, -2}})}));
}

TEST_CASE("join_turns: few groups, or little memory, run the nests as they are") {
  const Function plain = scheduled(TimeProgram().turns());
  std::vector<analysis::NestNotes> nests;
  const test::Arguments arguments = planes(37, 61, 13);
  const transform::ChunkRoom few{kGroupBytes, 1 << 30, 1000};
  const transform::ChunkRoom little{kGroupBytes, 1000, 1};
  for (const transform::ChunkRoom& room : {few, little}) {
    const Function joined = transform::join_turns(plain, room, nests);
    test::check_same(test::run(plain, arguments), test::run(joined, arguments));
  }
  CHECK(transform::join_turns(plain, {}, nests).body == plain.body);
}

TEST_CASE("find_time_loop: what nests touch around an iteration") {
  TimeProgram p;
  Function f = scheduled(p.turns());
  const transform::FoundTimeLoop result = transform::find_time_loop(f, time_loop(f));
  REQUIRE(result.loop);
  REQUIRE(result.loop->nests.size() == 2);
  const transform::TurnTouch* loaded = result.loop->nests[0].touch_of(p.a);
  REQUIRE(loaded != nullptr);
  CHECK(loaded->loads.size() == 4);
  CHECK_FALSE(loaded->store);
  CHECK(result.loop->nests[0].touch_of(p.c)->store == std::optional(Offset{1, 1}));
  CHECK(result.loop->array(p.c)->firsts == Offset{1, 1});
}

TEST_CASE("find_time_loop: loops that are none say why") {
  TimeProgram of_turn;
  const ExprId turn = of_turn.b.compare(CompareOp::Less, of_turn.b.read(of_turn.t), of_turn.b.int64(3));
  CHECK(found(of_turn.of({of_turn.nest(of_turn.c, of_turn.a, {{1, 0}}, 0, turn)})).reason.find("reads 't'") != std::string::npos);

  TimeProgram other_part;
  const StmtId inside = other_part.nest(other_part.c, other_part.a, {{1, 0}});
  other_part.margin = 2;
  const StmtId further = other_part.nest(other_part.c, other_part.a, {{1, 0}});
  CHECK(found(other_part.of({inside, further})).reason.find("different parts of 'c'") != std::string::npos);

  TimeProgram leaves;
  const StmtId leave = leaves.b.if_then(leaves.b.compare(CompareOp::Equal, leaves.b.read(leaves.t), leaves.b.int64(2)),
                                        {leaves.b.statement(Break{})});
  CHECK(found(leaves.of({leave, leaves.nest(leaves.c, leaves.a, {{1, 0}})})).reason.find("something else") != std::string::npos);
}

TEST_CASE("plan_chunks: an odd number of nests loads one of two planes and stores the other") {
  Function f = scheduled(TimeProgram().turns());
  const transform::FoundTimeLoop result = transform::find_time_loop(f, time_loop(f));
  REQUIRE(result.loop);
  const auto plan = transform::plan_chunks(f, *result.loop, kGroupBytes);
  REQUIRE(plan);
  CHECK(plan->chunks[0].nests.size() % 2 == 1);
  for (size_t n = 0; n < 2; ++n) {
    const transform::Chunk& chunk = plan->chunks[n];
    const transform::ChunkArray& from = use_of(chunk, f, n == 0 ? "a" : "c");
    const transform::ChunkArray& to = use_of(chunk, f, n == 0 ? "c" : "a");
    CHECK((from.input && !from.output && !to.input && to.output && to.edges));
    const auto count = static_cast<int64_t>(chunk.nests.size());
    CHECK(from.reach->below == Offset{count, count});
    for (size_t step = 0; step + 1 < chunk.nests.size(); ++step)
      CHECK(chunk.nests[step].reach.below[1] == chunk.nests[step + 1].reach.below[1] + 1);
    CHECK(chunk.nests.back().last.size() == 1);
  }
}

TEST_CASE("plan_chunks: planes that are loaded and stored have two copies") {
  Function f = scheduled(TimeProgram().both_ways());
  const transform::FoundTimeLoop result = transform::find_time_loop(f, time_loop(f));
  REQUIRE(result.loop);
  const auto plan = transform::plan_chunks(f, *result.loop, kGroupBytes);
  REQUIRE(plan);
  CHECK((use_of(plan->chunks[0], f, "a").copied && use_of(plan->chunks[0], f, "c").copied));
  CHECK_FALSE(transform::plan_chunks(f, *result.loop, 1000));
}
