// Types of arrays whose elements are those of another array at other indices.
#include <algorithm>

#include "frontend/infer/typer.h"
#include "frontend/types/array_call.h"
#include "frontend/types/times.h"

namespace unpython::frontend {

namespace {

/// Any negative number, as NumPy takes them.
bool is_unknown_dimension(const Type& type) { return known_integer(type).value_or(0) < 0; }

}  // namespace

/// Error if the function is of another kind, or the call makes no sense: `problem` says what.
Type Typer::index_map(const ArrayCall& call, std::string& problem) {
  const std::vector<Type>& given = call.arguments;
  const Type& array = given[0];
  const auto fails = [&](std::string words) {
    problem = std::move(words);
    return error_type();
  };
  const auto like = [&](int rank) { return new_array(array.scalar, rank); };
  const auto is_count = [&](size_t i) { return call.is_absent(i) || is_index(given[i]); };
  const bool is_array = array.is_array();
  switch (call.function.family) {
    case ArrayFamily::ExpandDims:
    case ArrayFamily::Squeeze:
    case ArrayFamily::AtLeast: {
      if (!is_array) return fails("is defined for arrays only");
      const auto plan = call.axes_plan();
      const auto is_whole_part = [](const SubscriptPart& part) { return part.kind == SubscriptPart::Kind::Whole; };
      if (plan && std::all_of(plan->parts.begin(), plan->parts.end(), is_whole_part)) {
        Type all = array;  // the same object, or, with axes, a view of all of it
        if (array.is_view() && call.function.family != ArrayFamily::AtLeast && !call.is_absent(1)) all.maker = kSomeView;
        return all;
      }
      return plan ? selected(array, *plan)
                  : fails("needs a constant axis within the dimensions of the array");
    }
    case ArrayFamily::Reshape: {
      if (!is_array) return fails("is defined for arrays only");
      if (given.size() == 1) return like(1);
      const std::vector<Type> asked = call.asked_dimensions();
      const auto unknown = std::count_if(asked.begin(), asked.end(), is_unknown_dimension);
      const bool integers = std::all_of(asked.begin(), asked.end(), is_index);
      if (!integers || asked.size() > static_cast<size_t>(kMaxRank))
        return fails("needs a shape: an integer or a tuple of them");
      return unknown > 1 ? fails("can only work out one dimension") : like(static_cast<int>(asked.size()));
    }
    case ArrayFamily::BroadcastTo: {
      const auto rank = shape_rank(given[1]);
      if (!is_array || !rank || *rank < array.rank)
        return fails("needs an array and a shape of as many dimensions");
      return like(*rank);
    }
    case ArrayFamily::DiagonalOf:
    case ArrayFamily::Diag: {
      const bool is_diag = call.function.family == ArrayFamily::Diag;
      if (is_array && array.rank == 1 && is_diag && is_count(1)) return like(2);
      const bool matrix = is_array && (is_diag ? array.rank == 2 : array.rank >= 2);
      return matrix && is_count(1) ? like(array.rank - 1) : fails("needs a matrix and an integer");
    }
    case ArrayFamily::Triangle:
      return is_array && array.rank >= 2 && is_count(1) ? like(array.rank)
                                                        : fails("needs a matrix and an integer");
    case ArrayFamily::TriangleOnes:
      if (!is_count(0) || !is_count(1) || !is_count(2)) return fails("needs integers");
      return new_array(call.dtype().value_or(ScalarType::Float64), 2);
    case ArrayFamily::Roll: {
      const auto axes = call.is_absent(2) ? std::vector<int>{0} : call.constant_axes(2);
      if (!is_array || array.rank == 0 || !axes) return fails("needs an array and a constant axis of it");
      const bool several = given[1].is_tuple();
      const bool integers = several
                                ? std::all_of(given[1].elements.begin(), given[1].elements.end(), is_index) &&
                                      given[1].elements.size() == axes->size()
                                : is_index(given[1]);
      return integers ? like(array.rank) : fails("needs an integer shift for each axis");
    }
    case ArrayFamily::Repeat: {
      const auto axes = call.is_absent(2) ? std::vector<int>{0} : call.constant_axes(2);
      const bool names_several = !call.is_absent(2) && given[2].is_tuple();  // of one, too
      if (!is_array || !is_index(given[1]) || !axes || axes->size() != 1 || names_several)
        return fails("needs an array, one integer and a constant axis");
      return like(call.is_absent(2) ? 1 : array.rank);
    }
    case ArrayFamily::Tile: {
      const auto rank = shape_rank(given[1]);
      return is_array && rank ? like(std::max(*rank, array.rank)) : fails("needs an array and integers");
    }
    case ArrayFamily::Join:
      return joined_arrays(call, problem);
    default:
      return error_type();
  }
}

Type Typer::joined_arrays(const ArrayCall& call, std::string& problem) {
  const Type& arrays = call.arguments[0];
  const auto fails = [&](std::string words) {
    problem = std::move(words);
    return error_type();
  };
  if (!arrays.is_tuple() || arrays.elements.empty()) return fails("needs a tuple or list of arrays");
  std::optional<ScalarType> type;
  size_t rank = 0;
  for (size_t i = 0; i < arrays.elements.size(); ++i) {
    const Type array = call.joined_array(i);
    if (!array.is_array()) return fails("cannot join " + describe(arrays.elements[i]));
    const bool is_stack = call.function.join == JoinKind::Stack;  // whose plan is for the dimensions of the first one
    if (is_stack && array.rank != call.joined_array(0).rank) return fails("needs arrays of the same number of dimensions");
    const size_t own = call.joined_plan(i).parts.size();
    if (i > 0 && own != rank) return fails("needs arrays of the same number of dimensions");
    rank = own;
    if (type && !together_in_array(*type, array.scalar)) return fails("cannot join " + describe(arrays.elements[i]) + " to others here");
    type = type ? promote(*type, array.scalar) : array.scalar;
  }
  const auto axis = call.joined_axis();
  if (!axis || *axis >= static_cast<int>(rank)) return fails("needs a constant axis that the arrays have");
  return new_array(*type, static_cast<int>(rank));
}

}  // namespace unpython::frontend
