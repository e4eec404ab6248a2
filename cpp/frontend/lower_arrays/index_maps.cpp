// Arrays whose elements are those of another array at other indices: rolled, repeated, triangles, diagonals.
// They are computed where their elements are needed, so they fuse with what uses them.
#include <algorithm>
#include <limits>

#include "frontend/lower_arrays/array_function_code.h"

namespace unpython::frontend {

using ir::CompareOp;

namespace {

bool is_known_one(const ir::Builder& build, ir::ExprId extent) {
  const ir::Constant* known = build.as_constant(extent);
  return known && known->integer == 1;
}

}  // namespace

/// The array with element(i) = array(map(i)).
Value ArrayFunctionCode::mapped(const Value& array, std::vector<ir::ExprId> extents,
                                std::function<Indices(const Indices&)> map, const SourceRange& range) {
  const bool is_nest = array.computed && array.computed->is_nest;
  const Value from = is_nest ? materialize(array, range) : array;
  const auto rank = static_cast<int>(extents.size());
  Value result =
      computed(new_array(array.type.scalar, rank), std::move(extents),
               [this, from, map = std::move(map)](const Indices& at) { return element_at(from, map(at)); });
  return reading(std::move(result), {from});
}

/// The array with dimensions of one element added or taken, a view where the array is one.
Value ArrayFunctionCode::with_axes(const Value& array, const SubscriptPlan& plan) {
  std::vector<AxisValue> parts;
  size_t axis = 0;
  for (const SubscriptPart& part : plan.parts) {
    const bool is_new = part.kind == SubscriptPart::Kind::NewAxis;
    const ir::ExprId extent = is_new ? build_.int64(1) : extent_of(array, axis++);
    parts.push_back({build_.int64(0), build_.int64(1), extent});
  }
  return array.computed ? select_computed(array, plan, std::move(parts)) : select_view(array, plan, parts);
}

/// A number counts as an array of no dimensions.
Value ArrayFunctionCode::as_array(const Value& value) {
  if (value.type.is_array()) return value;
  return computed(new_array(value.type.scalar, 0), {},
                  [held = hold(value.expr)](const Indices&) { return held; });
}

/// squeeze: the dimensions that go must have one element.
Value ArrayFunctionCode::squeezed(const Value& array, const SubscriptPlan& plan, const SourceRange& range) {
  for (size_t axis = 0; axis < plan.parts.size(); ++axis) {
    const ir::ExprId extent = extent_of(array, axis);
    if (plan.parts[axis].kind != SubscriptPart::Kind::Index || is_known_one(build_, extent)) continue;
    raise_if(build_.compare(CompareOp::NotEqual, extent, build_.int64(1)), ir::ErrorKind::ValueError,
             "cannot select an axis to squeeze out which has size not equal to one", range);
  }
  return with_axes(array, plan);
}

/// Element i is element i - shift, round the end.
Value ArrayFunctionCode::rolled(const Value& array, const ArrayCall& call,
                                const std::vector<Value>& arguments, const SourceRange& range) {
  if (call.is_absent(2) && array.type.rank != 1) {
    const Value turned = rolled(flattened(array, range), call, arguments, range);
    return reshaped(turned, extents_of(array), range);
  }
  const std::vector<int> axes = call.is_absent(2) ? std::vector<int>{0} : *call.constant_axes(2);
  std::vector<ir::ExprId> extents;
  for (const ir::ExprId extent : extents_of(array)) extents.push_back(once(extent));
  std::vector<ir::ExprId> shifts(extents.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    const Value& given = arguments[1].type.is_tuple() ? arguments[1].elements[i] : arguments[1];
    const auto axis = static_cast<size_t>(axes[i]);
    shifts[axis] =
        hold(build_.binary(ir::BinaryOp::Modulo, to_python_int(given, range), extents[axis]));
  }
  return mapped(
      array, extents,
      [=, this](const Indices& at) {
        Indices from = at;
        for (size_t axis = 0; axis < from.size(); ++axis) {
          if (!shifts[axis].valid()) continue;
          const ir::ExprId back = build_.sub(at[axis], shifts[axis]);
          const ir::ExprId wraps = build_.compare(CompareOp::Less, at[axis], shifts[axis]);
          from[axis] = build_.select(wraps, build_.add(back, extents[axis]), back);
        }
        return from;
      },
      range);
}

ir::ExprId ArrayFunctionCode::natural(const Value& number, const std::string& message,
                                      const SourceRange& range) {
  const ir::ExprId held = once(to_python_int(number, range));
  raise_if(less_than(held, 0), ir::ErrorKind::ValueError, message, range);
  return held;
}

/// Each element several times.
Value ArrayFunctionCode::repeated(const Value& given, const ArrayCall& call,
                                  const std::vector<Value>& arguments, const SourceRange& range) {
  const Value array = call.is_absent(2) ? flattened(given, range) : given;
  const auto axis = static_cast<size_t>(call.is_absent(2) ? 0 : call.constant_axes(2)->front());
  const ir::ExprId times = natural(arguments[1], kNegativeExtent, range);
  std::vector<ir::ExprId> extents = extents_of(array);
  const bool single = is_known_one(build_, extents[axis]);
  extents[axis] = once(product_of_extents(once(extents[axis]), times, range));
  return mapped(
      array, extents,
      [=, this](const Indices& at) {
        Indices from = at;
        from[axis] = single ? build_.int64(0) : build_.floor_div(at[axis], times);
        return from;
      },
      range);
}

/// The array several times along each dimension.
Value ArrayFunctionCode::tiled(const Value& given, const Value& repeats, const SourceRange& range) {
  const std::vector<Value> times = repeats.type.is_tuple() ? repeats.elements : std::vector<Value>{repeats};
  SubscriptPlan plan;
  for (size_t i = static_cast<size_t>(given.type.rank); i < times.size(); ++i)
    plan.parts.push_back({SubscriptPart::Kind::NewAxis, -1});
  for (int i = 0; i < given.type.rank; ++i) plan.parts.push_back({SubscriptPart::Kind::Whole, i});
  const Value array = with_axes(given, plan);
  std::vector<ir::ExprId> inner;
  for (const ir::ExprId extent : extents_of(array)) inner.push_back(once(extent));
  std::vector<ir::ExprId> extents = inner;
  std::vector<bool> is_tiled(extents.size());
  for (size_t i = 0; i < times.size(); ++i) {
    const size_t axis = extents.size() - times.size() + i;
    const ir::ExprId count = natural(times[i], kNegativeExtent, range);
    is_tiled[axis] = !is_known_one(build_, count);
    extents[axis] = once(product_of_extents(inner[axis], count, range));
  }
  return mapped(
      array, extents,
      [=, this](const Indices& at) {
        Indices from = at;
        for (size_t axis = 0; axis < from.size(); ++axis)
          if (is_tiled[axis])
            from[axis] = is_known_one(build_, inner[axis])
                             ? build_.int64(0)
                             : build_.binary(ir::BinaryOp::Modulo, at[axis], inner[axis]);
        return from;
      },
      range);
}

/// Whether (row, column) lies below (else above) the diagonal that starts in column `offset`, or on it.
ir::ExprId ArrayFunctionCode::on_side(const Indices& at, ir::ExprId offset, bool below) {
  const ir::ExprId apart = build_.sub(at[at.size() - 1], at[at.size() - 2]);
  return build_.compare(below ? CompareOp::LessEqual : CompareOp::GreaterEqual, apart, offset);
}

ir::ExprId ArrayFunctionCode::offset_of(const ArrayCall& call, const std::vector<Value>& arguments,
                                        size_t parameter, const SourceRange& range) {
  return call.is_absent(parameter) ? build_.int64(0) : hold(to_python_int(arguments[parameter], range));
}

/// triu, tril
Value ArrayFunctionCode::triangle(const Value& given, ir::ExprId offset, bool below,
                                  const SourceRange& range) {
  const Value array = given.computed && given.computed->is_nest ? materialize(given, range) : given;
  const ScalarType type = array.type.scalar;
  Value result = computed(new_array(type, array.type.rank), extents_of(array), [=, this](const Indices& at) {
    return build_.select(on_side(at, offset, below), element_at(array, at), build_.number(type, 0));
  });
  auto kept = std::make_shared<ComputedArray>(*result.computed);
  kept->reads = views_read(array);
  result.computed = std::move(kept);
  return result;
}

/// diagonal: of the first two dimensions, behind the others.
Value ArrayFunctionCode::diagonal_of(const Value& array, ir::ExprId offset, const SourceRange& range) {
  const ir::ExprId zero = build_.int64(0);
  raise_if(build_.compare(CompareOp::Less, offset, build_.int64(std::numeric_limits<int32_t>::min())),
           ir::ErrorKind::OverflowError, "signed integer is less than minimum", range);
  raise_if(build_.compare(CompareOp::Greater, offset, build_.int64(std::numeric_limits<int32_t>::max())),
           ir::ErrorKind::OverflowError, "signed integer is greater than maximum", range);
  const ir::ExprId row = once(build_.max(build_.sub(zero, offset), zero));
  const ir::ExprId column = once(build_.max(offset, zero));
  std::vector<ir::ExprId> extents = extents_of(array);
  const ir::ExprId length = build_.min(build_.sub(extents[0], row), build_.sub(extents[1], column));
  extents.erase(extents.begin(), extents.begin() + 2);
  extents.push_back(hold(build_.max(length, zero)));
  const Value diagonal = mapped(
      array, extents,
      [=, this](const Indices& at) {
        Indices from{build_.add(at.back(), row), build_.add(at.back(), column)};
        from.insert(from.end(), at.begin(), at.end() - 1);
        return from;
      },
      range);
  const auto rank = static_cast<size_t>(array.type.rank);
  std::vector<int> along{static_cast<int>(rank) - 2, static_cast<int>(rank) - 2};
  for (size_t d = 2; d < rank; ++d) along.push_back(static_cast<int>(d) - 2);
  std::vector<ir::ExprId> starts(rank, zero);
  starts[0] = row;
  starts[1] = column;
  OriginStep step = select_step(std::move(along), starts, Indices(rank, build_.int64(1)), extents);
  step.step.read_only = true;
  return seen(diagonal, array, step);
}

/// diag of a vector: the matrix with that diagonal.
Value ArrayFunctionCode::diagonal_matrix(const Value& given, ir::ExprId offset, const SourceRange& range) {
  const Value vector = given.computed && given.computed->is_nest ? materialize(given, range) : given;
  const ScalarType type = vector.type.scalar;
  const ir::ExprId before = once(build_.max(build_.sub(build_.int64(0), offset), build_.int64(0)));
  // -2**63 has no absolute value.
  const ir::ExprId least = build_.int64(-std::numeric_limits<int64_t>::max());
  const ir::ExprId away = once(call(ir::Intrinsic::Abs, build_.max(offset, least)));
  const ir::ExprId size = hold(sum_of_extents(extent_of(vector, 0), away, range));
  const auto element = [=, this](const Indices& at) {
    const ir::ExprId on = build_.compare(CompareOp::Equal, build_.sub(at[1], at[0]), offset);
    Branch stored =
        separately([&] { return scalar(strong(type), element_at(vector, {build_.sub(at[0], before)})); });
    Branch zero = separately([&] { return scalar(strong(type), build_.number(type, 0)); });
    return choose_number(on, std::move(stored), std::move(zero), type, range);
  };
  return reading(computed(new_array(type, 2), {size, size}, element), {vector});
}

/// broadcast_to
Value ArrayFunctionCode::broadcast_to(const Value& array, const Value& to, const SourceRange& range) {
  const std::vector<ir::ExprId> extents = shape(to, range, "all elements of broadcast shape must be non-negative");
  product_of(extents, range);  // raises where no array is so large
  const std::vector<ir::ExprId> own = extents_of(array);
  std::vector<ir::ExprId> all = own;
  all.insert(all.end(), extents.begin(), extents.end());
  const std::string shown = all.size() > kMostArguments ? ""
                                                        : ": " + shape_text(0, own.size()) + "  and requested shape " +
                                                              shape_text(own.size(), extents.size());
  for (size_t i = 0; i < own.size(); ++i) {
    const ir::ExprId extent = extents[extents.size() - own.size() + i];
    if (!is_one_or_less(own[i]))
      check_equal_extents(own[i], extent,
                          "operands could not be broadcast together with remapped shapes [original->remapped]" + shown,
                          all, range);
  }
  std::vector<int> along;
  Indices steps;
  for (size_t i = 0; i < own.size(); ++i) {
    along.push_back(static_cast<int>(extents.size() - own.size() + i));
    steps.push_back(build_.int64(is_one_or_less(own[i]) ? 0 : 1));
  }
  OriginStep step = select_step(std::move(along), Indices(own.size(), build_.int64(0)), steps, extents);
  step.step.read_only = true;
  const auto element = [this, array](const Indices& at) { return operand_indices(array, at); };
  return seen(mapped(array, extents, element, range), array, step);
}

}  // namespace unpython::frontend
