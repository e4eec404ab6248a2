#include "driver/gpu_function.h"

#include <algorithm>

#include "codegen/c_family/c_printer.h"
#include "codegen/c_family/device_lacks.h"
#include "ir/rewrite.h"
#include "kernel/find_kernels.h"
#include "kernel/schedule_for_gpu.h"
#include "kernel/stage_rows.h"
#include "runtime/device_code.h"

namespace unpython::driver {
namespace {

const codegen::Dialect& dialect_of(const runtime::Device& device) {
  return device.properties().language == abi::SourceLanguage::CudaC ? codegen::cuda_dialect()
                                                                    : codegen::opencl_dialect();
}

/// By array argument: a kernel stores to it.
std::vector<bool> stored_arrays(const ir::Function& f, const std::vector<kernel::Kernel>& kernels) {
  std::vector<bool> stored;
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array) continue;
    const auto stores = [&](const kernel::KernelArray& a) { return a.array == parameter.array && a.stored; };
    stored.push_back(std::any_of(kernels.begin(), kernels.end(), [&](const kernel::Kernel& k) {
      return std::any_of(k.arrays.begin(), k.arrays.end(), stores);
    }));
  }
  return stored;
}

bool is_in_host_loop(const ir::Function& f, ir::StmtId kernel) {
  bool found = false;
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    if (loop != nullptr && loop->mark == ir::LoopMark::Grid) return false;
    if (loop == nullptr && !std::holds_alternative<ir::While>(f[id].node)) return true;
    ir::walk_stmts(f, {id}, [&](ir::StmtId inside) {
      found |= inside == kernel;
      return !found;
    });
    return false;
  });
  return found;
}

/// A part of the memory that calls may use: the arguments and the results need the rest.
int64_t local_bytes(const Specialization& specialization, runtime::Gpu& gpu) {
  constexpr int64_t kPart = 4;
  const int64_t limit = specialization.options.memory_limit;
  const int64_t all = limit != 0 ? limit : gpu.memory().available();
  return std::min(all / kPart, gpu.device().properties().max_allocation_bytes);
}

}  // namespace

kernel::Layout usual_layout(const ir::Function& scheduled, const kernel::Kernel& kernel) {
  kernel::Layout layout{.narrow_offsets = true};
  for (const kernel::KernelArray& array : kernel.arrays)
    layout.unit_dimension.push_back(scheduled[array.array].rank - 1);
  layout.disjoint = scheduled.disjoint_arguments;
  return layout;
}

GpuFunction::GpuFunction(std::shared_ptr<const Specialization> specialization,
                         const analysis::CallFacts& facts, runtime::Gpu& gpu, runtime::DiskCache* cache,
                         const transform::PassObserver& observer, ForTests for_tests)
    : specialization_(std::move(specialization)), gpu_(gpu), cache_(cache), for_tests_(for_tests) {
  transform::Pipeline pipeline =
      kernel::schedule_for_gpu(specialization_->simplified, facts, specialization_->options, observer,
                               local_bytes(*specialization_, gpu));
  scheduled_ = std::move(pipeline.function);
  nests_ = std::move(pipeline.nests);
  kernels_ = kernel::find_kernels(scheduled_);
  stored_ = stored_arrays(scheduled_, kernels_);
  ends_in_loop_ = !kernels_.empty() && is_in_host_loop(scheduled_, kernels_.back().root);
  judge();
}

/// Some kernel between the lines of a nest has more than one work item.
bool GpuFunction::has_grid(const transform::NestReport& nest) const {
  return std::any_of(kernels_.begin(), kernels_.end(), [&](const kernel::Kernel& kernel) {
    const ir::Stmt& root = scheduled_[kernel.root];
    const auto* trips = std::get_if<ir::Const>(&scheduled_[std::get<ir::For>(root.node).extent].node);
    const int last = std::max(nest.range.line, nest.range.end_line);
    const bool inside =
        root.range.file == nest.range.file && nest.range.line <= root.range.line && root.range.line <= last;
    return inside && (trips == nullptr || trips->value.integer != 1 || kernel.grid.size() > 1);
  });
}

void GpuFunction::judge() {
  const std::string& name = device().properties().name;
  const ir::Function& source = specialization_->simplified;
  std::vector<SourceRange> marked;
  ir::walk_stmts(source, source.body, [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&source[id].node);
    if (loop != nullptr && loop->mark == ir::LoopMark::Parallel) marked.push_back(source[id].range);
    return true;
  });
  bool any = false;
  for (const transform::NestReport& nest : nests_) {
    const bool parallel = has_grid(nest);
    any |= parallel;
    const bool asked = std::any_of(marked.begin(), marked.end(), [&](const SourceRange& range) {
      return range.file == nest.range.file && nest.range.line <= range.line &&
             range.line <= std::max(nest.range.line, nest.range.end_line);
    });
    if (parallel || !asked) continue;
    const std::string why = nest.reason.empty() ? "" : ": " + nest.reason;
    unsuitable_ = Fallback{name, "RUNS_IN_ORDER", "the parallel loop runs in order" + why, nest.range.line};
    return;
  }
  if (!any) {
    unsuitable_ = Fallback{name, "NO_PARALLEL_LOOP", "the function has no parallel loop", 0};
    return;
  }
  for (const kernel::Kernel& kernel : kernels_) {
    if (auto lack = codegen::device_lacks(scheduled_, kernel, device().properties())) {
      unsuitable_ = Fallback{name, lack->code, lack->reason, lack->where.line};
      return;
    }
  }
}

