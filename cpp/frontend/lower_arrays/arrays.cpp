// Operations on whole arrays. They are computed where their elements are needed: in one loop nest for each
// store.
//
// Problem:  `b[1:-1] = a[:-2] + 2 * a[2:]` must mean what NumPy means (the right side first, then the store),
//           without an array for each operator.
// Choice:   an operation gives a function from indices to the element (ComputedArray), which operations on it
//           compose. A store makes the loops; it goes through memory of its own only where what is stored may
//           still be read.
// Rejected: a tree of array operations in the IR, lowered later: each pass and back end would have to know
//           it.
#include <algorithm>

#include "frontend/lower_arrays/array_code.h"
#include "frontend/types/alternatives.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

/// What does not change between elements is computed once, before the loops.
Value ArrayCode::hold_scalar(const Value& value) {
  if (!value.type.is_number()) return value;
  if (value.type.is_scalar() && std::holds_alternative<ir::Read>(out_[value.expr].node)) return value;
  return hold(value);
}

/// A Python integer beside an array must fit the type in which elements are computed, also if there are none.
Value ArrayCode::fitting(const Value& value, ScalarType compute, const SourceRange& range) {
  const bool python_integer = value.type.is_scalar() && value.type.weak && is_integer(value.type.scalar);
  if (!python_integer || !is_integer(compute)) return value;
  Value held = hold_scalar(value);
  check_fits(held.expr, compute, range);
  return held;
}

std::vector<ReadView> ArrayCode::views_read(const Value& array) {
  return array.computed ? array.computed->reads : std::vector<ReadView>{{array}};
}

Value ArrayCode::elementwise(const std::vector<Value>& operands, ScalarType type, const SourceRange& range,
                             OnElements on_elements) {
  std::vector<Value> held;
  auto computed = std::make_shared<ComputedArray>();
  const Value* const selection = common_selection(operands);
  for (const Value& given : operands) {
    const bool is_nest = given.computed && (given.computed->is_nest || (given.computed->mask && !selection));
    const Value operand = is_nest ? materialize(given, range) : hold_scalar(given);
    held.push_back(operand);
    if (!operand.type.is_array()) continue;
    for (ReadView& read : views_read(operand)) computed->reads.push_back(std::move(read));
  }
  computed->extents = selection ? selection->computed->extents : broadcast(held, range);
  if (selection) computed->mask = selection->computed->mask;
  computed->element = [this, held = std::move(held), is_selection = selection != nullptr,
                       on_elements = std::move(on_elements)](const Indices& indices) {
    std::vector<Value> elements = held;
    for (Value& operand : elements) {
      if (!operand.type.is_array()) continue;
      const ir::ExprId element = is_selection ? operand.computed->element(indices)
                                              : element_at(operand, operand_indices(operand, indices));
      const bool has_axes = operand.type.rank > 0;
      operand = scalar(strong(operand.type.scalar), element);
      operand.of_array = has_axes;
    }
    const AsNumpy of_numpy(*this);
    return on_elements(elements).expr;
  };
  if (computed->extents.empty()) return scalar(strong(type), computed->element({}));
  Value result;
  const auto rank = static_cast<int>(computed->extents.size());
  result.type = computed_array(type, selection ? selection->type.rank : rank);
  result.computed = std::move(computed);
  return result;
}

void ArrayCode::store_array(const Value& target, Value value, const SourceRange& range) {
  if (value.type.is_number()) {
    const ScalarType type = target.type.scalar;
    // NumPy stores a number to a whole view as it stores it to one element, unlike to what a mask selects.
    value = value.type.is_scalar() ? hold_scalar(scalar(strong(type), for_element(value, type, range)))
                                   : stored_scalar(value, type, range);
  } else {
    value = compressed(value);
    for (; value.type.rank > target.type.rank; value = item_at(value, {build_.int64(0)})) {
      check_store_shape(extents_of(target), value, range);
      if (value.computed) value = materialize(value, range);
    }
    check_store_shape(extents_of(target), value, range);
    if (needs_temporary(target, value)) value = materialize(value, range);
    value = raising_first(target, std::move(value), range);
  }
  const bool own_memory = out_[target.base].space != ir::AddressSpace::Argument;
  fill(target, extents_of(target), value, own_memory || out_.disjoint_arguments, range);
}

