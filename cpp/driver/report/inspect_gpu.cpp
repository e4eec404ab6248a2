#include "driver/report/inspect_gpu.h"

#include <functional>
#include <map>
#include <stdexcept>

#include "codegen/c_family/c_printer.h"
#include "codegen/c_family/device_lacks.h"
#include "ir/constant.h"
#include "ir/groups.h"
#include "ir/interpret/interpret.h"
#include "ir/write/print.h"
#include "kernel/find_kernels.h"
#include "transform/groups/choose_group.h"
#include "transform/schedule_for_gpu.h"

namespace unpython::driver {
namespace {

using kernel::Kernel;
using transform::LaunchFacts;

constexpr std::string_view kShapes = " shapes";

const codegen::Dialect* dialect_in(std::string_view stage, FloatMode fp = FloatMode::Standard) {
  if (stage.ends_with(kShapes)) stage.remove_suffix(kShapes.size());
  return codegen::find_dialect(stage, fp);
}

/// A large GPU, where none is asked.
abi::DeviceProperties usual_device(FloatMode fp) {
  abi::DeviceProperties device;
  device.local_bytes = device.local_bytes_static = ir::kLocalBytes;
  device.max_threads = 1024;
  device.max_block = {1024, 1024, 64};
  device.multiprocessors = 132;
  device.correctly_rounded_float32 = fp != FloatMode::Fast;
  return device;
}

/// Ends a walk: all kernels are told, or the data of the call decides what comes next.
struct WalkEnded {
  bool asks_data = false;
};

/// Walks through the host part of a call of a plan and tells `meet` of the first launch of each kernel.
class LaunchWalk : public ir::Machine {
 public:
  using Meet = std::function<void(const Kernel&, const LaunchFacts&)>;
  LaunchWalk(const ir::Function& function, const std::vector<Kernel>& kernels, const Meet& meet)
      : f_(function), meet_(meet) {
    for (const Kernel& kernel : kernels) kernels_.emplace(kernel.root, &kernel);
  }

  /// False: it ended where the data of the call decides how it goes on.
  [[nodiscard]] bool run(const Plan& plan, const KeyLayout& layout) {
    const std::vector<ir::Constant> scalars = read_key(plan, layout);
    try {
      static_cast<void>(ir::interpret_on(*this, f_, ir::HeapLifetimes(f_), scalars));
    } catch (const WalkEnded& end) {
      return !end.asks_data;
    }
    return true;
  }

  int64_t extent(ir::ArrayId array, int d) override { return extents_.at(array)[static_cast<size_t>(d)]; }
  ir::Constant load(ir::ArrayId, std::span<const int64_t>) override { throw WalkEnded{true}; }
  void store(ir::ArrayId, std::span<const int64_t>, const ir::Constant&) override {}
  void allocate(ir::ArrayId array, std::vector<int64_t> extents) override { extents_[array] = std::move(extents); }
  void resize(ir::ArrayId array, int64_t extent) override { extents_[array] = {extent}; }
  void release(ir::ArrayId) override {}
  void call_host(const ir::CallHost&, std::span<const ir::Constant>) override { throw WalkEnded{true}; }
  std::optional<ir::Outcome> launch(ir::StmtId root, const std::function<ir::Constant(ir::ExprId)>& value) override {
    constexpr int kMostLaunches = 4096;  // a loop of the host may launch one kernel for ever
    const auto kernel = kernels_.find(root);
    if (kernel != kernels_.end() && tell(*kernel->second, value)) kernels_.erase(kernel);
    if (kernels_.empty() || ++launches_ == kMostLaunches) throw WalkEnded();
    return ir::Outcome{};
  }

 private:
  /// Scalars that no extent and no loop asks for are not in a key, and may be anything.
  std::vector<ir::Constant> read_key(const Plan& plan, const KeyLayout& layout) {
    auto next = plan.key.begin();
    size_t array = 0;
    for (const ir::Parameter& parameter : f_.parameters) {
      if (!parameter.is_array) continue;
      std::vector<int64_t>& extents = extents_[parameter.array];
      for (int d = 0; d < layout.arrays[array].rank; ++d, next += 2) extents.push_back(*next);
      if (layout.closes_word(array++)) ++next;
    }
    ++next;
    std::vector<ir::Constant> scalars;
    for (const ir::Parameter& parameter : f_.parameters) {
      if (parameter.is_array) continue;
      const auto number = static_cast<int>(scalars.size());
      const bool known = std::find(layout.scalars.begin(), layout.scalars.end(), number) != layout.scalars.end();
      scalars.push_back(ir::make_constant(f_[parameter.variable].type, known ? *next++ : 0));
    }
    return scalars;
  }

