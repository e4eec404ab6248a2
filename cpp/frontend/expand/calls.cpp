// Calls: which kind of call it is; library functions, conversions, and functions of the host.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/syntax/call_advice.h"
#include "ir/constant.h"

namespace unpython::frontend {

namespace {

constexpr std::string_view kNative = "native-";

std::string counted_arguments(int n) { return std::to_string(n) + (n == 1 ? " argument" : " arguments"); }

std::string accepted_count(const LibraryFunction& f) {
  if (f.max_arguments < 0) return "at least " + counted_arguments(f.min_arguments);
  if (f.min_arguments == f.max_arguments) return counted_arguments(f.min_arguments);
  return std::to_string(f.min_arguments) + " to " + counted_arguments(f.max_arguments);
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
    if (const auto called = object_call(node, range)) return *called;
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
  if (binding.kind == syntax::BindingKind::Hidden)
    return wrong(reasons::kUnsupportedCall, range, "'" + binding.path + "' is a number or an array and cannot be called");
  return bound_value(binding, program_[node.function].range);
}

namespace {

/// Whether what NumPy stores to out= has to have its shape: not what is computed element by element.
bool fills_output(const syntax::Program& program, const syntax::Binding& binding) {
  static constexpr auto kElementwise = std::to_array<std::string_view>(
      {"clip", "divmod", "float_power", "fmod", "gcd", "heaviside", "isneginf", "isposinf", "lcm", "logaddexp",
       "logaddexp2", "modf"});
  if (binding.kind == syntax::BindingKind::Library) {
    const LibraryFunction* const function = find_function(binding.target);
    return function == nullptr || !is_elementwise(*function);
  }
  const std::string& name = program.functions[static_cast<size_t>(binding.index)].name;
  return std::find(kElementwise.begin(), kElementwise.end(), name) == kElementwise.end();
}

}  // namespace

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
  const bool has_dtype = std::any_of(node.keywords.begin(), node.keywords.end(),
                                     [](const syntax::Keyword& keyword) { return keyword.name == "dtype"; });
  inlined.body.push_back(push(resolved::Assign{.targets = {std::move(all)},
                                              .value = value,
                                              .keeps_kind = true,
                                              .is_typed = joins || has_dtype,
                                              .is_output = !joins,
                                              .fills = fills_output(program_, binding)},
                             range));
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
  if (binding.target == "unpython._arrays_apart") return literal(ir::make_bool(hints_.arrays_apart), range);
  if (binding.target == "unpython._has_numpy") return literal(ir::make_bool(hints_.has_numpy), range);
  if (binding.target == "unpython._one_thread") return literal(ir::make_bool(hints_.one_thread), range);
  if (binding.target == "unpython._in_parallel") return literal(ir::make_bool(in_parallel_), range);
  const LibraryFunction* function = find_function(binding.target);
  const auto dtype = find_dtype(binding.target);
  if (!function && !dtype) {
    if (find_loop_function(binding.target))
      return wrong(reasons::kLoopOutside, range, "'" + binding.path + "' outside the head of a for loop");
    if (find_constant(binding.target))
      return wrong(reasons::kUnsupportedCall, range, "'" + binding.path + "' is a number and cannot be called",
                   "write it without parentheses");
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
  std::string gives = binding.target.substr(0, end);
  std::string name = end == std::string::npos ? binding.path : binding.target.substr(end + 1);
  if (name.ends_with('.')) name += frame_->function->name;  // a module, whose function of this name calls it
  if (!node.keywords.empty())
    return wrong(reasons::kUnsupportedCall, node.keywords[0].range,
                 "keyword '" + node.keywords[0].name + "' of '" + binding.path + "' is not supported",
                 "give the arguments by position");
  resolved::CallHost call{.function = binding.index};
  call.is_native = gives.starts_with(kNative);
  if (call.is_native) gives.erase(0, kNative.size());
  if (in_parallel_ && !call.is_native) call.in_parallel = name;
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

}  // namespace unpython::frontend
