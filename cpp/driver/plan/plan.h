// How the calls of one plan key run, and the planner that finds it out: analysis of a new key, one variant of
// the code for all plans of equal structure.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "driver/compile/compile.h"
#include "driver/plan/judge_call.h"
#include "driver/plan/plan_key.h"
#include "driver/plan/plan_table.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Immutable.
struct Plan {
  std::vector<int64_t> key;
  CallJudgement judgement;
  /// For the processor, where all questions are answered by yes; null as long as only devices run its calls.
  std::shared_ptr<const Variant> variant;
  double analysis_milliseconds = 0;

  [[nodiscard]] bool has_key(std::span<const int64_t> wanted) const {
    return std::equal(key.begin(), key.end(), wanted.begin(), wanted.end());
  }
  /// The processor can run its calls as they come.
  [[nodiscard]] bool is_ready() const { return variant && judgement.questions.empty(); }
};

/// What the specialization, the analysis and the variant took.
[[nodiscard]] UNPYTHON_API std::vector<StageTime> stage_times(const Plan& plan);

/// Plans the calls of one specialization, whatever they run on. Thread-safe. What compiles takes long:
/// compile(), variant_for() and text_plan().
class UNPYTHON_API Planner {
 public:
  /// `compiler` must live as long.
  Planner(Compiler& compiler, std::shared_ptr<const Specialization> specialization);

  [[nodiscard]] const Specialization& specialization() const { return *specialization_; }
  [[nodiscard]] const std::shared_ptr<const Specialization>& shared_specialization() const {
    return specialization_;
  }
  [[nodiscard]] const KeyLayout& layout() const { return layout_; }
  /// The plan of a key that was met before (and not forgotten since), else null; for a short call of a new
  /// key the one that text_plan() has made.
  [[nodiscard]] std::shared_ptr<const Plan> find(std::span<const int64_t> key, bool is_short = false);
  /// The first step of a new plan: what this call's numbers tell. The variant is null if there is none yet
  /// for calls of such a structure. Throws RaceError where the options ask for it.
  [[nodiscard]] Plan analyse(std::span<const int64_t> key, const CallArguments& call);
  /// The code for calls of these facts. Throws as Compiler::make_variant.
  [[nodiscard]] std::shared_ptr<const Variant> compile(const analysis::CallFacts& facts);
  /// The last step: the plan as the table keeps it. Another thread may have come first; a plan with code
  /// takes the place of one without.
  [[nodiscard]] std::shared_ptr<const Plan> keep(Plan plan);

  /// A plan that serves every call as well as the text of the loops allows, for calls too short to be worth
  /// an analysis each. Null: too few new keys were met so far to ask for it, or the numbers of each call are
  /// needed.
  [[nodiscard]] std::shared_ptr<const Plan> text_plan();

  /// The code for calls of these facts: kept ready, or made, which sets `compiled`.
  [[nodiscard]] std::shared_ptr<const Variant> variant_for(const analysis::CallFacts& facts, bool& compiled);

 private:
  [[nodiscard]] bool is_decided_by_text() const;
  [[nodiscard]] std::shared_ptr<const Variant> find_variant(const analysis::CallFacts& facts);
  /// A variant that is right for calls of these facts, though it may do more than it has to.
  [[nodiscard]] std::shared_ptr<const Variant> find_serving(const analysis::CallFacts& facts);
  [[nodiscard]] std::shared_ptr<const Variant> find_under_lock(const analysis::CallFacts& facts);
  void keep_under_lock(const std::shared_ptr<const Variant>& variant);

  Compiler& compiler_;
  std::shared_ptr<const Specialization> specialization_;
  KeyLayout layout_;
  CallJudge judge_;
  std::mutex mutex_;  ///< guards what follows
  PlanTable table_;
  std::vector<std::shared_ptr<const Variant>> variants_;  ///< the one that was used last first
  int short_plans_ = 0;                                   ///< new keys of short calls so far
  std::shared_ptr<const Plan> text_plan_;                 ///< null: not made
};

/// Asks the data of a call the questions of its plan. Nothing: all are answered by yes; else why the first
/// one is not, as facts of its loop.
[[nodiscard]] UNPYTHON_API std::optional<analysis::LoopFacts> first_no(const Plan& plan,
                                                                       const Specialization& specialization,
                                                                       const CallArguments& call,
                                                                       const abi::Services& services);

}  // namespace unpython::driver
