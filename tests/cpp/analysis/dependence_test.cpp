#include "analysis/text/dependence.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::judge_loop;
using analysis::LoopFacts;
using analysis::Verdict;
using Catch::Matchers::Contains;
using test::Program;

namespace {

/// f(a, b, n): for i in prange(n), for j in range(n) on request; the test makes the body.
struct Nest {
  Program p{"nest"};
  Builder& b = p.b;
  ArrayId a = p.array("a", ScalarType::Float64, 2);
  ArrayId other = p.array("other", ScalarType::Float64, 2);
  ArrayId index = p.array("index", ScalarType::Int64, 1);
  VarId n = p.scalar("n", ScalarType::Int64);
  VarId i = p.counter("i");
  VarId j = p.counter("j");
  LoopMark mark = LoopMark::Parallel;

  ExprId at(VarId v, int64_t offset = 0, int64_t scale = 1) {
    return b.add(b.mul(b.read(v), b.int64(scale)), b.int64(offset));
  }
  ExprId one() { return b.float64(1); }

  LoopFacts judge(Block body) {
    p.f.disjoint_arguments = true;
    const StmtId loop = b.loop(i, b.read(n), mark, std::move(body));
    p.f.body = {loop};
    return judge_loop(p.f, loop);
  }
  Block over_j(Block body) { return {b.loop(j, b.read(n), LoopMark::Sequential, std::move(body))}; }
};

}  // namespace

TEST_CASE("each iteration stores its own row") {
  Nest p;
  const ExprId sum =
      p.b.add(p.b.load(p.a, {p.at(p.i), p.at(p.j, -1)}), p.b.load(p.other, {p.at(p.i, 1), p.at(p.j)}));
  CHECK(p.judge(p.over_j({p.b.store(p.a, {p.at(p.i), p.at(p.j)}, sum)})).verdict == Verdict::Proven);
}

TEST_CASE("neighbours in a written array conflict") {
  Nest p;
  const ExprId zero = p.b.int64(0);
  SECTION("read of an earlier write") {
    const LoopFacts facts = p.judge({p.b.store(p.a, {p.at(p.i, 1), zero}, p.b.load(p.a, {p.at(p.i), zero}))});
    CHECK(facts.verdict == Verdict::Conflict);
  }
  SECTION("read of a later write") {
    const LoopFacts facts = p.judge({p.b.store(p.a, {p.at(p.i), zero}, p.b.load(p.a, {p.at(p.i, 2), zero}))});
    CHECK(facts.verdict == Verdict::Conflict);
  }
  SECTION("even and odd elements never meet") {
    const LoopFacts facts =
        p.judge({p.b.store(p.a, {p.at(p.i, 0, 2), zero}, p.b.load(p.a, {p.at(p.i, 1, 2), zero}))});
    CHECK(facts.verdict == Verdict::Proven);
  }
  SECTION("a wrapped neighbour is not taken for a different element") {
    const ExprId wrapped = p.b.wrap_index(p.a, 0, p.at(p.i, -1, 2));
    const LoopFacts facts =
        p.judge({p.b.store(p.a, {p.at(p.i, 0, 2), zero}, p.b.load(p.a, {wrapped, zero}))});
    CHECK(facts.verdict == Verdict::Trusted);
  }
  SECTION("different columns never meet") {
    const LoopFacts facts =
        p.judge({p.b.store(p.a, {p.at(p.i, 1), zero}, p.b.load(p.a, {p.at(p.i), p.b.int64(1)}))});
    CHECK(facts.verdict == Verdict::Proven);
  }
  SECTION("on a branch it is only possible") {
    const StmtId store = p.b.store(p.a, {p.at(p.i, 1), zero}, p.b.load(p.a, {p.at(p.i), zero}));
    const ExprId condition = p.b.compare(CompareOp::Less, p.b.read(p.i), p.b.read(p.n));
    CHECK(p.judge({p.b.if_then(condition, {store})}).verdict == Verdict::Trusted);
  }
}