  /// False: this launch has no iterations.
  bool tell(const Kernel& kernel, const std::function<ir::Constant(ir::ExprId)>& value) {
    LaunchFacts facts{.value = [&](ir::ExprId id) { return value(id).integer; },
                      .extent = [&](ir::ArrayId array, int d) { return extent(array, d); }};
    for (size_t n = 0; n < kernel.grid.size(); ++n) {
      const int64_t iterations = facts.value(std::get<ir::For>(f_[kernel.grid[n]].node).extent);
      if (iterations <= 0) return false;
      if (kernel.ranges(f_) > 0) facts.extents[kernel.grid.size() - 1 - n] = iterations;
    }
    meet_(kernel, facts);
    return true;
  }

  const ir::Function& f_;
  const Meet& meet_;
  std::map<ir::StmtId, const Kernel*> kernels_;  ///< that were not launched yet
  std::map<ir::ArrayId, std::vector<int64_t>> extents_;
  int launches_ = 0;
};

/// The text of a kernel in the first shape that is chosen; `all`: in each shape that it has.
std::string usual_text(const ir::Function& scheduled, const Kernel& kernel, const codegen::Dialect& dialect,
                       const LaunchFacts* launch, bool all, FloatMode fp) {
  const kernel::Layout layout = usual_layout(scheduled, kernel);
  transform::GroupChoice groups(scheduled, kernel, layout, usual_device(fp));
  std::string texts;
  const auto add = [&](int number) {
    const transform::GroupedKernel* shape = number != 0 ? groups.made(number) : nullptr;
    if (shape != nullptr) texts += codegen::print_kernel(shape->function, shape->kernel, layout, dialect);
  };
  for (int number = 1; all && number <= static_cast<int>(transform::group_shapes().size()); ++number) add(number);
  if (!all) add(groups.choose(launch));
  return all || texts.empty() ? texts + codegen::print_kernel(scheduled, kernel, layout, dialect) : texts;
}

std::string comment(std::string_view text, const ir::Stmt& where) {
  return "// " + std::string(text) + " (line " + std::to_string(where.range.line) + ")\n";
}

}  // namespace

bool shows_kernels(std::string_view stage) { return dialect_in(stage) != nullptr; }

std::string inspect_gpu(const Specialization& specialization, const Plan& plan, const GpuFunction* gpu,
                        std::string_view stage) {
  if (gpu != nullptr && stage == "ir") return ir::print(specialization.source);
  if (gpu != nullptr && stage == "scheduled") return ir::print(gpu->scheduled());
  const bool all = stage.ends_with(kShapes);
  const codegen::Dialect* const dialect = dialect_in(stage, specialization.options.fp);
  if (dialect == nullptr) {
    throw std::invalid_argument("no stage '" + std::string(stage) +
                                "' of a function on a device; there are 'ir', 'accesses', 'scheduled', "
                                "'cuda', 'opencl' and 'steps', and with "
                                "up.options(device='cpu') around the call those of the processor");
  }
  const bool own = gpu != nullptr && !all && &gpu->dialect() == dialect;
  const ir::Function scheduled =
      own ? gpu->scheduled()
          : transform::schedule_for_gpu(specialization.simplified, plan.judgement.facts,
                                        specialization.options, {})
                .function;
  const std::vector<Kernel> kernels = kernel::find_kernels(scheduled);
  std::map<ir::StmtId, std::string> texts;
  const auto add = [&](const Kernel& kernel, const LaunchFacts* launch) {
    if (own) {
      texts[kernel.root] = gpu->source(gpu->kernel_at(kernel.root), launch);
    } else if (const auto lack = codegen::device_lacks(scheduled, kernel, {})) {
      texts[kernel.root] = "// no kernel: " + lack->code + ", " + lack->reason + " (line " +
                           std::to_string(lack->where.line) + ")\n";
    } else {
      texts[kernel.root] = usual_text(scheduled, kernel, *dialect, launch, all, specialization.options.fp);
    }
  };
  const LaunchWalk::Meet meet = [&](const Kernel& kernel, const LaunchFacts& launch) { add(kernel, &launch); };
  const KeyLayout layout = key_layout(specialization.simplified);
  const bool is_known = !all && !plan.key.empty() && LaunchWalk(scheduled, kernels, meet).run(plan, layout);
  const std::string_view not_met = is_known ? "a call of these numbers does not launch this kernel"
                                            : "the data of a call decides whether and how this kernel is launched";
  std::string result;
  for (const Kernel& kernel : kernels) {
    if (!result.empty()) result += "\n";
    if (!texts.contains(kernel.root)) {
      add(kernel, nullptr);
      if (!all) result += comment(not_met, scheduled[kernel.root]);
    }
    result += texts.at(kernel.root);
  }
  return result;
}

}  // namespace unpython::driver
