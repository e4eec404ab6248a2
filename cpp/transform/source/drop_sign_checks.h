// Drops conditions that ask whether a float is negative that never is.
//
// Problem: math.sqrt(x * x + y * y) raises for what is negative, so that a call on a device would wait for its kernels to
//          learn of an exception that cannot come, and a loop that may raise is no vector loop, nor has it staged rows.
// Takes:   a function as written.
// Gives:   the same function, where d < 0.0 is false, also for a bound below zero, if the sign bit of `d` is set for no number
//          (a NaN may have one): of squares, constants, absolute values, exponentials, square roots and unsigned integers,
//          of sums, products, quotients and extrema of such, and of variables that are only assigned such.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function drop_sign_checks(const ir::Function& function);

}  // namespace unpython::transform
