// The ordered list of passes from loop IR as written to scheduled IR for the CPU.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "abi/target_info.h"
#include "analysis/call_facts.h"
#include "ir/function.h"
#include "transform/fusion_report.h"
#include "unpython/options.h"

namespace unpython::transform {

/// What became of one loop nest: for explain().
struct NestReport {
  SourceRange range;    ///< the outermost loop
  std::string verdict;  ///< proven, reduction, conflict, trusted, sequential
  std::string reason;
  std::string schedule;  ///< one line for people: "parallel over i, vectors over j, tiles 8 x 24 x 256"
  std::string order{};   ///< of loops that changed places, for people; empty: none did
};

/// Position of the report of the nest that a place of the text lies in; nests.size(): in none.
[[nodiscard]] size_t report_at(const std::vector<NestReport>& nests, const SourceRange& range);

struct Pipeline {
  ir::Function function;
  std::vector<NestReport> nests;
};

/// Called after each pass with its name and result (for dumps and for the verifier).
using PassObserver = std::function<void(std::string_view pass, const ir::Function&)>;

/// The form of a function as written that the analysis of its calls looks at, made once: temporaries folded,
/// expressions simplified, loops of array expressions fused. Facts about calls name its statements and
/// expressions by their ids. `report`, unless null, gets what was fused and what was not.
[[nodiscard]] ir::Function simplify_source(const ir::Function& source, const PassObserver& observer,
                                           FusionReport* report = nullptr);

/// `function`: from simplify_source(); `facts`: of a call, or as constructed. The reports lack their
/// `schedule` (see describe_schedule).
[[nodiscard]] Pipeline schedule_for_cpu(const ir::Function& function, const analysis::CallFacts& facts,
                                        const Options& options, const abi::TargetInfo& target,
                                        const PassObserver& observer);

}  // namespace unpython::transform