TEST_CASE("rows below the pivot never meet it") {
  Nest p;
  const VarId k = p.p.counter("k");
  const ExprId row = p.b.add(p.b.add(p.b.read(k), p.b.int64(1)), p.b.read(p.i));
  const ExprId column = p.b.add(p.b.add(p.b.read(k), p.b.int64(1)), p.b.read(p.j));
  const ExprId product = p.b.mul(p.b.load(p.a, {row, p.b.read(k)}), p.b.load(p.a, {p.b.read(k), column}));
  const StmtId store = p.b.store(p.a, {row, column}, p.b.sub(p.b.load(p.a, {row, column}), product));
  const StmtId inner = p.b.loop(p.j, p.b.read(p.n), LoopMark::Sequential, {store});
  const StmtId middle = p.b.loop(p.i, p.b.read(p.n), LoopMark::Sequential, {inner});
  p.p.f.body = {p.b.loop(k, p.b.read(p.n), LoopMark::Sequential, {middle})};
  p.p.f.disjoint_arguments = true;
  CHECK(judge_loop(p.p.f, inner).verdict == Verdict::Proven);
  CHECK(judge_loop(p.p.f, middle).verdict == Verdict::Proven);
  CHECK(judge_loop(p.p.f, p.p.f.body[0]).verdict == Verdict::Sequential);
}

TEST_CASE("one element for all iterations") {
  Nest p;
  const ExprId zero = p.b.int64(0);
  SECTION("different values conflict") {
    const LoopFacts facts =
        p.judge({p.b.store(p.a, {zero, zero}, p.b.cast(ScalarType::Float64, p.b.read(p.i)))});
    CHECK(facts.verdict == Verdict::Conflict);
  }
  SECTION("one constant does not") {
    CHECK(p.judge({p.b.store(p.a, {zero, zero}, p.one())}).verdict == Verdict::Proven);
  }
  SECTION("a sum is a reduction") {
    const ExprId sum = p.b.add(p.b.load(p.a, {zero, zero}), p.one());
    CHECK(p.judge({p.b.store(p.a, {zero, zero}, sum)}).verdict == Verdict::Reduction);
  }
  SECTION("a least element with its place conflicts, although it is stored on a branch") {
    const ExprId x = p.b.load(p.other, {p.at(p.i), zero});
    const ExprId less = p.b.compare(CompareOp::Less, x, p.b.load(p.a, {zero, zero}));
    const StmtId place = p.b.store(p.a, {zero, p.b.int64(1)}, p.b.cast(ScalarType::Float64, p.b.read(p.i)));
    CHECK(p.judge({p.b.if_then(less, {p.b.store(p.a, {zero, zero}, x), place})}).verdict ==
          Verdict::Conflict);
  }
  SECTION("a scratch row conflicts") {
    Block body = p.over_j({p.b.store(p.a, {zero, p.at(p.j)}, p.b.load(p.other, {p.at(p.i), p.at(p.j)}))});
    const LoopFacts facts = p.judge(body);
    CHECK(facts.verdict == Verdict::Conflict);
  }
}

TEST_CASE("subscripts from data are trusted, sums through them are reductions") {
  Nest p;
  const ExprId place = p.b.load(p.index, {p.at(p.i)});
  const ExprId zero = p.b.int64(0);
  CHECK(p.judge({p.b.store(p.a, {place, zero}, p.one())}).verdict == Verdict::Proven);
  CHECK(p.judge({p.b.store(p.a, {place, zero}, p.b.load(p.other, {p.at(p.i), zero}))}).verdict ==
        Verdict::Trusted);
  const ExprId sum = p.b.add(p.b.load(p.a, {place, zero}), p.one());
  CHECK(p.judge({p.b.store(p.a, {place, zero}, sum)}).verdict == Verdict::Reduction);
}

TEST_CASE("scalars") {
  Nest p;
  const VarId s = p.b.variable("s", ScalarType::Float64);
  const ExprId x = p.b.load(p.other, {p.at(p.i), p.b.int64(0)});
  const auto judged = [&](Block body) {
    body.push_back(p.b.store(p.a, {p.at(p.i), p.b.int64(0)}, p.one()));
    return p.judge(std::move(body));
  };
  SECTION("a private variable") {
    CHECK(judged({p.b.assign(s, x), p.b.assign(s, p.b.add(p.b.read(s), x))}).verdict == Verdict::Proven);
  }
  SECTION("a sum whose partial values are used is carried") {
    const StmtId use = p.b.store(p.a, {p.at(p.i), p.b.int64(0)}, p.b.read(s));
    const LoopFacts facts = p.judge({p.b.assign(s, p.b.add(p.b.read(s), x)), use});
    CHECK(facts.verdict == Verdict::Conflict);
    CHECK(facts.reason == "'s' takes its value from the iteration before");
  }
  SECTION("sums and products of one variable do not mix") {
    CHECK(judged({p.b.assign(s, p.b.add(p.b.read(s), x)), p.b.assign(s, p.b.mul(p.b.read(s), x))}).verdict ==
          Verdict::Conflict);
  }
  SECTION("a variable subtracted from something is no sum") {
    CHECK(judged({p.b.assign(s, p.b.sub(x, p.b.read(s)))}).verdict == Verdict::Conflict);
  }
  SECTION("two best values depend on each other") {
    const VarId second = p.b.variable("second", ScalarType::Float64);
    const StmtId pass_on = p.b.assign(second, p.b.read(s));
    CHECK(judged({p.b.if_then(p.b.compare(CompareOp::Less, x, p.b.read(s)), {pass_on, p.b.assign(s, x)})})
              .verdict == Verdict::Conflict);
  }
}

