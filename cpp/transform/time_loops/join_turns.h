// Several nests of a time loop in one kernel, for one load of their arrays.
//
// Problem: a nest of a stencil reads and writes all of its arrays, for a few operations an element: the memory of the device is
//          what it waits for, and the nest after it reads the same elements again.
// Choice:  a group loads a tile and what lies around it into local memory, runs a chunk of nests on it, each a little less far
//          beyond the tile than the one before, and stores the tile. What lies around is computed by neighbours, too. Each nest
//          stores to the elements that it would store to anyway, so that edges, and whatever no nest stores to, need no rule of
//          their own. Chunks run for as many turns as leave one: the last turn, as it is written, gives each array what it ends
//          with.
// Rejected: windows that slide along rows: a tenth fewer loads and operations, but threads that meet at each row.
//
//   rounds = (turns - 1) // 3 if the arrays are large, else 0
//   for r in range(rounds):
//     for p in group(..): for q in group(..): b from a by three nests            (plan_chunks.h)
//     for p in group(..): for q in group(..): a from b by the three after them
//     for t in range(3): what a turn assigns on the host, where the next one reads it: time += step
//   for t in range(turns - 3 * rounds): the nests as they are
//
// Takes:  a scheduled function.
// Gives:  the same function, where loops of find_time_loop() are as above if that pays.
#pragma once
#include <vector>

#include "analysis/text/nest_notes.h"
#include "ir/function.h"

namespace unpython::transform {

/// What the device can do with a chunk.
struct ChunkRoom {
  int64_t group_bytes = 0;   ///< of local memory; 0: no chunks
  int64_t array_bytes = 0;   ///< that the arrays of a chunk may take
  int64_t least_groups = 1;  ///< that make a launch worth it: on a H100, half as many as multiprocessors
};

/// What was done, and why not, is added to the `nests`.
[[nodiscard]] ir::Function join_turns(const ir::Function& function, const ChunkRoom& room,
                                      std::vector<analysis::NestNotes>& nests);

}  // namespace unpython::transform
