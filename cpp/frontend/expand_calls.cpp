// Calls: library functions, conversions, methods, and helpers, which are inlined.
#include <algorithm>

#include "frontend/expander.h"
#include "frontend/returns.h"

namespace unpython::frontend {

namespace {

/// Nodes after inlining: a bound on what helpers that call helpers may grow to.
constexpr int32_t kLargestFunction = 100'000;

std::string plural(size_t n, const std::string& word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
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
  if (const syntax::Binding* binding = called(node.function)) {
    if (binding->kind == syntax::BindingKind::Library) return library_call(*binding, node, range);
    if (binding->kind == syntax::BindingKind::Function) return inlined_call(binding->index, node, range);
    return bound_value(*binding, program_[node.function].range);
  }
  if (const auto* method = std::get_if<syntax::Attribute>(&program_[node.function].node)) {
    const resolved::ExprId value = expr(method->value);
    if (!node.keywords.empty())
      return wrong(reasons::kUnsupportedCall, node.keywords[0].range,
                   "keywords of a method are not supported");
    return make(resolved::CallMethod{value, method->name, exprs(node.arguments)}, range);
  }
  if (const auto* name = std::get_if<syntax::Name>(&program_[node.function].node)) {
    if (is_local(name->id))
      return wrong(reasons::kUnsupportedCall, range, "'" + name->id + "' is a variable and cannot be called");
    if (is_unknown(name->id)) return make(resolved::Erroneous{}, range);
    return wrong(reasons::kUndefinedName, program_[node.function].range,
                 "name '" + name->id + "' is not defined");
  }
  return wrong(reasons::kUnsupportedCall, range, "this call is not supported");
}

resolved::ExprId Expander::library_call(const syntax::Binding& binding, const syntax::Call& node,
                                        const SourceRange& range) {
  const LibraryFunction* function = find_function(binding.target);
  const auto dtype = find_dtype(binding.target);
  if (!function && !dtype) {
    if (find_loop_function(binding.target))
      return wrong(reasons::kLoopOutside, range, "'" + binding.path + "' outside the head of a for loop");
    return wrong(reasons::kUnsupportedCall, range, "'" + binding.path + "' is not supported");
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

resolved::ExprId Expander::inlined_call(int function, const syntax::Call& node, const SourceRange& range) {
  const syntax::Function& callee = program_.functions[static_cast<size_t>(function)];
  if (std::find(stack_.begin(), stack_.end(), function) != stack_.end())
    return wrong(reasons::kRecursion, range,
                 "'" + callee.name + "' calls itself, directly or through others");
  if (out_.exprs.size() > kLargestFunction)
    return wrong(reasons::kTooLarge, range, "the function and its helpers are too large together");

  Frame frame;
  frame.function = &callee;
  make_locals(frame, true);
  frame.returns_value = returns_value(program_, callee.body);
  if (frame.returns_value) frame.result = out_.locals.push({callee.name, true, true});

  resolved::Inlined inlined;
  for (const auto& [name, local] : frame.locals) inlined.locals.push_back(local);
  if (frame.returns_value) inlined.locals.push_back(frame.result);
  if (!bind_arguments(frame, node, range, inlined.body)) return make(resolved::Erroneous{}, range);
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
    resolved::Body statements = body(callee.body);
    if (frame.returns_value)
      assign_local(frame.result, make(resolved::NoneValue{}, callee.range), callee.range, statements);
    inlined.body.push_back(push(resolved::Exitable{frame.exit, std::move(statements)}, range));
  }
  stack_.pop_back();
  frame_ = caller;
  inlined.value = frame.returns_value ? make(resolved::ReadLocal{frame.result}, range)
                                      : make(resolved::NoneValue{}, range);
  return make(std::move(inlined), range);
}

bool Expander::bind_arguments(Frame& callee, const syntax::Call& node, const SourceRange& range,
                              resolved::Body& out) {
  const syntax::Function& function = *callee.function;
  const auto give = [&](const std::string& name, resolved::ExprId value, const SourceRange& where) {
    assign_local(callee.locals.at(name), value, where, out);
  };
  std::vector<std::string> given;
  if (node.arguments.size() > function.parameters.size()) {
    mistakes_.report(reasons::kWrongArguments, range,
                     "'" + function.name + "' takes " + plural(function.parameters.size(), "argument") +
                         ", " + std::to_string(node.arguments.size()) + " were given");
    return false;
  }
  for (size_t i = 0; i < node.arguments.size(); ++i) {
    give(function.parameters[i].name, expr(node.arguments[i]), program_[node.arguments[i]].range);
    given.push_back(function.parameters[i].name);
  }
  std::vector<syntax::Parameter> all = function.parameters;
  all.insert(all.end(), function.keyword_only.begin(), function.keyword_only.end());
  for (const syntax::Keyword& keyword : node.keywords) {
    const bool exists = std::any_of(all.begin(), all.end(),
                                    [&](const syntax::Parameter& p) { return p.name == keyword.name; });
    if (!exists || std::find(given.begin(), given.end(), keyword.name) != given.end()) {
      mistakes_.report(reasons::kWrongArguments, keyword.range,
                       keyword.name.empty() ? "`**` in a call is not supported"
                       : exists ? "'" + function.name + "' got two values for '" + keyword.name + "'"
                                : "'" + function.name + "' has no parameter '" + keyword.name + "'");
      return false;
    }
    give(keyword.name, expr(keyword.value), keyword.range);
    given.push_back(keyword.name);
  }
  Frame* const caller = frame_;
  for (const syntax::Parameter& parameter : all) {
    if (std::find(given.begin(), given.end(), parameter.name) != given.end()) continue;
    if (!parameter.default_value.valid()) {
      mistakes_.report(reasons::kWrongArguments, range,
                       "argument '" + parameter.name + "' of '" + function.name + "' is missing");
      return false;
    }
    Frame defaults;
    defaults.function = &function;
    frame_ = &defaults;
    give(parameter.name, expr(parameter.default_value), parameter.range);
    frame_ = caller;
  }
  return true;
}

}  // namespace unpython::frontend
