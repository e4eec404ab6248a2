#include "frontend/library/array_functions.h"

#include <algorithm>
#include <array>

namespace unpython::frontend {

namespace {

using F = ArrayFamily;
using R = ReductionKind;

constexpr ArrayFunction filled(std::string_view name, double value, bool undefined = false) {
  return {.name = name,
          .family = F::Filled,
          .parameters = "shape, dtype",
          .value = value,
          .undefined = undefined};
}
constexpr ArrayFunction filled_like(std::string_view name, double value, bool undefined = false) {
  return {.name = name,
          .family = F::FilledLike,
          .parameters = "a, dtype",
          .value = value,
          .undefined = undefined};
}
constexpr ArrayFunction reduction(std::string_view name, std::string_view method, R kind,
                                  std::string_view parameters = "a, axis, dtype, out, keepdims, initial") {
  return {
      .name = name, .family = F::Reduction, .parameters = parameters, .method = method, .reduction = kind};
}
constexpr ArrayFunction position(std::string_view name, std::string_view method, bool largest) {
  return {.name = name,
          .family = F::Position,
          .parameters = "a, axis, out, keepdims",
          .method = method,
          .largest = largest};
}

constexpr ArrayFunction on_array(std::string_view name, F family, std::string_view parameters,
                                 int required = 1, std::string_view method = {}) {
  return {.name = name, .family = family, .parameters = parameters, .required = required, .method = method};
}
constexpr ArrayFunction with_axis(std::string_view name, F family, std::string_view parameters, int axis) {
  return {.name = name, .family = family, .parameters = parameters, .axis = axis};
}
constexpr ArrayFunction triangle(std::string_view name, bool below) {
  return {.name = name, .family = F::Triangle, .parameters = "m, k", .below = below};
}
constexpr ArrayFunction joining(std::string_view name, JoinKind join, std::string_view parameters) {
  return {.name = name, .family = F::Join, .parameters = parameters, .join = join};
}

constexpr std::string_view kExtremum = "a, axis, out, keepdims, initial";
constexpr std::string_view kTruth = "a, axis, out, keepdims";
constexpr std::string_view kMean = "a, axis, dtype, out, keepdims";
constexpr std::string_view kSpread = "a, axis, dtype, out, ddof, keepdims";

constexpr auto kFunctions = std::to_array<ArrayFunction>({
    filled("numpy.zeros", 0),
    filled("numpy.ones", 1),
    filled("numpy.empty", 0, true),
    filled("numpy.ndarray", 0, true),
    filled_like("numpy.zeros_like", 0),
    filled_like("numpy.ones_like", 1),
    filled_like("numpy.empty_like", 0, true),
    filled_like("unpython._empty_like", 0, true),
    {.name = "numpy.full", .family = F::Full, .parameters = "shape, fill_value, dtype", .required = 2},
    {.name = "numpy.full_like", .family = F::FullLike, .parameters = "a, fill_value, dtype", .required = 2},
    {.name = "numpy.arange", .family = F::Range, .parameters = "start, stop, step, dtype"},
    {.name = "numpy.linspace",
     .family = F::Spaced,
     .parameters = "start, stop, num, endpoint, dtype",
     .required = 2},
    {.name = "numpy.eye", .family = F::Diagonal, .parameters = "N, M, k, dtype"},
    {.name = "numpy.identity", .family = F::Diagonal, .parameters = "n, dtype"},
    {.name = "numpy.array", .family = F::FromValues, .parameters = "object, dtype"},
    {.name = "numpy.asarray", .family = F::FromValues, .parameters = "a, dtype"},
    {.name = "numpy.copy", .family = F::Copy, .parameters = "a", .method = "copy"},
    {.name = "ndarray.astype",
     .family = F::Convert,
     .parameters = "a, dtype",
     .required = 2,
     .method = "astype"},
    reduction("numpy.sum", "sum", R::Sum),
    reduction("numpy.prod", "prod", R::Product),
    reduction("numpy.max", "max", R::Maximum, kExtremum),
    reduction("numpy.amax", "", R::Maximum, kExtremum),
    reduction("numpy.min", "min", R::Minimum, kExtremum),
    reduction("numpy.amin", "", R::Minimum, kExtremum),
    reduction("numpy.mean", "mean", R::Mean, kMean),
    reduction("numpy.var", "var", R::Variance, kSpread),
    reduction("numpy.std", "std", R::Deviation, kSpread),
    reduction("numpy.any", "any", R::Any, kTruth),
    reduction("numpy.all", "all", R::All, kTruth),
    reduction("numpy.count_nonzero", "", R::CountNonzero, "a, axis, keepdims"),
    position("numpy.argmax", "argmax", true),
    position("numpy.argmin", "argmin", false),
    {.name = "numpy.nonzero", .family = F::Nonzero, .parameters = "a", .method = "nonzero"},
    {.name = "numpy.flatnonzero", .family = F::FlatNonzero, .parameters = "a"},
    {.name = "numpy.matmul", .family = F::Product, .parameters = "x1, x2", .required = 2},
    {.name = "numpy.dot", .family = F::Product, .parameters = "a, b", .required = 2, .method = "dot"},
    {.name = "numpy.outer", .family = F::Outer, .parameters = "a, b", .required = 2},
    {.name = "numpy.transpose", .family = F::Transpose, .parameters = "a, axes*", .method = "transpose"},
    {.name = "numpy.swapaxes",
     .family = F::SwapAxes,
     .parameters = "a, axis1, axis2",
     .required = 3,
     .method = "swapaxes"},
    on_array("numpy.permute_dims", F::Transpose, "a, axes*"),
    on_array("numpy.moveaxis", F::MoveAxis, "a, source, destination", 3),
    on_array("numpy.flip", F::Flip, "m, axis"),
    with_axis("numpy.flipud", F::Flip, "m", 0),
    with_axis("numpy.fliplr", F::Flip, "m", 1),
    on_array("numpy.expand_dims", F::ExpandDims, "a, axis", 2),
    on_array("numpy.squeeze", F::Squeeze, "a, axis", 1, "squeeze"),
    with_axis("numpy.atleast_1d", F::AtLeast, "a", 1),
    with_axis("numpy.atleast_2d", F::AtLeast, "a", 2),
    with_axis("numpy.atleast_3d", F::AtLeast, "a", 3),
    on_array("numpy.reshape", F::Reshape, "a, shape*", 2, "reshape"),
    on_array("numpy.ravel", F::Reshape, "a", 1, "ravel"),
    on_array("ndarray.flatten", F::Reshape, "a", 1, "flatten"),
    on_array("numpy.broadcast_to", F::BroadcastTo, "array, shape", 2),
    on_array("numpy.diagonal", F::DiagonalOf, "a, offset", 1, "diagonal"),
    on_array("numpy.diag", F::Diag, "v, k"),
    triangle("numpy.triu", false),
    triangle("numpy.tril", true),
    on_array("numpy.tri", F::TriangleOnes, "N, M, k, dtype"),
    on_array("numpy.roll", F::Roll, "a, shift, axis", 2),
    on_array("numpy.repeat", F::Repeat, "a, repeats, axis", 2, "repeat"),
    on_array("numpy.tile", F::Tile, "A, reps", 2),
    joining("numpy.concatenate", JoinKind::Concatenate, "arrays, axis"),
    joining("numpy.concat", JoinKind::Concatenate, "arrays, axis"),
    joining("numpy.stack", JoinKind::Stack, "arrays, axis"),
    joining("numpy.vstack", JoinKind::Rows, "tup"),
    joining("numpy.hstack", JoinKind::Columns, "tup"),
    joining("numpy.dstack", JoinKind::Depth, "tup"),
    joining("numpy.column_stack", JoinKind::AsColumns, "tup"),
});

}  // namespace

bool takes_numbers(ArrayFamily family) {
  switch (family) {
    case F::FilledLike:
    case F::FullLike:
    case F::Copy:
    case F::Reduction:
    case F::Position:
    case F::Transpose:
    case F::Flip:
    case F::ExpandDims:
    case F::Squeeze:
    case F::AtLeast:
    case F::Reshape:
    case F::BroadcastTo:
    case F::Repeat:
    case F::Tile:
      return true;
    default:
      return false;
  }
}

size_t arrays_taken(ArrayFamily family) {
  switch (family) {
    case F::Product:
    case F::Outer:
      return 2;
    case F::Nonzero:
    case F::FlatNonzero:
    case F::Diag:
    case F::Triangle:
    case F::Roll:
      return 1;
    case F::Copy:
      return 0;
    default:
      return takes_numbers(family) ? 1 : 0;
  }
}

std::span<const ArrayFunction> array_functions() { return kFunctions; }

const ArrayFunction* find_array_function(std::string_view name) {
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](const auto& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

const ArrayFunction* find_array_method(std::string_view name) {
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](const auto& f) { return f.method == name; });
  return found == kFunctions.end() || name.empty() ? nullptr : &*found;
}

