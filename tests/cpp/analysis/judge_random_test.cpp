// Random programs: verdicts against the elements that the iterations of a run touch.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "analysis/call/judge.h"
#include "ir/write/print.h"
#include "random_programs.h"
#include "trace.h"

using namespace unpython;
using namespace unpython::ir;
using analysis::LoopFacts;
using analysis::Verdict;
using test::Random;
using test::TracedEvent;

namespace {

/// Array and subscripts.
using Element = std::pair<int32_t, std::vector<int64_t>>;

/// What the iterations of one execution of a loop touch.
struct Run {
  std::map<Element, std::set<int64_t>> read;
  std::map<Element, std::set<int64_t>> written;

  [[nodiscard]] bool meets(int64_t first, int64_t second, const Element& element) const {
    const auto writes = written.find(element);
    if (writes == written.end() || first == second || !writes->second.contains(first)) return false;
    const auto reads = read.find(element);
    return writes->second.contains(second) || (reads != read.end() && reads->second.contains(second));
  }
  /// Elements that two iterations touch, one of them writing.
  [[nodiscard]] std::set<Element> shared() const {
    std::set<Element> result;
    for (const auto& [element, writers] : written) {
      std::set<int64_t> all = writers;
      if (const auto reads = read.find(element); reads != read.end())
        all.insert(reads->second.begin(), reads->second.end());
      if (all.size() > 1) result.insert(element);
    }
    return result;
  }
};

ArrayId array_of(const Function& f, const TracedEvent& event) {
  if (event.kind == TracedEvent::Kind::Write) return std::get<Store>(f[event.stmt].node).array;
  return std::get<Load>(f[event.expr].node).array;
}

/// Executions of a loop, by the counters around it.
std::map<std::vector<int64_t>, Run> runs_of(const Function& f, StmtId loop,
                                            const std::vector<TracedEvent>& events) {
  std::map<std::vector<int64_t>, Run> runs;
  for (const TracedEvent& event : events) {
    if (event.kind == TracedEvent::Kind::Check) continue;
    std::vector<int64_t> around;
    for (const auto& [stmt, counter] : event.counters) {
      if (stmt == loop) {
        Run& run = runs[around];
        auto& touched = event.kind == TracedEvent::Kind::Write ? run.written : run.read;
        touched[{array_of(f, event).value, event.subscripts}].insert(counter);
        break;
      }
      around.push_back(counter);
    }
  }
  return runs;
}

bool are_distinct(const analysis::Inspection& question, const test::TracedArray& index) {
  std::set<int64_t> seen;
  for (int64_t k = 0; k < question.count; ++k) {
    int64_t value =
        index.elements.at(static_cast<size_t>((question.first_byte + k * question.step_bytes) / 8));
    if (value < 0) value += question.extent;
    if (value < 0 || value >= question.extent || !seen.insert(value).second) return false;
  }
  return true;
}

struct Tally {
  int64_t proven = 0;
  int64_t conflicts = 0;
  int64_t inspected = 0;
};

void check_loop(const Function& f, const LoopFacts& facts, const analysis::LoopForm& form,
                const std::map<std::vector<int64_t>, Run>& runs, const test::RandomCall& call, Tally& tally) {
  const bool inspected = facts.verdict == Verdict::Inspected;
  const bool apart =
      facts.verdict == Verdict::Proven || facts.verdict == Verdict::Reduction ||
      (inspected &&
       are_distinct(*facts.inspection, call.arrays[static_cast<size_t>(facts.inspection->index.value)]));
  if (apart) {
    for (const auto& [around, run] : runs) {
      for (const auto& [array, element] : run.shared())
        REQUIRE(std::ranges::find(form.updated, ArrayId{array}) != form.updated.end());
    }
    (inspected ? tally.inspected : tally.proven) += 1;
  }
  if (facts.verdict != Verdict::Conflict || !facts.between_accesses) return;
  REQUIRE(facts.witness);
  const bool met = std::ranges::any_of(runs, [&](const auto& entry) {
    return std::ranges::any_of(entry.second.written, [&](const auto& touched) {
      return f[ArrayId{touched.first.first}].name == facts.witness->name &&
             entry.second.meets(facts.witness->first, facts.witness->second, touched.first);
    });
  });
  REQUIRE(met);
  ++tally.conflicts;
}

}  // namespace

TEST_CASE("random programs: verdicts of loops are what their iterations do") {
  Tally tally;
  const auto check = [&](Random& random) {
    const test::RandomProgram program(random);
    const Function& f = program.function();
    const test::RandomCall call(random);
    INFO(print(f) << "n = " << call.n);
    const analysis::CallValues values{call.views, call.scalars, true};
    const analysis::LoopForms forms(f, f);
    const analysis::Nests nests = analysis::collect(f, values);
    const auto judged = analysis::judge(forms, nests, values);
    test::Tracer tracer(f, call.arrays, {call.n});
    tracer.run();
    if (tracer.raised) return;
    for (size_t n = 0; n < nests.nests.size(); ++n) {
      for (size_t l = 0; l < nests.nests[n].loops.size(); ++l) {
        const StmtId loop = nests.nests[n].loops[l].stmt;
        INFO("loop " << loop.value << ": " << judged[n][l].reason);
        check_loop(f, judged[n][l], forms.of(loop), runs_of(f, loop, tracer.events), call, tally);
      }
    }
  };
  test::for_random_instances(check, 10000);
  if (test::environment_number("UNPYTHON_TEST_INSTANCES", 0) != 0) return;
  CHECK(tally.proven > 1000);
  CHECK(tally.conflicts > 40);
  CHECK(tally.inspected > 0);
}
