// Arrays one behind the other: concatenate, stack and their kin. Each is stored to its part of the result.
#include <algorithm>
#include <functional>

#include "frontend/lower_arrays/array_function_code.h"
#include "frontend/types/sequences.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

/// Array `index` of the call with the dimensions that the function gives it.
Value ArrayFunctionCode::joined_part(const Value& given, const ArrayCall& call, size_t index,
                                     const SourceRange& range) {
  const Type& type = call.arguments[0].elements[index];
  const Value array = type.is_tuple() ? from_values(given, call.joined_array(index), range) : as_array(given);
  const SubscriptPlan plan = call.joined_plan(index);
  const bool as_is = std::all_of(plan.parts.begin(), plan.parts.end(), [](const SubscriptPart& part) {
    return part.kind == SubscriptPart::Kind::Whole;
  });
  const Value part = as_is ? array : with_axes(array, plan);
  return part.computed && part.computed->is_nest ? materialize(part, range) : part;
}

Value ArrayFunctionCode::joined(const ArrayCall& call, const Value& arrays, const Type& type,
                                const SourceRange& range) {
  std::vector<Value> parts;
  for (size_t i = 0; i < arrays.elements.size(); ++i)
    parts.push_back(joined_part(arrays.elements[i], call, i, range));
  const auto axis = static_cast<size_t>(*call.joined_axis());
  std::vector<ir::ExprId> extents = extents_of(parts.front());
  std::vector<ir::ExprId> starts{build_.int64(0)};
  for (size_t i = 0; i < parts.size(); ++i) {
    check_joined_extents(extents, parts[i], i, axis, call.function.join == JoinKind::Stack, range);
    starts.push_back(once(sum_of_extents(starts.back(), extent_of(parts[i], axis), range)));
  }
  extents[axis] = starts.back();
  return joined_in_order(parts, starts, extents, axis, type, range);
}

Value ArrayFunctionCode::array_of_rows(const Value& value, ScalarType type, bool has_dtype, const SourceRange& range) {
  const Value rows = held_rows(value, type, has_dtype, range);
  check_rows(rows, range);
  return joined_rows(rows, type, range);
}

/// The rows as arrays in memory, in the same tuples.
Value ArrayFunctionCode::held_rows(const Value& value, ScalarType type, bool has_dtype, const SourceRange& range) {
  if (value.type.is_array()) {
    if (value.type.is_list_of_items()) check_no_empty_list(value, has_dtype, range);
    const Value row = value.type.is_list_of_items() && has_dtype ? list_in_type(value, type, range)
                                                                 : as_array(convert_elements(value, type, range));
    return row.computed ? materialize(row, range) : row;
  }
  if (!holds_array(value.type)) return from_values(value, new_array(type, array_of_tuple(value.type)->rank), range);
  Value rows = value;
  for (Value& element : rows.elements) element = held_rows(element, type, has_dtype, range);
  return rows;
}

/// NumPy's error where the rows have different shapes: it names the dimensions that all of them have.
void ArrayFunctionCode::check_rows(const Value& rows, const SourceRange& range) {
  std::vector<std::vector<ir::ExprId>> shapes;
  const std::function<void(const Value&, std::vector<ir::ExprId>)> collect = [&](const Value& value, std::vector<ir::ExprId> shape) {
    if (value.type.is_array()) {
      for (const ir::ExprId extent : extents_of(value)) shape.push_back(extent);
      shapes.push_back(std::move(shape));
      return;
    }
    shape.push_back(build_.int64(static_cast<int64_t>(value.elements.size())));
    for (const Value& element : value.elements) collect(element, shape);
  };
  collect(rows, {});
  const std::vector<ir::ExprId>& first = shapes.front();
  std::string same = "({0}";
  for (size_t axis = 1; axis < first.size(); ++axis) {
    const std::string text =
        "setting an array element with a sequence. The requested array has an inhomogeneous shape after " +
        std::to_string(axis) + " dimensions. The detected shape was " + same + (axis == 1 ? ",)" : ")") + " + inhomogeneous part.";
    const std::vector<ir::ExprId> told(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(axis));
    for (const std::vector<ir::ExprId>& shape : shapes)
      if (!ir::same_value(out_, shape[axis], first[axis]))
        raise_if(build_.compare(ir::CompareOp::NotEqual, shape[axis], first[axis]), ir::ErrorKind::ValueError, text, range, told);
    same += ", {" + std::to_string(axis) + "}";
  }
}

