// Values of any type: kept in variables, converted.
#include "frontend/lower_arrays/array_code.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

Value ArrayCode::hold(const Value& value) {
  Value held = value;
  if (held.type.is_number()) held.expr = hold(held.expr);
  for (ir::ExprId& index : held.fixed) index = hold(index);
  for (size_t i = 0; i < held.axes.size(); ++i) {
    if (held.type.axes[i].whole) continue;
    for (ir::ExprId* part : {&held.axes[i].start, &held.axes[i].step, &held.axes[i].extent})
      *part = hold(*part);
  }
  for (Value& element : held.elements) element = hold(element);
  return held;
}

/// The length of a list that may change.
bool ArrayCode::contains_length(ir::ExprId root) const {
  bool found = false;
  if (resized_.empty()) return found;
  ir::walk_exprs(out_, root, [&](ir::ExprId id) {
    const auto* read = std::get_if<ir::Read>(&out_[id].node);
    const auto* extent = std::get_if<ir::Extent>(&out_[id].node);
    found |= (read != nullptr && lengths_.contains(read->variable)) ||
             (extent != nullptr && resized_.contains(extent->array));
  });
  return found;
}

Value ArrayCode::hold_if_mutable(const Value& value, bool variables) {
  const auto part = [&](ir::ExprId id) {
    return ir::has_load(out_, id) || contains_length(id) || (variables && contains_read(id)) ? hold(id) : id;
  };
  Value held = value;
  if (held.type.is_number()) held.expr = part(held.expr);
  for (ir::ExprId& index : held.fixed) index = part(index);
  for (size_t i = 0; i < held.axes.size(); ++i) {
    if (held.type.axes[i].whole) continue;
    for (ir::ExprId* id : {&held.axes[i].start, &held.axes[i].step, &held.axes[i].extent}) *id = part(*id);
  }
  if (held.origins) held.origins = hold_origins(held);
  if (held.computed || (held.is_copy && held.type.is_array())) return materialize(held, {});
  for (Value& element : held.elements) element = hold_if_mutable(element, variables);
  return held;
}

/// What stands where a function returns None, and something of this type elsewhere: zeros, arrays without elements, an argument, and
/// a part of it that holds nothing.
Value ArrayCode::any_value(const Type& type) {
  if (type.is_either()) return as_either(any_value(type.elements[0]), type);
  if (type.is_scalar()) return scalar(forget_value(type), build_.number(type.scalar, 0));
  if (type.is_array() && type.argument >= 0) {
    Value part = whole(out_.parameters[static_cast<size_t>(type.argument)].array, type.argument);
    part.type = type;
    part.fixed.assign(subscripted_dimensions(type).size(), build_.int64(0));
    part.axes.assign(type.axes.size(), AxisValue{build_.int64(0), build_.int64(1), build_.int64(0)});
    return part;
  }
  if (type.is_array()) {
    Type made = new_array(type.scalar, type.rank);
    made.lists = type.lists;
    made.weak = type.weak;
    const std::vector<ir::ExprId> extents(static_cast<size_t>(type.rank), build_.int64(0));
    return computed(made, extents, [this, scalar = type.scalar](const Indices&) { return build_.number(scalar, 0); });
  }
  Value result{.type = type};
  for (const Type& element : type.elements) result.elements.push_back(any_value(element));
  return result;
}

Value ArrayCode::as_type(const Value& value, const Type& type) {
  if (value.type.is(Type::Kind::Unknown)) return any_value(type);
  if (type.is_either()) return as_either(value, type);
  if (value.type.is_either()) return as_one(value, type);
  Value result = value;
  if (!type.is_array() || (type.has_base && !value.computed)) result.type = type;
  if (type.is_scalar()) result.expr = cast(value.expr, type.scalar);
  for (size_t i = 0; type.has_base && i < value.axes.size(); ++i) {
    if (!value.type.axes[i].whole || type.axes[i].whole) continue;
    result.axes[i] = {build_.int64(0), build_.int64(1), extent_of(value, i)};
  }
  for (size_t i = 0; i < result.elements.size(); ++i)
    result.elements[i] = as_type(value.elements[i], type.elements[i]);
  return result;
}

}  // namespace unpython::frontend
