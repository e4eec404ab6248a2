// Verdicts come from the plan, schedules from the code; nests that the calls of the plan do not reach have
// only what their text says.
#include <algorithm>

#include "driver/plan/reasons.h"
#include "driver/report/explain.h"

namespace unpython::driver {
namespace {

using analysis::LoopFacts;
using analysis::Verdict;

constexpr const char* kUnasked = "in parallel though not asked for, as its iterations share nothing";

LoopReport report_loop(const JudgedLoop& loop, const LoopFacts* no) {
  const bool refused = no != nullptr && loop.facts.verdict == Verdict::Inspected;
  const LoopFacts& facts = refused ? *no : loop.facts;
  return {.line = loop.where.line,
          .verdict = std::string(name_of(facts.verdict)),
          .code = std::string(reason_code(facts)),
          .reason = loop.unasked ? kUnasked : (refused ? "the last call ran in order, as " : "") + reason_with_line(facts),
          .advice = facts.advice,
          .witness = facts.witness};
}

void add_judgement(const JudgedNest& nest, const LoopFacts* no, NestReport& report) {
  report.speaker = {.line = report.line, .verdict = std::string(name_of(Verdict::Sequential))};
  report.proven = nest.proven;
  report.checked = nest.checked;
  if (report.order.empty() && !nest.obstacles.empty())
    report.order = "loops in the order written, not in that of memory: " + nest.obstacles.front();
  for (const JudgedLoop& loop : nest.loops)
    if (loop.marked || loop.unasked) report.loops.push_back(report_loop(loop, no));
  if (const JudgedLoop* loop = speaker(nest)) report.speaker = report_loop(*loop, no);
}

}  // namespace

NestReport report_text(const analysis::NestNotes& nest) {
  NestReport report;
  report.line = nest.range.line;
  report.last_line = std::max(nest.range.line, nest.range.end_line);
  report.speaker = {.line = nest.range.line, .verdict = nest.verdict, .reason = nest.reason};
  report.schedule = nest.schedule;
  report.order = nest.order;
  return report;
}

const JudgedLoop* speaker(const JudgedNest& nest) {
  for (const JudgedLoop& loop : nest.loops)
    if (loop.marked || loop.unasked) return &loop;
  for (const JudgedLoop& loop : nest.loops)
    if (loop.parallel) return &loop;
  return nullptr;
}

std::vector<NestReport> report_nests(const CallJudgement& judgement, const Specialization& specialization,
                                     const std::vector<analysis::NestNotes>& nests, const GpuFunction* gpu,
                                     const LoopFacts* no) {
  const Rehearsal rehearsal(specialization.simplified, judgement, gpu);
  std::vector<NestReport> reports;
  auto judged = judgement.nests.begin();
  const analysis::NestNotes* before = nullptr;
  bool before_runs = false;
  for (const analysis::NestNotes& nest : nests) {
    const bool is_judged = judged != judgement.nests.end() && judged->loops.front().where == nest.range;
    const auto number = static_cast<size_t>(judged - judgement.nests.begin());
    const bool runs = is_judged && !judgement.collected.nests[number].never_runs;
    if (before != nullptr && before->range == nest.range && runs != before_runs) {
      // A loop that passes have written twice, for two kinds of calls: the one that runs is told.
      if (runs) reports.pop_back();
      if (!runs && is_judged) ++judged;
      if (!runs) continue;
    }
    before = &nest;
    before_runs = runs;
    NestReport& report = reports.emplace_back(report_text(nest));
    if (!is_judged) continue;
    report.memory = rehearsal.nests()[number];
    add_judgement(*judged++, no, report);
  }
  return reports;
}

}  // namespace unpython::driver
