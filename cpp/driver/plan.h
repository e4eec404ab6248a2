// How the calls of one plan key run, and the planner that finds it out: analysis of a new key, one variant of
// the code for all plans of equal structure.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "driver/compile.h"
#include "driver/plan_key.h"
#include "driver/plan_table.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Immutable.
struct Plan {
  std::vector<int64_t> key;
  std::shared_ptr<const Variant> variant;

  [[nodiscard]] bool has_key(std::span<const int64_t> wanted) const {
    return std::equal(key.begin(), key.end(), wanted.begin(), wanted.end());
  }
};

/// Plans the calls of one specialization. Thread-safe. Only compile() takes long; whoever holds a lock of the
/// caller's (Python's) gives it up around that one step, and is never waited for elsewhere.
class UNPYTHON_API Planner {
 public:
  /// `compiler` must live as long.
  Planner(Compiler& compiler, std::shared_ptr<const Specialization> specialization);

  [[nodiscard]] const Specialization& specialization() const { return *specialization_; }
  [[nodiscard]] const std::shared_ptr<const Specialization>& shared_specialization() const {
    return specialization_;
  }
  [[nodiscard]] const KeyLayout& layout() const { return layout_; }
  /// The plan of a key that was met before (and not forgotten since), else null.
  [[nodiscard]] std::shared_ptr<const Plan> find(std::span<const int64_t> key);
  /// The first step of a new plan: what this call's numbers tell. The variant is null if there is none yet
  /// for calls of such a structure.
  [[nodiscard]] Plan analyse(std::span<const int64_t> key, const CallArguments& call);
  /// The second step, where the variant is null: makes it. Throws as Compiler::make_variant.
  void compile(Plan& plan);
  /// The last step: the plan as the table keeps it (another thread may have come first).
  [[nodiscard]] std::shared_ptr<const Plan> insert(Plan plan);

 private:
  Compiler& compiler_;
  std::shared_ptr<const Specialization> specialization_;
  KeyLayout layout_;
  std::mutex mutex_;  ///< guards what follows
  PlanTable table_;
  std::shared_ptr<const Variant> variant_;
};

}  // namespace unpython::driver
