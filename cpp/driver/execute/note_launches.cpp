// What the launches of a call leave behind for its report.
#include <algorithm>
#include <functional>
#include <map>
#include <utility>

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

/// What moves for several kernels together is told of the first of them, and of each array with the first that uses it.
void GpuMachine::noting_moved(std::span<const kernel::Kernel> kernels, const std::function<void()>& work) {
  const runtime::MovedBytes before = arrays_.count();
  std::map<ir::ArrayId, std::pair<const kernel::Kernel*, runtime::MovedBytes>> used;
  for (const kernel::Kernel& kernel : kernels) {
    for (const kernel::KernelArray& array : kernel.arrays)
      if (array.loaded || array.stored) used.try_emplace(array.array, &kernel, arrays_.moved(array.array));
  }
  work();
  for (const auto& [array, by] : used) {
    if (arrays_.is_resident(array)) continue;
    GroupReport& group = group_of(record_of(*by.first).groups, arrays_, function_.scheduled(), array);
    driver::note_moved(group, arrays_, array, by.second);
  }
  for (const kernel::Kernel& kernel : kernels) {
    for (const kernel::KernelArray& array : kernel.arrays)
      if (array.stored) last_store_[array.array] = &function_.kernel_at(kernel.root);
  }
  const runtime::MovedBytes& now = arrays_.count();
  if (now.in == before.in && now.out == before.out) return;
  KernelRecord& record = record_of(kernels.front());
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
