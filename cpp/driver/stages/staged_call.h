// A call taken apart into stages that other processes run pieces of: what is to be run, what each piece touches, and
// the run of a piece on arrays of which only these elements are there.
//
// Two processes that take apart the same function for arguments of the same types, extents and numbers have the same
// stages, with the same ids of arrays and variables.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "abi/frame.h"
#include "driver/choose/measured_rates.h"
#include "driver/choose/dispatcher.h"
#include "driver/compile/compile.h"
#include "driver/plan/plan_key.h"
#include "driver/stages/box_sides.h"
#include "transform/cut_stages.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What a piece of a stage touches of one array.
struct StageReach {
  ir::ArrayId array;
  std::vector<BoxSides> needed;  ///< elements whose values from before it have to be there
  std::vector<BoxSides> stored;  ///< elements that it may store
};

/// Whether a stage loads elements of an array, and stores some.
struct StageTouch {
  ir::ArrayId array;
  bool loaded = false;
  bool stored = false;
};
/// Arrays of which a stage touches elements.
[[nodiscard]] UNPYTHON_API std::vector<StageTouch> touched_arrays(const transform::Stage& stage);
/// False where no iteration raises: `out[i] = x[i]` with subscripts that are proven for the call.
[[nodiscard]] UNPYTHON_API bool may_raise(const transform::Stage& stage);

/// Immutable but for the code of its stages, which is made when it is asked for. Thread-safe.
class UNPYTHON_API StagedCall {
 public:
  /// Extents by array and values of integers by variable, as far as they are known.
  using Extents = std::map<int32_t, std::vector<int64_t>>;
  using Integers = std::map<int32_t, int64_t>;

  /// `call`: its arrays are looked at for their extents and strides alone. Throws RaceError where iterations of a loop
  /// need each other, or may; CompileError where the function has a form that is not taken apart.
  StagedCall(Compiler& compiler, MeasuredRates& rates, std::shared_ptr<const Specialization> specialization,
             DeviceWish wish, const CallArguments& call);

  [[nodiscard]] const transform::Stages& stages() const { return stages_; }
  [[nodiscard]] const Specialization& specialization() const { return *specialization_; }
  /// How many values of a step Return belong to each result.
  [[nodiscard]] std::vector<size_t> returned_values() const;
  /// Arguments of the call, by variable.
  [[nodiscard]] const std::vector<std::pair<ir::VarId, ir::Constant>>& scalars() const { return scalars_; }

  /// What iterations [first, end) of a nest touch, or all of a stage that is no nest.
  [[nodiscard]] std::vector<StageReach> reach(size_t stage, int64_t first, int64_t end,
                                              const Integers& integers, const Extents& extents) const;
  /// A stage that touches no element, by the interpreter. The status is of abi::Status.
  [[nodiscard]] int32_t evaluate(size_t stage, std::span<const abi::ArrayArgument> arrays,
                                 std::span<const abi::ScalarSlot> scalars, std::span<abi::ScalarSlot> results,
                                 abi::ErrorRecord& error) const;
  /// Runs a stage, or the piece of a nest that its last two scalars say. May take long.
  [[nodiscard]] Ended run(size_t stage, std::span<const abi::ArrayArgument> arrays,
                          std::span<const abi::ScalarSlot> scalars, std::span<abi::ScalarSlot> results,
                          abi::ErrorRecord& error, const abi::Services& services, const Tell& tell);
  /// What a run may use, without a poll.
  [[nodiscard]] const abi::Services& services(size_t stage) { return dispatcher_of(stage).services(); }

 private:
  [[nodiscard]] Dispatcher& dispatcher_of(size_t stage);

  Compiler& compiler_;
  MeasuredRates& rates_;
  std::shared_ptr<const Specialization> specialization_;
  DeviceWish wish_;
  std::vector<std::pair<ir::VarId, ir::Constant>> scalars_;
  transform::Stages stages_;
  std::mutex mutex_;                                      ///< guards what follows
  std::vector<std::unique_ptr<Dispatcher>> dispatchers_;  ///< by stage; null: not asked for yet
};

}  // namespace unpython::driver
