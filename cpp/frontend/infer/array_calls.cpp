// Types of functions of whole arrays, by family.
#include <algorithm>

#include "frontend/infer/typer.h"
#include "frontend/types/sequences.h"
#include "frontend/types/array_call.h"
#include "frontend/types/times.h"

namespace unpython::frontend {

using resolved::ExprId;

namespace {

std::string short_name(const ArrayFunction& f) {
  return std::string(f.name.starts_with("ndarray.") ? f.name.substr(8) : f.name);
}

Type strong_of(const Type& type) { return strong(type.scalar); }

/// The argument whose numbers become elements of the result.
size_t place_of_values(const ArrayFunction& f) {
  return f.family == ArrayFamily::Full || f.family == ArrayFamily::FullLike ? 1 : 0;
}

bool is_half(const Type& type) {
  return (type.is_scalar() || type.is_array() || type.is(Type::Kind::Dtype)) && type.scalar == ScalarType::Float16;
}

/// Why a function does not give NumPy's numbers of float16; empty where it does.
std::string unlike_numpy_of_half(const ArrayCall& call) {
  const ArrayFunction& f = call.function;
  const bool has_half = std::any_of(call.arguments.begin(), call.arguments.end(), is_half);
  if (!has_half) return "";
  if (f.family == ArrayFamily::Range || f.family == ArrayFamily::Spaced) return "NumPy rounds each step";
  const bool adds = f.family == ArrayFamily::Reduction &&
                    (f.reduction == ReductionKind::Sum || f.reduction == ReductionKind::Product || f.reduction == ReductionKind::Mean ||
                     f.reduction == ReductionKind::Variance || f.reduction == ReductionKind::Deviation);
  if (!adds) return "";
  if (call.dtype()) return *call.dtype() == ScalarType::Float16 ? "NumPy rounds the numbers in pieces" : "";
  const bool in_order = f.reduction != ReductionKind::Mean && call.arguments[0].rank > 1;
  return in_order ? "where NumPy rounds depends on the memory of an array of several dimensions" : "";
}

}  // namespace

Type Typer::array_call(const ArrayFunction& f, const std::vector<ExprId>& ids, const LibraryFunction* inner,
                       const SourceRange& range) {
  std::vector<Type> arguments;
  for (const ExprId id : ids) arguments.push_back(id.valid() ? expr(id) : none_type());
  for (const Type& type : arguments)
    if (type.is(Type::Kind::Error)) return type;
  for (const Type& type : arguments)
    if (type.is_silent() || type.is_open) return type.is_open ? call_of_open_list(type, range) : type;
  const bool of_number = !arguments.empty() && arguments[0].is_scalar() && !arguments[0].weak;  // a method of NumPy's number
  const bool without_axes = of_number && arguments[0].of_array;
  for (size_t i = 0; i < arguments.size(); ++i) arguments[i] = taken(f, i, as_numpy(arguments[i]));
  if (takes_numbers(f.family) && arguments[0].is_scalar()) arguments[0] = new_array(arguments[0].scalar, 0);
  const auto name = [&] { return short_name(f); };
  const auto undefined = [&](size_t i) {
    return wrong(reasons::kTypeMismatch, range,
                 name() + " is not defined for " + describe(arguments[i]) + " as '" +
                     parameter_names(f)[std::min(i, parameter_names(f).size() - 1)] + "'");
  };
  const ArrayCall call(f, arguments);
  if (const auto unused = call.unsupported()) {
    const auto names = parameter_names(f);
    const auto at = static_cast<size_t>(std::find(names.begin(), names.end(), *unused) - names.begin());
    const bool is_extent = *unused == "dtype" && at < arguments.size() && arguments[at].is_number() && arguments[0].is_number();
    if (is_extent)
      return wrong(reasons::kWrongArguments, range, "the second argument of " + name() + " is a dtype, found " + describe(arguments[at]),
                   "write several lengths as a tuple: " + name() + "((n, m))");
    return wrong(reasons::kUnsupportedCall, range,
                 "'" + *unused + "' of " + name() + " is not supported here");
  }
  if (const auto outside = call.axis_outside()) {
    const std::string rank = std::to_string(outside->rank);
    return wrong(reasons::kTypeMismatch, range,
                 "axis " + std::to_string(outside->axis) + " is out of bounds for array of dimension " + rank,
                 outside->rank == 1 ? "the axis is 0 or -1" : "use an axis from -" + rank + " to " + std::to_string(outside->rank - 1));
  }
  if (const std::string unlike = unlike_numpy_of_half(call); !unlike.empty())
    return wrong(reasons::kHalfPrecision, range, name() + " of float16 is not compiled here: " + unlike, "use float32");
  if (const auto of_times = time_array_call(call, range)) return *of_times;
  const size_t values = place_of_values(f);
  const bool takes_type = call.dtype() || f.family == ArrayFamily::FullLike;
  if (takes_type && values < arguments.size() && (arguments[values].is_array() || arguments[values].is_scalar()))
    if (const Type kept = convert(call.dtype().value_or(arguments[0].scalar), arguments[values], range); kept.is_silent())
      return kept;
  if (f.family == ArrayFamily::Reshape && of_number && !without_axes && arguments.size() > 1 && call.asked_dimensions().empty())
    return wrong(reasons::kUnsupportedCall, range, name() + " gives a number for a number of NumPy", "write the number");
  if (f.family == ArrayFamily::Squeeze && of_number && call.is_absent(1)) return strong(arguments[0].scalar);
  switch (f.family) {
    case ArrayFamily::Filled:
    case ArrayFamily::Full: {
      const auto rank = shape_rank(arguments[0]);
      if (!rank) return undefined(0);
      if (f.family == ArrayFamily::Full && !arguments[1].is_scalar()) return undefined(1);
      const ScalarType own = f.family == ArrayFamily::Full ? arguments[1].scalar : ScalarType::Float64;
      return new_array(call.dtype().value_or(own), *rank);
    }
    case ArrayFamily::FilledLike:
    case ArrayFamily::FullLike:
    case ArrayFamily::Copy:
      if (!arguments[0].is_array()) return undefined(0);
      if (f.family == ArrayFamily::FullLike && !arguments[1].is_scalar()) return undefined(1);
      return new_array(call.dtype().value_or(arguments[0].scalar), arguments[0].rank);
    case ArrayFamily::Convert: {
      if (!call.dtype()) return undefined(1);
      const Type converted = convert(*call.dtype(), arguments[0], range);
      return converted.is_scalar() ? new_array(*call.dtype(), arguments[0].rank) : converted;
    }
    case ArrayFamily::Range: {
      Type type = strong(ScalarType::Int64);
      for (size_t i = 0; i < 3; ++i) {
        if (call.is_absent(i)) continue;
        if (!arguments[i].is_scalar() || is_complex(arguments[i].scalar)) return undefined(i);
        type = promote(type, strengthen(arguments[i]));
      }
      if (!call.is_absent(1)) {
        const Type difference = binary(syntax::BinaryOperator::Sub, arguments[1], arguments[0], range);
        if (!difference.is_scalar()) return difference;
      }
      return new_array(call.dtype().value_or(type.scalar), 1);
    }
    case ArrayFamily::Spaced:
      for (size_t i = 0; i < 2; ++i)
        if (!arguments[i].is_scalar() || is_complex(arguments[i].scalar)) return undefined(i);
      if (!call.is_absent(2) && !is_index(arguments[2])) return undefined(2);
      return new_array(call.dtype().value_or(spaced_type(arguments[0], arguments[1])), 1);
    case ArrayFamily::Diagonal:
      for (size_t i = 0; i < 3 && f.name == "numpy.eye"; ++i)
        if (!call.is_absent(i) && !is_index(arguments[i])) return undefined(i);
      if (!is_index(arguments[0])) return undefined(0);
      return new_array(call.dtype().value_or(ScalarType::Float64), 2);
    case ArrayFamily::FromValues:
      return from_values(call, range);
    case ArrayFamily::Reduction:
    case ArrayFamily::Position:
      return reduction(call, range);
    case ArrayFamily::Nonzero:
    case ArrayFamily::FlatNonzero: {
      if (!arguments[0].is_array() || arguments[0].rank == 0) return undefined(0);
      const Type places = new_array(ScalarType::Int64, 1);
      if (f.family == ArrayFamily::FlatNonzero) return places;
      return tuple(std::vector<Type>(static_cast<size_t>(arguments[0].rank), places));
    }
    case ArrayFamily::Product:
      return product(arguments[0], arguments[1], f.name == "numpy.dot", range);
    case ArrayFamily::Outer:
      for (size_t i = 0; i < 2; ++i) {
        if (!inner && arguments[i].is_scalar()) continue;
        if (!arguments[i].is_array()) return undefined(i);
      }
      if (inner) {
        const int rank = arguments[0].rank + arguments[1].rank;
        if (rank == 0 || rank > kMaxRank) return undefined(1);
      }
      {
        const std::vector<Type> elements{strong_of(arguments[0]), strong_of(arguments[1])};
        const Type element = inner ? numpy_call(*inner, elements, range)
                                   : binary(syntax::BinaryOperator::Mult, elements[0], elements[1], range);
        const int rank = inner ? arguments[0].rank + arguments[1].rank : 2;
        return element.is_scalar() ? new_array(element.scalar, rank) : element;
      }
    case ArrayFamily::Transpose:
    case ArrayFamily::SwapAxes:
    case ArrayFamily::MoveAxis:
    case ArrayFamily::Flip: {
      if (!arguments[0].is_array()) return undefined(0);
      const auto order = call.axis_order();
      if (!order)
        return wrong(reasons::kTypeMismatch, range,
                     "axes must be constants that name each dimension of the array once");
      if (f.family == ArrayFamily::Flip && arguments[0].rank == 0) return strong(arguments[0].scalar);  // m[()], as NumPy
      if (f.family == ArrayFamily::Transpose && of_number) return strong(arguments[0].scalar);
      Type result = arguments[0];
      if (result.is_view()) result.maker = kSomeView;
      if (result.is_view())
        for (size_t i = 0; i < order->size(); ++i) {
          result.axes[i] = arguments[0].axes[static_cast<size_t>((*order)[i])];
          if (call.flips(static_cast<int>(i))) result.axes[i].whole = false;
        }
      return result;
    }
    default: {
      std::string problem;
      if (f.family == ArrayFamily::Join && ids.size() > 1 && ids[1].valid() && call.is_absent(1))
        problem = "needs an axis here: flatten the arrays first";
      const Type result = problem.empty() ? index_map(call, problem) : error_type();
      return problem.empty() ? result : wrong(reasons::kUnsupportedCall, range, name() + " " + problem);
    }
  }
}

Type Typer::from_values(const ArrayCall& call, const SourceRange& range) {
  const Type& value = call.arguments[0];
  const ScalarType own = call.dtype().value_or(value.scalar);
  if (value.is_array()) return call.is_itself() ? value : new_array(own, value.rank);
  if (value.is_scalar() && value.of_array && call.is_itself())
    return wrong(reasons::kMixedJoin, range, "this is another name of an array without dimensions", "write np.array(...)");
  if (holds_array(value)) {
    const auto rows = array_of_rows(value);
    if (!rows)
      return wrong(reasons::kTypeMismatch, range, "an array needs rows with the same number of dimensions",
                   "join the arrays with np.concatenate");
    const Type kept = convert(call.dtype().value_or(rows->scalar), *rows, range);
    return kept.is_array() ? new_array(kept.scalar, rows->rank) : kept;
  }
  int rank = 0;
  std::vector<Type> level{value};
  while (level.front().is_tuple()) {
    std::vector<Type> next;
    for (const Type& row : level) {
      if (!row.is_tuple() || row.elements.empty() || row.elements.size() != level.front().elements.size())
        return wrong(reasons::kTypeMismatch, range, "an array needs rows of one length");
      next.insert(next.end(), row.elements.begin(), row.elements.end());
    }
    level = std::move(next);
    ++rank;
  }
  Type type;
  for (const Type& element : level) {
    if (!element.is_scalar())
      return wrong(reasons::kTypeMismatch, range, "an array of " + describe(element) + " is not supported");
    if (type.is_scalar() && !call.dtype() && !together_in_array(type.scalar, element.scalar)) return refuse_times("an array", level, range);
    if (const Type kept = call.dtype() ? convert(*call.dtype(), element, range) : element; !kept.is_scalar()) return kept;
    type = type.is_scalar() ? promote(type, strengthen(element)) : strengthen(element);
  }
  return new_array(call.dtype().value_or(type.scalar), rank);
}

Type Typer::reduction(const ArrayCall& call, const SourceRange& range) {
  const Type& array = call.arguments[0];
  const std::string name = short_name(call.function);
  if (!array.is_array())
    return wrong(reasons::kTypeMismatch, range, name + " is not defined for " + describe(array) + " here",
                 "give it an array");
  const auto axes = call.reduced_axes();
  if (!axes)
    return wrong(reasons::kTypeMismatch, range,
                 "the axis of " + name + " must be a constant within the " + std::to_string(array.rank) +
                     " dimensions of the array");
  const auto keeps = call.keeps_dimensions();
  if (!keeps) return wrong(reasons::kTypeMismatch, range, "keepdims of " + name + " must be True or False");
  if (const auto initial = call.parameter("initial"); initial && !call.is_absent(*initial)) {
    const Type& start = call.arguments[*initial];
    if (!start.is_scalar() || kind_rank(start.scalar) > kind_rank(call.reduced_type()))
      return wrong(reasons::kTypeMismatch, range,
                   "initial of " + name + " must be a number of the kind of the result");
  }
  const auto degrees = call.parameter("ddof");
  if (degrees && !call.is_absent(*degrees) && !call.arguments[*degrees].is_scalar())
    return wrong(reasons::kTypeMismatch, range, "ddof of " + name + " must be a number");
  const auto axis = call.parameter("axis");
  if (call.function.family == ArrayFamily::Position && axis && !call.is_absent(*axis) && call.arguments[*axis].is_tuple())
    return wrong(reasons::kTypeMismatch, range, name + " takes one axis");
  const int rank = *keeps ? array.rank : array.rank - static_cast<int>(axes->size());
  return computed_array(call.reduced_type(), rank);
}

Type Typer::product(const Type& left, const Type& right, bool is_dot, const SourceRange& range) {
  if (left.is_silent() || right.is_silent()) return left.is_silent() ? left : right;
  const bool arrays = left.is_array() && right.is_array() && left.rank > 0 && right.rank > 0;
  if (!arrays && is_dot && (left.is_scalar() || left.is_array()) && (right.is_scalar() || right.is_array()))
    return binary(syntax::BinaryOperator::Mult, strengthen(left), strengthen(right), range);
  if (!arrays)
    return wrong(reasons::kTypeMismatch, range,
                 "`@` is not defined for " + describe(left) + " and " + describe(right), "use `*`");
  const ScalarType type = promote(left.scalar, right.scalar);
  if (left.rank > 2 || right.rank > 2) {
    const bool batch =
        !is_dot && (right.rank <= 2 || left.rank == right.rank) && left.rank > 1 && right.rank > 1;
    if (!batch && right.rank != 1)
      return wrong(reasons::kUnsupportedCall, range,
                   "the product of " + describe(left) + " and " + describe(right) + " is not supported");
  }
  const int rank = left.rank + right.rank - 2;
  return computed_array(type, left.rank > 2 && right.rank > 1 ? left.rank : rank);
}

}  // namespace unpython::frontend
