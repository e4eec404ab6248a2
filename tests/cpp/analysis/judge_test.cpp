// Verdicts on small programs, with the numbers of a call.
#include "analysis/call/judge.h"

#include <catch2/catch.hpp>

#include "call_numbers.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::LoopFacts;
using analysis::Verdict;
using Catch::Matchers::Contains;
using test::Numbers;
using test::Program;

namespace {

/// f(a, b, index, n) with a and b of 20 float64 or 20 x 20, index of 10 int64; the test makes the loops.
struct Programs {
  explicit Programs(int rank = 1) {
    a = p.array("a", ScalarType::Float64, rank);
    other = p.array("b", ScalarType::Float64, rank);
    index = p.array("index", ScalarType::Int64, 1);
    n = p.scalar("n", ScalarType::Int64);
    const std::vector<int64_t> extents(static_cast<size_t>(rank), 20);
    call.array(ScalarType::Float64, extents)
        .array(ScalarType::Float64, extents)
        .array(ScalarType::Int64, {10});
  }

  Program p{"f"};
  Builder& b = p.b;
  ArrayId a;
  ArrayId other;
  ArrayId index;
  VarId n;
  Numbers call;

  ExprId at(ExprId e, int64_t offset) { return b.add(e, b.int64(offset)); }
  ExprId number(ExprId e) { return b.cast(ScalarType::Float64, e); }

  /// for `name` in prange(first, first + extent * step, step), as lowered.
  template <class Body>
  StmtId loop(const std::string& name, ExprId extent, Body body, int64_t first = 0, int64_t step = 1,
              LoopMark mark = LoopMark::Parallel) {
    const VarId k = p.counter("k");
    const VarId i = b.variable(name, ScalarType::Int64);
    const ExprId item = at(b.mul(b.read(k), b.int64(step)), first);
    Block inside = body(item);
    inside.insert(inside.begin(), b.assign(i, item));
    return b.loop(k, extent, mark, std::move(inside));
  }

  LoopFacts facts(StmtId loop) {
    const analysis::LoopForms forms(p.f, p.f);
    const analysis::Nests nests = call.collect(p.f);
    const auto judged = analysis::judge(forms, nests, call.values());
    for (size_t nest = 0; nest < judged.size(); ++nest) {
      for (size_t l = 0; l < judged[nest].size(); ++l)
        if (nests.nests[nest].loops[l].stmt == loop) return judged[nest][l];
    }
    throw std::logic_error("no such loop");
  }
  LoopFacts judge(StmtId loop) {
    p.f.body.push_back(loop);
    return facts(loop);
  }
};

}  // namespace

TEST_CASE("a distance known only at the call") {
  Programs t;
  const StmtId loop = t.loop(
      "i", t.b.int64(10),
      [&](ExprId i) {
        const ExprId before = t.b.load(t.a, {t.b.sub(i, t.b.read(t.n))});
        return Block{t.b.store(t.a, {i}, t.b.add(before, t.b.float64(1)))};
      },
      10);
  SECTION("within the loop") {
    t.call.scalar(3);
    const LoopFacts facts = t.judge(loop);
    CHECK(facts.verdict == Verdict::Conflict);
    CHECK(facts.reason == "i = 10 writes a[10] and i = 13 reads it");
    CHECK(facts.advice == "use range for a loop that must run in order");
    REQUIRE(facts.witness);
    CHECK(facts.witness->first == 0);
    CHECK(facts.witness->second == 3);
  }
  SECTION("against its direction") {
    t.call.scalar(-2);
    const LoopFacts facts = t.judge(loop);
    CHECK(facts.reason == "i = 12 writes a[12] and i = 10 reads it");
    CHECK_THAT(facts.advice, Contains("read from a copy of a made before the loop"));
  }
  SECTION("beyond the loop") {
    t.call.scalar(10);
    CHECK(t.judge(loop).verdict == Verdict::Proven);
  }
  SECTION("in its own iteration") {
    t.call.scalar(0);
    CHECK(t.judge(loop).verdict == Verdict::Proven);
  }
  SECTION("not known at all") {
    t.call.unknown_scalar();
    CHECK(t.judge(loop).verdict == Verdict::Sequential);
  }
}

TEST_CASE("a distance that an inner loop counts") {
  Programs t;
  const StmtId loop = t.loop(
      "i", t.b.int64(10),
      [&](ExprId i) {
        return Block{t.loop("k", t.b.int64(4), [&](ExprId k) {
          return Block{t.b.store(t.a, {i}, t.b.load(t.a, {t.b.sub(i, k)}))};
        })};
      },
      5, -1);
  const LoopFacts facts = t.judge(loop);
  CHECK(facts.verdict == Verdict::Conflict);
  CHECK_THAT(facts.reason, Contains("i = 4 writes a[4] and i = 5 reads it"));
}

