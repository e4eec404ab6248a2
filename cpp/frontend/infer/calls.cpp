// Types of calls, by family of functions.
#include <algorithm>

#include "frontend/infer/flow_walk.h"
#include "frontend/infer/typer.h"
#include "frontend/syntax/call_advice.h"
#include "frontend/syntax/suggest.h"
#include "frontend/types/classes.h"
#include "frontend/types/times.h"

namespace unpython::frontend {

namespace {

std::string short_name(const LibraryFunction& f) {
  const size_t dot = f.name.rfind('.');
  return std::string(f.name.substr(0, dot) == "builtins" ? f.name.substr(dot + 1) : f.name);
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

/// Whether Python can compare each two of them: its own complex numbers have no order, NumPy's have one.
bool has_order(const std::vector<Type>& types) {
  for (auto b = types.begin(); b != types.end(); ++b)
    for (auto a = types.begin(); a != b; ++a)
      if (compare_rule(syntax::CompareOperator::Lt, *b, *a).result.is(Type::Kind::Error)) return false;
  return true;
}

}  // namespace

Type Typer::library_call(resolved::ExprId id, const resolved::CallLibrary& node, const SourceRange& range) {
  const LibraryFunction& f = *node.function;
  const std::vector<Type> arguments = exprs(node.arguments);
  for (const Type& type : arguments)
    if (type.is(Type::Kind::Error)) return type;
  for (const Type& type : arguments)
    if (type.is_silent()) return type;
  const bool query = f.family == Family::Shape || f.family == Family::Length ||
                     f.family == Family::Dimensions || f.family == Family::Size;
  if (query) return array_query(f, arguments[0], range);
  if (f.family == Family::IsInstance) {
    std::optional<bool> found;
    bool is_decided = true;
    bool differ = false;
    for (const Type& one : alternatives(arguments[0])) {
      const auto is_one = is_instance(one, arguments[1].text);
      is_decided = is_decided && is_one;
      differ = differ || (found && is_one != found);
      found = is_one;
    }
    if (is_decided) return differ ? weak(ScalarType::Bool) : known_bool(*found);
    return wrong(reasons::kUnsupportedExpression, range, "the class of " + describe(arguments[0]) + " cannot be asked for here",
                 "use two functions, or a parameter that says which kind it is");
  }
  for (const Type& type : arguments)
    if (type.is_open) return call_of_open_list(type, range);
  if (f.family == Family::TimeCode) {
    const bool has_code = (arguments[0].is_scalar() || arguments[0].is_array()) && is_time(arguments[0].scalar);
    return known_int(has_code ? static_cast<int64_t>(arguments[0].scalar) : 0);
  }
  for (const Type& type : arguments)
    if (type.is_list_of_items() && !f.name.starts_with("numpy.")) return refuse_list(type, range);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_number() || (arguments[i].is_array() && is_elementwise(f))) continue;
    if (arguments[i].is_array())
      return wrong(reasons::kArrayExpression, f_[node.arguments[i]].range,
                   short_name(f) + " of a whole array is not supported yet",
                   f.family == Family::DivMod ? "use np.divmod" : "");
    return wrong(reasons::kTypeMismatch, f_[node.arguments[i]].range,
                 short_name(f) + " is not defined for " + describe(arguments[i]));
  }
  const auto any = [&](bool (Type::*is)() const) {
    return std::any_of(arguments.begin(), arguments.end(), [&](const Type& type) { return (type.*is)(); });
  };
  const bool has_choices = any(&Type::is_either);
  const bool has_array = any(&Type::is_array);
  bool is_mistake = false;
  std::vector<Type> choices;
  const Type result = elementwise(arguments, [&](const std::vector<Type>& elements) {
    choices.push_back(f.name.starts_with("numpy.") ? numpy_call(f, elements, range)
                                                   : python_call(f, elements, range));
    is_mistake = is_mistake || choices.back().is(Type::Kind::Error);
    return choices.back();
  });
  if (has_choices && !has_array) types_.choices[id] = std::move(choices);
  if (has_choices && result.is(Type::Kind::Error) && !is_mistake)
    return wrong(reasons::kMixedJoin, range,
                 short_name(f) + (has_array ? " gives arrays of several types here" : " gives a number of too many types here"),
                 "convert the number first, as in float(...) or np.float64(...)");
  return result;
}

namespace {

/// Whether Python can be shown a value: numbers and arrays, and tuples and lists of them.
bool can_be_shown(const Type& type) {
  if (type.is_tuple()) return type.record < 0 && std::all_of(type.elements.begin(), type.elements.end(), can_be_shown);
  if (type.is_list_of_items()) return !type.weak || type.lists == type.rank;
  return type.is_scalar() || type.is_array() || type.is(Type::Kind::None) || type.is_either();
}

}  // namespace

