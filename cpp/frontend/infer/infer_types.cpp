// Rounds over the statements until no web changes its type; then one more round that reports.
#include "frontend/infer/infer_types.h"

#include <algorithm>

#include "frontend/infer/rebound_arrays.h"
#include "frontend/infer/typer.h"
#include "frontend/types/alternatives.h"
#include "frontend/types/join.h"
#include "frontend/types/subscripts.h"
#include "support/match.h"

namespace unpython::frontend {

namespace {

using resolved::ExprId;
using resolved::StmtId;

/// Types climb a short lattice, but a loop may hand them on by one web in each round; beyond that, this only
/// stops a pair of webs that never settle.
constexpr int kMostRounds = 64;
/// Of a program whose types never settle.
constexpr int kMostReportingRounds = 16;

bool is_mistake(const resolved::Target& target) {
  const auto* several = std::get_if<std::vector<resolved::Target>>(&target.node);
  return several && (several->empty() || std::any_of(several->begin(), several->end(), is_mistake));
}

Type argument_type(const ArgumentType& argument, int position) {
  if (argument.none) return none_type();
  if (!argument.is_array) return argument.weak ? weak(argument.type) : strong(argument.type);
  Type array = whole_array(argument.type, static_cast<int>(argument.strides.size()), position);
  for (const int64_t extent : argument.extents) array.one_element.push_back(extent == 1);
  return array;
}

/// An open list as one of the items of another.
Type retyped(Type open, const Type& like) {
  open.scalar = like.scalar;
  open.weak = like.weak;
  open.is_open = false;
  return open;
}

/// {:d}, and %d, which takes the whole part of a float.
bool is_of_integers(std::string_view format) {
  const size_t end = format.find(resolved::kValueEnd);
  return end != std::string_view::npos && end > 0 && format[end - 1] == 'd';
}

}  // namespace

Typer::Typer(const resolved::Function& function, const Webs& webs, const Signature& signature,
             const std::set<int>& owners, Mistakes& mistakes)
    : f_(function), webs_(webs), signature_(signature), mistakes_(mistakes), owners_(owners) {
  types_.exprs.resize(static_cast<size_t>(function.exprs.size()));
  types_.webs.resize(static_cast<size_t>(webs.count));
  definitions_.resize(static_cast<size_t>(function.definitions.size()));
  types_.leaves.resize(static_cast<size_t>(function.stmts.size()));
  exits_left_.resize(static_cast<size_t>(function.exits.size()));
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
  for (int i = 0; i < kMostRounds + webs_.count; ++i)
    if (changed_by_round() < 0 && !close_lists()) break;
  reporting_ = true;
  report_rounds();
  check_result();
  check_locals();
  types_.definitions = definitions_;
  return std::move(types_);
}

/// Runs one more round and gives a web whose type, or the type that one of its reads sees, has changed; -1: none has.
int Typer::changed_by_round() {
  const std::vector<Type> before = types_.webs;
  read_differs_ = -1;
  round();
  const auto differs = std::mismatch(before.begin(), before.end(), types_.webs.begin());
  return differs.first == before.end() ? read_differs_ : static_cast<int>(differs.first - before.begin());
}

/// A variable whose type changes from round to round has a mistake in some of the rounds: a definition that goes
/// wrong, or that has one type too many, is left out of the variable's type, and is right again without itself.
void Typer::report_rounds() {
  int changed = -1;
  for (int i = 0; i < kMostReportingRounds; ++i) {
    changed = changed_by_round();
    report_joins();
    if (changed < 0 || mistakes_.any()) return;
  }
  report_depends_on_itself(changed);
}

void Typer::round() {
  returns_.clear();
  defined_.assign(definitions_.size(), false);
  copied_.clear();
  items_now_.clear();
  types_.resized.clear();
  types_.never_return.clear();
  lacks_items_ = false;
  leaves([&] { body(f_.body); });
  forget_excluded();
  const auto differs = std::mismatch(items_.begin(), items_.end(), items_now_.begin(), items_now_.end());
  if (differs.first != items_.end()) read_differs_ = differs.first->first;
  if (differs.second != items_now_.end()) read_differs_ = differs.second->first;
  items_ = items_now_;
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
    types_.leaves[static_cast<size_t>(id.value)] = left_;
    if (left_) return;
  }
}

