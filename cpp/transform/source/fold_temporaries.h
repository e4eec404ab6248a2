// Removes the temporaries that lowering needs for Python's order of evaluation, where nothing depends on
// them.
//
// Takes:  a function of either level.
// Gives:  the same function, where - `t = v; ...; v = t` works on v itself (v = v and e, with e behind a
//         check) - `t = c; if t: t = d; if t: S` is `if c: t = d; if t: S` (if c and d: S) - a value assigned
//         once and read once stands where it is read - an element that is loaded twice with nothing stored in
//         between is loaded once - `t = a[i]; a[i] = e if e < t else t` is `a[i] = e if e < a[i] else a[i]`,
//         also with t < e, <= and >.
// Leaves: stores, checks and raises in order. Run simplify after it.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function fold_temporaries(const ir::Function& function);

}  // namespace unpython::transform
