// Operations on whole arrays. They are computed where their elements are needed: in one loop nest for each
// store.
//
// Problem: `b[1:-1] = a[:-2] + 2 * a[2:]` must mean what NumPy means (the right side first, then the store),
// without
//          an array for each operator.
// Choice:  an operation gives a function from indices to the element (ComputedArray), which operations on it
// compose.
//          A store makes the loops; it goes through memory of its own only where what is stored may still be
//          read.
// Rejected: a tree of array operations in the IR, lowered later: each pass and back end would have to know
// it.
#include <algorithm>

#include "frontend/lowerer.h"

namespace unpython::frontend {

/// What does not change between elements is computed once, before the loops.
Value Lowerer::hold_scalar(const Value& value) {
  if (!value.type.is_scalar() || std::holds_alternative<ir::Read>(out_[value.expr].node)) return value;
  return hold(value);
}

std::vector<ReadView> Lowerer::views_read(const Value& array) {
  return array.computed ? array.computed->reads : std::vector<ReadView>{{array}};
}

Value Lowerer::elementwise(const std::vector<Value>& operands, ScalarType type, const SourceRange& range,
                           OnElements on_elements) {
  std::vector<Value> held;
  std::vector<Value> arrays;
  auto computed = std::make_shared<ComputedArray>();
  for (const Value& operand : operands) {
    held.push_back(hold_scalar(operand));
    if (!operand.type.is_array()) continue;
    arrays.push_back(operand);
    for (ReadView& read : views_read(operand)) computed->reads.push_back(std::move(read));
  }
  computed->extents = broadcast(arrays, range);
  computed->element = [this, held = std::move(held),
                       on_elements = std::move(on_elements)](const Indices& indices) {
    std::vector<Value> elements = held;
    for (Value& operand : elements) {
      if (!operand.type.is_array()) continue;
      operand = scalar(strong(operand.type.scalar), element_at(operand, operand_indices(operand, indices)));
    }
    return on_elements(elements).expr;
  };
  if (computed->extents.empty()) return scalar(strong(type), computed->element({}));
  Value result;
  result.type = computed_array(type, static_cast<int>(computed->extents.size()));
  result.computed = std::move(computed);
  return result;
}

void Lowerer::store_array(const Value& target, Value value, const SourceRange& range) {
  if (value.type.is_scalar()) {
    // Only Python's numbers are checked; NumPy casts its own.
    const ScalarType type = target.type.scalar;
    value = hold_scalar(
        scalar(strong(type), value.type.weak ? for_element(value, type, range) : cast(value.expr, type)));
  } else {
    check_store_shape(target, value, range);
    if (needs_temporary(target, value)) value = materialize(value, range);
  }
  const bool own_memory = out_[target.base].space != ir::AddressSpace::Argument;
  fill(target, extents_of(target), value, own_memory || out_.disjoint_arguments, range);
}

void Lowerer::fill(const Value& target, const std::vector<ir::ExprId>& extents, const Value& value,
                   bool independent, const SourceRange& range) {
  nest(extents, independent, range, [&](const Indices& indices) {
    const ir::ExprId element =
        value.type.is_array() ? element_at(value, operand_indices(value, indices)) : value.expr;
    emit(build_.store(target.base, place(target, indices), cast(element, target.type.scalar), range));
  });
}

Value Lowerer::materialize(const Value& array, const SourceRange& range) {
  const ir::ArrayId memory = build_.heap_array(unique_name("temporary"), array.type.scalar, array.type.rank);
  emit(ir::Allocate{memory, extents_of(array)}, range);
  Value target = whole(memory, -1);
  fill(target, extents_of(array), array, true, range);
  return target;
}

}  // namespace unpython::frontend
