// What one iteration of each loop of a function computes, by kind: the part of a cost estimate that the text
// of the function decides.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>

#include "abi/frame.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::cost {

/// Operations on values of one width. A product that is added to something counts once with the sum.
struct FloatCounts {
  double simple = 0;
  double divisions = 0;  ///< and square roots
  double functions = 0;  ///< as many exponentials as what is called is worth
};

struct OperationCounts {
  FloatCounts narrow;  ///< 32 bits
  FloatCounts wide;    ///< 64 bits
  double integer = 0;  ///< on integers and truth values; those that make subscripts do not count

  void add(const OperationCounts& more, double times);
};

/// One For.
struct LoopOperations {
  OperationCounts own;  ///< of one iteration, without what the loops inside it do
  double starts =
      1;  ///< in one iteration of the loop around it, or in the call: more than one inside a While
};

/// Of each For, by its statement. `function`: from transform::simplify_source. While loops are taken to run
/// half of the times that their condition allows, where it compares with a number or an argument.
/// `scalars`: of the call, by scalar parameter.
[[nodiscard]] UNPYTHON_API std::unordered_map<int32_t, LoopOperations> count_operations(
    const ir::Function& function, std::span<const abi::ScalarSlot> scalars);

}  // namespace unpython::cost
