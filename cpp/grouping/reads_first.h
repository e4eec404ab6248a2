// Reads whose value the same iteration has written: their elements need not be copied in for them.
#pragma once
#include "analysis/nest.h"

namespace unpython::grouping {

/// True if, whenever the read `access` happens, a write of the same elements has happened before it in the
/// same iteration of all loops around the write.
[[nodiscard]] bool is_written_before(const analysis::Nest& nest, int access);

}  // namespace unpython::grouping
