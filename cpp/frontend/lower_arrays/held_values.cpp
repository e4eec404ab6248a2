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

Value ArrayCode::as_type(const Value& value, const Type& type) {
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
