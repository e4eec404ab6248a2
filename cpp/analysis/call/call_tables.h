// The arguments of one call by the ids that the function knows them by.
#pragma once
#include <optional>
#include <vector>

#include "analysis/call/nest.h"
#include "analysis/text/loop_names.h"

namespace unpython::analysis {

struct CallTables {
  CallTables(const ir::Function& function, const CallValues& call);

  std::vector<const ArrayView*> views;  ///< by ArrayId; null: a local array
  /// By ArrayId: equal addresses mean equal subscripts. Local arrays are row-major, so they do.
  std::vector<bool> apart;
  /// By ArrayId: elements that share a byte are one element.
  std::vector<bool> whole;
  std::vector<std::optional<int64_t>> scalars;  ///< by VarId: Int64 parameters whose value may be used

  [[nodiscard]] const ArrayView* view(ir::ArrayId array) const {
    return views[static_cast<size_t>(array.value)];
  }
  /// Parameters and extents of arguments.
  [[nodiscard]] KnownValues known() const;
};

}  // namespace unpython::analysis
