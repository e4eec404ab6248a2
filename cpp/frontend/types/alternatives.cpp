#include "frontend/types/alternatives.h"
#include "frontend/types/join.h"

#include <algorithm>

namespace unpython::frontend {

namespace {

bool holds_all(ScalarType type, const std::vector<Type>& all) {
  return std::all_of(all.begin(), all.end(), [&](const Type& one) { return is_exact_number(one, type); });
}

}  // namespace

bool is_exact_number(const Type& from, ScalarType to) {
  if (from.scalar == to || from.scalar == ScalarType::Bool) return true;
  if (to == ScalarType::Bool) return false;
  if (kind_rank(from.scalar) > kind_rank(to)) return false;
  if (from.known) return is_integer(to) ? fits(from.known->integer, to) : is_exact_in(*from.known, to);
  if (is_integer(to)) return always_fits(from.scalar, to);
  const int64_t mantissa_bytes = size_of(real_part_type(to)) / 2;
  if (is_integer(from.scalar)) return size_of(from.scalar) <= mantissa_bytes;
  return size_of(real_part_type(from.scalar)) <= size_of(real_part_type(to));
}

bool is_inexact_in_float(const Type& number) {
  return number.weak && number.scalar == ScalarType::Int64 && !is_exact_number(number, ScalarType::Float64);
}

bool is_python_float(const Type& number) { return number.weak && number.scalar == ScalarType::Float64; }

bool always_fits(ScalarType from, ScalarType to) {
  if (from == to || from == ScalarType::Bool) return true;
  if (from == ScalarType::UInt64) return false;
  if (to == ScalarType::UInt64) return is_unsigned_integer(from);
  return lowest(from) >= lowest(to) && highest(from) <= highest(to);
}

std::vector<Type> alternatives(const Type& number) {
  return number.is_either() ? number.elements : std::vector<Type>{number};
}

int alternative_number(const Type& either, const Type& type) {
  for (size_t i = 0; i < either.elements.size(); ++i) {
    const Type& one = either.elements[i];
    if (one.weak == type.weak && one.scalar == type.scalar) return static_cast<int>(i);
  }
  return -1;
}

/// NumPy's types first: then a loop that adds up small numbers does so in their type.
std::optional<ScalarType> common_type(const Type& number) {
  const std::vector<Type> all = alternatives(number);
  for (auto one = all.rbegin(); one != all.rend(); ++one)
    if (holds_all(one->scalar, all)) return one->scalar;
  ScalarType wide = all.front().scalar;
  for (const Type& one : all) wide = promote(wide, one.scalar);
  return holds_all(wide, all) ? std::optional(wide) : std::nullopt;
}

std::vector<ScalarType> representations(const Type& either) {
  if (const auto common = common_type(either)) return {*common};
  std::vector<ScalarType> types;
  for (const Type& one : either.elements) types.push_back(one.scalar);
  return types;
}

Type over_alternatives(const std::vector<Type>& operands,
                       const std::function<Type(const std::vector<Type>&)>& on_types) {
  const auto either = std::find_if(operands.begin(), operands.end(), [](const Type& t) { return t.is_either(); });
  if (either == operands.end()) return on_types(operands);
  std::vector<Type> one = operands;
  Type result;
  for (const Type& type : either->elements) {
    one[static_cast<size_t>(either - operands.begin())] = type;
    const Type part = over_alternatives(one, on_types);
    if (part.is_silent()) return part;
    result = join(result, part);
    if (result.is_silent()) return result;
  }
  return result;
}

std::optional<Type> treated_alike(const Type& number, const std::function<OperatorRule(const Type&)>& rule) {
  const auto common = common_type(number);
  if (!common) return std::nullopt;
  const std::vector<Type> all = alternatives(number);
  const auto as = std::find_if(all.rbegin(), all.rend(), [&](const Type& one) { return one.scalar == *common; });
  if (as == all.rend()) return std::nullopt;
  const Type type = forget_value(*as);
  const OperatorRule wanted = rule(type);
  for (const Type& one : all) {
    const OperatorRule given = rule(one);
    const bool same = forget_value(given.result) == forget_value(wanted.result) &&
                      given.compute == wanted.compute && given.mixed_signs == wanted.mixed_signs;
    if (!same) return std::nullopt;
  }
  return type;
}

bool compares_exactly(const Type& number) {
  const auto common = common_type(number);
  return common && kind_rank(*common) <= 1;
}

Type as_integer(const Type& type) {
  if (!type.is_either()) return type;
  const auto common = common_type(type);
  const bool integers = std::all_of(type.elements.begin(), type.elements.end(),
                                    [](const Type& one) { return is_integer(one.scalar); });
  if (!integers || !common) return type;
  return *common == ScalarType::Int64 ? weak(*common) : strong(*common);
}

bool all_count(const Type& number) {
  const std::vector<Type> all = alternatives(number);
  const bool are_integers = std::all_of(all.begin(), all.end(), [](const Type& one) {
    return is_integer(one.scalar) || (one.weak && one.scalar == ScalarType::Bool);
  });
  return are_integers && common_type(number).has_value();
}

std::optional<Type> numpy_alternative(const Type& number) {
  std::optional<Type> result;
  for (const Type& one : alternatives(number)) {
    if (one.weak) continue;
    if (result) return std::nullopt;
    result = one;
  }
  return result;
}

bool has_one_scalar(const Type& number) {
  const std::vector<Type> all = alternatives(number);
  return std::all_of(all.begin(), all.end(),
                     [&](const Type& one) { return one.scalar == all.front().scalar; });
}

bool is_alike_beside(const std::vector<Type>& operands, size_t number) {
  const std::vector<Type> all = alternatives(operands[number]);
  const auto computed_in = [&](Type type) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (i != number) type = promote(type, operands[i].is_either() ? deciding_type(operands[i]) : forget_value(operands[i]));
    }
    return type.scalar;
  };
  return std::all_of(all.begin(), all.end(), [&](const Type& one) {
    return computed_in(forget_value(one)) == computed_in(forget_value(all.front()));
  });
}

Type deciding_type(const Type& number) {
  if (!number.is_either()) return number;
  return has_one_scalar(number) ? strong(number.elements.front().scalar)
                                : numpy_alternative(number).value_or(number);
}

Type shown_as(const Type& number) {
  if (!number.is_either()) return number;
  return has_one_scalar(number) ? forget_value(number.elements.front()) : as_integer(number);
}

Type list_item(const Type& number) {
  if (number.is_scalar() && number.of_array) return new_array(number.scalar, 0);
  return numpy_alternative(number).value_or(number);
}

Type element_item(const Type& number) {
  if (!number.is_either()) return number;
  const auto common = common_type(number);
  const auto numpy = numpy_alternative(number);
  const bool computes_alike = common && numpy && numpy->scalar == *common && real_part_type(*common) == *common &&
                              (*common == ScalarType::Int64 || *common == ScalarType::Float64);
  return computes_alike ? *numpy : number;
}

bool may_be_complex(const Type& number) { return highest_kind(number) == 3; }

int highest_kind(const Type& number) {
  int highest = 0;
  for (const Type& one : alternatives(number)) highest = std::max(highest, kind_rank(one.scalar));
  return highest;
}

Type deciding(const Type& operand, bool is_and) {
  if (!operand.is_number()) return operand;
  Type result;
  for (const Type& one : alternatives(operand)) {
    const std::optional<bool> truth = known_truth(one);
    if (truth != is_and) result = join(result, one);
  }
  return result;
}

}  // namespace unpython::frontend
