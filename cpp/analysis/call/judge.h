// The verdict on every loop of a call, marked parallel or not, from the numbers of the call.
//
// Two accesses of one memory, one of them a write, meet in a loop if two of its iterations touch one byte
// with them (analysis/call/meeting.h). Where that is settled for all pairs, and the scalars of the loop are
// private, accumulated or last values, the loop is Proven or a Reduction. See Verdict for the rest.
#pragma once
#include <vector>

#include "analysis/call/nest.h"
#include "analysis/text/loop_facts.h"
#include "analysis/text/loop_forms.h"

namespace unpython::analysis {

/// Facts of loop l of nest n: result[n][l], in the order of `nests`. `forms` and `nests` are of one function,
/// `call` is what `nests` was collected from. Loops that are not marked Parallel are Proven, Reduction or
/// Sequential.
[[nodiscard]] std::vector<std::vector<LoopFacts>> judge(const LoopForms& forms, const Nests& nests,
                                                        const CallValues& call);

}  // namespace unpython::analysis
