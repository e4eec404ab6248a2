// What became of the loops and temporaries of array expressions: for explain().
#pragma once
#include <string>
#include <vector>

#include "unpython/error.h"

namespace unpython::transform {

struct FusionNote {
  SourceRange where;  ///< of what the note is about
  bool done = false;  ///< loops became one, or a temporary is gone; else `text` says why not
  std::string text;   ///< one clause for people
};

using FusionReport = std::vector<FusionNote>;

}  // namespace unpython::transform
