// Whether there is memory, asked before what would end the process without it.
#pragma once

#include <cstddef>

namespace unpython {

/// Whether the process may have so many bytes more (RLIMIT_AS). Another thread may take them at any time.
[[nodiscard]] bool has_memory_for(size_t bytes);

}  // namespace unpython
