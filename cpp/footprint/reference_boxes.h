// The elements that one reference touches in the loops around it, as boxes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "footprint/box.h"
#include "footprint/counter_forms.h"

namespace unpython::footprint {

/// A loop around a statement: its counter runs from the largest of `begins` to before the least of `ends`, which are
/// forms in counters outside of the loop.
struct LoopAround {
  ir::VarId counter;
  std::vector<Form> begins;
  std::vector<Form> ends;
  bool exact = true;  ///< no: it may end sooner
};

/// One subscript.
struct Subscript {
  KnownForm form;
  Known range;  ///< where there is no form
};

/// None: they are more than `most_boxes`.
[[nodiscard]] std::optional<std::vector<Box>> reference_boxes(const std::vector<LoopAround>& loops,
                                                              const std::vector<Subscript>& subscripts,
                                                              const std::vector<int64_t>& extents,
                                                              size_t most_boxes);

}  // namespace unpython::footprint
