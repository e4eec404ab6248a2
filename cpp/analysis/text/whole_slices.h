// Slices of few elements, `a[i - 1 : i + 2]`: what their starts and extents are where no end is cut off or counts from the end.
//
// Problem: a window has three elements, but its extent is written max(min(i + 2, n) - (i - 1 < 0 ? ... : i - 1), 0).
// Choice:  the expressions are found in the text; whether they always have their plain value is a fact of a call (CallFacts).
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/affine.h"

namespace unpython::analysis {

/// More elements along one dimension gain nothing from being known.
inline constexpr int64_t kMostSlicedElements = 8;

class WholeSlices {
 public:
  explicit WholeSlices(const ir::Function& function);

  /// The expression is the extent of a slice of few elements, or the start of one.
  [[nodiscard]] bool contains(ir::ExprId id) const;

 private:
  std::vector<ir::ExprId> found_;  ///< ascending
};

/// The value of a start or an extent of a slice that lies within its array: without limits at the ends of the array, and without
/// the way that counts from its end.
[[nodiscard]] std::optional<Affine> plain_slice_end(const ir::Function& function, ir::ExprId id);

}  // namespace unpython::analysis
