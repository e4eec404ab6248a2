// Random programs of Int64 values: what collect says of a call against what the call does.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "analysis/integer_system.h"
#include "analysis/nest.h"
#include "analysis/prove_checks.h"
#include "ir/print.h"
#include "ir_programs.h"
#include "property.h"
#include "trace.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::IntegerSystem;
using analysis::LinearForm;
using analysis::MemoryAccess;
using analysis::Nest;
using test::Random;
using test::TracedEvent;

namespace {

/// Functions of two matrices and a vector of indices, with every kind of loop, branch and subscript.
class RandomProgram {
 public:
  explicit RandomProgram(Random& random) : r_(random), p_("random") {
    a_ = p_.array("a", ScalarType::Int64, 2);
    c_ = p_.array("c", ScalarType::Int64, 2);
    index_ = p_.array("index", ScalarType::Int64, 1);
    n_ = p_.scalar("n", ScalarType::Int64);
    carried_ = p_.b.variable("carried", ScalarType::Int64);
    p_.f.body.push_back(p_.b.assign(carried_, p_.b.int64(1)));
    const auto nests = r_.draw(1, 2);
    for (int64_t i = 0; i < nests; ++i) p_.f.body.push_back(loop(static_cast<int>(r_.draw(1, 3))));
  }
  [[nodiscard]] const Function& function() const { return p_.f; }

 private:
  ExprId user() {
    return p_.b.read(users_[static_cast<size_t>(r_.draw(0, static_cast<int64_t>(users_.size()) - 1))]);
  }

  ExprId affine() {
    Builder& b = p_.b;
    ExprId sum = b.int64(r_.draw(-2, 3));
    for (int64_t terms = r_.draw(0, 2); terms > 0 && !users_.empty(); --terms)
      sum = b.add(sum, b.mul(user(), b.int64(r_.draw(-1, 2))));
    if (r_.chance(10)) sum = b.add(sum, b.read(n_));
    return sum;
  }

  ExprId integer() {
    Builder& b = p_.b;
    if (users_.empty() || r_.chance(60)) return affine();
    switch (r_.draw(0, 8)) {
      case 0:
        return b.floor_div(affine(), b.int64(r_.draw(2, 3)));
      case 1:
        return b.binary(BinaryOp::Modulo, affine(), b.int64(r_.draw(2, 4)));
      case 2:
        return b.min(affine(), affine());
      case 3:
        return b.max(affine(), affine());
      case 4:
        return b.read(carried_);
      case 5:
        return b.mul(user(), user());
      case 6:
        return b.select(condition(), affine(), affine());
      case 7:
        return b.call(Intrinsic::Abs, {affine()});
      default:
        return b.floor_div(affine(), b.int64(-2));
    }
  }

  ExprId comparison() {
    const auto op = static_cast<CompareOp>(r_.draw(0, 5));
    return p_.b.compare(op, r_.chance(80) ? affine() : integer(), affine());
  }
  ExprId condition() {
    Builder& b = p_.b;
    ExprId result = comparison();
    if (r_.chance(25)) result = b.logical_and(result, comparison());
    if (r_.chance(15)) result = b.logical_or(result, comparison());
    if (r_.chance(10)) result = b.logical_not(result);
    return result;
  }

  ExprId checked(ArrayId array, int dimension, Block& out) {
    ExprId index = r_.chance(75) ? affine() : integer();
    if (r_.chance(12)) {  // data
      const VarId t = p_.b.variable("t", ScalarType::Int64);
      const ExprId at = p_.b.binary(BinaryOp::Modulo, affine(), p_.b.extent(index_, 0));
      out.push_back(p_.b.assign(t, p_.b.load(index_, {at})));
      index = p_.b.read(t);
    }
    const ErrorId error = p_.b.error(ErrorKind::IndexError, "index", {});
    out.push_back(p_.b.statement(CheckIndex{array, dimension, index, error}));
    return p_.b.wrap_index(array, dimension, index);
  }

  void store(Block& out) {
    Builder& b = p_.b;
    const std::vector<ExprId> from{checked(c_, 0, out), checked(c_, 1, out)};
    const std::vector<ExprId> to{checked(a_, 0, out), checked(a_, 1, out)};
    out.push_back(b.store(a_, to, b.add(b.load(c_, from), b.load(a_, to))));
  }

