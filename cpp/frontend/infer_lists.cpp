// Types of lists that loops fill: an array whose leading dimensions are lists. What Python does with a list
// and NumPy does not do with an array is refused, and the other way round.
#include <algorithm>

#include "frontend/subscripts.h"
#include "frontend/typer.h"

namespace unpython::frontend {

/// The items were typed in the round before.
Type Typer::new_list(const resolved::NewList& node, const SourceRange& range) {
  exprs(node.counts);
  const Type& item = types_.of(node.item);
  if (item.is_silent()) return item;
  const auto counts = static_cast<int>(node.counts.size());
  const bool is_item = (item.is_scalar() && !is_large_integer(item)) || (item.is_array() && item.rank > 0);
  if (!is_item || (node.repeats && item.is_array()))
    return wrong(reasons::kUnsupportedExpression, range,
                 "a list of " + described_items(item) + " is not supported", "fill an array in a loop");
  Type list = new_array(item.scalar, counts + (item.is_array() ? item.rank : 0));
  list.lists = counts + item.lists;
  list.weak = item.weak;
  return limited_rank(list, range);
}

std::string Typer::described_items(const Type& item) {
  if (item.is_tuple()) return item.is_list ? "lists that are written out" : "tuples";
  return "values like this: " + describe(item);
}

/// list[number], or a copy of a part of it.
Type Typer::list_element(const Type& list, const std::vector<Type>& indices, const SourceRange& range) {
  if (list.is_silent()) return list;
  for (const Type& index : indices)
    if (index.is_silent()) return index;
  if (indices.size() != 1 || !(is_index(indices[0]) || indices[0].is(Type::Kind::Slice)))
    return wrong(reasons::kBadSubscript, range,
                 describe(list) + " takes one integer or slice as its subscript",
                 "make it an array first: np.array(...)");
  // An item would be another name of the array that it was taken from.
  if (list.is_list_of_arrays()) return refuse_list(list, range);
  const Type item = subscripted(list, plan_subscripts(indices, list.rank));
  if (!indices[0].is(Type::Kind::Slice)) return item;
  Type part = new_array(list.scalar, list.rank);
  part.lists = list.lists;
  part.weak = list.weak;
  return part;
}

/// Whether a view sees an array in a list, whose memory is not that of the array it was taken from.
bool Typer::is_item_of_list(const Type& view) const {
  return view.is_view() && view.local >= 0 && view.lists == 0 &&
         types_.webs[static_cast<size_t>(view.local)].is_list_of_items();
}

/// list[number] = value. The items of a list have one type here: NumPy's, if it is given one of NumPy's
/// numbers.
void Typer::list_target(const Type& list, const Type& item, const Type& value, const SourceRange& range) {
  if (item.is_silent() || value.is_silent()) return;
  const bool fits = item.is_scalar() && value.is_scalar() &&
                    kind_rank(value.scalar) <= kind_rank(item.scalar) &&
                    (value.weak || !item.weak || value.scalar == item.scalar);
  if (fits && item.weak && !value.weak) strong_lists_.insert(list.local);
  if (fits) return;
  wrong(reasons::kTypeMismatch, range,
        "this list holds " + describe(item) + " in each place, not " + describe(value),
        "make it an array first: np.array(...)");
}

Type Typer::refuse_list(const Type& list, const SourceRange& range) {
  return wrong(reasons::kTypeMismatch, range, "this is not supported for " + describe(list),
               "make it an array first: np.array(...)");
}

/// a, b = b, a of names alone.
void Typer::note_permutation(const resolved::Assign& node, const SourceRange& range) {
  const auto* targets = std::get_if<std::vector<resolved::Target>>(&node.targets[0].node);
  const auto* values = std::get_if<resolved::Tuple>(&f_[node.value].node);
  if (node.targets.size() != 1 || !targets || !values || targets->size() != values->elements.size()) return;
  std::vector<resolved::LocalId> to;
  std::vector<resolved::LocalId> from;
  for (size_t i = 0; i < targets->size(); ++i) {
    const auto* local = std::get_if<resolved::LocalTarget>(&(*targets)[i].node);
    const auto* read = std::get_if<resolved::ReadLocal>(&f_[values->elements[i]].node);
    if (!local || !read) return;
    to.push_back(f_.definitions[local->definition].local);
    from.push_back(read->local);
  }
  std::sort(to.begin(), to.end());
  std::sort(from.begin(), from.end());
  if (to != from || std::adjacent_find(to.begin(), to.end()) != to.end()) return;
  const bool arrays = std::all_of(values->elements.begin(), values->elements.end(),
                                  [&](resolved::ExprId id) { return is_whole(types_.of(id)); });
  if (arrays && reporting_) types_.hints.exchanges.insert(range);
  for (const resolved::Target& target : *targets)
    permutations_[std::get<resolved::LocalTarget>(target.node).definition] = range;
}

}  // namespace unpython::frontend
