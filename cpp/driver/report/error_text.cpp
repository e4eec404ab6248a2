// Fills the placeholders {0}, {1}, ... of an error site and says where it stands.
#include "driver/report/error_text.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "ir/elements.h"
#include "ir/rewrite.h"
#include "support/number_text.h"
#include "support/text_writer.h"

namespace unpython::driver {
namespace {

/// Types of the arguments that statements raising `error` pass; integers where nothing else is said.
std::vector<ScalarType> argument_types(const ir::Function& function, ir::ErrorId error) {
  for (const ir::Stmt& stmt : function.stmts) {
    const auto* raise = std::get_if<ir::Raise>(&stmt.node);
    if (raise == nullptr || raise->error != error) continue;
    std::vector<ScalarType> types;
    for (const ir::ExprId argument : raise->arguments) types.push_back(function[argument].type);
    return types;
  }
  return {};
}

/// A number in one of the formats that messages know: [0][width][.precision][type] as in Python, where `s`
/// says that a float has 32 bits, `b` that an integer is a bool and `u` that it is unsigned.
std::string argument_text(int64_t bits, ScalarType type, std::string_view format) {
  const char kind = format.empty() || format.back() <= '9' ? '\0' : format.back();
  if (kind != '\0') format.remove_suffix(1);
  const bool zeros = format.starts_with('0');
  const size_t point = std::min(format.find('.'), format.size());
  const int width = std::atoi(std::string(format.substr(0, point)).c_str());
  const int precision = point == format.size() ? 6 : std::atoi(std::string(format.substr(point + 1)).c_str());
  std::string digits;
  if (is_float(type) && kind != '\0' && kind != 's') {
    const std::string pattern = std::string("%.*") + kind;
    const auto value = std::bit_cast<double>(bits);
    digits.resize(static_cast<size_t>(std::snprintf(nullptr, 0, pattern.c_str(), precision, value)) + 1);
    std::snprintf(digits.data(), digits.size(), pattern.c_str(), precision, value);
    digits.pop_back();
  } else {
    TextWriter text;
    if (is_float(type) && kind == 's') {
      const std::string mark(1, RuntimeError::kNarrowMark);
      text << mark << number_text(std::bit_cast<double>(bits)) << mark;
    } else if (is_float(type)) {
      text << number_text(std::bit_cast<double>(bits));
    } else if (kind == 'b') {
      text << (bits != 0 ? "True" : "False");
    } else if (kind == 'u') {
      text << std::to_string(static_cast<uint64_t>(bits));
    } else {
      text << bits;
    }
    digits = text.take();
  }
  const size_t missing = static_cast<size_t>(std::max(width - static_cast<int>(digits.size()), 0));
  const bool negative = digits.starts_with('-');
  return zeros ? digits.insert(negative ? 1 : 0, missing, '0') : std::string(missing, ' ') + digits;
}

/// Length of the placeholder at the start of the pattern, {0} or {0:format}; 0 if there is none.
size_t placeholder_length(std::string_view pattern, int arguments) {
  if (pattern.size() < 3 || pattern[0] != '{' || pattern[1] < '0' || pattern[1] - '0' >= arguments) return 0;
  const size_t end = pattern.find('}');
  return end != std::string_view::npos && (end == 2 || pattern[2] == ':') ? end + 1 : 0;
}

std::string fill(std::string_view pattern, const abi::ErrorRecord& record,
                 const std::vector<ScalarType>& types) {
  std::string text;
  while (!pattern.empty()) {
    const size_t length = placeholder_length(pattern, record.argument_count);
    if (length == 0) {
      text += pattern.front();
      pattern.remove_prefix(1);
      continue;
    }
    const auto at = static_cast<size_t>(pattern[1] - '0');
    const std::string_view format = length > 3 ? pattern.substr(3, length - 4) : "";
    text += argument_text(record.arguments[at], at < types.size() ? types[at] : ScalarType::Int64, format);
    pattern.remove_prefix(length);
  }
  return text;
}

/// A check of a subscript names its array behind the message that NumPy has: " (array 'a')".
bool is_check(const ir::Function& function, ir::ErrorId error) {
  return std::any_of(function.stmts.begin(), function.stmts.end(), [&](const ir::Stmt& stmt) {
    const auto* check = std::get_if<ir::CheckIndex>(&stmt.node);
    return check != nullptr && check->error == error;
  });
}

/// Before a message that is the key which was not there (keys.py), before the type of each of its numbers, and behind them.
constexpr char kKeyMark = '\x03';

std::vector<std::string> take_key_types_out(std::string& message) {
  std::vector<std::string> types;
  for (size_t end; (end = message.find(kKeyMark, 1)) != std::string::npos; message.erase(0, end))
    types.push_back(message.substr(1, end - 1));
  message.erase(0, 1);
  return types;
}

void take_array_out(RuntimeError& error) {
  const size_t at = error.message.rfind(" (");
  if (at == std::string::npos || !error.message.ends_with(')')) return;
  error.about = error.message.substr(at + 2, error.message.size() - at - 3);
  error.message.resize(at);
}

/// What its passes have dropped is still among the statements of a function, but not in its body.
bool leaves_caller_alone(const ir::Function& code) {
  const auto is_of_caller = [&](ir::ArrayId array) { return code[array].space == ir::AddressSpace::Argument; };
  const auto calls_python = [&](ir::StmtId id) {
    const auto* call = std::get_if<ir::CallHost>(&code[id].node);
    return call != nullptr && !call->is_native;
  };
  return !code.body.empty() && !ir::any_stmt(code, code.body, calls_python) &&
         std::ranges::none_of(ir::stored_arrays(code, code.body), is_of_caller);
}

}  // namespace

std::string_view python_name(ir::ErrorKind kind) {
  switch (kind) {
    case ir::ErrorKind::IndexError:
      return "IndexError";
    case ir::ErrorKind::ZeroDivisionError:
      return "ZeroDivisionError";
    case ir::ErrorKind::ValueError:
      return "ValueError";
    case ir::ErrorKind::OverflowError:
      return "OverflowError";
    case ir::ErrorKind::AssertionError:
      return "AssertionError";
    case ir::ErrorKind::UnboundLocalError:
      return "UnboundLocalError";
    case ir::ErrorKind::TypeError:
      return "TypeError";
    case ir::ErrorKind::RuntimeError:
      return "RuntimeError";
    case ir::ErrorKind::ArithmeticError:
      return "ArithmeticError";
    case ir::ErrorKind::LookupError:
      return "LookupError";
    case ir::ErrorKind::KeyError:
      return "KeyError";
    case ir::ErrorKind::FloatingPointError:
      return "FloatingPointError";
    case ir::ErrorKind::StopIteration:
      return "StopIteration";
    case ir::ErrorKind::NotImplementedError:
    case ir::ErrorKind::Refused:
      return "NotImplementedError";
    case ir::ErrorKind::Exception:
      return "Exception";
    case ir::ErrorKind::MemoryError:
      return "MemoryError";
    case ir::ErrorKind::LinAlgError:
      return "LinAlgError";
    case ir::ErrorKind::RecursionError:
      return "RecursionError";
    case ir::ErrorKind::AttributeError:
      return "AttributeError";
    case ir::ErrorKind::NameError:
      return "NameError";
  }
  return "RuntimeError";
}

RuntimeError describe(const ir::Function& code, const std::vector<std::string>& files,
                      const abi::ErrorRecord& record) {
  const ir::ErrorId error{record.site};
  if (!code.errors.contains(error)) {
    throw InternalError("reading an error record", "site " + std::to_string(record.site) + " does not exist");
  }
  const ir::ErrorSite& site = code.errors[error];
  RuntimeError result;
  result.kind = site.kind;
  result.left_alone = site.kind == ir::ErrorKind::Refused && leaves_caller_alone(code);
  const std::vector<ScalarType> types = argument_types(code, error);
  result.message = fill(site.message, record, types);
  if (result.message.starts_with(kKeyMark)) {
    result.key_types = take_key_types_out(result.message);
    result.key.assign(record.arguments, record.arguments + types.size());
  }
  if (is_check(code, error)) take_array_out(result);
  result.line = site.range.line;
  const auto file = static_cast<size_t>(site.range.file);
  if (file < files.size()) result.file = std::filesystem::path(files[file]).filename().string();
  return result;
}

std::string RuntimeError::place() const {
  std::string text = about;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (line == 0) return text;
  if (!file.empty()) add(file);
  add("line " + std::to_string(line));
  return text;
}

std::string RuntimeError::text() const {
  std::string plain = message;
  std::erase(plain, kNarrowMark);
  const std::string where = place();
  return where.empty() ? plain : plain + (plain.empty() ? "(" : " (") + where + ")";
}

}  // namespace unpython::driver
