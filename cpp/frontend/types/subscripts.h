// What the subscripts between [ and ] mean, one by one: which dimension each takes, and what `...` and
// missing ones stand for. Used by inference and by lowering, so that they cannot disagree.
#pragma once
#include <string>
#include <vector>

#include "frontend/types/types.h"

namespace unpython::frontend {

struct SubscriptPart {
  enum class Kind : uint8_t {
    Index,    ///< an integer: the dimension is gone
    Slice,    ///< part of the dimension
    Whole,    ///< all of the dimension
    NewAxis,  ///< a dimension of one element that takes none
  };
  Kind kind = Kind::Whole;
  int position = -1;  ///< in the list of subscripts; -1: stands in none of them
};

struct SubscriptPlan {
  std::vector<SubscriptPart> parts;
  bool keeps_array = false;  ///< with `...` even one element stays an array of no dimensions
  std::string problem;       ///< not empty: what is wrong, in words
  int problem_position = -1;
};

/// For an array of `rank` dimensions. Index, Slice and Whole parts take its dimensions in order, all of them.
[[nodiscard]] SubscriptPlan plan_subscripts(const std::vector<Type>& subscripts, int rank);

/// What the subscripts select, as an array: of rank 0 for one element.
[[nodiscard]] Type selected(const Type& array, const SubscriptPlan& plan);
/// The same as Python sees it: one element is a scalar.
[[nodiscard]] Type subscripted(const Type& array, const SubscriptPlan& plan);

/// `:`, or its spellings with None and step 1.
[[nodiscard]] bool is_full_slice(const Type& slice);

}  // namespace unpython::frontend
