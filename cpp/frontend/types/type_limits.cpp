#include "frontend/types/type_limits.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace unpython::frontend {

namespace {

std::optional<TypeLimit> integer(int64_t value) { return TypeLimit{known_int(value), *known_int(value).known}; }

template <class Float>
std::optional<TypeLimit> of_float(ScalarType type, std::string_view name) {
  using Limits = std::numeric_limits<Float>;
  const auto number = [&](Float value) {
    return TypeLimit{strong(type), {.type = type, .integer = 0, .real = static_cast<double>(value)}};
  };
  if (name == "eps") return number(Limits::epsilon());
  if (name == "max") return number(Limits::max());
  if (name == "min") return number(Limits::lowest());
  if (name == "tiny" || name == "smallest_normal") return number(Limits::min());
  return std::nullopt;
}

std::optional<TypeLimit> of_half(std::string_view name) {
  const auto number = [](double value) {
    return TypeLimit{strong(ScalarType::Float16), {.type = ScalarType::Float16, .integer = 0, .real = value}};
  };
  if (name == "eps") return number(0x1p-10);
  if (name == "max") return number(65504);
  if (name == "min") return number(-65504);
  if (name == "tiny" || name == "smallest_normal") return number(0x1p-14);
  return std::nullopt;
}

std::optional<TypeLimit> of_integer(ScalarType type, std::string_view name) {
  const int bits = static_cast<int>(size_of(type)) * 8;
  const bool is_signed = is_signed_integer(type);
  if (name == "min") return integer(is_signed ? std::numeric_limits<int64_t>::min() >> (64 - bits) : 0);
  if (name != "max" || (!is_signed && bits == 64)) return std::nullopt;
  return integer(static_cast<int64_t>(std::numeric_limits<uint64_t>::max() >> (64 - bits + (is_signed ? 1 : 0))));
}

}  // namespace

std::optional<TypeLimit> limit_of_type(ScalarType type, std::string_view name) {
  if (name == "itemsize") return integer(size_of(type));
  if (is_complex(type)) return limit_of_type(real_part_type(type), name);
  if (type == ScalarType::Bool || is_time(type)) return std::nullopt;
  if (name == "bits") return integer(size_of(type) * 8);
  if (is_integer(type)) return of_integer(type, name);
  if (type == ScalarType::Float16) return of_half(name);
  return type == ScalarType::Float32 ? of_float<float>(type, name) : of_float<double>(type, name);
}

std::optional<std::string> text_of_dtype(ScalarType type, std::string_view name) {
  if (is_time(type)) return std::nullopt;
  if (name == "name") return std::string(name_of(type));
  const char kind = type == ScalarType::Bool ? 'b' : is_complex(type) ? 'c' : is_float(type) ? 'f' : is_signed_integer(type) ? 'i' : 'u';
  if (name == "kind") return std::string(1, kind);
  if (name != "str") return std::nullopt;
  return (size_of(type) == 1 ? "|" : "<") + std::string(1, kind) + std::to_string(size_of(type));
}

bool is_attribute_of_dtypes(std::string_view name) {
  constexpr std::string_view kNames[] = {"kind",     "name",      "char",  "num",    "str",   "type",  "byteorder",
                                         "isnative", "alignment", "names", "fields", "descr", "flags", "shape"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace unpython::frontend
