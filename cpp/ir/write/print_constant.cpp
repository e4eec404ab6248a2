#include "ir/write/print_constant.h"

#include "support/text_writer.h"

namespace unpython::ir {

namespace {

std::string real(ScalarType part, double value) {
  TextWriter writer;
  if (part == ScalarType::Float32) {
    writer << static_cast<float>(value);
  } else {
    writer << value;
  }
  return writer.take();
}

}  // namespace

std::string print_constant(const Constant& constant) {
  ScalarType type = constant.type;
  std::string name(name_of(type));
  ScalarType part = real_part_type(type);
  switch (type) {
    case ScalarType::Bool:
      return constant.integer != 0 ? "True" : "False";
    case ScalarType::Int64:
      return std::to_string(constant.integer);
    case ScalarType::UInt64:
      return name + "(" + std::to_string(static_cast<uint64_t>(constant.integer)) + ")";
    case ScalarType::Float64:
      return real(type, constant.real.real());
    case ScalarType::Float16:
    case ScalarType::Float32:
      return name + "(" + real(type, constant.real.real()) + ")";
    case ScalarType::Complex64:
    case ScalarType::Complex128:
      return name + "(" + real(part, constant.real.real()) + ", " + real(part, constant.real.imag()) + ")";
    default:
      return name + "(" + std::to_string(constant.integer) + ")";
  }
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace unpython::ir
