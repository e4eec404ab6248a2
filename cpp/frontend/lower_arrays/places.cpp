// Where a mask holds: the places found once and kept for all selections by the mask, and np.nonzero.
//
// Problem: `a[m] * b[m] + c[m]`, and loops around it, would count and search the same mask again and again.
// Choice:  the places that hold stand in arrays with room for all, which serve every selection by an equal
//          mask in the same block until a statement may have changed the mask.
#include <algorithm>
#include <set>

#include "frontend/lower_arrays/array_code.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

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

/// Whether the statements since have left the mask of a selection as it was.
bool ArrayCode::is_current(const Selection& selection) const {
  std::set<ir::ArrayId> arrays;
  std::set<ir::VarId> variables;
  ir::walk_exprs(out_, selection.holds, [&](ir::ExprId id) {
    if (const auto* load = std::get_if<ir::Load>(&out_[id].node)) arrays.insert(load->array);
    if (const auto* read = std::get_if<ir::Read>(&out_[id].node)) variables.insert(read->variable);
  });
  const bool arguments_meet = !out_.disjoint_arguments;
  const auto is_argument = [&](ir::ArrayId array) { return out_[array].space == ir::AddressSpace::Argument; };
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
    if (const auto* call = std::get_if<ir::CallHost>(&node)) {
      for (const ir::HostArgument& argument : call->arguments)
        if (argument.stored) stored(argument.array);
    }
    if (const auto* assign = std::get_if<ir::Assign>(&node))
      current = current && !variables.contains(assign->variable);
    return current;
  });
  return current;
}

/// `extents` multiplied, of an array or of its blocks. What lies in memory has no more than 63 bits of elements.
ir::ExprId ArrayCode::size_of_whole(const Value& array, const std::vector<ir::ExprId>& extents, const SourceRange& range) {
  if (array.computed) return product_of(extents, range);
  ir::ExprId size = build_.int64(1);
  for (const ir::ExprId extent : extents) size = build_.mul(size, extent);
  return size;
}

/// The places that a mask selects, in order, in arrays that have room for all.
ArrayCode::Selection ArrayCode::selection_of(const Value& mask, const SourceRange& range) {
  const std::vector<ir::ExprId> extents = extents_of(mask);
  std::erase_if(selections_,
                [&](const Selection& known) { return known.block == block_number_ && !is_current(known); });
  for (const Selection& known : selections_) {
    if (known.block != block_number_) continue;
    const auto same = [&](ir::ExprId a, ir::ExprId b) { return ir::same_value(out_, a, b); };
    if (!std::equal(extents.begin(), extents.end(), known.extents.begin(), known.extents.end(), same))
      continue;
    const auto holds = probed(mask, known.probe);
    if (holds && same(*holds, known.holds)) return known;
  }
  Selection made;
  made.extents = extents;
  const ir::ExprId room = once(size_of_whole(mask, extents, range));
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    const ir::ArrayId places = build_.heap_array(unique_name("places"), ScalarType::Int64, 1);
    emit(ir::Allocate{places, note_extents(places, {room}, range)}, range);
    made.places.push_back(places);
  }
  const MaskBlocks blocks = count_blocks(mask.computed ? materialize(mask, range) : mask, range);
  for_selected(blocks, range, [&](const Indices& place, ir::ExprId number) {
    for (size_t axis = 0; axis < place.size(); ++axis)
      emit(build_.store(made.places[axis], {number}, place[axis], range));
  });
  made.count = blocks.count;
  made.block = block_number_;
  made.from = block_->size();
  made.probe = probe_of(mask);
  if (const auto holds = probed(mask, made.probe)) {
    made.holds = *holds;
    selections_.push_back(made);
  }
  return made;
}

/// Where the elements of an array are not zero, as arrays of `count` numbers each: those that `numbers_of`
/// gives for the indices of such an element.
std::vector<Value> ArrayCode::places_of(const Value& given, size_t count, const SourceRange& range,
                                        const std::function<Indices(const Indices&)>& numbers_of) {
  const bool loops = given.computed && (given.computed->is_nest || given.computed->mask);
  const Value array = loops ? materialize(given, range) : given;
  const Value mask =
      elementwise({array}, ScalarType::Bool, range, [this](const std::vector<Value>& elements) {
        return scalar(strong(ScalarType::Bool), cast(elements[0].expr, ScalarType::Bool));
      });
  const MaskBlocks blocks = count_blocks(mask, range);
  const ir::ExprId extent = blocks.count;
  std::vector<Value> result;
  for (size_t i = 0; i < count; ++i) {
    const ir::ArrayId memory = build_.heap_array(unique_name("places"), ScalarType::Int64, 1);
    emit(ir::Allocate{memory, note_extents(memory, {extent}, range)}, range);
    result.push_back(whole(memory, -1));
  }
  for_selected(blocks, range, [&](const Indices& indices, ir::ExprId number) {
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
