#include "analysis/text/loop_facts.h"

namespace unpython::analysis {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Proven:
      return "proven";
    case Verdict::Reduction:
      return "reduction";
    case Verdict::Conflict:
      return "conflict";
    case Verdict::Inspected:
      return "inspected";
    case Verdict::Trusted:
      return "trusted";
    case Verdict::Sequential:
      return "sequential";
  }
  return "";
}

std::string reason_with_line(const LoopFacts& facts) {
  if (facts.reason.empty() || facts.names_lines || facts.where.line <= 0) return facts.reason;
  return facts.reason + " (line " + std::to_string(facts.where.line) + ")";
}

LoopFacts chosen_facts(const std::string& name, const SourceRange& where, const SourceRange& other) {
  return {.verdict = Verdict::Sequential,
          .reason = "elements of " + name + " known only as the loop runs are read and written",
          .where = where,
          .other = other,
          .between_accesses = true,
          .advice = std::string(kUseRange) + ", or races='trust' if they never meet"};
}

LoopFacts undecided_facts(const std::string& name, const SourceRange& where, const SourceRange& other) {
  return {.verdict = Verdict::Sequential,
          .reason = "nothing tells whether iterations store to one element of " + name,
          .where = where,
          .other = other,
          .between_accesses = true,
          .advice = std::string(kUseRange) + ", or races='trust' if they never do"};
}

}  // namespace unpython::analysis
