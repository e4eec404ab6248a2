// Rounds over the statements until no web changes its type; then one more round that reports.
#include "frontend/infer_types.h"

#include <algorithm>

#include "frontend/decided_flow.h"
#include "frontend/subscripts.h"
#include "frontend/typer.h"
#include "support/match.h"

namespace unpython::frontend {

namespace {

using resolved::ExprId;
using resolved::StmtId;

/// Types climb a short lattice, but a loop may hand them on by one web in each round; beyond that, this only
/// stops a pair of webs that never settle.
constexpr int kMostRounds = 64;

bool is_mistake(const resolved::Target& target) {
  const auto* several = std::get_if<std::vector<resolved::Target>>(&target.node);
  return several && (several->empty() || std::any_of(several->begin(), several->end(), is_mistake));
}

Type argument_type(const ArgumentType& argument, int position) {
  if (argument.none) return none_type();
  if (!argument.is_array) return argument.weak ? weak(argument.type) : strong(argument.type);
  Type array = whole_array(argument.type, static_cast<int>(argument.strides.size()), position);
  array.one_element = argument.one_element;
  return array;
}

}  // namespace

Typer::Typer(const resolved::Function& function, const Webs& webs, const Signature& signature,
             const std::set<int>& owners, Mistakes& mistakes)
    : f_(function), webs_(webs), signature_(signature), mistakes_(mistakes), owners_(owners) {
  types_.exprs.resize(static_cast<size_t>(function.exprs.size()));
  types_.webs.resize(static_cast<size_t>(webs.count));
  definitions_.resize(static_cast<size_t>(function.definitions.size()));
  int position = 0;
  for (const auto* list : {&signature.arguments, &signature.hidden})
    for (const ArgumentType& argument : *list)
      types_.arguments.push_back(argument_type(argument, position++));
}

Types infer_types(const resolved::Function& function, const Webs& webs, const Signature& signature,
                  const std::set<int>& owners, Mistakes& mistakes) {
  return Typer(function, webs, signature, owners, mistakes).run();
}

Types Typer::run() {
  for (int i = 0; i < kMostRounds + webs_.count; ++i) {
    const std::vector<Type> before = types_.webs;
    round();
    if (types_.webs == before) break;
  }
  reporting_ = true;
  round();
  report_joins();
  check_result();
  check_locals();
  types_.definitions = definitions_;
  return std::move(types_);
}

void Typer::round() {
  returns_.clear();
  defined_.assign(definitions_.size(), false);
  copied_.clear();
  body(f_.body);
  forget_excluded();
}

/// A definition that a known condition has come to exclude gives nothing any more.
void Typer::forget_excluded() {
  for (resolved::DefinitionId id{0}; f_.definitions.contains(id); ++id.value) {
    const auto index = static_cast<size_t>(id.value);
    if (!defined_[index] && !definitions_[index].is(Type::Kind::Unknown)) define(id, Type{});
  }
}

void Typer::body(const resolved::Body& statements) {
  for (const StmtId id : statements) {
    if (!webs_.is_reached(id)) continue;
    statement(id);
    if (helpers_ == 0 && always_leaves(f_, types_, id)) return;
  }
}

void Typer::statement(StmtId id) {
  const SourceRange& range = f_[id].range;
  match(
      f_[id].node,
      [&](const resolved::Assign& s) {
        const Type type = s.updates ? updated(s) : expr(s.value);
        for (const resolved::Target& t : s.targets) target(t, type);
        if (s.keeps_kind)
          array_update(expr(std::get<resolved::ElementTarget>(s.targets[0].node).base), type, range);
        note_permutation(s, range);
      },
      [&](const resolved::UpdateElement& s) { update_element(s); },
      [&](const resolved::SetItem& s) {
        exprs(s.numbers);
        expr(s.item);
        expr(s.list);
      },
      [&](const resolved::For& s) { for_loop(s); },
      [&](const resolved::While& s) {
        condition(s.condition);
        body(s.body);
        body(s.otherwise);
      },
      [&](const resolved::If& s) {
        const std::optional<bool> known = known_truth(condition(s.condition));
        if (known.value_or(true)) body(s.then_body);
        if (!known.value_or(false)) body(s.else_body);
      },
      [](const resolved::Break&) {}, [](const resolved::Continue&) {},
      [&](const resolved::Return& s) { returned(s.value, range); },
      [&](const resolved::Exitable& s) { body(s.body); }, [](const resolved::Leave&) {},
      [&](const resolved::Raise& s) {
        size_t at = 0;
        for (const ExprId value : s.values) {
          at = s.message.find(resolved::kValueBegin, at) + 1;
          shown(expr(value), s.message.substr(at).starts_with(resolved::kTextOnly), f_[value].range);
        }
      },
      [&](const resolved::Evaluate& s) { expr(s.value); });
}

void Typer::target(const resolved::Target& to, const Type& type) {
  match(
      to.node, [&](const resolved::LocalTarget& t) { define(t.definition, type); },
      [&](const resolved::ElementTarget& t) { element_target(t, type, to.range); },
      [&](const std::vector<resolved::Target>& several) {
        if (type.is_array() && type.rank > 0 && !is_mistake(to)) return unpacked(several, type);
        const bool fits = type.is_tuple() && type.elements.size() == several.size();
        if (!fits && !type.is_silent() && !is_mistake(to))
          wrong(reasons::kTypeMismatch, to.range,
                "cannot unpack " + describe(type) + " into " + std::to_string(several.size()) + " targets",
                "give as many targets as there are values");
        for (size_t i = 0; i < several.size(); ++i)
          target(several[i], fits ? type.elements[i] : type.is(Type::Kind::Unknown) ? type : error_type());
      });
}

/// x, y = a: the items along the first axis.
void Typer::unpacked(const std::vector<resolved::Target>& targets, const Type& array) {
  const SourceRange& range = targets.front().range;
  const bool refused = array.is_list_of_arrays();
  if (refused) refuse_list(array, range);
  Type items = array;
  if (!array.is_view() && array.rank > 1) items.axes.clear();
  const Type item = subscripted(items, plan_subscripts({weak(ScalarType::Int64)}, array.rank));
  for (const resolved::Target& to : targets) target(to, refused ? error_type() : item);
}

/// A variable owns what is computed for it, and what it takes of its own elements: `p = p[1:]` moves them. So
/// it does with the arrays of a tuple; `part` counts them.
Type Typer::owned(const Type& given, int web, int& part, bool in_tuple) {
  Type type = given;
  for (Type& element : type.elements) element = owned(element, web, part, true);
  if (!given.is_array()) return type;
  const bool moves =
      given.is_view() && given.local >= 0 && given.local == web && (in_tuple || !is_whole(given));
  const bool copies = !in_tuple && given.local != web && owners_.contains(web);
  if (moves || copies || !given.has_base) {
    type = local_array(given.scalar, given.rank, web, part);
    type.lists = given.lists;
    type.weak = given.weak && !strong_lists_.contains(web);
  }
  ++part;
  return type;
}

void Typer::define(resolved::DefinitionId id, const Type& given) {
  int part = 0;
  const Type type = owned(given, webs_.web(id), part, false);
  if (type.is_list_of_arrays() && !f_.locals[f_.definitions[id].local].is_hidden) {
    wrong(reasons::kMixedJoin, f_.definitions[id].range,
          "a list of arrays has no name here: two names could be one array",
          "make it one array, as in np.array([...])");
  }
  definitions_[static_cast<size_t>(id.value)] = type;
  defined_[static_cast<size_t>(id.value)] = true;
  // At once, so that statements in a row need one round and not one round each.
  if (const int web = webs_.web(id); web >= 0) join_web(web);
}

void Typer::element_target(const resolved::ElementTarget& to, const Type& value, const SourceRange& range) {
  const Type base = expr(to.base);
  if (base.is_list_of_items() || is_item_of_list(base)) {
    return list_target(base, list_element(base, exprs(to.indices), range), value, range);
  }
  const Type place = stored_place(base, element(base, to.indices, exprs(to.indices), range));
  if (place.is_silent() || value.is_silent()) return;
  if (!base.is_view()) {
    array_store(base, value, range);
  } else if (place.is_array()) {
    array_store(place, value, range);
  } else if (!value.is_scalar()) {
    wrong(reasons::kTypeMismatch, range,
          "cannot store " + describe(value) + " in an element of type " + std::string(name_of(place.scalar)),
          "store one number");
  } else if (is_complex(value.scalar) && !is_complex(place.scalar) && place.scalar != ScalarType::Bool) {
    wrong(reasons::kTypeMismatch, range,
          "cannot store " + describe(value) + " in an element of type " + std::string(name_of(place.scalar)),
          "store its .real part");
  }
}

void Typer::update_element(const resolved::UpdateElement& node) {
  const Type base = expr(node.target.base);
  if (base.is_list_of_items() || is_item_of_list(base)) {
    const Type item = list_element(base, exprs(node.target.indices), node.range);
    return list_target(base, item, binary(node.op, item, expr(node.value), node.range), node.range);
  }
  const Type old =
      stored_place(base, element(base, node.target.indices, exprs(node.target.indices), node.range));
  const Type value = expr(node.value);
  const Type result = binary(node.op, old, value, node.range);
  if (old.is_array() || (base.is_array() && !base.is_view())) {
    array_update(base.is_view() ? old : base, result, node.range);
    return;
  }
  if (result.is_scalar() && is_complex(result.scalar) && !is_complex(old.scalar))
    wrong(reasons::kTypeMismatch, node.range,
          "cannot store " + describe(result) + " in an element of type " + std::string(name_of(old.scalar)),
          "store its .real part");
}

void Typer::for_loop(const resolved::For& node) {
  Type item = weak(ScalarType::Int64);
  match(
      node.over,
      [&](const resolved::RangeLoop& r) {
        for (const ExprId id : r.arguments) {
          const Type type = expr(id);
          if (refuse_large(type, type, f_[id].range)) continue;
          if (type.is_silent() || (type.is_scalar() && kind_rank(type.scalar) <= 1)) continue;
          wrong(reasons::kTypeMismatch, f_[id].range, "a range needs integers, found " + describe(type),
                "convert it with int(...)");
        }
      },
      [&](const resolved::ArrayLoop& a) {
        const Type type = expr(a.array);
        item = type.is_silent() ? type : error_type();
        if (type.is_list_of_arrays()) {
          refuse_list(type, f_[a.array].range);
        } else if (type.is_array() && (type.is_view() ? type.rank > 0 : type.rank == 1)) {
          item = subscripted(type, plan_subscripts({weak(ScalarType::Int64)}, type.rank));
        } else if (type.is_tuple()) {
          item = item_of(type, f_[a.array].range);
        } else if (!type.is_silent()) {
          wrong(reasons::kNotIterable, f_[a.array].range, "cannot loop over " + describe(type));
        }
      });
  target(node.target, item);
  body(node.body);
  body(node.otherwise);
}

/// A value in a message: a number, a text, or a tuple of Python's numbers.
void Typer::shown(const Type& type, bool text_only, const SourceRange& range) {
  if (text_only && !type.is(Type::Kind::Text) && !type.is_silent()) {
    wrong(reasons::kConstantMessage, range, "the message must be text, not " + describe(type),
          "write str(...)");
    return;
  }
  const auto is_number = [](const Type& one) { return one.is_scalar() && !is_complex(one.scalar); };
  const bool fits = is_number(type) || type.is(Type::Kind::Text) ||
                    (type.is_tuple() && !type.is_list &&
                     std::all_of(type.elements.begin(), type.elements.end(),
                                 [&](const Type& one) { return is_number(one) && one.weak; }));
  if (!fits && !type.is_silent())
    wrong(reasons::kConstantMessage, range, "a message cannot show " + describe(type) + " here",
          "show numbers, or use a constant string as the message");
}

/// name op= value: an array keeps its memory and its type.
Type Typer::updated(const resolved::Assign& node) {
  const Type result = expr(node.value);
  const auto& operation = std::get<resolved::Binary>(f_[node.value].node);
  const Type& old = types_.of(operation.left);
  if (!old.is_array()) return result;
  const auto* target = std::get_if<resolved::LocalTarget>(&node.targets[0].node);
  const int web = webs_.web(operation.left);
  if (target && reporting_ && old.local == web && is_whole(old) && webs_.web(target->definition) != web)
    types_.in_place.insert(target->definition);
  array_update(old, result, f_[node.value].range);
  return old;
}

void Typer::returned(ExprId value, const SourceRange& range) {
  returns_.emplace_back(seen_by_caller(expr(value)), range);
}

/// Arrays of the function's own are new ones to its caller; what else they may be is found when they are
/// lowered.
Type Typer::seen_by_caller(Type type) {
  for (Type& element : type.elements) element = seen_by_caller(element);
  const bool own = type.is_array() && type.argument < 0 && type.lists == 0;
  return own ? new_array(type.scalar, type.rank) : type;
}

std::optional<Type> Typer::fixed_type(int web) const {
  const resolved::DefinitionId first = webs_.definitions[static_cast<size_t>(web)].front();
  const resolved::Local& local = f_.locals[f_.definitions[first].local];
  if (local.of_helper) return std::nullopt;
  for (const LocalType& declared : signature_.locals)
    if (declared.name == local.name) return strong(declared.type);
  return std::nullopt;
}

/// Arrays with different bases make the variable an owner, which copies what is not made for it.
Type Typer::join_definitions(int web, const Type& a, const Type& b) {
  const Type together = join(a, b);
  const bool alike = a.is_array() && b.is_array() && a.scalar == b.scalar && a.rank == b.rank &&
                     a.lists == b.lists && a.weak == b.weak;
  if (!alike || !together.is(Type::Kind::Error)) return together;
  copied_.insert(web);
  Type own = local_array(a.scalar, a.rank, web);
  own.lists = a.lists;
  own.weak = a.weak;
  return own;
}

void Typer::join_web(int web) {
  Type type;
  bool has_mistake = false;
  for (const resolved::DefinitionId id : webs_.definitions[static_cast<size_t>(web)]) {
    // A mistaken definition is left out, and so is one that does not fit those before it (report_join tells
    // of it): were the web mistaken too, a loop would hide the mistake from itself.
    const Type& given = definitions_[static_cast<size_t>(id.value)];
    if (given.is(Type::Kind::Error)) {
      has_mistake = true;
      continue;
    }
    const Type together = join_definitions(web, type, given);
    if (!together.is(Type::Kind::Error)) type = together;
  }
  if (has_mistake && type.is(Type::Kind::Unknown)) type = error_type();
  if (const auto fixed = fixed_type(web); fixed && type.is_scalar()) type = *fixed;
  types_.webs[static_cast<size_t>(web)] = type;
}

}  // namespace unpython::frontend
