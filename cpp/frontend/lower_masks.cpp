// Masks: a[mask] read, stored and updated.
//
// Problem: a[mask] is an array whose extent is a count, so that `z[m] = z[m] ** 2 + c[m]` would count, copy
// and scatter. Choice:  what a mask selects stays a function of the places of the mask (a ComputedArray with
// `mask`) while it only
//          meets scalars and selections by the same mask; a store through that mask, or a sum, runs over all
//          places and skips those where the mask does not hold. Everything else first finds the places that
//          hold, once for all that the mask selects from, and takes the elements from there.
#include <algorithm>
#include <set>

#include "frontend/lowerer.h"
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
  computed->extents = extents_of(array);
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

/// Raises unless a mask has the extents of the axes it takes.
void ArrayCode::check_mask(const Value& array, size_t first_axis, const Value& mask, const SourceRange& range) {
  for (size_t i = 0; i < static_cast<size_t>(mask.type.rank); ++i) {
    const ir::ExprId given = extent_of(mask, i);
    const ir::ExprId needed = extent_of(array, first_axis + i);
    if (ir::same_value(out_, given, needed)) continue;
    raise_if(build_.compare(ir::CompareOp::NotEqual, given, needed), ir::ErrorKind::IndexError,
             "boolean index did not match indexed array along axis {0}; size of axis is {1} but size of "
             "corresponding boolean axis is {2}",
             range, {build_.int64(static_cast<int64_t>(first_axis + i)), needed, given});
  }
}

Indices ArrayCode::probe_of(const Value& mask) {
  Indices probe;
  for (int i = 0; i < mask.type.rank; ++i)
    probe.push_back(build_.read(build_.variable(unique_name("at"), ScalarType::Int64)));
  return probe;
}

