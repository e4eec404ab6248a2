#include "frontend/types/array_call.h"

#include <algorithm>
#include <numeric>

#include "frontend/types/alternatives.h"
#include "frontend/types/times.h"

namespace unpython::frontend {

namespace {

/// Constant integers of an axis argument, counted from the front.
std::optional<std::vector<int>> axes_within(const Type& type, int rank) {
  const std::vector<Type> all = type.is_tuple() ? type.elements : std::vector<Type>{type};
  std::vector<int> axes;
  for (const Type& part : all) {
    const auto axis = known_integer(part);
    if (!axis || part.scalar == ScalarType::Bool || *axis < -rank || *axis >= rank) return std::nullopt;
    axes.push_back(static_cast<int>(*axis < 0 ? *axis + rank : *axis));
  }
  std::vector<int> sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return std::nullopt;
  return axes;
}

/// Of a function that takes one axis, and no tuple with it.
std::optional<int> axis_within(const Type& type, int rank) {
  const auto axes = axes_within(type, rank);
  return axes && !type.is_tuple() ? std::optional(axes->front()) : std::nullopt;
}

/// moveaxis: the other dimensions in their order, those moved where they are to be.
std::optional<std::vector<int>> moved(const Type& source, const Type& destination, int rank) {
  const auto from = axes_within(source, rank);
  const auto to = axes_within(destination, rank);
  if (!from || !to || from->size() != to->size()) return std::nullopt;
  std::vector<int> order(static_cast<size_t>(rank), -1);
  for (size_t i = 0; i < to->size(); ++i) order[static_cast<size_t>((*to)[i])] = (*from)[i];
  int next = 0;
  for (int& axis : order) {
    if (axis >= 0) continue;
    while (std::find(from->begin(), from->end(), next) != from->end()) ++next;
    axis = next++;
  }
  return order;
}

SubscriptPlan kept_axes(int rank) {
  SubscriptPlan plan;
  for (int i = 0; i < rank; ++i) plan.parts.push_back({SubscriptPart::Kind::Whole, i});
  return plan;
}

void add_axis(SubscriptPlan& plan, int position) {
  plan.parts.insert(plan.parts.begin() + position, {SubscriptPart::Kind::NewAxis, -1});
}

/// The axes of one element, where that is known of each axis.
std::optional<std::vector<int>> single_axes(const Type& array) {
  std::vector<int> axes;
  if (array.axes.size() != static_cast<size_t>(array.rank)) return std::nullopt;
  for (size_t i = 0; i < array.axes.size(); ++i) {
    const Axis& axis = array.axes[i];
    const auto dimension = static_cast<size_t>(axis.dimension);
    if (axis.dimension >= 0 && (!axis.whole || dimension >= array.one_element.size())) return std::nullopt;
    if (axis.dimension < 0 || array.one_element[dimension]) axes.push_back(static_cast<int>(i));
  }
  return axes;
}

/// What atleast_1d, atleast_2d and atleast_3d add.
SubscriptPlan at_least(int dimensions, int rank) {
  SubscriptPlan plan = kept_axes(rank);
  const bool behind = dimensions == 3 && (rank == 1 || rank == 2);
  if (behind) add_axis(plan, rank);
  while (static_cast<int>(plan.parts.size()) < dimensions) add_axis(plan, 0);
  return plan;
}

}  // namespace

std::vector<resolved::ExprId> bind_method(const ArrayFunction& function, const resolved::CallMethod& node,
                                          std::string& problem) {
  const size_t positional = node.arguments.size() - node.keywords.size();
  const std::vector<size_t> positions = bind_parameters(function, positional + 1, node.keywords, problem);
  std::vector<resolved::ExprId> bound(parameter_names(function).size());
  if (!problem.empty()) return bound;
  bound[0] = node.value;
  for (size_t i = 0; i < node.arguments.size(); ++i) {
    if (positions[i + 1] >= bound.size()) bound.resize(positions[i + 1] + 1);
    bound[positions[i + 1]] = node.arguments[i];
  }
  return bound;
}

bool counts(const ArrayFunction& function, size_t parameter) {
  using F = ArrayFamily;
  const F family = function.family;
  if (parameter == 0)
    return family == F::Filled || family == F::Full || family == F::Diagonal || family == F::TriangleOnes;
  const bool is_value = family == F::Range || family == F::Product || family == F::Outer ||
                        (parameter == 1 && (family == F::Full || family == F::FullLike || family == F::Spaced));
  const std::vector<std::string> names = parameter_names(function);
  return !is_value && !(parameter < names.size() && names[parameter] == "initial");
}

Type taken(const ArrayFunction& function, size_t parameter, const Type& given) {
  if (given.is_either()) {
    if (counts(function, parameter)) return as_integer(given);
    // Where only the type is asked for, nothing runs that could refuse a number of another type.
    const bool like = function.family == ArrayFamily::FilledLike || function.family == ArrayFamily::FullLike;
    return like && parameter == 0 && !has_one_scalar(given) ? given : deciding_type(given);
  }
  Type result = given;
  for (size_t i = 0; given.is_tuple() && i < given.elements.size(); ++i)
    result.elements[i] = taken(function, parameter, given.elements[i]);
  return result;
}

ScalarType spaced_type(const Type& start, const Type& stop) {
  return promote(promote(start, stop), weak(ScalarType::Float64)).scalar;
}

bool is_index(const Type& type) { return type.is_scalar() && is_integer(type.scalar); }

bool may_count(const Type& type) { return is_index(type) || (type.weak && type.scalar == ScalarType::Bool); }

std::optional<ScalarType> stepped_time(const ArrayCall& call) {
  const std::vector<Type>& given = call.arguments;
  const auto is_one = [&](size_t i) { return !call.is_absent(i) && given[i].is_scalar() && is_time(given[i].scalar); };
  if (!is_one(0) || !is_one(1) || is_date(given[0].scalar) != is_date(given[1].scalar)) return std::nullopt;
  auto type = common_time(given[0].scalar, given[1].scalar);
  if (type && is_one(2)) type = is_difference(given[2].scalar) ? common_time(*type, given[2].scalar) : std::nullopt;
  if (!call.is_absent(2) && !is_one(2) && !is_index(given[2])) return std::nullopt;
  const auto asked = call.dtype();
  if (!asked || !type) return type;
  const bool fits = is_time(*asked) && is_date(*asked) == is_date(*type);
  const bool converts = fits && is_converted(given[0].scalar, *asked) && is_converted(given[1].scalar, *asked);
  return converts && (!is_one(2) || *asked == *type) ? asked : std::nullopt;
}

std::optional<int> shape_rank(const Type& shape) {
  if (is_index(shape)) return 1;
  if (!shape.is_tuple() || shape.elements.size() > static_cast<size_t>(kMaxRank)) return std::nullopt;
  if (!std::all_of(shape.elements.begin(), shape.elements.end(), is_index)) return std::nullopt;
  return static_cast<int>(shape.elements.size());
}

bool ArrayCall::is_absent(size_t parameter) const {
  return parameter >= arguments.size() || arguments[parameter].is(Type::Kind::None);
}

std::optional<size_t> ArrayCall::parameter(std::string_view name) const {
  const std::vector<std::string> names = parameter_names(function);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<size_t>(found - names.begin());
}

std::optional<std::string> ArrayCall::unsupported() const {
  if (const auto out = parameter("out"); out && !is_absent(*out)) return "out";
  if (const auto end = parameter("endpoint"); end && !is_absent(*end) && !known_truth(arguments[*end]))
    return "endpoint";
  const bool spreads =
      function.reduction == ReductionKind::Variance || function.reduction == ReductionKind::Deviation;
  // NumPy subtracts and squares in another type than the one that is asked for.
  const auto mixes = [&] {
    return kind_rank(*dtype()) < 2 || is_complex(*dtype()) != is_complex(arguments[0].scalar);
  };
  if (const auto type = parameter("dtype"); type && !is_absent(*type))
    if (!dtype() || (function.family == ArrayFamily::Reduction && spreads && mixes())) return "dtype";
  return std::nullopt;
}

std::optional<ScalarType> ArrayCall::dtype() const {
  const auto at = parameter("dtype");
  if (!at || is_absent(*at) || !arguments[*at].is(Type::Kind::Dtype)) return std::nullopt;
  return arguments[*at].scalar;
}

bool ArrayCall::is_itself() const {
  return function.name == "numpy.asarray" && !arguments[0].is_list_of_items() &&
         dtype().value_or(arguments[0].scalar) == arguments[0].scalar;
}

std::optional<std::vector<int>> ArrayCall::reduced_axes() const {
  const int rank = arguments[0].rank;
  const auto at = parameter("axis");
  const bool takes_axis_of_none = function.family == ArrayFamily::Position ||
                                  function.reduction < ReductionKind::Mean ||
                                  function.reduction > ReductionKind::Deviation;
  const bool has_no_such_axis = at && rank == 0 && takes_axis_of_none && axes_within(arguments[*at], 1);
  if (!at || is_absent(*at) || has_no_such_axis) {
    std::vector<int> all(static_cast<size_t>(rank));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  if (arguments[*at].is_list) return std::nullopt;  // NumPy takes a tuple here alone
  auto axes = axes_within(arguments[*at], rank);
  if (axes) std::sort(axes->begin(), axes->end());
  return axes;
}

std::optional<bool> ArrayCall::keeps_dimensions() const {
  const auto at = parameter("keepdims");
  if (!at || is_absent(*at)) return false;
  return known_truth(arguments[*at]);
}

ScalarType ArrayCall::reduced_type() const {
  const ScalarType from = arguments[0].scalar;
  if (function.family == ArrayFamily::Position) return ScalarType::Int64;
  switch (function.reduction) {
    case ReductionKind::Sum:
    case ReductionKind::Product:
      if (dtype()) return *dtype();
      if (from == ScalarType::Bool || is_signed_integer(from)) return ScalarType::Int64;
      return is_integer(from) ? ScalarType::UInt64 : from;
    case ReductionKind::Mean:
      return dtype().value_or(kind_rank(from) < 2 ? ScalarType::Float64 : from);
    case ReductionKind::Variance:
    case ReductionKind::Deviation:
      return real_part_type(dtype().value_or(kind_rank(from) < 2 ? ScalarType::Float64 : from));
    case ReductionKind::Any:
    case ReductionKind::All:
      return ScalarType::Bool;
    case ReductionKind::CountNonzero:
      return ScalarType::Int64;
    default:
      return from;
  }
}

std::optional<ArrayCall::OutsideAxis> ArrayCall::axis_outside() const {
  const bool joins = function.family == ArrayFamily::Join;
  if (arguments.empty() || (joins && (!arguments[0].is_tuple() || arguments[0].elements.empty()))) return std::nullopt;
  const Type array = joins ? joined_array(0) : arguments[0];
  for (const std::string_view name : {"axis", "axis1", "axis2", "axes", "source", "destination"}) {
    const auto at = parameter(name);
    if (!array.is_array() || !at || is_absent(*at)) continue;
    const std::vector<Type> all = arguments[*at].is_tuple() ? arguments[*at].elements : std::vector<Type>{arguments[*at]};
    const bool makes_one = joins && function.join == JoinKind::Stack;
    const size_t made = function.family == ArrayFamily::ExpandDims ? all.size() : makes_one ? 1 : 0;
    const int rank = array.rank + static_cast<int>(made);
    for (const Type& part : all) {
      const auto axis = known_integer(part);
      const bool counts = axis && part.scalar != ScalarType::Bool && rank > 0;  // some functions take axis 0 of no dimensions
      if (counts && (*axis < -rank || *axis >= rank)) return OutsideAxis{*axis, rank};
    }
  }
  return std::nullopt;
}

std::optional<std::vector<int>> ArrayCall::axis_order() const {
  const int rank = arguments[0].rank;
  std::vector<int> order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  if (function.family == ArrayFamily::SwapAxes) {
    const auto first = axis_within(arguments[1], rank);
    const auto second = axis_within(arguments[2], rank);
    if (!first || !second) return std::nullopt;
    std::swap(order[static_cast<size_t>(*first)], order[static_cast<size_t>(*second)]);
    return order;
  }
  if (function.family == ArrayFamily::MoveAxis) return moved(arguments[1], arguments[2], rank);
  if (function.family == ArrayFamily::Flip) {
    if (function.axis >= rank) return std::nullopt;
    if (!is_absent(1) && !axes_within(arguments[1], rank)) return std::nullopt;
    return order;
  }
  if (is_absent(1)) {
    std::reverse(order.begin(), order.end());
    return order;
  }
  const bool spread = arguments.size() > 2 || !arguments[1].is_tuple();
  const Type axes = spread ? tuple({arguments.begin() + 1, arguments.end()}) : arguments[1];
  auto given = axes_within(axes, rank);
  if (!given || static_cast<int>(given->size()) != rank) return std::nullopt;
  return given;
}

std::optional<std::vector<int>> ArrayCall::constant_axes(size_t parameter) const {
  return axes_within(arguments[parameter], arguments[0].rank);
}

std::optional<SubscriptPlan> ArrayCall::axes_plan() const {
  const int rank = arguments[0].is_array() ? arguments[0].rank : 0;
  if (function.family == ArrayFamily::AtLeast) return at_least(function.axis, rank);
  SubscriptPlan plan = kept_axes(rank);
  if (function.family == ArrayFamily::Squeeze) {
    const auto axes = is_absent(1) ? single_axes(arguments[0]) : constant_axes(1);
    if (!axes) return std::nullopt;
    for (const int axis : *axes) plan.parts[static_cast<size_t>(axis)].kind = SubscriptPart::Kind::Index;
    return plan;
  }
  const size_t count = arguments[1].is_tuple() ? arguments[1].elements.size() : 1;
  auto axes = axes_within(arguments[1], rank + static_cast<int>(count));
  if (!axes) return std::nullopt;
  std::sort(axes->begin(), axes->end());
  for (const int axis : *axes) add_axis(plan, axis);
  return plan;
}

Type ArrayCall::joined_array(size_t index) const {
  const Type& given = arguments[0].elements[index];
  if (given.is_array()) return given;
  if (given.is_scalar()) return new_array(given.scalar, 0);
  if (!given.is_tuple() || given.elements.empty()) return error_type();
  Type type;
  for (const Type& element : given.elements) {
    if (!element.is_scalar()) return error_type();
    if (type.is_scalar() && !together_in_array(type.scalar, element.scalar)) return error_type();
    type = type.is_scalar() ? promote(type, strengthen(element)) : strengthen(element);
  }
  return new_array(type.scalar, 1);
}

SubscriptPlan ArrayCall::joined_plan(size_t index) const {
  const int rank = joined_array(index).rank;
  switch (function.join) {
    case JoinKind::Concatenate:
      return kept_axes(rank);
    case JoinKind::Stack: {
      SubscriptPlan plan = kept_axes(rank);
      add_axis(plan, joined_axis().value_or(0));
      return plan;
    }
    case JoinKind::Rows:
      return at_least(2, rank);
    case JoinKind::Columns:
      return at_least(1, rank);
    case JoinKind::Depth:
      return at_least(3, rank);
    case JoinKind::AsColumns: {
      SubscriptPlan plan = kept_axes(rank);
      while (plan.parts.size() < 2) add_axis(plan, static_cast<int>(plan.parts.size()));
      return plan;
    }
  }
  return {};
}

std::optional<int> ArrayCall::joined_axis() const {
  const int rank = joined_array(0).rank;
  switch (function.join) {
    case JoinKind::Concatenate:
    case JoinKind::Stack: {
      if (is_absent(1)) return 0;
      return axis_within(arguments[1], rank + (function.join == JoinKind::Stack ? 1 : 0));
    }
    case JoinKind::Rows:
      return 0;
    case JoinKind::Columns:
      return rank <= 1 ? 0 : 1;
    case JoinKind::Depth:
      return 2;
    case JoinKind::AsColumns:
      return 1;
  }
  return std::nullopt;
}

std::vector<Type> ArrayCall::asked_dimensions() const {
  if (arguments.size() == 2 && arguments[1].is_tuple()) return arguments[1].elements;
  return {arguments.begin() + 1, arguments.end()};
}

bool ArrayCall::flips(int axis) const {
  if (function.family != ArrayFamily::Flip) return false;
  if (function.axis != kNoAxis) return axis == function.axis;
  if (is_absent(1)) return true;
  const auto axes = axes_within(arguments[1], arguments[0].rank);
  return axes && std::find(axes->begin(), axes->end(), axis) != axes->end();
}

}  // namespace unpython::frontend
