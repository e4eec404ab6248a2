// One call on its way through the driver: what it was given, what was chosen for it, how it ended. Plain data
// that the call owns and nothing else sees: what it points to does not change any more.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abi/frame.h"
#include "driver/choose/estimate.h"
#include "driver/compile/argument_codes.h"
#include "driver/compile/gpu_function.h"
#include "driver/compile/records.h"
#include "driver/execute/program.h"
#include "driver/plan/plan.h"
#include "driver/steps/dealt_array.h"
#include "driver/steps/resident_array.h"

namespace unpython::driver {

/// What a call was given.
struct Call {
  std::span<const int64_t> key;  ///< by write_key()
  CallArguments numbers;
  std::span<const runtime::Resident> residents;  ///< device memory that arrays lie in
  std::span<DealtArray* const> dealt{};  ///< arrays that several devices hold, whose homes arguments lie in, in ascending order
  bool is_short = false;                ///< too short to be worth an analysis of its own

  /// Devices hold an array of it, alone or together.
  [[nodiscard]] bool has_arrays_on_devices() const { return !residents.empty() || !dealt.empty(); }
};

/// What was found out on the way to a choice. Immutable.
struct Findings {
  std::vector<Fallback> fallbacks;             ///< ways that were not taken, in order
  std::optional<Estimate> estimate;            ///< that the device was chosen by, if that was asked
  std::optional<analysis::LoopFacts> refusal;  ///< why an inspected loop runs in order
};

/// What runs a call: code for the processor or for a device.
struct Choice {
  std::shared_ptr<const Plan> plan;
  std::shared_ptr<const Variant> variant;    ///< code for the processor; null: plan->variant
  std::shared_ptr<GpuFunction> gpu;          ///< the device runs it, by the judgement of the plan
  double host_share = 0;                     ///< of its iterations, which the processor runs meanwhile
  std::shared_ptr<const Findings> findings;  ///< null: there is nothing to tell
  bool compiled = false;                     ///< its code was made for this call

  /// Code for the processor, where that runs the call.
  [[nodiscard]] const Variant& cpu() const { return variant ? *variant : *plan->variant; }
  /// What runs; its error sites are those of an ErrorRecord.
  [[nodiscard]] const ir::Function& code() const { return gpu ? gpu->scheduled() : cpu().scheduled; }
};

/// A call that has ended.
struct Ended {
  int32_t status = 0;  ///< of abi::Status
  Choice choice;
  std::shared_ptr<const GpuRecord> record;  ///< where a device ran it
  std::shared_ptr<const Program> program;   ///< the steps that it took there
  double milliseconds = -1;
};

/// What a user is to be warned of, once for each cause.
struct Notice {
  std::string cause;
  std::string text;
};
/// Takes the notices of a call, before it runs. What it throws ends the call.
using Tell = std::function<void(const Notice&)>;

}  // namespace unpython::driver
