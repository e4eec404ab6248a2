#include "driver/function_names.h"

#include <set>

#include "frontend/array_functions.h"
#include "frontend/intrinsics.h"

namespace unpython::driver {

std::vector<std::string> function_names() {
  std::set<std::string> names;
  for (const frontend::ArrayFunction& function : frontend::array_functions()) names.emplace(function.name);
  for (const frontend::LibraryFunction& function : frontend::library_functions())
    if (function.name.starts_with("numpy.")) names.emplace(function.name);
  return {names.begin(), names.end()};
}

}  // namespace unpython::driver
