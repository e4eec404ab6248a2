#include "driver/compile/function_names.h"

#include <set>

#include "frontend/library/array_functions.h"
#include "frontend/library/known_names.h"

namespace unpython::driver {

std::vector<std::string> function_names() {
  std::set<std::string> names;
  for (const frontend::ArrayFunction& function : frontend::array_functions())
    if (!function.name.starts_with("unpython.")) names.emplace(function.name);
  for (const frontend::LibraryFunction& function : frontend::library_functions())
    if (function.name.starts_with("numpy.")) names.emplace(function.name);
  return {names.begin(), names.end()};
}

}  // namespace unpython::driver
