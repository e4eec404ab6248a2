// What the body of a loop does to the names of arrays: a loop over an array goes on over the array it began with.
#pragma once
#include <set>

#include "frontend/expand/resolved.h"
#include "frontend/infer/infer_types.h"
#include "frontend/infer/webs.h"

namespace unpython::frontend {

struct ArrayEffects {
  std::set<int> given_values;  ///< webs that get other values
  std::set<int> stored_to;     ///< webs that own arrays to whose elements something is stored
  std::set<int> stored_arguments{};  ///< parameters that are stored to
};

/// Of one iteration of a loop, its target included.
[[nodiscard]] ArrayEffects array_effects(const resolved::Function& function, const Webs& webs,
                                         const Types& types, const resolved::For& loop);

/// Webs that own arrays to whose elements something is stored anywhere in the function.
[[nodiscard]] std::set<int> changed_arrays(const resolved::Function& function, const Webs& webs, const Types& types);

}  // namespace unpython::frontend