Value ArrayFunctionCode::joined_rows(const Value& value, ScalarType type, const SourceRange& range) {
  if (value.type.is_array()) return value;
  std::vector<Value> rows;
  std::vector<ir::ExprId> starts;
  for (const Value& element : value.elements) {
    const Value row = joined_rows(element, type, range);
    starts.push_back(build_.int64(static_cast<int64_t>(rows.size())));
    SubscriptPlan plan;
    plan.parts.push_back({SubscriptPart::Kind::NewAxis, -1});
    for (int axis = 0; axis < row.type.rank; ++axis) plan.parts.push_back({SubscriptPart::Kind::Whole, axis});
    rows.push_back(with_axes(row, plan));
  }
  starts.push_back(build_.int64(static_cast<int64_t>(rows.size())));
  std::vector<ir::ExprId> extents = extents_of(rows.front());
  extents[0] = starts.back();
  return materialize(joined_in_order(rows, starts, extents, 0, new_array(type, rows.front().type.rank), range), range);
}

/// `starts`: where each part begins along the axis, and where the last one ends.
Value ArrayFunctionCode::joined_in_order(const std::vector<Value>& parts,
                                         const std::vector<ir::ExprId>& starts,
                                         const std::vector<ir::ExprId>& extents, size_t axis,
                                         const Type& type, const SourceRange& range) {
  const auto element = [=, this](const Indices& at) {
    return joined_element(parts, starts, axis, 0, at, type, range);
  };
  Value result = reading(computed(type, extents, element), parts);
  auto all = std::make_shared<ComputedArray>(*result.computed);
  all->is_nest = true;
  all->store_all = [=, this](const Value& target, bool independent) {
    for (size_t i = 0; i < parts.size(); ++i)
      nest(extents_of(parts[i]), independent, range, [&](const Indices& at) {
        Indices to = at;
        to[axis] = build_.add(at[axis], starts[i]);
        const ir::ExprId value = cast(cast(element_at(parts[i], at), type.scalar), target.type.scalar);
        emit(build_.store(target.base, place(target, to), value, range));
      });
  };
  result.computed = std::move(all);
  return result;
}

/// One element: of the first array that reaches so far.
ir::ExprId ArrayFunctionCode::joined_element(const std::vector<Value>& parts,
                                             const std::vector<ir::ExprId>& starts, size_t axis, size_t first,
                                             const Indices& at, const Type& type, const SourceRange& range) {
  const Type element = strong(type.scalar);
  const auto own = [&] {
    Indices from = at;
    from[axis] = build_.sub(at[axis], starts[first]);
    return scalar(element, cast(element_at(parts[first], from), type.scalar));
  };
  if (first + 1 == parts.size()) return own().expr;
  Branch here = separately(own);
  Branch there = separately(
      [&] { return scalar(element, joined_element(parts, starts, axis, first + 1, at, type, range)); });
  const ir::ExprId is_here = build_.compare(ir::CompareOp::Less, at[axis], starts[first + 1]);
  return choose_number(is_here, std::move(here), std::move(there), element.scalar, range);
}

void ArrayFunctionCode::check_joined_extents(const std::vector<ir::ExprId>& extents, const Value& part,
                                             size_t index, size_t axis, bool stacked, const SourceRange& range) {
  for (size_t i = 0; i < extents.size(); ++i) {
    const ir::ExprId extent = extent_of(part, i);
    if (i == axis || ir::same_value(out_, extent, extents[i])) continue;
    raise_if(build_.compare(ir::CompareOp::NotEqual, extent, extents[i]), ir::ErrorKind::ValueError,
             stacked ? "all input arrays must have the same shape"
                     : "all the input array dimensions except for the concatenation axis must match exactly, but along "
                       "dimension " +
                           std::to_string(i) + ", the array at index 0 has size {0} and the array at index " +
                           std::to_string(index) + " has size {1}",
             range, {extents[i], extent});
  }
}

}  // namespace unpython::frontend
