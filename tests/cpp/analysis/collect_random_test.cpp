// Random programs of Int64 values: what collect says of a call against what the call does.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "analysis/call/nest.h"
#include "analysis/call/prove_checks.h"
#include "integers/integer_system.h"
#include "ir/write/print.h"
#include "random_programs.h"
#include "trace.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::MemoryAccess;
using analysis::Nest;
using integers::IntegerSystem;
using integers::LinearForm;
using test::Random;
using test::TracedEvent;

namespace {

/// The unknowns of a nest that an event settles, the others to be chosen.
class Point {
 public:
  Point(const Nest& nest, int loop, const TracedEvent& event) : nest_(nest) {
    for (const analysis::Unknown& unknown : nest.unknowns) {
      const bool counter = unknown.kind == analysis::Unknown::Kind::Counter;
      // Programs are small: what they compute stays far below this.
      system_.add_variable(counter ? integers::IntegerRange{0, 1000}
                                   : integers::IntegerRange{std::max<int64_t>(unknown.range.low, -100000),
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
        const test::RandomProgram program(random);
        const Function& f = program.function();
        const test::RandomCall call(random);
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