TEST_CASE("arguments that overlap are one memory") {
  Programs t;
  const StmtId loop = t.loop("i", t.b.int64(19),
                             [&](ExprId i) { return Block{t.b.store(t.a, {i}, t.b.load(t.other, {i}))}; });
  t.call.disjoint = false;
  SECTION("f(x[1:], x[:-1])") {
    t.call.arrays[0].data = reinterpret_cast<void*>(uintptr_t{4096 + 8});
    const LoopFacts facts = t.judge(loop);
    CHECK(facts.verdict == Verdict::Conflict);
    CHECK(facts.reason == "i = 0 writes a[0] and i = 1 reads it as b");
  }
  SECTION("f(x, x)") { CHECK(t.judge(loop).verdict == Verdict::Proven); }
  SECTION("four bytes apart") {
    t.call.arrays[1].data = reinterpret_cast<void*>(uintptr_t{4096 + 4});
    CHECK(t.judge(loop).verdict == Verdict::Conflict);
  }
  SECTION("one behind the other") {
    t.call.arrays[1].data = reinterpret_cast<void*>(uintptr_t{4096 + 160});
    CHECK(t.judge(loop).verdict == Verdict::Proven);
  }
}

TEST_CASE("every step of an elimination") {
  Programs t(2);
  StmtId rows;
  StmtId columns;
  const StmtId steps = t.loop("k", t.b.int64(20), [&](ExprId k) {
    rows = t.loop("i", t.b.sub(t.b.int64(19), k), [&](ExprId r) {
      const ExprId i = t.at(t.b.add(r, k), 1);
      columns = t.loop("j", t.b.sub(t.b.int64(19), k), [&](ExprId c) {
        const ExprId j = t.at(t.b.add(c, k), 1);
        const ExprId product = t.b.mul(t.b.load(t.a, {i, k}), t.b.load(t.a, {k, j}));
        return Block{t.b.store(t.a, {i, j}, t.b.sub(t.b.load(t.a, {i, j}), product))};
      });
      return Block{columns};
    });
    return Block{rows};
  });
  t.p.f.body = {steps};
  CHECK(t.facts(rows).verdict == Verdict::Proven);
  CHECK(t.facts(columns).verdict == Verdict::Proven);
  CHECK(t.facts(steps).verdict == Verdict::Conflict);
}

TEST_CASE("elements that the data choose") {
  Programs t;
  const auto over = [&](auto body) { return t.loop("i", t.b.int64(10), body); };
  const auto place = [&](ExprId i) { return t.b.load(t.index, {i}); };
  SECTION("stored: their indices are inspected") {
    const LoopFacts facts =
        t.judge(over([&](ExprId i) { return Block{t.b.store(t.a, {place(i)}, t.b.load(t.other, {i}))}; }));
    REQUIRE(facts.verdict == Verdict::Inspected);
    CHECK(facts.inspection->index == t.index);
    CHECK(facts.inspection->first_byte == 0);
    CHECK(facts.inspection->step_bytes == 8);
    CHECK(facts.inspection->count == 10);
    CHECK(facts.inspection->extent == 20);
  }
  SECTION("read and stored again") {
    const LoopFacts facts = t.judge(over([&](ExprId i) {
      const ExprId twice = t.b.mul(t.b.add(t.b.load(t.a, {place(i)}), t.b.float64(1)), t.b.float64(2));
      return Block{t.b.store(t.a, {place(i)}, twice)};
    }));
    CHECK(facts.verdict == Verdict::Inspected);
  }
  SECTION("from an index that the function changes") {
    t.p.f.body.push_back(t.b.store(t.index, {t.b.int64(0)}, t.b.int64(3)));
    const LoopFacts facts =
        t.judge(over([&](ExprId i) { return Block{t.b.store(t.a, {place(i)}, t.b.load(t.other, {i}))}; }));
    CHECK(facts.verdict == Verdict::Sequential);
  }
  SECTION("behind the chosen ones") {
    const LoopFacts facts = t.judge(
        over([&](ExprId i) { return Block{t.b.store(t.a, {t.at(place(i), 1)}, t.b.load(t.other, {i}))}; }));
    REQUIRE(facts.verdict == Verdict::Inspected);
    REQUIRE(facts.inspection->steps.size() == 1);
    CHECK(facts.inspection->steps[0].op == BinaryOp::Add);
    CHECK(facts.inspection->steps[0].constant == 1);
  }
  SECTION("read and written at places that have nothing in common: in order") {
    const LoopFacts facts = t.judge(over([&](ExprId i) {
      const ExprId next = t.b.load(t.index, {t.b.sub(t.b.int64(9), i)});
      return Block{t.b.store(t.a, {place(i)}, t.b.load(t.a, {next}))};
    }));
    CHECK(facts.verdict == Verdict::Sequential);
    CHECK(facts.reason == "elements of a known only as the loop runs are read and written");
  }
  SECTION("read, beside stores of the iteration's own: in order") {
    const LoopFacts facts =
        t.judge(over([&](ExprId i) { return Block{t.b.store(t.a, {i}, t.b.load(t.a, {place(i)}))}; }));
    CHECK(facts.verdict == Verdict::Sequential);
  }
  SECTION("in rows of the iteration's own") {
    Programs m(2);
    const LoopFacts facts = m.judge(m.loop("i", m.b.int64(10), [&](ExprId i) {
      return Block{m.loop("j", m.b.int64(10), [&](ExprId j) {
        return Block{m.b.store(m.a, {i, m.b.load(m.index, {j})}, m.b.float64(2))};
      })};
    }));
    CHECK(facts.verdict == Verdict::Proven);
  }
  SECTION("sums into them are reductions, constants do no harm") {
    CHECK(t.judge(over([&](ExprId i) {
             const ExprId sum = t.b.add(t.b.load(t.a, {place(i)}), t.b.float64(1));
             return Block{t.b.store(t.a, {place(i)}, sum)};
           })).verdict == Verdict::Reduction);
    CHECK(t.judge(over([&](ExprId i) {
             return Block{t.b.store(t.a, {place(i)}, t.b.float64(1))};
           })).verdict == Verdict::Proven);
  }
}

