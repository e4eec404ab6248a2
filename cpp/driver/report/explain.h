// What ran where and why: the report behind f.explain().
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/text/loop_facts.h"
#include "driver/choose/estimate.h"
#include "driver/compile/records.h"
#include "driver/plan/plan.h"
#include "driver/report/group_report.h"
#include "driver/report/temporaries.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What is known of one loop.
struct LoopReport {
  int line = 0;
  std::string verdict{};  ///< proven, reduction, conflict, inspected, trusted, sequential
  std::string code{};     ///< of the reason, listed in reasons.h; empty without a reason
  std::string reason{};
  std::string advice{};  ///< what to write instead; may be empty
  std::optional<analysis::Witness> witness{};
};

/// What became of one loop nest.
struct NestReport {
  int line = 0;  ///< of the outermost loop
  int last_line = 0;
  LoopReport speaker;             ///< the loop that speaks for the nest
  std::vector<LoopReport> loops;  ///< those that are marked parallel, the outermost first
  std::string schedule;           ///< one line for people
  std::string order;              ///< which loops changed places, or why not; empty: they stand well
  int proven = 0;   ///< subscripts that no iteration looks at, as they are in bounds for certain
  int checked = 0;  ///< subscripts that are looked at in the loop
  NestGroups memory;
};

/// The nests of a function for the calls of one plan, in program order; `nests` are those of the code that
/// runs, on the device of `gpu` if that is not null. `no`: what a call found whose indices were inspected in vain; null: none did.
[[nodiscard]] UNPYTHON_API std::vector<NestReport> report_nests(
    const CallJudgement& judgement, const Specialization& specialization,
    const std::vector<analysis::NestNotes>& nests, const GpuFunction* gpu, const analysis::LoopFacts* no);

/// A nest of which only the text is known.
[[nodiscard]] UNPYTHON_API NestReport report_text(const analysis::NestNotes& nest);

/// The loop that speaks for its nest: the outermost one that is marked, or else the outermost that runs in
/// parallel; null: neither.
[[nodiscard]] const JudgedLoop* speaker(const JudgedNest& nest);

struct Report {
  std::string function;
  std::string file;  ///< that Python read the function from
  std::string device;  ///< "cpu", "python"; empty: nothing ran yet
  std::string refused;  ///< why the call after the one that is told of was refused; empty: there was none
  std::vector<Fallback> fallbacks;
  std::vector<NestReport> nests;
  std::string cache;  ///< where the code came from
  std::vector<StageTime> times;
  GpuRecord gpu;                     ///< of the last call, where it ran on a device
  std::optional<Estimate> estimate;  ///< that the device was chosen by
  transform::FusionReport fusion;
  Temporaries temporaries;
};

/// Puts what the last call moved in place of what one would move, where a device ran the nest.
UNPYTHON_API void tell_what_moved(Report& report);

/// At most 25 lines.
[[nodiscard]] UNPYTHON_API std::string print(const Report& report);

}  // namespace unpython::driver
