#include "driver/compile/result_layout.h"

#include <algorithm>

namespace unpython::driver {

ResultLayout result_layout(const ir::Function& function) {
  ResultLayout layout;
  const std::vector<ir::ArrayId> owned = function.returned_arrays();
  layout.owned = owned.size();
  for (const ir::Result& result : function.results) {
    ResultLayout::Part part{.first = layout.values};
    layout.values += function.returned_values(result);
    if (result.has_base()) part.base_rank = function.base_of(result).rank;
    if (result.is_view() && result.array.valid()) {
      part.owner = static_cast<int>(std::find(owned.begin(), owned.end(), result.array) - owned.begin());
      part.extents = part.first + (result.seen.empty() ? 0U : 1U) + static_cast<size_t>(part.base_rank);
    }
    layout.parts.push_back(part);
  }
  return layout;
}

}  // namespace unpython::driver
