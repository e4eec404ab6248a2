// Types and what is said of them; promotion by kind and width.
#include "frontend/types/types.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "frontend/types/times.h"

namespace unpython::frontend {

namespace {

Type of_kind(Type::Kind kind) {
  Type type;
  type.kind = kind;
  return type;
}

Type scalar(ScalarType type, bool is_weak) {
  Type result = of_kind(Type::Kind::Scalar);
  result.scalar = type;
  result.weak = is_weak;
  return result;
}

ScalarType signed_of_size(int64_t bytes) {
  switch (bytes) {
    case 1:
      return ScalarType::Int8;
    case 2:
      return ScalarType::Int16;
    case 4:
      return ScalarType::Int32;
    default:
      return ScalarType::Int64;
  }
}

ScalarType promote_integers(ScalarType a, ScalarType b) {
  if (is_signed_integer(a) == is_signed_integer(b)) return size_of(a) >= size_of(b) ? a : b;
  const ScalarType with_sign = is_signed_integer(a) ? a : b;
  const ScalarType without = is_signed_integer(a) ? b : a;
  if (size_of(with_sign) > size_of(without)) return with_sign;
  if (without == ScalarType::UInt64) return ScalarType::Float64;
  return signed_of_size(2 * size_of(without));
}

/// The float type that an integer or Bool takes beside a float of type `beside`.
ScalarType float_beside(ScalarType type, ScalarType beside) {
  if (is_integer(type) && size_of(type) > 2) return ScalarType::Float64;
  if (is_integer(type) && size_of(type) == 2 && beside == ScalarType::Float16) return ScalarType::Float32;
  return beside;
}

ScalarType make_complex(ScalarType real) {
  return real != ScalarType::Float64 ? ScalarType::Complex64 : ScalarType::Complex128;
}

/// The default strong type of a weak number's kind.
ScalarType widest_of_kind(int kind) {
  constexpr ScalarType kWidest[] = {ScalarType::Bool, ScalarType::Int64, ScalarType::Float64,
                                    ScalarType::Complex128};
  return kWidest[kind];
}

Type promote_weak_with_strong(const Type& weak_side, const Type& strong_side) {
  const int kind = kind_rank(weak_side.scalar);
  if (kind <= kind_rank(strong_side.scalar)) return strong(strong_side.scalar);
  if (kind == 3 && is_float(strong_side.scalar)) return strong(make_complex(strong_side.scalar));
  return strong(widest_of_kind(kind));
}

std::string article(std::string_view word) {
  const bool vowel = !word.empty() && std::string_view("aeio").find(word[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(word);
}

std::string describe_scalar(const Type& type) {
  if (!type.weak) return article(full_name(type.scalar));
  constexpr std::string_view kNames[] = {"a Python bool", "a Python int", "a Python float",
                                         "a Python complex number"};
  return std::string(kNames[kind_rank(type.scalar)]);
}

}  // namespace

Type error_type() { return of_kind(Type::Kind::Error); }
Type none_type() { return of_kind(Type::Kind::None); }
Type weak(ScalarType type) { return scalar(type, true); }
Type strong(ScalarType type) { return scalar(type, false); }

Type known(const ir::Constant& value) {
  Type type = weak(value.type);
  type.known = value;
  return type;
}

Type known_int(int64_t value) {
  return known(ir::Constant{.type = ScalarType::Int64, .integer = value, .real = 0.0});
}

Type known_bool(bool value) {
  return known(ir::Constant{.type = ScalarType::Bool, .integer = value, .real = 0.0});
}

Type tuple(std::vector<Type> elements) {
  Type type = of_kind(Type::Kind::Tuple);
  type.elements = std::move(elements);
  return type;
}

Type whole_array(ScalarType type, int rank, int position) {
  Type result = of_kind(Type::Kind::Array);
  result.scalar = type;
  result.has_base = true;
  result.argument = position;
  result.rank = rank;
  result.base_rank = rank;
  for (int d = 0; d < rank; ++d) result.axes.push_back({.dimension = d});
  return result;
}

Type without_dimensions(const Type& element) {
  Type type = forget_value(element);
  type.of_array = true;
  return type;
}

Type computed_array(ScalarType type, int rank) { return rank == 0 ? strong(type) : new_array(type, rank); }

bool is_array_of(const Type& type, ScalarType scalar) {
  return type.is_array() && type.rank > 0 && !type.is_list_of_items() && type.scalar == scalar;
}

Type local_array(ScalarType type, int rank, int web, int part) {
  Type result = whole_array(type, rank, -1);
  result.part = part;
  result.local = web;
  return result;
}

Type new_array(ScalarType type, int rank) {
  Type result = of_kind(Type::Kind::Array);
  result.scalar = type;
  result.rank = rank;
  return result;
}

Type new_list(const Type& item) {
  Type list = new_array(item.scalar, 1);
  list.lists = 1;
  list.weak = item.weak;
  return list;
}

Type item_of_list(const Type& list) { return list.weak ? weak(list.scalar) : strong(list.scalar); }

Type as_numpy(const Type& type) { return type.is_list_of_items() ? new_array(type.scalar, type.rank) : type; }

Type element_of(const Type& type) { return type.is_array() ? strong(type.scalar) : type; }

bool is_whole(const Type& type) {
  if (!type.is_view() || type.rank != type.base_rank) return false;
  for (int d = 0; d < type.rank; ++d) {
    const Axis& axis = type.axes[static_cast<size_t>(d)];
    if (axis.dimension != d || !axis.whole) return false;
  }
  return true;
}

std::vector<int> subscripted_dimensions(const Type& view) {
  std::vector<int> result;
  for (int d = 0; d < view.base_rank; ++d)
    if (std::none_of(view.axes.begin(), view.axes.end(), [&](const Axis& a) { return a.dimension == d; }))
      result.push_back(d);
  return result;
}

std::optional<int64_t> known_integer(const Type& type) {
  if (!type.is_scalar() || !type.known || kind_rank(type.scalar) > 1 || is_large_integer(type))
    return std::nullopt;
  return type.known->integer;
}

std::optional<bool> known_truth(const Type& type) {
  if (!type.is_scalar() || !type.known || kind_rank(type.scalar) > 1) return std::nullopt;
  return type.known->integer != 0;
}

std::optional<bool> known_to_be_equal(const Type& a, const Type& b) {
  using Kind = Type::Kind;
  const bool numbers = a.is_scalar() && b.is_scalar() && a.known && b.known;
  if (numbers && kind_rank(a.scalar) <= 1 && kind_rank(b.scalar) <= 1)
    return a.known->integer == b.known->integer;
  if (numbers && a.scalar == ScalarType::Float64 && b.scalar == ScalarType::Float64)
    return a.known->real == b.known->real;
  if (a.is(Kind::Dtype) && b.is(Kind::Dtype)) return a.scalar == b.scalar;
  if (a.is(Kind::Text) && b.is(Kind::Text)) return a.text == b.text;
  const bool apart = (a.is(Kind::Text) && b.is_scalar()) || (a.is_scalar() && b.is(Kind::Text));
  return apart ? std::optional(false) : std::nullopt;
}

bool is_large_integer(const Type& type) {
  return type.is_scalar() && type.weak && type.scalar == ScalarType::UInt64;
}

Type forget_value(Type type) {
  type.known.reset();
  type.of_array = false;
  if (type.is_either())
    for (Type& one : type.elements) one.known.reset();
  return type;
}

std::string describe(const Type& type) {
  switch (type.kind) {
    case Type::Kind::Unknown:
    case Type::Kind::Error:
      return "an unknown value";
    case Type::Kind::None:
      return "None";
    case Type::Kind::Text:
      return "a string";
    case Type::Kind::Scalar:
      return describe_scalar(type);
    case Type::Kind::Either: {
      std::string text;
      for (const Type& one : type.elements) text += (text.empty() ? "" : " or ") + describe_scalar(one);
      return text;
    }
    case Type::Kind::Array:
      if (type.lists > 0)
        return type.is_list_of_arrays() ? "a list of arrays"
               : type.lists > 1         ? "a list of lists"
                                        : "a list of numbers";
      return "a " + std::to_string(type.rank) + "-dimensional " + full_name(type.scalar) +
             " array";
    case Type::Kind::Tuple:
      return (type.is_list ? "a list of " : "a tuple of ") + std::to_string(type.elements.size());
    case Type::Kind::Dtype:
      return "the type " + full_name(type.scalar);
    case Type::Kind::Slice:
      return "a slice";
    case Type::Kind::Ellipsis:
      return "`...`";
  }
  return {};
}

int kind_rank(ScalarType type) {
  if (type == ScalarType::Bool) return 0;
  if (is_time(type)) return 4;
  if (is_integer(type)) return 1;
  return is_float(type) ? 2 : 3;
}

ScalarType float_type_of(ScalarType type) {
  if (is_float(type) || is_complex(type)) return type;
  if (size_of(type) == 1) return ScalarType::Float16;
  return size_of(type) == 2 ? ScalarType::Float32 : ScalarType::Float64;
}

ScalarType promote(ScalarType a, ScalarType b) {
  if (a == b) return a;
  if (is_time(a) && is_time(b)) return common_time(a, b).value_or(a);
  if (is_time(a) || is_time(b)) return is_time(a) ? a : b;  // what may be done with both is listed in times.h
  if (kind_rank(a) > kind_rank(b)) std::swap(a, b);
  const int low = kind_rank(a);
  const int high = kind_rank(b);
  if (low == 0) return b;
  if (high == 1) return promote_integers(a, b);
  const ScalarType real_b = real_part_type(b);
  const ScalarType real_a = low == 1 ? float_beside(a, real_b) : real_part_type(a);
  const ScalarType real = std::max(real_a, real_b);  // the wider one comes later
  return high == 3 ? make_complex(real) : real;
}

Type promote(const Type& a, const Type& b) {
  if (a.weak && b.weak) return weak(kind_rank(a.scalar) >= kind_rank(b.scalar) ? a.scalar : b.scalar);
  if (a.weak) return promote_weak_with_strong(a, b);
  if (b.weak) return promote_weak_with_strong(b, a);
  return strong(promote(a.scalar, b.scalar));
}

int64_t lowest(ScalarType type) {
  if (!is_signed_integer(type)) return 0;
  return std::numeric_limits<int64_t>::min() >> (64 - 8 * size_of(type));
}

int64_t highest(ScalarType type) {
  if (type == ScalarType::Bool) return 1;
  if (is_signed_integer(type)) return std::numeric_limits<int64_t>::max() >> (64 - 8 * size_of(type));
  if (size_of(type) == 8) return std::numeric_limits<int64_t>::max();
  return (int64_t{1} << (8 * size_of(type))) - 1;
}

bool fits(int64_t value, ScalarType type) { return value >= lowest(type) && value <= highest(type); }

bool holds_half(const Type& type) {
  if (type.is_tuple() || type.is_either()) return std::any_of(type.elements.begin(), type.elements.end(), holds_half);
  return (type.is_scalar() || type.is_array() || type.is(Type::Kind::Dtype)) && type.scalar == ScalarType::Float16;
}

}  // namespace unpython::frontend
