#include "driver/report/report_choice.h"

#include "driver/report/temporaries.h"

namespace unpython::driver {

std::string devices_of(const Choice& choice, const GpuRecord* record) {
  const bool on_both = record != nullptr ? record->both.host_share > 0 : choice.host_share > 0;
  const bool on_one = record != nullptr && record->devices.empty();
  return (on_both ? "cpu," : "") + (on_one ? choice.gpu->device().properties().name : choice.gpu->devices());
}

Report report_choice(const Specialization& specialization, const Choice& choice, const GpuRecord* record) {
  Report report;
  const analysis::LoopFacts* no = nullptr;
  if (choice.findings) {
    report.fallbacks = choice.findings->fallbacks;
    report.estimate = choice.findings->estimate;
    if (choice.findings->refusal) no = &*choice.findings->refusal;
  }
  const CallJudgement& judgement = choice.plan->judgement;
  if (choice.gpu) {
    report.device = devices_of(choice, record);
    report.nests = report_nests(judgement, specialization, choice.gpu->nests(), choice.gpu.get(), no);
    report.cache = choice.gpu->cache();
    report.times = specialization.times;
  } else {
    report.device = "cpu";
    report.nests = report_nests(judgement, specialization, choice.plan->variant->nests, nullptr, no);
    report.cache = choice.plan->variant->cache;
    report.times = stage_times(*choice.plan);
  }
  if (record != nullptr) report.gpu = *record;
  if (record != nullptr && choice.gpu) tell_what_moved(report);
  report.fusion = specialization.fusion;
  report.temporaries = count_temporaries(specialization.simplified, judgement.collected);
  return report;
}

}  // namespace unpython::driver
