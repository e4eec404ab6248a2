#include "ir/function.h"

#include <algorithm>

namespace unpython::ir {

const Array& Function::base_of(const Result& view) const {
  return arrays[view.array.valid() ? view.array : parameters[static_cast<size_t>(view.parameter)].array];
}

size_t Function::returned_values(const Result& result) const {
  if (!result.is_array) return 1;
  if (!result.is_view()) return 0;
  size_t count = result.seen.empty() ? 0 : 1;
  for (const SeenArgument& argument : result.seen)
    for (const ViewStep& step : argument.steps) count += step.values();
  if (!result.has_base()) return count;
  const auto rank = static_cast<size_t>(base_of(result).rank);
  return count + (result.array.valid() ? 2 * rank : rank) + 2 * result.axes.size();
}

std::vector<ArrayId> Function::returned_arrays() const {
  std::vector<ArrayId> found;
  for (const Result& result : results) {
    if (!result.is_view() || !result.array.valid()) continue;
    if (std::find(found.begin(), found.end(), result.array) == found.end()) found.push_back(result.array);
  }
  return found;
}

}  // namespace unpython::ir
