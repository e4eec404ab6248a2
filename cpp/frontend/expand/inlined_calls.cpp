// Calls of helpers, which are inlined: their arguments are bound as Python binds them.
#include <algorithm>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/expand/returns.h"
#include "frontend/library/half_functions.h"
#include "frontend/syntax/suggest.h"

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

}  // namespace

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
  frame.around = frame.locals;
  make_locals(frame, true);
  // A loop in place of recursion keeps names in lists that grow: _writing/functions/recursion.py.
  if (in_parallel_ && frame.locals.contains("_recursion_states_"))
    return wrong(reasons::kRecursion, range, "'" + callee.name + "' calls itself, and stands in a parallel loop");
  frame.depth = 0;
  frame.returns_value = returns_value(program_, callee.body);
  if (frame.returns_value) frame.result = out_.locals.push({callee.name, true, true});

  resolved::Inlined inlined;
  inlined.locals = frame.own;
  if (frame.returns_value) inlined.locals.push_back(frame.result);
  if (!bind_arguments(frame, called, node, range, inlined.body)) return make(resolved::Erroneous{}, range);
  inlined.bound = inlined.body.size();
  if (called.binding != nullptr && called.binding->kind == syntax::BindingKind::NumpyFunction) {
    inlined.library = callee.name;
    inlined.unlike_numpy_of_half = !gives_half_as_numpy(callee.name);
  }
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
  const bool makes_object = called.object && called.binding != nullptr && function.name == "__init__";
  const std::string name = makes_object ? called.binding->path : function.name;
  const auto report = [&](const SourceRange& where, const std::string& what, std::string advice = {}) {
    const std::vector<std::string> others(names.begin() + (called.object && !names.empty() ? 1 : 0), names.end());
    if (advice.empty())
      advice = others.empty()       ? "it has no parameters"
               : others.size() == 1 ? "its parameter is " + others[0]
                                    : "its parameters are " + listed(others);
    mistakes_.report(reasons::kWrongArguments, where, name + "() " + what, std::move(advice));
    return false;
  };
  for (const syntax::ExprId argument : node.arguments) {
    const auto* other = std::get_if<syntax::UnsupportedExpr>(&program_[argument].node);
    if (other == nullptr || other->kind != "Starred") continue;
    mistakes_.report(reasons::kUnsupportedExpression, program_[argument].range,
                     "`*` before an argument whose length is not known is not supported", "write its items: " + name + "(v[0], v[1])");
    return false;
  }
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
