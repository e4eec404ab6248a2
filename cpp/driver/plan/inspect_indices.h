// Inspection at run time: are the values of an index array distinct, so that a loop over them may run in
// parallel?
//
// Method: one bit per element that the values can choose, where the axis is not much longer than the loop;
// else the values are copied and sorted. Long loops are inspected by all threads, with atomic bits.
#pragma once
#include <cstdint>
#include <optional>

#include "abi/frame.h"
#include "analysis/text/loop_facts.h"
#include "unpython/export.h"
#include "unpython/types.h"

namespace unpython::driver {

/// Two iterations whose indices are one value; equal iterations: one whose index is outside the axis.
struct RepeatedIndex {
  int64_t first = 0;
  int64_t second = 0;
  int64_t value = 0;  ///< the subscript of the second one
};

/// True if no two of the values choose one element, and none lies outside the axis. `data` is where the first
/// element of the index array lies, `type` an integer type. False also where memory is short.
[[nodiscard]] UNPYTHON_API bool are_distinct(const analysis::Inspection& question, const void* data,
                                             ScalarType type, const abi::Services& services);

/// After are_distinct() said no: why, in the order of the iterations. Nothing if the values are distinct now.
[[nodiscard]] UNPYTHON_API std::optional<RepeatedIndex> find_repeated(const analysis::Inspection& question,
                                                                      const void* data, ScalarType type);

/// What are_distinct() takes on `threads` threads, in the unit of cost/cost.h: one scalar operation.
[[nodiscard]] UNPYTHON_API int64_t cost_of_inspection(const analysis::Inspection& question, int threads);

}  // namespace unpython::driver
