// Proves subscripts in bounds, and guards (`if (condition) raise`) silent, once per loop nest instead of at
// each access.
//
// Takes: a simplified function with CheckIndex statements and WrapIndex subscripts.
// Gives: for each outermost loop with provable checks, `if (predicate) fast copy else checked copy`. The
//        predicate is evaluated at the entry of the nest and says that all affine subscripts stay inside
//        (analysis/text); the fast copy has neither their checks nor, where they are never negative, their
//        wraps. A subscript that always crosses 0 keeps its wrap. The checked copy is the nest as it was: it
//        raises at the right iteration. Checks of other subscripts (data, while loops) stay in both copies;
//        inner loops of the fast copy are tried on their own for those that become provable there. A
//        predicate that is always true leaves only the fast copy; an empty loop may take either. facts: of a
//        call: what they say never raises is dropped first, from the nest itself; a nest with nothing left to
//        prove has no copy and no predicate. Bounds the growth: only fast copies are versioned again, so a
//        statement at loop depth d has at most d + 1 copies.
#pragma once
#include "analysis/call/call_facts.h"
#include "ir/function.h"

namespace unpython::transform {

/// What the facts of a call say never raises is left out of its nests, and wraps and limits of slices that do nothing
/// with it: the first part of hoist_checks().
[[nodiscard]] ir::Function drop_proven(const ir::Function& function, const analysis::CallFacts& facts);

[[nodiscard]] ir::Function hoist_checks(const ir::Function& function, const analysis::CallFacts& facts);

}  // namespace unpython::transform