/// Python is given numbers and arrays as it would have them.
Type Typer::host_call(const resolved::CallHost& node, const SourceRange& range) {
  if (!node.in_parallel.empty()) {
    const std::string_view advice = advice_for_call(node.in_parallel);
    return wrong(reasons::kUnsupportedCall, range,
                 "'" + node.in_parallel + "' runs in Python, which is not possible inside a parallel loop",
                 advice.empty() ? "call it before or behind the loop" : std::string(advice));
  }
  exprs(node.arguments);
  for (const resolved::ExprId id : node.arguments) {
    const Type& type = types_.of(id);
    if (type.is(Type::Kind::Error) || type.is_silent()) return type;
    if (type.is_open && !(node.shows && closes_lists_)) return call_of_open_list(type, f_[id].range);
    if (has_times(type)) return refuse_times("a call of Python", {type}, f_[id].range);
    if (type.is_scalar() || (type.is_array() && !type.is_list_of_items())) continue;
    if (node.shows && can_be_shown(type)) continue;
    return wrong(reasons::kUnsupportedCall, f_[id].range, describe(type) + " cannot be handed to a function of Python here",
                 "give it numbers and arrays");
  }
  if (node.made.valid()) return expr(node.made);
  return node.number ? weak(*node.number) : none_type();
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
  if (argument.is_number() && f.family == Family::Dimensions) return known_int(0);
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
  if (std::any_of(arguments.begin(), arguments.end(), has_times)) return time_call(f, arguments, range);
  const bool any_complex = std::any_of(arguments.begin(), arguments.end(),
                                       [](const Type& type) { return is_complex(type.scalar); });
  const auto only_real = [&](const Type& result) {
    if (!any_complex) return result;
    return wrong(reasons::kTypeMismatch, range, short_name(f) + " is not defined for complex numbers",
                 "use .real and .imag, or abs(...)");
  };
  const auto undefined = [&] {
    return wrong(reasons::kTypeMismatch, range,
                 short_name(f) + " is not defined for " + describe(arguments[0]), "convert it with int(...)");
  };
  switch (f.family) {
    case Family::MathUnary:
    case Family::MathBinary:
    case Family::MathLog:
    case Family::MathScale:
      return only_real(weak(ScalarType::Float64));
    case Family::RealPart:
    case Family::ImaginaryPart:
      return weak(ScalarType::Float64);
    case Family::MathToInteger:
      if (f.op == ir::Intrinsic::Trunc && !arguments[0].weak && arguments[0].scalar != ScalarType::Float64)
        return undefined();
      return only_real(weak(ScalarType::Int64));
    case Family::Bits: {
      constexpr std::pair<ScalarType, ScalarType> kPairs[] = {{ScalarType::Float32, ScalarType::Int32},
                                                              {ScalarType::Float64, ScalarType::Int64}};
      for (const auto& [real, whole] : kPairs) {
        if (arguments[0].scalar == real) return strong(whole);
        if (arguments[0].scalar == whole) return strong(real);
      }
      return undefined();
    }
    case Family::HighProduct:
      return strong(ScalarType::UInt64);
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
      return has_order(arguments) ? result : only_real(result);
    }
    case Family::ToInt:
      return only_real(weak(ScalarType::Int64));
    case Family::ToFloat:
      return only_real(weak(ScalarType::Float64));
    case Family::ToBool:
      return weak(ScalarType::Bool);
    case Family::ToComplex:
      if (arguments.size() > 1 && !arguments[1].weak && arguments[1].scalar == ScalarType::Complex64)
        return wrong(reasons::kTypeMismatch, range,
                     "the second part of complex() is numpy.complex64, of which NumPy drops the imaginary part",
                     "write .real, or np.complex128(...)");
      return weak(ScalarType::Complex128);
    case Family::ToIndex:
      if (!may_count(arguments[0]))
        return wrong(reasons::kTypeMismatch, range,
                     "a number that counts is an integer, found " + describe(arguments[0]),
                     "convert it with int(...)");
      return known_integer(arguments[0]) ? as_integer_if_bool(arguments[0]) : weak(ScalarType::Int64);
    case Family::RangeLength: {
      const auto start = known_integer(arguments[0]), stop = known_integer(arguments[1]), step = known_integer(arguments[2]);
      if (!start || !stop || !step || *step == 0) return weak(ScalarType::Int64);
      return known_int(range_length(*start, *stop, *step));
    }
    case Family::Round:
      if (!arguments[0].weak && arguments[0].scalar == ScalarType::Bool) return undefined();
      if (arguments[0].is_scalar() && arguments[0].of_array) return undefined();
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
  if (std::any_of(arguments.begin(), arguments.end(), has_times)) return time_call(f, arguments, range);
  const Type type = strengthen(promote_all(arguments));
  const auto undefined = [&] {
    return wrong(reasons::kTypeMismatch, range, short_name(f) + " is not defined for " + describe(type));
  };
  const auto unless = [&](bool bad) { return bad ? undefined() : type; };
  switch (f.family) {
    case Family::NumpyFloat:
    case Family::NumpyFloatBinary:
    case Family::NumpyScale: {
      // NumPy looks for a loop that all of them fit in: one of float16 for int8 beside uint8, one of float32 for int16
      // beside uint16.
      const bool all_narrow = std::all_of(arguments.begin(), arguments.end(), [](const Type& t) {
        return !t.weak && float_type_of(t.scalar) == ScalarType::Float16;
      });
      const bool all_short = std::all_of(arguments.begin(), arguments.end(), [](const Type& t) {
        return !t.weak && kind_rank(t.scalar) <= 1 && size_of(t.scalar) <= 2;
      });
      const ScalarType computed = all_narrow  ? ScalarType::Float16
                                  : all_short ? ScalarType::Float32
                                              : float_type_of(type.scalar);
      if (computed == ScalarType::Float16 && f.op == ir::Intrinsic::NextAfter)
        return wrong(reasons::kHalfPrecision, range, short_name(f) + " of float16 is not compiled", "use float32");
      return is_complex(computed) && !(f.family == Family::NumpyFloat && has_complex_meaning(f.op))
                 ? undefined()
                 : strong(computed);
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
    case Family::NumpyIsNoTime:
      if (f.family == Family::NumpyIsNoTime) return undefined();
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
    case Family::NumpyWhere:  // an array also of numbers
      return without_dimensions(strengthen(promote(arguments[1], arguments[2])));
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
  if (from.is_either())
    return over_alternatives({from}, [&](const std::vector<Type>& one) { return convert(to, one[0], range); });
  if (from.is_array()) {
    const Type element = convert(to, element_of(from), range);
    return element.is_scalar() ? computed_array(to, from.rank) : element;
  }
  if (from.is_scalar() && (is_time(from.scalar) || is_time(to)))
    return is_converted(from.scalar, to)
               ? strong(to)
               : wrong(reasons::kTypeMismatch, range, "converting " + describe(from) + " to " + full_name(to) + " is not supported",
                       "convert it by way of integers: astype('int64')");
  const bool complex_lost =
      from.is_scalar() && is_complex(from.scalar) && !is_complex(to) && to != ScalarType::Bool;
  if (!from.is_scalar() || complex_lost)
    return wrong(reasons::kTypeMismatch, range,
                 "cannot convert " + describe(from) + " to " + std::string(name_of(to)),
                 complex_lost ? "convert its .real part" : "");
  return strong(to);
}

Type Typer::method(const resolved::CallMethod& node, const SourceRange& range) {
  const Type given = expr(node.value);
  const Type value = numpy_alternative(given).value_or(given);
  const std::vector<Type> arguments = exprs(node.arguments);
  if (value.is_silent()) return value;
  for (const Type& argument : arguments)
    if (argument.is_silent()) return argument;
  const bool copies = value.is_list_of_items() && value.rank == 1 && node.name == "copy" && arguments.empty();
  if (copies) return value.is_open ? value : frontend::new_list(item_of_list(value));
  if (value.is_list || value.is_list_of_items()) {
    const bool is_append = node.name == "append" && node.keywords.empty();
    const std::string hint = did_you_mean(
        node.name, {"append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"});
    return wrong(reasons::kUnsupportedCall, range,
                 is_append ? "append() takes 1 argument, " + std::to_string(arguments.size()) + " are given"
                           : "method '" + node.name + "' of " + describe(value) + " is not supported",
                 is_append       ? "append one item: append((x, y)), or use extend([x, y])"
                 : hint.empty() ? "make it an array first: np.array(...)"
                                : hint);
  }
  if (value.is_array()) return array_method(value, node, range);
  if (!node.keywords.empty())
    return wrong(reasons::kUnsupportedCall, range, "keywords of a method are not supported");
  const bool plain = value.is_scalar() && arguments.empty() && !is_time(value.scalar);
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
  if (value.is(Type::Kind::Dtype) && node.name == "type" && arguments.size() == 1)
    return is_array_of(arguments[0], value.scalar) ? arguments[0] : convert(value.scalar, arguments[0], range);
  return wrong(reasons::kUnsupportedCall, range,
               "method '" + node.name + "' of " + describe(value) + " is not supported");
}

}  // namespace unpython::frontend
