#include "frontend/library/function_names.h"

#include <set>

#include "frontend/library/array_functions.h"
#include "frontend/library/known_names.h"

namespace unpython::frontend {

std::vector<std::string> function_names() {
  std::set<std::string> names;
  for (const ArrayFunction& function : array_functions())
    if (!function.name.starts_with("unpython.")) names.emplace(function.name);
  for (const LibraryFunction& function : library_functions())
    if (function.name.starts_with("numpy.")) names.emplace(function.name);
  return {names.begin(), names.end()};
}

}  // namespace unpython::frontend
