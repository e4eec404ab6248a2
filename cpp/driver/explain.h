// What ran where and why: the report behind f.explain().
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/loop_facts.h"
#include "driver/estimate.h"
#include "driver/group_report.h"
#include "driver/plan.h"
#include "driver/temporaries.h"
#include "unpython/export.h"

namespace unpython::driver {

/// A way to run that was asked for and not taken.
struct Fallback {
  std::string device;
  std::string code;  ///< listed in reasons.h
  std::string reason;
  int line = 0;  ///< 0: the whole function
};

/// The launches of one kernel in one call.
struct KernelRecord {
  std::string name;
  int line = 0;
  std::array<int64_t, 3> grid{};   ///< work groups of the last launch, x first
  std::array<int64_t, 3> block{};  ///< threads of a group
  int64_t launches = 0;
  int64_t tiles = 1;          ///< of the execution that had the most
  std::vector<int64_t> tile;  ///< its iterations along each dimension of the grid, outermost first
  std::string tiled_for;      ///< "memory", "overlap", "asked"; empty: it was not cut
  int64_t bytes_in = 0;       ///< brought to the device for it
  int64_t bytes_out = 0;      ///< brought back of what it was the last to store, or to make room for it
  std::string host_code{};    ///< why the host ran it, listed in reasons.h; empty: it did not
  std::string host_reason{};
};

/// What a call moved between host and device, and what ran there.
struct GpuRecord {
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  std::vector<KernelRecord> kernels;

  /// The kernel that was cut into the most tiles; null where none was.
  [[nodiscard]] UNPYTHON_API const KernelRecord* tiled() const;
};

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
/// runs. `no`: what a call found whose indices were inspected in vain; null: none did.
[[nodiscard]] UNPYTHON_API std::vector<NestReport> report_nests(
    const CallJudgement& judgement, const Specialization& specialization,
    const std::vector<transform::NestReport>& nests, const analysis::LoopFacts* no);

/// A nest of which only the text is known.
[[nodiscard]] UNPYTHON_API NestReport report_text(const transform::NestReport& nest);

/// The loop that speaks for its nest: the outermost one that is marked, or else the outermost that runs in
/// parallel; null: neither.
[[nodiscard]] const JudgedLoop* speaker(const JudgedNest& nest);

/// Code of the reason of a verdict; empty where there is nothing to explain.
[[nodiscard]] UNPYTHON_API std::string_view reason_code(const analysis::LoopFacts& facts);

/// Code and reason of a verdict with its line, as warnings give them: "CONFLICT, ... (line 7)".
[[nodiscard]] UNPYTHON_API std::string reason_text(const analysis::LoopFacts& facts);

struct Report {
  std::string function;
  std::string device;  ///< "cpu", "python"; empty: nothing ran yet
  std::vector<Fallback> fallbacks;
  std::vector<NestReport> nests;
  std::string cache;  ///< where the code came from
  std::vector<StageTime> times;
  GpuRecord gpu;                     ///< of the last call, where it ran on a device
  std::optional<Estimate> estimate;  ///< that the device was chosen by
  transform::FusionReport fusion;
  Temporaries temporaries;
};

/// At most 25 lines.
[[nodiscard]] UNPYTHON_API std::string print(const Report& report);

}  // namespace unpython::driver
