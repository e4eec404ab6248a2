// The plan of a call: kept from the last one, found by its numbers, or made.
#pragma once
#include <memory>

#include "bindings/resolved_call.h"

namespace unpython::bindings {

enum class Planning : uint8_t {
  Brief,  ///< short calls of ever new numbers may share one plan
  Exact,  ///< each call has a plan of its own numbers
};

/// The plan of a resolved call. `compiled` becomes true if code was made for it. Null with an exception set.
[[nodiscard]] std::shared_ptr<const driver::Plan> plan_call(FunctionState& function, Entry& entry, Call& call,
                                                            Planning planning, bool& compiled);

/// The code for a call whose plan has questions: asks the data. Throws.
[[nodiscard]] std::shared_ptr<const driver::Variant> ask(FunctionState& function, Entry& entry,
                                                         const driver::Plan& plan, Call& call,
                                                         bool& compiled);

}  // namespace unpython::bindings
