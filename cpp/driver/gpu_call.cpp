#include "driver/gpu_call.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cstring>
#include <map>

#include "driver/scalar_slot.h"
#include "ir/interpret.h"
#include "ir/rewrite.h"
#include "kernel/boxes.h"
#include "kernel/geometry.h"
#include "runtime/cuda/cuda_device.h"
#include "runtime/device_failure.h"

namespace unpython::driver {
namespace {

using kernel::Kernel;
using kernel::KernelArray;

/// One Grid loop of a launch.
struct Span {
  int64_t first = 0;
  int64_t end = 0;
  int64_t extent = 0;
};

class GpuMachine : public ir::Machine {
 public:
  GpuMachine(GpuFunction& function, GpuArrays& arrays, std::span<const Resident> residents, GpuRecord& record,
             RecordedCall* recording)
      : function_(function),
        arrays_(arrays),
        residents_(residents),
        device_(function.device()),
        queue_(arrays.queue()),
        record_(record),
        recording_(recording) {}

  int64_t extent(ir::ArrayId array, int dimension) override { return arrays_.extent(array, dimension); }
  ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices) override {
    spoil_recording();
    return arrays_.load(array, indices);
  }
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) override {
    spoil_recording();
    arrays_.store(array, indices, value);
  }
  void allocate(ir::ArrayId array, std::vector<int64_t> extents) override {
    arrays_.allocate(array, std::move(extents));
  }
  void release(ir::ArrayId array) override { arrays_.release(array); }

  std::optional<ir::Outcome> launch(ir::StmtId root,
                                    const std::function<ir::Constant(ir::ExprId)>& value) override {
    const Kernel& kernel = function_.kernel_at(root);
    const ir::Function& f = function_.scheduled();
    std::vector<Span> spans;  // outermost first
    for (ir::StmtId id : kernel.grid) {
      const int64_t extent = value(std::get<ir::For>(f[id].node).extent).integer;
      if (extent <= 0) return ir::Outcome{};
      spans.push_back({0, extent, extent});
    }
    std::vector<ir::Constant> scalars;
    for (ir::VarId scalar : kernel.scalars) scalars.push_back(value(read_of(scalar)));
    if (kernel.may_raise) spoil_recording();
    std::vector<DeviceArray> placed;
    const std::vector<kernel::ArrayUse> uses = uses_of(kernel, spans, value);
    for (size_t i = 0; i < kernel.arrays.size(); ++i) placed.push_back(on_device(kernel.arrays[i], uses[i]));
    const kernel::Layout layout = layout_of(kernel, placed);
    const runtime::DeviceCode& code = function_.code(kernel, layout);
    if (kernel.may_raise) clear_error();
    for_each_launch(kernel, spans, code,
                    [&](const std::vector<Span>& part, const kernel::Geometry& geometry) {
                      LaunchArguments arguments;
                      for (size_t n = 0; n < part.size(); ++n) {
                        arguments.number(part[n].first);
                        arguments.number(part[n].end);
                        if (kernel.may_raise && n > 0) arguments.number(part[n].extent);
                      }
                      for (size_t n = 0; n < scalars.size(); ++n) {
                        arguments.scalar(to_slot(scalars[n]), static_cast<int>(size_of(scalars[n].type)),
                                         scalar_argument(kernel.scalars[n]));
                      }
                      for (size_t i = 0; i < kernel.arrays.size(); ++i)
                        add(kernel.arrays[i], placed[i], layout, i, arguments);
                      if (kernel.may_raise) arguments.memory(error_.get(), -1);
                      launch(code, {geometry.groups, geometry.threads}, arguments.all());
                      note(kernel, geometry);
                    });
    return kernel.may_raise ? read_error() : ir::Outcome{};
  }