const kernel::Kernel& GpuFunction::kernel_at(ir::StmtId root) const {
  const auto found = std::find_if(kernels_.begin(), kernels_.end(),
                                  [&](const kernel::Kernel& kernel) { return kernel.root == root; });
  if (found == kernels_.end()) throw InternalError("launching a kernel", "it is none of the function's");
  return *found;
}

const kernel::Kernel* GpuFunction::by_groups(const kernel::Kernel& kernel) {
  std::call_once(groups_are_sought_, [&] {
    grouped_ = kernel::reference_groups(scheduled_);
    if (grouped_) grouped_kernels_ = kernel::find_kernels(grouped_->function);
  });
  if (!grouped_) return nullptr;
  const kernel::Kernel& grouped = grouped_kernels_[static_cast<size_t>(&kernel - kernels_.data())];
  return grouped.arrays.size() > kernel.arrays.size() ? &grouped : nullptr;
}

const ir::Function& GpuFunction::function_of(const kernel::Kernel& kernel) const {
  const bool own = std::any_of(kernels_.begin(), kernels_.end(),
                               [&](const kernel::Kernel& known) { return &known == &kernel; });
  return own ? scheduled_ : grouped_->function;
}

std::span<const ir::ArrayId> GpuFunction::originals() const {
  return grouped_ ? std::span<const ir::ArrayId>(grouped_->originals) : std::span<const ir::ArrayId>();
}

bool GpuFunction::is_last(const kernel::Kernel& kernel) const {
  return &kernel == &kernels_.back() && !ends_in_loop_;
}

std::string GpuFunction::text_of(const kernel::Kernel& kernel, const kernel::Layout& layout,
                                 const kernel::Staging* staging) const {
  return codegen::print_kernel(function_of(kernel), kernel, layout, dialect_of(device()), staging);
}

/// On a processor each work item has a cache of its own to walk a row in.
std::optional<kernel::Staging> GpuFunction::stage(const kernel::Kernel& kernel,
                                                  const kernel::Layout& layout) const {
  const abi::DeviceProperties& properties = device().properties();
  if (properties.is_cpu && !for_tests_.stage_rows) return std::nullopt;
  std::optional<kernel::Staging> staging =
      kernel::stage_rows(function_of(kernel), kernel, layout, properties.local_bytes_static);
  const auto fits = [&] {
    const std::array<int64_t, 3>& threads = staging->threads;
    return threads[0] <= properties.max_block[0] && threads[1] <= properties.max_block[1] &&
           threads[0] * threads[1] <= properties.max_threads;
  };
  return staging && fits() ? std::move(staging) : std::nullopt;
}

const kernel::Staging* GpuFunction::staging(const kernel::Kernel& kernel, const kernel::Layout& layout) {
  const std::lock_guard lock(mutex_);
  const auto [found, fresh] = stagings_.try_emplace({kernel.root, layout});
  if (fresh) found->second = stage(kernel, layout);
  return found->second ? &*found->second : nullptr;
}

const GpuFunction::KernelCode& GpuFunction::code(const kernel::Kernel& kernel, const kernel::Layout& layout) {
  const std::lock_guard lock(mutex_);
  KernelCode& known = codes_[{kernel.root, layout}];
  if (known.code == nullptr) {
    if (layout.staged) known.staging = stage(kernel, layout);
    known.text = text_of(kernel, layout, known.staging ? &*known.staging : nullptr);
    const runtime::DeviceSource source{kernel.name, known.text, {kernel.name}};
    runtime::LoadedCode loaded = runtime::load_code(device(), source, cache_);
    known.code = std::move(loaded.code);
    found_ = loaded.cache;
  }
  return known;
}

std::string_view GpuFunction::language() const {
  return device().properties().language == abi::SourceLanguage::CudaC ? "cuda" : "opencl";
}

std::string GpuFunction::source() const {
  const std::lock_guard lock(mutex_);
  std::string texts;
  const auto add = [&](const std::string& text) { texts += (texts.empty() ? "" : "\n") + text; };
  for (const kernel::Kernel& kernel : kernels_) {
    bool met = false;
    for (const auto& [key, compiled] : codes_) {
      if (key.first != kernel.root) continue;
      add(compiled.text);
      met = true;
    }
    if (met) continue;
    const kernel::Layout layout = usual_layout(scheduled_, kernel);
    const std::optional<kernel::Staging> staging = stage(kernel, layout);
    add(text_of(kernel, layout, staging ? &*staging : nullptr));
  }
  return texts;
}

const char* GpuFunction::cache() const {
  const std::lock_guard lock(mutex_);
  return found_;
}

}  // namespace unpython::driver
