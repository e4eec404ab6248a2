#include "analysis/loop_facts.h"

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

}  // namespace unpython::analysis
