// Arrays of which a kernel reads several parts that move with different loops, one name for each part.
//
// Problem: `a[i, j] -= a[i, k] * a[k, j]` touches a block, a piece of a column and a piece of a row; one box
//          around all three grows to the whole array, so that no tile of it fits.
// Choice:  loads are told apart by the Grid loops that each of their subscripts follows, and each group gets
//          an array of its own that stands for the same memory. Whoever places the arrays decides whether
//          they may be apart.
#pragma once
#include <optional>
#include <vector>

#include "ir/function.h"

namespace unpython::footprint {

struct GroupedFunction {
  /// Ids are those of the function that it was made from; its arrays have more behind them.
  ir::Function function;
  std::vector<ir::ArrayId> originals;  ///< for each array more, the one that it stands for
};

/// None if no kernel of the scheduled function reads an array in more than one group. Stores keep their
/// array, with the loads that move as one of them.
[[nodiscard]] std::optional<GroupedFunction> reference_groups(const ir::Function& function);

}  // namespace unpython::footprint
