// Types of calls, by family of functions.
#include <algorithm>

#include "frontend/typer.h"

namespace unpython::frontend {

namespace {

std::string short_name(const LibraryFunction& f) {
  const size_t dot = f.name.rfind('.');
  return std::string(f.name.substr(0, dot) == "builtins" ? f.name.substr(dot + 1) : f.name);
}

bool changes_length(std::string_view list_method) {
  constexpr std::string_view kMethods[] = {"append", "extend", "insert", "pop", "remove", "clear"};
  return std::find(std::begin(kMethods), std::end(kMethods), list_method) != std::end(kMethods);
}

Type with_scalar(Type type, ScalarType scalar) {
  type.scalar = scalar;
  return forget_value(type);
}

Type promote_all(const std::vector<Type>& types) {
  Type result = forget_value(types[0]);
  for (size_t i = 1; i < types.size(); ++i) result = forget_value(promote(result, types[i]));
  return result;
}

/// Python's own numbers that a bool counts as.
Type as_integer_if_bool(const Type& type) {
  return type.weak && type.scalar == ScalarType::Bool ? weak(ScalarType::Int64) : forget_value(type);
}

}  // namespace

Type Typer::library_call(const resolved::CallLibrary& node, const SourceRange& range) {
  const LibraryFunction& f = *node.function;
  const std::vector<Type> arguments = exprs(node.arguments);
  for (const Type& type : arguments)
    if (type.is(Type::Kind::Error)) return type;
  for (const Type& type : arguments)
    if (type.is_silent()) return type;
  const bool query = f.family == Family::Shape || f.family == Family::Length ||
                     f.family == Family::Dimensions || f.family == Family::Size;
  if (query) return array_query(f, arguments[0], range);
  for (const Type& type : arguments)
    if (type.is_list_of_items() && !f.name.starts_with("numpy.")) return refuse_list(type, range);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_scalar() || (arguments[i].is_array() && is_elementwise(f))) continue;
    if (arguments[i].is_array())
      return wrong(reasons::kArrayExpression, f_[node.arguments[i]].range,
                   short_name(f) + " of a whole array is not supported yet",
                   f.family == Family::DivMod ? "use np.divmod" : "");
    return wrong(reasons::kTypeMismatch, f_[node.arguments[i]].range,
                 short_name(f) + " is not defined for " + describe(arguments[i]));
  }
  return elementwise(arguments, [&](const std::vector<Type>& elements) {
    return f.name.starts_with("numpy.") ? numpy_call(f, elements, range) : python_call(f, elements, range);
  });
}

Type Typer::array_query(const LibraryFunction& f, const Type& argument, const SourceRange& range) {
  if (argument.is_array()) {
    switch (f.family) {
      case Family::Shape:
        return shape_of(argument);
      case Family::Dimensions:
        return known_int(argument.rank);
      case Family::Size:
        return weak(ScalarType::Int64);
      default:
        break;
    }
    if (argument.rank > 0) return weak(ScalarType::Int64);
    return wrong(reasons::kTypeMismatch, range, "a 0-dimensional array has no len()");
  }
  if (argument.is_scalar() && f.family == Family::Dimensions) return known_int(0);
  if (argument.is_tuple() && f.family == Family::Dimensions) {
    int64_t depth = 0;
    for (const Type* level = &argument; level->is_tuple() && !level->elements.empty();
         level = &level->elements.front())
      ++depth;
    return known_int(depth);
  }
  if (argument.is_tuple() && f.family == Family::Length)
    return known_int(static_cast<int64_t>(argument.elements.size()));
  return wrong(reasons::kTypeMismatch, range, short_name(f) + " is not defined for " + describe(argument));
}

Type Typer::python_call(const LibraryFunction& f, const std::vector<Type>& arguments,
                        const SourceRange& range) {
  const bool any_complex = std::any_of(arguments.begin(), arguments.end(),
                                       [](const Type& type) { return is_complex(type.scalar); });
  const auto only_real = [&](const Type& result) {
    if (!any_complex) return result;
    return wrong(reasons::kTypeMismatch, range, short_name(f) + " is not defined for complex numbers",
                 "use .real and .imag, or abs(...)");
  };
  switch (f.family) {
    case Family::MathUnary:
    case Family::MathBinary:
    case Family::MathLog:
    case Family::MathScale:
      return only_real(weak(ScalarType::Float64));
    case Family::MathToInteger:
      return only_real(weak(ScalarType::Int64));
    case Family::MathTest:
      return only_real(weak(ScalarType::Bool));
    case Family::Abs:
      return with_scalar(as_integer_if_bool(arguments[0]),
                         real_part_type(as_integer_if_bool(arguments[0]).scalar));
    case Family::Smallest:
    case Family::Largest: {
      if (arguments.size() < 2)
        return wrong(reasons::kArrayExpression, range, short_name(f) + " of one value is not supported yet",
                     "give it two numbers or more");
      Type result;
      for (const Type& type : arguments) result = joined(result, type, range);
      if (result.is_scalar()) result = forget_value(result);
      return any_complex && result.is_scalar() && result.weak ? only_real(result) : result;
    }
    case Family::ToInt:
      return only_real(weak(ScalarType::Int64));
    case Family::ToFloat:
      return only_real(weak(ScalarType::Float64));
    case Family::ToBool:
      return weak(ScalarType::Bool);
    case Family::ToComplex:
      return weak(ScalarType::Complex128);
    case Family::Round:
      return only_real(weak(ScalarType::Int64));
    case Family::Power:
      return binary(syntax::BinaryOperator::Pow, arguments[0], arguments[1], range);
    case Family::DivMod: {
      const Type quotient = binary(syntax::BinaryOperator::FloorDiv, arguments[0], arguments[1], range);
      return quotient.is_scalar() ? tuple({quotient, quotient}) : quotient;
    }
    default:
      break;
  }
  return wrong(reasons::kUnsupportedCall, range, short_name(f) + " is not supported");
}

