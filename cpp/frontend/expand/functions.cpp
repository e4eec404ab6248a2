// Functions as values: `def` and `lambda` inside a function, functions that are named, passed on
// or partly applied.
//
// Problem:  a name may stand for a function, and a function may read and change the names around it.
// Choice:   which function a name stands for is known when the program is expanded; calls are inlined. The
//           names around a function are its own names too, so that both see what the other assigns.
// Rejected: functions as values at run time (every call through a pointer; nothing could be inlined).
#include <algorithm>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/syntax/scopes.h"

namespace unpython::frontend {

using resolved::Body;
using resolved::LocalId;

/// Whether a free name stands for a function, not for a number or type.
bool Expander::is_function(const syntax::Binding& binding) {
  using Kind = syntax::BindingKind;
  if (binding.kind == Kind::Function || binding.kind == Kind::NumpyFunction) return true;
  if (binding.kind != Kind::Library || find_dtype(binding.target) || find_constant(binding.target))
    return false;
  if (binding.target == "builtins.float" || binding.target == "builtins.int") return false;  // types to NumPy
  return find_function(binding.target) != nullptr || find_array_function(binding.target) != nullptr;
}

std::optional<Expander::Callable> Expander::function_value(syntax::ExprId id, Body& out) {
  const syntax::ExprNode& node = program_[id].node;
  if (const auto* literal = std::get_if<syntax::FunctionLiteral>(&node))
    return literal_function(*literal, out);
  if (const auto* call = std::get_if<syntax::Call>(&node)) {
    const syntax::Binding* binding = called(call->function);
    const bool is_partial = binding && binding->target == "functools.partial";
    return is_partial ? partial_of(*call, program_[id].range, out) : std::nullopt;
  }
  const auto* name = std::get_if<syntax::Name>(&node);
  if (const auto known = name ? frame_->functions.find(name->id) : frame_->functions.end();
      known != frame_->functions.end())
    return known->second;
  const syntax::Binding* binding = called(id);
  return binding && is_function(*binding) ? std::optional(Callable{.binding = binding}) : std::nullopt;
}

/// Its defaults are evaluated here and now, in the names of the function around it.
Expander::Callable Expander::literal_function(const syntax::FunctionLiteral& node, Body& out) {
  const syntax::Function& function = program_.functions[static_cast<size_t>(node.index)];
  Callable made{
      .literal = node.index, .around = frame_, .seen = std::make_shared<const Names>(frame_->locals)};
  Frame outside;
  outside.function = &function;
  outside.locals = frame_->locals;
  outside.functions = frame_->functions;
  outside.records = frame_->records;
  outside.site = frame_->site;
  Frame* const here = std::exchange(frame_, &outside);
  for (const auto* parameters : {&function.parameters, &function.keyword_only})
    for (const syntax::Parameter& parameter : *parameters)
      if (parameter.default_value.valid())
        made.bound[parameter.name] = hidden_local(parameter.name, expr(parameter.default_value), out);
  frame_ = here;
  return made;
}

std::optional<Expander::Callable> Expander::partial_of(const syntax::Call& node, const SourceRange& range,
                                                       Body& out) {
  std::optional<Callable> made;
  if (!node.arguments.empty()) made = function_value(node.arguments[0], out);
  if (!made) return std::nullopt;
  if (made->binding != nullptr && made->binding->kind == syntax::BindingKind::Library) {
    mistakes_.report(reasons::kUnsupportedCall, seen(range),
                     "functools.partial of '" + made->binding->path + "' is not supported", "write a lambda");
    return std::nullopt;
  }
  for (size_t i = 1; i < node.arguments.size(); ++i)
    made->first.push_back(hidden_local("argument", expr(node.arguments[i]), out));
  for (const syntax::Keyword& keyword : node.keywords)
    made->bound[keyword.name] = hidden_local(keyword.name, expr(keyword.value), out);
  return made;
}

void Expander::see_names_around(Frame& callee, const Callable& called) {
  if (called.around == nullptr) return;
  callee.functions = called.around->functions;
  callee.locals = called.around->locals;
  callee.records = called.around->records;
  for (auto& [name, local] : callee.locals) {
    const auto then = called.seen->find(name);
    if (of_comprehensions_.contains(local.value) && then != called.seen->end()) local = then->second;
  }
  for (const auto& [name, local] : *called.seen) callee.locals.try_emplace(name, local);
}

resolved::ExprId Expander::call_value(const Callable& callable, const syntax::Call& node,
                                      const SourceRange& range) {
  if (callable.binding != nullptr && callable.binding->kind == syntax::BindingKind::Library)
    return library_or_helper(*callable.binding, node, range);
  return inlined_call(callable, node, range);
}

/// `f = <function>` and `def f`: the name stands for the function from here on. True if the statement is one.
bool Expander::assign_function(const syntax::Assign& node, const SourceRange& range, Body& out) {
  const auto* name = std::get_if<syntax::Name>(&program_[node.targets[0]].node);
  if (name == nullptr || node.targets.size() != 1) return false;
  auto value = function_value(node.value, out);
  const bool is_one = frame_->functions.contains(name->id);
  if (!value && !is_one) return false;
  if (!value || times_assigned(program_, *frame_->function, name->id) > 1) {
    mistakes_.report(reasons::kUnsupportedValue, seen(range),
                     "'" + name->id + "' stands for a function and is assigned more than once",
                     "give each function a name of its own");
    return true;
  }
  frame_->functions.insert_or_assign(name->id, std::move(*value));
  return true;
}

}  // namespace unpython::frontend
