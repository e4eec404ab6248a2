// How a launch reaches the device: what its code may take for granted of memory, and the arguments of its kernel.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "cost/launch_work.h"
#include "driver/execute/gpu_machine.h"
#include "ir/scalar_slot.h"
#include "kernel/short_loops.h"
#include "unpython/error.h"

namespace unpython::driver {
namespace {

using footprint::IterationRange;
using footprint::PlacedArray;
using kernel::Kernel;

/// How many iterations the ranges have, x first.
std::array<int64_t, 3> extents_of(std::span<const IterationRange> ranges) {
  std::array<int64_t, 3> extents{1, 1, 1};
  for (size_t n = 0; n < ranges.size(); ++n) extents[ranges.size() - 1 - n] = ranges[n].end - ranges[n].first;
  return extents;
}
std::array<int64_t, 3> firsts_of(std::span<const IterationRange> ranges) {
  std::array<int64_t, 3> firsts{0, 0, 0};
  for (size_t n = 0; n < ranges.size(); ++n) firsts[ranges.size() - 1 - n] = ranges[n].first;
  return firsts;
}

/// One launch, or several where the ranges have more groups, of `items` iterations each, than the device
/// takes.
template <class Launch>
void for_each_launch(std::span<const IterationRange> ranges, const abi::DeviceProperties& device,
                     const std::array<int64_t, 3>& items, const Launch& launch) {
  const size_t dimensions = ranges.size();
  const std::array<int64_t, 3> extents = extents_of(ranges);
  const std::array<int64_t, 3> limit = kernel::launch_limit(items, device);
  std::array<int64_t, 3> first{};
  for (first[2] = 0; first[2] < extents[2]; first[2] += limit[2]) {
    for (first[1] = 0; first[1] < extents[1]; first[1] += limit[1]) {
      for (first[0] = 0; first[0] < extents[0]; first[0] += limit[0]) {
        std::vector<IterationRange> part(ranges.begin(), ranges.end());
        std::array<int64_t, 3> size{};
        for (size_t d = 0; d < 3; ++d) {
          size[d] = std::min(limit[d], extents[d] - first[d]);
          if (d >= dimensions) continue;
          IterationRange& range = part[dimensions - 1 - d];
          range.first += first[d];
          range.end = range.first + size[d];
        }
        launch(part, kernel::groups_over(size, items));
      }
    }
  }
}

}  // namespace

void GpuMachine::queue(const Launch& launch, std::span<const IterationRange> ranges,
                       const std::vector<DeviceArray>& placed) {
  const Kernel& kernel = launch.kernel;
  kernel::Layout layout = layout_of(kernel, placed);
  layout.part_of_groups = launch.groups.has_value();
  ask_alignment(kernel, placed, ranges, layout);
  ask_turns(launch, layout);
  const GpuFunction::KernelCode& built =
      function_.code(kernel, layout,
                     {.firsts = firsts_of(ranges),
                      .extents = extents_of(ranges),
                      .value = [&](ir::ExprId id) { return launch.value(id).integer; },
                      .extent = [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); }},
                     [&] { return least_effort(launch); });
  const runtime::Effort least = built.code->is_made() ? runtime::Effort::Best : least_effort(launch);
  const std::array<int64_t, 3> threads =
      built.grouped != nullptr
          ? built.threads
          : kernel::group_threads(extents_of(ranges), device_.properties(), most_threads(*built.code), built.in_blocks);
  const std::array<int64_t, 3> items = built.grouped != nullptr ? built.grouped->items : threads;
  // All groups of a part are one launch.
  const std::span<const IterationRange> in_grid = launch.groups ? std::span<const IterationRange>() : ranges;
  for_each_launch(in_grid, device_.properties(), items,
                  [&](const std::vector<IterationRange>& part, const std::array<int64_t, 3>& covering) {
                    LaunchArguments list;
                    for (const kernel::KernelParameter& parameter : built.parameters)
                      add_argument(parameter, launch, part, placed, layout, list);
                    const std::vector<LaunchArgument> arguments = list.take();
                    const runtime::LaunchGeometry grid{
                        built.grouped != nullptr ? groups_of(*built.grouped, launch, part) : covering, threads,
                        built.dynamic_local_bytes};
                    auto step = std::make_shared<const LaunchStep>(
                        LaunchStep{.kernel = &kernel,
                                   .code = built.code,
                                   .least = least,
                                   .ranges = launch.groups ? std::vector{*launch.groups} : part,
                                   .geometry = grid,
                                   .file = &file_of(kernel),
                                   .line = function_.scheduled()[kernel.root].range.line,
                                   .bytes = bytes_of(launch, part),
                                   .arguments = arguments.size()});
                    executor_.launch(step, arguments);
                    ++unseen_;
                    KernelRecord& record = record_of(kernel);
                    record.grid = grid.groups;
                    record.block = threads;
                    record.homes = built.homes;
                    record.code = built.code;
                    ++record.launches;
                  });
}

