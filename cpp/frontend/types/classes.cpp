#include "frontend/types/classes.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace unpython::frontend {

namespace {

constexpr auto kOthers = std::to_array<std::string_view>(
    {"builtins.bool", "builtins.int", "builtins.float", "builtins.complex", "builtins.list", "builtins.tuple",
     "builtins.str", "builtins.dict", "builtins.set", "numpy.ndarray", "numpy.generic", "numpy.number",
     "numpy.integer", "numpy.signedinteger", "numpy.unsignedinteger", "numpy.inexact", "numpy.floating",
     "numpy.complexfloating", "numpy.bool", "numpy.int8", "numpy.int16", "numpy.int32", "numpy.int64",
     "numpy.uint8", "numpy.uint16", "numpy.uint32", "numpy.uint64", "numpy.float16", "numpy.float32", "numpy.float64",
     "numpy.complex64", "numpy.complex128"});
/// Classes of which each object has a type that says so.
constexpr auto kNumbers =
    std::to_array<std::string_view>({"builtins.bool", "builtins.int", "builtins.float", "builtins.complex"});
constexpr auto kOfArrays =
    std::to_array<std::string_view>({"shape", "ndim", "dtype", "size", "itemsize", "nbytes", "T", "mT", "real", "imag"});

std::vector<std::string> classes_of_number(const Type& type) {
  const ScalarType scalar = type.scalar;
  if (type.weak) {
    if (scalar == ScalarType::Bool) return {"builtins.bool", "builtins.int"};
    return {is_complex(scalar) ? "builtins.complex" : is_float(scalar) ? "builtins.float" : "builtins.int"};
  }
  std::vector<std::string> classes{"numpy." + std::string(name_of(scalar)), "numpy.generic"};
  if (is_time(scalar) && name_of(scalar) == "timedelta64")  // which is an integer to NumPy
    classes.insert(classes.end(), {"numpy.number", "numpy.integer", "numpy.signedinteger"});
  if (scalar == ScalarType::Bool || is_time(scalar)) return classes;
  classes.emplace_back("numpy.number");
  if (scalar == ScalarType::Float64) classes.emplace_back("builtins.float");
  if (scalar == ScalarType::Complex128) classes.emplace_back("builtins.complex");
  classes.emplace_back(is_integer(scalar) ? "numpy.integer" : "numpy.inexact");
  if (is_complex(scalar)) classes.emplace_back("numpy.complexfloating");
  if (is_float(scalar)) classes.emplace_back("numpy.floating");
  const bool is_unsigned = is_integer(scalar) && lowest(scalar) == 0;
  if (is_integer(scalar)) classes.emplace_back(is_unsigned ? "numpy.unsignedinteger" : "numpy.signedinteger");
  return classes;
}

/// Its own class first; none where that is not known.
std::vector<std::string> classes_of(const Type& type) {
  if (type.is_scalar() && !type.of_array) return classes_of_number(type);
  if (type.is_list_of_items() || (type.is_tuple() && type.is_list && type.record < 0)) return {"builtins.list"};
  if (type.is_tuple() && type.record < 0) return {"builtins.tuple"};
  if (type.is_array() && type.rank > 0) return {"numpy.ndarray"};
  if (type.is(Type::Kind::Text)) return {"builtins.str"};
  if (type.is(Type::Kind::None)) return {"None"};
  return {};
}

std::optional<bool> has_attribute(const Type& type, std::string_view name) {
  if (std::find(kOfArrays.begin(), kOfArrays.end(), name) == kOfArrays.end()) return std::nullopt;
  const bool is_number = type.is_scalar() && type.weak;
  if (is_number) return name == "real" || name == "imag";
  if (type.is_scalar() || (type.is_array() && !type.is_list_of_items())) return true;
  return classes_of(type).empty() ? std::nullopt : std::optional(false);
}

}  // namespace

std::optional<bool> is_instance(const Type& type, std::string_view asked) {
  if (type.is_either()) {
    const std::optional<bool> first = is_instance(type.elements[0], asked);
    const bool alike = std::all_of(type.elements.begin(), type.elements.end(),
                                   [&](const Type& one) { return is_instance(one, asked) == first; });
    return alike ? first : std::nullopt;
  }
  if (asked.starts_with('.')) return has_attribute(type, asked.substr(1));
  std::vector<std::string> classes = classes_of(type);
  const bool exactly = asked.starts_with('=');
  if (exactly) asked.remove_prefix(1);
  if (exactly && !classes.empty()) classes.resize(1);
  bool found = false;
  while (!asked.empty()) {
    const std::string_view name = asked.substr(0, asked.find(' '));
    asked.remove_prefix(std::min(asked.size(), name.size() + 1));
    if (std::find(kOthers.begin(), kOthers.end(), name) == kOthers.end()) return std::nullopt;
    const bool is_no_number = exactly && std::find(kNumbers.begin(), kNumbers.end(), name) != kNumbers.end();
    if (classes.empty() && !is_no_number) return std::nullopt;
    found = found || std::find(classes.begin(), classes.end(), name) != classes.end();
  }
  return found;
}

}  // namespace unpython::frontend