bool ArrayCode::may_raise(const Value& value) const {
  const std::vector<ReadView> reads = views_read(value);
  return std::any_of(reads.begin(), reads.end(), [](const ReadView& read) { return read.may_raise; });
}

Value ArrayCode::after_raising(const Value& value, const SourceRange& range) {
  return may_raise(value) && !value.computed->mask ? materialize(value, range) : value;
}

bool ArrayCode::raises_for(const Value& target, const Value& value) const {
  return may_raise(value) && out_[target.base].space == ir::AddressSpace::Argument;
}

/// One number as exponent raises for the first element, before anything is stored.
Value ArrayCode::as_raising(syntax::BinaryOperator op, Value result, const Value& exponent, const SourceRange& range) {
  const bool may_be_negative = exponent.type.is_array() && exponent.type.rank > 0 && is_signed_integer(exponent.type.scalar);
  const bool is_power = op == syntax::BinaryOperator::Pow && result.computed && is_signed_integer(result.type.scalar);
  if (!is_power || !may_be_negative) return result;
  if (result.computed->reads.empty()) return materialize(result, range);
  auto raising = std::make_shared<ComputedArray>(*result.computed);
  for (ReadView& read : raising->reads) read.may_raise = true;
  result.computed = std::move(raising);
  return result;
}

/// What is raised for an element of the value is raised before anything is stored where the caller sees it.
Value ArrayCode::raising_first(const Value& target, Value value, const SourceRange& range) {
  if (!raises_for(target, value)) return value;
  if (value.computed->is_nest) return materialize(value, range);
  nest(extents_of(value), true, range, [&](const Indices& indices) { element_at(value, indices); });
  return value;
}

/// Only Python's numbers are checked; NumPy casts its own.
Value ArrayCode::stored_scalar(const Value& value, ScalarType type, const SourceRange& range) {
  const auto stored = [&](const Value& one) {
    return scalar(strong(type), one.type.weak ? for_element(one, type, range) : cast(one.expr, type));
  };
  if (!value.type.is_either()) return hold_scalar(stored(value));
  if (common_type(value.type) && !is_integer(type))
    return hold_scalar(scalar(strong(type), converted(common_value(value), type)));
  return hold_scalar(distributed(
      {value}, strong(type), [&](const std::vector<Value>& one) { return stored(one[0]); }, range));
}

/// Whether no dimension of a value is stretched to that of a view it is stored to.
bool ArrayCode::fills(const Value& target, const Value& value) {
  if (value.type.rank != target.type.rank) return false;
  const std::vector<ir::ExprId> from = extents_of(value);
  const std::vector<ir::ExprId> to = extents_of(target);
  for (size_t i = 0; i < from.size(); ++i)
    if (is_one_or_less(from[i]) && !ir::same_value(out_, from[i], to[i])) return false;
  return true;
}

void ArrayCode::fill(const Value& target, const std::vector<ir::ExprId>& extents, const Value& value,
                     bool independent, const SourceRange& range) {
  if (value.computed && value.computed->store_all && fills(target, value))
    return value.computed->store_all(target, independent);
  nest(extents, independent, range, [&](const Indices& indices) {
    const ir::ExprId element =
        value.type.is_array() ? element_at(value, operand_indices(value, indices)) : value.expr;
    emit(build_.store(target.base, place(target, indices), cast(element, target.type.scalar), range));
  });
}

Value ArrayCode::materialize(const Value& array, const SourceRange& range) {
  const ir::ArrayId memory = build_.heap_array(unique_name("temporary"), array.type.scalar, array.type.rank);
  allocate_and_fill(memory, array, range);
  Value result = whole(memory, -1);
  result.type.lists = array.type.lists;  // a list stays one
  result.type.weak = array.type.weak;
  result.origins = array.origins;
  return result;
}

/// An array as it lies in memory: itself, where it is all of its base.
Value ArrayCode::in_memory(const Value& given, const SourceRange& range) {
  const Value value = compressed(given);
  bool is_whole = !value.computed && value.base.valid() && value.fixed.empty() && out_[value.base].type == value.type.scalar &&
                  out_[value.base].rank == value.type.rank;
  for (size_t i = 0; is_whole && i < value.type.axes.size(); ++i)
    is_whole = value.type.axes[i].whole && value.type.axes[i].dimension == static_cast<int>(i);
  return is_whole ? value : materialize(value, range);
}

