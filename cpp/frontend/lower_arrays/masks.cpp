// Masks: a[mask] read, stored and updated.
//
// Problem: a[mask] is an array whose extent is a count, so that `z[m] = z[m] ** 2 + c[m]` would count, copy
//          and scatter.
// Choice:  what a mask selects stays a function of the places of the mask (a ComputedArray with `mask`) while
//          it only meets scalars and selections by the same mask; a store through that mask, or a sum, runs
//          over all places and skips those where the mask does not hold. Everything else first finds the
//          places that hold (places.cpp), and takes the elements from there.
#include <algorithm>

#include "frontend/lower_arrays/array_code.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

namespace {

constexpr const char* kMismatch = "shape mismatch: value array could not be broadcast to indexing result";

bool is_masked(const Value& value) { return value.computed && value.computed->mask; }

size_t mask_rank(const Value& masked) { return static_cast<size_t>(masked.computed->mask->type.rank); }

}  // namespace

/// array[mask], the mask over its leading axes.
Value ArrayCode::masked(const Value& array, const Value& given_mask, const SourceRange& range) {
  const bool loops = given_mask.computed && (given_mask.computed->is_nest || is_masked(given_mask));
  const Value mask = loops ? materialize(given_mask, range) : given_mask;
  check_mask(array, 0, mask, range);
  Value result;
  result.type = new_array(array.type.scalar, array.type.rank - mask.type.rank + 1);
  auto computed = std::make_shared<ComputedArray>();
  computed->extents = masked_extents(array, mask);
  computed->mask = std::make_shared<const Value>(mask);
  computed->element = [this, array](const Indices& indices) { return element_at(array, indices); };
  computed->reads = views_read(array);
  for (ReadView& read : views_read(mask)) {
    read.at_same_indices = read.at_same_indices && mask.type.rank == array.type.rank;
    computed->reads.push_back(std::move(read));
  }
  result.computed = std::move(computed);
  return result;
}

/// Of an array, those of the mask along the axes that it takes: a mask without elements fits every array, and selects nothing.
std::vector<ir::ExprId> ArrayCode::masked_extents(const Value& array, const Value& mask) {
  std::vector<ir::ExprId> extents = extents_of(array);
  for (size_t i = 0; i < static_cast<size_t>(mask.type.rank); ++i) {
    const ir::ExprId given = extent_of(mask, i);
    if (!ir::same_value(out_, given, extents[i])) extents[i] = given;
  }
  return extents;
}

/// Raises unless a mask has the extents of the axes it takes, or none.
void ArrayCode::check_mask(const Value& array, size_t first_axis, const Value& mask, const SourceRange& range) {
  for (size_t i = 0; i < static_cast<size_t>(mask.type.rank); ++i) {
    const ir::ExprId given = extent_of(mask, i);
    const ir::ExprId needed = extent_of(array, first_axis + i);
    if (ir::same_value(out_, given, needed)) continue;
    const ir::ExprId differs = build_.logical_and(build_.compare(ir::CompareOp::NotEqual, given, needed),
                                                  build_.compare(ir::CompareOp::NotEqual, given, build_.int64(0)));
    raise_if(differs, ir::ErrorKind::IndexError,
             "boolean index did not match indexed array along axis {0}; size of axis is {1} but size of "
             "corresponding boolean axis is {2}",
             range, {build_.int64(static_cast<int64_t>(first_axis + i)), needed, given});
  }
}

/// Both have the same elements: they are compared as expressions at the same indices.
bool ArrayCode::same_mask(const Value& a, const Value& b) {
  if (a.type.rank != b.type.rank) return false;
  const Indices probe = probe_of(a);
  const auto x = probed(a, probe);
  const auto y = probed(b, probe);
  return x && y && ir::same_value(out_, *x, *y);
}

