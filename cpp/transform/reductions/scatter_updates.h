// `h[idx[i]] += e` in a parallel loop: iterations that update elements in common.
#pragma once
#include <string>
#include <vector>

#include "analysis/text/reductions.h"
#include "ir/builder.h"

namespace unpython::transform {

/// Integers and Bool: each update becomes one indivisible step; the loop stays parallel.
[[nodiscard]] ir::Block with_atomic_updates(ir::Function& function, const ir::Block& body,
                                            const analysis::ScatterUpdate& scatter);

/// Floats: contiguous shares of the iterations update private copies of the array, which are then added to it
/// in order. The number of copies depends on the extents alone, so the result does not depend on threads.
/// Where an iteration raises, the copies are dropped and the loop runs in order, so that the updates before it are seen.
/// `loop` is Parallel and updates only `scatters` in common; the statements replace it.
[[nodiscard]] ir::Block with_private_copies(ir::Function& function, const ir::For& loop,
                                            const std::vector<analysis::ScatterUpdate>& scatters);

/// Bool expression: private copies of the arrays take less than their updates save.
[[nodiscard]] ir::ExprId are_copies_worth_it(ir::Function& function, const ir::For& loop,
                                             const std::vector<analysis::ScatterUpdate>& scatters);

/// Why a body with such updates may not run again from the first iteration where one of its iterations raises: it stores
/// something else, or raises inside of a loop of its own. Empty: it may. The words go behind "adds to elements of 'h'".
[[nodiscard]] std::string why_not_again(const ir::Function& function, const ir::Block& body,
                                        const std::vector<analysis::ScatterUpdate>& scatters);

}  // namespace unpython::transform
