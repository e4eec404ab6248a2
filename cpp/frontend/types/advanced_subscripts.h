// Subscripts that are arrays themselves: masks (bool) and index arrays (integers). Which axes they take, and
// where what they select stands in the result. Used by inference and by lowering, so that they cannot
// disagree.
#pragma once
#include <string>
#include <vector>

#include "frontend/types/subscripts.h"

namespace unpython::frontend {

/// One subscript that is an array.
struct AdvancedPart {
  int position = 0;  ///< in the list of subscripts
  int axis = 0;      ///< the first axis it takes, of what the other subscripts leave
  int taken = 1;     ///< axes it takes: a mask as many as it has dimensions
};

/// The other subscripts select first (`basic`, with `:` for each axis that an array takes), then the arrays
/// do.
struct AdvancedPlan {
  std::vector<Type> basic;
  /// By basic subscript: its position in the list; -1: an axis that an array takes.
  std::vector<int> sources;
  std::vector<AdvancedPart> parts;
  int front = 0;         ///< axes of the result before those that the arrays select
  int selected = 0;      ///< axes that the arrays select together: their broadcast rank
  int rank = 0;          ///< of the result
  bool is_mask = false;  ///< one mask over the leading axes: its elements in order
  std::string problem;   ///< not empty: what is wrong, in words
  int problem_position = -1;
};

/// a[t] of a tuple t: its elements are the subscripts.
[[nodiscard]] bool is_tuple_subscript(const std::vector<Type>& subscripts);
[[nodiscard]] bool is_advanced(const Type& subscript);
[[nodiscard]] bool any_advanced(const std::vector<Type>& subscripts);

/// For an array of `rank` dimensions.
[[nodiscard]] AdvancedPlan plan_advanced(const std::vector<Type>& subscripts, int rank);

}  // namespace unpython::frontend
