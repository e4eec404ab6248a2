// The loader maps the parts of a library without a look at the length of its file; the process ends where it touches what the file
// no longer has.
#pragma once
#include <string>

namespace unpython {

/// The file is a library that ends before one of its parts does. No where the file is no library: the loader says so.
[[nodiscard]] bool is_truncated_library(const std::string& path);

}  // namespace unpython
