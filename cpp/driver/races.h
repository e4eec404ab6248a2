// What to do with loops whose iterations are known to conflict.
#pragma once
#include <vector>

#include "frontend/syntax.h"
#include "transform/pipeline.h"
#include "unpython/options.h"

namespace unpython::driver {

/// Throws RaceError for the nests with verdict "conflict" when `races='error'` or strictness asks for it.
void refuse_races(const frontend::syntax::Program& program, const std::vector<transform::NestReport>& nests,
                  const Options& options);

}  // namespace unpython::driver