void Typer::statement(StmtId id) {
  const SourceRange& range = f_[id].range;
  match(
      f_[id].node,
      [&](const resolved::Assign& s) {
        const Type type = s.updates ? updated(s) : expr(s.value);
        for (const resolved::Target& t : s.targets) target(t, type);
        if (s.keeps_kind) output(s, type, range);
        note_permutation(s, range);
      },
      [&](const resolved::UpdateElement& s) { update_element(s); },
      [&](const resolved::SetItem& s) {
        exprs(s.numbers);
        expr(s.item);
        expr(s.list);
      },
      [&](const resolved::Append& s) { append(s, range); },
      [&](const resolved::Truncate& s) { truncate(s, range); }, [&](const resolved::For& s) { for_loop(s); },
      [&](const resolved::While& s) {
        ++loops_;
        condition(s.condition);
        if (!left_) leaves_if(false, [&] { body(s.body); });
        --loops_;
        if (!left_) leaves_if(false, [&] { body(s.otherwise); });
      },
      [&](const resolved::If& s) {
        const std::optional<bool> known = known_truth(condition(s.condition));
        if (left_) return;
        const bool then_leaves = known == false || leaves_if(known.has_value(), [&] { body(s.then_body); });
        const bool else_leaves = known == true || leaves_if(known.has_value(), [&] { body(s.else_body); });
        left_ = then_leaves && else_leaves;
      },
      [&](const resolved::Break&) { left_ = true; }, [&](const resolved::Continue&) { left_ = true; },
      [&](const resolved::Return& s) {
        returned(s.value, range);
        left_ = true;
      },
      [&](const resolved::Exitable& s) {
        const auto exit = static_cast<size_t>(s.exit.value);
        exits_left_[exit] = false;
        body(s.body);
        left_ = left_ && !exits_left_[exit];
      },
      [&](const resolved::Leave& s) {
        exits_left_[static_cast<size_t>(s.exit.value)] = true;
        may_have_left_ |= undecided_ > 0;
        left_ = true;
      },
      [&](const resolved::Raise& s) {
        size_t at = 0;
        for (const ExprId value : s.values) {
          at = s.message.find(resolved::kValueBegin, at) + 1;
          const std::string_view format = std::string_view(s.message).substr(at);
          const Type given = expr(value);
          if (is_of_integers(format) && given.is_scalar() && is_float(given.scalar))
            wrong(reasons::kConstantMessage, f_[value].range, "a message cannot show a float as an integer here", "write int(...)");
          format.starts_with(resolved::kArgument) ? argument_of_exception(given, f_[value].range)
                                                  : shown(given, format.starts_with(resolved::kTextOnly), f_[value].range);
        }
        const bool refuses = helpers_ > 0 && s.kind == ir::ErrorKind::Refused;
        // What types decide is refused before the call has changed anything; what values decide, Python may do.
        if (refuses && in_library_ > 0 && undecided_ == 0 && !may_have_left_) {
          refused_ = true;
          wrong(reasons::kUnsupportedCall, range, s.message);
        }
        left_ = !refuses;
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
    type.weak = given.weak;
    if (given.is_open) type = closed(type, web);
  }
  // What an expression in a loop makes again and again are several objects.
  const bool is_view = type.is_view() && type.maker != kItself && type.maker != kViewOrItself;
  if (is_view && (loops_ > 0 || type.maker < 0)) type.maker = in_tuple ? kSomeView : held_by(web);
  ++part;
  return type;
}

void Typer::define(resolved::DefinitionId id, const Type& given) {
  int part = 0;
  Type type = owned(given, webs_.web(id), part, false);
  if (type.is_list_of_arrays() && !f_.locals[f_.definitions[id].local].is_hidden) {
    wrong(reasons::kMixedJoin, f_.definitions[id].range,
          "a list of arrays has no name here: two names could be one array",
          "make it one array, as in np.array([...])");
  }
  Type& known = definitions_[static_cast<size_t>(id.value)];
  const Type before = std::exchange(known, type);
  if (before != type) reaching_types_.changed(id.value);
  defined_[static_cast<size_t>(id.value)] = true;
  // At once, so that statements in a row need one round and not one round each.
  const int web = webs_.web(id);
  if (web >= 0 && !changes_nothing(web, before, type)) join_web(web);
  // A read of an Either sees the definitions that reach it, not the whole web.
  if (web >= 0 && types_.webs[static_cast<size_t>(web)].is_either() && before != type) read_differs_ = web;
}

/// A number that the web's type has room for already: a web may have thousands.
bool Typer::changes_nothing(int web, const Type& before, const Type& now) {
  if (!now.is_number() || fixed_type(web)) return false;
  if (before == now) return true;
  const Type& joined = types_.webs[static_cast<size_t>(web)];
  return before.is(Type::Kind::Unknown) && joined.is_number() && join_definitions(web, joined, now) == joined;
}

void Typer::for_loop(const resolved::For& node) {
  Type item = weak(ScalarType::Int64);
  const size_t lists_around = gone_through_.size();
  const size_t loops_around = given_inside_.size();
  match(
      node.over,
      [&](const resolved::RangeLoop& r) {
        for (const ExprId id : r.through) {
          const Type& over = expr(id);
          if (over.is_list_of_items()) gone_through_.push_back(over.local);
        }
        if (r.parallel) given_inside_.push_back(array_effects(f_, webs_, types_, node).given_values);
        for (const ExprId id : r.arguments) {
          const Type type = as_integer(expr(id));
          if (refuse_large(type, type, f_[id].range)) continue;
          if (type.is_silent() || (type.is_number() && all_count(type))) continue;
          wrong(reasons::kTypeMismatch, f_[id].range, "a range needs integers, found " + describe(type),
                type.is(Type::Kind::None) ? "give it a number" : "convert it with int(...)");
        }
      },
      [&](const resolved::ArrayLoop& a) {
        const Type type = expr(a.array);
        item = type.is_silent() || type.is_open ? Type{} : error_type();
        if (type.is(Type::Kind::Error)) item = type;
        if (type.is_open) return;
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
  ++loops_;
  target(node.target, item);
  if (!left_) leaves_if(false, [&] { body(node.body); });
  --loops_;
  gone_through_.resize(lists_around);
  given_inside_.resize(loops_around);
  if (!left_) leaves_if(false, [&] { body(node.otherwise); });
}

/// A value in a message: a number, a text, or a tuple of Python's numbers.
void Typer::shown(const Type& type, bool text_only, const SourceRange& range) {
  if (text_only && !type.is(Type::Kind::Text) && !type.is_silent()) {
    wrong(reasons::kConstantMessage, range, "the message must be text, not " + describe(type),
          "write str(...)");
    return;
  }
  const auto is_number = [](const Type& given) {
    const Type one = shown_as(given);
    // NumPy's text of float16 is its own.
    return one.is_scalar() && !is_complex(one.scalar) && !is_time(one.scalar) && one.scalar != ScalarType::Float16;
  };
  const bool fits = is_number(type) || type.is(Type::Kind::Text) ||
                    (type.is_tuple() && !type.is_list &&
                     std::all_of(type.elements.begin(), type.elements.end(),
                                 [&](const Type& one) { return is_number(one) && one.is_scalar() && one.weak; }));
  if (!fits && !type.is_silent())
    wrong(reasons::kConstantMessage, range, "a message cannot show " + describe(type) + " here",
          "show numbers, or use a constant string as the message");
}

/// A value that out= takes.
void Typer::output(const resolved::Assign& node, const Type& value, const SourceRange& range) {
  const Type to = expr(std::get<resolved::ElementTarget>(node.targets[0].node).base);
  array_update(to, value, range);
  const bool has_rank = value.is_number() || value.is_array();
  const auto* call = std::get_if<resolved::CallArray>(&f_[node.value].node);
  const bool reduces = call != nullptr && call->function->family == ArrayFamily::Reduction;
  const bool wraps = reduces && ((is_signed_integer(to.scalar) && is_signed_integer(value.scalar)) ||
                                 (is_unsigned_integer(to.scalar) && is_unsigned_integer(value.scalar)));
  if (node.fills && to.is_array() && has_rank && to.rank != (value.is_array() ? value.rank : 0))
    wrong(reasons::kTypeMismatch, range, "out= has other dimensions than the result",
          "give it an array of the shape of the result");
  else if (node.fills && !node.is_typed && to.is_array() && has_rank && to.scalar != value.scalar && !wraps)
    wrong(reasons::kTypeMismatch, range,
          "out= is of " + std::string(name_of(to.scalar)) + ", in which NumPy would compute, and the result is of " +
              std::string(name_of(value.scalar)),
          "say dtype= too, or give an array of " + std::string(name_of(value.scalar)));
}

void Typer::returned(ExprId value, const SourceRange& range) {
  const Type type = expr(value);
  const bool is_reached = !left_ || type.is(Type::Kind::Error);
  returns_.emplace_back(is_reached ? seen_by_caller(type) : Type{}, range);
}

/// Arrays of the function's own are new ones to its caller; what else they may be is found when they are
/// lowered.
Type Typer::seen_by_caller(Type type) const {
  for (Type& element : type.elements) element = seen_by_caller(element);
  if (type.is_scalar() && type.of_array) return new_array(type.scalar, 0);
  if (!type.is_array() || type.argument >= 0) return type;
  Type made = new_array(type.scalar, type.rank);
  made.lists = type.lists;
  made.weak = type.weak;
  made.is_open = type.is_open || (type.is_list_of_items() && never_filled_.contains(type.local));
  made.local = type.local;  // for check_result, and what is returned twice
  made.part = type.part;
  made.maker = type.maker;
  return made;
}

std::optional<Type> Typer::fixed_type(int web) const {
  const resolved::DefinitionId first = webs_.definitions[static_cast<size_t>(web)].front();
  const resolved::Local& local = f_.locals[f_.definitions[first].local];
  if (local.of_helper) return std::nullopt;
  for (const LocalType& declared : signature_.locals)
    if (declared.name == local.name) return strong(declared.type);
  return std::nullopt;
}

/// Whether one array can hold what is in the other, as it is.
bool Typer::are_alike(const Type& a, const Type& b) {
  return a.is_array() && b.is_array() && a.scalar == b.scalar && a.rank == b.rank && a.lists == b.lists && a.weak == b.weak;
}

/// Arrays with different bases make the variable an owner, which copies what is not made for it.
Type Typer::join_definitions(int web, const Type& a, const Type& b) {
  const Type together = join(a, b);
  const bool one_is_open = a.is_list_of_items() && b.is_list_of_items() && a.is_open != b.is_open;
  if (one_is_open && !together.is(Type::Kind::Error) && a.local != b.local)
    return join_definitions(web, a.is_open ? retyped(a, b) : a, b.is_open ? retyped(b, a) : b);
  if (!are_alike(a, b) || !together.is(Type::Kind::Error)) return together;
  copied_.insert(web);
  Type own = local_array(a.scalar, a.rank, web);
  own.lists = a.lists;
  own.weak = a.weak;
  own.is_open = a.is_open && b.is_open;
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
  if (const auto fixed = fixed_type(web); fixed && type.is_number()) type = *fixed;
  types_.webs[static_cast<size_t>(web)] = type;
}

}  // namespace unpython::frontend
