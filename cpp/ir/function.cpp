#include "ir/function.h"

#include <algorithm>

namespace unpython::ir {

const Array& Function::base_of(const Result& view) const {
  return arrays[view.parameter < 0 ? view.array : parameters[static_cast<size_t>(view.parameter)].array];
}

size_t Function::returned_values(const Result& result) const {
  if (!result.is_array) return 1;
  if (result.same_object) return 0;
  const auto rank = static_cast<size_t>(base_of(result).rank);
  return (result.parameter < 0 ? 2 * rank : rank) + 2 * result.axes.size();
}

std::vector<ArrayId> Function::returned_arrays() const {
  std::vector<ArrayId> found;
  for (const Result& result : results) {
    if (!result.is_view() || result.parameter >= 0) continue;
    if (std::find(found.begin(), found.end(), result.array) == found.end()) found.push_back(result.array);
  }
  return found;
}

}  // namespace unpython::ir
