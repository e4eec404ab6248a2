// The order of the loops of perfect nests that suits memory (papers/3, 3.2.2), from the strides and extents of
// one call, as far as the dependences leave it free.
//
// Cost of a loop as the innermost one: the cache lines that one step of it touches anew, over all accesses in
//          the nest (accesses that differ by a constant share theirs, written lines count twice), and a start
//          that its iterations share. The cheapest loop goes inside, the others follow by cost; what is written
//          stays where nothing is won.
// Legal:   each dependence is carried by the outermost loop whose iterations it joins. It keeps its direction
//          unless a loop that stood inside this one moves outside of it, so only such loops move whose
//          iterations need each other in no iterations of the loops around them.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "analysis/call/call_facts.h"
#include "analysis/call/judge.h"

namespace unpython::cost {

/// Loops of which each but the last has the next one as its whole body, with extents that do not depend on
/// the ones before: indices into Nest::loops, at least two of them.
struct LoopOrder {
  std::vector<int> written;   ///< the outermost first
  std::vector<int> wanted;    ///< the same loops as they should run
  std::string obstacle = {};  ///< why no cheaper order is taken; empty: nothing is lost
};

/// One for each perfect nest inside nest `n`, the outer ones first. `facts`: the verdicts of its loops. `silent`:
/// knows the checks that never raise.
[[nodiscard]] std::vector<LoopOrder> loop_orders(const analysis::LoopForms& forms,
                                                 const analysis::Nests& nests,
                                                 const analysis::CallValues& call, size_t n,
                                                 std::span<const analysis::LoopFacts> facts,
                                                 const analysis::CallFacts& silent);

}  // namespace unpython::cost