TEST_CASE("one element for all iterations of a call") {
  Programs t;
  const ExprId zero = t.b.int64(0);
  SECTION("different values") {
    const LoopFacts facts = t.judge(t.loop(
        "i", t.b.int64(5), [&](ExprId i) { return Block{t.b.store(t.a, {zero}, t.number(i))}; }, 3));
    CHECK(facts.verdict == Verdict::Conflict);
    CHECK(facts.reason == "i = 3 and i = 4 both write a[0]");
    CHECK(facts.advice == "store to different elements, or use range for a loop that must run in order");
  }
  SECTION("a loop of one iteration") {
    CHECK(t.judge(t.loop("i", t.b.int64(1), [&](ExprId i) {
             return Block{t.b.store(t.a, {zero}, t.number(i))};
           })).verdict == Verdict::Proven);
  }
  SECTION("one constant") {
    CHECK(t.judge(t.loop("i", t.b.int64(5), [&](ExprId) {
             return Block{t.b.store(t.a, {zero}, t.b.float64(1))};
           })).verdict == Verdict::Proven);
  }
  SECTION("a sum") {
    CHECK(t.judge(t.loop("i", t.b.int64(5), [&](ExprId i) {
             return Block{t.b.store(t.a, {zero}, t.b.add(t.b.load(t.a, {zero}), t.number(i)))};
           })).verdict == Verdict::Reduction);
  }
}

TEST_CASE("elements that overlap in part") {
  Programs t;
  t.call.arrays[0].stride_bytes[0] = 4;
  SECTION("one constant has other bytes in another order") {
    CHECK(t.judge(t.loop("i", t.b.int64(20), [&](ExprId i) {
             return Block{t.b.store(t.a, {i}, t.b.float64(1))};
           })).verdict == Verdict::Conflict);
  }
  SECTION("sums into them are no reduction") {
    const LoopFacts facts = t.judge(t.loop("i", t.b.int64(10), [&](ExprId i) {
      const ExprId place = t.b.load(t.index, {i});
      return Block{t.b.store(t.a, {place}, t.b.add(t.b.load(t.a, {place}), t.b.float64(1)))};
    }));
    CHECK(facts.verdict == Verdict::Sequential);
  }
}

TEST_CASE("quotients") {
  Programs t;
  const auto divided = [&](int64_t by) {
    return t.judge(t.loop("i", t.b.int64(20), [&](ExprId i) {
      return Block{t.b.store(t.a, {t.b.floor_div(t.b.mul(i, t.b.int64(2)), t.b.int64(by))}, t.number(i))};
    }));
  };
  CHECK(divided(2).verdict == Verdict::Proven);
  const LoopFacts facts = divided(4);
  CHECK(facts.verdict == Verdict::Conflict);
  CHECK(facts.reason == "i = 0 and i = 1 both write a[0]");
}

