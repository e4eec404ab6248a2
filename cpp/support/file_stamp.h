// What tells whether files have changed since another process looked at them.
#pragma once
#include <string>
#include <string_view>

#include "support/sha256.h"
#include "unpython/export.h"

namespace unpython {

/// Of all files whose names end with `suffix` in a folder and the folders within it, but for those with a point or a leading `__` in
/// their names.
struct FileStamp {
  Sha256 digest{};  ///< of their names, sizes, and when they were written and put there
  double last_change =
      0;  ///< when one of them was written or put there at last, in seconds since 1970; 0: there are none
};

[[nodiscard]] UNPYTHON_API FileStamp stamp_of_files(const std::string& folder, std::string_view suffix);

}  // namespace unpython
