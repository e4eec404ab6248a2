// How much memory the array expressions of a call take, and what they would take one by one.
#pragma once
#include <cstdint>

#include "analysis/call/nest.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct Temporaries {
  int64_t bytes = 0;          ///< of local arrays that remain and are not returned, each counted once
  int64_t unfused_bytes = 0;  ///< of one array for the result of each operator on arrays, each counted once
};

/// `function`: simplified; `nests`: of a call. Extents that differ between runs of a statement count with the
/// largest the numbers of the call allow; what they leave open is not counted.
[[nodiscard]] UNPYTHON_API Temporaries count_temporaries(const ir::Function& function,
                                                         const analysis::Nests& nests);

}  // namespace unpython::driver
