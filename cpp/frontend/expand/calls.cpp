// Calls: library functions, conversions, methods, and helpers, which are inlined.
#include <algorithm>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/expand/returns.h"
#include "frontend/syntax/call_advice.h"
#include "frontend/syntax/suggest.h"
#include "ir/constant.h"

namespace unpython::frontend {

namespace {

/// Nodes after inlining: a bound on what helpers that call helpers may grow to.
constexpr int32_t kLargestFunction = 400'000;

std::string plural(size_t n, const std::string& word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
}

std::vector<std::string> parameter_names(const syntax::Function& function) {
  std::vector<std::string> names;
  for (const auto* parameters : {&function.parameters, &function.keyword_only})
    for (const syntax::Parameter& parameter : *parameters) names.push_back(parameter.name);
  return names;
}

/// "a", "a and b", "a, b, and c", as Python lists names.
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += names.size() > 2 ? ", " : " ";
    if (i > 0 && i + 1 == names.size()) text += "and ";
    text += names[i];
  }
  return text;
}

/// "1 positional argument", "from 1 to 2 positional arguments".
std::string accepted_positional(const syntax::Function& function) {
  const size_t most = function.parameters.size();
  const auto least =
      static_cast<size_t>(std::count_if(function.parameters.begin(), function.parameters.end(),
                                        [](const syntax::Parameter& p) { return !p.default_value.valid(); }));
  const std::string all = plural(most, "positional argument");
  return least == most ? all : "from " + std::to_string(least) + " to " + all;
}

std::string accepted_count(const LibraryFunction& f) {
  const auto least = static_cast<size_t>(f.min_arguments);
  if (f.max_arguments < 0) return "at least " + plural(least, "argument");
  if (f.min_arguments == f.max_arguments) return plural(least, "argument");
  return std::to_string(least) + " to " + plural(static_cast<size_t>(f.max_arguments), "argument");
}

}  // namespace

const syntax::Binding* Expander::called(syntax::ExprId function) {
  const auto path = dotted_path(program_, function);
  if (!path || is_local(first_name(*path))) return nullptr;
  return find_binding(*frame_->function, *path);
}

resolved::ExprId Expander::call(syntax::ExprId id, const syntax::Call& node) {
  const SourceRange& range = program_[id].range;
  if (const syntax::Binding* binding = called(node.function);
      binding && binding->target != "functools.partial")
    return library_or_helper(*binding, node, range);
  resolved::Inlined made;
  if (const auto callable = function_value(node.function, made.body)) {
    const resolved::ExprId value = call_value(*callable, node, range);
    if (made.body.empty()) return value;
    made.value = value;
    return make(std::move(made), range);
  }
  if (called(node.function) != nullptr)
    return wrong(reasons::kUnsupportedCall, range, "functools.partial of this is not supported", "write a lambda");
  if (const auto* method = std::get_if<syntax::Attribute>(&program_[node.function].node)) {
    const syntax::Binding* operation = method->name == "outer" ? called(method->value) : nullptr;
    const LibraryFunction* inner = operation ? find_function(operation->target) : nullptr;
    if (inner && is_elementwise(*inner) && inner->max_arguments == 2)
      return array_call(*find_array_function("numpy.outer"), operation->path + ".outer", node, range, inner);
    if (const auto called = method_call(*method, node, range)) return *called;
    if (const syntax::Binding* binding = find_binding(*frame_->function, "." + method->name)) {
      syntax::Call with_array = node;
      with_array.arguments.insert(with_array.arguments.begin(), method->value);
      return inlined_call({.binding = binding}, with_array, range);
    }
    if (const auto changed = list_method(*method, node, range)) return *changed;
    resolved::CallMethod call{expr(method->value), method->name, {}, {}};
    for (const syntax::ExprId given : node.arguments) call.arguments.push_back(expr_or_list(given));
    for (const syntax::Keyword& keyword : node.keywords) {
      call.arguments.push_back(expr_or_list(keyword.value));
      call.keywords.push_back(keyword.name);
    }
    return make(std::move(call), range);
  }
  if (const auto* name = std::get_if<syntax::Name>(&program_[node.function].node)) {
    if (is_unknown(name->id)) return make(resolved::Erroneous{}, range);
    if (is_local(name->id))
      return wrong(reasons::kUnsupportedCall, range, "'" + name->id + "' is a variable and cannot be called");
    return wrong(reasons::kUndefinedName, program_[node.function].range,
                 "name '" + name->id + "' is not defined");
  }
  return wrong(reasons::kUnsupportedCall, range, "this call is not supported");
}

