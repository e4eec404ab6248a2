// One line per nest for people: which loops run in parallel, as vectors, on tiles.
//
// Takes: the function as written (for the names of the user's loop variables), the scheduled one, and the
//        reports.
// Gives: NestNotes::schedule, such as "parallel over i, vectors over j; subscripts proven at the entry".
#pragma once
#include "transform/pipeline.h"

namespace unpython::transform {

void describe_schedule(const ir::Function& source, const ir::Function& scheduled,
                       std::vector<analysis::NestNotes>& nests);

}  // namespace unpython::transform
