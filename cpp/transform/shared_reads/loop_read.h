// What a loop of a kernel reads in common for several iterations of the grid: what find_reuse(), find_rows() and find_windows() share.
#pragma once
#include <optional>
#include <vector>

#include "kernel/launch.h"

namespace unpython::transform {

struct LoopRead {
  ir::ArrayId array;
  std::vector<ir::ExprId> indices;
  std::vector<ir::ExprId> loads{};  ///< all expressions that read it
};

/// Whether an expression, which is that load, reads what `known` reads; it is noted there.
[[nodiscard]] bool joins(const ir::Function& function, LoopRead& known, const ir::Load& load, ir::ExprId id);
template <typename Reads>
[[nodiscard]] bool joins_any(const ir::Function& function, Reads& reads, const ir::Load& load, ir::ExprId id) {
  for (LoopRead& known : reads) {
    if (joins(function, known, load, id)) return true;
  }
  return false;
}

/// The place among the arguments of a kernel of an array that the kernel does not store to; nothing for others.
[[nodiscard]] std::optional<size_t> only_loaded(const kernel::Kernel& kernel, ir::ArrayId array);

/// Nothing but assignments, each in every iteration: what is read under a condition may lie outside of its array.
[[nodiscard]] bool only_assigns(const ir::Function& function, const ir::Block& block);

}  // namespace unpython::transform
