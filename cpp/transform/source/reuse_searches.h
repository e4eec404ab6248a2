// What a loop has found is not looked for again.
//
// Problem: `if k in d: d[k] += 1` searches the table of a dict twice, `while k not in d: ...; d[k]` once more behind its last turn.
//          Nothing else brings two loops together.
// Takes:   a simplified function.
// Gives:   the same function. A statement that holds a loop and only makes values is left out, with the assignments in front of it,
//          where one that is written alike, but for the names of what it assigns, has always run before: its variables get the values
//          of that one. Nothing between them assigns what it reads, or stores to what it loads.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function reuse_searches(const ir::Function& function);

}  // namespace unpython::transform
