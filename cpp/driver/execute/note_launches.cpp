// What the launches of a call leave behind for its report.
#include <algorithm>
#include <functional>

#include "driver/execute/gpu_machine.h"
#include "driver/execute/group_record.h"

namespace unpython::driver {

KernelRecord& GpuMachine::record_of(const kernel::Kernel& kernel) {
  auto known = std::find_if(record_.kernels.begin(), record_.kernels.end(),
                            [&](const KernelRecord& r) { return r.name == kernel.name; });
  if (known != record_.kernels.end()) return *known;
  KernelRecord& fresh = record_.kernels.emplace_back();
  fresh.name = kernel.name;
  const SourceRange& where = function_.scheduled()[kernel.root].range;
  fresh.line = where.line;
  fresh.last_line = std::max(where.line, where.end_line);
  return fresh;
}

void GpuMachine::noting_moved(const kernel::Kernel& kernel, const std::function<void()>& work) {
  const runtime::MovedBytes before = arrays_.count();
  std::vector<runtime::MovedBytes> arrays_before;
  for (const kernel::KernelArray& array : kernel.arrays) arrays_before.push_back(arrays_.moved(array.array));
  work();
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const kernel::KernelArray& array = kernel.arrays[i];
    if ((!array.loaded && !array.stored) || arrays_.is_resident(array.array)) continue;
    GroupReport& group = group_of(record_of(kernel).groups, arrays_, function_.scheduled(), array.array);
    driver::note_moved(group, arrays_, array.array, arrays_before[i]);
  }
  for (const kernel::KernelArray& array : kernel.arrays) {
    if (array.stored) last_store_[array.array] = &kernel;
  }
  const runtime::MovedBytes& now = arrays_.count();
  if (now.in == before.in && now.out == before.out) return;
  KernelRecord& record = record_of(kernel);
  record.bytes_in += now.in - before.in;
  record.bytes_out += now.out - before.out;
}

void GpuMachine::note_out(ir::ArrayId array, int64_t bytes) {
  const auto last = last_store_.find(array);
  if (bytes <= 0 || last == last_store_.end()) return;
  KernelRecord& record = record_of(*last->second);
  record.bytes_out += bytes;
  group_of(record.groups, arrays_, function_.scheduled(), array).copied_out += bytes;
}

void GpuMachine::note_results() {
  for (const auto& [array, kernel] : last_store_) note_out(array, arrays_.brought(array));
}

void GpuMachine::note(const kernel::Kernel& kernel, const LaunchPlan& plan) {
  KernelRecord& record = record_of(kernel);
  if (!record.tiled_for.empty() && record.tiles >= plan.tiles) return;
  record.tiles = plan.tiles;
  record.tile = plan.lengths;
  record.tiled_for = name_of(plan.tiling);
}

}  // namespace unpython::driver
