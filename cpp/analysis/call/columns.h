// Triangular nests whose columns may run before their rows, by the numbers of a call.
//
//   as written:  for o in range(n): [for q in range(o + shift): columns(o, q)]; rest(o)
//   by columns:  for s in order:    rest(s); for o in range(s + 1, n), in any order: columns(o, s + shift)
//
// Step s runs what is left of row s, and then one column of all rows below it. By columns, the rests keep their order, and so do the
// columns of one row and its rest. Two orders change:
//   columns(o, q) and columns(o', q'), o < o': by columns the first one is not sooner where q >= q';
//   rest(o) and columns(o', q'), o < o': by columns the rest is not sooner where q' < o + shift.
// So the nest may run by columns if no two such instances, of which one stores, touch one element (analysis/call/meeting.h).
#pragma once
#include "analysis/call/call_tables.h"
#include "analysis/call/nest.h"
#include "analysis/call/triangle.h"

namespace unpython::analysis {

/// `outer`: index of the loop in the nest that has the form of `triangle`. Says nothing of exceptions: who asks makes sure that the
/// nest raises none.
[[nodiscard]] bool may_run_by_columns(const Nests& nests, const Nest& nest, const CallTables& call, int outer,
                                      const Triangle& triangle);

}  // namespace unpython::analysis
