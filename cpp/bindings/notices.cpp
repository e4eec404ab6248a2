// Warnings through Python's own machinery, so that its filters apply.
#include "bindings/notices.h"

#include <algorithm>

#include "bindings/module_state.h"
#include "driver/explain.h"
#include "driver/reasons.h"

namespace unpython::bindings {
namespace py = pybind11;

using analysis::LoopFacts;
using analysis::Verdict;

void warn_once(FunctionState& function, const std::string& cause, const std::string& text) {
  if (std::find(function.warned.begin(), function.warned.end(), cause) != function.warned.end()) return;
  function.warned.push_back(cause);
  if (PyErr_WarnEx(module_state().warning, text.c_str(), 1) < 0) throw py::error_already_set();
}

namespace {

std::string place(const FunctionState& function, const SourceRange& where) {
  return function.name + "(), line " + std::to_string(where.line) + ": ";
}

/// `where`: the loop.
void warn_ordered(FunctionState& function, const SourceRange& where, const LoopFacts& facts) {
  const bool certain = facts.verdict == Verdict::Conflict;
  warn_once(function, "RACE line " + std::to_string(where.line),
            place(function, where) + "iterations of the parallel loop " +
                (certain ? "conflict" : "may conflict") + ", so it runs in order: " +
                driver::reason_text(facts) + (facts.advice.empty() ? "" : "; " + facts.advice));
}

}  // namespace

void settle_race(FunctionState& function, const Entry& entry, const analysis::LoopFacts& facts) {
  const Options& options = entry.planner.specialization().options;
  if (facts.verdict == Verdict::Conflict && (options.races == RaceMode::Error || options.strict))
    driver::raise_race(entry.planner.specialization(), facts);
  if (facts.between_accesses) warn_ordered(function, facts.where, facts);
}

void warn_about(FunctionState& function, const driver::Plan& plan) {
  for (const driver::JudgedNest& nest : plan.judgement.nests) {
    for (const driver::JudgedLoop& loop : nest.loops) {
      if (!loop.marked) continue;
      const LoopFacts& facts = loop.facts;
      const bool meets = facts.verdict == Verdict::Conflict ||
                         (facts.verdict == Verdict::Sequential && facts.between_accesses);
      if (meets && !loop.parallel) warn_ordered(function, loop.where, facts);
    }
  }
}

}  // namespace unpython::bindings
