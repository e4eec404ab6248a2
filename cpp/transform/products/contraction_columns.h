// Where the columns of a contraction's rows begin and end.
#pragma once
#include "transform/products/contraction.h"

namespace unpython::transform {

/// Sets first_column, end_column and rectangular from the extent of the column loop, which may be a linear
/// form of the row. Where all subscripts move with column + t * row, the columns are counted from the same
/// place in all rows. False if the bounds are no linear forms.
[[nodiscard]] bool align_columns(ir::Function& function, Contraction& contraction);

}  // namespace unpython::transform
