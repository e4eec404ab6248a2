// Functions of whole arrays that need no loop of their own: arrays from shapes and values, axes in another
// order.
#include <algorithm>

#include "frontend/lowerer.h"

namespace unpython::frontend {

using resolved::ExprId;

Value Lowerer::array_call(const ArrayFunction& f, const std::vector<ExprId>& ids,
                          const LibraryFunction* inner, const Type& type, const SourceRange& range) {
  std::vector<Value> arguments;
  std::vector<Type> types;
  for (size_t i = 0; i < ids.size(); ++i) {
    Value value = ids[i].valid() ? expr(ids[i]) : Value{.type = none_type()};
    const bool statements_follow =
        std::any_of(ids.begin() + static_cast<std::ptrdiff_t>(i) + 1, ids.end(),
                    [&](ExprId id) { return id.valid() && f_[id].has_statements; });
    arguments.push_back(statements_follow ? hold_if_mutable(value, false) : std::move(value));
    types.push_back(ids[i].valid() ? types_.of(ids[i]) : none_type());
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
  switch (f.family) {
    case ArrayFamily::Filled:
    case ArrayFamily::FilledLike: {
      const bool like = f.family == ArrayFamily::FilledLike;
      const ir::ExprId value = build_.number(element, static_cast<int64_t>(f.value));
      Value result = computed(type, like ? extents_of(arguments[0]) : shape(arguments[0], range),
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
      return computed(type, like ? extents_of(arguments[0]) : shape(arguments[0], range),
                      [value](const Indices&) { return value; });
    }
    case ArrayFamily::Copy:
    case ArrayFamily::Convert:
      return convert_elements(arguments[0], element, range);
    case ArrayFamily::Range:
      return evenly_stepped(arguments, call, type, range);
    case ArrayFamily::Spaced:
      return evenly_spaced(arguments, call, type, range);
    case ArrayFamily::Diagonal: {
      const auto size = [&](size_t i) { return hold(cast(arguments[i].expr, ScalarType::Int64)); };
      const ir::ExprId rows = size(0);
      const bool general = f.name == "numpy.eye";
      const ir::ExprId columns = general && !call.is_absent(1) ? size(1) : rows;
      const ir::ExprId offset = general && !call.is_absent(2) ? size(2) : build_.int64(0);
      return computed(type, {rows, columns}, [this, offset, element](const Indices& at) {
        const ir::ExprId on = build_.compare(ir::CompareOp::Equal, build_.sub(at[1], at[0]), offset);
        return build_.select(on, build_.number(element, 1), build_.number(element, 0));
      });
    }
    case ArrayFamily::FromValues:
      if (arguments[0].type.is_list_of_items())
        check_no_empty_list(arguments[0], call.dtype().has_value(), range);
      if (arguments[0].type.is_array() && call.is_itself()) return arguments[0];
      return arguments[0].type.is_array() ? convert_elements(arguments[0], element, range)
                                          : from_values(arguments[0], type, range);
    case ArrayFamily::Reduction:
    case ArrayFamily::Position:
      return reduce(call, arguments, type, range);
    case ArrayFamily::Nonzero:
      return nonzero(arguments[0], range);
    case ArrayFamily::FlatNonzero:
      return flat_nonzero(arguments[0], range);
    case ArrayFamily::Product:
      return product(arguments[0], arguments[1], type, range);
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
      const ir::ExprId offset = offset_of(call, arguments, 1);
      return array.type.rank == 1 ? diagonal_matrix(array, offset, range) : diagonal_of(array, offset, range);
    }
    case ArrayFamily::Triangle:
      return triangle(array, offset_of(call, arguments, 1), call.function.below, range);
    case ArrayFamily::TriangleOnes: {
      const ir::ExprId rows = hold(cast(array.expr, ScalarType::Int64));
      const ir::ExprId columns = call.is_absent(1) ? rows : hold(cast(arguments[1].expr, ScalarType::Int64));
      const ir::ExprId offset = offset_of(call, arguments, 2);
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

std::vector<ir::ExprId> ArrayFunctionCode::shape(const Value& value, const SourceRange& range) {
  std::vector<ir::ExprId> extents;
  for (const Value& part : value.type.is_tuple() ? value.elements : std::vector<Value>{value}) {
    const ir::ExprId extent = once(cast(part.expr, ScalarType::Int64));
    const bool natural = std::holds_alternative<ir::Extent>(out_[extent].node);
    if (!natural)
      raise_if(less_than(extent, 0), ir::ErrorKind::ValueError, "negative dimensions are not allowed", range);
    extents.push_back(extent);
  }
  return extents;
}

/// arange
Value ArrayFunctionCode::evenly_stepped(const std::vector<Value>& arguments, const ArrayCall& call,
                                        const Type& type, const SourceRange& range) {
  ScalarType in = ScalarType::Int64;
  for (size_t i = 0; i < 3; ++i)
    if (!call.is_absent(i) && kind_rank(arguments[i].type.scalar) > 1) in = ScalarType::Float64;
  const auto part = [&](size_t i, int64_t otherwise) {
    return call.is_absent(i) ? build_.number(in, otherwise) : hold(cast(arguments[i].expr, in));
  };
  const bool stop_only = call.is_absent(1);
  const ir::ExprId start = stop_only ? build_.number(in, 0) : part(0, 0);
  const ir::ExprId stop = stop_only ? part(0, 0) : part(1, 0);
  const ir::ExprId step = part(2, 1);
  raise_if(is_zero(step), ir::ErrorKind::ZeroDivisionError, "division by zero", range);
  ir::ExprId trips;
  ir::ExprId delta = step;
  if (in == ScalarType::Int64) {
    trips = trip_count(start, stop, step);
  } else {
    const ir::ExprId span = hold(build_.binary(ir::BinaryOp::Divide, build_.sub(stop, start), step));
    const ir::ExprId most = build_.float64(0x1p60);
    raise_if(build_.logical_not(build_.compare(ir::CompareOp::Less, span, most)), ir::ErrorKind::ValueError,
             "arange: maximum allowed size exceeded", range);
    trips = cast(build_.call(ir::Intrinsic::Ceil, {span}), ScalarType::Int64);
    delta = hold(build_.sub(build_.add(start, step), start));
  }
  const ir::ExprId extent = hold(build_.max(trips, build_.int64(0)));
  return computed(type, {extent}, [this, start, delta, in, to = type.scalar](const Indices& at) {
    return cast(build_.add(start, build_.mul(cast(at[0], in), delta)), to);
  });
}

/// linspace
Value ArrayFunctionCode::evenly_spaced(const std::vector<Value>& arguments, const ArrayCall& call,
                                       const Type& type, const SourceRange& range) {
  const ScalarType in = ScalarType::Float64;
  const ir::ExprId start = hold(cast(arguments[0].expr, in));
  const ir::ExprId stop = hold(cast(arguments[1].expr, in));
  const ir::ExprId count =
      call.is_absent(2) ? build_.int64(50) : hold(cast(arguments[2].expr, ScalarType::Int64));
  raise_if(less_than(count, 0), ir::ErrorKind::ValueError, "Number of samples, {0}, must be non-negative.",
           range, {count});
  const bool endpoint = call.is_absent(3) || known_truth(call.arguments[3]).value_or(true);
  const ir::ExprId parts = endpoint ? build_.sub(count, build_.int64(1)) : count;
  const ir::ExprId span = hold(build_.sub(stop, start));
  const ir::ExprId several = build_.compare(ir::CompareOp::Greater, parts, build_.int64(0));
  const ir::ExprId step =
      hold(build_.select(several, build_.binary(ir::BinaryOp::Divide, span, cast(parts, in)), span));
  const ir::ExprId last = hold(endpoint ? build_.select(several, parts, build_.int64(-1)) : build_.int64(-1));
  return computed(type, {count}, [=, this, to = type.scalar](const Indices& at) {
    const ir::ExprId value = build_.add(build_.mul(cast(at[0], in), step), start);
    const ir::ExprId is_last = build_.compare(ir::CompareOp::Equal, at[0], last);
    return cast(endpoint ? build_.select(is_last, stop, value) : value, to);
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
      emit(build_.store(memory, at, operand(part, type.scalar, range), range));
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
