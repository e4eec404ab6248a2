// The ordered list of passes from loop IR as written to scheduled IR for the CPU.
#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "abi/target_info.h"
#include "analysis/call/call_facts.h"
#include "analysis/text/nest_notes.h"
#include "ir/function.h"
#include "transform/source/fusion_report.h"
#include "unpython/options.h"

namespace unpython::transform {

struct Pipeline {
  ir::Function function;
  std::vector<analysis::NestNotes> nests;
};

/// Called after each pass with its name and result (for dumps and for the verifier).
using PassObserver = std::function<void(std::string_view pass, const ir::Function&)>;

/// Whether products may be rounded before they are added to a sum that runs as one chain (transform::round_products), which
/// only the whole of a function shows.
enum class Products : uint8_t { AsWritten, RoundedInChains };

/// The form of a function as written that the analysis of its calls looks at, made once: temporaries folded,
/// expressions simplified, loops of array expressions fused. Facts about calls name its statements and
/// expressions by their ids. `report`, unless null, gets what was fused and what was not.
[[nodiscard]] ir::Function simplify_source(const ir::Function& source, const PassObserver& observer,
                                           FusionReport* report = nullptr,
                                           Products products = Products::AsWritten);

/// `function`: from simplify_source(); `facts`: of a call, or as constructed. The reports lack their
/// `schedule` (see describe_schedule).
[[nodiscard]] Pipeline schedule_for_cpu(const ir::Function& function, const analysis::CallFacts& facts,
                                        const Options& options, const abi::TargetInfo& target,
                                        const PassObserver& observer);

/// The same for a kernel as a function of the processor (transform::processor_twin): its loops are settled.
[[nodiscard]] ir::Function schedule_twin(const ir::Function& twin, const abi::TargetInfo& target,
                                         const PassObserver& observer);

}  // namespace unpython::transform
