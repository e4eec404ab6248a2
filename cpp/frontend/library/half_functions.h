// Which functions of ours (python/unpython/_library) give NumPy's numbers of float16. The others are written for float32 and
// float64: their steps are rounded where NumPy's are not, or they ask for the type.
#pragma once
#include <string_view>

namespace unpython::frontend {

/// `name`: of the function in _library.
[[nodiscard]] bool gives_half_as_numpy(std::string_view name);

}  // namespace unpython::frontend
