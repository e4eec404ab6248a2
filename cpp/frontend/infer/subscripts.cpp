// Types of subscripts: elements, views, items of tuples.
#include <algorithm>

#include "frontend/infer/typer.h"
#include "frontend/types/advanced_subscripts.h"
#include "frontend/types/tuple_slices.h"

namespace unpython::frontend {

using resolved::ExprId;

Type Typer::slice(const resolved::Slice& node) {
  Type type;
  type.kind = Type::Kind::Slice;
  for (const ExprId part : {node.lower, node.upper, node.step}) {
    const Type bound = part.valid() ? as_integer(expr(part)) : none_type();
    if (bound.is_silent()) return bound;
    if (!bound.is(Type::Kind::None)) {
      if (refuse_large(bound, bound, f_[part].range)) return error_type();
      if (!bound.is_scalar() || !is_integer(bound.scalar))
        return wrong(reasons::kBadSubscript, f_[part].range,
                     "the ends and the step of a slice must be integers, found " + describe(bound),
                     "convert it with int(...)");
    }
    type.elements.push_back(bound);
  }
  if (known_integer(type.elements[2]) == 0)
    return wrong(reasons::kBadSubscript, f_[node.step].range, "slice step cannot be zero");
  return type;
}

Type Typer::subscript(const resolved::Subscript& node, const SourceRange& range) {
  const Type base = expr(node.value);
  const std::vector<Type> indices = integers(node.indices);
  if (base.is_tuple()) return tuple_subscript(base, indices, range);
  if (base.is_list_of_items()) return list_element(base, indices, range);
  return element(base, node.indices, indices, range);
}

Type Typer::tuple_subscript(const Type& base, const std::vector<Type>& indices, const SourceRange& range) {
  for (const Type& index : indices)
    if (index.is_silent()) return index;
  const auto count = static_cast<int64_t>(base.elements.size());
  if (indices.size() == 1 && is_index(indices[0]) && !known_integer(indices[0])) return item_of(base, range);
  if (const auto items =
          indices.size() == 1 ? sliced_items(indices[0], base.elements.size()) : std::nullopt) {
    Type part = base;
    part.record = -1;  // a part of a named tuple is a plain one
    part.elements.clear();
    for (const size_t item : *items) part.elements.push_back(base.elements[item]);
    return part;
  }
  const auto index = indices.size() == 1 ? known_integer(indices[0]) : std::nullopt;
  const bool is_slice = indices.size() == 1 && !indices[0].is_scalar();
  if (!index)
    return wrong(is_slice ? reasons::kUnsupportedExpression : reasons::kBadSubscript, range,
                 "the subscript of a tuple must be a constant integer", "unpack the tuple first: x, y = t");
  const int64_t position = *index < 0 ? *index + count : *index;
  if (position < 0 || position >= count)
    return wrong(reasons::kBadSubscript, range,
                 std::string(base.is_list ? "list index out of range: this list has "
                                          : "tuple index out of range: this tuple has ") +
                     std::to_string(count) + (count == 1 ? " element" : " elements"),
                 count == 0 ? "it is empty, as the shape of an array without dimensions is"
                            : "use a subscript from " + std::to_string(-count) + " to " + std::to_string(count - 1));
  return base.elements[static_cast<size_t>(position)];
}

/// What any element of a tuple is: of one type, numbers or tuples of these.
Type Typer::item_of(const Type& tuple, const SourceRange& range) {
  Type item;
  for (const Type& element : tuple.elements) item = joined(item, element, range);
  const auto holds_array = [](const auto& self, const Type& type) -> bool {
    return type.is_array() || (type.is_scalar() && type.of_array) ||
           std::any_of(type.elements.begin(), type.elements.end(), [&](const Type& part) { return self(self, part); });
  };
  const auto forget = [](const auto& self, Type& type) -> void {
    if (type.is_scalar()) type = forget_value(type);
    for (Type& part : type.elements) self(self, part);
  };
  if (tuple.elements.empty())
    return wrong(reasons::kNotIterable, range, describe(tuple) + " has no elements");
  if (holds_array(holds_array, item))
    return wrong(reasons::kNotIterable, range,
                 "which array of " + describe(tuple) + " is only known at run time",
                 "write a loop for each of them, or stack them in one array");
  forget(forget, item);
  return item;
}

Type Typer::element(const Type& array, const std::vector<ExprId>& ids, const std::vector<Type>& indices,
                    const SourceRange& range) {
  if (array.is_silent()) return array;
  if (is_tuple_subscript(indices))
    return element(array, std::vector<ExprId>(indices[0].elements.size(), ids[0]), indices[0].elements,
                   range);
  for (const Type& index : indices)
    if (index.is_silent()) return index;
  if (array.is_tuple() && !array.is_list)
    return wrong(reasons::kBadSubscript, range, "the elements of " + describe(array) + " cannot be changed",
                 "make a new tuple, or a list");
  if (!array.is_array())
    return wrong(reasons::kBadSubscript, range, describe(array) + " cannot be subscripted",
                 "subscript arrays only");
  for (size_t i = 0; i < indices.size(); ++i) {
    if (refuse_large(indices[i], indices[i], range)) return error_type();
    if (indices[i].is_scalar() && indices[i].scalar == ScalarType::Bool)
      return wrong(reasons::kArrayExpression, f_[ids[i]].range,
                   "a subscript that is " + describe(indices[i]) + " is not supported yet");
  }
  if (any_advanced(indices)) return advanced_element(array, ids, indices, range);
  const SubscriptPlan plan = plan_subscripts(indices, array.rank);
  if (plan.problem.empty()) {
    const Type result = subscripted(array, plan);
    if (!result.is_array() && plan.keeps_array)
      return wrong(reasons::kArrayExpression, range, "an array of no dimensions of an expression is not supported",
                   "give the expression a name first");
    return limited_rank(result, range);
  }
  if (plan.problem_position < 0)
    return wrong(reasons::kBadSubscript, range, plan.problem + " for " + describe(array));
  return wrong(reasons::kBadSubscript, f_[ids[static_cast<size_t>(plan.problem_position)]].range,
               plan.problem, "convert it with int(...)");
}

Type Typer::limited_rank(const Type& result, const SourceRange& range) {
  if (!result.is_array() || result.rank <= kMaxRank) return result;
  return wrong(reasons::kBadSubscript, range, "an array of more than 8 dimensions is not supported");
}

/// With masks or index arrays among the subscripts: elements picked one by one, in memory of their own.
Type Typer::advanced_element(const Type& array, const std::vector<ExprId>& ids,
                             const std::vector<Type>& indices, const SourceRange& range) {
  const AdvancedPlan plan = plan_advanced(indices, array.rank);
  if (plan.problem.empty()) return limited_rank(new_array(array.scalar, plan.rank), range);
  if (plan.problem_position < 0)
    return wrong(reasons::kBadSubscript, range, plan.problem + " for " + describe(array));
  return wrong(reasons::kBadSubscript, f_[ids[static_cast<size_t>(plan.problem_position)]].range,
               plan.problem, "convert it with .astype(np.int64)");
}

/// Where a store to array[subscripts] goes, as array_store judges it.
Type Typer::stored_place(const Type& array, const Type& selected) {
  if (!array.is_view() || !selected.is_array() || selected.is_view()) return selected;
  Type place = whole_array(array.scalar, selected.rank, array.argument);
  place.local = array.local;
  return place;
}

}  // namespace unpython::frontend
