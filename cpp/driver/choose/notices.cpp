#include "driver/choose/notices.h"

#include "driver/plan/gpu_planner.h"
#include "driver/plan/reasons.h"

namespace unpython::driver {

using analysis::LoopFacts;
using analysis::Verdict;

namespace {

/// A loop that something in it may end.
Notice about_early_exit(const std::string& function, const SourceRange& where, const LoopFacts& facts) {
  const std::string line = std::to_string(where.line);
  return {"EXIT line " + line, function + "(), line " + line + ": the parallel loop runs in order, because of " +
                                   reason_with_line(facts) + "; use range for a loop that must run in order"};
}

}  // namespace

std::string text_of(const std::vector<Fallback>& fallbacks) {
  std::string text;
  for (const Fallback& fallback : fallbacks) {
    const bool named = fallback.device.find(':') != std::string::npos;
    if (fallback.code == "NO_DEVICE" && !named) continue;
    text += (text.empty() ? "" : "; ") + text_of(fallback);
  }
  return text.empty() ? std::string(advice_for("NO_DEVICE")) : text;
}

Notice about_fallbacks(const std::string& function, const std::vector<Fallback>& fallbacks) {
  Notice notice;
  for (const Fallback& fallback : fallbacks)
    notice.cause += fallback.device + " " + fallback.code + " " + std::to_string(fallback.line) + " ";
  notice.text = function + "() runs on the CPU: " + text_of(fallbacks);
  return notice;
}

Notice about_order(const std::string& function, const SourceRange& where, const LoopFacts& facts) {
  const std::string line = std::to_string(where.line);
  const bool certain = facts.verdict == Verdict::Conflict;
  return {"RACE line " + line, function + "(), line " + line + ": iterations of the parallel loop " +
                                   (certain ? "conflict" : "may conflict") + ", so it runs in order: " +
                                   reason_with_line(facts) + (facts.advice.empty() ? "" : "; " + facts.advice)};
}

void tell_of_loops(const std::string& function, const Plan& plan, const Tell& tell) {
  for (const JudgedNest& nest : plan.judgement.nests) {
    for (const JudgedLoop& loop : nest.loops) {
      const LoopFacts& facts = loop.facts;
      const bool meets = facts.verdict == Verdict::Conflict ||
                         (facts.verdict == Verdict::Sequential && facts.between_accesses);
      if (!loop.marked || loop.parallel) continue;
      if (meets) tell(about_order(function, loop.where, facts));
      if (reason_code(facts) == "EARLY_EXIT") tell(about_early_exit(function, loop.where, facts));
    }
  }
}

}  // namespace unpython::driver
