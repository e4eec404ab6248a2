// Everything behind one decorated function: what the decorators said, the serialized program, the
// specializations. All of it is guarded by Python's lock.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/access_path.h"
#include "bindings/argument_context.h"
#include "bindings/bind_arguments.h"
#include "bindings/call_options.h"
#include "bindings/module_state.h"
#include "driver/choice.h"
#include "driver/gpu_call.h"
#include "driver/gpu_planner.h"
#include "driver/launch.h"
#include "driver/plan.h"
#include "driver/recorded_call.h"
#include "driver/result_layout.h"
#include "driver/specialize.h"
#include "driver/work.h"

namespace unpython::bindings {

/// A call on device arrays that can be repeated, with the ways that were not taken for it.
struct RepeatableCall {
  std::shared_ptr<const driver::RecordedCall> call;
  std::vector<driver::Fallback> fallbacks;
};

/// One specialization as a call finds it: its key, its plans, and how to run it.
struct Entry {
  explicit Entry(std::shared_ptr<const driver::Specialization> compiled)
      : planner(module_state().compiler, std::move(compiled)) {}

  std::vector<driver::ArgumentCode> codes;
  uint32_t options_id = 0;
  bool disjoint = false;
  driver::Planner planner;
  std::shared_ptr<const driver::Plan> plan;  ///< that of the last call; null: none was planned yet
  std::optional<analysis::LoopFacts>
      refusal;                            ///< why the last inspected call ran in order; nothing: it did not
  const driver::Plan* refused = nullptr;  ///< by which plan that call was inspected; only to be compared
  int planned = 0;                        ///< new keys met so far
  std::shared_ptr<const driver::Plan> text_plan;  ///< serves short calls of ever new keys; null: not made
  abi::Services services;
  driver::WorkBound work;
  driver::ResultLayout layout;
  std::unique_ptr<driver::GpuPlanner> gpu;       ///< null: the CPU was asked for, or there is no device
  std::shared_ptr<const driver::Plan> gpu_plan;  ///< of the last call for a device
  std::vector<driver::Fallback> fallbacks;       ///< ways that the last call did not go
  bool may_choose = false;                       ///< a call runs where it is expected to be faster
  std::optional<driver::Estimate> estimate;      ///< of the last call, if that was asked
  driver::CallEstimates estimates;
  std::vector<RepeatableCall> repeatable;  ///< by plan; the last used one first

  [[nodiscard]] const ir::Function& source() const { return planner.specialization().source; }
  [[nodiscard]] bool matches(const driver::ArgumentCode* wanted, uint32_t options,
                             bool wanted_disjoint) const;
};

/// Open addressing by a hash of the key; the full key is compared.
class EntryTable {
 public:
  [[nodiscard]] std::shared_ptr<Entry> find(const driver::ArgumentCode* codes, size_t count,
                                            uint32_t options_id, bool disjoint) const;
  void insert(std::shared_ptr<Entry> entry);
  void clear();
  [[nodiscard]] const std::vector<std::shared_ptr<Entry>>& entries() const { return entries_; }

 private:
  void place(int32_t index);

  std::vector<std::shared_ptr<Entry>> entries_;
  std::vector<int32_t> slots_;  ///< index into entries_, or -1; the size is a power of two
};

/// What serialize() told about the function; made at the first call, and again when a guard fails.
struct Prepared {
  std::shared_ptr<const frontend::syntax::Program> program;
  ParameterList parameters;
  std::vector<std::string> argument_names;  ///< parameters, then paths of hidden values
  std::vector<DeclaredType> declared;       ///< as argument_names
  std::vector<bool> stored;                 ///< as argument_names: the program may store to this array
  std::vector<AccessPath> hidden;
  std::vector<std::pair<AccessPath, pybind11::object>> guards;
  pybind11::object parameter_names;  ///< keeps ParameterList::names alive
  pybind11::object defaults;         ///< keeps ParameterList::defaults alive

  [[nodiscard]] bool guards_hold() const;
};

/// The last call, for f.last and f.ran_on.
struct LastCall {
  std::shared_ptr<const Entry> entry;               ///< null: nothing ran yet, or plain Python did
  std::shared_ptr<const driver::Plan> plan;         ///< of the entry
  std::shared_ptr<const driver::GpuFunction> gpu;   ///< it ran on a device, by `plan`, which has no variant
  std::shared_ptr<const driver::GpuRecord> record;  ///< of `gpu`
  bool compiled = false;                            ///< its code was made for this call
  bool python = false;
  double milliseconds = -1;  ///< measured for long calls only
};

/// How an argument is built: a text or type, a tuple of such, or neither.
struct ArgumentLayout {
  pybind11::object constant{};
  bool is_tuple = false;
  std::vector<ArgumentLayout> items{};
};

/// A call with texts, types and tuples, and the function (one of FunctionState::variants) that takes calls
/// like it.
struct KnownLayout {
  PyObject* function;
  std::vector<ArgumentLayout> arguments;  ///< by parameter
};

struct FunctionState {
  pybind11::object py_func;
  pybind11::object serialize;
  pybind11::object declared;
  pybind11::object locals;
  pybind11::object options;
  pybind11::dict variants;  ///< compiled functions for calls with texts and tuples: unpython/_taken_apart.py
  std::vector<KnownLayout> layouts;  ///< the last one last
  OptionValues decorator_options;
  DeviceChoice device = DeviceChoice::Cpu;
  std::vector<frontend::LocalType> local_types;
  std::string name;  ///< qualified

  std::shared_ptr<const Prepared> prepared;  ///< shared with calls that are running
  EntryTable table;
  std::shared_ptr<Entry> inline_entry;  ///< that of the last call
  LastCall last;
  std::optional<std::pair<uint32_t, EffectiveOptions>> last_options;  ///< by current_options_id()
  std::vector<std::string> warned;                                    ///< causes that were warned about
};

}  // namespace unpython::bindings