resolved::ExprId Expander::library_or_helper(const syntax::Binding& binding, const syntax::Call& node,
                                             const SourceRange& range) {
  const bool of_numpy =
      binding.kind == syntax::BindingKind::NumpyFunction ||
      (binding.kind == syntax::BindingKind::Library && binding.target.starts_with("numpy."));
  const auto out = std::find_if(node.keywords.begin(), node.keywords.end(),
                                [](const syntax::Keyword& keyword) { return keyword.name == "out"; });
  if (of_numpy && out != node.keywords.end()) {
    syntax::Call without = node;
    without.keywords.erase(without.keywords.begin() + (out - node.keywords.begin()));
    return call_into(binding, without, out->value, range);
  }
  const LibraryFunction* ufunc = of_numpy ? find_function(binding.target) : nullptr;
  if (ufunc && is_elementwise(*ufunc) && ufunc->family != Family::NumpyWhere &&
      static_cast<int>(node.arguments.size()) == ufunc->max_arguments + 1) {
    syntax::Call without = node;
    without.arguments.pop_back();
    return call_into(binding, without, node.arguments.back(), range);
  }
  if (binding.kind == syntax::BindingKind::Library && find_array_function(binding.target))
    return array_call(*find_array_function(binding.target), binding.path, node, range);
  const bool places = binding.target == "numpy.where" && node.arguments.size() == 1;
  if (places) return array_call(*find_array_function("numpy.nonzero"), binding.path, node, range);
  if (binding.kind == syntax::BindingKind::Library) {
    if (const auto reduced = builtin_reduction(binding, node, range)) return *reduced;
    if (auto asked = asked_class(binding, node))
      return library("isinstance", {expr(node.arguments[0]), make(resolved::Text{std::move(*asked)}, range)}, range);
    if (const auto list = list_call(binding, node, range)) return *list;
    return library_call(binding, node, range);
  }
  if (binding.kind == syntax::BindingKind::Function || binding.kind == syntax::BindingKind::NumpyFunction)
    return inlined_call({.binding = &binding}, node, range);
  if (binding.kind == syntax::BindingKind::Class) return make_object(binding, node, range);
  if (binding.kind == syntax::BindingKind::Host) return host_call(binding, node, range);
  return bound_value(binding, program_[node.function].range);
}

resolved::ExprId Expander::call_into(const syntax::Binding& binding, const syntax::Call& node,
                                     syntax::ExprId out, const SourceRange& range) {
  if (std::holds_alternative<syntax::NoneLiteral>(program_[out].node))
    return library_or_helper(binding, node, range);
  const SourceRange& where = program_[out].range;
  resolved::Inlined inlined;
  const resolved::LocalId target = hidden_local("out", expr(out), inlined.body);
  inlined.locals.push_back(target);
  const resolved::ExprId value = library_or_helper(binding, node, range);
  const auto read = [&] { return make(resolved::ReadLocal{target}, where); };
  resolved::Target all{resolved::ElementTarget{read(), {make(resolved::Ellipsis{}, where)}}, where};
  // To NumPy, these are assignments to parts.
  const bool joins = binding.target == "numpy.concatenate" || binding.target == "numpy.concat" || binding.target == "numpy.stack";
  inlined.body.push_back(push(resolved::Assign{{std::move(all)}, value, false, true, !joins}, range));
  inlined.value = read();
  return make(std::move(inlined), range);
}

