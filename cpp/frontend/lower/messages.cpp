// Exceptions with values in what they say: the numbers become arguments of the Raise.
#include "frontend/lower/lowerer.h"
#include "frontend/types/alternatives.h"

namespace unpython::frontend {

namespace {

struct Shown {
  std::string text;
  std::vector<ir::ExprId> arguments;
};

/// Before a message that is the key which was not there (keys.py), or the arguments of an exception; error_text.cpp reads it, and
/// behind it the type of each number, or a text behind kIsText.
constexpr char kKeyMark = '\x03';
constexpr char kIsText = '\'';

std::string type_of_key(const Type& type) {
  if (!type.weak) return "numpy." + std::string(name_of(type.scalar));
  return type.scalar == ScalarType::Bool ? "bool" : is_float(type.scalar) ? "float" : "int";
}

}  // namespace

/// raise ValueError("too large", n)
void Lowerer::raise_with_arguments(const resolved::Raise& node, const std::vector<Value>& given, const SourceRange& range) {
  std::string text = std::string(1, kKeyMark) + node.message[1];
  std::vector<ir::ExprId> numbers;
  size_t next = 0;
  for (size_t at = 2, end; at < node.message.size(); at = end) {
    end = std::min(node.message.find(resolved::kArguments, at + 1), node.message.size());
    text += kKeyMark;
    if (at + 1 == end || node.message[at + 1] != resolved::kValueBegin) {
      text += kIsText + node.message.substr(at + 1, end - at - 1);
      continue;
    }
    const Value& value = given[next++];
    if (value.type.is(Type::Kind::Text)) {
      text += kIsText + value.type.text;
    } else {
      text += type_of_key(value.type);
      numbers.push_back(cast(value.expr, is_float(value.type.scalar) ? ScalarType::Float64 : ScalarType::Int64));
    }
  }
  emit(build_.raise(build_.error(node.kind, text + kKeyMark, range), numbers, range));
}

void Lowerer::raise(const resolved::Raise& node, const SourceRange& range) {
  std::vector<Value> given = values(node.values);
  for (Value& value : given)
    if (value.type.is_either()) value = as_type(value, shown_as(value.type));
  if (node.message.starts_with(resolved::kArguments)) return raise_with_arguments(node, given, range);
  Shown shown;
  const auto placeholder = [&](ir::ExprId argument, const std::string& format) {
    shown.text += "{" + std::to_string(shown.arguments.size()) + (format.empty() ? "" : ":" + format) + "}";
    shown.arguments.push_back(argument);
  };
  const auto number = [&](const Value& value, const std::string& given_format) {
    const bool as_str = given_format == "!s";
    const std::string format = as_str ? "" : given_format;
    const ScalarType type = value.type.scalar;
    const bool as_float = !format.empty() && format.back() > '9' && format.back() != 'd';
    if (is_float(type) || as_float) {
      const bool single = type == ScalarType::Float32 && as_str;
      placeholder(cast(value.expr, ScalarType::Float64), single ? format + "s" : format);
    } else {
      const bool is_bool = type == ScalarType::Bool && format.empty();
      placeholder(cast(value.expr, ScalarType::Int64), is_bool                      ? "b"
                                                       : type == ScalarType::UInt64 ? format + "u"
                                                                                    : format);
    }
  };
  size_t next = 0;
  const bool is_key = node.kind == ir::ErrorKind::KeyError && node.message.starts_with(kKeyMark);
  if (is_key) {
    for (const Value& value : given) shown.text += kKeyMark + type_of_key(value.type);
    shown.text += kKeyMark;
  }
  for (size_t i = is_key ? 1 : 0; i < node.message.size(); ++i) {
    if (node.message[i] != resolved::kValueBegin) {
      shown.text += node.message[i];
      continue;
    }
    const size_t end = node.message.find(resolved::kValueEnd, i);
    const std::string format = node.message.substr(i + 1, end - i - 1);
    i = end;
    const Value& value = given[next++];
    if (value.type.is(Type::Kind::Text)) {
      shown.text += value.type.text;
    } else if (value.type.is_tuple()) {
      shown.text += "(";
      for (size_t k = 0; k < value.elements.size(); ++k) {
        if (k > 0) shown.text += ", ";
        number(value.elements[k], "");
      }
      shown.text += value.elements.size() == 1 ? ",)" : ")";
    } else {
      number(value, format);
    }
  }
  if (shown.arguments.size() > kMostArguments) shown = {"a message of too many values", {}};
  emit(build_.raise(build_.error(node.kind, shown.text, range), shown.arguments, range));
}

}  // namespace unpython::frontend
