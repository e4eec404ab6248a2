// The stages of the front end in order, then the function as a whole: parameters, variables.
#include "frontend/lower/lower.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "frontend/expand/changed_lists.h"
#include "frontend/expand/expand.h"
#include "frontend/infer/rebound_arrays.h"
#include "frontend/infer/stale_views.h"
#include "frontend/lower/lowerer.h"
#include "frontend/syntax/diagnostics.h"
#include "frontend/types/alternatives.h"

namespace unpython::frontend {

namespace {

struct Typed {
  Webs webs;
  Types types;
};

/// The types of all webs; names of views that outlive what they see keep copies, arrays that `name op= x`
/// changes keep their memory.
Typed typed(const resolved::Function& function, const Signature& signature, Mistakes& mistakes) {
  std::set<int> owners;
  std::set<resolved::DefinitionId> in_place;
  for (;;) {
    Mistakes found = mistakes;
    Webs webs = build_webs(function, signature, in_place);
    Types types = infer_types(function, webs, signature, owners, found);
    const size_t before = owners.size() + in_place.size();
    in_place.insert(types.in_place.begin(), types.in_place.end());
    if (owners.size() + in_place.size() > before) {
      owners.clear();  // webs have other numbers
      continue;
    }
    CheckedViews checked;
    if (!found.any()) checked = check_stale_views(function, webs, types, owners, signature.disjoint_arguments, found);
    owners.insert(checked.stale.begin(), checked.stale.end());
    types.read_only_results = std::move(checked.read_only_results);
    if (owners.size() + in_place.size() > before) continue;
    mistakes = std::move(found);
    return {std::move(webs), std::move(types)};
  }
}

/// Each loop that exchanges arrays doubles the code behind it.
constexpr size_t kMostExchanges = 3;

/// A variable that sees an argument in another way after each iteration has no end of forms.
constexpr int kMostLowerings = 4;

bool has_written_list(const resolved::Function& function) {
  return std::any_of(function.exprs.begin(), function.exprs.end(), [](const resolved::Expr& expr) {
    const auto* several = std::get_if<resolved::Tuple>(&expr.node);
    return several != nullptr && several->is_list;
  });
}

ir::Function lowered(const syntax::Program& program, const resolved::Function& function, const Webs& webs,
                     const Types& types, const Signature& signature, const Options& options) {
  OriginForms forms;
  Dimensions of_one;
  bool knows_of_one = false;
  for (int i = 0; i < kMostLowerings;) {
    Lowerer lowerer(function, webs, types, signature, options, forms, of_one);
    ir::Function result = lowerer.run(program.functions[0].name, signature.arguments.size());
    const bool again = lowerer.changes_dimensions_of_one(of_one, knows_of_one);
    knows_of_one = true;
    if (again) continue;
    if (lowerer.has_all_origins()) return result;
    forms = lowerer.origin_forms();
    ++i;
  }
  Mistakes mistakes;
  mistakes.report(
      reasons::kMixedJoin, function[function.body.front()].range,
      "an array that is returned may be a view of an argument in ever more ways, from one iteration of a "
      "loop to the next",
      "return a copy of it: x.copy()");
  throw CompileError(mistakes.found(), render(program, mistakes.found()));
}

}  // namespace

ir::Function lower(const syntax::Program& program, const Signature& signature, const Options& options) {
  Hints hints{.peeled = {}, .of_integers = {}, .exchanges = {}, .adds_in_order = options.fp == FloatMode::Strict,
              .reassociates = options.fp == FloatMode::Fast, .one_thread = options.threads == 1, .for_device = options.for_device,
              .arrays_apart = signature.disjoint_arguments, .has_numpy = options.has_numpy};
  bool may_guess = true;           // that lists which are written out have memory, since one of them changes
  std::optional<Hints> unguessed;  // those before this was guessed
  std::optional<Hints> enough;     // with these the program had no mistakes
  std::optional<Mistakes> first;   // of the program as it is written
  for (;;) {
    Mistakes mistakes;
    const resolved::Function function = expand(program, hints, mistakes);
    if (std::exchange(may_guess, false) && changes_written_list(function)) {
      unguessed = hints;
      hints.lists = true;
      continue;
    }
    if (signature.arguments.size() + signature.hidden.size() != function.arguments.size())
      throw InternalError("lowering", "the signature has another number of arguments than the function");
    auto [webs, types] = typed(function, signature, mistakes);
    if (unguessed && mistakes.any() && !enough) {
      hints = *std::exchange(unguessed, std::nullopt);
      continue;
    }
    if (mistakes.any()) {
      types.hints.lists = has_written_list(function);
      types.hints.peel_for_numbers();
    }
    if (!mistakes.any()) {
      const Hints before = hints;
      const bool is_last = enough || types.hints.exchanges.size() > kMostExchanges;
      if (is_last || !hints.add(types.hints))
        return lowered(program, function, webs, types, signature, options);
      enough = before;
      continue;
    }
    if (enough) {
      hints = *enough;
      continue;
    }
    const bool tells_more = first && hints.lists && mistakes.found().size() < first->found().size();
    if (!first || tells_more) first = mistakes;
    if (!hints.add(types.hints)) throw CompileError(first->found(), render(program, first->found()));
  }
}

Lowerer::Lowerer(const resolved::Function& function, const Webs& webs, const Types& types,
                 const Signature& signature, const Options& options, OriginForms origin_forms, Dimensions of_one)
    : ArrayFunctionCode(options), f_(function), webs_(webs), types_(types), signature_(signature) {
  origin_forms_ = std::move(origin_forms);
  of_one_ = std::move(of_one);
}

ir::Function Lowerer::run(const std::string& name, size_t own_parameters) {
  out_.name = name;
  out_.disjoint_arguments = signature_.disjoint_arguments;
  make_parameters(own_parameters);
  make_results();
  block_ = &out_.body;
  make_storage();
  find_tables();
  changed_ = changed_arrays(f_, webs_, types_);
  try {
    body(f_.body);
  } catch (const NeverReached&) {
    // The statements up to that point stay: they raise.
  }
  finish_returns();
  out_.body.insert(out_.body.begin(), constant_tables_.begin(), constant_tables_.end());
  erase_times(out_);
  return std::move(out_);
}

std::string ScalarCode::unique_name(const std::string& name) {
  const int count = names_[name]++;
  return count == 0 ? name : name + "_" + std::to_string(count);
}

void Lowerer::make_parameters(size_t own_parameters) {
  for (size_t i = 0; i < f_.arguments.size(); ++i) {
    const bool hidden = i >= own_parameters;
    const ArgumentType& type = hidden ? signature_.hidden[i - own_parameters] : signature_.arguments[i];
    ir::Parameter parameter{.is_array = type.is_array, .variable = {}, .array = {}, .hidden = hidden};
    const std::string name = unique_name(f_.arguments[i]);
    if (type.is_array) {
      ir::Array array;
      array.name = name;
      array.type = type.type;
      array.rank = static_cast<int>(type.strides.size());
      array.strides = type.strides;
      array.steps = type.steps;
      array.writeable = type.writeable;
      parameter.array = out_.arrays.push(std::move(array));
      note_known_extents(parameter.array, type.extents);
    } else {
      parameter.variable = build_.variable(name, type.type);
      if (type.large) large_.insert(parameter.variable);
    }
    out_.parameters.push_back(parameter);
  }
}

/// Dimensions that code is made for are constants, so that broadcasting sees those of one element and short rows are written out.
void Lowerer::note_known_extents(ir::ArrayId array, const std::vector<int64_t>& known) {
  if (known.empty()) return;
  std::vector<ir::ExprId>& extents = local_extents_[array];
  for (size_t d = 0; d < known.size(); ++d) {
    const auto dimension = static_cast<int>(d);
    extents.push_back(known[d] > 0 ? build_.int64(known[d]) : build_.extent(array, dimension));
  }
}

Storage Lowerer::storage_for(const Type& type, const std::string& name, const SourceRange& range) {
  Storage storage;
  storage.type = type;
  if (type.is_scalar()) storage.variable = build_.variable(unique_name(name), type.scalar, range);
  if (type.is_view()) view_storage(storage, name, range);
  if (type.is_either()) {
    // The numbers come first: a refusal names the first of them.
    for (const ScalarType part : representations(type))
      storage.elements.push_back(storage_for(strong(part), name, range));
    storage.variable = build_.variable(unique_name(name + "_kind"), ScalarType::Int64, range);
    return storage;
  }
  for (const Type& element : type.elements) storage.elements.push_back(storage_for(element, name, range));
  return storage;
}

void Lowerer::view_storage(Storage& storage, const std::string& name, const SourceRange& range) {
  const auto variable = [&](const char* part) {
    return build_.variable(unique_name(name + part), ScalarType::Int64, range);
  };
  const bool is_argument = storage.type.argument >= 0;
  storage.base = is_argument ? out_.parameters[static_cast<size_t>(storage.type.argument)].array
                             : array_of(storage.type);
  for (size_t i = 0; i < subscripted_dimensions(storage.type).size(); ++i)
    storage.fixed.push_back(variable("_at"));
  for (const Axis& axis : storage.type.axes) {
    storage.axes.emplace_back();
    if (!axis.whole) storage.axes.back() = {variable("_start"), variable("_step"), variable("_extent")};
  }
}

/// A parameter that keeps its type lives in the variable the call passes; every other web gets variables of
/// its own.
void Lowerer::make_storage() {
  storage_.resize(static_cast<size_t>(webs_.count));
  is_set_.resize(static_cast<size_t>(webs_.count));
  for (size_t web = 0; web < storage_.size(); ++web) {
    const resolved::DefinitionId first = webs_.definitions[web].front();
    const Type& type = types_.webs[web];
    const auto position = static_cast<size_t>(first.value);
    const bool is_parameter = position < out_.parameters.size() && !out_.parameters[position].hidden;
    if (is_parameter && type.is_scalar() && type.scalar == types_.arguments[position].scalar) {
      storage_[web].type = type;
      storage_[web].variable = out_.parameters[position].variable;
      if (webs_.definitions[web].size() == 1) unchanged_.insert(storage_[web].variable);
      continue;
    }
    const resolved::Definition& definition = f_.definitions[first];
    storage_[web] = storage_for(type, f_.locals[definition.local].name, definition.range);
  }
  for (resolved::ExprId id{0}; f_.exprs.contains(id); ++id.value) {
    if (webs_.bound[static_cast<size_t>(id.value)] != Bound::Sometimes) continue;
    auto& flag = is_set_[static_cast<size_t>(webs_.web(id))];
    const auto* local = std::get_if<resolved::ReadLocal>(&f_[id].node);
    if (!local) continue;
    if (f_.locals[local->local].begins_empty()) {
      begin_empty(storage_[static_cast<size_t>(webs_.web(id))], f_[id].range);
      continue;
    }
    if (is_read_before_definitions(id)) allocate_empty(storage_[static_cast<size_t>(webs_.web(id))], f_[id].range);
    if (flag) continue;
    flag = build_.variable(unique_name(f_.locals[local->local].name + "_is_set"), ScalarType::Bool);
    emit(build_.assign(*flag, build_.boolean(false)));
  }
}

/// Whether a read stands in front of all that it may see: they are of an earlier iteration of a loop.
bool Lowerer::is_read_before_definitions(resolved::ExprId read) const {
  const auto& definitions = webs_.definitions[static_cast<size_t>(webs_.web(read))];
  return std::all_of(definitions.begin(), definitions.end(),
                     [&](resolved::DefinitionId id) { return f_[read].range.line <= f_.definitions[id].range.line; });
}

/// The arrays of a variable are there from the beginning of the function, without elements.
void Lowerer::allocate_empty(const Storage& storage, const SourceRange& range) {
  for (const Storage& element : storage.elements) allocate_empty(element, range);
  if (!storage.type.is_view() || storage.type.argument >= 0 || !several_values_.insert(storage.base).second) return;
  const std::vector<ir::ExprId> none(static_cast<size_t>(storage.type.base_rank), build_.int64(0));
  emit(ir::Allocate{storage.base, note_extents(storage.base, none, range)}, range);
}

void Lowerer::begin_empty(const Storage& storage, const SourceRange& range) {
  allocate_empty(storage, range);
  for (const Storage& element : storage.elements) begin_empty(element, range);
  if (storage.type.is_scalar()) emit(build_.assign(storage.variable, build_.number(storage.type.scalar, 0)));
  for (const auto& axis : storage.axes)
    for (const ir::VarId variable : axis)
      if (variable.valid()) emit(build_.assign(variable, build_.int64(0)));
}

void Lowerer::find_tables() {
  const auto see = [&](resolved::ExprId tuple) {
    const Type& type = types_.of(tuple);
    const int web = std::holds_alternative<resolved::ReadLocal>(f_[tuple].node) ? webs_.web(tuple) : -1;
    if (web >= 0 && type.is_tuple() && is_long(type.elements.size()) &&
        webs_.definitions[static_cast<size_t>(web)].size() == 1)
      chosen_from_.insert(web);
  };
  for (resolved::ExprId id{0}; f_.exprs.contains(id); ++id.value) {
    const auto* subscript = std::get_if<resolved::Subscript>(&f_[id].node);
    if (subscript && subscript->indices.size() == 1 && !known_integer(types_.of(subscript->indices[0])))
      see(subscript->value);
  }
  for (resolved::StmtId id{0}; f_.stmts.contains(id); ++id.value) {
    const auto* loop = std::get_if<resolved::For>(&f_[id].node);
    const auto* over = loop ? std::get_if<resolved::ArrayLoop>(&loop->over) : nullptr;
    if (over) see(over->array);
  }
}

/// The memory that a view of a local array sees.
ir::ArrayId Lowerer::array_of(const Type& view) {
  const auto key = std::pair(view.local, view.part);
  if (const auto known = local_arrays_.find(key); known != local_arrays_.end()) return known->second;
  const auto& definitions = webs_.definitions[static_cast<size_t>(view.local)];
  const std::string name = unique_name(f_.locals[f_.definitions[definitions.front()].local].name);
  const ir::ArrayId array = build_.heap_array(name, view.scalar, view.base_rank);
  const bool is_list = types_.webs[static_cast<size_t>(view.local)].is_list_of_items() && view.base_rank > 1;
  const bool is_resized = types_.resized.contains(view.local);
  if (definitions.size() > 1 || is_list || is_resized) several_values_.insert(array);
  if (is_resized) resized_.insert(array);
  return local_arrays_[key] = array;
}

bool Lowerer::has_all_origins() const {
  return std::all_of(kept_origins_.begin(), kept_origins_.end(),
                     [](const auto& entry) { return entry.second.forms_used >= entry.second.forms.size(); });
}

bool Lowerer::changes_dimensions_of_one(Dimensions& of_one, bool known) const {
  if (!known) of_one = once_of_one_;
  if (known) std::erase_if(of_one, [&](const auto& dimension) { return not_of_one_.contains(dimension); });
  return known ? !not_of_one_.empty() : !of_one.empty();
}

OriginForms Lowerer::origin_forms() const {
  OriginForms forms;
  for (const auto& [to, kept] : kept_origins_) forms[to] = kept.forms;
  return forms;
}

}  // namespace unpython::frontend
