// Marks loops that the code generator writes out iteration by iteration.
//
// Takes: a function at Level::Scheduled.
// Gives: the same function. A loop in order of a few iterations, whose number is known, is Unrolled if it
//        carries a variable from one iteration to the next: then a chain of short steps needs no counter and
//        no moves. Of loops that carry nothing those that go through a row of at most four elements are Unrolled; longer ones
//        may become vectors.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function unroll_short_loops(const ir::Function& function);

}  // namespace unpython::transform