  StmtId loop(int depth) {
    Builder& b = p_.b;
    const VarId k = p_.counter("k");
    const VarId i = b.variable("i", ScalarType::Int64);
    ExprId extent = r_.chance(40) ? b.extent(r_.chance(50) ? a_ : c_, static_cast<int>(r_.draw(0, 1)))
                                  : b.add(affine(), b.int64(2));
    if (r_.chance(20)) extent = b.min(extent, affine());
    if (r_.chance(10)) extent = b.floor_div(b.add(extent, b.int64(1)), b.int64(2));
    if (r_.chance(10)) extent = b.sub(b.int64(0), b.floor_div(extent, b.int64(-2)));
    if (r_.chance(5)) extent = b.max(extent, affine());
    if (r_.chance(5)) extent = b.load(index_, {b.int64(0)});
    extent = b.min(extent, b.int64(6));  // keeps runs short
    const ExprId start = r_.chance(60) ? b.int64(0) : affine();
    Block body{b.assign(i, b.add(start, b.mul(b.read(k), b.int64(r_.pick({1, 1, 1, 2, -1})))))};
    users_.push_back(i);
    statements(body, depth);
    users_.pop_back();
    return b.loop(k, extent, LoopMark::Sequential, std::move(body));
  }

  void statements(Block& body, int depth) {
    Builder& b = p_.b;
    for (int64_t s = r_.draw(1, 3); s > 0; --s) {
      switch (r_.draw(0, 9)) {
        case 0:
        case 1:
        case 2:
          if (depth > 1) {
            body.push_back(loop(depth - 1));
            break;
          }
          [[fallthrough]];
        case 3:
        case 4:
          store(body);
          break;
        case 5:
        case 6: {
          Block yes;
          Block no;
          statements_in_branch(yes, depth);
          if (r_.chance(40)) statements_in_branch(no, depth);
          body.push_back(b.if_then(condition(), std::move(yes), std::move(no)));
          break;
        }
        case 7:
          body.push_back(b.assign(carried_, r_.chance(50) ? b.add(b.read(carried_), b.int64(1)) : affine()));
          break;
        case 8: {
          Block out;
          if (r_.chance(50)) store(out);
          if (r_.chance(60)) {
            out.push_back(b.statement(Continue{}));
          } else if (r_.chance(50)) {
            out.push_back(b.statement(Break{}));
          } else {
            out.push_back(b.raise(b.error(ErrorKind::ValueError, "", {}), {}));
          }
          body.push_back(b.if_then(condition(), std::move(out)));
          break;
        }
        default: {
          const VarId w = b.variable("w", ScalarType::Int64);
          body.push_back(b.assign(w, b.int64(r_.draw(0, 3))));
          Block inside{b.assign(w, b.sub(b.read(w), b.int64(1)))};
          store(inside);
          body.push_back(b.statement(
              While{{}, b.compare(CompareOp::Greater, b.read(w), b.int64(0)), std::move(inside)}));
        }
      }
    }
  }

  void statements_in_branch(Block& out, int depth) {
    if (depth > 1 && r_.chance(30)) {
      statements(out, depth - 1);
    } else {
      store(out);
    }
  }

  Random& r_;
  test::Program p_;
  ArrayId a_;
  ArrayId c_;
  ArrayId index_;
  VarId n_;
  VarId carried_;
  std::vector<VarId> users_;
};

struct Instance {
  std::vector<test::TracedArray> arrays;
  std::vector<ArrayView> views;
  std::vector<std::optional<Constant>> scalars;
  int64_t n = 0;

