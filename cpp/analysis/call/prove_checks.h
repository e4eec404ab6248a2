// Which checks of a call never raise, which subscripts never or always count from the end of their axis, and which short slices
// lie within their arrays.
#pragma once
#include "analysis/call/call_facts.h"
#include "analysis/call/nest.h"

namespace unpython::analysis {

/// Fills `silent`, `never_negative`, `always_negative` and `whole_slices`. Exact for affine subscripts over affine, guarded
/// domains (as far as inequalities over the rationals, rounded to integers, decide); what is not proven is
/// left out.
void prove_checks(const Nests& nests, CallFacts& facts);

}  // namespace unpython::analysis