TEST_CASE("a triangle and its mirror image") {
  Programs t(2);
  const auto mirrored = [&](int64_t more) {
    return t.judge(t.loop("i", t.b.int64(19), [&](ExprId i) {
      return Block{t.loop("j", t.at(i, more), [&](ExprId j) {
        return Block{t.b.store(t.a, {i, j}, t.b.load(t.a, {j, i}))};
      })};
    }));
  };
  CHECK(mirrored(0).verdict == Verdict::Proven);
  CHECK(mirrored(1).verdict == Verdict::Proven);
  CHECK(mirrored(2).verdict == Verdict::Conflict);
}

TEST_CASE("branches") {
  Programs t;
  const auto mirrored = [&](auto condition) {
    return t.loop("i", t.b.int64(20), [&](ExprId i) {
      const ExprId back = t.b.sub(t.b.int64(19), i);
      return Block{t.b.if_then(condition(i), {t.b.store(t.a, {i}, t.number(i))},
                               {t.b.store(t.a, {back}, t.number(i))})};
    });
  };
  SECTION("which the data take: in order, without calling it a conflict") {
    const LoopFacts facts = t.judge(mirrored(
        [&](ExprId i) { return t.b.compare(CompareOp::Greater, t.b.load(t.other, {i}), t.b.float64(0)); }));
    CHECK(facts.verdict == Verdict::Sequential);
    CHECK_THAT(facts.reason, Contains("both write a["));
    CHECK_THAT(facts.reason, Contains("if both happen"));
  }
  SECTION("which the counter takes, to one half") {
    const LoopFacts facts =
        t.judge(mirrored([&](ExprId i) { return t.b.compare(CompareOp::Less, i, t.b.int64(10)); }));
    CHECK(facts.verdict == Verdict::Conflict);
  }
  SECTION("a row that is left out") {
    Programs m(2);
    m.call.scalar(3);
    const LoopFacts facts = m.judge(m.loop("i", m.b.int64(20), [&](ExprId i) {
      const ExprId r = m.b.read(m.n);
      return Block{
          m.b.if_then(m.b.compare(CompareOp::NotEqual, i, r), {m.loop("j", m.b.int64(20), [&](ExprId j) {
                        const ExprId product = m.b.mul(m.b.load(m.other, {i, r}), m.b.load(m.a, {r, j}));
                        return Block{m.b.store(m.a, {i, j}, m.b.sub(m.b.load(m.a, {i, j}), product))};
                      })})};
    }));
    CHECK(facts.verdict == Verdict::Proven);
  }
}

TEST_CASE("what the text of a loop says goes first") {
  Programs t;
  const VarId s = t.b.variable("s", ScalarType::Float64);
  SECTION("a carried scalar") {
    const LoopFacts facts = t.judge(t.loop("i", t.b.int64(20), [&](ExprId i) {
      return Block{t.b.assign(s, t.b.add(t.b.read(s), t.b.float64(1))), t.b.store(t.a, {i}, t.b.read(s))};
    }));
    CHECK(facts.verdict == Verdict::Conflict);
    CHECK(facts.reason == "'s' takes its value from the iteration before");
    CHECK(facts.advice == "compute s from the loop variable, or use range for a loop that must run in order");
  }
  SECTION("a loop that is left early") {
    const LoopFacts facts =
        t.judge(t.loop("i", t.b.int64(20), [&](ExprId) { return Block{t.b.statement(Break{})}; }));
    CHECK(facts.verdict == Verdict::Sequential);
    CHECK(facts.reason == "a break inside the loop");
  }
}

TEST_CASE("loops that are not marked are judged too") {
  Programs t;
  const auto plain = [&](auto body) { return t.loop("i", t.b.int64(20), body, 0, 1, LoopMark::Sequential); };
  CHECK(t.judge(plain([&](ExprId i) { return Block{t.b.store(t.a, {i}, t.number(i))}; })).verdict ==
        Verdict::Proven);
  CHECK(t.judge(plain([&](ExprId i) {
           return Block{t.b.store(t.a, {t.b.int64(0)}, t.number(i))};
         })).verdict == Verdict::Sequential);
}

TEST_CASE("large extents and zero strides") {
  Programs t;
  const int64_t n = int64_t{1} << 31;
  SECTION("2^31 elements") {
    t.call.arrays[0].extents[0] = n;
    CHECK(t.judge(t.loop("i", t.b.int64(n), [&](ExprId i) {
             return Block{t.b.store(t.a, {i}, t.number(i))};
           })).verdict == Verdict::Proven);
  }
  SECTION("2^62 elements in one place") {
    t.call.arrays[0].extents[0] = int64_t{1} << 62;
    t.call.arrays[0].stride_bytes[0] = 0;
    CHECK(t.judge(t.loop("i", t.b.int64(int64_t{1} << 62), [&](ExprId i) {
             return Block{t.b.store(t.a, {i}, t.number(i))};
           })).verdict == Verdict::Conflict);
  }
}