Type Typer::numpy_call(const LibraryFunction& f, const std::vector<Type>& arguments,
                       const SourceRange& range) {
  const Type type = strengthen(promote_all(arguments));
  const auto undefined = [&] {
    return wrong(reasons::kTypeMismatch, range, short_name(f) + " is not defined for " + describe(type));
  };
  const auto unless = [&](bool bad) { return bad ? undefined() : type; };
  switch (f.family) {
    case Family::NumpyFloat:
    case Family::NumpyFloatBinary:
    case Family::NumpyScale: {
      const auto computed = float_type_of(type.scalar);
      if (!computed)
        return wrong(reasons::kHalfPrecision, range,
                     short_name(f) + " of " + describe(type) +
                         " is computed in half precision, which is not supported");
      return is_complex(*computed) && !(f.family == Family::NumpyFloat && has_complex_meaning(f.op))
                 ? undefined()
                 : strong(*computed);
    }
    case Family::NumpyOperator: {
      const bool both_weak = arguments[0].weak && arguments[1].weak;
      return both_weak ? binary(f.binary, strengthen(arguments[0]), strengthen(arguments[1]), range)
                       : binary(f.binary, arguments[0], arguments[1], range);
    }
    case Family::NumpyCompare:
    case Family::NumpyLogical:
    case Family::NumpyNot:
    case Family::NumpyTest:
      return f.family == Family::NumpyTest && is_complex(type.scalar) && !accepts_complex(f.op)
                 ? undefined()
                 : strong(ScalarType::Bool);
    case Family::NumpyMinMax:
    case Family::NumpyMinMaxNumber:
      return unless(is_complex(type.scalar));
    case Family::NumpyRounding:
      return unless(is_complex(type.scalar));
    case Family::NumpyAbs:
      return strong(real_part_type(type.scalar));
    case Family::NumpyNegative:
    case Family::NumpyPositive:
    case Family::NumpySign:
      return unless(type.scalar == ScalarType::Bool);
    case Family::NumpySquare:
      return type.scalar == ScalarType::Bool ? strong(ScalarType::Int8) : type;
    case Family::NumpyReciprocal:
      return unless(type.scalar == ScalarType::Bool);
    case Family::NumpyInvert:
      return unless(kind_rank(type.scalar) > 1);
    case Family::NumpyWhere:
      return strengthen(forget_value(promote(arguments[1], arguments[2])));
    case Family::NumpyConjugate:
      return type.scalar == ScalarType::Bool ? strong(ScalarType::Int8) : type;
    case Family::NumpyReal:
    case Family::NumpyImag:
      return with_scalar(arguments[0], real_part_type(arguments[0].scalar));
    default:
      break;
  }
  return wrong(reasons::kUnsupportedCall, range, short_name(f) + " is not supported");
}

Type Typer::convert(ScalarType to, const Type& from, const SourceRange& range) {
  if (from.is_silent()) return from;
  if (from.is_array()) {
    const Type element = convert(to, element_of(from), range);
    return element.is_scalar() ? computed_array(to, from.rank) : element;
  }
  const bool complex_lost =
      from.is_scalar() && is_complex(from.scalar) && !is_complex(to) && to != ScalarType::Bool;
  if (!from.is_scalar() || complex_lost)
    return wrong(reasons::kTypeMismatch, range,
                 "cannot convert " + describe(from) + " to " + std::string(name_of(to)),
                 complex_lost ? "convert its .real part" : "");
  return strong(to);
}

Type Typer::method(const resolved::CallMethod& node, const SourceRange& range) {
  const Type value = expr(node.value);
  const std::vector<Type> arguments = exprs(node.arguments);
  if (value.is_silent()) return value;
  for (const Type& argument : arguments)
    if (argument.is_silent()) return argument;
  if ((value.is_list || value.is_list_of_items()) && changes_length(node.name))
    return wrong(reasons::kUnsupportedCall, range,
                 "a list keeps its length here, so '" + node.name + "' is not supported",
                 "make an array that is large enough, `np.empty(n)`, and store to its elements");
  if (value.is_array()) return array_method(value, node, range);
  if (!node.keywords.empty())
    return wrong(reasons::kUnsupportedCall, range, "keywords of a method are not supported");
  const bool plain = value.is_scalar() && arguments.empty();
  if (plain && (node.name == "conjugate" || (node.name == "conj" && !value.weak)))
    return as_integer_if_bool(value);
  if (plain && node.name == "item" && !value.weak) {
    constexpr ScalarType kPython[] = {ScalarType::Bool, ScalarType::Int64, ScalarType::Float64,
                                      ScalarType::Complex128};
    if (value.scalar == ScalarType::UInt64)
      return wrong(reasons::kLargeInteger, range, "a uint64 may not fit a Python int here",
                   "use np.int64(...)");
    return weak(kPython[kind_rank(value.scalar)]);
  }
  if (value.is_scalar() && !value.weak && node.name == "astype" && arguments.size() == 1 &&
      arguments[0].is(Type::Kind::Dtype))
    return convert(arguments[0].scalar, value, range);
  return wrong(reasons::kUnsupportedCall, range,
               "method '" + node.name + "' of " + describe(value) + " is not supported");
}

}  // namespace unpython::frontend