std::vector<std::string> parameter_names(const ArrayFunction& function) {
  std::vector<std::string> names;
  std::string_view rest = function.parameters;
  while (!rest.empty()) {
    const size_t end = rest.find(", ");
    names.emplace_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
  }
  return names;
}

std::vector<size_t> bind_parameters(const ArrayFunction& function, size_t positional,
                                    const std::vector<std::string>& keywords, std::string& problem) {
  const std::vector<std::string> names = parameter_names(function);
  const bool open = names.back().ends_with('*');
  if (positional > names.size() && !open)
    problem = "takes at most " + std::to_string(names.size()) + " arguments here, " +
              std::to_string(positional) + " were given";
  std::vector<size_t> positions;
  for (size_t i = 0; i < positional; ++i) positions.push_back(i);
  for (const std::string& keyword : keywords) {
    const auto at = static_cast<size_t>(
        std::find_if(names.begin(), names.end(),
                     [&](const std::string& name) { return name == keyword || name == keyword + "*"; }) -
        names.begin());
    if (at == names.size()) problem = "has no keyword '" + keyword + "' here";
    if (at < names.size() && std::find(positions.begin(), positions.end(), at) != positions.end())
      problem = "got multiple values for argument '" + keyword + "'";
    positions.push_back(at);
  }
  for (size_t i = 0; i < static_cast<size_t>(function.required); ++i)
    if (std::find(positions.begin(), positions.end(), i) == positions.end() && problem.empty())
      problem = "needs argument '" + names[i] + "'";
  return positions;
}

}  // namespace unpython::frontend
