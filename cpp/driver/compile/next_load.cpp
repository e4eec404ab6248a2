#include "driver/compile/next_load.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "ir/rewrite.h"

namespace unpython::driver {
namespace {

/// Kernels in a loop of the host, from the first to the last.
struct Turn {
  size_t first = 0;
  size_t last = 0;
};

std::vector<Turn> turns_of(const GpuFunction& function, size_t kernel) {
  const ir::Function& f = function.scheduled();
  const std::vector<kernel::Kernel>& kernels = function.kernels();
  const auto number_of = [&](ir::StmtId root) {
    return static_cast<size_t>(
        std::find_if(kernels.begin(), kernels.end(), [&](const kernel::Kernel& known) { return known.root == root; }) -
        kernels.begin());
  };
  std::vector<Turn> turns;
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    if (number_of(id) < kernels.size()) return false;
    if (!is_one_of<ir::For, ir::While>(f[id].node)) return true;
    Turn turn{kernels.size(), 0};
    ir::walk_stmts(f, {id}, [&](ir::StmtId inner) {
      const size_t number = number_of(inner);
      if (number == kernels.size()) return true;
      turn = {std::min(turn.first, number), std::max(turn.last, number)};
      return false;
    });
    if (turn.first <= kernel && kernel <= turn.last) turns.push_back(turn);
    return true;
  });
  return turns;
}

}  // namespace

int64_t kernels_to_next_load(const GpuFunction& function, const kernel::Kernel& kernel, ir::ArrayId array) {
  const std::vector<kernel::Kernel>& kernels = function.kernels();
  const auto loads = [&](const kernel::Kernel& other) {
    return std::any_of(other.arrays.begin(), other.arrays.end(),
                       [&](const kernel::KernelArray& used) { return used.loaded && used.array == array; });
  };
  const auto at = static_cast<size_t>(&kernel - kernels.data());
  auto least = static_cast<size_t>(std::numeric_limits<int64_t>::max());
  for (size_t n = at + 1; n < kernels.size(); ++n)
    if (loads(kernels[n])) least = std::min(least, n - at);
  for (const Turn& turn : turns_of(function, at)) {
    for (size_t n = turn.first; n <= at; ++n)
      if (loads(kernels[n])) least = std::min(least, turn.last - at + n - turn.first + 1);
  }
  return static_cast<int64_t>(least);
}

}  // namespace unpython::driver
