// Puts the loops of perfect nests in the order that suits memory and threads.
//
// Takes: a simplified function at Level::Scheduling.
// Gives: the same function. Loops, each the whole body of the one before and none of them bounding another,
//        stand in the order that the numbers of the call ask for and allow (cost/loop_order.h). Where those
//        say nothing of them, and all may be reordered, the one with the most neighbouring elements is
//        innermost, and of the others Parallel loops are outside. Marks go with their loops. The
//        reports in `nests` note which loops changed places.
//        For threads, a loop that leaves the Parallel one around it becomes Parallel: else each of its turns is a launch.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "analysis/call/call_facts.h"
#include "analysis/text/nest_notes.h"
#include "ir/function.h"

namespace unpython::transform {

/// The places of the loops in their perfect nests, by their counters, which passes keep.
class MemoryOrder {
 public:
  MemoryOrder() = default;  ///< nothing is known
  /// `function`: the one that the facts name the loops of.
  MemoryOrder(const ir::Function& function, const analysis::CallFacts& facts);
  /// -1: not known.
  [[nodiscard]] int place_of(ir::VarId counter) const;

 private:
  std::map<ir::VarId, int> places_;
};

/// What runs neighbouring iterations.
enum class NeighboursRunOn : uint8_t { Vectors, Threads };

[[nodiscard]] ir::Function interchange_loops(const ir::Function& function, const MemoryOrder& memory,
                                             std::vector<analysis::NestNotes>& nests,
                                             NeighboursRunOn neighbours = NeighboursRunOn::Vectors);

}  // namespace unpython::transform