/// The element of a mask at some indices, if nothing but an expression is needed for it.
std::optional<ir::ExprId> ArrayCode::probed(const Value& mask, const Indices& probe) {
  const Branch element =
      separately([&] { return scalar(strong(ScalarType::Bool), element_at(mask, probe)); });
  return element.value && element.block.empty() ? std::optional(element.value->expr) : std::nullopt;
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

/// Whether the statements since have left the mask of a selection as it was.
bool ArrayCode::is_current(const Selection& selection) const {
  std::set<ir::ArrayId> arrays;
  std::set<ir::VarId> variables;
  ir::walk_exprs(out_, selection.holds, [&](ir::ExprId id) {
    if (const auto* load = std::get_if<ir::Load>(&out_[id].node)) arrays.insert(load->array);
    if (const auto* read = std::get_if<ir::Read>(&out_[id].node)) variables.insert(read->variable);
  });
  const bool arguments_meet = !out_.disjoint_arguments;
  const auto is_argument = [&](ir::ArrayId array) {
    return out_[array].space == ir::AddressSpace::Argument;
  };
  const bool reads_argument = std::any_of(arrays.begin(), arrays.end(), is_argument);
  bool current = true;
  const auto stored = [&](ir::ArrayId array) {
    current = current && !arrays.contains(array) && !(arguments_meet && reads_argument && is_argument(array));
  };
  const ir::Block since(block_->begin() + static_cast<std::ptrdiff_t>(selection.from), block_->end());
  ir::walk_stmts(out_, since, [&](ir::StmtId id) {
    const ir::StmtNode& node = out_[id].node;
    if (const auto* store = std::get_if<ir::Store>(&node)) stored(store->array);
    if (const auto* update = std::get_if<ir::AtomicUpdate>(&node)) stored(update->array);
    if (const auto* allocate = std::get_if<ir::Allocate>(&node)) stored(allocate->array);
    if (const auto* assign = std::get_if<ir::Assign>(&node))
      current = current && !variables.contains(assign->variable);
    return current;
  });
  return current;
}

/// Stores the indices of the places where a mask in memory holds, in order, by axis; gives their count. Blocks
/// where it holds nowhere or everywhere are done at once, in others no branch depends on it.
ir::ExprId ArrayCode::find_places(const Value& mask, const std::vector<ir::ArrayId>& places,
                                  const SourceRange& range) {
  constexpr int64_t kBlock = 64;
  const auto number = [&](const char* name, ir::ExprId value) {
    const ir::VarId made = build_.variable(unique_name(name), ScalarType::Int64, range);
    emit(build_.assign(made, value, range));
    return made;
  };
  const auto advance = [&](ir::VarId variable, ir::ExprId by) {
    emit(build_.assign(variable, build_.add(build_.read(variable), by), range));
  };
  const std::vector<ir::ExprId> extents = extents_of(mask);
  const ir::ExprId length = extents.back();
  const ir::ExprId blocks =
      build_.floor_div(build_.add(length, build_.int64(kBlock - 1)), build_.int64(kBlock));
  const ir::VarId count = number("place", build_.int64(0));
  std::vector<ir::ExprId> loops(extents.begin(), extents.end() - 1);
  loops.push_back(blocks);
  nest(loops, false, range, [&](const Indices& at) {
    const ir::ExprId first = build_.mul(at.back(), build_.int64(kBlock));
    const ir::ExprId here =
        build_.read(number("length", build_.min(build_.int64(kBlock), build_.sub(length, first))));
    const ir::VarId held = number("held", build_.int64(0));
    const auto on_block = [&](const std::function<void(const Indices&, ir::ExprId)>& body) {
      nest({here}, false, range, [&](const Indices& lane) {
        Indices place(at.begin(), at.end() - 1);
        place.push_back(build_.add(first, lane.front()));
        body(place, lane.front());
      });
    };
    const auto holds = [&](const Indices& place) { return cast(element_at(mask, place), ScalarType::Int64); };
    const auto store = [&](const Indices& place, ir::ExprId to) {
      for (size_t axis = 0; axis < place.size(); ++axis)
        emit(build_.store(places[axis], {to}, place[axis], range));
    };
    on_block([&](const Indices& place, ir::ExprId) { advance(held, holds(place)); });
    Branch all = separately([&] {
      on_block([&](const Indices& place, ir::ExprId lane) {
        store(place, build_.add(build_.read(count), lane));
      });
      return Value{};
    });
    Branch some = separately([&] {
      const ir::VarId next = number("next", build_.read(count));
      on_block([&](const Indices& place, ir::ExprId) {
        store(place, build_.read(next));
        advance(next, holds(place));
      });
      return Value{};
    });
    const ir::ExprId any = build_.compare(ir::CompareOp::Greater, build_.read(held), build_.int64(0));
    const ir::StmtId not_all = build_.if_then(any, std::move(some.block), {}, range);
    const ir::ExprId whole = build_.compare(ir::CompareOp::Equal, build_.read(held), here);
    emit(build_.if_then(whole, std::move(all.block), {not_all}, range));
    advance(count, build_.read(held));
  });
  return build_.read(count);
}

/// The places that a mask selects, in order, in arrays that have room for all.
ArrayCode::Selection ArrayCode::selection_of(const Value& mask, const SourceRange& range) {
  const std::vector<ir::ExprId> extents = extents_of(mask);
  std::erase_if(selections_, [&](const Selection& known) {
    return known.block == block_number_ && !is_current(known);
  });
  for (const Selection& known : selections_) {
    if (known.block != block_number_) continue;
    const auto same = [&](ir::ExprId a, ir::ExprId b) { return ir::same_value(out_, a, b); };
    if (!std::equal(extents.begin(), extents.end(), known.extents.begin(), known.extents.end(), same)) continue;
    const auto holds = probed(mask, known.probe);
    if (holds && same(*holds, known.holds)) return known;
  }
  Selection made;
  made.extents = extents;
  ir::ExprId room = build_.int64(1);
  for (const ir::ExprId extent : extents) room = build_.mul(room, extent);
  room = once(room);
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    const ir::ArrayId places = build_.heap_array(unique_name("places"), ScalarType::Int64, 1);
    emit(ir::Allocate{places, note_extents(places, {room}, range)}, range);
    made.places.push_back(places);
  }
  made.count = find_places(mask.computed ? materialize(mask, range) : mask, made.places, range);
  made.block = block_number_;
  made.from = block_->size();
  made.probe = probe_of(mask);
  if (const auto holds = probed(mask, made.probe)) {
    made.holds = *holds;
    selections_.push_back(made);
  }
  return made;
}

