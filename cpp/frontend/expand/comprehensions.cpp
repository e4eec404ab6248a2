// Comprehensions become loops: a list is memory that a loop fills.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/syntax/syntax_walk.h"

namespace unpython::frontend {

using resolved::Body;
using resolved::ExprId;
using resolved::LocalId;

namespace {

bool has_conditions(const syntax::Comprehension& node) {
  for (const syntax::Clause& clause : node.clauses)
    if (!clause.conditions.empty()) return true;
  return false;
}

}  // namespace

ExprId Expander::integer(int64_t value, const SourceRange& range) {
  return literal({.type = ScalarType::Int64, .integer = value, .real = 0.0}, range);
}

ExprId Expander::read_local(LocalId local, const SourceRange& range) {
  return make(resolved::ReadLocal{local}, range);
}

void Expander::add_one(LocalId local, const SourceRange& range, Body& out) {
  const ExprId old = read_local(local, range);
  assign_local(local, make(resolved::Binary{syntax::BinaryOperator::Add, old, integer(1, range)}, range),
               range, out);
}

/// The names of a target are new variables until the scope ends.
void Expander::open_names(syntax::ExprId target) {
  for (const std::string& name : target_names(program_, target)) {
    frame_->locals[name] = out_.locals.push({.name = name, .of_helper = true});
    of_comprehensions_.insert(frame_->locals[name].value);
  }
}

/// The loops of a comprehension from clause `first` on, around what `each` adds for one element.
void Expander::clauses(const syntax::Comprehension& node, size_t first, bool with_conditions, Body& out,
                       const std::function<void(Body&)>& each) {
  if (first == node.clauses.size()) return each(out);
  const syntax::Clause& clause = node.clauses[first];
  LoopParts parts;
  parts.target = [&] {
    open_names(clause.target);
    return target(clause.target);
  };
  parts.body = [&] {
    Body inside;
    where(with_conditions ? clause.conditions : std::vector<syntax::ExprId>{}, inside,
          [&](Body& selected) { clauses(node, first + 1, with_conditions, selected, each); });
    return inside;
  };
  parts.otherwise = [] { return Body{}; };
  loop(clause.iterable, parts, program_[clause.iterable].range, out);
}

/// What `each` adds, under the conditions.
void Expander::where(const std::vector<syntax::ExprId>& conditions, Body& out,
                     const std::function<void(Body&)>& each) {
  if (conditions.empty()) return each(out);
  const std::vector<ExprId> tests = exprs(conditions);
  Body innermost;
  each(innermost);
  for (size_t i = conditions.size(); i-- > 0;) {
    Body around{push(resolved::If{tests[i], std::move(innermost), {}}, program_[conditions[i]].range)};
    innermost = std::move(around);
  }
  out.insert(out.end(), innermost.begin(), innermost.end());
}

/// The names of what an expression may change: what it assigns, calls a method of or gives to a function; nothing where a
/// function inside the function may change any of them.
std::optional<std::vector<std::string>> Expander::changed_names(syntax::ExprId id) {
  std::vector<std::string> names;
  bool is_known = true;
  const auto names_of = [&](syntax::ExprId whole) {
    walk(program_, whole, [&](syntax::ExprId part) {
      if (const auto* name = std::get_if<syntax::Name>(&program_[part].node)) names.push_back(name->id);
    });
  };
  walk(program_, id, [&](syntax::ExprId part) {
    if (const auto* named = std::get_if<syntax::Named>(&program_[part].node)) names.push_back(named->id);
    const auto* call = std::get_if<syntax::Call>(&program_[part].node);
    const syntax::Binding* binding = call != nullptr ? called(call->function) : nullptr;
    if (call == nullptr || (binding != nullptr && binding->kind == syntax::BindingKind::Library)) return;
    const auto* method = std::get_if<syntax::Attribute>(&program_[call->function].node);
    is_known &= binding != nullptr || method != nullptr;
    if (method != nullptr) names_of(method->value);
    for (const syntax::ExprId argument : call->arguments) names_of(argument);
    for (const syntax::Keyword& keyword : call->keywords) names_of(keyword.value);
  });
  return is_known ? std::optional(std::move(names)) : std::nullopt;
}

/// Whether what a loop goes through may fail: only names, numbers, their sums and products and the lengths of those never do.
bool Expander::may_fail(syntax::ExprId id) {
  constexpr std::array kNever{"builtins.len", "builtins.zip", "builtins.enumerate", "builtins.reversed"};
  const auto is_shape = [&](syntax::ExprId value) {
    const auto* attribute = std::get_if<syntax::Attribute>(&program_[value].node);
    return attribute != nullptr && attribute->name == "shape";
  };
  bool found = false;
  walk(program_, id, [&](syntax::ExprId part) {
    const syntax::ExprNode& inside = program_[part].node;
    if (const auto* binary = std::get_if<syntax::Binary>(&inside)) {
      const auto* right = std::get_if<syntax::IntLiteral>(&program_[binary->right].node);
      const bool never = binary->op == syntax::BinaryOperator::Add || binary->op == syntax::BinaryOperator::Sub ||
                         binary->op == syntax::BinaryOperator::Mult;
      found |= !never && (right == nullptr || right->value <= 0);
    }
    if (const auto* subscript = std::get_if<syntax::Subscript>(&inside)) found |= !is_shape(subscript->value);
    if (const auto* call = std::get_if<syntax::Call>(&inside)) {
      const syntax::Binding* binding = called(call->function);
      const std::string name = binding != nullptr ? binding->target : "";
      const bool is_range = find_loop_function(name).has_value() && call->arguments.size() < 3;
      found |= !is_range && std::find(kNever.begin(), kNever.end(), name) == kNever.end();
    }
  });
  return found;
}

/// Whether the loops of a comprehension may run twice: neither what they go through nor anything else changes what they go through.
bool Expander::may_run_twice(const syntax::Comprehension& node) {
  std::vector<syntax::ExprId> others{node.element};
  bool is_certain = true;
  for (const syntax::Clause& clause : node.clauses) {
    is_certain &= !calls_helpers(clause.iterable);
    others.insert(others.end(), clause.conditions.begin(), clause.conditions.end());
  }
  for (const syntax::ExprId id : others) {
    const auto names = changed_names(id);
    is_certain &= names.has_value();
    for (const syntax::Clause& clause : node.clauses)
      is_certain &= names && !mentions(program_, clause.iterable, *names);
  }
  return is_certain;
}

/// Whether conditions keep something from being computed that may fail: then they are asked when elements are counted, too.
bool Expander::conditions_keep_from_failing(const syntax::Comprehension& node) {
  bool is_behind_condition = false;
  bool found = false;
  for (const syntax::Clause& clause : node.clauses) {
    found |= is_behind_condition && may_fail(clause.iterable);
    is_behind_condition |= !clause.conditions.empty();
  }
  return found;
}

/// [element for ... for ...] as a list that grows.
ExprId Expander::growing_list(const syntax::Comprehension& node, const SourceRange& range) {
  only_elements_ = false;
  resolved::Inlined made;
  const auto outer = frame_->locals;
  const LocalId list = hidden_local("list", make(resolved::ListOf{}, range), made.body);
  clauses(node, 0, true, made.body, [&](Body& inside) {
    inside.push_back(push(resolved::Append{read_local(list, range), expr(node.element)}, range));
  });
  frame_->locals = outer;
  made.value = read_local(list, range);
  made.locals = {list};
  return make(std::move(made), range);
}

/// [element for ...] as memory that loops fill. The elements of several `for` are counted first; an `if` leaves
/// a part of it unused.
ExprId Expander::list_of(const syntax::Comprehension& node, const SourceRange& range) {
  if (node.clauses.size() > 1 && !may_run_twice(node)) return growing_list(node, range);
  resolved::Inlined made;
  const auto outer = frame_->locals;
  const LocalId list = out_.locals.push({.name = "list", .of_helper = true, .is_hidden = true});
  Body filling;
  resolved::NewList memory;
  memory.only_elements = std::exchange(only_elements_, false);
  const auto set = [&](const std::vector<LocalId>& numbers, Body& inside) {
    set_item({read_local(list, range), {}, memory.item, memory.only_elements}, numbers, range, inside);
  };
  const bool filters = has_conditions(node);
  const LocalId kept = hidden_local("kept", integer(0, range), made.body);
  const syntax::Comprehension* inner = filters ? nullptr : independent_rows(node);
  if (node.clauses.size() == 1) {
    const syntax::Clause& clause = node.clauses.front();
    const Counted rows = counted(clause, made.body);
    std::optional<Counted> columns;
    if (inner != nullptr) columns = counted_columns(inner->clauses.front(), rows.length, range, made.body);
    memory.counts.push_back(read_local(rows.length, range));
    if (columns) memory.counts.push_back(read_local(columns->length, range));
    counted_loop(clause, rows, range, filling, [&](LocalId row, Body& inside) {
      if (columns) {
        counted_loop(inner->clauses.front(), *columns, range, inside, [&](LocalId column, Body& cell) {
          memory.item = expr(inner->element);
          set({row, column}, cell);
        });
        return;
      }
      where(clause.conditions, inside, [&](Body& selected) {
        memory.item = expr(node.element);
        set({filters ? kept : row}, selected);
        if (filters) add_one(kept, range, selected);
      });
    });
  } else {
    const LocalId count = hidden_local("count", integer(0, range), made.body);
    clauses(node, 0, conditions_keep_from_failing(node), made.body, [&](Body& inside) { add_one(count, range, inside); });
    frame_->locals = outer;
    memory.counts.push_back(read_local(count, range));
    clauses(node, 0, true, filling, [&](Body& inside) {
      memory.item = expr(node.element);
      set({kept}, inside);
      add_one(kept, range, inside);
    });
  }
  frame_->locals = outer;
  assign_local(list, make(std::move(memory), range), range, made.body);
  made.body.insert(made.body.end(), filling.begin(), filling.end());
  made.value = read_local(list, range);
  if (filters) {
    const ExprId used = make(resolved::Slice{{}, read_local(kept, range), {}}, range);
    made.value = make(resolved::Subscript{made.value, {used}}, range);
  }
  made.locals = {list};
  return make(std::move(made), range);
}

/// [value] * count
ExprId Expander::repeated_list(syntax::ExprId value, syntax::ExprId count, const SourceRange& range) {
  resolved::Inlined made;
  const LocalId list = out_.locals.push({.name = "list", .of_helper = true, .is_hidden = true});
  const LocalId item = hidden_local("item", expr(value), made.body);
  const LocalId length = hidden_local(
      "length", library("builtins.max", {counting(expr(count), range), integer(0, range)}, range), made.body);
  const ExprId read_item = read_local(item, range);
  assign_local(list, make(resolved::NewList{{read_local(length, range)}, read_item, true}, range), range,
               made.body);
  const LocalId number = out_.locals.push({.name = "number", .of_helper = true, .is_hidden = true});
  resolved::Target counter{resolved::LocalTarget{define(number, range)}, range};
  Body filling;
  set_item({read_local(list, range), {}, read_item}, {number}, range, filling);
  resolved::RangeLoop over{{read_local(length, range)}, false};
  made.body.push_back(
      push(resolved::For{std::move(counter), std::move(over), std::move(filling), {}}, range));
  made.value = read_local(list, range);
  made.locals = {list};
  return make(std::move(made), range);
}

void Expander::set_item(resolved::SetItem node, const std::vector<LocalId>& numbers, const SourceRange& range,
                        Body& out) {
  for (const LocalId number : numbers) node.numbers.push_back(read_local(number, range));
  out.push_back(push(std::move(node), range));
}

/// The inner comprehension of [[... for j in ...] for i in ...] whose length does not depend on i.
const syntax::Comprehension* Expander::independent_rows(const syntax::Comprehension& node) {
  const auto* inner = std::get_if<syntax::Comprehension>(&program_[node.element].node);
  if (inner == nullptr || !inner->is_list || node.clauses.size() != 1 || inner->clauses.size() != 1)
    return nullptr;
  if (has_conditions(*inner)) return nullptr;
  const std::vector<std::string> names = target_names(program_, node.clauses.front().target);
  const syntax::ExprId iterable = inner->clauses.front().iterable;
  const auto* call = std::get_if<syntax::Call>(&program_[iterable].node);
  const syntax::Binding* binding = call != nullptr ? called(call->function) : nullptr;
  const bool over_range = binding != nullptr && binding->kind == syntax::BindingKind::Library &&
                          find_loop_function(binding->target) && !calls_helpers(iterable);
  const bool over_name = std::holds_alternative<syntax::Name>(program_[iterable].node);
  if (!over_range && !over_name) return nullptr;
  const auto changed = changed_names(inner->element);
  if (!changed || mentions(program_, iterable, *changed)) return nullptr;
  if (call != nullptr && may_fail(iterable) && call->arguments.size() != 1) return nullptr;
  return mentions(program_, iterable, names) ? nullptr : inner;
}

/// The length of each row, once for all; what may fail is not computed where there are no rows.
Expander::Counted Expander::counted_columns(const syntax::Clause& clause, LocalId rows, const SourceRange& range,
                                            Body& out) {
  if (!may_fail(clause.iterable)) return counted(clause, out);
  Body inside;
  const Counted columns = counted(clause, inside);
  assign_local(columns.length, integer(0, range), range, out);
  const ExprId any = make(
      resolved::Compare{read_local(rows, range), {syntax::CompareOperator::Gt}, {integer(0, range)}}, range);
  out.push_back(push(resolved::If{any, std::move(inside), {}}, range));
  return columns;
}

/// Whether functions of the user are called, which may store to arrays.
bool Expander::calls_helpers(syntax::ExprId id) {
  bool found = false;
  walk(program_, id, [&](syntax::ExprId part) {
    const auto* call = std::get_if<syntax::Call>(&program_[part].node);
    const syntax::Binding* binding = call != nullptr ? called(call->function) : nullptr;
    found |= call != nullptr && (binding == nullptr || binding->kind != syntax::BindingKind::Library);
  });
  return found;
}

/// What one `for` of a comprehension goes through, by number.
Expander::Counted Expander::counted(const syntax::Clause& clause, Body& out) {
  const SourceRange& range = program_[clause.iterable].range;
  Counted result;
  const auto over_range = range_loop(clause.iterable);
  const bool counts = over_range && over_range->arguments.size() == 1 &&
                      std::holds_alternative<syntax::Name>(program_[clause.target].node);
  if (counts) {
    result.length = hidden_local(
        "length",
        library("builtins.max", {counting(over_range->arguments[0], range), integer(0, range)}, range), out);
    return result;
  }
  result.items = over_range ? range_sequence(*over_range, range, out) : sequence(clause.iterable, out);
  result.length = hidden_local("length", result.items->length, out);
  return result;
}

/// The loop of one `for`; `each` is given the variable that counts.
void Expander::counted_loop(const syntax::Clause& clause, const Counted& over, const SourceRange& range,
                            Body& out, const std::function<void(LocalId, Body&)>& each) {
  Body inside;
  LocalId number;
  resolved::Target counter;
  if (!over.items) {
    open_names(clause.target);
    number = frame_->locals.at(std::get<syntax::Name>(program_[clause.target].node).id);
    counter = target(clause.target);
  } else {
    number = out_.locals.push({.name = "number", .of_helper = true, .is_hidden = true});
    counter = {resolved::LocalTarget{define(number, range)}, range};
    const ExprId item = over.items->item(number);
    open_names(clause.target);
    inside.push_back(push(resolved::Assign{{target(clause.target)}, item}, range));
  }
  each(number, inside);
  resolved::RangeLoop loop{{read_local(over.length, range)}, false};
  if (over.items) loop.through = read_all(over.items->through, range);
  out.push_back(push(resolved::For{std::move(counter), std::move(loop), std::move(inside), {}}, range));
}

}  // namespace unpython::frontend
