// The code of a function's kernels: which text of a kernel a launch runs, and the machine code of that text.

#include "codegen/c_family/c_printer.h"
#include "driver/compile/array_homes.h"
#include "driver/compile/gpu_function.h"
#include "footprint/pack_subscripts.h"
#include "kernel/geometry.h"
#include "kernel/group_plan.h"
#include "kernel/loops_in_pieces.h"
#include "kernel/wide_accesses.h"
#include "transform/grid/processor_twin.h"

namespace unpython::driver {

namespace {

/// Shorter texts without loops are compiled as soon with all effort, or nearly so.
constexpr size_t kLongText = 1300;

}  // namespace

kernel::Layout usual_layout(const ir::Function& scheduled, const kernel::Kernel& kernel) {
  kernel::Layout layout{.narrow_offsets = true};
  for (const kernel::KernelArray& array : kernel.arrays)
    layout.unit_dimension.push_back(scheduled[array.array].rank - 1);
  layout.narrow_turns = true;
  layout.disjoint = scheduled.disjoint_arguments;
  return layout;
}

std::string GpuFunction::text_of(const kernel::Kernel& kernel, const kernel::Layout& layout,
                                 const transform::GroupedKernel* grouped) const {
  const codegen::Dialect& dialect = this->dialect();
  if (grouped != nullptr) return codegen::print_kernel(grouped->function, grouped->kernel, layout, dialect);
  const ir::Function& function = function_of(kernel);
  if (!layout.axes.empty()) return codegen::print_kernel(footprint::pack_subscripts(function, kernel, layout), kernel, layout, dialect);
  if (layout.alignment.empty()) return codegen::print_kernel(function, kernel, layout, dialect);
  return codegen::print_kernel(kernel::with_loops_in_pieces(function, kernel, layout), kernel, layout, dialect);
}

GpuFunction::LaidOut& GpuFunction::laid_out(const kernel::Kernel& kernel,
                                            const kernel::Layout& layout) const {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<LaidOut>& known = laid_out_[{kernel.root, layout}];
  if (!known) known = std::make_unique<LaidOut>();
  return *known;
}

/// The shape of this number that was chosen; null for 0 where the kernel is not grouped. The caller holds of.mutex.
const transform::GroupedKernel* GpuFunction::shape(LaidOut& of, const kernel::Kernel& kernel, int number) const {
  if (number != 0) return of.groups->made(number);
  const ir::Function& function = function_of(kernel);
  if (!of.as_written && kernel::is_grouped(function, kernel)) of.as_written = {.function = function, .kernel = kernel};
  return of.as_written ? &*of.as_written : nullptr;
}

int GpuFunction::shape_for(LaidOut& of, const kernel::Kernel& kernel, const kernel::Layout& layout,
                           const transform::LaunchFacts* launch) const {
  abi::DeviceProperties properties = device().properties();
  // On a processor each work item has a cache of its own to walk a row in.
  if (properties.is_cpu && !for_tests_.stage_rows) return 0;
  if (kernel::is_grouped(function_of(kernel), kernel) || !layout.axes.empty()) return 0;
  if (!of.groups) {
    properties.correctly_rounded_float32 &= specialization_->options.fp != FloatMode::Fast;
    of.groups.emplace(function_of(kernel), kernel, layout, std::move(properties));
  }
  if (launch == nullptr || !for_tests_.stage_rows) return of.groups->choose(launch);
  transform::LaunchFacts small_too = *launch;
  small_too.tiles_few_steps = true;
  return of.groups->choose(&small_too);
}

/// What the text of the kernel asks that is not one of the shapes of its groups.
kernel::Layout GpuFunction::without_groups(const kernel::Kernel& kernel, const kernel::Layout& layout) const {
  kernel::Layout result = layout;
  const ir::Function& function = function_of(kernel);
  result.range_steps = result.turns = {};
  result.alignment = kernel::is_grouped(function, kernel) ? std::vector<int>{} : kernel::used_alignment(function, kernel, layout);
  return result;
}

const GpuFunction::KernelCode& GpuFunction::code(const kernel::Kernel& kernel, const kernel::Layout& layout,
                                                 const transform::LaunchFacts& launch, const LeastEffort& least_effort) {
  LaidOut& of = laid_out(kernel, layout);
  std::unique_lock lock(of.mutex);
  const int shape = shape_for(of, kernel, layout, &launch);
  if (shape != 0) return code_in_shape(of, kernel, layout, shape, least_effort);
  if (of.ungrouped == nullptr) {
    of.ungrouped_layout = without_groups(kernel, layout);
    of.ungrouped = &laid_out(kernel, of.ungrouped_layout);
  }
  if (of.ungrouped == &of) return code_in_shape(of, kernel, layout, 0, least_effort);
  lock.unlock();
  const std::lock_guard ungrouped_lock(of.ungrouped->mutex);
  return code_in_shape(*of.ungrouped, kernel, of.ungrouped_layout, 0, least_effort);
}

/// The caller holds of.mutex.
const GpuFunction::KernelCode& GpuFunction::code_in_shape(LaidOut& of, const kernel::Kernel& kernel,
                                                          kernel::Layout layout, int number,
                                                          const LeastEffort& least_effort) {
  KernelCode& known = of.codes[number];
  if (known.code == nullptr) {
    layout.shape = number;
    known.grouped = shape(of, kernel, number);
    compile(kernel, layout, least_effort, known);
  }
  return known;
}

void GpuFunction::compile(const kernel::Kernel& kernel, const kernel::Layout& layout, const LeastEffort& least_effort,
                          KernelCode& code) {
  const transform::GroupedKernel* grouped = code.grouped;
  if (grouped != nullptr) {
    const codegen::Dialect& dialect = this->dialect();
    const kernel::GroupPlan plan =
        kernel::plan_group(grouped->function, grouped->kernel, layout.disjoint, dialect.abilities());
    code.threads = plan.block();
    code.dynamic_local_bytes = codegen::dynamic_local_bytes(plan, dialect);
    code.homes = std::make_shared<const std::vector<ArrayHome>>(array_homes(grouped->function, grouped->kernel, &plan));
  } else {
    code.homes = std::make_shared<const std::vector<ArrayHome>>(array_homes(function_of(kernel), kernel, nullptr));
  }
  code.in_blocks = grouped == nullptr && kernel::repeats_unevenly(function_of(kernel), kernel);
  code.parameters = grouped != nullptr ? kernel::parameters(grouped->function, grouped->kernel, layout)
                                       : kernel::parameters(function_of(kernel), kernel, layout);
  code.text = text_of(kernel, layout, grouped);
  runtime::DiskCache* disk = specialization_->options.disk_cache ? &compiler_.disk() : nullptr;
  using Begin = runtime::PendingCode::Begin;
  const bool may_be_quick = for_tests_.quick_code && (kernel.has_loops || code.text.size() >= kLongText);
  const bool is_asked_at_once = device().properties().threads_of_any_kernel == 0;
  code.code = std::make_shared<const runtime::PendingCode>(device(), runtime::DeviceSource{kernel.name, code.text, {kernel.name}}, disk,
                                                           is_asked_at_once ? Begin::OnDemand : Begin::Now,
                                                           may_be_quick ? least_effort() : runtime::Effort::Best);
  const std::lock_guard lock(mutex_);
  newest_ = code.code;
}

const runtime::CpuCode& GpuFunction::host_code(const kernel::Kernel& kernel) {
  HostCode& host = host_codes_.at(kernel.root);
  std::call_once(host.made, [&] {
    host.code =
        compiler_.compile_twin(transform::processor_twin(scheduled_, kernel), specialization_->options);
  });
  return *host.code;
}

const codegen::Dialect& GpuFunction::dialect() const {
  return codegen::dialect_of(device().properties().language, specialization_->options.fp);
}

std::string GpuFunction::source(const kernel::Kernel& kernel, const transform::LaunchFacts* launch) const {
  std::string texts;
  for (LaidOut* of : laid_out(kernel)) {
    const std::lock_guard lock(of->mutex);
    for (const auto& [shape, compiled] : of->codes) texts += (texts.empty() ? "" : "\n") + compiled.text;
  }
  if (!texts.empty()) return texts;
  const kernel::Layout layout = usual_layout(scheduled_, kernel);
  LaidOut& of = laid_out(kernel, layout);
  const std::lock_guard lock(of.mutex);
  return text_of(kernel, layout, shape(of, kernel, shape_for(of, kernel, layout, launch)));
}

std::vector<GpuFunction::LaidOut*> GpuFunction::laid_out(const kernel::Kernel& kernel) const {
  const std::lock_guard lock(mutex_);
  std::vector<LaidOut*> all;
  for (const auto& [key, of] : laid_out_) {
    if (key.first == kernel.root) all.push_back(of.get());
  }
  return all;
}

const char* GpuFunction::cache() const {
  const std::lock_guard lock(mutex_);
  return newest_ != nullptr ? newest_->cache() : "memory";
}

}  // namespace unpython::driver
