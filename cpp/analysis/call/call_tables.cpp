#include "analysis/call/call_tables.h"

#include <algorithm>
#include <span>

#include "analysis/call/meeting.h"

namespace unpython::analysis {

CallTables::CallTables(const ir::Function& function, const CallValues& call)
    : views(static_cast<size_t>(function.arrays.size()), nullptr),
      apart(static_cast<size_t>(function.arrays.size()), true),
      whole(static_cast<size_t>(function.arrays.size()), true),
      scalars(static_cast<size_t>(function.variables.size())) {
  size_t array = 0;
  size_t scalar = 0;
  for (const ir::Parameter& parameter : function.parameters) {
    if (parameter.is_array) {
      const ArrayView& view = call.arrays[array++];
      views[static_cast<size_t>(parameter.array.value)] = &view;
      const bool keeps = keeps_elements_apart(view);
      apart[static_cast<size_t>(parameter.array.value)] = keeps;
      const auto strides = std::span(view.stride_bytes).first(static_cast<size_t>(view.rank));
      whole[static_cast<size_t>(parameter.array.value)] =
          keeps || std::ranges::all_of(strides, [&](int64_t s) { return s % size_of(view.type) == 0; });
      continue;
    }
    const size_t position = scalar++;
    if (position >= call.scalars.size() || !call.scalars[position]) continue;
    const ir::Constant& value = *call.scalars[position];
    if (value.type == ScalarType::Int64)
      scalars[static_cast<size_t>(parameter.variable.value)] = value.integer;
  }
}

KnownValues CallTables::known() const {
  return {.variable =
              [this](ir::VarId v) {
                const auto at = static_cast<size_t>(v.value);
                return at < scalars.size() ? scalars[at] : std::nullopt;
              },
          .extent = [this](ir::ArrayId array, int dimension) -> std::optional<int64_t> {
            const auto at = static_cast<size_t>(array.value);
            if (at >= views.size() || views[at] == nullptr) return std::nullopt;
            return views[at]->extents[static_cast<size_t>(dimension)];
          }};
}

}  // namespace unpython::analysis
