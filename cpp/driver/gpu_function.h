// A specialization as kernels for one device, and their code as calls ask for it.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "driver/compile.h"
#include "driver/explain.h"
#include "driver/tile_plans.h"
#include "kernel/launch.h"
#include "kernel/reference_groups.h"
#include "runtime/gpu.h"
#include "runtime/kernel_cache.h"
#include "unpython/export.h"

namespace unpython::driver {

/// The layout of packed arrays of moderate size.
[[nodiscard]] kernel::Layout usual_layout(const ir::Function& scheduled, const kernel::Kernel& kernel);

/// Thread-safe; the device must outlive it.
class UNPYTHON_API GpuFunction {
 public:
  /// What tests ask for (Settings).
  struct ForTests {
    int least_tiles = 1;      ///< along each dimension of a kernel
    bool stage_rows = false;  ///< where the device is a processor, too
  };
  /// A kernel's code for one layout.
  struct KernelCode {
    std::optional<kernel::Staging> staging;
    std::string text;
    std::shared_ptr<const runtime::DeviceCode> code;
  };

  /// Schedules the function. Throws RaceError. `cache` (null: none) keeps machine code on disk.
  /// `facts`: of the calls that it is for.
  GpuFunction(std::shared_ptr<const Specialization> specialization, const analysis::CallFacts& facts,
              runtime::Gpu& gpu, runtime::DiskCache* cache, const transform::PassObserver& observer,
              ForTests for_tests);

  [[nodiscard]] const Specialization& specialization() const { return *specialization_; }
  [[nodiscard]] runtime::Gpu& gpu() const { return gpu_; }
  [[nodiscard]] runtime::Device& device() const { return gpu_.device(); }
  /// The host part with its kernels.
  [[nodiscard]] const ir::Function& scheduled() const { return scheduled_; }
  [[nodiscard]] const std::vector<transform::NestReport>& nests() const { return nests_; }
  [[nodiscard]] const std::vector<kernel::Kernel>& kernels() const { return kernels_; }
  /// Why the function should not run on the device at all.
  [[nodiscard]] const std::optional<Fallback>& unsuitable() const { return unsuitable_; }
  /// By array argument: some kernel stores to it.
  [[nodiscard]] const std::vector<bool>& stored() const { return stored_; }
  [[nodiscard]] int least_tiles() const { return for_tests_.least_tiles; }
  /// No kernel comes after this one in a call, itself included.
  [[nodiscard]] bool is_last(const kernel::Kernel& kernel) const;

  /// What a kernel is part of: scheduled(), or the same with names for groups of its loads.
  [[nodiscard]] const ir::Function& function_of(const kernel::Kernel& kernel) const;
  /// The kernel with an array for each group of its loads (kernel/reference_groups.h), which are found when
  /// first asked for; null where that is the same.
  [[nodiscard]] const kernel::Kernel* by_groups(const kernel::Kernel& kernel);
  /// What the arrays behind those of scheduled() stand for, once by_groups() was asked.
  [[nodiscard]] std::span<const ir::ArrayId> originals() const;

  /// The kernel that starts at a statement.
  [[nodiscard]] const kernel::Kernel& kernel_at(ir::StmtId root) const;
  /// How its rows go through local memory where the memory has this layout; null: not at all. Valid as long
  /// as this.
  [[nodiscard]] const kernel::Staging* staging(const kernel::Kernel& kernel, const kernel::Layout& layout);
  /// Its code for memory of this layout; compiled if it is new. Throws DeviceFailure. Valid as long as this.
  [[nodiscard]] const KernelCode& code(const kernel::Kernel& kernel, const kernel::Layout& layout);
  /// Of the launches so far.
  [[nodiscard]] TilePlans& tile_plans() { return tile_plans_; }
  /// "cuda" or "opencl".
  [[nodiscard]] std::string_view language() const;
  /// Source texts: of the kernels as the calls so far had them made, else for packed arrays.
  [[nodiscard]] std::string source() const;
  /// "compiled", "disk" or "memory": where the code of the last new kernel came from.
  [[nodiscard]] const char* cache() const;

 private:
  void judge();
  [[nodiscard]] bool has_grid(const transform::NestReport& nest) const;
  [[nodiscard]] std::string text_of(const kernel::Kernel& kernel, const kernel::Layout& layout,
                                    const kernel::Staging* staging) const;
  [[nodiscard]] std::optional<kernel::Staging> stage(const kernel::Kernel& kernel,
                                                     const kernel::Layout& layout) const;

  std::shared_ptr<const Specialization> specialization_;
  runtime::Gpu& gpu_;
  runtime::DiskCache* cache_;
  ir::Function scheduled_;
  std::vector<transform::NestReport> nests_;
  std::vector<kernel::Kernel> kernels_;
  std::once_flag groups_are_sought_;
  std::optional<kernel::GroupedFunction> grouped_;
  std::vector<kernel::Kernel> grouped_kernels_;  ///< as kernels_; empty without grouped_
  std::vector<bool> stored_;
  ForTests for_tests_;
  bool ends_in_loop_ = false;  ///< the last kernel is inside a loop of the host
  std::optional<Fallback> unsuitable_;
  TilePlans tile_plans_;

  mutable std::mutex mutex_;  ///< guards what follows
  std::map<std::pair<ir::StmtId, kernel::Layout>, std::optional<kernel::Staging>> stagings_;
  std::map<std::pair<ir::StmtId, kernel::Layout>, KernelCode> codes_;
  const char* found_ = "memory";
};

}  // namespace unpython::driver
