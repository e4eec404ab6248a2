// Exceptions that the program raises, and what they say: constant text, or text with values formatted into
// it.
#include "frontend/expand/expander.h"

namespace unpython::frontend {

namespace {

/// str(...), which shows a float32 in fewer digits than format(...) does.
constexpr std::string_view kAsStr = "!s";
/// Placeholders that ir::Raise has room for.
constexpr size_t kMostValues = 4;

/// [0][width][.precision][type], of which the type says how numbers look; others are left to plain Python.
bool is_simple_format(const std::string& format) {
  size_t i = 0;
  const auto digits = [&] {
    while (i < format.size() && format[i] >= '0' && format[i] <= '9') ++i;
  };
  digits();
  const size_t width = i;
  const bool precise = i < format.size() && format[i] == '.';
  if (precise) ++i;
  const size_t from = i;
  if (precise) digits();
  const bool has_precision = i > from;
  const bool has_type = i < format.size();
  if (has_type && std::string_view("dfFeEgG").find(format[i]) == std::string_view::npos) return false;
  const bool integer = has_type && format[i] == 'd';
  return width <= 2 && i - from <= 2 && i + (has_type ? 1 : 0) == format.size() && precise == has_precision &&
         (!precise || (has_type && !integer));
}

}  // namespace

void Expander::assertion(const syntax::Assert& node, const SourceRange& range, resolved::Body& out) {
  const resolved::ExprId condition = expr(node.condition);
  resolved::Raise raised{ir::ErrorKind::AssertionError, ""};
  if (node.message.valid() && !add_argument(node.message, raised)) add_text(node.message, raised);
  const resolved::ExprId fails = make(resolved::Unary{syntax::UnaryOperator::Not, condition}, range);
  resolved::Body then_body{push(std::move(raised), range)};
  out.push_back(push(resolved::If{fails, std::move(then_body), {}}, range));
}

void Expander::raise(const syntax::Raise& node, const SourceRange& range, resolved::Body& out) {
  if (!node.exception.valid()) {
    mistakes_.report(reasons::kUnsupportedStatement, range, "`raise` without an exception is not supported",
                     "name a built-in exception, as in raise ValueError('...')");
    return;
  }
  const auto* as_call = std::get_if<syntax::Call>(&program_[node.exception].node);
  const syntax::Binding* binding = called(as_call ? as_call->function : node.exception);
  const auto kind = binding && binding->kind == syntax::BindingKind::Library ? find_exception(binding->target)
                                                                             : std::nullopt;
  if (binding && binding->kind == syntax::BindingKind::Missing) {
    expr(node.exception);  // says that it is not defined
    return;
  }
  if (!kind) {
    mistakes_.report(reasons::kUnsupportedStatement, range, "this exception is none of those that are raised here",
                     "raise ValueError, RuntimeError or another of the common built-in exceptions");
    return;
  }
  resolved::Raise raised{*kind, ""};
  if (as_call && !as_call->keywords.empty()) {
    mistakes_.report(reasons::kConstantMessage, range, "keywords of an exception are not supported");
  } else if (as_call && as_call->arguments.size() > 1) {
    if (!add_arguments(as_call->arguments, resolved::kSeveral, raised))
      mistakes_.report(reasons::kConstantMessage, range, "the arguments of an exception are constant texts and numbers with names here");
  } else if (as_call && as_call->arguments.size() == 1) {
    if (!add_argument(as_call->arguments[0], raised)) add_text(as_call->arguments[0], raised);
  }
  out.push_back(push(std::move(raised), range));
}

/// A number, a name, or a tuple of them: no text, or a name of one.
bool Expander::add_argument(syntax::ExprId id, resolved::Raise& to) {
  const syntax::ExprNode& node = program_[id].node;
  if (const auto* tuple = std::get_if<syntax::Tuple>(&node)) return add_arguments(tuple->elements, resolved::kOneTuple, to);
  const auto* text = std::get_if<syntax::StringLiteral>(&node);
  return (text == nullptr || text->value.empty()) && add_arguments({id}, resolved::kSeveral, to);  // ValueError("") has an argument
}

/// ("too large", n): constant texts and numbers.
bool Expander::add_arguments(const std::vector<syntax::ExprId>& given, char form, resolved::Raise& to) {
  const auto is_text = [&](syntax::ExprId id) { return std::get_if<syntax::StringLiteral>(&program_[id].node); };
  const auto is_number = [&](syntax::ExprId id) {
    const syntax::ExprNode& node = program_[id].node;
    return std::holds_alternative<syntax::Name>(node) || std::holds_alternative<syntax::Subscript>(node) ||
           std::holds_alternative<syntax::IntLiteral>(node) || std::holds_alternative<syntax::Unary>(node);
  };
  size_t values = 0;
  for (const syntax::ExprId id : given) {
    if (const auto* text = is_text(id); text && text->value.find('{') != std::string::npos) return false;
    if (!is_text(id) && (!is_number(id) || ++values > kMostValues)) return false;
  }
  if (given.empty() || to.kind == ir::ErrorKind::Refused) return false;
  to.message = std::string(1, resolved::kArguments) + form;
  for (const syntax::ExprId id : given) {
    to.message += resolved::kArguments;
    if (const auto* text = is_text(id)) {
      to.message += text->value;
    } else {
      to.message += resolved::kValueBegin + std::string(resolved::kArgument) + resolved::kValueEnd;
      to.values.push_back(expr(id));
    }
  }
  return true;
}

void Expander::add_text(syntax::ExprId id, resolved::Raise& to) {
  const syntax::ExprNode& node = program_[id].node;
  if (const auto* text = std::get_if<syntax::StringLiteral>(&node)) {
    to.message += text->value;
    return;
  }
  if (std::holds_alternative<syntax::Name>(node) && to.values.size() < kMostValues) {
    to.message += resolved::kValueBegin + std::string(resolved::kTextOnly) + resolved::kValueEnd;
    to.values.push_back(expr(id));
    return;
  }
  const auto* operation = std::get_if<syntax::Binary>(&node);
  if (operation && operation->op == syntax::BinaryOperator::Add) {
    add_text(operation->left, to);
    return add_text(operation->right, to);
  }
  const auto* pattern = operation && operation->op == syntax::BinaryOperator::Mod
                            ? std::get_if<syntax::StringLiteral>(&program_[operation->left].node)
                            : nullptr;
  if (pattern) {
    const auto* several = std::get_if<syntax::Tuple>(&program_[operation->right].node);
    const std::vector<syntax::ExprId> values =
        several ? several->elements : std::vector<syntax::ExprId>{operation->right};
    if (add_percent_formatted(pattern->value, values, to)) return;
  }
  const auto* call = std::get_if<syntax::Call>(&node);
  if (call && call->keywords.empty()) {
    const auto* method = std::get_if<syntax::Attribute>(&program_[call->function].node);
    const auto* of = method ? std::get_if<syntax::StringLiteral>(&program_[method->value].node) : nullptr;
    if (of && method->name == "format" && add_formatted(of->value, call->arguments, to)) return;
    const auto* function = std::get_if<syntax::Name>(&program_[call->function].node);
    const bool is_str = function && function->id == "str" && called(call->function);
    if (is_str && call->arguments.size() == 1 && add_formatted("{!s}", call->arguments, to)) return;
  }
  mistakes_.report(reasons::kConstantMessage, program_[id].range,
                   "the message must be text, with values in simple formats at most");
}

/// "{}, {:.3f}".format(x, y)
bool Expander::add_formatted(const std::string& pattern, const std::vector<syntax::ExprId>& values,
                             resolved::Raise& to) {
  size_t used = 0;
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    const bool doubled = i + 1 < pattern.size() && pattern[i + 1] == c;
    if ((c == '{' || c == '}') && doubled) ++i;
    if (c != '{' || doubled) {
      if (c == '}' && !doubled) return false;
      text += c;
      continue;
    }
    const size_t end = pattern.find('}', i);
    if (end == std::string::npos || used == values.size()) return false;
    std::string format = pattern.substr(i + 1, end - i - 1);
    const bool as_str = format == kAsStr;
    if (!format.empty() && format[0] != ':' && !as_str) return false;
    if (!format.empty() && !as_str) format.erase(0, 1);
    if (!as_str && !is_simple_format(format)) return false;
    text += resolved::kValueBegin + format + resolved::kValueEnd;
    ++used;
    i = end;
  }
  if (used != values.size() || to.values.size() + used > kMostValues) return false;
  to.message += text;
  for (const syntax::ExprId id : values) to.values.push_back(expr(id));
  return true;
}

/// "%d, %.3f" % (x, y)
bool Expander::add_percent_formatted(const std::string& pattern, const std::vector<syntax::ExprId>& values,
                                     resolved::Raise& to) {
  std::string braces;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c != '%') {
      braces += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
      continue;
    }
    size_t end = i + 1;
    while (end < pattern.size() &&
           std::string_view("0123456789.").find(pattern[end]) != std::string_view::npos)
      ++end;
    if (end == pattern.size()) return false;
    std::string format = pattern.substr(i + 1, end - i);
    i = end;
    if (format == "%") {
      braces += '%';
      continue;
    }
    if (format.back() == 'i') format.back() = 'd';
    braces += format == "s" ? "{" + std::string(kAsStr) + "}" : "{:" + format + "}";
  }
  return add_formatted(braces, values, to);
}

}  // namespace unpython::frontend
