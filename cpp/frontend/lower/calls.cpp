// Calls of library functions and of methods.
#include <algorithm>

#include "frontend/lower/lowerer.h"
#include "frontend/types/classes.h"
#include "frontend/types/sequences.h"

namespace unpython::frontend {

Value Lowerer::library_call(resolved::ExprId id, const resolved::CallLibrary& node, const SourceRange& range, bool in_place) {
  const Type& type = types_.of(id);
  std::vector<Value> arguments = values(node.arguments);
  const LibraryFunction& f = *node.function;
  if (f.family == Family::IsInstance || f.family == Family::Dimensions) (void)after_raising(arguments[0], range);
  if (f.family == Family::IsInstance) {
    return type.known ? constant_value(type) : asked_kind(arguments[0], types_.of(node.arguments[1]).text);
  }
  if (f.family == Family::TimeCode) return constant_value(type);
  const bool any_array = std::any_of(arguments.begin(), arguments.end(),
                                     [](const Value& argument) { return argument.type.is_array(); });
  const auto choices = types_.choices.find(id);
  if (!any_array && choices != types_.choices.end())
    return call_on_either(f, arguments, choices->second, type, range);
  if (any_array && is_elementwise(f)) {
    const Type element = element_of(type);
    const bool computes = f.family == Family::NumpyOperator || f.family == Family::NumpyMinMax ||
                          f.family == Family::NumpyMinMaxNumber;
    const bool of_bools = f.family == Family::NumpyLogical || f.family == Family::NumpyNot || f.family == Family::NumpyTest;
    const bool any_type = element.scalar == ScalarType::Float64 || f.family == Family::NumpyCompare || of_bools;
    std::vector<Type> operands;
    for (const Value& argument : arguments) operands.push_back(element_of(argument.type));
    for (size_t i = 0; i < arguments.size(); ++i) {
      Value& argument = arguments[i];
      check_holds_numpy(argument, range);
      if (argument.type.is_list_of_items()) check_no_empty_list(argument, any_type, range);
      argument = of_bools || is_alike_beside(operands, i) ? deciding_value(argument, range) : numpy_value(argument, range);
      if (computes) argument = fitting(argument, element.scalar, range);
    }
    Value result = elementwise(arguments, element.scalar, range,
                               [this, &f, element, range](const std::vector<Value>& elements) {
                                 return f.name.starts_with("numpy.") ? numpy_call(f, elements, element, range)
                                                                     : python_call(f, elements, element, range);
                               });
    const bool stored_at_once = in_place || f.family != Family::NumpyOperator;
    return stored_at_once ? result : as_raising(f.binary, std::move(result), arguments[1], range);
  }
  const bool query = f.family == Family::Shape || f.family == Family::Dimensions || f.family == Family::Size;
  if (!query && f.name.starts_with("numpy.")) return numpy_call(f, arguments, type, range);
  return python_call(f, arguments, type, range);
}

/// Whether a number of several types has one of the classes that are asked for.
Value Lowerer::asked_kind(const Value& number, const std::string& classes) {
  ir::ExprId has_one = build_.boolean(false);
  for (size_t i = 0; i < number.type.elements.size(); ++i)
    if (is_instance(number.type.elements[i], classes) == true) has_one = build_.logical_or(has_one, has_type(number, i));
  return scalar(weak(ScalarType::Bool), has_one);
}

Value Lowerer::array_call(const ArrayFunction& f, const std::vector<resolved::ExprId>& ids,
                          const LibraryFunction* inner, const Type& type, const SourceRange& range) {
  std::vector<Value> arguments;
  std::vector<Type> types;
  for (size_t i = 0; i < ids.size(); ++i) {
    Value value = ids[i].valid() ? expr(ids[i]) : Value{.type = none_type()};
    const bool statements_follow =
        std::any_of(ids.begin() + static_cast<std::ptrdiff_t>(i) + 1, ids.end(),
                    [&](resolved::ExprId id) { return id.valid() && f_[id].has_statements; });
    if (statements_follow) value = hold_if_mutable(value, false);
    check_holds_numpy(value, range);
    for (const Value& part : value.elements)
      if (part.type.is_list_of_items() && f.family == ArrayFamily::Join) check_no_empty_list(part, false, range);
    const bool asks_for_type = f.name == "unpython._empty_like";
    if (value.type.is_list_of_items() && f.family != ArrayFamily::FromValues && !asks_for_type) {
      check_no_empty_list(value, false, range);
      // NumPy makes an array of it first, which keeps its items while the list changes.
      if (f.family != ArrayFamily::Reduction && f.family != ArrayFamily::Position)
        value = materialize(value, range);
      value.type.lists = 0;
      value.type.weak = false;
    }
    arguments.push_back(taken(f, i, value, range));
    types.push_back(ids[i].valid() ? frontend::taken(f, i, types_.of(ids[i])) : none_type());
  }
  if (takes_numbers(f.family) && types[0].is_scalar()) {
    arguments[0] = as_array(arguments[0]);
    types[0] = arguments[0].type;
  }
  const bool takes_selections =
      f.family == ArrayFamily::Reduction || f.family == ArrayFamily::Copy || f.family == ArrayFamily::Convert;
  for (Value& argument : arguments)
    if (!takes_selections) argument = compressed(argument);
  const ArrayCall call(f, types);
  const ScalarType element = type.scalar;
  const bool moves_axes = f.family == ArrayFamily::Transpose || f.family == ArrayFamily::Flip || f.family == ArrayFamily::Squeeze;
  if (moves_axes && type.is_number()) return scalar(type, element_at(arguments[0], {}));
  switch (f.family) {
    case ArrayFamily::Filled:
    case ArrayFamily::FilledLike: {
      const bool like = f.family == ArrayFamily::FilledLike;
      const ir::ExprId value = build_.number(element, static_cast<int64_t>(f.value));
      Value result = computed(type, like ? extents_of(after_raising(arguments[0], range)) : shape_of_new(arguments[0], element, range),
                              [value](const Indices&) { return value; });
      auto filled = std::make_shared<ComputedArray>(*result.computed);
      filled->is_empty = f.undefined;
      result.computed = std::move(filled);
      return result;
    }
    case ArrayFamily::Full:
    case ArrayFamily::FullLike: {
      const bool like = f.family == ArrayFamily::FullLike;
      const ir::ExprId value = hold(operand(arguments[1], element, range));
      return computed(type, like ? extents_of(after_raising(arguments[0], range)) : shape_of_new(arguments[0], element, range),
                      [value](const Indices&) { return value; });
    }
    case ArrayFamily::Copy:
    case ArrayFamily::Convert: {
      const Value converted = convert_elements(arguments[0], element, range);
      return type.is_array() ? as_array(converted) : converted;
    }
    case ArrayFamily::Range:
      return evenly_stepped(arguments, call, type, range);
    case ArrayFamily::Spaced:
      return evenly_spaced(arguments, call, type, range);
    case ArrayFamily::Diagonal: {
      const ir::ExprId rows = hold(natural(arguments[0], kNegativeExtent, range));
      const bool general = f.name == "numpy.eye";
      const ir::ExprId columns = general && !call.is_absent(1) ? hold(natural(arguments[1], kNegativeExtent, range)) : rows;
      const ir::ExprId offset = general && !call.is_absent(2) ? hold(to_python_int(arguments[2], range)) : build_.int64(0);
      check_room({rows, columns}, element, range);
      return computed(type, {rows, columns}, [this, offset, element](const Indices& at) {
        const ir::ExprId on = build_.compare(ir::CompareOp::Equal, build_.sub(at[1], at[0]), offset);
        return build_.select(on, build_.number(element, 1), build_.number(element, 0));
      });
    }
    case ArrayFamily::FromValues:
      if (arguments[0].type.is_list_of_items()) {
        check_no_empty_list(arguments[0], call.dtype().has_value(), range);
        return list_in_type(arguments[0], element, range);
      }
      if (holds_array(arguments[0].type)) return array_of_rows(arguments[0], element, call.dtype().has_value(), range);
      if (arguments[0].type.is_array() && call.is_itself()) return arguments[0];
      return arguments[0].type.is_array() ? as_array(convert_elements(arguments[0], element, range))
                                          : from_values(arguments[0], type, range);
    case ArrayFamily::Reduction:
    case ArrayFamily::Position:
      return reduce(call, arguments, type, range);
    case ArrayFamily::Nonzero:
      return nonzero(arguments[0], range);
    case ArrayFamily::FlatNonzero:
      return flat_nonzero(arguments[0], range);
    case ArrayFamily::Product:
      return product(arguments[0], arguments[1], type, f.name == "numpy.dot", range);
    case ArrayFamily::Outer:
      return outer(arguments[0], arguments[1], inner, type, range);
    case ArrayFamily::Transpose:
    case ArrayFamily::SwapAxes:
    case ArrayFamily::MoveAxis:
      return permuted(arguments[0], *call.axis_order());
    case ArrayFamily::Flip:
      return flipped(arguments[0], call);
    default:
      return index_map(call, arguments, type, range);
  }
}

/// What a value is, as a number, and then its numbers and arrays: _host.py puts them together.
void Lowerer::add_shown(const Value& value, std::vector<Value>& given, const SourceRange& range) {
  enum : int64_t { kPlain = -1, kOfNumPy = -2, kOfPython = -3, kNone = -4, kOneOf = -4 };
  const auto say = [&](int64_t what) { given.push_back(constant_value(known_int(what))); };
  if (value.type.is_tuple()) {
    say(2 * static_cast<int64_t>(value.elements.size()) + (value.type.is_list ? 1 : 0));
    for (const Value& element : value.elements) add_shown(element, given, range);
  } else if (value.type.is(Type::Kind::None)) {
    say(kNone);
  } else if (value.type.is_array()) {
    say(!value.type.is_list_of_items() ? kPlain : value.type.weak ? kOfPython : kOfNumPy);
    given.push_back(in_memory(value, range));
  } else if (value.type.is_either()) {
    say(kOneOf - static_cast<int64_t>(value.type.elements.size()));
    given.push_back(hold(scalar(weak(ScalarType::Int64), value.expr)));
    for (size_t i = 0; i < value.type.elements.size(); ++i) given.push_back(hold(alternative(value, i)));
  } else {
    say(kPlain);
    given.push_back(hold(value));
  }
}

/// What comes back lies in an array: the one that is made, or one of a single element.
Value Lowerer::host_call(const resolved::CallHost& node, const Type& type, const SourceRange& range) {
  ir::CallHost call{.function = node.function, .arguments = {}, .values = {}};
  std::vector<Value> given;
  if (node.shows) {
    for (const resolved::ExprId id : node.arguments) add_shown(expr(id), given, range);
  } else {
    for (const Value& value : values(node.arguments)) given.push_back(value.type.is_array() ? in_memory(value, range) : hold(value));
  }
  Value result{.type = type};
  if (node.made.valid()) {
    result = materialize(expr(node.made), range);
    call.arguments.push_back({.array = result.base, .stored = true});
  } else if (node.number) {
    const ir::ArrayId memory = build_.heap_array(unique_name("given"), *node.number, 1);
    emit(ir::Allocate{memory, {build_.int64(1)}}, range);
    call.arguments.push_back({.array = memory, .stored = true});
  }
  for (const Value& value : given) {
    if (value.type.is_array()) {
      call.arguments.push_back({.array = value.base});
    } else {
      call.arguments.push_back({.array = {}, .stored = false, .weak = value.type.weak});
      call.values.push_back(value.expr);
    }
  }
  call.is_native = node.is_native;
  const ir::ArrayId memory = call.arguments.empty() ? ir::ArrayId() : call.arguments.front().array;
  emit(std::move(call), range);
  return node.number ? hold(scalar(type, build_.load(memory, {build_.int64(0)}))) : result;
}

/// np.float32(argument), a.dtype.type(argument).
Value Lowerer::called_type(ScalarType to, resolved::ExprId argument, const Type& type, const SourceRange& range) {
  const Value value = expr(argument);
  if (is_array_of(value.type, to)) return value;
  if (value.type.is_array()) return convert_elements(value, to, range);
  return scalar(type, converted_number(value, to, range));
}

Value Lowerer::method(const resolved::CallMethod& node, const Type& type, const SourceRange& range) {
  if (const Type& of = types_.of(node.value); of.is(Type::Kind::Dtype))
    return called_type(of.scalar, node.arguments[0], type, range);
  if (types_.of(node.value).is_list_of_items()) {
    Value copy = convert_elements(expr(node.value), type.scalar, range);
    copy.type.lists = type.lists;
    copy.type.weak = type.weak;
    return copy;
  }
  if (types_.of(node.value).is_array()) return array_method(node, type, range);
  const Value value = numpy_value(expr(node.value), range);
  const bool conjugates = node.name == "conjugate" || node.name == "conj";
  if (conjugates && is_complex(value.type.scalar))
    return scalar(type, call(ir::Intrinsic::Conjugate, value.expr));
  if (node.name == "astype") return scalar(type, explicit_conversion(value, type.scalar, range));
  return scalar(type, cast(value.expr, type.scalar));
}

Value Lowerer::array_method(const resolved::CallMethod& node, const Type& type, const SourceRange& range) {
  if (const ArrayFunction* function = find_array_method(node.name)) {
    std::string problem;
    return array_call(*function, bind_method(*function, node, problem), nullptr, type, range);
  }
  const Value array = expr(node.value);
  if (!is_complex(type.scalar)) return array;
  return elementwise({array}, type.scalar, range, [this](const std::vector<Value>& elements) {
    return scalar(elements[0].type, call(ir::Intrinsic::Conjugate, elements[0].expr));
  });
}

}  // namespace unpython::frontend