void ArrayCode::allocate_and_fill(ir::ArrayId memory, const Value& given, const SourceRange& range) {
  const Value value = compressed(given);
  const std::vector<ir::ExprId> extents = note_extents(memory, extents_of(value), range);
  emit(ir::Allocate{memory, extents}, range);
  if (value.computed && value.computed->is_empty) return;
  fill(whole(memory, -1), extents, value, true, range);
}

/// Whether a dimension of an array with several values is taken to have one element in each, as it has in this value.
bool ArrayCode::is_of_one(ir::ArrayId memory, size_t dimension, ir::ExprId extent) {
  const ir::Constant* known = build_.as_constant(extent);
  const bool has_one = known && known->integer == 1;
  const std::pair key(memory, dimension);
  if (has_one && !resized_.contains(memory)) once_of_one_.insert(key);
  if (!has_one && of_one_.contains(key)) not_of_one_.insert(key);
  return has_one && of_one_.contains(key);
}

/// Remembers the extents that an array is about to get, so that equal shapes are seen to be equal: as they
/// are where they never change, else in variables of the array's own.
std::vector<ir::ExprId> ArrayCode::note_extents(ir::ArrayId memory, const std::vector<ir::ExprId>& extents,
                                                const SourceRange& range) {
  const bool several_times = several_values_.contains(memory);
  const auto keeps = [&](size_t i) { return !several_times || is_of_one(memory, i, extents[i]); };
  const auto is_fixed = [&](ir::ExprId id) {
    const auto* extent = std::get_if<ir::Extent>(&out_[id].node);
    return build_.as_constant(id) || (extent && out_[extent->array].space == ir::AddressSpace::Argument);
  };
  std::vector<ir::ExprId>& known = local_extents_[memory];
  std::vector<ir::ExprId> given = extents;
  for (size_t i = 0; i < extents.size(); ++i) {
    if (keeps(i) && is_fixed(extents[i])) {
      if (known.size() == i) known.push_back(extents[i]);
      continue;
    }
    if (known.size() == i)
      known.push_back(
          build_.read(build_.variable(unique_name(out_[memory].name + "_extent"), ScalarType::Int64, range)));
    given[i] = once(extents[i]);
  }
  for (size_t i = 0; i < extents.size(); ++i) {
    const auto* variable = std::get_if<ir::Read>(&out_[known[i]].node);
    const bool own = variable && (!keeps(i) || !is_fixed(extents[i]));
    if (own && !several_times && is_one_or_less(given[i])) one_or_less_.insert(variable->variable);
    if (own && resized_.contains(memory)) lengths_.insert(variable->variable);
    if (own) emit(build_.assign(variable->variable, given[i], range));
    given[i] = own ? known[i] : given[i];
  }
  return given;
}

/// The list gets another length and keeps its items.
void ArrayCode::resize(const Value& list, ir::ExprId length, const SourceRange& range) {
  emit(ir::Allocate{list.base, note_extents(list.base, {length}, range), true}, range);
}

/// Whether elements or extents of an array go into a value.
bool ArrayCode::reads_array(const Value& value, ir::ArrayId array) const {
  const std::vector<ReadView> reads = views_read(value);
  bool found =
      std::any_of(reads.begin(), reads.end(), [&](const ReadView& r) { return r.view.base == array; });
  const auto known = local_extents_.find(array);
  if (!value.computed) return found;
  for (const ir::ExprId root : value.computed->extents)
    ir::walk_exprs(out_, root, [&](ir::ExprId id) {
      const auto* extent = std::get_if<ir::Extent>(&out_[id].node);
      found |= extent && extent->array == array;
      const auto is_same = [&](ir::ExprId own) { return ir::same_value(out_, own, id); };
      const bool read = std::holds_alternative<ir::Read>(out_[id].node);
      found |= read && known != local_extents_.end() &&
               std::any_of(known->second.begin(), known->second.end(), is_same);
    });
  return found;
}

}  // namespace unpython::frontend
