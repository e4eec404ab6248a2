// How much a call will do, roughly: decides whether the call is worth the release of Python's lock.
#pragma once
#include <cstdint>

#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::cost {

struct WorkBound {
  int loop_depth = 0;  ///< deepest nest of counted loops
  /// There is a while loop, or a trip count made of other things than extents, arguments, constants and variables assigned from these.
  bool unbounded = false;
  int64_t largest_constant = 1;  ///< largest constant trip count

  /// Upper bound of the iterations run when no extent and no integer argument exceeds `largest`; saturates.
  [[nodiscard]] int64_t iterations(int64_t largest) const {
    if (unbounded) return INT64_MAX;
    const int64_t trips = largest > largest_constant ? largest : largest_constant;
    int64_t result = 1;
    for (int level = 0; level < loop_depth; ++level) {
      if (__builtin_mul_overflow(result, trips, &result)) return INT64_MAX;
    }
    return result;
  }
};

/// `function` as written (Level::Source).
[[nodiscard]] UNPYTHON_API WorkBound bound_work(const ir::Function& function);

}  // namespace unpython::cost