/// The first operand, if all arrays among the operands are selections by the same mask and of the same
/// extents; else null.
const Value* ArrayCode::common_selection(const std::vector<Value>& operands) {
  const Value* first = nullptr;
  for (const Value& operand : operands) {
    if (!operand.type.is_array()) continue;
    if (!is_masked(operand)) return nullptr;
    if (first == nullptr) {
      first = &operand;
      continue;
    }
    const auto& x = first->computed->extents;
    const auto& y = operand.computed->extents;
    const bool same_extents =
        x.size() == y.size() &&
        std::equal(x.begin() + static_cast<std::ptrdiff_t>(mask_rank(*first)), x.end(),
                   y.begin() + static_cast<std::ptrdiff_t>(mask_rank(*first)),
                   [&](ir::ExprId a, ir::ExprId b) { return ir::same_value(out_, a, b); });
    if (!same_extents || !same_mask(*first->computed->mask, *operand.computed->mask)) return nullptr;
  }
  return first;
}

Value ArrayCode::compressed(const Value& value) {
  if (value.type.is_tuple()) {
    Value items = value;
    for (Value& item : items.elements) item = compressed(item);
    return items;
  }
  if (!is_masked(value)) return value;
  const ComputedArray& source = *value.computed;
  const Selection selection = selection_of(*source.mask, {});
  auto computed = std::make_shared<ComputedArray>();
  const auto rest = source.extents.begin() + static_cast<std::ptrdiff_t>(mask_rank(value));
  computed->extents = {selection.count};
  computed->extents.insert(computed->extents.end(), rest, source.extents.end());
  computed->element = [this, from = value.computed, places = selection.places](const Indices& indices) {
    Indices at;
    for (const ir::ArrayId axis : places) at.push_back(build_.load(axis, {indices.front()}));
    at.insert(at.end(), indices.begin() + 1, indices.end());
    return from->element(at);
  };
  computed->reads = source.reads;
  for (ReadView& read : computed->reads) read.at_same_indices = false;
  Value result;
  result.type = value.type;
  result.computed = std::move(computed);
  return result;
}

/// How many places of a mask hold.
ir::ExprId ArrayCode::count_of(const Value& mask, const SourceRange& range) {
  Reduction r{.array = mask, .kind = ReductionKind::CountNonzero, .type = ScalarType::Int64};
  r.range = range;
  for (size_t axis = 0; axis < static_cast<size_t>(mask.type.rank); ++axis) {
    r.axes.push_back(static_cast<int>(axis));
    r.extents.push_back(once(extent_of(mask, axis)));
  }
  return hold(reduced_value(r, {}));
}

/// Extents of a selection as an array: the count, and those that the mask does not take.
std::vector<ir::ExprId> ArrayCode::selected_extents(const Value& selection, const SourceRange& range) {
  std::vector<ir::ExprId> extents{count_of(*selection.computed->mask, range)};
  const auto& all = selection.computed->extents;
  extents.insert(extents.end(), all.begin() + static_cast<std::ptrdiff_t>(mask_rank(selection)), all.end());
  return extents;
}

/// target[mask] = value, where `value` gives what is stored at a place of the target.
void ArrayCode::store_where(const Value& target, const Value& mask, const OnPlace& value,
                          const SourceRange& range) {
  const bool own_memory = out_[target.base].space != ir::AddressSpace::Argument;
  at_selected(target, mask, own_memory || out_.disjoint_arguments, range, [&](const Indices& at) {
    emit(build_.store(target.base, place(target, at), cast(value(at), target.type.scalar), range));
  });
}

/// Loops over the places of an array that a mask selects.
void ArrayCode::at_selected(const Value& array, const Value& mask, bool independent, const SourceRange& range,
                            const std::function<void(const Indices&)>& body) {
  const std::vector<ir::ExprId> all = masked_extents(array, mask);
  const auto split = all.begin() + mask.type.rank;
  nest({all.begin(), split}, independent, range, [&](const Indices& places) {
    const ir::ExprId holds = element_at(mask, places);
    Branch then = separately([&] {
      nest({split, all.end()}, independent, range, [&](const Indices& inner) {
        Indices at = places;
        at.insert(at.end(), inner.begin(), inner.end());
        body(at);
      });
      return Value{};
    });
    emit(build_.if_then(holds, std::move(then.block), {}, range));
  });
}

