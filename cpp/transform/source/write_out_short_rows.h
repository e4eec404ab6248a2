// Writes operations on vectors and small matrices out, and keeps their elements in variables.
//
// Problem: r = p[j] - p[i]; d = r @ r on rows of three elements is loops of three turns and an array of its own in each
//          iteration: memory, checks and loop control cost fifty times what the numbers do.
// Takes:   a simplified function as written.
// Gives:   the same function, where - a loop of a few iterations, inside of a loop of the program, that comes from an operation
//          on arrays or goes through an array of a few elements is its iterations one after the other, in order (sums of so few
//          numbers are added in order, on every target); - a Heap array of a few elements, which are all accessed at constant
//          subscripts, is a variable for each element.
// Leaves:  operations on long arrays with short rows, but for sums of the rows: they are composed as they are. Loops that may
//          conflict.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

/// Whether sums and their kin become additions in order. Where the numbers of a call say how many there are, they stay as they are:
/// their order must not depend on a call.
enum class Sums : uint8_t { WriteOut, Keep };

[[nodiscard]] ir::Function write_out_short_rows(const ir::Function& function, Sums sums = Sums::WriteOut);

}  // namespace unpython::transform
