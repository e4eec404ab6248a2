// Where the columns of a contraction's rows begin and end.
#pragma once
#include "transform/contraction.h"

namespace unpython::transform {

/// Sets first_column, end_column and rectangular from the extent of the column loop, which may be a linear
/// form of the row. Where all subscripts move with column + t * row, the columns are counted from the same
/// place in all rows. False if the bounds are no linear forms.
[[nodiscard]] bool align_columns(ir::Function& function, Contraction& contraction);

/// True if the expression reads the variable.
[[nodiscard]] bool reads_variable(const ir::Function& function, ir::ExprId expr, ir::VarId variable);

}  // namespace unpython::transform