 private:
  /// The function has a Read of every scalar that a kernel reads.
  ir::ExprId read_of(ir::VarId variable) {
    if (reads_.empty()) {
      const ir::Function& f = function_.scheduled();
      for (ir::ExprId id{0}; f.exprs.contains(id); ++id.value) {
        if (const auto* read = std::get_if<ir::Read>(&f[id].node)) reads_.emplace(read->variable, id);
      }
    }
    return reads_.at(variable);
  }

  std::vector<kernel::ArrayUse> uses_of(const Kernel& kernel, const std::vector<Span>& spans,
                                        const std::function<ir::Constant(ir::ExprId)>& value) const {
    const ir::Function& f = function_.scheduled();
    const kernel::LaunchNumbers numbers{
        .value = [&](ir::ExprId id) -> std::optional<int64_t> {
          bool loads = false;
          ir::walk_exprs(f, id,
                         [&](ir::ExprId part) { loads |= std::holds_alternative<ir::Load>(f[part].node); });
          return loads ? std::nullopt : std::optional(value(id).integer);
        },
        .extent = [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); }};
    std::vector<kernel::IterationRange> ranges;
    for (const Span& span : spans) ranges.push_back({span.first, span.end});
    return kernel::boxes(f, kernel, ranges, numbers);
  }

  DeviceArray on_device(const KernelArray& array, const kernel::ArrayUse& use) {
    if (!array.loaded && !array.stored) return {};
    const bool fresh = use.covered && is_whole(array.array, *use.stored);
    return arrays_.on_device(array.array, !fresh, array.stored);
  }
  bool is_whole(ir::ArrayId array, const kernel::Box& box) const {
    for (int d = 0; d < function_.scheduled()[array].rank; ++d) {
      const auto at = static_cast<size_t>(d);
      if (box.low[at] > 0 || box.high[at] + 1 < arrays_.extent(array, d)) return false;
    }
    return true;
  }

  kernel::Layout layout_of(const Kernel& kernel, const std::vector<DeviceArray>& placed) const {
    kernel::Layout layout{.narrow_offsets = true};
    layout.disjoint = true;
    for (size_t i = 0; i < placed.size(); ++i) {
      const PlacedArray& array = placed[i].placed;
      layout.narrow_offsets = layout.narrow_offsets && !array.backwards && array.last < INT32_MAX;
      layout.unit_dimension.push_back(array.unit_dimension);
      for (size_t j = 0; j < placed.size(); ++j) {
        const bool shared = i != j && placed[i].memory == placed[j].memory;
        if (shared && (kernel.arrays[i].stored || kernel.arrays[j].stored)) layout.disjoint = false;
      }
    }
    return layout;
  }

  /// Parameters of one array, in the order that kernel/launch.h says.
  void add(const KernelArray& array, const DeviceArray& on_it, const kernel::Layout& layout, size_t index,
           LaunchArguments& arguments) const {
    if (array.loaded || array.stored) {
      arguments.memory(on_it.memory,
                       on_it.placed.first == 0 ? resident_argument(array.array, on_it.memory) : -1);
      arguments.number(on_it.placed.first);
      for (int d = 0; d < function_.scheduled()[array.array].rank; ++d) {
        if (d == layout.unit_dimension[index]) continue;
        const int64_t stride = on_it.placed.strides[static_cast<size_t>(d)];
        if (layout.narrow_offsets) {
          arguments.number(static_cast<uint32_t>(stride));
        } else {
          arguments.number(stride);
        }
      }
    }
    for (size_t d = 0; d < array.asked_extents.size(); ++d) {
      if (array.asked_extents[d]) arguments.number(arrays_.extent(array.array, static_cast<int>(d)));
    }
  }

  void launch(const runtime::DeviceCode& code, const runtime::LaunchGeometry& geometry,
              const std::vector<LaunchArgument>& arguments) {
    std::vector<runtime::KernelArgument> given;
    given.reserve(arguments.size());
    for (const LaunchArgument& argument : arguments) given.push_back(LaunchArguments::as_given(argument));
    device_.launch(queue_, code, 0, geometry, given);
    if (recording_ != nullptr) recording_->note(code, geometry, arguments);
  }

  void spoil_recording() {
    if (recording_ != nullptr) recording_->spoil();
  }
  /// Position of a scalar among the scalar parameters; -1: it is none.
  [[nodiscard]] int scalar_argument(ir::VarId variable) const {
    int index = 0;
    for (const ir::Parameter& parameter : function_.scheduled().parameters) {
      if (parameter.is_array) continue;
      if (parameter.variable == variable) return index;
      ++index;
    }
    return -1;
  }
  /// Position of an array among the array parameters, where all of a resident of the call is its memory; else
  /// -1.
  [[nodiscard]] int resident_argument(ir::ArrayId array, runtime::MemoryHandle memory) const {
    if (recording_ == nullptr) return -1;
    size_t index = 0;
    for (const ir::Parameter& parameter : function_.scheduled().parameters) {
      if (!parameter.is_array) continue;
      if (parameter.array == array) return residents_[index].memory == memory ? static_cast<int>(index) : -1;
      ++index;
    }
    return -1;
  }

  /// One launch, or several where the grid has more groups than the device takes.
  template <class Launch>
  void for_each_launch(const Kernel& kernel, const std::vector<Span>& spans, const runtime::DeviceCode& code,
                       const Launch& launch) const {
    const size_t dimensions = kernel.grid.size();
    std::array<int64_t, 3> extents{1, 1, 1};  // x first
    for (size_t n = 0; n < dimensions; ++n) extents[dimensions - 1 - n] = spans[n].extent;
    const std::array<int64_t, 3> threads =
        kernel::group_threads(extents, device_.properties(), code.facts(0).max_threads);
    const std::array<int64_t, 3> limit = kernel::launch_limit(threads, device_.properties());
    std::array<int64_t, 3> first{};
    for (first[2] = 0; first[2] < extents[2]; first[2] += limit[2]) {
      for (first[1] = 0; first[1] < extents[1]; first[1] += limit[1]) {
        for (first[0] = 0; first[0] < extents[0]; first[0] += limit[0]) {
          std::vector<Span> part = spans;
          std::array<int64_t, 3> size{};
          for (size_t d = 0; d < 3; ++d) {
            size[d] = std::min(limit[d], extents[d] - first[d]);
            if (d >= dimensions) continue;
            part[dimensions - 1 - d].first = first[d];
            part[dimensions - 1 - d].end = first[d] + size[d];
          }
          launch(part, kernel::cover(size, threads));
        }
      }
    }
  }

  void clear_error() {
    if (!error_) error_ = arrays_.acquire(sizeof(kernel::ErrorCell));
    cell_ = {};
    cell_.iteration = INT64_MAX;
    device_.copy_in(queue_, {error_.get(), 0}, &cell_, sizeof cell_);
  }

  ir::Outcome read_error() {
    device_.copy_out(queue_, &cell_, {error_.get(), 0}, sizeof cell_);
    device_.wait(queue_);
    ir::Outcome outcome;
    if (cell_.iteration == INT64_MAX) return outcome;
    outcome.raised = true;
    outcome.error = ir::ErrorId{cell_.site};
    for (int32_t i = 0; i < cell_.argument_count; ++i) {
      ir::Constant argument;
      argument.integer = cell_.arguments[i];
      outcome.arguments.push_back(argument);
    }
    return outcome;
  }

  void note(const Kernel& kernel, const kernel::Geometry& geometry) {
    auto known = std::find_if(record_.kernels.begin(), record_.kernels.end(),
                              [&](const KernelRecord& r) { return r.name == kernel.name; });
    if (known == record_.kernels.end()) {
      record_.kernels.push_back({kernel.name, function_.scheduled()[kernel.root].range.line, {}, {}, 0});
      known = record_.kernels.end() - 1;
    }
    known->grid = geometry.groups;
    known->block = geometry.threads;
    ++known->launches;
  }

  GpuFunction& function_;
  GpuArrays& arrays_;
  std::span<const Resident> residents_;
  runtime::Device& device_;
  runtime::QueueHandle queue_;
  GpuRecord& record_;
  RecordedCall*
      recording_;  ///< null: nobody wants to repeat the call; else each array argument is a resident
  std::map<ir::VarId, ir::ExprId> reads_;
  runtime::PooledMemory error_;
  kernel::ErrorCell cell_{};
};