  explicit Instance(Random& random) {
    for (int array = 0; array < 3; ++array) {
      std::vector<int64_t> extents{random.draw(1, 7)};
      if (array < 2) extents.push_back(random.draw(1, 7));
      test::TracedArray memory{extents, {}};
      ArrayView view{.rank = static_cast<int>(extents.size())};
      int64_t count = 1;
      for (size_t d = extents.size(); d-- > 0;) {
        view.extents[d] = extents[d];
        view.stride_bytes[d] = 8 * count;
        count *= extents[d];
      }
      for (int64_t i = 0; i < count; ++i) memory.elements.push_back(random.draw(-3, 6));
      arrays.push_back(std::move(memory));
      views.push_back(view);
    }
    n = random.draw(-2, 5);
    if (random.chance(80)) {
      scalars.emplace_back(make_constant(ScalarType::Int64, n));
    } else {
      scalars.emplace_back(std::nullopt);
    }
  }
};

/// The unknowns of a nest that an event settles, the others to be chosen.
class Point {
 public:
  Point(const Nest& nest, int loop, const TracedEvent& event) : nest_(nest) {
    for (const analysis::Unknown& unknown : nest.unknowns) {
      const bool counter = unknown.kind == analysis::Unknown::Kind::Counter;
      // Programs are small: what they compute stays far below this.
      system_.add_variable(counter ? analysis::IntegerRange{0, 1000}
                                   : analysis::IntegerRange{std::max<int64_t>(unknown.range.low, -100000),
                                                            std::min<int64_t>(unknown.range.high, 100000)});
    }
    size_t at = event.counters.size();
    for (int l = loop; l >= 0; l = nest.loops[static_cast<size_t>(l)].parent) {
      const analysis::NestLoop& around = nest.loops[static_cast<size_t>(l)];
      REQUIRE(event.counters[--at].first == around.stmt);
      const int64_t counter = event.counters[at].second;
      require(LinearForm::of(around.counter), counter, counter);
      require(*around.extent.plus(-1 - counter), 0, INT64_MAX);
      CHECK(nest.unknowns[static_cast<size_t>(around.counter)].range.contains(counter));
    }
    REQUIRE(at == 0);
  }
  void require(const LinearForm& form, int64_t low, int64_t high) {
    std::vector<IntegerSystem::Term> terms;
    for (const LinearForm::Term& term : form.terms()) terms.push_back({term.unknown, term.coefficient});
    system_.add_row(terms, low - (low == INT64_MIN ? 0 : form.constant()),
                    high - (high == INT64_MAX ? 0 : form.constant()));
  }
  void require_guards(int guard) {
    for (const analysis::Relation& relation : nest_.guards_at(guard)) {
      if (!relation.nonzero) {
        require(relation.form, 0, INT64_MAX);
        continue;
      }
      std::vector<IntegerSystem::Term> terms;
      for (const LinearForm::Term& term : relation.form.terms())
        terms.push_back({term.unknown, term.coefficient});
      system_.add_disequation(terms, -relation.form.constant());
    }
  }
  bool exists() { return system_.solve(100000) == IntegerSystem::Answer::Found; }

 private:
  const Nest& nest_;
  IntegerSystem system_;
};

bool has_symbols(const Nest& nest, const LinearForm& form) {
  for (const LinearForm::Term& term : form.terms()) {
    if (nest.unknowns[static_cast<size_t>(term.unknown)].kind == analysis::Unknown::Kind::Symbol) return true;
  }
  return false;
}

/// All iterations of the loops around an access whose guards hold, if counters alone decide it.
std::optional<std::set<std::vector<int64_t>>> domain(const Nest& nest, const MemoryAccess& access) {
  std::vector<int> chain;
  for (int l = access.loop; l >= 0; l = nest.loops[static_cast<size_t>(l)].parent)
    chain.insert(chain.begin(), l);
  for (int l : chain) {
    if (has_symbols(nest, nest.loops[static_cast<size_t>(l)].extent)) return std::nullopt;
  }
  const auto guards = nest.guards_at(access.guard);
  for (const analysis::Relation& guard : guards) {
    if (has_symbols(nest, guard.form)) return std::nullopt;
  }
  std::set<std::vector<int64_t>> result;
  std::vector<int64_t> point(nest.unknowns.size());
  std::vector<int64_t> counters;
  const auto walk = [&](auto&& self, size_t depth) -> void {
    if (depth == chain.size()) {
      for (const analysis::Relation& guard : guards) {
        const int64_t value = *guard.form.at(point);
        if (guard.nonzero ? value == 0 : value < 0) return;
      }
      result.insert(counters);
      return;
    }
    const analysis::NestLoop& loop = nest.loops[static_cast<size_t>(chain[depth])];
    const int64_t trips = *loop.extent.at(point);
    for (int64_t k = 0; k < trips; ++k) {
      point[static_cast<size_t>(loop.counter)] = k;
      counters.push_back(k);
      self(self, depth + 1);
      counters.pop_back();
    }
  };
  walk(walk, 0);
  return result;
}

}  // namespace

