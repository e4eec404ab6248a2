// Whether a list that is written out changes, as far as the text tells.
#pragma once
#include "frontend/expand/resolved.h"

namespace unpython::frontend {

/// Whether a name stands for a list that is written out (a Tuple), here or in the function around a helper, and something is appended
/// to it, cut from it or stored to it under one of its names. Types are not known, so that this may be wrong.
[[nodiscard]] bool changes_written_list(const resolved::Function& function);

}  // namespace unpython::frontend
