// Sets after a loop what the loop only sets to one constant: which type a number has (frontend/types/alternatives.h), and
// whatever else reads like that. The loop then has one statement less, and is a sum or a maximum and nothing else.
//
// Takes: a function as written.
// Gives: the same function, where a variable that no iteration of a loop reads, and that its iterations set
//        to one constant, - in each iteration: is set behind the loop if the loop runs at all; - beside `if x
//        > m: m = x`, and m is changed in no other way: is set behind the loop if m has grown.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function sink_flags(const ir::Function& function);

}  // namespace unpython::transform
