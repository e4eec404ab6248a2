#include "driver/execute/recompute.h"

#include <functional>
#include <map>
#include <optional>

#include "driver/execute/gpu_call.h"
#include "driver/execute/repeated_host_part.h"
#include "ir/scalar_slot.h"

namespace unpython::driver {
namespace {

class Recompute : public RepeatedHostPart {
 public:
  Recompute(const GpuFunction& function, const abi::Frame& frame, Recomputed& result)
      : RepeatedHostPart(function.scheduled(), frame), gpu_function_(function), result_(result) {
    const abi::ArrayArgument* argument = frame.arrays;
    for (const ir::Parameter& parameter : function.scheduled().parameters)
      if (parameter.is_array) arguments_[parameter.array] = argument++;
  }

  ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices) override {
    return result_.stores.load(function()[array].type, argument(array), indices);
  }
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) override {
    result_.stores.store(argument(array), indices, value);
  }
  std::optional<ir::Outcome> launch(ir::StmtId root, const std::function<ir::Constant(ir::ExprId)>& value) override {
    if (gpu_function_.host_arrays().kernels.contains(root)) return std::nullopt;
    for (const ir::VarId scalar : gpu_function_.kernel_at(root).scalars)
      result_.scalars.push_back(ir::to_slot(value(gpu_function_.read_of(scalar))));
    return ir::Outcome{};
  }

 private:
  [[nodiscard]] const abi::ArrayArgument& argument(ir::ArrayId array) const {
    if (!gpu_function_.host_arrays().arrays.contains(array)) not_repeated("an element that the device may have");
    return *arguments_.at(array);
  }

  const GpuFunction& gpu_function_;
  Recomputed& result_;
  std::map<ir::ArrayId, const abi::ArrayArgument*> arguments_;
};

}  // namespace

Recomputed recompute(const GpuFunction& function, const abi::Frame& frame) {
  Recomputed result;
  Recompute machine(function, frame, result);
  result.outcome = run_host_part(machine, [] {}, function, frame);
  return result;
}

}  // namespace unpython::driver
