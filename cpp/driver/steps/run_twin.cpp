// The parameters are those of transform::processor_twin().
#include "driver/steps/run_twin.h"

#include <vector>

#include "ir/scalar_slot.h"
#include "support/spans.h"

namespace unpython::driver {

int32_t run_twin(GpuFunction& function, const TwinRun& run, const abi::Services& services,
                 abi::ErrorRecord& error) {
  std::vector<abi::ScalarSlot> scalars;
  for (const ir::Constant& scalar : run.scalars) scalars.push_back(ir::to_slot(scalar));
  for (size_t d = 0; d < run.extents.size(); ++d) {
    for (const int64_t number : {run.extents[d], run.firsts.empty() ? 0 : run.firsts[d]})
      scalars.push_back(ir::to_slot(ir::make_constant(ScalarType::Int64, number)));
  }
  error = {.site = -1, .argument_count = 0, .iteration = 0, .arguments = {}};
  const abi::Frame frame{.arrays = run.arrays.data(),
                         .scalars = scalars.data(),
                         .results = nullptr,
                         .error = &error,
                         .services = &services,
                         .memory = nullptr};
  const runtime::CpuCode& code = function.host_code(run.kernel);
  const Span span("run", run.kernel.name);
  return code.entry()(&frame);
}

}  // namespace unpython::driver
