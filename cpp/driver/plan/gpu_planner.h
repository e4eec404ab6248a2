// Which device runs the calls of one specialization, and its kernels, by what their plans say.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "driver/compile/compile.h"
#include "driver/compile/gpu_function.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Where calls of equal facts run.
struct GpuChoice {
  std::shared_ptr<GpuFunction> function;  ///< null: the CPU runs them
  std::vector<Fallback> fallbacks;        ///< ways that were tried before, in order
};

/// "cuda:0: the device has no 64-bit floats (line 3)".
[[nodiscard]] UNPYTHON_API std::string text_of(const Fallback& fallback);

/// Calls with this wish are written for a device: one was named, or a GPU is there. Looking may take 0.1 s.
[[nodiscard]] UNPYTHON_API bool is_for_device(Compiler& compiler, const std::string& wish);

/// Thread-safe.
class UNPYTHON_API GpuPlanner {
 public:
  /// `wish`: "gpu" (the first GPU that takes a call, in the order of Gpus::kinds()), "cuda", "opencl", "cuda:0", ..., or several
  /// devices for each call, as Gpus::find_all() takes them.
  /// Looks for the first device, which may take 0.1 s; for others when that one does not take a call.
  /// `compiler` must live as long.
  GpuPlanner(Compiler& compiler, std::shared_ptr<const Specialization> specialization,
             const std::string& wish);

  /// Some device is there.
  [[nodiscard]] bool has_device() const { return !gpus_.empty(); }
  /// Ways that lead to no device; all of them where there is none.
  [[nodiscard]] const std::vector<Fallback>& missing() const { return missing_; }
  /// A driver failed to tell of its devices; another look may find some.
  [[nodiscard]] bool may_come() const { return may_come_; }

  /// The choice for calls of these facts: known, or made, which schedules for each device until one takes the
  /// function. Throws RaceError, InternalError.
  [[nodiscard]] std::shared_ptr<const GpuChoice> choose(const analysis::CallFacts& facts);

 private:
  bool look_further();
  [[nodiscard]] runtime::Gpu* device_after(size_t count, std::vector<Fallback>& missing);
  [[nodiscard]] std::shared_ptr<const GpuChoice> find_under_lock(const analysis::CallFacts& facts) const;
  void add_others(GpuChoice& choice) const;
  [[nodiscard]] std::shared_ptr<GpuChoice> make(const analysis::CallFacts& facts);

  Compiler& compiler_;
  std::shared_ptr<const Specialization> specialization_;
  const std::string wish_;
  const std::vector<std::string> ways_;
  std::mutex looking_;  ///< guards what was found of the ways
  size_t looked_ = 0;   ///< ways that were looked up
  std::vector<runtime::Gpu*> gpus_;
  std::vector<runtime::Gpu*> others_;  ///< that calls use beside the first one
  std::vector<Fallback> missing_;
  bool may_come_ = false;
  std::mutex mutex_;  ///< guards what follows
  std::vector<std::pair<analysis::CallFacts, std::shared_ptr<const GpuChoice>>> choices_;
};

}  // namespace unpython::driver
