// Types of array-valued expressions: operations on elements, attributes and methods of arrays, stores to
// views.
#include <algorithm>

#include "frontend/infer/typer.h"
#include "frontend/syntax/suggest.h"

namespace unpython::frontend {

Type Typer::shape_of(const Type& array) {
  return tuple(std::vector<Type>(static_cast<size_t>(array.rank), weak(ScalarType::Int64)));
}

Type Typer::array_attribute(const Type& array, const std::string& name, const SourceRange& range) {
  if (name == "shape") return shape_of(array);
  if (name == "size") return weak(ScalarType::Int64);
  if (name == "ndim") return known_int(array.rank);
  if (name == "itemsize") return known_int(size_of(array.scalar));
  if (name == "dtype") {
    Type type;
    type.kind = Type::Kind::Dtype;
    type.scalar = array.scalar;
    return type;
  }
  if (name == "T") {
    Type transposed = array;
    if (array.is_view()) transposed.maker = kSomeView;
    std::reverse(transposed.axes.begin(), transposed.axes.end());
    return transposed;
  }
  if (name == "mT" && array.rank > 1) {
    Type turned = array;
    if (array.is_view()) turned.maker = kSomeView;
    std::swap(turned.axes.end()[-1], turned.axes.end()[-2]);
    return turned;
  }
  if (name == "nbytes") return weak(ScalarType::Int64);
  if ((name == "real" || name == "imag") && is_time(array.scalar)) return refuse_times("." + name, {array}, range);
  if (name == "real" && !is_complex(array.scalar)) return array;
  if (name == "real" || name == "imag") {
    const Type part = computed_array(real_part_type(array.scalar), array.rank);
    return part.is_scalar() ? without_dimensions(part) : part;
  }
  const std::string hint =
      did_you_mean(name, {"shape", "size", "ndim", "T", "mT", "real", "imag", "dtype", "itemsize", "nbytes"});
  if (!hint.empty())
    return wrong(reasons::kUndefinedName, range, "an array has no attribute '" + name + "'", hint);
  return wrong(reasons::kArrayExpression, range, "attribute '" + name + "' of an array is not supported",
               "use shape, size, ndim and the elements");
}

namespace {

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const ArrayFunction& function : array_functions())
    if (!function.method.empty()) names.emplace_back(function.method);
  return names;
}

}  // namespace

Type Typer::array_method(const Type& array, const resolved::CallMethod& node, const SourceRange& range) {
  if (is_time(array.scalar) && node.name.starts_with("conj")) return refuse_times(node.name, {array}, range);
  if ((node.name == "conj" || node.name == "conjugate") && node.arguments.empty())
    return is_complex(array.scalar) ? computed_array(array.scalar, array.rank) : array;
  const ArrayFunction* function = find_array_method(node.name);
  if (!function) {
    constexpr auto kAttributes =
        std::to_array<std::string_view>({"T", "dtype", "imag", "itemsize", "mT", "nbytes", "ndim", "real", "shape", "size"});
    if (std::find(kAttributes.begin(), kAttributes.end(), node.name) != kAttributes.end())
      return wrong(reasons::kUnsupportedCall, range, "'" + node.name + "' of an array is no function",
                   node.name == "shape" ? "write .shape[0]" : "write ." + node.name + " without parentheses");
    const std::string hint = did_you_mean(node.name, method_names());
    return wrong(reasons::kUnsupportedCall, range, "method '" + node.name + "' of an array is not supported",
                 hint.empty() ? std::string(reasons::kArrayExpression.advice) : hint);
  }
  std::string problem;
  const std::vector<resolved::ExprId> bound = bind_method(*function, node, problem);
  if (!problem.empty()) return wrong(reasons::kWrongArguments, range, "'" + node.name + "' " + problem);
  return array_call(*function, bound, nullptr, range);
}

/// a[...] = value, where the left side is more than one element.
void Typer::array_store(const Type& place, const Type& value, const SourceRange& range) {
  const Type element = element_of(value);
  if (!element.is_number()) {
    wrong(reasons::kTypeMismatch, range, "cannot store " + describe(value) + " in " + describe(place),
          "store a number or an array");
  } else if (!place.is_view()) {
    wrong(reasons::kTypeMismatch, range, "this stores to the result of an operation, which has no name",
          "give the array a name first");
  } else if (refuse_time_store(place.scalar, value, range)) {
  } else if (may_be_complex(element) && !is_complex(place.scalar)) {
    wrong(reasons::kTypeMismatch, range, "cannot store " + describe(value) + " in " + describe(place),
          "store its .real part");
  } else if (value.is_array() && value.rank > place.rank) {
    wrong(reasons::kTypeMismatch, range,
          "could not broadcast " + describe(value) + " into " + describe(place),
          "store an array of at most as many dimensions");
  }
}

namespace {

/// NumPy's rule 'same_kind': a number may lose bits, but neither its fraction nor its sign.
bool is_same_kind(ScalarType from, ScalarType to) {
  if (is_time(from) || is_time(to)) return true;  // array_store knows
  const bool loses_sign = is_signed_integer(from) && is_unsigned_integer(to);
  return kind_rank(from) <= kind_rank(to) && !loses_sign;
}

}  // namespace

/// a op= value for an array: the result goes back to the same elements, so it must be of the same kind.
void Typer::array_update(const Type& place, const Type& result, const SourceRange& range) {
  if (place.is_silent() || result.is_silent()) return;
  const Type element = element_of(result);
  if (!is_same_kind(element.scalar, place.scalar)) {
    wrong(reasons::kTypeMismatch, range,
          "cannot cast the result from dtype('" + std::string(name_of(element.scalar)) + "') to dtype('" +
              std::string(name_of(place.scalar)) + "') with casting rule 'same_kind'",
          "write a[...] = (a op b).astype(a.dtype), or use an array of the result's type");
    return;
  }
  array_store(place, result, range);
}

bool Typer::refuse_lower_product(syntax::BinaryOperator op, const Type& place, const Type& result,
                                 const SourceRange& range) {
  const bool is_lower = result.is_number() || (result.is_array() && result.rank < place.rank);
  if (op != syntax::BinaryOperator::MatMult || !place.is_array() || !is_lower) return false;
  wrong(reasons::kTypeMismatch, range,
        "inplace matrix multiplication requires the first operand to have at least one and the second at least two "
        "dimensions",
        "write a = a @ b");
  return true;
}

}  // namespace unpython::frontend
