// What would move for the nests of a call on a device, for explain() and inspect('accesses').
//
// Problem: the report has to say the bytes that cross, also before a call, and of calls that stay on the CPU.
// Choice:  a rehearsal. What a nest touches, where that lies and what is there already are found by what runs
//          calls on a device (footprint/array_uses.h, GpuArrays without memory), nest after nest. Where a call
//          ran on a device, the report has what that moved instead (tell_what_moved).
//          What moves for nests that are one kernel is told with the first of them.
// Takes:   a nest as one launch. Loops of the host around kernels, and what a kernel leaves for the next one
//          in the same nest, are known to a call alone.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/compile/gpu_function.h"
#include "driver/compile/records.h"
#include "driver/execute/gpu_arrays.h"
#include "driver/plan/judge_call.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct NestGroups {
  std::vector<GroupReport> groups;
  std::string code;    ///< why there are no groups, listed in reasons.h; else empty
  std::string reason;  ///< the same for people
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  bool moved = false;  ///< by the last call; else what one would move
};

/// A call of these numbers, nest after nest.
class Rehearsal {
 public:
  /// `function`: simplified, that `judgement` is about. `gpu`: its code for a device; null: any device.
  Rehearsal(const ir::Function& function, const CallJudgement& judgement, const GpuFunction* gpu);

  /// By number of the nest.
  [[nodiscard]] const std::vector<NestGroups>& nests() const { return nests_; }
  /// Where the elements of an array lie, for arrays of the groups.
  [[nodiscard]] const footprint::PlacedArray& placed(ir::ArrayId array) const {
    return (*arrays_)[array].placed;
  }

 private:
  /// One nest as a launch.
  struct Launch {
    kernel::Kernel kernel;
    std::vector<footprint::ArrayUse> uses;
    void go_on(Launch&& then);
  };
  [[nodiscard]] std::vector<abi::ArrayArgument> stand_ins() const;
  [[nodiscard]] std::vector<bool> stored() const;
  void allocate_locals();
  [[nodiscard]] std::optional<ir::ArrayId> unknown_array(const analysis::Nest& nest) const;
  [[nodiscard]] Launch launch_of(const analysis::Nest& nest) const;
  [[nodiscard]] std::vector<size_t> kernels_of_nests() const;
  void fit_buffers(const std::vector<Launch>& launches);
  void run(const Launch& launch, NestGroups& groups, bool last);
  void finish(const std::vector<Launch>& launches);

  const ir::Function& f_;
  const CallJudgement& judgement_;
  const analysis::Nests& collected_;
  const GpuFunction* gpu_;
  std::optional<GpuArrays> arrays_;
  std::vector<ir::ArrayId> locals_;  ///< that have memory
  std::vector<NestGroups> nests_;
};

/// The table of accesses and groups of all nests. `source`: the function as lowered, for the names of loops.
[[nodiscard]] UNPYTHON_API std::string access_tables(const ir::Function& function, const ir::Function& source,
                                                     const CallJudgement& judgement, const GpuFunction* gpu);

}  // namespace unpython::driver
