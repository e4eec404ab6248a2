#include "codegen/c_family/c_types.h"

#include <bit>
#include <cmath>

#include "ir/half.h"
#include "support/text_writer.h"

namespace unpython::codegen {
namespace {

std::string float_number(const Dialect& dialect, ScalarType type, double value) {
  const bool single = type == ScalarType::Float32;
  if (!std::isfinite(value)) {
    const uint64_t bits =
        single ? std::bit_cast<uint32_t>(static_cast<float>(value)) : std::bit_cast<uint64_t>(value);
    return dialect.float_of_bits(type, bits);
  }
  TextWriter text;
  if (single) {
    text << static_cast<float>(value) << 'f';
  } else {
    text << value;
  }
  std::string written = text.take();
  return written[0] == '-' ? "(" + written + ")" : written;
}

std::string integer_number(ScalarType type, int64_t value) {
  const bool wide = type == ScalarType::Int64 || type == ScalarType::UInt64;
  if (is_unsigned_integer(type)) {
    return std::to_string(static_cast<uint64_t>(value)) + (wide ? "ul" : "u");
  }
  if (value == INT64_MIN) return "(i64)0x8000000000000000ul";
  const bool fits = value > INT32_MIN && value <= INT32_MAX;
  const std::string written = std::to_string(value) + (fits ? "" : "l");
  return value < 0 ? "(" + written + ")" : written;
}

}  // namespace

std::string_view value_type(ScalarType type) {
  constexpr std::string_view kNames[kScalarTypeCount] = {"bool", "i8",  "i16", "i32", "i64", "u8",  "u16",
                                                         "u32",  "u64", "u16", "f32", "f64", "c64", "c128"};
  return kNames[static_cast<int>(type)];
}

std::string_view memory_type(ScalarType type) { return type == ScalarType::Bool ? "u8" : value_type(type); }

std::string_view ring_type(ScalarType type) { return integer_bits(type) == 64 ? "u64" : "u32"; }

int integer_bits(ScalarType type) { return static_cast<int>(size_of(type)) * 8; }

std::string number(const Dialect& dialect, const ir::Constant& value) {
  if (value.type == ScalarType::Float16) return "(u16)" + std::to_string(ir::half_bits(value.real.real())) + "u";
  if (is_float(value.type)) return float_number(dialect, value.type, value.real.real());
  if (is_complex(value.type)) {
    const ScalarType part = real_part_type(value.type);
    return std::string(value_type(value.type)) + "_of(" + float_number(dialect, part, value.real.real()) +
           ", " + float_number(dialect, part, value.real.imag()) + ")";
  }
  if (value.type == ScalarType::Bool) return value.integer != 0 ? "true" : "false";
  return integer_number(value.type, value.integer);
}

}  // namespace unpython::codegen