/// What isinstance, hasattr or `type(x) is T` asks about, as is_instance takes it; no value for other calls.
std::optional<std::string> Expander::asked_class(const syntax::Binding& binding, const syntax::Call& node) {
  if (node.arguments.size() != 2 || !node.keywords.empty()) return std::nullopt;
  const auto& second = program_[node.arguments[1]].node;
  const auto* attribute = std::get_if<syntax::StringLiteral>(&second);
  if (binding.target == "builtins.hasattr" && attribute != nullptr) return "." + attribute->value;
  const bool exactly = binding.target == "unpython.is_exactly";
  if (!exactly && binding.target != "builtins.isinstance") return std::nullopt;
  const auto* several = std::get_if<syntax::Tuple>(&second);
  std::string names = exactly ? "=" : "";
  for (const syntax::ExprId id : several ? several->elements : std::vector{node.arguments[1]}) {
    const syntax::Binding* type = called(id);
    if (type == nullptr) return std::nullopt;
    names += (names.empty() || names == "=" ? "" : " ") + type->target;
  }
  return names;
}

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

/// A list of numbers where only its elements count.
resolved::ExprId Expander::expr_or_list(syntax::ExprId id) {
  const auto* list = std::get_if<syntax::List>(&program_[id].node);
  const auto* several = std::get_if<syntax::Tuple>(&program_[id].node);
  if (!list && !several) return expr(id);
  std::vector<resolved::ExprId> elements;
  for (const syntax::ExprId element : list ? list->elements : several->elements)
    elements.push_back(expr_or_list(element));
  return make(resolved::Tuple{std::move(elements)}, program_[id].range);
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

resolved::ExprId Expander::array_call(const ArrayFunction& function, const std::string& path,
                                      const syntax::Call& node, const SourceRange& range,
                                      const LibraryFunction* inner) {
  std::vector<std::string> keywords;
  std::vector<resolved::ExprId> given;
  if (const auto stacked = stack_of_list(function, node, range)) return *stacked;
  for (const syntax::ExprId id : node.arguments) given.push_back(numpy_argument(id));
  for (const syntax::Keyword& keyword : node.keywords) {
    given.push_back(numpy_argument(keyword.value));
    keywords.push_back(keyword.name);
  }
  std::string problem;
  const std::vector<size_t> positions = bind_parameters(function, node.arguments.size(), keywords, problem);
  if (!problem.empty()) return wrong(reasons::kWrongArguments, range, "'" + path + "' " + problem);
  resolved::CallArray call{&function, std::vector<resolved::ExprId>(parameter_names(function).size()), inner};
  for (size_t i = 0; i < given.size(); ++i) {
    if (positions[i] >= call.arguments.size()) call.arguments.resize(positions[i] + 1);
    call.arguments[positions[i]] = given[i];
  }
  for (size_t i = 0; i < call.arguments.size() && i < arrays_taken(function.family); ++i)
    if (call.arguments[i].valid() && std::holds_alternative<resolved::Tuple>(out_[call.arguments[i]].node))
      call.arguments[i] = array_of_values(call.arguments[i], out_[call.arguments[i]].range);
  return make(std::move(call), range);
}

resolved::ExprId Expander::library_call(const syntax::Binding& binding, const syntax::Call& node,
                                        const SourceRange& range) {
  if (binding.target == "unpython._adds_in_order")
    return literal(ir::make_bool(hints_.adds_in_order), range);
  if (binding.target == "unpython._for_device") return literal(ir::make_bool(hints_.for_device), range);
  if (binding.target == "unpython._in_parallel") return literal(ir::make_bool(in_parallel_), range);
  const LibraryFunction* function = find_function(binding.target);
  const auto dtype = find_dtype(binding.target);
  if (!function && !dtype) {
    if (find_loop_function(binding.target))
      return wrong(reasons::kLoopOutside, range, "'" + binding.path + "' outside the head of a for loop");
    return wrong(reasons::kUnsupportedCall, range, "'" + binding.path + "' is not supported",
                 std::string(advice_for_call(binding.target)));
  }
  if (!node.keywords.empty())
    return wrong(reasons::kUnsupportedCall, node.keywords[0].range,
                 "keyword '" + node.keywords[0].name + "' of '" + binding.path + "' is not supported",
                 "give the arguments by position");
  const size_t count = node.arguments.size();
  if (dtype) {
    if (count != 1)
      return wrong(reasons::kWrongArguments, range, "'" + binding.path + "' takes 1 argument here");
    return make(resolved::Convert{*dtype, expr(node.arguments[0])}, range);
  }
  const bool enough = count >= static_cast<size_t>(function->min_arguments);
  const bool few = function->max_arguments < 0 || count <= static_cast<size_t>(function->max_arguments);
  if (!enough || !few)
    return wrong(reasons::kWrongArguments, range,
                 "'" + binding.path + "' takes " + accepted_count(*function) + " here, " +
                     std::to_string(count) + (count == 1 ? " was" : " were") + " given",
                 "give it " + accepted_count(*function));
  return make(resolved::CallLibrary{function, exprs(node.arguments)}, range);
}

/// One that gives an array is called with the shape and the type of that array first.
resolved::ExprId Expander::host_call(const syntax::Binding& binding, const syntax::Call& node, const SourceRange& range) {
  const size_t end = binding.target.find(' ');
  const std::string gives = binding.target.substr(0, end);
  std::string name = end == std::string::npos ? binding.path : binding.target.substr(end + 1);
  if (name.ends_with('.')) name += frame_->function->name;  // a module, whose function of this name calls it
  if (!node.keywords.empty())
    return wrong(reasons::kUnsupportedCall, node.keywords[0].range,
                 "keyword '" + node.keywords[0].name + "' of '" + binding.path + "' is not supported",
                 "give the arguments by position");
  resolved::CallHost call{.function = binding.index};
  if (in_parallel_) call.in_parallel = name;
  size_t first = 0;
  if (gives == "array") {
    const ArrayFunction* empty = find_array_function("numpy.empty");
    resolved::CallArray made{empty, {expr(node.arguments.at(0)), expr(node.arguments.at(1))}};
    call.made = make(std::move(made), range);
    first = 2;
  } else if (gives == "shown") {
    call.shows = true;
  } else if (gives != "none") {
    call.number = find_dtype("numpy." + gives);
  }
  for (size_t i = first; i < node.arguments.size(); ++i) call.arguments.push_back(expr(node.arguments[i]));
  return make(std::move(call), range);
}

resolved::ExprId Expander::inlined_call(const Callable& called, const syntax::Call& node,
                                        const SourceRange& range) {
  const int function = called.binding != nullptr ? called.binding->index : called.literal;
  const syntax::Function& callee = program_.functions[static_cast<size_t>(function)];
  if (std::find(stack_.begin(), stack_.end(), function) != stack_.end())
    return wrong(reasons::kRecursion, range,
                 "'" + callee.name + "' calls itself, directly or through others");
  if (out_.exprs.size() > kLargestFunction)
    return wrong(reasons::kTooLarge, range, "the function and its helpers are too large together");

  Frame frame;
  frame.function = &callee;
  if (called.around != nullptr)
    frame.site = called.around->site;
  else if (frame_->site || called.binding->kind == syntax::BindingKind::NumpyFunction)
    frame.site = seen(range);
  see_names_around(frame, called);
  make_locals(frame, true);
  // A loop in place of recursion keeps names in lists that grow: _writing/recursion.py.
  if (in_parallel_ && frame.locals.contains("_recursion_states_"))
    return wrong(reasons::kRecursion, range, "'" + callee.name + "' calls itself, and stands in a parallel loop");
  frame.depth = 0;
  frame.returns_value = returns_value(program_, callee.body);
  if (frame.returns_value) frame.result = out_.locals.push({callee.name, true, true});

  resolved::Inlined inlined;
  inlined.locals = frame.own;
  if (frame.returns_value) inlined.locals.push_back(frame.result);
  if (!bind_arguments(frame, called, node, range, inlined.body)) return make(resolved::Erroneous{}, range);
  Frame* const caller = frame_;
  frame_ = &frame;
  stack_.push_back(function);
  if (returns_end_branches(program_, callee.body)) {
    frame.returns = Returns::AtTail;
    resolved::Body statements = tail(callee.body);
    inlined.body.insert(inlined.body.end(), statements.begin(), statements.end());
  } else {
    frame.returns = Returns::ByExit;
    frame.exit = out_.exits.push(callee.name);
    resolved::Body statements = whole_body(callee.body);
    if (frame.returns_value)
      assign_local(frame.result, make(resolved::NoneValue{}, callee.range), callee.range, statements);
    inlined.body.push_back(push(resolved::Exitable{frame.exit, std::move(statements), frame.result}, range));
  }
  stack_.pop_back();
  frame_ = caller;
  if (frame.returned && (frame.returns_plain || !always_leaves(program_, callee.body)))
    return wrong(reasons::kUnsupportedValue, range, "'" + callee.name + "' returns an object here and something else there");
  if (frame.returned) {
    inlined.value = read_record(frame.returned, range);
    const resolved::ExprId made = make(std::move(inlined), range);
    records_[made.value] = frame.returned;
    return made;
  }
  inlined.value = frame.returns_value ? make(resolved::ReadLocal{frame.result}, range)
                                      : make(resolved::NoneValue{}, range);
  return make(std::move(inlined), range);
}

bool Expander::check_arguments(const syntax::Function& function, const Callable& called,
                               const syntax::Call& node, const SourceRange& range) {
  const std::vector<std::string> names = parameter_names(function);
  const auto report = [&](const SourceRange& where, const std::string& what, std::string advice = {}) {
    if (advice.empty())
      advice = names.empty() ? "it has no parameters" : "its parameters are " + listed(names);
    mistakes_.report(reasons::kWrongArguments, where, function.name + "() " + what, std::move(advice));
    return false;
  };
  const size_t positional = function.parameters.size();
  const size_t count = (called.object ? 1U : 0U) + called.first.size() + node.arguments.size();
  if (count > positional && function.rest.empty())
    return report(range, "takes " + accepted_positional(function) + " but " + std::to_string(count) +
                             (count == 1 ? " was" : " were") + " given");
  std::vector<std::string> given(names.begin(),
                                 names.begin() + static_cast<std::ptrdiff_t>(std::min(count, positional)));
  const auto* first = function.body.empty()
                          ? nullptr
                          : std::get_if<syntax::UnsupportedStmt>(&program_[function.body.front()].node);
  const bool takes_any = first != nullptr && first->kind == "VariableArguments";
  for (const syntax::Keyword& keyword : node.keywords) {
    if (keyword.name.empty()) return report(keyword.range, "is called with `**`", "name each argument");
    if (std::find(names.begin(), names.end(), keyword.name) == names.end() && takes_any) {
      mistakes_.report(reasons::kUnsupportedStatement, keyword.range, "`**kwargs` is not supported",
                       "name each parameter");
      return false;
    }
    if (std::find(names.begin(), names.end(), keyword.name) == names.end())
      return report(keyword.range, "got an unexpected keyword argument '" + keyword.name + "'",
                    did_you_mean(keyword.name, names));
    if (std::find(given.begin(), given.end(), keyword.name) != given.end())
      return report(keyword.range, "got multiple values for argument '" + keyword.name + "'");
    given.push_back(keyword.name);
  }
  const auto missing_of = [&](const std::vector<syntax::Parameter>& parameters) {
    std::vector<std::string> missing;
    for (const syntax::Parameter& p : parameters)
      if (!p.default_value.valid() && !called.bound.contains(p.name) &&
          std::find(given.begin(), given.end(), p.name) == given.end())
        missing.push_back("'" + p.name + "'");
    return missing;
  };
  for (const auto& [parameters, kind] :
       {std::pair(&function.parameters, "positional"), std::pair(&function.keyword_only, "keyword-only")}) {
    const std::vector<std::string> missing = missing_of(*parameters);
    if (!missing.empty())
      return report(range, "missing " +
                               plural(missing.size(), std::string("required ") + kind + " argument") + ": " +
                               listed(missing));
  }
  return true;
}

bool Expander::bind_arguments(Frame& callee, const Callable& called, const syntax::Call& node,
                              const SourceRange& range, resolved::Body& out) {
  const syntax::Function& function = *callee.function;
  if (!check_arguments(function, called, node, range)) return false;
  std::vector<std::string> given;
  const auto give_value = [&](const std::string& name, resolved::ExprId value, const SourceRange& where) {
    assign_local(callee.locals.at(name), value, where, out);
    callee.plain.insert(name);
    given.push_back(name);
  };
  const auto give = [&](const std::string& name, syntax::ExprId id, const SourceRange& where) {
    if (auto passed = function_value(id, out)) {
      callee.functions.insert_or_assign(name, std::move(*passed));
      given.push_back(name);
      return;
    }
    if (may_be_record(id)) {
      const resolved::ExprId value = any_value(id);
      if (const RecordPtr record = record_of(value)) {
        bind_record(callee, name, value, record, false, where, out);
        given.push_back(name);
        return;
      }
      give_value(name, value, where);
      return;
    }
    give_value(name, callee.site ? expr_or_list(id) : expr(id), where);
  };
  if (called.object && !function.parameters.empty()) {
    callee.records[function.parameters[0].name] = called.object;
    given.push_back(function.parameters[0].name);
  }
  std::vector<resolved::ExprId> rest;
  for (const resolved::LocalId value : called.first) {
    const resolved::ExprId read = make(resolved::ReadLocal{value}, range);
    if (given.size() == function.parameters.size())
      rest.push_back(read);
    else
      give_value(function.parameters[given.size()].name, read, range);
  }
  for (const syntax::ExprId id : node.arguments) {
    if (given.size() == function.parameters.size())
      rest.push_back(expr(id));
    else
      give(function.parameters[given.size()].name, id, program_[id].range);
  }
  for (const syntax::Keyword& keyword : node.keywords) give(keyword.name, keyword.value, keyword.range);
  if (!function.rest.empty()) give_value(function.rest, make(resolved::Tuple{std::move(rest)}, range), range);
  bind_defaults(callee, called, given, out);
  return true;
}

/// What the call leaves out: values that were bound before, then the defaults that are part of the program.
void Expander::bind_defaults(Frame& callee, const Callable& called, const std::vector<std::string>& given,
                             resolved::Body& out) {
  const syntax::Function& function = *callee.function;
  Frame defaults;
  defaults.function = &function;
  defaults.site = callee.site;
  Frame* const caller = std::exchange(frame_, &defaults);
  for (const auto* parameters : {&function.parameters, &function.keyword_only}) {
    for (const syntax::Parameter& parameter : *parameters) {
      if (std::find(given.begin(), given.end(), parameter.name) != given.end()) continue;
      const auto bound = called.bound.find(parameter.name);
      const resolved::ExprId value = bound != called.bound.end()
                                         ? make(resolved::ReadLocal{bound->second}, parameter.range)
                                         : expr(parameter.default_value);
      assign_local(callee.locals.at(parameter.name), value, parameter.range, out);
    }
  }
  frame_ = caller;
}

}  // namespace unpython::frontend
