// Fills the placeholders {0}, {1}, ... of an error site and adds where it stands.
#include "driver/error_text.h"

#include <bit>
#include <filesystem>
#include <string_view>

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

std::string argument_text(int64_t bits, ScalarType type) {
  TextWriter text;
  if (is_float(type)) {
    text << std::bit_cast<double>(bits);
  } else {
    text << bits;
  }
  return text.take();
}

std::string fill(std::string_view pattern, const abi::ErrorRecord& record,
                 const std::vector<ScalarType>& types) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const bool placeholder = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
    const int index = placeholder ? pattern[i + 1] - '0' : -1;
    if (index < 0 || index >= record.argument_count) {
      text += pattern[i];
      continue;
    }
    const auto at = static_cast<size_t>(index);
    text += argument_text(record.arguments[at], at < types.size() ? types[at] : ScalarType::Int64);
    i += 2;
  }
  return text;
}

/// Adds the place; a message that ends in a name in parentheses ("... (array 'a')") takes it inside.
std::string with_place(std::string message, const SourceRange& range, const std::vector<std::string>& files) {
  if (range.line == 0) return message;
  const auto file = static_cast<size_t>(range.file);
  const std::string name = file < files.size() ? std::filesystem::path(files[file]).filename().string() : "";
  const std::string place = (name.empty() ? "" : name + ", ") + "line " + std::to_string(range.line);
  if (message.ends_with("')")) {
    message.pop_back();
    return message + ", " + place + ")";
  }
  return (message.empty() ? "(" : message + " (") + place + ")";
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
      return "NotImplementedError";
    case ir::ErrorKind::Exception:
      return "Exception";
    case ir::ErrorKind::MemoryError:
      return "MemoryError";
    case ir::ErrorKind::LinAlgError:
      return "LinAlgError";
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
  return {site.kind, with_place(fill(site.message, record, argument_types(code, error)), site.range, files)};
}

}  // namespace unpython::driver
