// Types of lists that loops fill: an array whose leading dimensions are lists. What Python does with a list
// and NumPy does not do with an array is refused, and the other way round.
#include <algorithm>

#include "frontend/infer/typer.h"
#include "frontend/types/subscripts.h"

namespace unpython::frontend {

/// The items were typed in the round before. A list that no item is ever stored to holds integers.
Type Typer::new_list(const resolved::NewList& node, const SourceRange& range) {
  exprs(node.counts);
  const Type& given = types_.of(node.item);
  const bool has_items = !given.is(Type::Kind::Unknown);
  lacks_items_ |= !has_items;
  const Type item = !has_items           ? closes_lists_ ? weak(ScalarType::Int64) : Type{}
                    : node.only_elements ? element_item(given)
                                         : list_item(given);
  if (item.is_silent()) return item;
  const auto counts = static_cast<int>(node.counts.size());
  const bool is_item = (item.is_scalar() && !is_large_integer(item)) || (item.is_array() && item.rank > 0);
  if (item.is_either()) return refuse_several_types(item, range);
  if (!is_item || (node.repeats && item.is_array()))
    return wrong(reasons::kUnsupportedExpression, range,
                 "a list of " + described_items(item) + " is not supported", "fill an array in a loop",
                 item.is(Type::Kind::None) ? list_of_several({}, {item}) : std::nullopt);
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
  const bool stays_empty = list.local < 0;  // nothing can be appended to what has no name, and no item is ever read
  if (list.is_open && !indices[0].is(Type::Kind::Slice)) return stays_empty ? weak(list.scalar) : Type{};
  if (list.is_open) return list;
  // An item would be another name of the array that it was taken from.
  if (list.is_list_of_arrays()) return refuse_list(list, range);
  const Type item = subscripted(list, plan_subscripts(indices, list.rank));
  if (!indices[0].is(Type::Kind::Slice)) return item;
  Type part = new_array(list.scalar, list.rank);
  part.is_open = list.is_open;
  part.lists = list.lists;
  part.weak = list.weak;
  return part;
}

/// Whether a view sees an array in a list, whose memory is not that of the array it was taken from.
bool Typer::is_item_of_list(const Type& view) const {
  return view.is_view() && view.local >= 0 && view.lists == 0 &&
         types_.webs[static_cast<size_t>(view.local)].is_list_of_items();
}

/// list[number] = value. The items of a list have one type here: each item that is read is Python's number, or each is NumPy's.
void Typer::list_target(const Type& list, const Type& item, const Type& value, const SourceRange& range) {
  if (item.is_silent() || value.is_silent()) return;
  const Type given = list_item(value);
  const bool fits = item.is_scalar() && given.is_scalar() && given.scalar == item.scalar && item.weak == given.weak;
  if (fits) return;
  const bool is_part = !item.is_scalar();
  wrong(reasons::kMixedJoin, range,
        is_part               ? "storing to a part of a list is not supported"
        : !given.is_scalar() ? "a list of " + described_items(given) + " is not supported"
                              : "this list holds " + describe(item) + " in each place, not " + describe(value),
        "make it an array first: np.array(...)", list_of_several(list, {item, value}));
}

/// What is known of a list that starts empty, by what is appended to it and by what else its name stands for.
Type Typer::closed(Type list, int web) {
  const auto appended = items_.find(web);
  const Type& named = types_.webs[static_cast<size_t>(web)];
  const bool is_named = named.is_list_of_items() && !named.is_open && named.rank == list.rank;
  const bool is_unknown = appended == items_.end() && !is_named;
  if (is_unknown && closes_lists_ && unknown_items_.contains(web)) return error_type();
  list.is_open = is_unknown && !closes_lists_;
  if (is_unknown) {
    never_filled_.insert(web);
  } else {
    never_filled_.erase(web);
  }
  if (is_named) {
    list.scalar = named.scalar;
    list.weak = named.weak;
  } else if (appended != items_.end()) {
    list.scalar = appended->second.scalar;
    list.weak = appended->second.weak;
  }
  return list;
}

/// Once nothing changes any more: whether there are lists that would stay open.
bool Typer::close_lists() {
  if (closes_lists_) return false;
  closes_lists_ = lacks_items_ || std::any_of(types_.webs.begin(), types_.webs.end(),
                                              [](const Type& type) { return type.is_open; });
  return closes_lists_;
}

Type Typer::list_of(const resolved::ListOf& node, const SourceRange& range) {
  Type open = frontend::new_list(weak(ScalarType::Int64));
  open.is_open = true;
  if (!node.value.valid()) return open;
  const Type value = expr(node.value);
  if (value.is_silent() || value.is_open) return value;
  if (value.is_list_of_items() && value.rank == 1) return frontend::new_list(item_of_list(value));
  if (value.is_array() && value.rank == 1 && value.lists == 0)
    return frontend::new_list(strong(value.scalar));
  if (value.is_tuple() && value.elements.empty()) return open;
  const bool has_rows = node.has_rows && value.is_tuple();
  std::vector<Type> items = has_rows ? std::vector<Type>{} : value.elements;
  if (has_rows)
    for (const Type& row : value.elements) items.insert(items.end(), row.elements.begin(), row.elements.end());
  Type item;
  for (const Type& element : items) {
    if (element.is_either()) return refuse_several_types(element, range);
    const Type given = forget_value(element);
    if (given.is_silent()) return given;
    const bool fits =
        given.is_scalar() && !element.of_array && !is_large_integer(given) && (item.is(Type::Kind::Unknown) || item == given);
    const bool are_numbers = item.is_scalar() && given.is_scalar();
    if (!fits || !value.is_tuple())
      return wrong(reasons::kUnsupportedExpression, range,
                   are_numbers
                       ? "a list of " + describe(item) + " and " + describe(given) + " is not supported"
                       : "a list of " + described_items(element) + " is not supported",
                   "give all items one type, or use a tuple", list_of_several({}, items));
    item = given;
  }
  if (item.is_scalar() && !has_rows) return frontend::new_list(item);
  if (item.is_scalar()) {
    Type rows = new_array(item.scalar, 2);
    rows.lists = 2;
    rows.weak = item.weak;
    return rows;
  }
  return wrong(reasons::kUnsupportedExpression, range, "a list of " + describe(value) + " is not supported",
               "fill an array in a loop");
}

/// Whether the length of a list may change here.
bool Typer::changes_length(const Type& list, std::string_view method, const SourceRange& range) {
  const auto refuse = [&](const std::string& what, std::string advice) {
    wrong(reasons::kUnsupportedCall, range, what, std::move(advice),
          list.is_tuple() && list.is_list ? list_of_several({}, list.elements) : std::nullopt);
    return false;
  };
  if (!list.is_list_of_items() || list.rank != 1)
    return refuse("'" + std::string(method) + "' of " + describe(list) + " is not supported",
                  list.is_array()
                      ? "make an array that is large enough, `np.empty(n)`, and store to its elements"
                      : "");
  if (!is_whole(list) || list.local < 0)
    return refuse("'" + std::string(method) + "' of a list that has no name here is not supported",
                  "give the list a name first");
  if (!given_inside_.empty() && !given_inside_.back().contains(list.local))
    return refuse("a list, dict or set that is made outside a parallel loop keeps its length inside",
                  "store to the elements of an array, or use range");
  if (std::find(gone_through_.begin(), gone_through_.end(), list.local) != gone_through_.end())
    return refuse("a list keeps its length while a loop goes through it with its numbers",
                  "loop over a copy: enumerate(items.copy())");
  types_.resized.insert(list.local);
  return true;
}

/// Whether an item has the type of those of the list.
bool Typer::takes_item(const Type& list, const Type& given, const SourceRange& range) {
  const Type item = item_of_list(list);
  if (item == given) return true;
  wrong(reasons::kMixedJoin, range,
        given.is_scalar() ? "this list holds " + describe(item) + " in each place, not " + describe(given)
                          : "a list that is given " + describe(given) + " here is not supported",
        "give all items one type, as in float(...) or int(...)", list_of_several(list, {item, given}));
  return false;
}

/// The name whose value a list keeps while the function calls itself (_writing/functions/recursion.py); empty for other
/// lists.
std::string Typer::name_kept_in(const Type& list) const {
  constexpr std::string_view kBefore = "_saved_";
  if (list.local < 0) return "";
  const resolved::DefinitionId first = webs_.definitions[static_cast<size_t>(list.local)].front();
  const std::string& name = f_.locals[f_.definitions[first].local].name;
  if (!name.starts_with(kBefore)) return "";
  return name.substr(kBefore.size(), name.size() - kBefore.size() - 1);
}

void Typer::append(const resolved::Append& node, const SourceRange& range) {
  const Type list = expr(node.list);
  const Type& given = expr(node.item);
  const Type item = given.is_scalar() && given.of_array ? list_item(given) : forget_value(given);
  const std::string kept = name_kept_in(list);
  if (list.is_array() && kept.empty()) note_unknown(list, item);
  const bool is_kept_type = item.is_scalar() && !item.is_either() &&
                            (list.is_open || !list.is_list_of_items() || item_of_list(list) == item);
  if (!kept.empty() && !item.is_silent() && !list.is_silent() && !is_kept_type) {
    const std::string other =
        item.is_scalar() && !item.is_either() ? ", elsewhere " + describe(item_of_list(list)) : "";
    wrong(reasons::kRecursion, range,
          "the function calls itself, and '" + kept + "', which is read after the call, is " +
              describe(item) + other,
          "keep numbers of one type over the call, or write it as a loop");
    return;
  }
  if (item.is_either()) {
    refuse_several_types(item, range, list);
    return;
  }
  if (list.is_silent() || item.is_silent() || !changes_length(list, "append", range)) return;
  if (item.is_scalar() && !is_large_integer(item)) items_now_.try_emplace(list.local, item);
  if (!list.is_open || !item.is_scalar()) takes_item(list, item, range);
}

void Typer::truncate(const resolved::Truncate& node, const SourceRange& range) {
  const Type list = expr(node.list);
  const Type length = as_integer(expr(node.length));
  if (list.is_silent() || length.is_silent()) return;
  if (!is_index(length)) {
    wrong(reasons::kBadSubscript, range,
          "a slice that is deleted needs an integer, found " + describe(length));
    return;
  }
  changes_length(list, "del", range);
}

/// Whether what a list is given is a mistake, as long as that is so: what had no type in one round may have one in the next.
void Typer::note_unknown(const Type& list, const Type& given) {
  if (given.is(Type::Kind::Error)) {
    unknown_items_.insert(list.local);
  } else {
    unknown_items_.erase(list.local);
  }
}

/// list += more
void Typer::extend(const Type& list, const Type& more, const SourceRange& range) {
  if (list.is_array()) note_unknown(list, more);
  if (more.is_silent() || !changes_length(list, "+=", range)) return;
  if (more.is_open) return;
  if (!more.is_list_of_items() || more.rank != 1) {
    refuse_list(list, range);
    return;
  }
  items_now_.try_emplace(list.local, item_of_list(more));
  if (!list.is_open) takes_item(list, item_of_list(more), range);
}

/// list + list and list * number; nothing for other operands.
std::optional<Type> Typer::list_operation(syntax::BinaryOperator op, const Type& left, const Type& right) {
  const auto is_list = [](const Type& type) { return type.is_list_of_items() && type.rank == 1; };
  if (op == syntax::BinaryOperator::Add && is_list(left) && is_list(right)) {
    if (left.is_open) return right.is_open ? right : frontend::new_list(item_of_list(right));
    const bool alike = right.is_open || item_of_list(left) == item_of_list(right);
    return alike ? std::optional(frontend::new_list(item_of_list(left))) : std::nullopt;
  }
  const Type& list = is_list(left) ? left : right;
  const Type& count = is_list(left) ? right : left;
  if (op != syntax::BinaryOperator::Mult || !is_list(list) || !is_index(count)) return std::nullopt;
  return list.is_open ? list : frontend::new_list(item_of_list(list));
}

/// What an item is shows in it, and a list that grows has one type for all.
Type Typer::refuse_several_types(const Type& item, const SourceRange& range, const Type& list) {
  return wrong(reasons::kMixedJoin, range, "a list of numbers that are each " + describe(item) + " is not supported",
               "give all items one type, as in float(...) or int(...)", list_of_several(list, {item}));
}

/// Of `key | 0` in keys.py, where floats do not come.
Type Typer::refuse_key(const Type& key, const SourceRange& range) {
  return wrong(reasons::kTypeMismatch, range, "a key of a dict, or an item of a set, that is " + describe(key) + " is not supported",
               "use integers, floats, texts or tuples of them");
}

Type Typer::refuse_list(const Type& list, const SourceRange& range) {
  return wrong(reasons::kUnsupportedExpression, range, "this is not supported for " + describe(list),
               "make it an array first: np.array(...)");
}

/// What a call gives that takes a list of which nothing is known yet. One that is written `[]` where it is used stays so.
Type Typer::call_of_open_list(const Type& list, const SourceRange& range) {
  lacks_items_ = true;
  return closes_lists_ ? refuse_list(list, range) : Type{};
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
