// Whether an exception may end a nest before all its stores have happened.
#pragma once
#include "analysis/call/call_facts.h"
#include "analysis/call/nest.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::footprint {

/// True unless every check and raise in the nest is known to stay silent in the calls that `facts` are about.
[[nodiscard]] UNPYTHON_API bool may_raise(const ir::Function& function, const analysis::Nest& nest,
                                          const analysis::CallFacts& facts);

}  // namespace unpython::footprint
