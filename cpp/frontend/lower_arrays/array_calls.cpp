// Functions of whole arrays that need no loop of their own: arrays from shapes and values, axes in another
// order.
#include <algorithm>

#include "frontend/lower_arrays/array_function_code.h"
#include "frontend/types/alternatives.h"
#include "ir/constant.h"

namespace unpython::frontend {

namespace {
constexpr auto kTooLarge = "Maximum allowed size exceeded";
}  // namespace

Value ArrayFunctionCode::taken(const ArrayFunction& f, size_t parameter, const Value& given,
                               const SourceRange& range) {
  if (given.type.is_either()) return counts(f, parameter) ? as_integer(given) : deciding_value(given, range);
  Value result = given;
  for (size_t i = 0; given.type.is_tuple() && i < given.elements.size(); ++i) {
    result.elements[i] = taken(f, parameter, given.elements[i], range);
    result.type.elements[i] = result.elements[i].type;
  }
  return result;
}

Value ArrayFunctionCode::index_map(const ArrayCall& call, const std::vector<Value>& arguments,
                                   const Type& type, const SourceRange& range) {
  const Value& array = arguments[0];
  switch (call.function.family) {
    case ArrayFamily::ExpandDims:
    case ArrayFamily::AtLeast:
      return with_axes(array, *call.axes_plan());
    case ArrayFamily::Squeeze:
      return squeezed(array, *call.axes_plan(), range);
    case ArrayFamily::Reshape: {
      if (arguments.size() == 1) {
        const Value flat = flattened(array, range);
        if (call.function.method == "flatten")
          return array.type.rank == 1 ? convert_elements(array, type.scalar, range) : flat;
        return seen(flat, array, reshape_step(ir::ViewStep::Kind::Ravel, {extent_of(flat, 0)}));
      }
      const bool spread = arguments.size() > 2 || !arguments[1].type.is_tuple();
      const std::vector<Value> asked =
          spread ? std::vector<Value>(arguments.begin() + 1, arguments.end()) : arguments[1].elements;
      const std::vector<ir::ExprId> extents = asked_shape(array, asked, range);
      return seen(reshaped(array, extents, range), array, reshape_step(ir::ViewStep::Kind::Reshape, extents));
    }
    case ArrayFamily::BroadcastTo:
      return broadcast_to(array, arguments[1], range);
    case ArrayFamily::DiagonalOf:
    case ArrayFamily::Diag: {
      const ir::ExprId offset = offset_of(call, arguments, 1, range);
      return array.type.rank == 1 ? diagonal_matrix(array, offset, range) : diagonal_of(array, offset, range);
    }
    case ArrayFamily::Triangle:
      return triangle(array, offset_of(call, arguments, 1, range), call.function.below, range);
    case ArrayFamily::TriangleOnes: {
      const auto size = [&](const Value& given) { return hold(build_.max(to_python_int(given, range), build_.int64(0))); };
      const ir::ExprId rows = size(array);
      const ir::ExprId columns = call.is_absent(1) ? rows : size(arguments[1]);
      const ir::ExprId offset = offset_of(call, arguments, 2, range);
      check_room({rows, columns}, type.scalar, range);
      return computed(type, {rows, columns}, [this, offset, element = type.scalar](const Indices& at) {
        return cast(on_side(at, offset, true), element);
      });
    }
    case ArrayFamily::Roll:
      return rolled(array, call, arguments, range);
    case ArrayFamily::Repeat:
      return repeated(array, call, arguments, range);
    case ArrayFamily::Tile:
      return tiled(array, arguments[1], range);
    case ArrayFamily::Join:
      return joined(call, array, type, range);
    default:
      throw InternalError("lowering", "a function of arrays of no family");
  }
}

Value ArrayCode::computed(const Type& type, std::vector<ir::ExprId> extents,
                          std::function<ir::ExprId(const Indices&)> element) const {
  Value result;
  result.type = type;
  auto array = std::make_shared<ComputedArray>();
  array->extents = std::move(extents);
  array->element = std::move(element);
  result.computed = std::move(array);
  return result;
}

std::vector<ir::ExprId> ArrayFunctionCode::shape(const Value& value, const SourceRange& range, const char* negative) {
  std::vector<ir::ExprId> extents;
  for (const Value& part : value.type.is_tuple() ? value.elements : std::vector<Value>{value}) {
    const ir::ExprId extent = once(to_python_int(part, range));
    const bool natural = std::holds_alternative<ir::Extent>(out_[extent].node);
    if (!natural) raise_if(less_than(extent, 0), ir::ErrorKind::ValueError, negative, range);
    extents.push_back(extent);
  }
  return extents;
}

std::vector<ir::ExprId> ArrayFunctionCode::shape_of_new(const Value& value, ScalarType element, const SourceRange& range) {
  std::vector<ir::ExprId> extents = shape(value, range);
  check_room(extents, element, range);
  return extents;
}

/// arange of dates: of the integers behind them.
Value ArrayFunctionCode::stepped_times(const std::vector<Value>& arguments, const ArrayCall& call, const Type& type,
                                       const SourceRange& range) {
  TimeType step = time_type(type.scalar);
  step.is_difference = true;
  const auto count = [&](size_t i, ScalarType unit) { return once(ticks(cast(arguments[i].expr, unit))); };
  const ir::ExprId first = count(0, type.scalar);
  const ir::ExprId last = count(1, type.scalar);
  const ir::ExprId by = call.is_absent(2) ? build_.int64(1) : count(2, scalar_type(step));
  ir::ExprId none = build_.boolean(false);
  for (const ir::ExprId part : {first, last, by}) none = build_.logical_or(none, is_no_time(part));
  raise_if(none, ir::ErrorKind::ValueError, "arange: cannot use NaT (not-a-time) datetime values", range);
  raise_if(is_zero(by), ir::ErrorKind::ValueError, "arange: step cannot be zero", range);
  const ir::ExprId extent = hold(build_.max(safe_trip_count(first, last, by), build_.int64(0)));
  return computed(type, {extent}, [this, first, by, to = type.scalar](const Indices& at) {
    return of_ticks(build_.add(first, build_.mul(at[0], by)), to);
  });
}

/// arange. NumPy takes the difference of the ends, its quotient by the step and the second item from Python's operators: numbers of few
/// bits wrap, and those of float32 are rounded there.
Value ArrayFunctionCode::evenly_stepped(const std::vector<Value>& arguments, const ArrayCall& call,
                                        const Type& type, const SourceRange& range) {
  if (is_time(type.scalar)) return stepped_times(arguments, call, type, range);
  const auto given = [&](size_t i, int64_t otherwise) {
    Value value = call.is_absent(i) ? scalar(weak(ScalarType::Int64), build_.int64(otherwise)) : arguments[i];
    value.expr = hold(value.expr);
    return value;
  };
  const bool stop_only = call.is_absent(1);
  const Steps of{stop_only ? given(1, 0) : given(0, 0), stop_only ? given(0, 0) : given(1, 0), given(2, 1)};
  const auto is_python_int = [](const Value& value) { return value.type.weak && is_whole_number(value.type.scalar); };
  const bool python_ints = is_python_int(of.start) && is_python_int(of.stop) && is_python_int(of.step);
  const ir::ExprId trips = python_ints ? integer_steps(of, range) : rounded_steps(of, range);
  const ir::ExprId extent = hold(build_.max(trips, build_.int64(0)));
  check_room({extent}, type.scalar, range, "Maximum allowed size exceeded");
  const ScalarType to = type.scalar;
  const ir::ExprId first = hold(cast(of.start.expr, to));
  const bool wide = (of.start.type.weak || size_of(of.start.type.scalar) == 8) && (of.step.type.weak || size_of(of.step.type.scalar) == 8);
  if (is_integer(to) && wide && !is_float(of.start.type.scalar) && !is_float(of.step.type.scalar)) {
    const ir::ExprId step = hold(cast(of.step.expr, to));
    return computed(type, {extent}, [this, first, step, to](const Indices& at) {
      return build_.add(first, step_to(at[0], step, to));
    });
  }
  const ir::ExprId any = build_.compare(ir::CompareOp::Greater, extent, build_.int64(0));
  const Value start = beside(of.start, of.step, any, range);
  const Value step = beside(of.step, of.start, any, range);
  const ir::ExprId second = hold(cast(binary(syntax::BinaryOperator::Add, start, step, range).expr, to));
  if (to == ScalarType::Bool) {
    raise_if(build_.compare(ir::CompareOp::Greater, extent, build_.int64(2)), ir::ErrorKind::TypeError,
             "arange() is only supported for booleans when the result has at most length 2.", range);
    return computed(type, {extent}, [this, first, second](const Indices& at) {
      return build_.select(is_zero(at[0]), first, second);
    });
  }
  const ir::ExprId several = build_.compare(ir::CompareOp::Greater, extent, build_.int64(1));  // else the step may be infinite
  const ir::ExprId delta = hold(build_.select(several, build_.sub(second, first), build_.number(to, 0)));
  return computed(type, {extent}, [this, first, second, delta, to](const Indices& at) {
    const ir::ExprId item = build_.add(first, step_to(at[0], delta, to));
    if (is_integer(to)) return item;
    return build_.select(build_.compare(ir::CompareOp::Equal, at[0], build_.int64(1)), second, item);
  });
}

ir::ExprId ArrayFunctionCode::integer_steps(const Steps& of, const SourceRange& range) {
  const ir::ExprId step = cast(of.step.expr, ScalarType::Int64);
  raise_if(is_zero(step), ir::ErrorKind::ZeroDivisionError, "division by zero", range);
  return safe_trip_count(cast(of.start.expr, ScalarType::Int64), cast(of.stop.expr, ScalarType::Int64), step);
}

ir::ExprId ArrayFunctionCode::rounded_steps(const Steps& of, const SourceRange& range) {
  using Op = syntax::BinaryOperator;
  const ir::ExprId always = build_.boolean(true);
  Value span = binary(Op::Sub, beside(of.stop, of.start, always, range), beside(of.start, of.stop, always, range), range);
  span.expr = hold(span.expr);
  const Value parts = binary(Op::Div, span, of.step, range);
  const ir::ExprId count = hold(call(ir::Intrinsic::Ceil, cast(parts.expr, ScalarType::Float64)));
  raise_if(call(ir::Intrinsic::IsNan, count), ir::ErrorKind::ValueError, "arange: cannot compute length", range);
  const auto beyond = [&](ir::CompareOp op, double end) { return build_.compare(op, count, build_.float64(end)); };
  raise_if(build_.logical_or(beyond(ir::CompareOp::GreaterEqual, 0x1p63), beyond(ir::CompareOp::Less, -0x1p63)),
           ir::ErrorKind::ValueError, kTooLarge, range);
  const ir::ExprId trips = cast(count, ScalarType::Int64);
  if (!is_float(of.step.type.scalar)) return trips;
  // A quotient that is rounded to zero: one item where it was positive.
  const ir::ExprId up = less_than(span.expr, 0), forward = less_than(of.step.expr, 0);
  const ir::ExprId one = build_.logical_and(build_.logical_not(is_zero(span.expr)), build_.compare(ir::CompareOp::Equal, up, forward));
  return build_.select(build_.logical_and(is_zero(count), one), build_.int64(1), trips);
}

/// A Python integer beside a NumPy integer, as an integer of that type; arange says so where it has not so many bits and `used` holds.
Value ArrayFunctionCode::beside(const Value& number, const Value& other, ir::ExprId used, const SourceRange& range) {
  const bool meets = number.type.weak && is_integer(number.type.scalar) && !other.type.weak && is_integer(other.type.scalar);
  if (!meets) return number;
  if (const auto outside = is_outside(number.expr, other.type.scalar))
    raise_if(build_.logical_and(used, *outside), ir::ErrorKind::ValueError, kTooLarge, range);
  return scalar(strong(other.type.scalar), cast(number.expr, other.type.scalar));
}

/// i * step, rounded as NumPy has it (a sum with -0.0 is the product): with the addition behind it in one rounding, the middle of
/// linspace(-0.5, 0.5, 11) would be no zero.
ir::ExprId ArrayFunctionCode::step_to(ir::ExprId i, ir::ExprId step, ScalarType type) {
  if (!is_float(type)) return build_.mul(cast(i, type), step);
  return build_.call(ir::Intrinsic::Fma, {cast(i, type), step, build_.constant(ir::make_constant(type, -0.0))});
}

/// linspace
Value ArrayFunctionCode::evenly_spaced(const std::vector<Value>& arguments, const ArrayCall& call,
                                       const Type& type, const SourceRange& range) {
  const ScalarType in = spaced_type(call.arguments[0], call.arguments[1]);
  const ir::ExprId start = hold(cast(arguments[0].expr, in));
  const ir::ExprId stop = hold(cast(arguments[1].expr, in));
  const ir::ExprId count =
      call.is_absent(2) ? build_.int64(50) : hold(to_python_int(arguments[2], range));
  raise_if(less_than(count, 0), ir::ErrorKind::ValueError, "Number of samples, {0}, must be non-negative.",
           range, {count});
  check_room({count}, type.scalar, range, "Maximum allowed size exceeded");
  const bool endpoint = call.is_absent(3) || known_truth(call.arguments[3]).value_or(true);
  const ir::ExprId parts = endpoint ? build_.sub(count, build_.int64(1)) : count;
  const ir::ExprId span = hold(build_.sub(stop, start));
  const ir::ExprId several = build_.compare(ir::CompareOp::Greater, parts, build_.int64(0));
  const ir::ExprId step =
      hold(build_.select(several, build_.binary(ir::BinaryOp::Divide, span, cast(parts, in)), span));
  const ir::ExprId last = hold(endpoint ? build_.select(several, parts, build_.int64(-1)) : build_.int64(-1));
  return computed(type, {count}, [=, this, to = type.scalar](const Indices& at) {
    const ir::ExprId value = build_.add(step_to(at[0], step, in), start);
    const ir::ExprId is_last = build_.compare(ir::CompareOp::Equal, at[0], last);
    const ir::ExprId placed = endpoint ? build_.select(is_last, stop, value) : value;
    return cast(is_integer(to) ? build_.call(ir::Intrinsic::Floor, {placed}) : placed, to);
  });
}

/// np.array of numbers: memory of its own at once.
Value ArrayFunctionCode::from_values(const Value& value, const Type& type, const SourceRange& range) {
  std::vector<ir::ExprId> extents;
  for (const Value* level = &value; level->type.is_tuple(); level = &level->elements.front())
    extents.push_back(build_.int64(static_cast<int64_t>(level->elements.size())));
  const ir::ArrayId memory = build_.heap_array(unique_name("values"), type.scalar, type.rank);
  emit(ir::Allocate{memory, note_extents(memory, extents, range)}, range);
  const std::function<void(const Value&, Indices)> store = [&](const Value& part, const Indices& at) {
    if (part.type.is_scalar()) {
      emit(build_.store(memory, at, for_element(part, type.scalar, range), range));
      return;
    }
    for (size_t i = 0; i < part.elements.size(); ++i) {
      Indices inner = at;
      inner.push_back(build_.int64(static_cast<int64_t>(i)));
      store(part.elements[i], inner);
    }
  };
  store(value, {});
  return whole(memory, -1);
}

/// A list in the type that is asked for: NumPy converts it item by item.
Value ArrayFunctionCode::list_in_type(const Value& given, ScalarType type, const SourceRange& range) {
  const ScalarType from = given.type.scalar;
  if (!is_integer(type) || (!is_float(from) && always_fits(from, type))) return as_array(convert_elements(given, type, range));
  const Value list = compressed(given);
  const ir::ArrayId memory = build_.heap_array(unique_name("values"), type, list.type.rank);
  const std::vector<ir::ExprId> extents = note_extents(memory, extents_of(list), range);
  emit(ir::Allocate{memory, extents}, range);
  const Type item = list.type.weak ? weak(list.type.scalar) : strong(list.type.scalar);
  nest(extents, true, range, [&](const Indices& at) {
    emit(build_.store(memory, at, for_element(scalar(item, element_at(list, at)), type, range), range));
  });
  return whole(memory, -1);
}

Value ArrayFunctionCode::flipped(const Value& array, const ArrayCall& call) {
  SubscriptPlan plan;
  std::vector<AxisValue> parts;
  for (int axis = 0; axis < array.type.rank; ++axis) {
    const ir::ExprId extent = extent_of(array, static_cast<size_t>(axis));
    const bool flips = call.flips(axis);
    plan.parts.push_back({flips ? SubscriptPart::Kind::Slice : SubscriptPart::Kind::Whole, axis});
    parts.push_back(flips ? AxisValue{build_.add(extent, build_.int64(-1)), build_.int64(-1), extent}
                          : AxisValue{build_.int64(0), build_.int64(1), extent});
  }
  return array.computed ? select_computed(array, plan, std::move(parts)) : select_view(array, plan, parts);
}

}  // namespace unpython::frontend
