// Scalar types: the vocabulary shared by every stage.
#pragma once
#include <cstdint>
#include <string_view>

namespace unpython {

enum class ScalarType : uint16_t {
  Bool,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Float16,  ///< kept so; computed in Float32 and rounded (ir/builder.h)
  Float32,
  Float64,
  Complex64,
  Complex128,
};
inline constexpr int kScalarTypeCount = 14;

/// From here on: datetime64 and timedelta64, each with its unit. Only the front end and the results of a call know them; the IR
/// has Int64 in their place. time_types.h says what the bits are.
inline constexpr uint16_t kFirstTimeType = 1U << 15;
[[nodiscard]] constexpr bool is_time(ScalarType t) { return static_cast<uint16_t>(t) >= kFirstTimeType; }
/// What the IR computes with.
[[nodiscard]] constexpr ScalarType machine_type(ScalarType t) { return is_time(t) ? ScalarType::Int64 : t; }

/// Bytes of one element in an array; Bool is one byte.
[[nodiscard]] constexpr int64_t size_of(ScalarType type) {
  constexpr int64_t kSizes[kScalarTypeCount] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 8, 16};
  return kSizes[static_cast<int>(machine_type(type))];
}

[[nodiscard]] constexpr bool is_signed_integer(ScalarType t) {
  return t >= ScalarType::Int8 && t <= ScalarType::Int64;
}
[[nodiscard]] constexpr bool is_unsigned_integer(ScalarType t) {
  return t >= ScalarType::UInt8 && t <= ScalarType::UInt64;
}
[[nodiscard]] constexpr bool is_integer(ScalarType t) {
  return is_signed_integer(t) || is_unsigned_integer(t);
}
/// Whole numbers, truth values among them.
[[nodiscard]] constexpr bool is_whole_number(ScalarType t) { return t == ScalarType::Bool || is_integer(t); }
[[nodiscard]] constexpr bool is_float(ScalarType t) {
  return t >= ScalarType::Float16 && t <= ScalarType::Float64;
}
[[nodiscard]] constexpr bool is_complex(ScalarType t) {
  return t == ScalarType::Complex64 || t == ScalarType::Complex128;
}

/// The real type a complex number is made of (Complex64 -> Float32); other types are returned as they are.
[[nodiscard]] constexpr ScalarType real_part_type(ScalarType t) {
  if (t == ScalarType::Complex64) return ScalarType::Float32;
  if (t == ScalarType::Complex128) return ScalarType::Float64;
  return t;
}

/// NumPy's name: "bool", "int8", ..., "complex128"; of a time without its unit: time_types.h has all of it.
[[nodiscard]] constexpr std::string_view name_of(ScalarType type) {
  if (is_time(type)) return (static_cast<uint16_t>(type) & 1U << 14) != 0 ? "timedelta64" : "datetime64";
  constexpr std::string_view kNames[kScalarTypeCount] = {
      "bool",   "int8",   "int16",   "int32",   "int64",   "uint8",     "uint16",
      "uint32", "uint64", "float16", "float32", "float64", "complex64", "complex128"};
  return kNames[static_cast<int>(type)];
}

inline constexpr int kMaxRank = 8;

}  // namespace unpython
