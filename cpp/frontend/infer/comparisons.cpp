// Types of comparisons: of numbers, arrays, tuples, lists and what is among them.
#include <algorithm>

#include "frontend/infer/typer.h"
#include "frontend/types/join.h"
#include "frontend/types/times.h"

namespace unpython::frontend {

Type Typer::compare(const resolved::Compare& node, const SourceRange& range) {
  Type result;
  Type left = expr(node.left);
  for (size_t i = 0; i < node.ops.size(); ++i) {
    Type right;
    const bool leaves_here = leaves([&] { right = expr(node.comparators[i]); });
    left_ = left_ || (leaves_here && i == 0);
    const bool of_arrays = (left.is_array() || right.is_array()) && !left.is_list_of_items() && !right.is_list_of_items();
    if (node.ops.size() > 1 && of_arrays) {
      result = truth(left.is_array() ? left : right, range);
      left = right;
      continue;
    }
    result = joined(result, compare_pair(node.ops[i], left, right, range), range);
    left = right;
  }
  return result;
}

Type Typer::compare_pair(syntax::CompareOperator op, const Type& left, const Type& right,
                         const SourceRange& range) {
  using Op = syntax::CompareOperator;
  if (left.is(Type::Kind::Error) || right.is(Type::Kind::Error)) return error_type();
  if (left.is_silent() || right.is_silent()) return Type{};
  const bool equality = op == Op::Eq || op == Op::NotEq;
  const bool identity = op == Op::Is || op == Op::IsNot;
  const bool membership = op == Op::In || op == Op::NotIn;
  const auto is_plain = [](const Type& type) {
    return type.is_scalar() || (type.is_array() && !type.is_list_of_items()) || type.is(Type::Kind::Dtype);
  };
  if (membership && right.is_array() && is_plain(left) && is_plain(right)) {  // (right == left).any()
    const Type equal = compare_pair(Op::Eq, left, right, range);
    return equal.is_silent() ? equal : weak(ScalarType::Bool);
  }
  const bool of_items = membership || !is_plain(left) || !is_plain(right);  // where two NaT are equal if they are one object
  if (of_items && (has_times(left) || has_times(right)) && !left.is(Type::Kind::None) && !right.is(Type::Kind::None))
    return refuse_times("`" + std::string(symbol(op)) + "`", {left, right}, range);
  if (left.is_open || right.is_open) {
    const auto is_list = [](const Type& type) { return type.is_open || type.is_list_of_items(); };
    const bool fits = is_list(right) && ((equality && is_list(left)) || (membership && left.is_scalar()));
    return fits ? weak(ScalarType::Bool) : refuse_list(left.is_open ? left : right, range);
  }
  const bool in_list = membership && left.is_scalar() && right.is_list_of_items() && right.rank == 1;
  const bool two_lists =
      equality && left.is_list_of_items() && right.is_list_of_items() && left.rank == 1 && right.rank == 1;
  if (in_list || two_lists) return weak(ScalarType::Bool);
  if (left.is_list_of_items() || right.is_list_of_items())
    return refuse_list(left.is_list_of_items() ? left : right, range);
  const bool with_none = left.is(Type::Kind::None) || right.is(Type::Kind::None);
  const Type& other = left.is(Type::Kind::None) ? right : left;
  if (with_none && equality && other.is_array())
    return wrong(reasons::kUnsupportedExpression, range,
                 "`" + std::string(symbol(op)) + "` compares each element of the array with None",
                 op == Op::Eq ? "write `is None`" : "write `is not None`");
  if (with_none && (identity || equality))
    return known_bool((left.kind == right.kind) == (op == Op::Eq || op == Op::Is));
  if (membership) {
    if (const auto among = among_elements(left, right, range)) {
      const std::optional<bool> known = known_truth(*among);
      return known ? known_bool(*known == (op == Op::In)) : *among;
    }
  }
  const bool in_order = op == Op::Lt || op == Op::LtE || op == Op::Gt || op == Op::GtE;
  if (left.is_tuple() && right.is_tuple() && left.is_list == right.is_list && (equality || in_order)) {
    if (equality && left.elements.size() != right.elements.size()) return weak(ScalarType::Bool);
    Type result = weak(ScalarType::Bool);
    for (size_t i = 0; i < std::min(left.elements.size(), right.elements.size()); ++i) {
      if (in_order && !(left.elements[i].is_number() && right.elements[i].is_number()))
        return wrong(reasons::kUnsupportedExpression, range,
                     "`" + std::string(symbol(op)) + "` of tuples that hold other things than numbers is not supported",
                     "compare their items one after the other");
      const Type pair = compare_pair(op, left.elements[i], right.elements[i], range);
      if (pair.is_silent()) return pair;
      if (pair.is_array())
        return wrong(reasons::kUnsupportedExpression, range,
                     "`" + std::string(symbol(op)) + "` of tuples that hold arrays is not supported",
                     "compare the arrays with np.array_equal(a, b)");
      if (in_order) result = join(result, forget_value(pair));  // the first items that differ say what their own comparison says
    }
    return result;
  }
  if (const auto equal = known_to_be_equal(left, right); equal && equality)
    return known_bool(*equal == (op == Op::Eq));
  if (identity || membership)
    return wrong(reasons::kUnsupportedExpression, range,
                 "`" + std::string(symbol(op)) + "` is not supported here",
                 "compare numbers with == and its kin");
  if (refuse_large(left, right, range)) return error_type();
  const Type result = elementwise({left, right}, [&](const std::vector<Type>& elements) {
    return compare_rule(op, elements[0], elements[1]).result;
  });
  if (!result.is(Type::Kind::Error)) return result;
  return wrong(reasons::kTypeMismatch, range,
               "`" + std::string(symbol(op)) + "` is not defined for " + describe(left) + " and " + describe(right));
}

/// x in (1, 2, 3), mode in ('same', 'full'): whether it equals one of them; kind in 'fc': whether the text holds it.
std::optional<Type> Typer::among_elements(const Type& left, const Type& right, const SourceRange& range) {
  const auto is_item = [](const Type& type) { return type.is_number() || type.is(Type::Kind::Text); };
  if (left.is(Type::Kind::Text) && right.is(Type::Kind::Text)) return known_bool(right.text.find(left.text) != std::string::npos);
  if (!is_item(left) || !right.is_tuple()) return std::nullopt;
  bool all_known = true;
  for (const Type& element : right.elements) {
    if (!is_item(element)) return std::nullopt;
    const Type pair = compare_pair(syntax::CompareOperator::Eq, left, element, range);
    if (pair.is_silent()) return pair;
    if (known_truth(pair).value_or(false)) return known_bool(true);
    all_known = all_known && known_truth(pair);
  }
  return all_known ? known_bool(false) : weak(ScalarType::Bool);
}

}  // namespace unpython::frontend