TEST_CASE("loops that leave early run in order") {
  Nest p;
  CHECK(p.judge({p.b.statement(Break{})}).verdict == Verdict::Sequential);
  CHECK(p.judge({p.b.statement(Return{})}).verdict == Verdict::Sequential);
  CHECK(p.judge(p.over_j({p.b.statement(Break{})})).verdict == Verdict::Proven);
}

TEST_CASE("unmarked loops need a proof") {
  Nest p;
  p.mark = LoopMark::Sequential;
  const ExprId place = p.b.load(p.index, {p.at(p.i)});
  const ExprId zero = p.b.int64(0);
  const ExprId x = p.b.load(p.other, {p.at(p.i), zero});
  CHECK(p.judge({p.b.store(p.a, {place, zero}, x)}).verdict == Verdict::Sequential);
  CHECK(p.judge({p.b.store(p.a, {p.at(p.i), zero}, x)}).verdict == Verdict::Proven);
  CHECK(analysis::may_reorder(p.p.f, analysis::Liveness(p.p.f), p.p.f.body[0]));
  p.p.f.disjoint_arguments = false;
  CHECK_FALSE(analysis::may_reorder(p.p.f, analysis::Liveness(p.p.f), p.p.f.body[0]));
}

TEST_CASE("an element that only one iteration could share") {
  Nest p;
  p.mark = LoopMark::Sequential;
  const auto judge_inside = [&](Block body) {
    p.p.f.disjoint_arguments = true;
    const StmtId inner = p.b.loop(p.i, p.b.read(p.n), LoopMark::Sequential, std::move(body));
    p.p.f.body = {p.b.loop(p.j, p.b.read(p.n), LoopMark::Sequential, {inner})};
    return judge_loop(p.p.f, inner).verdict;
  };
  const ExprId outer = p.at(p.j);
  const ExprId beyond = p.b.add(p.b.add(outer, p.at(p.i)), p.b.int64(1));
  const ExprId from = p.b.add(outer, p.at(p.i));
  SECTION("it lies before the first iteration, as the pivot of an elimination does") {
    CHECK(judge_inside({p.b.store(p.a, {outer, beyond}, p.b.load(p.a, {outer, outer}))}) == Verdict::Proven);
    CHECK(judge_inside({p.b.store(p.a, {outer, from}, p.b.load(p.a, {outer, outer}))}) != Verdict::Proven);
  }
  SECTION("it lies in rows that are never reached") {
    const ExprId next = p.b.add(outer, p.b.int64(1));
    CHECK(judge_inside({p.b.store(p.a, {next, p.at(p.i)}, p.b.load(p.a, {p.b.int64(0), p.b.int64(0)}))}) ==
          Verdict::Proven);
  }
  SECTION("it is the diagonal, for an element and its mirror image alike") {
    CHECK(judge_inside({p.b.store(p.a, {outer, from}, p.b.load(p.other, {outer, from})),
                        p.b.store(p.a, {from, outer}, p.b.load(p.other, {outer, from}))}) == Verdict::Proven);
    CHECK(judge_inside({p.b.store(p.a, {outer, from}, p.b.load(p.other, {outer, from})),
                        p.b.store(p.a, {beyond, outer}, p.b.load(p.other, {outer, from}))}) ==
          Verdict::Proven);
    const ExprId two = p.b.int64(2);
    CHECK(judge_inside({p.b.store(p.a, {two, p.at(p.i)}, p.b.load(p.other, {outer, from})),
                        p.b.store(p.a, {p.at(p.i), p.b.int64(3)}, p.b.load(p.other, {outer, from}))}) !=
          Verdict::Proven);
  }
}
