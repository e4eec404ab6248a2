// Lists: those that a call makes or changes, and those that stand for arrays.
#include <utility>

#include "frontend/expand/expander.h"

namespace unpython::frontend {

/// list(...) of a comprehension or of what a loop can go through.
std::optional<resolved::ExprId> Expander::list_call(const syntax::Binding& binding, const syntax::Call& node,
                                                    const SourceRange& range) {
  if (!node.keywords.empty()) return std::nullopt;
  if (binding.target != "builtins.list" || node.arguments.size() > 1) return std::nullopt;
  if (node.arguments.empty()) return make(resolved::ListOf{}, range);
  if (const auto* written = std::get_if<syntax::Comprehension>(&program_[node.arguments[0]].node))
    return list_of(*written, range);
  resolved::Inlined made;
  if (const auto over = combined(node.arguments[0], made.body))
    return list_of_sequence(*over, std::move(made), range);
  return make(resolved::ListOf{expr_or_list(node.arguments[0])}, range);
}

/// list(reversed(x)) and its kin. `made`: what comes before.
resolved::ExprId Expander::list_of_sequence(const Sequence& over, resolved::Inlined made,
                                            const SourceRange& range) {
  const resolved::LocalId list = hidden_local("list", make(resolved::ListOf{}, range), made.body);
  numbered_loop(
      over, range, made.body,
      [&](resolved::LocalId number, resolved::Body& inside) {
        inside.push_back(push(resolved::Append{read_local(list, range), over.item(number)}, range));
      },
      false);
  made.value = read_local(list, range);
  made.locals = {list};
  return make(std::move(made), range);
}

/// list.append(item) and list.extend(items); nothing for other methods.
std::optional<resolved::ExprId> Expander::list_method(const syntax::Attribute& method,
                                                      const syntax::Call& node, const SourceRange& range) {
  const bool appends = method.name == "append";
  if ((!appends && method.name != "extend") || node.arguments.size() != 1 || !node.keywords.empty())
    return std::nullopt;
  resolved::Inlined made;
  made.value = make(resolved::NoneValue{}, range);
  const resolved::LocalId list = hidden_local("list", expr(method.value), made.body);
  made.locals = {list};
  const auto add = [&](resolved::ExprId item, resolved::Body& out) {
    out.push_back(push(resolved::Append{read_local(list, range), item}, range));
  };
  const syntax::ExprId given = node.arguments[0];
  const auto* written = std::get_if<syntax::Comprehension>(&program_[given].node);
  if (appends) {
    add(expr(given), made.body);
  } else if (written != nullptr && !written->is_list) {  // a list is there before its first item is taken
    each_item(given, range, made.body, add);
  } else {
    Sequence over = sequence(given, made.body);
    over.through.clear();  // items.extend(items): the length was taken before
    numbered_loop(
        over, range, made.body,
        [&](resolved::LocalId number, resolved::Body& inside) { add(over.item(number), inside); }, false);
  }
  return make(std::move(made), range);
}

/// Whether items of a list are lists of one length that are written out, and hold no others.
bool Expander::are_rows(const std::vector<syntax::ExprId>& items) {
  const auto row = [&](syntax::ExprId id) { return std::get_if<syntax::List>(&program_[id].node); };
  const syntax::List* first = row(items.front());
  return first != nullptr && !first->elements.empty() && std::all_of(items.begin(), items.end(), [&](syntax::ExprId id) {
           return row(id) != nullptr && row(id)->elements.size() == first->elements.size() &&
                  std::none_of(row(id)->elements.begin(), row(id)->elements.end(), row);
         });
}

/// Each row as its numbers.
std::vector<resolved::ExprId> Expander::rows(const std::vector<syntax::ExprId>& items) {
  std::vector<resolved::ExprId> made;
  for (const syntax::ExprId id : items)
    made.push_back(make(resolved::Tuple{exprs(std::get<syntax::List>(program_[id].node).elements), true}, program_[id].range));
  return made;
}

/// A list of numbers where only its elements count.
resolved::ExprId Expander::expr_or_list(syntax::ExprId id) {
  const auto* list = std::get_if<syntax::List>(&program_[id].node);
  const auto* several = std::get_if<syntax::Tuple>(&program_[id].node);
  if (!list && !several) return expr(id);
  std::vector<resolved::ExprId> elements;
  for (const syntax::ExprId element : list ? list->elements : several->elements)
    elements.push_back(expr_or_list(element));
  return make(resolved::Tuple{std::move(elements), list != nullptr}, program_[id].range);
}

/// As expr_or_list, where NumPy takes it at once: no item of it is ever seen.
resolved::ExprId Expander::numpy_argument(syntax::ExprId id) {
  const auto* list = std::get_if<syntax::Comprehension>(&program_[id].node);
  only_elements_ = list != nullptr && list->is_list;
  return expr_or_list(id);
}

/// An operand that is an array: a list of numbers becomes one.
resolved::ExprId Expander::array_or_list(syntax::ExprId id) {
  const resolved::ExprId value = expr_or_list(id);
  const bool is_list = std::holds_alternative<resolved::Tuple>(out_[value].node);
  return is_list ? array_of_values(value, program_[id].range) : value;
}

/// np.array(values)
resolved::ExprId Expander::array_of_values(resolved::ExprId values, const SourceRange& range) {
  const ArrayFunction* array = find_array_function("numpy.array");
  resolved::CallArray call{array, std::vector<resolved::ExprId>(parameter_names(*array).size())};
  call.arguments[0] = values;
  return make(std::move(call), range);
}

/// np.stack([... for ...]): the list as an array, its first dimension moved to where it is asked for.
std::optional<resolved::ExprId> Expander::stack_of_list(const ArrayFunction& function,
                                                        const syntax::Call& node, const SourceRange& range) {
  const bool is_stack = function.family == ArrayFamily::Join && function.join == JoinKind::Stack;
  if (!is_stack || node.arguments.empty() ||
      !std::holds_alternative<syntax::Comprehension>(program_[node.arguments[0]].node))
    return std::nullopt;
  const bool named = node.keywords.size() == 1 && node.keywords[0].name == "axis";
  if (node.arguments.size() + node.keywords.size() > 2 || (!node.keywords.empty() && !named))
    return std::nullopt;
  const resolved::ExprId stacked = array_of_values(numpy_argument(node.arguments[0]), range);
  if (node.arguments.size() + node.keywords.size() == 1) return stacked;
  const ArrayFunction* move = find_array_function("numpy.moveaxis");
  resolved::CallArray call{move, std::vector<resolved::ExprId>(parameter_names(*move).size())};
  call.arguments[0] = stacked;
  call.arguments[1] = integer(0, range);
  call.arguments[2] = expr(named ? node.keywords[0].value : node.arguments[1]);
  return make(std::move(call), range);
}

}  // namespace unpython::frontend