const char* code_of(runtime::FailureKind kind) {
  switch (kind) {
    case runtime::FailureKind::OutOfMemory:
      return "OUT_OF_DEVICE_MEMORY";
    case runtime::FailureKind::Build:
      return "KERNEL_NOT_BUILT";
    case runtime::FailureKind::Lost:
      return "DEVICE_LOST";
    case runtime::FailureKind::Other:
      return "DEVICE_FAILED";
  }
  return "DEVICE_FAILED";
}

void fill_error(const ir::Outcome& outcome, abi::ErrorRecord& error) {
  error.site = outcome.error.value;
  error.argument_count = static_cast<int32_t>(outcome.arguments.size());
  for (size_t i = 0; i < outcome.arguments.size(); ++i) {
    const ir::Constant& argument = outcome.arguments[i];
    error.arguments[i] =
        is_float(argument.type) ? std::bit_cast<int64_t>(argument.real.real()) : argument.integer;
  }
}

std::vector<ir::Constant> scalars_of(const ir::Function& f, const abi::Frame& frame) {
  std::vector<ir::Constant> scalars;
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array)
      scalars.push_back(to_constant(f[parameter.variable].type, frame.scalars[scalars.size()]));
  }
  return scalars;
}

/// What another library has queued for its array comes before what we queue.
void wait_for_owner(const Resident& resident) {
  if (!resident.stream) return;
  static_cast<runtime::CudaDevice&>(resident.gpu->device())
      .wait_for_stream(resident.gpu->queue(), *resident.stream);
}

}  // namespace

