#include "driver/report/inspect_gpu.h"

#include <stdexcept>

#include "codegen/c_family/c_printer.h"
#include "codegen/c_family/device_lacks.h"
#include "ir/print.h"
#include "kernel/find_kernels.h"
#include "transform/groups/group_shapes.h"
#include "transform/schedule_for_gpu.h"

namespace unpython::driver {
namespace {

/// What most devices have, where none is asked.
abi::DeviceProperties usual_device() {
  abi::DeviceProperties device;
  device.local_bytes = device.local_bytes_static = 49152;
  device.max_threads = 1024;
  device.max_block = {1024, 1024, 64};
  return device;
}

std::string text_of(const ir::Function& scheduled, const kernel::Kernel& kernel, const codegen::Dialect& dialect) {
  const kernel::Layout layout = usual_layout(scheduled, kernel);
  for (const kernel::GroupShape& shape : kernel::group_shapes()) {
    if (const auto grouped = shape.group(scheduled, kernel, layout, usual_device()))
      return codegen::print_kernel(grouped->function, grouped->kernel, layout, dialect);
  }
  return codegen::print_kernel(scheduled, kernel, layout, dialect);
}

}  // namespace

std::string inspect_gpu(const Specialization& specialization, const analysis::CallFacts& facts,
                        const GpuFunction* gpu, std::string_view stage) {
  if (gpu != nullptr && stage == "ir") return ir::print(specialization.source);
  if (gpu != nullptr && stage == "scheduled") return ir::print(gpu->scheduled());
  if (stage != "cuda" && stage != "opencl") {
    throw std::invalid_argument(
        "no stage '" + std::string(stage) +
        "' of a function on a device; there are 'ir', 'scheduled', 'cuda' and 'opencl'");
  }
  if (gpu != nullptr && gpu->language() == stage) return gpu->source();
  const FloatMode fp = specialization.options.fp;
  const codegen::Dialect& dialect = stage == "cuda" ? codegen::cuda_dialect(fp) : codegen::opencl_dialect(fp);
  const ir::Function scheduled =
      kernel::schedule_for_gpu(specialization.simplified, facts, specialization.options, {}).function;
  std::string texts;
  for (const kernel::Kernel& kernel : kernel::find_kernels(scheduled)) {
    if (!texts.empty()) texts += "\n";
    if (const auto lack = codegen::device_lacks(scheduled, kernel, {})) {
      texts += "// no kernel: " + lack->code + ", " + lack->reason + " (line " +
               std::to_string(lack->where.line) + ")\n";
      continue;
    }
    texts += text_of(scheduled, kernel, dialect);
  }
  return texts;
}

}  // namespace unpython::driver
