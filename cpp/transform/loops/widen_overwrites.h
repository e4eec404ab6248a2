// Runs loops that overwrite what they have read, `b[w] = max(b[w], b[w - shift] + v)` with w descending, several iterations at a time.
//
// Problem: whether an iteration reads what one before has stored is a matter of the sign of `shift`, which only the run knows. A test
//          that the parts read and stored lie apart, as LLVM makes it, fails: they overlap.
// Takes:   a function at Level::Scheduling, after the checks have left the loops, and the element bytes of a vector.
// Gives:   the same function, where an innermost loop whose last statement is its only store, to an array that it also loads at a
//          distance which does not change in the loop, is `if no load is of an element stored before: Vector loop else: the loop`.
//          The lanes of a statement load before they store.
// Leaves:  loops whose distances are constants, loops with anything else to carry, and those that a vector loop holds.
#pragma once
#include "abi/target_info.h"
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function widen_overwrites(const ir::Function& function, const abi::TargetInfo& target);

}  // namespace unpython::transform