/// A launch that is over in milliseconds also with code that is several times slower takes such code.
runtime::Effort GpuMachine::least_effort(const Launch& launch) const {
  constexpr double kMostStatements = 2e10;
  constexpr double kMostInOrder = 1e6;
  const cost::LaunchWork work = cost::launch_work(function_.scheduled(), launch.kernel.root,
                                                  [&](ir::ExprId id) { return launch.value(id).integer; });
  return work.statements <= kMostStatements && work.in_order <= kMostInOrder ? runtime::Effort::Quick : runtime::Effort::Best;
}

/// Of a group of the kernel.
int GpuMachine::most_threads(const runtime::PendingCode& code) const {
  const int of_any = device_.properties().threads_of_any_kernel;
  return of_any > 0 ? of_any : code.get().facts(0).max_threads;
}

const std::string& GpuMachine::file_of(const Kernel& kernel) const {
  return function_.specialization().files[static_cast<size_t>(function_.scheduled()[kernel.root].range.file)];
}

/// What a launch of these iterations may read and write: its share of the arrays on the device.
int64_t GpuMachine::bytes_of(const Launch& launch, std::span<const IterationRange> part) const {
  double bytes = 0;
  for (const kernel::KernelArray& array : launch.kernel.arrays)
    bytes += (array.loaded + array.stored) * static_cast<double>(arrays_.bytes_of(arrays_[array.array].buffer));
  for (size_t d = 0; d < part.size() && d < launch.extents.size(); ++d)
    bytes *= static_cast<double>(part[d].end - part[d].first) / static_cast<double>(launch.extents[d]);
  if (launch.groups)
    bytes *= static_cast<double>(launch.groups->end - launch.groups->first) / static_cast<double>(groups_of(launch));
  return static_cast<int64_t>(bytes);
}

/// Groups of a launch of these iterations.
std::array<int64_t, 3> GpuMachine::groups_of(const transform::GroupedKernel& grouped, const Launch& launch,
                                             std::span<const IterationRange> part) const {
  if (kernel::is_grouped(function_.scheduled(), launch.kernel)) {
    const ir::Function& f = function_.scheduled();
    const std::vector<ir::StmtId>& grid = launch.kernel.grid;
    std::array<int64_t, 3> groups{1, 1, 1};
    for (size_t n = 0; n < grid.size(); ++n)
      groups[grid.size() - 1 - n] = launch.value(std::get<ir::For>(f[grid[n]].node).extent).integer;
    if (launch.groups) groups[grid.size() - 1] = launch.groups->end - launch.groups->first;
    return groups;
  }
  const auto variable = [&](ir::VarId id) -> int64_t {
    for (size_t n = 0; n < part.size(); ++n) {
      if (grouped.kernel.firsts[n] == id) return part[n].first;
      if (grouped.kernel.ends[n] == id) return part[n].end;
    }
    for (size_t n = 0; n < launch.scalars.size(); ++n) {
      if (launch.kernel.scalars[n] == id) return launch.scalars[n].integer;
    }
    throw InternalError("launching a kernel", "the number of its groups asks for what it is not given");
  };
  return transform::group_counts(grouped.function, grouped.kernel, variable,
                                 [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); });
}

void GpuMachine::add_argument(const kernel::KernelParameter& parameter, const Launch& launch,
                              std::span<const IterationRange> part, const std::vector<DeviceArray>& placed,
                              const kernel::Layout& layout, LaunchArguments& arguments) {
  using Kind = kernel::KernelParameter::Kind;
  const size_t index = parameter.index;
  const auto d = static_cast<size_t>(parameter.dimension);
  switch (parameter.kind) {
    case Kind::First:
      return arguments.number(part[index].first);
    case Kind::End:
      return arguments.number(part[index].end);
    case Kind::FirstGroup:
      return arguments.number(launch.groups->first);
    case Kind::LoopExtent:
      return arguments.number(launch.whole[index]);
    case Kind::Scalar: {
      const ir::Constant& scalar = launch.scalars[index];
      return arguments.scalar(ir::to_slot(scalar), static_cast<int>(size_of(scalar.type)),
                              scalar_argument(launch.kernel.scalars[index]), static_cast<int>(launch.first_scalar + index));
    }
    case Kind::Memory: {
      const kernel::KernelArray& used = launch.kernel.arrays[index];
      return arguments.memory(placed[index].name, used.stored || used.updated);
    }
    case Kind::Offset:
      return arguments.number(placed[index].placed.first);
    case Kind::Stride:
    case Kind::Remainder: {
      const PlacedArray& array = placed[index].placed;
      const int64_t stride = parameter.kind == Kind::Stride ? array.strides[d] : array.remainder_strides[d];
      return layout.narrow_offsets ? arguments.number(static_cast<uint32_t>(stride)) : arguments.number(stride);
    }
    case Kind::Extent:
      return arguments.number(arrays_[launch.kernel.arrays[index].array].host.extents[d]);
    case Kind::Before:
      return arguments.number(launch.before);
    case Kind::Error:
      return arguments.memory({MemoryName::Of::Errors, 0}, launch.kernel.may_raise);
  }
}