Value ArrayCode::compressed(const Value& value) {
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

/// Runs over the places of a mask in order, and where it holds; `body` gets the number of the place among
/// those.
void ArrayCode::for_selected(const Value& mask, const SourceRange& range,
                           const std::function<void(const Indices&, ir::ExprId)>& body) {
  const ir::VarId number = build_.variable(unique_name("place"), ScalarType::Int64, range);
  emit(build_.assign(number, build_.int64(0), range));
  nest(extents_of(mask), false, range, [&](const Indices& places) {
    const ir::ExprId holds = element_at(mask, places);
    Branch then = separately([&] {
      body(places, build_.read(number));
      emit(build_.assign(number, build_.add(build_.read(number), build_.int64(1)), range));
      return Value{};
    });
    emit(build_.if_then(holds, std::move(then.block), {}, range));
  });
}

/// target[mask] = value, where `value` gives what is stored at a place of the target.
void ArrayCode::store_where(const Value& target, const Value& mask, const OnPlace& value,
                          const SourceRange& range) {
  const std::vector<ir::ExprId> all = extents_of(target);
  const auto split = all.begin() + mask.type.rank;
  const bool own_memory = out_[target.base].space != ir::AddressSpace::Argument;
  const bool independent = own_memory || out_.disjoint_arguments;
  nest({all.begin(), split}, independent, range, [&](const Indices& places) {
    const ir::ExprId holds = element_at(mask, places);
    Branch then = separately([&] {
      nest({split, all.end()}, independent, range, [&](const Indices& inner) {
        Indices at = places;
        at.insert(at.end(), inner.begin(), inner.end());
        emit(build_.store(target.base, place(target, at), cast(value(at), target.type.scalar), range));
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
  if (value.type.is_scalar()) {
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
    return store_where(
        target, mask, [&](const Indices& at) { return value.computed->element(at); }, range);
  }
  if (may_read(target, value) || is_masked(value)) value = materialize(value, range);
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

/// Where the elements of an array are not zero, as arrays of `count` numbers each: those that `numbers_of`
/// gives for the indices of such an element.
std::vector<Value> ArrayCode::places_of(const Value& given, size_t count, const SourceRange& range,
                                      const std::function<Indices(const Indices&)>& numbers_of) {
  const bool loops = given.computed && (given.computed->is_nest || is_masked(given));
  const Value array = loops ? materialize(given, range) : given;
  const Value mask =
      elementwise({array}, ScalarType::Bool, range, [this](const std::vector<Value>& elements) {
        return scalar(strong(ScalarType::Bool), cast(elements[0].expr, ScalarType::Bool));
      });
  const ir::ExprId extent = count_of(mask, range);
  std::vector<Value> result;
  for (size_t i = 0; i < count; ++i) {
    const ir::ArrayId memory = build_.heap_array(unique_name("places"), ScalarType::Int64, 1);
    emit(ir::Allocate{memory, note_extents(memory, {extent}, range)}, range);
    result.push_back(whole(memory, -1));
  }
  for_selected(mask, range, [&](const Indices& indices, ir::ExprId number) {
    const Indices numbers = numbers_of(indices);
    for (size_t i = 0; i < count; ++i) emit(build_.store(result[i].base, {number}, numbers[i], range));
  });
  return result;
}

/// np.nonzero: a tuple with the indices along each axis.
Value ArrayCode::nonzero(const Value& array, const SourceRange& range) {
  const auto rank = static_cast<size_t>(array.type.rank);
  Value result;
  result.elements = places_of(array, rank, range, [](const Indices& indices) { return indices; });
  result.type = tuple(std::vector<Type>(rank, new_array(ScalarType::Int64, 1)));
  return result;
}

/// np.flatnonzero: the numbers of the elements in order.
Value ArrayCode::flat_nonzero(const Value& array, const SourceRange& range) {
  const std::vector<ir::ExprId> extents = extents_of(array);
  return places_of(array, 1, range,
                   [&](const Indices& indices) {
                     ir::ExprId number = indices[0];
                     for (size_t axis = 1; axis < indices.size(); ++axis)
                       number = build_.add(build_.mul(number, extents[axis]), indices[axis]);
                     return Indices{number};
                   })
      .front();
}

}  // namespace unpython::frontend
