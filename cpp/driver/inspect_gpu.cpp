#include "driver/inspect_gpu.h"

#include <stdexcept>

#include "codegen/c_family/c_printer.h"
#include "codegen/c_family/device_lacks.h"
#include "ir/print.h"
#include "kernel/find_kernels.h"
#include "kernel/schedule_for_gpu.h"
#include "kernel/stage_rows.h"

namespace unpython::driver {
namespace {

constexpr int64_t kUsualLocalBytes = 49152;  // of a work group, where no device is asked

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
  const codegen::Dialect& dialect = stage == "cuda" ? codegen::cuda_dialect() : codegen::opencl_dialect();
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
    const kernel::Layout layout = usual_layout(scheduled, kernel);
    const auto staging = kernel::stage_rows(scheduled, kernel, layout, kUsualLocalBytes);
    texts += codegen::print_kernel(scheduled, kernel, layout, dialect, staging ? &*staging : nullptr);
  }
  return texts;
}

}  // namespace unpython::driver
