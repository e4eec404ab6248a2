// Which loops over rows jam_rows takes, and how far each row stays behind the one before.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/variables.h"
#include "cost/cpu_shape.h"
#include "ir/elements.h"
#include "ir/function.h"

namespace unpython::transform {

using cost::kJammedRows;

/// A part of the body of a loop over rows: a loop over columns, or statements that run through.
struct RowPart {
  ir::Block statements;     ///< one loop, or assignments and stores
  bool is_loop = false;
  int64_t skew = 0;         ///< columns that a row stays behind the one before
  ir::StmtId stored_by{};   ///< the statement of the loop that stores what the next column reads; may be invalid
  ir::Element reread{};     ///< how the next column reads it
};

struct RowsToJam {
  std::vector<RowPart> parts;
  std::vector<ir::VarId> own;  ///< variables that each row has for itself
};

/// `live`: of `function`. Nothing where four rows may not run side by side, or gain nothing from that.
[[nodiscard]] std::optional<RowsToJam> find_rows_to_jam(const ir::Function& function, const analysis::Liveness& live,
                                                        ir::StmtId loop);

}  // namespace unpython::transform
