// What can only be judged once all types are known: joins that lose values, mixed results, declared types.
#include <algorithm>

#include "frontend/infer/typer.h"
#include "frontend/types/alternatives.h"
#include "frontend/types/join.h"

namespace unpython::frontend {

namespace {

std::string on_line(const SourceRange& range) { return " on line " + std::to_string(range.line); }

std::string said_of(const resolved::Local& local) {
  if (local.is_result) return "what '" + local.name + "' returns";
  if (local.is_hidden) return local.written.empty() ? "what stands here" : "what '" + local.written + "' gives";
  return "'" + local.shown() + "'";
}

bool is_result_value(const Type& type) {
  if (type.is_tuple() && !type.is_list)
    return std::all_of(type.elements.begin(), type.elements.end(), is_result_value);
  if (type.is_either())
    return std::none_of(type.elements.begin(), type.elements.end(), [](const Type& t) { return t.is_array(); });
  return type.is_number() || type.is_array();
}

}  // namespace

std::string describe_beside(const Type& type, const Type& other) {
  const std::string text = describe(type);
  if (text != describe(other)) return text;
  return text.starts_with("a ") && !type.is_tuple() ? "another" + text.substr(1) : text + " of other items";
}

namespace {

/// With lists that stay empty as lists of integers.
Type as_closed(Type type) {
  for (Type& element : type.elements) element = as_closed(element);
  type.is_open = false;
  return type;
}

/// Parts that no return gives a value, for the returns that give some are never reached: numbers that nobody sees.
Type with_known_parts(Type type) {
  for (Type& element : type.elements) element = element.is(Type::Kind::Unknown) ? weak(ScalarType::Int64) : with_known_parts(element);
  return type;
}

}  // namespace

/// Why lists that a result is or holds cannot be given back; empty if they can.
std::string Typer::problem_of_lists(const Type& type) const {
  std::set<int> known;
  return problem_of_lists(type, known);
}

/// `known`: the lists that stand before this part, at any depth of tuples and of the user's objects. What makes other objects may read
/// the items of a list alone (a set): of their parts it is only known that none stands twice in one object.
std::string Typer::problem_of_lists(const Type& type, std::set<int>& known) const {
  if (type.is_list || type.is_list_of_arrays()) return describe(type);
  if (type.is_list_of_items()) return {};
  for (const Type& element : type.elements) {
    std::set<int> of_object;
    const bool is_holder = element.record < 0 || f_.holders[static_cast<size_t>(element.record)];
    if (std::string problem = problem_of_lists(element, is_holder ? known : of_object); !problem.empty()) return problem;
    if (element.is_list_of_items() && element.local >= 0 && !known.insert(element.local).second)
      return "the same list twice";
  }
  return {};
}

Type Typer::wrong(const Reason& reason, const SourceRange& range, const std::string& message,
                  std::string advice, std::optional<MixedList> mixed_list) {
  if (reporting_) mistakes_.report(reason, range, message, std::move(advice), std::move(mixed_list));
  return error_type();
}

std::optional<MixedList> Typer::list_of_several(const Type& list, const std::vector<Type>& items) const {
  using Item = MixedList::Item;
  MixedList found;
  for (const Type& item : items) {
    if (item.is(Type::Kind::None)) found.items.push_back(Item::None);
    for (const Type& one : item.is_number() ? alternatives(item) : std::vector<Type>{}) {
      if (one.scalar != ScalarType::Int64 && one.scalar != ScalarType::Float64) return std::nullopt;
      const bool is_float = one.scalar == ScalarType::Float64;
      found.items.push_back(one.weak ? (is_float ? Item::Float : Item::Int) : (is_float ? Item::NumPyFloat : Item::NumPyInt));
    }
    if (!item.is(Type::Kind::None) && !item.is_number()) return std::nullopt;
  }
  if (found.items.empty()) found.items = {Item::Int, Item::Float};
  if (list.local >= 0)
    for (const resolved::DefinitionId id : webs_.definitions[static_cast<size_t>(list.local)])
      if (const auto& local = f_.locals[f_.definitions[id].local]; !local.is_hidden) {
        found.name = local.name;
        break;
      }
  return found;
}

/// What an exception is given as it is: a number of one type, or a text.
void Typer::argument_of_exception(const Type& type, const SourceRange& range) {
  const bool is_number = type.is_scalar() && !type.is_either() && !is_complex(type.scalar) && !is_time(type.scalar);
  if ((!is_number || type.scalar == ScalarType::Float16) && !type.is(Type::Kind::Text) && !type.is_silent())
    wrong(reasons::kConstantMessage, range, "an exception cannot be given " + describe(type) + " here",
          "give it a text or numbers");
}

std::string Typer::name_of_web(int web) const {
  const resolved::DefinitionId first = webs_.definitions[static_cast<size_t>(web)].front();
  return f_.locals[f_.definitions[first].local].shown();
}

void Typer::report_joins() {
  for (int web = 0; web < webs_.count; ++web)
    if (!fixed_type(web)) report_join(web);
  if (mistakes_.any()) return;
  for (int web = 0; web < webs_.count; ++web) {
    if (!types_.webs[static_cast<size_t>(web)].is(Type::Kind::Error)) continue;
    report_depends_on_itself(web);
  }
}

void Typer::report_depends_on_itself(int web) {
  wrong(reasons::kTypeMismatch, f_.definitions[webs_.definitions[static_cast<size_t>(web)].front()].range,
        "the type of '" + name_of_web(web) + "' depends on itself", "give it a value of one type first");
}

void Typer::report_join(int web) {
  const Type& type = types_.webs[static_cast<size_t>(web)];
  const auto& ids = webs_.definitions[static_cast<size_t>(web)];
  const auto given = [&](resolved::DefinitionId id) -> const Type& {
    return definitions_[static_cast<size_t>(id.value)];
  };
  if (std::any_of(ids.begin(), ids.end(), [&](auto id) { return given(id).is(Type::Kind::Error); })) return;
  const resolved::Local& local = f_.locals[f_.definitions[ids.front()].local];
  const std::string who = said_of(local);
  // The first of those that are alike: a web may have thousands.
  std::vector<resolved::DefinitionId> distinct;
  for (const resolved::DefinitionId id : ids) {
    const auto alike = [&](resolved::DefinitionId other) {
      return forget_value(given(other)) == forget_value(given(id)) &&
             loses_value(given(other), type) == loses_value(given(id), type);
    };
    if (std::none_of(distinct.begin(), distinct.end(), alike)) distinct.push_back(id);
  }
  for (const resolved::DefinitionId first : distinct) {
    for (const resolved::DefinitionId second : distinct) {
      const Type together = join(given(first), given(second));
      const bool copied = copied_.contains(web) && are_alike(given(first), given(second));
      const bool mixed = together.is(Type::Kind::Error) && !copied;
      mixed ? note_hints(first, second) : note_numbers(first, second);
      if (!mixed && !(loses_value(given(first), type) && !loses_value(given(second), type) &&
                      given(first).kind == given(second).kind &&
                      forget_value(given(first)) != forget_value(given(second))))
        continue;
      const SourceRange& here = f_.definitions[first].range;
      const SourceRange& there = f_.definitions[second].range;
      if (mixed && local.of_helper && mistakes_.any()) continue;  // what was wrong before came into the helper
      const bool on_one_line = local.is_hidden && here.line == there.line;
      const std::string message = who + " is " + describe(given(first)) + (on_one_line ? "" : on_line(here)) + " and " +
                                  describe_beside(given(second), given(first)) + (on_one_line ? "" : on_line(there));
      if (mixed) {
        const std::string advice = local.is_hidden ? "give values of one kind" : "";
        wrong(reasons::kMixedJoin, here, message + " where both can meet", advice);
      } else {
        wrong(reasons::kLossyJoin, here, message + ": one variable cannot hold both exactly",
              local.of_helper ? "convert one of them, as in float(...) or np.float64(...)"
                              : "choose one type with locals={'" + local.name + "': '" +
                                    std::string(name_of(given(second).is_scalar() ? given(second).scalar
                                                                                  : ScalarType::Float64)) +
                                    "'}, or use another name");
      }
      return;
    }
  }
  report_too_many(who, distinct);
}

/// Each two fit together, but all of them do not.
void Typer::report_too_many(const std::string& who, const std::vector<resolved::DefinitionId>& ids) {
  Type all;
  for (const resolved::DefinitionId id : ids) {
    const Type& given = definitions_[static_cast<size_t>(id.value)];
    if (!given.is_number()) return;
    const Type together = join(all, given);
    if (together.is(Type::Kind::Error)) {
      wrong(reasons::kMixedJoin, f_.definitions[id].range,
            who + " is " + describe(given) + " on this line and " + describe(all) + " on others where all can meet",
            "convert one of them, as in float(...) or int(...)");
      return;
    }
    all = together;
  }
}

/// How the program could be expanded so that two definitions do not meet.
void Typer::note_hints(resolved::DefinitionId first, resolved::DefinitionId second) {
  const auto given = [&](resolved::DefinitionId id) -> const Type& {
    return definitions_[static_cast<size_t>(id.value)];
  };
  for (const auto& [number, array] : {std::pair(first, second), std::pair(second, first)}) {
    const SourceRange& loop = f_.definitions[array].loop;
    if (given(number).is_number() && given(array).is_array() && loop.line > 0)
      types_.hints.peeled.insert(loop);
    if (const auto found = permutations_.find(array); found != permutations_.end() && given(array).is_array())
      types_.hints.exchanges.insert(found->second);
  }
}

/// sum(z * w for ...): an integer where there is nothing to add, else complex.
void Typer::note_numbers(resolved::DefinitionId first, resolved::DefinitionId second) {
  const Type& before = definitions_[static_cast<size_t>(first.value)];
  const Type& after = definitions_[static_cast<size_t>(second.value)];
  const SourceRange& loop = f_.definitions[second].loop;
  const bool starts_whole = before.is_scalar() && before.weak && before.scalar == ScalarType::Int64;
  if (starts_whole && after.is_number() && may_be_complex(after) && loop.line > 0) types_.hints.of_integers.insert(loop);
}

std::string Typer::described_result(const Type& type) {
  if (!type.is_tuple()) return describe(type);
  // A value or None: a flag and the value (_writing/nothing.py).
  const bool has_flag = type.record >= 0 && type.elements.size() > 1 && type.elements[0].is_scalar() &&
                        type.elements[0].weak && type.elements[0].scalar == ScalarType::Bool;
  if (has_flag && known_truth(type.elements[0]) == false) return describe(none_type());
  if (has_flag && type.elements.size() == 2) return described_result(type.elements[1]);
  std::string text = "a tuple of (";
  for (size_t i = 0; i < type.elements.size(); ++i)
    text += (i > 0 ? ", " : "") + described_result(type.elements[i]);
  return text + ")";
}

/// As join; arrays of different bases give what may be any of them.
Type Typer::join_results(const Type& a, const Type& b) {
  if (a.is_tuple() && b.is_tuple() && a.elements.size() == b.elements.size() && a.is_list == b.is_list &&
      a.record == b.record) {
    Type result = a;
    for (size_t i = 0; i < a.elements.size(); ++i) {
      result.elements[i] = join_results(a.elements[i], b.elements[i]);
      if (result.elements[i].is(Type::Kind::Error)) return error_type();
    }
    return result;
  }
  const Type together = join(a, b);
  if (!together.is(Type::Kind::Error) || !a.is_array() || !b.is_array()) return together;
  const bool alike =
      a.scalar == b.scalar && a.rank == b.rank && a.lists == b.lists && (a.lists == 0 || a.weak == b.weak);
  if (!alike) return together;
  Type either = new_array(a.scalar, a.rank);
  either.lists = a.lists;
  either.weak = a.weak;
  return either;
}

void Typer::check_result() {
  Type result;
  for (const auto& [type, range] : returns_) {
    if (type.is(Type::Kind::Error)) return;
    if (const std::string problem = problem_of_lists(type); !problem.empty()) {
      wrong(reasons::kMixedReturn, range, "the function returns " + problem,
            "return a tuple, or an array: np.array(...)", list_of_several({}, type.is_list ? type.elements : std::vector<Type>{}));
      return;
    }
    const Type together = join_results(result, type);
    if (together.is(Type::Kind::Error)) {
      const bool told_apart = describe(type) != describe(result);
      const auto words = [&](const Type& one) { return told_apart ? describe(one) : described_result(one); };
      wrong(
          reasons::kMixedReturn, range,
          "the function returns " + words(type) + " here and " + words(result) + on_line(returns_[0].second),
          "return the same kind of value on every path");
      return;
    }
    result = together;
  }
  for (const auto& [type, range] : returns_) {
    if (loses_value(type, result)) {
      wrong(reasons::kLossyJoin, range,
            "the function returns " + describe(type) + " here and " + describe(result) +
                " elsewhere: one result cannot hold both exactly",
            "convert one of them, as in float(...) or np.float64(...)");
      return;
    }
  }
  types_.result = result.is(Type::Kind::Unknown) ? none_type() : as_closed(with_known_parts(result));
  if (returns_.empty()) return;
  const SourceRange& range = returns_[0].second;
  const auto& values = types_.result.is_tuple() ? types_.result.elements : std::vector<Type>{types_.result};
  for (const Type& value : values)
    if (value.maker == kViewOrItself && value.argument >= 0 && is_whole(value))
      wrong(reasons::kMixedReturn, range, "the function returns its argument on one way and a view of all of the argument on another",
            "return one of them on every way");
  for (const Type& value : values) refuse_large(value, value, range);
  for (const Type& value : values)
    if (!value.is(Type::Kind::Error) && !is_result_value(value) && !types_.result.is(Type::Kind::None))
      wrong(value.is_array() ? reasons::kArrayExpression : reasons::kMixedReturn, range,
            "the function returns " + described_result(value), "return numbers, arrays, or tuples of these");
  check_declared_result(range);
}

void Typer::check_declared_result(const SourceRange& range) {
  const DeclaredResult& declared = signature_.result;
  const Type& result = types_.result;
  if (!declared.declared) return;
  if (declared.none) {
    if (!result.is(Type::Kind::None))
      wrong(reasons::kDeclaredResult, range,
            "the function returns " + describe(result) + ", type(...) says None");
  } else if (declared.is_array) {
    if (!result.is_array() || result.scalar != declared.type || result.rank != declared.rank)
      wrong(reasons::kDeclaredResult, range,
            "the function returns " + describe(result) + ", type(...) says a " +
                std::to_string(declared.rank) + "-dimensional " + std::string(name_of(declared.type)) +
                " array");
  } else if (!result.is_number() || highest_kind(result) > kind_rank(declared.type)) {
    wrong(reasons::kDeclaredResult, range,
          "the function returns " + describe(result) + ", type(...) says " +
              std::string(name_of(declared.type)));
  } else {
    types_.result = strong(declared.type);
  }
}

void Typer::check_locals() {
  const SourceRange range = f_.stmts.size() > 0 ? f_[f_.body.back()].range : SourceRange{};
  for (const LocalType& declared : signature_.locals) {
    bool found = false;
    for (const resolved::Local& local : f_.locals) found |= !local.of_helper && local.name == declared.name;
    if (!found) wrong(reasons::kUnknownLocal, range, "the function has no variable '" + declared.name + "'");
  }
  for (int web = 0; web < webs_.count; ++web) {
    if (!fixed_type(web) || types_.webs[static_cast<size_t>(web)].is_silent()) continue;
    const Type fixed = *fixed_type(web);
    for (const resolved::DefinitionId id : webs_.definitions[static_cast<size_t>(web)]) {
      const Type& given = definitions_[static_cast<size_t>(id.value)];
      const bool complex_lost = given.is_number() && may_be_complex(given) && !is_complex(fixed.scalar);
      if (given.is_silent() || (given.is_number() && !complex_lost)) continue;
      wrong(reasons::kMixedJoin, f_.definitions[id].range,
            "'" + name_of_web(web) + "' is " + describe(given) + " here, locals= says " +
                std::string(name_of(fixed.scalar)));
    }
  }
}

}  // namespace unpython::frontend
