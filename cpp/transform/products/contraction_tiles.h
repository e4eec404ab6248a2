// The tiled code of a contraction.
//
//   for each tile of rows x columns (a task): sums = start (tile_sums.h)
//     for each tile of depths, ascending: pack operands (tile_operands.h)
//       for each register tile: load sums -> registers; for p: registers = update; store sums
//     finish(r, c) for the elements of the tile
//
// Each element adds its depths in ascending order, as the loops as written do.
#pragma once
#include <optional>

#include "abi/target_info.h"
#include "ir/function.h"
#include "transform/products/contraction.h"

namespace unpython::transform {

/// How an update is computed from packed operands. Each operand is read through a placeholder variable.
struct PackedOperand {
  ir::ExprId value;       ///< in terms of i and k, or of j and k
  ir::VarId placeholder;  ///< stands for it in the updates
  bool by_row = false;    ///< depends on i; else on j
};
struct PackedUpdate {
  std::vector<PackedOperand> operands;
  std::vector<ir::ExprId> updates;  ///< one for each accumulator
};

/// Takes the operands out of the updates. Nothing if tiling would not pay: no operand of each side that is
/// used again, an element that depends on i, j and k together, or updates that compute more than they load.
[[nodiscard]] std::optional<PackedUpdate> split_operands(ir::Function& function,
                                                         const Contraction& contraction);

/// Tiles run in parallel if `parallel`, else in order.
[[nodiscard]] ir::Block tiled_code(ir::Function& function, const Contraction& contraction,
                                   const PackedUpdate& packed, const abi::TargetInfo& target, bool parallel);

}  // namespace unpython::transform
