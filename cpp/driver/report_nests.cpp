// Verdicts come from the plan, schedules from the code; nests that the calls of the plan do not reach have
// only what their text says.
#include <algorithm>
#include <utility>

#include "driver/explain.h"
#include "driver/reasons.h"

namespace unpython::driver {
namespace {

using analysis::LoopFacts;
using analysis::Verdict;

void add_judgement(const JudgedNest& nest, NestReport& report) {
  report.verdict = name_of(Verdict::Sequential);
  report.reason.clear();
  report.proven = nest.proven;
  report.checked = nest.checked;
  const JudgedLoop* loop = speaker(nest);
  if (loop == nullptr) return;
  const LoopFacts& facts = loop->facts;
  report.verdict = name_of(facts.verdict);
  report.code = reason_code(facts);
  report.reason = facts.reason;
  if (!facts.reason.empty() && facts.where.line > 0)
    report.reason += " (line " + std::to_string(facts.where.line) + ")";
  report.advice = facts.advice;
  report.witness = facts.witness;
}

}  // namespace

NestReport report_text(const transform::NestReport& nest) {
  NestReport report;
  report.line = nest.range.line;
  report.last_line = std::max(nest.range.line, nest.range.end_line);
  report.verdict = nest.verdict;
  report.reason = nest.reason;
  report.schedule = nest.schedule;
  return report;
}

const JudgedLoop* speaker(const JudgedNest& nest) {
  for (const JudgedLoop& loop : nest.loops)
    if (loop.marked) return &loop;
  for (const JudgedLoop& loop : nest.loops)
    if (loop.parallel) return &loop;
  return nullptr;
}

std::string_view reason_code(const LoopFacts& facts) {
  switch (facts.verdict) {
    case Verdict::Proven:
    case Verdict::Reduction:
      return {};
    case Verdict::Conflict:
      return facts.between_accesses ? "CONFLICT" : "CARRIED_VALUE";
    case Verdict::Inspected:
      return "DISTINCT_INDICES";
    case Verdict::Trusted:
      return facts.witness ? "CONFLICT" : "NOT_DECIDED";
    case Verdict::Sequential:
      break;
  }
  if (facts.reason.empty()) return {};
  if (facts.inspection) return "NOT_INSPECTED";
  return facts.between_accesses ? "MAY_CONFLICT" : "EARLY_EXIT";
}

std::vector<NestReport> report_nests(const Plan& plan) {
  return report_nests(plan.judgement, *plan.variant->specialization, plan.variant->nests);
}

std::vector<NestReport> report_nests(const CallJudgement& judgement, const Specialization& specialization,
                                     const std::vector<transform::NestReport>& nests) {
  std::vector<NestReport> reports;
  auto judged = judgement.nests.begin();
  for (const transform::NestReport& nest : nests) {
    NestReport& report = reports.emplace_back(report_text(nest));
    if (judged == judgement.nests.end() || judged->loops.front().where != nest.range) continue;
    const auto number = static_cast<size_t>(judged - judgement.nests.begin());
    report.memory = report_groups(specialization.simplified, judgement.collected, number, judgement.facts);
    add_judgement(*judged++, report);
  }
  return reports;
}

}  // namespace unpython::driver
