#include "frontend/types/join.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "frontend/types/alternatives.h"
#include "frontend/types/times.h"
#include "ir/constant.h"

namespace unpython::frontend {
namespace {

/// Types of numbers that one variable tells apart.
constexpr size_t kMostAlternatives = 4;

/// Python's first, then by kind and width, so that equal sets are equal types.
bool comes_before(const Type& a, const Type& b) {
  if (a.weak != b.weak) return a.weak;
  return a.scalar < b.scalar;
}

/// Joining `b` to `a` gives `a`.
bool is_among(const Type& a, const Type& b) {
  if (!a.is_either()) return a == b;
  if (b.is_either())
    return std::all_of(b.elements.begin(), b.elements.end(), [&](const Type& one) { return is_among(a, one); });
  return std::find(a.elements.begin(), a.elements.end(), b) != a.elements.end();
}

Type join_numbers(const Type& a, const Type& b) {
  if (is_among(a, b)) return a;
  if (has_times(a) || has_times(b)) {
    Type kept = forget_value(a);
    return a.is_scalar() && kept == forget_value(b) ? kept : error_type();
  }
  if (is_large_integer(a) || is_large_integer(b)) {
    const Type& other = is_large_integer(a) ? b : a;
    return a == b || other == strong(ScalarType::UInt64) ? other : error_type();
  }
  std::vector<Type> all = alternatives(a);
  for (const Type& one : alternatives(b)) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const Type& known_one) {
      return known_one.weak == one.weak && known_one.scalar == one.scalar;
    });
    if (same != all.end() && same->of_array != one.of_array) return error_type();
    if (same == all.end()) {
      all.push_back(one);
    } else if (same->known != one.known) {
      same->known.reset();
    }
  }
  if (all.size() == 1) return all.front();
  if (all.size() > kMostAlternatives) return error_type();
  std::sort(all.begin(), all.end(), comes_before);
  Type result;
  result.kind = Type::Kind::Either;
  result.elements = std::move(all);
  return result;
}

Type join_tuples(const Type& a, const Type& b) {
  if (a.elements.size() != b.elements.size() || a.is_list != b.is_list || a.record != b.record)
    return error_type();
  Type result = tuple({});
  result.record = a.record;
  result.is_list = a.is_list;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    result.elements.push_back(join(a.elements[i], b.elements[i]));
    if (result.elements.back().is(Type::Kind::Error)) return error_type();
  }
  return result;
}

/// Views of one base that differ in nothing but how much of each dimension they see.
Type join_views(const Type& a, const Type& b) {
  Type result = a;
  bool alike = a.has_base == b.has_base && a.scalar == b.scalar && a.rank == b.rank &&
               a.argument == b.argument && a.local == b.local && a.part == b.part && a.lists == b.lists &&
               a.weak == b.weak;
  alike = alike && a.axes.size() == b.axes.size();
  for (size_t i = 0; alike && i < a.axes.size(); ++i) {
    alike = a.axes[i].dimension == b.axes[i].dimension;
    result.axes[i].whole = a.axes[i].whole && b.axes[i].whole;
  }
  if (a.maker != b.maker) {
    const auto may_be_all = [](const Type& one) { return one.maker == kItself || one.maker == kViewOrItself; };
    result.maker = may_be_all(a) || may_be_all(b) ? kViewOrItself : kSomeView;
  }
  return alike ? result : error_type();
}

/// A list of which nothing is known yet may be any list of numbers.
Type join_open(const Type& a, const Type& b) {
  const bool fits = a.is_array() && b.is_array() && a.lists == b.lists && a.rank == b.rank;
  return !fits ? error_type() : a.is_open ? b : a;
}

}  // namespace

bool is_exact_in(const ir::Constant& value, ScalarType type) {
  const ScalarType part = real_part_type(type);
  const int64_t limit = int64_t{1} << (part == ScalarType::Float16 ? 11 : part == ScalarType::Float32 ? 24 : 53);
  if (is_float(value.type) || is_complex(value.type)) {
    if (part == ScalarType::Float64) return true;
    const auto same = [part](double x) { return std::isnan(x) || ir::make_constant(part, x).real.real() == x; };
    return same(value.real.real()) && same(value.real.imag());
  }
  return value.integer >= -limit && value.integer <= limit;
}

Type join(const Type& a, const Type& b) {
  if (a.is(Type::Kind::Unknown) || b.is(Type::Kind::Error)) return b;
  if (b.is(Type::Kind::Unknown) || a.is(Type::Kind::Error)) return a;
  if (a.is_number() && b.is_number()) return join_numbers(a, b);
  if (a.kind != b.kind) return error_type();
  if (a.is_tuple()) return join_tuples(a, b);
  if (a.is_open || b.is_open) return join_open(a, b);
  if (a.is_array()) return join_views(a, b);
  return a == b ? a : error_type();
}

bool loses_value(const Type& from, const Type& to) {
  if (from.is_tuple() && to.is_tuple() && from.elements.size() == to.elements.size()) {
    for (size_t i = 0; i < from.elements.size(); ++i)
      if (loses_value(from.elements[i], to.elements[i])) return true;
    return false;
  }
  if (!from.is_scalar() || !to.is_scalar() || kind_rank(to.scalar) < 2) return false;
  if (from.known) return !is_exact_in(*from.known, to.scalar);
  if (is_integer(from.scalar)) return size_of(from.scalar) == 8 || (to.scalar == ScalarType::Float16 && size_of(from.scalar) > 1);
  return from.weak && real_part_type(from.scalar) != real_part_type(to.scalar) &&
         from.scalar != ScalarType::Bool;
}

}  // namespace unpython::frontend
