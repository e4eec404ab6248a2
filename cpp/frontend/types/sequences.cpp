#include "frontend/types/sequences.h"

#include <algorithm>

#include "frontend/types/operations.h"

namespace unpython::frontend {

namespace {

constexpr int64_t kMostItems = 256;  // each is a variable of its own

bool is_plain_tuple(const Type& type) { return type.is_tuple() && !type.is_list && type.record < 0; }

/// The sequence and how often it is taken, of `x * n` and `n * x`.
std::optional<std::pair<const Type*, int64_t>> repetition(const Type& left, const Type& right) {
  const auto is_sequence = [](const Type& type) { return is_plain_tuple(type) || type.is(Type::Kind::Text); };
  const Type& sequence = is_sequence(left) ? left : right;
  const auto count = known_integer(is_sequence(left) ? right : left);
  if (!is_sequence(sequence) || !count) return std::nullopt;
  return std::pair(&sequence, std::max<int64_t>(*count, 0));
}

}  // namespace

std::optional<Type> joined_sequences(syntax::BinaryOperator op, const Type& left, const Type& right) {
  if (op == syntax::BinaryOperator::Add && is_plain_tuple(left) && is_plain_tuple(right)) {
    std::vector<Type> items = left.elements;
    items.insert(items.end(), right.elements.begin(), right.elements.end());
    return tuple(std::move(items));
  }
  if (op == syntax::BinaryOperator::Add && left.is(Type::Kind::Text) && right.is(Type::Kind::Text)) {
    Type text = left;
    text.text += right.text;
    return text;
  }
  const auto repeated = op == syntax::BinaryOperator::Mult ? repetition(left, right) : std::nullopt;
  if (!repeated) return std::nullopt;
  const auto& [sequence, count] = *repeated;
  const auto size = static_cast<int64_t>(sequence->is_tuple() ? sequence->elements.size() : sequence->text.size());
  if (size > 0 && count > kMostItems / size) return std::nullopt;
  Type result = *sequence;
  result.elements.clear();
  result.text.clear();
  for (int64_t i = 0; i < (size > 0 ? count : 0); ++i) {
    result.elements.insert(result.elements.end(), sequence->elements.begin(), sequence->elements.end());
    result.text += sequence->text;
  }
  return result;
}

std::optional<Type> array_of_tuple(const Type& tuple) {
  if (!tuple.is_tuple() || tuple.elements.empty()) return std::nullopt;
  Type type;
  for (const Type& element : tuple.elements) {
    if (!element.is_scalar()) return std::nullopt;
    if (is_time(element.scalar)) return std::nullopt;
    type = type.is_scalar() ? promote(type, strengthen(element)) : strengthen(element);
  }
  return new_array(type.scalar, 1);
}

bool holds_array(const Type& tuple) {
  return tuple.is_tuple() && std::any_of(tuple.elements.begin(), tuple.elements.end(),
                                         [](const Type& element) { return element.is_array() || holds_array(element); });
}

std::optional<Type> array_of_rows(const Type& value) {
  if (value.is_list_of_arrays()) return std::nullopt;
  if (value.is_array()) return new_array(value.scalar, value.rank);
  if (!holds_array(value)) return array_of_tuple(value);
  std::optional<Type> all;
  for (const Type& element : value.elements) {
    const auto row = array_of_rows(element);
    if (!row || is_time(row->scalar) || row->rank >= kMaxRank || (all && all->rank != row->rank)) return std::nullopt;
    all = new_array(all ? promote(all->scalar, row->scalar) : row->scalar, row->rank);
  }
  return new_array(all->scalar, all->rank + 1);
}

std::optional<Type> list_of_tuple(const Type& tuple) {
  if (!tuple.is_tuple() || !tuple.is_list || tuple.elements.empty()) return std::nullopt;
  const Type item = forget_value(tuple.elements[0]);
  for (const Type& element : tuple.elements)
    if (!element.is_scalar() || !(forget_value(element) == item)) return std::nullopt;
  return new_list(item);
}

}  // namespace unpython::frontend
