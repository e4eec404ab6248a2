#include "kernel/host_reads.h"

#include <algorithm>
#include <set>

#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

std::set<ArrayId> allocated_arrays(const Function& f) {
  std::set<ArrayId> found;
  walk_stmts(f, f.body, [&](StmtId id) {
    if (const auto* allocation = std::get_if<Allocate>(&f[id].node)) found.insert(allocation->array);
    return true;
  });
  return found;
}

}  // namespace

std::optional<HostRead> constant_read(const Function& f, const Load& load) {
  HostRead read{load.array, {}};
  for (ExprId index : load.indices) {
    const auto* constant = std::get_if<Const>(&f[index].node);
    if (constant == nullptr) return std::nullopt;
    read.indices.push_back(constant->value.integer);
  }
  return read;
}

std::vector<HostRead> host_reads(const Function& f) {
  const std::set<ArrayId> own = allocated_arrays(f);
  std::vector<HostRead> reads;
  const auto visit = [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f[id].node);
    if (load == nullptr || !own.contains(load->array)) return;
    const std::optional<HostRead> read = constant_read(f, *load);
    if (read && std::find(reads.begin(), reads.end(), *read) == reads.end()) reads.push_back(*read);
  };
  walk_stmts(f, f.body, [&](StmtId id) {
    if (is_kernel(f, id)) return false;
    for (ExprId held : expressions(f[id])) walk_exprs(f, held, visit);
    return true;
  });
  return reads;
}

std::vector<ArrayId> only_stored(const Function& f, const std::vector<HostRead>& reads, const std::vector<Kernel>& kernels) {
  const std::vector<ArrayId> returned = f.returned_arrays();
  std::set<ArrayId> other(returned.begin(), returned.end());
  for (const Kernel& kernel : kernels) {
    for (const KernelArray& array : kernel.arrays) {
      if (array.loaded || array.updated) other.insert(array.array);
    }
  }
  std::vector<ArrayId> found;
  for (const HostRead& read : reads) {
    if (other.insert(read.array).second) found.push_back(read.array);
  }
  return found;
}

}  // namespace unpython::kernel
