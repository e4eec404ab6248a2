// Settles every loop that the user marked parallel.
//
// Takes: a simplified function as written.
// Gives: the same function in which a Parallel mark means "may run in any order, once its accumulations are
//        taken apart": loops with a conflict, a break or a return inside, or a value carried from the
//        iteration before are Sequential; their inner loops are judged on their own. One report for each
//        outermost loop. facts: of a call, where they are known: its verdicts decide then, loops that it
//        found independent are marked so (plain ones too), and the reports give no reasons. A loop it does
//        not list is judged from expressions. races: Ordered (and conflicts of scalars always): in order,
//        with the reason in the report. Error, or strict: a conflict throws RaceError. Trust: conflicts
//        between array accesses are not looked at.
#pragma once
#include "analysis/call/call_facts.h"
#include "analysis/text/nest_notes.h"
#include "ir/function.h"
#include "unpython/options.h"

namespace unpython::transform {

[[nodiscard]] ir::Function order_loops(const ir::Function& function, const analysis::CallFacts& facts,
                                       const Options& options, std::vector<analysis::NestNotes>& reports);

}  // namespace unpython::transform