/// Position of a scalar among the scalar parameters; -1: it is none.
int GpuMachine::scalar_argument(ir::VarId variable) const {
  int index = 0;
  for (const ir::Parameter& parameter : function_.scheduled().parameters) {
    if (parameter.is_array) continue;
    if (parameter.variable == variable) return index;
    ++index;
  }
  return -1;
}

kernel::Layout GpuMachine::layout_of(const Kernel& kernel, const std::vector<DeviceArray>& placed) const {
  kernel::Layout layout{.narrow_offsets = true};
  layout.disjoint = true;
  const bool packed = std::any_of(placed.begin(), placed.end(), [](const DeviceArray& on_it) {
    return on_it.placed.axes != std::array<kernel::Axis, kMaxRank>{};
  });
  for (size_t i = 0; i < placed.size(); ++i) {
    const PlacedArray& array = placed[i].placed;
    layout.narrow_offsets = layout.narrow_offsets && !array.backwards && array.last < INT32_MAX;
    layout.unit_dimension.push_back(array.unit_dimension);
    if (packed) layout.axes.push_back(array.axes);
    for (size_t j = 0; j < placed.size(); ++j) {
      const bool shared = i != j && placed[i].memory == placed[j].memory;
      if (shared && (kernel.arrays[i].stored || kernel.arrays[j].stored)) layout.disjoint = false;
    }
  }
  return layout;
}

/// For wide accesses: the places of memory divide in CUDA, where a handle is an address, and in OpenCL, where a buffer begins at a
/// multiple of at least 128 bytes. First elements divide by all of kWideBytes or not at all, as the key of a plan says; 1 stands for
/// what divides by no more than a narrower element, so that there are few texts.
void GpuMachine::ask_alignment(const Kernel& kernel, const std::vector<DeviceArray>& placed,
                               std::span<const IterationRange> ranges, kernel::Layout& layout) const {
  constexpr int kSteps = 4;
  for (size_t i = 0; i < placed.size(); ++i) {
    const PlacedArray& array = placed[i].placed;
    const int64_t item = size_of(function_.function_of(kernel)[kernel.arrays[i].array].type);
    const bool begins = placed[i].memory.value % kernel::kWideBytes == 0 && array.first * item % kernel::kWideBytes == 0;
    int64_t bytes = begins ? kernel::kWideBytes : 1;
    for (size_t d = 0; d < kMaxRank; ++d) {
      if (static_cast<int>(d) != array.unit_dimension) bytes = std::gcd(bytes, array.strides[d] * item);
    }
    layout.alignment.push_back(bytes > item || bytes == kernel::kWideBytes ? static_cast<int>(bytes) : 1);
  }
  const bool any = std::any_of(layout.alignment.begin(), layout.alignment.end(), [](int bytes) { return bytes > 1; });
  if (!any) return void(layout.alignment.clear());
  for (const IterationRange& range : ranges)
    layout.range_steps.push_back(range.first % kSteps == 0 && range.end % kSteps == 0 ? kSteps : 1);
}

/// The turns of loops inside the kernel: few, or at least no more than narrow counters count.
void GpuMachine::ask_turns(const Launch& launch, kernel::Layout& layout) const {
  std::vector<int> turns;
  const ir::Function& f = function_.scheduled();
  layout.narrow_turns = &function_.function_of(launch.kernel) == &f;
  for (const ir::StmtId id : function_.short_loops(launch.kernel)) {
    const int64_t count = launch.value(std::get<ir::For>(f[id].node).extent).integer;
    layout.narrow_turns = layout.narrow_turns && count < INT32_MAX;
    turns.push_back(count > 0 && count <= kernel::kFewTurns ? static_cast<int>(count) : 0);
  }
  const bool any = std::any_of(turns.begin(), turns.end(), [](int count) { return count > 0; });
  if (any && function_.may_unroll(launch.kernel, turns)) layout.turns = std::move(turns);
}

}  // namespace unpython::driver
