// Index arrays: a[idx], a[rows, cols], a[:, idx] read, stored and updated. The index arrays are broadcast
// together; each of their elements is checked where it is used.
#include <algorithm>

#include "frontend/lower_arrays/array_function_code.h"

namespace unpython::frontend {

/// The element of the array that an element of the result is, with the checks of its index arrays.
Indices ArrayFunctionCode::picked_place(const Picked& picked, const Indices& indices,
                                        const SourceRange& range) {
  const auto front = indices.begin() + picked.front;
  const Indices chosen(front, front + static_cast<std::ptrdiff_t>(picked.extents.size()));
  Indices kept(indices.begin(), front);
  kept.insert(kept.end(), front + static_cast<std::ptrdiff_t>(picked.extents.size()), indices.end());
  Indices at;
  size_t next = 0;
  for (size_t axis = 0; axis < picked.by_axis.size(); ++axis) {
    const auto& index = picked.by_axis[axis];
    if (!index) {
      at.push_back(kept[next++]);
      continue;
    }
    const ir::ExprId element = element_at(*index, operand_indices(*index, chosen));
    const bool wraps = index->type.scalar == ScalarType::UInt64 && !picked.by_masks;  // NumPy takes the bits for an int64
    const Value number = scalar(strong(wraps ? ScalarType::Int64 : index->type.scalar), wraps ? cast(element, ScalarType::Int64) : element);
    at.push_back(picked.by_masks ? number.expr
                                 : checked_index(picked.array, axis, number, is_unsigned_integer(number.type.scalar), range,
                                               picked.own_axes[axis]));
  }
  return at;
}

std::vector<ir::ExprId> ArrayFunctionCode::picked_extents(const Picked& picked) {
  std::vector<ir::ExprId> extents;
  for (size_t axis = 0; axis < picked.by_axis.size(); ++axis)
    if (!picked.by_axis[axis]) extents.push_back(extent_of(picked.array, axis));
  extents.insert(extents.begin() + picked.front, picked.extents.begin(), picked.extents.end());
  return extents;
}

/// Checks each element of the index arrays, where no element of the array would: other dimensions have no elements.
void ArrayFunctionCode::check_picked_of_nothing(const Picked& picked, const SourceRange& range) {
  const std::vector<ir::ExprId> extents = picked_extents(picked);
  if (!options_.check_bounds || picked.by_masks || extents.size() == picked.extents.size()) return;
  ir::ExprId others = build_.int64(1);
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    const bool is_picked = axis >= static_cast<size_t>(picked.front) && axis < picked.front + picked.extents.size();
    if (!is_picked) others = build_.mul(others, extents[axis]);
  }
  Branch checks = separately([&] {
    check_picked(picked, range);
    return Value{};
  });
  emit(build_.if_then(is_zero(others), std::move(checks.block), {}, range));
}

void ArrayFunctionCode::check_picked(const Picked& picked, const SourceRange& range) {
  nest(picked.extents, false, range, [&](const Indices& chosen) {
    Indices indices(picked_extents(picked).size(), build_.int64(0));
    std::copy(chosen.begin(), chosen.end(), indices.begin() + picked.front);
    picked_place(picked, indices, range);
  });
}

/// array[subscripts] as a value.
Value ArrayFunctionCode::read_picked(const Picked& picked, const SourceRange& range) {
  if (picked.mask) return masked(picked.array, *picked.mask, range);
  const std::vector<ir::ExprId> extents = picked_extents(picked);
  check_picked_of_nothing(picked, range);
  const Type type = new_array(picked.array.type.scalar, static_cast<int>(extents.size()));
  Value result = computed(type, extents, [this, picked, range](const Indices& indices) {
    return element_at(picked.array, picked_place(picked, indices, range));
  });
  std::vector<Value> operands{picked.array};
  for (const auto& index : picked.by_axis)
    if (index) operands.push_back(*index);
  result = reading(std::move(result), operands);
  if (picked.by_masks) return result;
  auto checked = std::make_shared<ComputedArray>(*result.computed);
  for (ReadView& read : checked->reads) read.may_raise = options_.check_bounds;
  result.computed = std::move(checked);
  return result;
}

/// array[subscripts] = value: of equal indices the last one counts. Nothing is stored if an index is out of
/// bounds.
void ArrayFunctionCode::store_picked(Picked picked, Value value, const SourceRange& range) {
  if (picked.mask) return store_masked(picked.array, *picked.mask, std::move(value), range);
  const Value& target = picked.array;
  for (auto& index : picked.by_axis)
    if (index && may_read(target, *index)) index = materialize(*index, range);
  const std::vector<ir::ExprId> extents = picked_extents(picked);
  if (value.type.is_number()) {
    value = stored_scalar(value, target.type.scalar, range);
  } else {
    if (may_read(target, value) || (value.computed && (value.computed->is_nest || value.computed->mask)))
      value = materialize(value, range);
    check_store_shape(extents, value, range);
    value = raising_first(target, std::move(value), range);
  }
  const bool own_memory = out_[target.base].space != ir::AddressSpace::Argument;
  if (own_memory) {
    check_picked_of_nothing(picked, range);
  } else if (options_.check_bounds && !picked.by_masks) {
    check_picked(picked, range);
  }
  // Where elements may lie on each other, the last one that NumPy stores counts: it goes through the index arrays outermost.
  const bool may_meet = !own_memory && !out_.disjoint_arguments;
  const auto front = static_cast<std::ptrdiff_t>(picked.front);
  const auto chosen = static_cast<std::ptrdiff_t>(picked.extents.size());
  std::vector<ir::ExprId> order = extents;
  if (may_meet) std::rotate(order.begin(), order.begin() + front, order.begin() + front + chosen);
  nest(order, picked.by_masks && !may_meet, range, [&](Indices indices) {
    if (may_meet) std::rotate(indices.begin(), indices.begin() + chosen, indices.begin() + chosen + front);
    const Indices at = picked_place(picked, indices, range);
    const ir::ExprId element =
        value.type.is_array() ? element_at(value, operand_indices(value, indices)) : value.expr;
    emit(build_.store(target.base, place(target, at), cast(element, target.type.scalar), range));
  });
}

}  // namespace unpython::frontend
