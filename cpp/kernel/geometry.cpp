#include "kernel/geometry.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

constexpr int64_t kRowsOfBlock = 4;  // of a warp in blocks
constexpr int64_t kThreads = 256;  // enough groups fit on a multiprocessor at any register count
constexpr int64_t kFewThreads = 64;
constexpr int64_t kGroupsOfMultiprocessor = 4;  // with fewer, some multiprocessors have twice the work of others

/// Of a launch along one dimension: small ones reach all multiprocessors.
int64_t threads_of_line(int64_t extent, const abi::DeviceProperties& device) {
  int64_t threads = kThreads;
  while (!device.is_cpu && threads > kFewThreads && extent < kGroupsOfMultiprocessor * device.multiprocessors * threads) threads /= 2;
  return threads;
}

int64_t power_of_two_above(int64_t value) {
  int64_t power = 1;
  while (power < value) power *= 2;
  return power;
}

}  // namespace

bool repeats_unevenly(const ir::Function& function, const Kernel& kernel) {
  bool found = false;
  bool reads = false;
  ir::walk_stmts(function, std::get<ir::For>(function[kernel.grid.back()].node).body, [&](ir::StmtId id) {
    if (!std::holds_alternative<ir::While>(function[id].node)) return true;
    found = true;
    reads |= ir::has_load(function, ir::Block{id});
    return false;
  });
  return found && !reads;
}

std::array<int64_t, 3> group_threads(const std::array<int64_t, 3>& extents,
                                     const abi::DeviceProperties& device, int most_threads, bool in_blocks) {
  const int64_t most =
      std::max<int64_t>(1, std::min<int64_t>(most_threads > 0 ? most_threads : kThreads, kThreads));
  const bool flat = extents[1] <= 1 && extents[2] <= 1;
  const int64_t line = std::max<int64_t>(32, device.simd_width);
  const int64_t along_x = flat ? threads_of_line(extents[0], device) : in_blocks && extents[1] >= kRowsOfBlock ? line / kRowsOfBlock : line;
  std::array<int64_t, 3> threads{1, 1, 1};
  int64_t left = most;
  for (size_t d = 0; d < 3; ++d) {
    const int64_t wanted =
        std::min(power_of_two_above(std::max<int64_t>(1, extents[d])), d == 0 ? along_x : left);
    threads[d] =
        std::max<int64_t>(1, std::min({wanted, left, device.max_block[d] > 0 ? device.max_block[d] : left}));
    left = std::max<int64_t>(1, left / threads[d]);
  }
  return threads;
}

std::array<int64_t, 3> launch_limit(const std::array<int64_t, 3>& items,
                                    const abi::DeviceProperties& device) {
  std::array<int64_t, 3> limit{};
  for (size_t d = 0; d < 3; ++d) {
    const int64_t groups = device.max_grid[d] > 0 ? std::min<int64_t>(device.max_grid[d], INT32_MAX) : 65535;
    limit[d] = groups * items[d];
  }
  return limit;
}

std::array<int64_t, 3> groups_over(const std::array<int64_t, 3>& extents,
                                   const std::array<int64_t, 3>& items) {
  std::array<int64_t, 3> groups{};
  for (size_t d = 0; d < 3; ++d) groups[d] = (extents[d] + items[d] - 1) / items[d];
  return groups;
}

}  // namespace unpython::kernel
