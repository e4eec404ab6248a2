#include "frontend/array_calls.h"

#include <algorithm>
#include <numeric>

namespace unpython::frontend {

namespace {

/// Constant integers of an axis argument, counted from the front.
std::optional<std::vector<int>> constant_axes(const Type& type, int rank) {
  const std::vector<Type> all = type.is_tuple() ? type.elements : std::vector<Type>{type};
  std::vector<int> axes;
  for (const Type& part : all) {
    const auto axis = known_integer(part);
    if (!axis || *axis < -rank || *axis >= rank) return std::nullopt;
    axes.push_back(static_cast<int>(*axis < 0 ? *axis + rank : *axis));
  }
  std::vector<int> sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return std::nullopt;
  return axes;
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

bool is_index(const Type& type) { return type.is_scalar() && is_integer(type.scalar); }

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
  if (const auto type = parameter("dtype"); type && !is_absent(*type) && !dtype()) return "dtype";
  return std::nullopt;
}

std::optional<ScalarType> ArrayCall::dtype() const {
  const auto at = parameter("dtype");
  if (!at || is_absent(*at) || !arguments[*at].is(Type::Kind::Dtype)) return std::nullopt;
  return arguments[*at].scalar;
}

std::optional<std::vector<int>> ArrayCall::reduced_axes() const {
  const int rank = arguments[0].rank;
  const auto at = parameter("axis");
  if (!at || is_absent(*at)) {
    std::vector<int> all(static_cast<size_t>(rank));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  auto axes = constant_axes(arguments[*at], rank);
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
    case ReductionKind::Variance:
    case ReductionKind::Deviation:
      return dtype().value_or(kind_rank(from) < 2 ? ScalarType::Float64 : from);
    case ReductionKind::Any:
    case ReductionKind::All:
      return ScalarType::Bool;
    case ReductionKind::CountNonzero:
      return ScalarType::Int64;
    default:
      return from;
  }
}

std::optional<std::vector<int>> ArrayCall::axis_order() const {
  const int rank = arguments[0].rank;
  std::vector<int> order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  if (function.family == ArrayFamily::SwapAxes) {
    const auto first = constant_axes(arguments[1], rank);
    const auto second = constant_axes(arguments[2], rank);
    if (!first || !second || first->size() != 1 || second->size() != 1) return std::nullopt;
    std::swap(order[static_cast<size_t>(first->front())], order[static_cast<size_t>(second->front())]);
    return order;
  }
  if (function.family == ArrayFamily::Flip) {
    if (!is_absent(1) && !constant_axes(arguments[1], rank)) return std::nullopt;
    return order;
  }
  if (is_absent(1)) {
    std::reverse(order.begin(), order.end());
    return order;
  }
  const bool spread = arguments.size() > 2 || !arguments[1].is_tuple();
  const Type axes = spread ? tuple({arguments.begin() + 1, arguments.end()}) : arguments[1];
  auto given = constant_axes(axes, rank);
  if (!given || static_cast<int>(given->size()) != rank) return std::nullopt;
  return given;
}

bool ArrayCall::flips(int axis) const {
  if (function.family != ArrayFamily::Flip) return false;
  if (is_absent(1)) return true;
  const auto axes = constant_axes(arguments[1], arguments[0].rank);
  return axes && std::find(axes->begin(), axes->end(), axis) != axes->end();
}

}  // namespace unpython::frontend
