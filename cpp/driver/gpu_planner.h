// How the calls of one specialization run on devices: plans by their keys, devices and kernels by what the
// plans say.
#pragma once
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "driver/gpu_function.h"
#include "driver/plan.h"
#include "driver/plan_table.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Where calls of equal facts run.
struct GpuChoice {
  std::shared_ptr<GpuFunction> function;  ///< null: the CPU runs them
  std::vector<Fallback> fallbacks;        ///< ways that were tried before, in order
};

/// "cuda:0: NO_FLOAT64, the device has no 64-bit floats (line 3)".
[[nodiscard]] UNPYTHON_API std::string text_of(const Fallback& fallback);

/// Thread-safe.
class UNPYTHON_API GpuPlanner {
 public:
  /// `wish`: "gpu" (the first GPU that takes a call, CUDA before OpenCL), "cuda", "opencl", "cuda:0", ...
  /// Looks for the first device, which may take 0.1 s; for others when that one does not take a call.
  /// `compiler` must live as long.
  GpuPlanner(Compiler& compiler, std::shared_ptr<const Specialization> specialization,
             const std::string& wish);

  /// Some device is there.
  [[nodiscard]] bool has_device() const { return !gpus_.empty(); }
  /// Ways that lead to no device; all of them where there is none.
  [[nodiscard]] const std::vector<Fallback>& missing() const { return missing_; }

  /// The plan of a key that was met before, else null. Plans for devices have no variant.
  [[nodiscard]] std::shared_ptr<const Plan> find(std::span<const int64_t> key);
  /// Keeps a plan; gives the one that the table holds.
  [[nodiscard]] std::shared_ptr<const Plan> insert(Plan plan);

  /// The choice for calls of these facts, null if it was not made yet.
  [[nodiscard]] std::shared_ptr<GpuChoice> find_choice(const analysis::CallFacts& facts);
  /// Makes it: schedules for each device until one takes the function. Throws RaceError, InternalError.
  [[nodiscard]] std::shared_ptr<GpuChoice> choose(const analysis::CallFacts& facts);

 private:
  bool look_further();
  [[nodiscard]] runtime::Gpu* device_after(size_t count, std::vector<Fallback>& missing);

  Compiler& compiler_;
  std::shared_ptr<const Specialization> specialization_;
  const std::string wish_;
  const std::vector<std::string> ways_;
  std::mutex looking_;  ///< guards what was found of the ways
  size_t looked_ = 0;   ///< ways that were looked up
  std::vector<runtime::Gpu*> gpus_;
  std::vector<Fallback> missing_;
  std::mutex mutex_;  ///< guards what follows
  PlanTable table_;
  std::vector<std::pair<analysis::CallFacts, std::shared_ptr<GpuChoice>>> choices_;
};

}  // namespace unpython::driver