std::variant<int32_t, Fallback> run_on_gpu(GpuFunction& function, const abi::Frame& frame,
                                           std::span<const Resident> residents, GpuRecord& record,
                                           RecordedCall* recording) {
  const ir::Function& f = function.scheduled();
  const std::string& name = function.device().properties().name;
  const std::span arguments(frame.arrays, function.stored().size());
  for (const Resident& resident : residents) {
    if (resident.gpu == &function.gpu()) continue;
    return Fallback{name, "ARRAY_ELSEWHERE",
                    "an argument lies on " + resident.gpu->device().properties().name, 0};
  }
  auto placement = place_arrays(f, arguments, function.stored(), residents);
  if (!placement)
    return Fallback{name, "UNALIGNED_OVERLAP", "arguments that overlap are not aligned to their items", 0};
  std::optional<GpuArrays> arrays;
  try {
    arrays.emplace(f, arguments, std::move(*placement), residents, function.gpu(),
                   function.specialization().options.memory_limit);
    for (const Resident& resident : residents) wait_for_owner(resident);
    GpuMachine machine(function, *arrays, residents, record, recording);
    const ir::Outcome outcome = ir::interpret_on(machine, f, scalars_of(f, frame));
    arrays->finish();
    record.bytes_in = arrays->count().bytes_in;
    record.bytes_out = arrays->count().bytes_out;
    if (outcome.raised) {
      fill_error(outcome, *frame.error);
      return abi::kRaised;
    }
    for (size_t i = 0; i < outcome.results.size(); ++i) frame.results[i] = to_slot(outcome.results[i]);
    return abi::kOk;
  } catch (const runtime::DeviceFailure& failure) {
    if (arrays && arrays->host_is_written()) throw;
    return Fallback{name, code_of(failure.kind()), failure.what(), 0};
  }
}

}  // namespace unpython::driver
