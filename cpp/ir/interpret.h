// Reference meaning of the IR, both levels: slow, exact, used by tests as the second oracle.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "ir/function.h"
#include "unpython/array_view.h"

namespace unpython::ir {

struct Outcome {
  bool raised = false;
  ErrorId error;                    ///< valid if raised
  std::vector<Constant> arguments;  ///< of the Raise
  std::vector<Constant> results;    ///< scalar results, in order
};

/// Runs the function on arrays (changed in place) and scalars, each in parameter order. Parallel loops run in order.
/// Every access is checked: leaving an array's extents or reading an unset variable throws InternalError.
[[nodiscard]] Outcome interpret(const Function& function, std::span<const ArrayView> arrays,
                                std::span<const Constant> scalars);

}  // namespace unpython::ir
