// Types of expressions. A mistake gives type Error, which silences everything that uses it.
#include <algorithm>

#include "frontend/infer/decided_flow.h"
#include "frontend/infer/typer.h"
#include "frontend/types/join.h"
#include "frontend/types/sequences.h"
#include "frontend/types/times.h"
#include "frontend/types/type_limits.h"
#include "support/match.h"

namespace unpython::frontend {

namespace {

using resolved::ExprId;

Type text_type(const std::string& value) {
  Type type;
  type.kind = Type::Kind::Text;
  type.text = value;
  return type;
}

Type ellipsis_type() {
  Type type;
  type.kind = Type::Kind::Ellipsis;
  return type;
}

Type dtype_type(ScalarType scalar) {
  Type type;
  type.kind = Type::Kind::Dtype;
  type.scalar = scalar;
  return type;
}

}  // namespace

Type Typer::expr(ExprId id) {
  Type type = compute(id);
  if (!not_of_half_.empty() && holds_half(type))
    type = wrong(reasons::kHalfPrecision, f_[id].range, not_of_half_ + " of float16 is not compiled", "use float32");
  if (type.is_view() && type.maker == kSomeView) type.maker = id.value;
  types_.exprs[static_cast<size_t>(id.value)] = type;
  return type;
}

std::vector<Type> Typer::exprs(const std::vector<ExprId>& ids) {
  std::vector<Type> types;
  for (const ExprId id : ids) types.push_back(expr(id));
  return types;
}

std::vector<Type> Typer::integers(const std::vector<ExprId>& ids) {
  std::vector<Type> types = exprs(ids);
  for (Type& type : types) type = as_integer(type);
  return types;
}

/// A number of one of several types beside an array must give one type of array.
Type Typer::elementwise(const std::vector<Type>& operands,
                        const std::function<Type(const std::vector<Type>&)>& on_elements) {
  std::vector<Type> elements;
  int rank = -1;
  for (const Type& operand : operands) {
    elements.push_back(element_of(operand));
    if (operand.is_array()) rank = std::max(rank, operand.rank);
  }
  Type result = over_alternatives(elements, on_elements);
  if (rank < 0) return result;
  if (result.is_either()) {
    for (Type& element : elements) element = deciding_type(element);
    result = over_alternatives(elements, on_elements);
    if (result.is_either()) return error_type();
  }
  const bool stays = !result.is_scalar() || (rank == 0 && result.of_array);
  return stays ? result : computed_array(result.scalar, rank);
}

Type Typer::compute(ExprId id) {
  const SourceRange& range = f_[id].range;
  return match(
      f_[id].node, [](const resolved::Literal& n) { return known(n.value); },
      [](const resolved::NoneValue&) { return none_type(); },
      [](const resolved::Text& n) { return text_type(n.value); },
      [](const resolved::DtypeValue& n) { return dtype_type(n.type); },
      [&](const resolved::Argument& n) { return types_.arguments[static_cast<size_t>(n.position)]; },
      [&](const resolved::ReadLocal& n) { return read(id, n); },
      [&](const resolved::Attribute& n) { return attribute(n, range); },
      [&](const resolved::Slice& n) { return slice(n); },
      [](const resolved::Ellipsis&) { return ellipsis_type(); },
      [](const resolved::Unset&) { return Type{}; },
      [&](const resolved::Subscript& n) { return subscript(n, range); },
      [&](const resolved::Tuple& n) {
        Type type = tuple(exprs(n.elements));
        type.is_list = n.is_list;
        type.record = n.record;
        return type;
      },
      [&](const resolved::Unary& n) { return unary(n, range); },
      [&](const resolved::Binary& n) {
        const Type left = expr(n.left);
        const Type right = expr(n.right);
        return binary(n.op, beside(n.op, n.left, right, true), beside(n.op, n.right, left, false), range);
      },
      [&](const resolved::Logical& n) { return logical(n, range); },
      [&](const resolved::Compare& n) { return compare(n, range); },
      [&](const resolved::Conditional& n) { return conditional(n, range); },
      [&](const resolved::CallLibrary& n) { return library_call(id, n, range); },
      [&](const resolved::Convert& n) {
        const Type from = expr(n.value);
        if (is_time(n.type) || has_times(from))  // np.datetime64(1.5, 's') and np.int64(t) are mistakes, unlike astype()
          if (!from.is_silent() && !makes_time(n.type, from)) return refuse_times(full_name(n.type) + " of a value", {from}, range);
        return is_array_of(from, n.type) ? from : convert(n.type, from, range);
      },
      [&](const resolved::CallMethod& n) { return method(n, range); },
      [&](const resolved::NewList& n) { return new_list(n, range); },
      [&](const resolved::ListOf& n) { return list_of(n, range); },
      [&](const resolved::CallArray& n) { return array_call(*n.function, n.arguments, n.inner, range); },
      [&](const resolved::CallHost& n) { return host_call(n, range); },
      [&](const resolved::Inlined& n) { return inlined(id, n); },
      [](const resolved::Erroneous&) { return error_type(); });
}

Type Typer::read(ExprId id, const resolved::ReadLocal& node) {
  const int web = webs_.web(id);
  const resolved::Local& local = f_.locals[node.local];
  const auto unbound = [&] {
    if (mistakes_.any(reasons::kUnsupportedStatement)) return error_type();  // which may be what gives it a value
    return wrong(reasons::kUnboundLocal, f_[id].range, "'" + local.shown() + "' is used before it has a value");
  };
  if (web < 0) {
    const bool is_reached = webs_.reaching[static_cast<size_t>(id.value)] != DefinitionSets::kEmpty;
    return local.is_result || !is_reached ? Type{} : unbound();
  }
  const Type& type = types_.webs[static_cast<size_t>(web)];
  if (reporting_ && type.is(Type::Kind::Unknown) && !local.is_result) return unbound();  // defined by itself alone
  if (type.is_view() && type.maker == kSomeView) {
    Type held = type;
    held.maker = held_by(web);
    return held;
  }
  if (!type.is_either()) return type;
  Type reaching;  // as in join_web, what does not fit is left out
  for (const int definition : reaching_types_.of(webs_.reaching[static_cast<size_t>(id.value)])) {
    const Type& given = definitions_[static_cast<size_t>(definition)];
    const Type together = given.is(Type::Kind::Error) ? given : join(reaching, given);
    if (!together.is(Type::Kind::Error)) reaching = together;
  }
  return reaching;
}

/// Python integers of more than 63 bits only go with uint64.
bool Typer::refuse_large(const Type& left, const Type& right, const SourceRange& range) {
  if (!is_large_integer(left) && !is_large_integer(right)) return false;
  const Type other = element_of(is_large_integer(left) ? right : left);
  if (other == strong(ScalarType::UInt64)) return false;
  wrong(reasons::kLargeInteger, range, "an integer of 2**63 or more can only be used with uint64 values",
        "write it as np.uint64(...)");
  return true;
}

Type Typer::attribute(const resolved::Attribute& node, const SourceRange& range) {
  const Type value = expr(node.value);
  if (value.is_silent()) return value;
  if (value.is_list_of_items()) return refuse_list(value, range);
  if (value.is_array()) return array_attribute(value, node.name, range);
  const bool is_part = node.name == "real" || node.name == "imag";  // other attributes are NumPy's alone
  if (value.is_either() && is_part)
    return attribute_of(numpy_alternative(value).value_or(value), node, range);
  return attribute_of(value, node, range);
}

Type Typer::attribute_of(const Type& value, const resolved::Attribute& node, const SourceRange& range) {
  if (value.is_tuple())
    if (const auto item = node.item_of(value.record)) return value.elements[*item];
  if (value.is_scalar() && !is_time(value.scalar) && (node.name == "real" || node.name == "imag")) {
    Type type = forget_value(value);
    type.scalar = real_part_type(value.scalar);
    if (value.weak && value.scalar == ScalarType::Bool) type.scalar = ScalarType::Int64;
    return type;
  }
  const bool of_numpy = value.is_scalar() && !value.weak;
  if (of_numpy && (node.name == "dtype" || node.name == "shape" || node.name == "ndim" ||
                   node.name == "size" || node.name == "itemsize"))
    return array_attribute(new_array(value.scalar, 0), node.name, range);
  if (value.is(Type::Kind::Dtype)) {
    if (const auto limit = limit_of_type(value.scalar, node.name)) return limit->type;
    if (const auto text = text_of_dtype(value.scalar, node.name)) return text_type(*text);
    if (is_attribute_of_dtypes(node.name))
      return wrong(reasons::kUnsupportedExpression, range, "attribute '" + node.name + "' of a dtype is not supported",
                   "compare the dtype: x.dtype == np.float64");
    return wrong(reasons::kUndefinedName, range,
                 "the type " + std::string(name_of(value.scalar)) + " has no attribute '" + node.name + "'",
                 is_integer(value.scalar)
                     ? "integer types have min, max and bits: np.iinfo(...)"
                     : "floating-point types have eps, max, min, tiny and bits: np.finfo(...)");
  }
  return wrong(
      reasons::kUnsupportedExpression, range, "attribute '" + node.name + "' of " + describe(value) + " is not supported",
      value.is(Type::Kind::None) ? "give the argument a value" : "numbers have .real and .imag here");
}

Type Typer::unary(const resolved::Unary& node, const SourceRange& range) {
  if (node.op == syntax::UnaryOperator::Not) {
    const Type type = condition(node.operand);
    if (const auto value = known_truth(type)) return known_bool(!*value);
    return type.is_silent() ? type : weak(ScalarType::Bool);
  }
  const Type operand = expr(node.operand);
  if (operand.is_silent()) return operand;
  if (operand.is_list_of_items()) return refuse_list(operand, range);
  if (refuse_large(operand, operand, range)) return error_type();
  const Type result = elementwise(
      {operand}, [&](const std::vector<Type>& elements) { return unary_rule(node.op, elements[0]).result; });
  if (!result.is(Type::Kind::Error)) return result;
  return wrong(reasons::kTypeMismatch, range,
               "`" + std::string(symbol(node.op)) + "` is not defined for " + describe(operand));
}

namespace {

bool are_of_numbers(const Type& left, const Type& right) {
  return left.is_list_of_items() && right.is_list_of_items() && left.rank == 1 && right.rank == 1;
}

}  // namespace

/// list + list
Type Typer::refuse_mixture(const Type& left, const Type& right, const SourceRange& range) {
  return wrong(reasons::kMixedJoin, range,
               "a list of items that are each " + describe(item_of_list(left)) + " or " + describe(item_of_list(right)) +
                   " is not supported",
               "give all items one type, as in float(...) or int(...)", list_of_several({}, {item_of_list(left), item_of_list(right)}));
}

Type Typer::binary(syntax::BinaryOperator op, const Type& left, const Type& right, const SourceRange& range) {
  if (left.is(Type::Kind::Error) || right.is(Type::Kind::Error)) return error_type();
  if (left.is_silent() || right.is_silent()) return Type{};
  if (const auto list = list_operation(op, left, right)) return *list;
  if ((left.is_list_of_items() && right.is_tuple()) || (right.is_list_of_items() && left.is_tuple())) {
    const auto written = list_of_tuple(left.is_tuple() ? left : right);
    const auto both = written ? list_operation(op, left.is_tuple() ? *written : left, right.is_tuple() ? *written : right)
                              : std::nullopt;
    if (both) return *both;
    const Type& other = left.is_tuple() ? right : left;
    if (op != syntax::BinaryOperator::Add || !written || !are_of_numbers(*written, other)) return refuse_list(other, range);
    return refuse_mixture(*written, other, range);
  }
  if (const auto sequence = joined_sequences(op, left, right)) return *sequence;
  const auto beside_array = left.is_array()    ? array_of_tuple(right)
                            : right.is_array() ? array_of_tuple(left)
                                               : std::nullopt;
  if (beside_array) return left.is_array() ? binary(op, left, *beside_array, range) : binary(op, *beside_array, right, range);
  if (left.is_list_of_items() || right.is_list_of_items()) {
    // An array takes a list as an array.
    const Type& other = left.is_list_of_items() ? right : left;
    if (op == syntax::BinaryOperator::Add && are_of_numbers(left, right)) return refuse_mixture(left, right, range);
    if (!other.is_array() || other.is_list_of_items())
      return refuse_list(left.is_list_of_items() ? left : right, range);
    return binary(op, as_numpy(left), as_numpy(right), range);
  }
  if (op == syntax::BinaryOperator::MatMult && !has_times(left) && !has_times(right)) return product(left, right, false, range);
  if (refuse_large(left, right, range)) return error_type();
  if (squares_bools(op, left, right)) return computed_array(ScalarType::Int8, left.rank);
  const Type result = elementwise({left, right}, [&](const std::vector<Type>& elements) {
    return binary_rule(op, elements[0], elements[1]).result;
  });
  if (!result.is(Type::Kind::Error)) return result;
  if (helpers_ > 0 && op == syntax::BinaryOperator::BitOr && right.known) return refuse_key(left, range);
  const Type& list = left.is_tuple() && left.is_list ? left : right;
  if (left.is(Type::Kind::Either) || right.is(Type::Kind::Either))
    return wrong(reasons::kTypeMismatch, range,
                 "`" + std::string(symbol(op)) + "` of " + describe(left) + " and " + describe(right) + " is not supported",
                 "give the number one type on all ways, as in float(...) or int(...)");
  return wrong(reasons::kTypeMismatch, range,
               "`" + std::string(symbol(op)) + "` is not defined for " + describe(left) + " and " + describe(right), "",
               list.is_tuple() && list.is_list ? list_of_several({}, list.elements) : std::nullopt);
}

Type Typer::joined(const Type& a, const Type& b, const SourceRange& range) {
  const bool two_arrays = a.is_array() && b.is_array() && a.scalar == b.scalar && a.rank == b.rank &&
                          a.lists == b.lists && (a.lists == 0 || a.weak == b.weak);
  Type together = join(a, b);
  const bool has_nothing = together.is_list_of_items() && (a.is_open || b.is_open || a.has_base != b.has_base);
  if (has_nothing && together.has_base) {  // [] is another list, not that of the other side
    const Type& held = a.is_open || !a.has_base ? b : a;
    together = new_array(held.scalar, held.rank);
    together.lists = held.lists;
    together.weak = held.weak;
  } else if (two_arrays && together.is(Type::Kind::Error)) {
    together = new_array(a.scalar, a.rank);
    together.lists = a.lists;
    together.weak = a.weak;
  }
  if (a.is(Type::Kind::Error) || b.is(Type::Kind::Error)) return together;
  if (together.is(Type::Kind::Error))
    return wrong(reasons::kMixedJoin, range, "this is either " + describe(a) + " or " + describe_beside(b, a),
                 "give it the same kind of value in both cases",
                 a.is(Type::Kind::None) || b.is(Type::Kind::None) ? list_of_several({}, {a, b}) : std::nullopt);
  if (loses_value(a, together) || loses_value(b, together))
    return wrong(
        reasons::kLossyJoin, range,
        "this is either " + describe(a) + " or " + describe(b) + ": one value cannot hold both exactly",
        "convert one of them, as in float(...) or np.float32(...)");
  return together;
}

/// An expression of which only the truth value counts: `and` and `or` may then mix types.
Type Typer::condition(ExprId id) {
  const auto* logical = std::get_if<resolved::Logical>(&f_[id].node);
  if (!logical) return truth(expr(id), f_[id].range);
  Type result = weak(ScalarType::Bool);
  bool all_known = true;
  for (const ExprId operand : logical->operands) {
    Type type;
    const bool leaves_here = leaves_if(all_known, [&] { type = condition(operand); });
    left_ = left_ || (leaves_here && all_known);
    if (type.is_silent()) result = type;
    const std::optional<bool> known = known_truth(type);
    all_known = all_known && known;
    // What follows is not evaluated: `x is not None and x.size > n` where x is None.
    const bool is_end = ends(*logical, operand, types_);
    if (is_end || (all_known && operand == logical->operands.back())) result = known_bool(*known);
    if (is_end) break;
  }
  types_.exprs[static_cast<size_t>(id.value)] = result;
  return result;
}

Type Typer::truth(const Type& type, const SourceRange& range) {
  if (type.is_list_of_items()) return weak(ScalarType::Bool);
  if (type.is_array()) {
    if (type.rank == 0)
      return wrong(reasons::kArrayExpression, range, "a 0-dimensional array as a truth value",
                   "read its element with a[()]");
    return wrong(reasons::kTypeMismatch, range, "the truth value of an array is ambiguous",
                 "test its elements in a loop, or its size");
  }
  if (has_times(type) && type.is_scalar()) return refuse_times("the truth value", {type}, range);
  if (type.is(Type::Kind::Text) || type.is(Type::Kind::Dtype))
    return wrong(reasons::kTypeMismatch, range, describe(type) + " is not supported as a truth value");
  return type;
}

}  // namespace unpython::frontend
