// Stores to elements: what an array may hold, and what is added to one of its elements, or to all that a name stands for.
#include <algorithm>
#include <optional>
#include <set>

#include "frontend/infer/typer.h"
#include "frontend/types/advanced_subscripts.h"

namespace unpython::frontend {

namespace {

/// Whether an array without dimensions, which is a number here, may be what two names, or a name and a tuple, stand for:
/// a change by one of them is seen by the other. What a function of this package is given changes nothing, and behind a
/// `return` nothing does.
bool may_have_two_names(const resolved::Function& f, const Types& types) {
  const auto is_named = [&](ExprId id) {
    const Type& type = types.of(id);
    return std::holds_alternative<resolved::ReadLocal>(f[id].node) && type.is_scalar() && type.of_array;
  };
  const auto holds = [&](const std::vector<ExprId>& ids) { return std::any_of(ids.begin(), ids.end(), is_named); };
  std::set<ExprId> returned;
  std::set<resolved::StmtId> bound;
  for (const resolved::Stmt& statement : f.stmts)
    if (const auto* given = std::get_if<resolved::Return>(&statement.node)) returned.insert(given->value);
  for (const resolved::Expr& one : f.exprs) {
    const auto* call = std::get_if<resolved::Inlined>(&one.node);
    if (call && !call->library.empty())
      bound.insert(call->body.begin(), call->body.begin() + static_cast<std::ptrdiff_t>(call->bound));
  }
  for (int i = 0; i < static_cast<int>(f.stmts.size()); ++i) {
    const auto* given = std::get_if<resolved::Assign>(&f[resolved::StmtId{i}].node);
    if (given && !given->updates && is_named(given->value) && !bound.contains(resolved::StmtId{i})) return true;
    if (given && given->targets.size() > 1 && types.of(given->value).is_scalar() && types.of(given->value).of_array) return true;
  }
  for (int i = 0; i < static_cast<int>(f.exprs.size()); ++i) {
    const resolved::ExprNode& node = f[resolved::ExprId{i}].node;
    const auto* tuple = std::get_if<resolved::Tuple>(&node);
    const auto* either = std::get_if<resolved::Conditional>(&node);
    const auto* logical = std::get_if<resolved::Logical>(&node);
    if ((tuple && !returned.contains(resolved::ExprId{i}) && holds(tuple->elements)) || (logical && holds(logical->operands)) ||
        (either && holds({either->if_true, either->if_false})))
      return true;
  }
  return false;
}

constexpr const char* kStoresToCopy = "a part of a list is a copy: what is stored to it is lost";
constexpr const char* kNameTheCopy = "give the copy a name, or store to the list";

/// v[1:][0] = x: a part of a list is a copy, of which the list sees nothing.
bool is_part_of_list(const resolved::Function& f, const Types& types, resolved::ExprId base) {
  const auto* part = std::get_if<resolved::Subscript>(&f[base].node);
  const auto is_slice = [&](resolved::ExprId index) { return std::holds_alternative<resolved::Slice>(f[index].node); };
  return part != nullptr && types.of(part->value).is_list_of_items() && std::ranges::any_of(part->indices, is_slice);
}

/// A tuple of numbers, which NumPy stores as an array: each number is converted to the type of `array` by itself.
std::optional<Type> as_stored(const Type& tuple, const Type& array) {
  const auto is_number = [](const Type& item) { return item.is_scalar() && !is_time(item.scalar); };
  if (!tuple.is_tuple() || tuple.elements.empty() || !array.is_array() || is_time(array.scalar)) return std::nullopt;
  if (!std::ranges::all_of(tuple.elements, is_number)) return std::nullopt;
  const auto complex = std::ranges::find_if(tuple.elements, [](const Type& item) { return is_complex(item.scalar); });
  return new_array(complex == tuple.elements.end() ? array.scalar : complex->scalar, 1);
}

}  // namespace

void Typer::element_target(const resolved::ElementTarget& to, const Type& given, const SourceRange& range) {
  const Type base = expr(to.base);
  const bool is_list = base.is_list_of_items() || is_item_of_list(base);
  const Type value = is_list ? given : as_stored(given, base).value_or(given);
  if (is_part_of_list(f_, types_, to.base)) {
    wrong(reasons::kBadSubscript, range, kStoresToCopy, kNameTheCopy);
    return;
  }
  if (is_list) {
    return list_target(base, list_element(base, integers(to.indices), range), value, range);
  }
  if (base.is_tuple() && !base.is_list) {
    wrong(reasons::kBadSubscript, range, describe(base) + " cannot be stored to", "make a new tuple, or use an array");
    return;
  }
  const Type place = stored_place(base, element(base, to.indices, integers(to.indices), range));
  if (place.is_silent() || value.is_silent()) return;
  // NumPy leaves out dimensions of one element that a value has in front of those of the place.
  std::vector<Type> subscripts;
  for (const ExprId index : to.indices) subscripts.push_back(types_.of(index));
  const bool is_of_all = to.indices.size() == 1 && std::holds_alternative<resolved::Ellipsis>(f_[to.indices[0]].node);  // as out= is
  const bool has_more = value.is_array() && place.is_array() && value.rank > place.rank && place.rank > 0 && !is_of_all;
  if (base.is_view() && has_more && !any_advanced(subscripts)) return array_store(place, new_array(value.scalar, place.rank), range);
  if (!base.is_view()) {
    array_store(base, value, range);
  } else if (place.is_array()) {
    array_store(place, value, range);
  } else if (!value.is_number()) {
    wrong(reasons::kTypeMismatch, range,
          "cannot store " + describe(value) + " in an element of type " + std::string(name_of(place.scalar)),
          "store one number");
  } else if (refuse_time_store(place.scalar, value, range)) {
  } else if (may_be_complex(value) && !is_complex(place.scalar) && place.scalar != ScalarType::Bool) {
    wrong(reasons::kTypeMismatch, range,
          "cannot store " + describe(value) + " in an element of type " + std::string(name_of(place.scalar)),
          "store its .real part");
  }
}

void Typer::update_element(const resolved::UpdateElement& node) {
  const Type base = expr(node.target.base);
  if (is_part_of_list(f_, types_, node.target.base)) {
    wrong(reasons::kBadSubscript, node.range, kStoresToCopy, kNameTheCopy);
    return;
  }
  if (base.is_list_of_items() || is_item_of_list(base)) {
    const Type item = list_element(base, integers(node.target.indices), node.range);
    return list_target(base, item, binary(node.op, item, expr(node.value), node.range), node.range);
  }
  const Type old =
      stored_place(base, element(base, node.target.indices, integers(node.target.indices), node.range));
  const Type value = expr(node.value);
  const Type result = binary(node.op, old, value, node.range);
  if (refuse_lower_product(node.op, old, result, node.range)) return;
  if (old.is_array() || (base.is_array() && !base.is_view())) {
    array_update(base.is_view() ? old : base, result, node.range);
    return;
  }
  if (result.is_array() && result.rank > 0) {
    wrong(reasons::kTypeMismatch, node.range,
          "cannot store " + describe(result) + " in an element of type " + std::string(name_of(old.scalar)),
          "store one number");
    return;
  }
  if (result.is_number() && refuse_time_store(old.scalar, result, node.range)) return;
  if (result.is_number() && may_be_complex(result) && !is_complex(old.scalar))
    wrong(reasons::kTypeMismatch, node.range,
          "cannot store " + describe(result) + " in an element of type " + std::string(name_of(old.scalar)),
          "store its .real part");
}

/// name op= value: an array keeps its memory and its type.
Type Typer::updated(const resolved::Assign& node) {
  const Type result = expr(node.value);
  const auto& operation = std::get<resolved::Binary>(f_[node.value].node);
  const Type& old = types_.of(operation.left);
  if (old.is_list_of_items() && operation.op == syntax::BinaryOperator::Add) {
    extend(old, types_.of(operation.right), f_[node.value].range);
    const auto* same = std::get_if<resolved::LocalTarget>(&node.targets[0].node);
    if (same && reporting_ && webs_.web(same->definition) != webs_.web(operation.left))
      types_.in_place.insert(same->definition);
    return old;
  }
  if (old.is_list_of_items()) {
    const std::string op(symbol(operation.op));
    return wrong(reasons::kUnsupportedExpression, f_[node.value].range,
                 "`" + op + "=` is not supported for " + describe(old), "write x = x " + op + " y");
  }
  if (old.is_scalar() && old.of_array && result.is_scalar()) {
    if (may_have_two_names(f_, types_))
      return wrong(reasons::kMixedJoin, f_[node.value].range,
                   "an array without dimensions is changed, which may have another name here", "write x = x op y");
    Type kept = result;
    kept.of_array = true;
    if (kept.scalar == old.scalar) return kept;
    return wrong(reasons::kTypeMismatch, f_[node.value].range,
                 "this gives " + describe(result) + ", and NumPy stores it in an array of " + describe(old),
                 "write x = x op y");
  }
  if (!old.is_array()) return result;
  if (refuse_lower_product(operation.op, old, result, f_[node.value].range)) return error_type();
  const auto* target = std::get_if<resolved::LocalTarget>(&node.targets[0].node);
  const int web = webs_.web(operation.left);
  if (target && reporting_ && old.local == web && is_whole(old) && webs_.web(target->definition) != web)
    types_.in_place.insert(target->definition);
  array_update(old, result, f_[node.value].range);
  return old;
}

}  // namespace unpython::frontend