TEST_CASE("random programs: every access and check of a run is what the nests of the call say") {
  int64_t exact_domains = 0;
  int64_t proven = 0;
  int64_t missed = 0;
  test::for_random_instances(
      [&](Random& random) {
        const RandomProgram program(random);
        const Function& f = program.function();
        const Instance call(random);
        INFO(print(f) << "n = " << call.n);
        const analysis::Nests nests = analysis::collect(f, {call.views, call.scalars, true});
        analysis::CallFacts facts;
        analysis::prove_checks(nests, facts);
        test::Tracer tracer(f, call.arrays, {call.n});
        tracer.run();

        std::map<int32_t, const Nest*> by_root;
        for (const Nest& nest : nests.nests) by_root[nest.root.value] = &nest;
        std::map<std::pair<int32_t, int32_t>, std::set<std::vector<int64_t>>> iterations;
        std::set<int32_t> fired;
        std::set<int32_t> checked;
        for (const TracedEvent& event : tracer.events) {
          const auto found = by_root.find(event.counters[0].first.value);
          REQUIRE(found != by_root.end());
          const Nest& nest = *found->second;
          CHECK_FALSE(nest.never_runs);
          INFO("statement " << event.stmt.value << ", expression " << event.expr.value);
          if (event.kind == TracedEvent::Kind::Check) {
            checked.insert(event.stmt.value);
            if (event.fails) {
              fired.insert(event.stmt.value);
              CHECK_FALSE(facts.is_silent(event.stmt));
            }
            bool matches = false;
            for (const analysis::SubscriptCheck& check : nest.checks) {
              if (check.stmt != event.stmt) continue;
              Point point(nest, check.loop, event);
              point.require_guards(check.guard);
              point.require(check.index, event.subscripts[0], event.subscripts[0]);
              matches = matches || point.exists();
            }
            REQUIRE(matches);
            continue;
          }
          bool matches = false;
          for (const MemoryAccess& access : nest.accesses) {
            if (access.stmt != event.stmt || access.expr != event.expr ||
                access.write != (event.kind == TracedEvent::Kind::Write))
              continue;
            Point point(nest, access.loop, event);
            point.require_guards(access.guard);
            const auto subscripts = nest.subscripts_of(access);
            REQUIRE(subscripts.size() == event.subscripts.size());
            for (size_t d = 0; d < subscripts.size(); ++d)
              point.require(subscripts[d], event.subscripts[d], event.subscripts[d]);
            matches = matches || point.exists();
          }
          REQUIRE(matches);
          std::vector<int64_t> counters;
          for (const auto& [stmt, k] : event.counters) counters.push_back(k);
          if (event.kind == TracedEvent::Kind::Write) iterations[{event.stmt.value, 0}].insert(counters);
        }
        for (int32_t check : checked) {
          if (fired.contains(check)) continue;
          (facts.is_silent(StmtId{check}) ? proven : missed) += 1;
        }
        if (tracer.raised) return;
        // Unconditional writes happen at every point of their domain.
        for (const Nest& nest : nests.nests) {
          for (const MemoryAccess& access : nest.accesses) {
            if (!access.write || access.conditional) continue;
            const auto expected = domain(nest, access);
            if (!expected) continue;
            const auto found = iterations.find({access.stmt.value, 0});
            INFO("statement " << access.stmt.value);
            CHECK((found == iterations.end() ? std::set<std::vector<int64_t>>{} : found->second) ==
                  *expected);
            exact_domains += expected->empty() ? 0 : 1;
          }
        }
      },
      10000);
  if (test::environment_number("UNPYTHON_TEST_INSTANCES", 0) == 0) {
    CHECK(exact_domains > 100);
    CHECK(proven > 2 * missed);
  }
  INFO("proven " << proven << ", missed " << missed << ", domains " << exact_domains);
}