/// target[mask] = value
void ArrayCode::store_masked(const Value& target, Value mask, Value value, const SourceRange& range) {
  if (mask.computed && (mask.computed->is_nest || is_masked(mask))) mask = materialize(mask, range);
  check_mask(target, 0, mask, range);
  if (value.type.is_array() && value.type.rank == 0)
    value = scalar(strong(value.type.scalar), element_at(value, {}));
  if (value.type.is_number()) {
    value = stored_scalar(value, target.type.scalar, range);
    if (needs_temporary(target, mask)) mask = materialize(mask, range);
    return store_where(
        target, mask, [&](const Indices&) { return value.expr; }, range);
  }
  const bool same = is_masked(value) && value.type.rank == target.type.rank - mask.type.rank + 1 &&
                    same_mask(*value.computed->mask, mask) && !needs_temporary(target, value);
  if (same) {
    const std::vector<ir::ExprId>& given = value.computed->extents;
    for (size_t axis = mask_rank(value); axis < given.size(); ++axis)
      check_equal_extents(given[axis], extent_of(target, axis), kMismatch, {}, range);
    const OnPlace element = [&](const Indices& at) { return value.computed->element(at); };
    if (raises_for(target, value)) at_selected(target, mask, true, range, element);
    return store_where(target, mask, element, range);
  }
  if (may_read(target, value) || is_masked(value)) value = materialize(value, range);
  value = raising_first(target, std::move(value), range);
  if (may_read(target, mask)) mask = materialize(mask, range);
  check_selected_shape(target, mask, value, range);
  if (value.type.rank > target.type.rank - mask.type.rank) return store_by_number(target, mask, value, range);
  const OnPlace element = [&](const Indices& at) { return element_at(value, operand_indices(value, at)); };
  store_where(target, mask, element, range);
}

/// target[mask] = value, the places that the mask selects taking the elements of the value in order.
void ArrayCode::store_by_number(const Value& target, const Value& mask, const Value& value,
                              const SourceRange& range) {
  const Selection selection = selection_of(mask, range);
  const std::vector<ir::ExprId> all = extents_of(target);
  const ir::ExprId given = once(extent_of(value, 0));
  const ir::ExprId stretched = build_.compare(ir::CompareOp::Equal, given, build_.int64(1));
  std::vector<ir::ExprId> extents{selection.count};
  extents.insert(extents.end(), all.begin() + mask.type.rank, all.end());
  const bool own_memory = out_[target.base].space != ir::AddressSpace::Argument;
  nest(extents, own_memory || out_.disjoint_arguments, range, [&](const Indices& indices) {
    const ir::ExprId first = build_.select(stretched, build_.int64(0), indices.front());
    Indices from = indices;
    from.front() = first;
    from = operand_indices(value, from);
    from.front() = first;
    Indices at;
    for (const ir::ArrayId axis : selection.places) at.push_back(build_.load(axis, {indices.front()}));
    at.insert(at.end(), indices.begin() + 1, indices.end());
    const ir::ExprId element = cast(element_at(value, from), target.type.scalar);
    emit(build_.store(target.base, place(target, at), element, range));
  });
}

/// Raises unless the value has as many elements as the mask selects, or can be stretched to that.
void ArrayCode::check_selected_shape(const Value& target, const Value& mask, const Value& value,
                                   const SourceRange& range) {
  const auto rest = static_cast<size_t>(target.type.rank - mask.type.rank);
  const auto rank = static_cast<size_t>(value.type.rank);
  if (rank > rest) {
    const ir::ExprId given = once(extent_of(value, 0));
    const ir::ExprId count = selection_of(mask, range).count;
    const ir::ExprId differ =
        build_.logical_and(build_.compare(ir::CompareOp::NotEqual, given, count),
                           build_.compare(ir::CompareOp::NotEqual, given, build_.int64(1)));
    raise_if(differ, ir::ErrorKind::ValueError,
             rest == 0
                 ? "NumPy boolean array indexing assignment cannot assign {0} input values to the {1} output "
                   "values where the mask is true"
                 : "shape mismatch: value array of {0} rows could not be broadcast to {1} selected ones",
             range, {given, count});
  }
  for (size_t i = 0; i < std::min(rank, rest); ++i) {
    const ir::ExprId given = extent_of(value, rank - 1 - i);
    if (is_one_or_less(given)) continue;
    check_equal_extents(given, extent_of(target, static_cast<size_t>(target.type.rank) - 1 - i), kMismatch,
                        {}, range);
  }
}

}  // namespace unpython::frontend
