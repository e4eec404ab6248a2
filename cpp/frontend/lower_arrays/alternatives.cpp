// Code for numbers of one of several types (alternatives.h). Such a value has in `expr` the number of its type
// among them, and in `elements` what its variables hold.
#include <algorithm>
#include <functional>
#include <utility>

#include "frontend/lower_arrays/array_function_code.h"
#include "frontend/types/alternatives.h"
#include "frontend/types/join.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

using ir::CompareOp;

namespace {

bool is_either(const Value& value) { return value.type.is_either(); }

/// All numbers that a value of one or several types, or a tuple of such values, consists of.
std::vector<ir::ExprId*> numbers_of(Value& value) {
  std::vector<ir::ExprId*> numbers;
  if (value.type.is_number()) numbers.push_back(&value.expr);
  for (Value& element : value.elements) {
    const std::vector<ir::ExprId*> inner = numbers_of(element);
    numbers.insert(numbers.end(), inner.begin(), inner.end());
  }
  return numbers;
}

template <class Has>
bool has_alternative(const Type& number, const Has& has) {
  const std::vector<Type> types = alternatives(number);
  return std::any_of(types.begin(), types.end(), has);
}

}  // namespace

ir::ExprId ArrayCode::has_type(const Value& number, size_t which) {
  return build_.compare(CompareOp::Equal, number.expr, build_.int64(static_cast<int64_t>(which)));
}

/// In the type that holds all alternatives.
ir::ExprId ArrayCode::common_value(const Value& number) {
  if (!number.type.is_either()) return number.expr;
  if (number.elements.size() == 1) return number.elements.front().expr;
  throw InternalError("lowering", "a number without a common type");
}

Value ArrayCode::alternative(const Value& number, size_t which) {
  const Type& type = number.type.elements[which];
  if (type.known) return constant_value(type);
  const Value& held = number.elements[number.elements.size() == 1 ? 0 : which];
  return scalar(type, converted(held.expr, type.scalar));
}

/// A conversion that is only right where the value has the type: a complex number gives its real part.
ir::ExprId ArrayCode::converted(ir::ExprId expr, ScalarType type) {
  const bool parts = is_complex(build_.type_of(expr)) && !is_complex(type) && type != ScalarType::Bool;
  return cast(parts ? call(ir::Intrinsic::Real, expr) : expr, type);
}

Value ArrayCode::as_either(const Value& value, const Type& type) {
  const std::vector<ScalarType> held = representations(type);
  Value result{.type = type};
  const auto number_of = [&](const Type& one) {
    return build_.int64(std::max(alternative_number(type, one), 0));
  };
  if (!is_either(value)) {
    result.expr = number_of(value.type);
    for (const ScalarType part : held) result.elements.push_back(scalar(strong(part), converted(value.expr, part)));
    return result;
  }
  const std::vector<Type>& from = value.type.elements;
  const auto over_types = [&](const std::function<ir::ExprId(size_t)>& of) {
    ir::ExprId chosen = of(from.size() - 1);
    for (size_t i = from.size() - 1; i-- > 0;) chosen = build_.select(has_type(value, i), of(i), chosen);
    return chosen;
  };
  const bool same_numbers = from.size() == type.elements.size() &&
                            std::equal(from.begin(), from.end(), type.elements.begin(),
                                       [](const Type& a, const Type& b) { return a.weak == b.weak && a.scalar == b.scalar; });
  result.expr = same_numbers ? value.expr : over_types([&](size_t i) { return number_of(from[i]); });
  for (size_t i = 0; i < held.size(); ++i) {
    ir::ExprId part;
    if (held.size() == 1 && value.elements.size() == 1) {
      part = converted(value.elements.front().expr, held.front());
    } else if (held.size() == 1) {
      part = over_types([&](size_t k) { return converted(alternative(value, k).expr, held.front()); });
    } else {
      const int same = alternative_number(value.type, type.elements[i]);
      part = converted(alternative(value, static_cast<size_t>(std::max(same, 0))).expr, held[i]);
    }
    result.elements.push_back(scalar(strong(held[i]), part));
  }
  return result;
}

/// Where it does not matter which type a number has: all of them are converted, also where `type` is one of them,
/// for the number may have another (a list of floats gets a number that is Python's or NumPy's).
Value ArrayCode::as_one(const Value& number, const Type& type) {
  if (type.known) return constant_value(type);
  return scalar(type, over_types(number, type.scalar));
}

ir::ExprId ArrayCode::over_types(const Value& number, ScalarType type) {
  if (number.elements.size() == 1) return converted(number.elements.front().expr, type);
  const size_t last = number.type.elements.size() - 1;
  ir::ExprId chosen = converted(alternative(number, last).expr, type);
  for (size_t i = last; i-- > 0;)
    chosen = build_.select(has_type(number, i), converted(alternative(number, i).expr, type), chosen);
  return chosen;
}

Value ArrayCode::choose_one(ir::ExprId condition, Branch if_true, Branch if_false, const Type& type,
                            const SourceRange& range) {
  if (type.is_scalar())
    return scalar(type, choose_number(condition, std::move(if_true), std::move(if_false), type.scalar, range));
  if (const ir::Constant* known = build_.as_constant(condition)) {
    Branch& taken = known->integer != 0 ? if_true : if_false;
    splice(taken.block);
    if (!taken.value) throw NeverReached{};
    return *taken.value;
  }
  if (can_run_always(if_true) && can_run_always(if_false)) {
    splice(if_true.block);
    splice(if_false.block);
    Value result = *if_true.value;
    const std::vector<ir::ExprId*> chosen = numbers_of(result);
    const std::vector<ir::ExprId*> others = numbers_of(*if_false.value);
    for (size_t i = 0; i < chosen.size(); ++i) *chosen[i] = build_.select(condition, *chosen[i], *others[i]);
    return result;
  }
  const bool is_reached = if_true.value || if_false.value;
  Value result = if_true.value ? *if_true.value : if_false.value.value_or(Value{});
  const std::vector<ir::ExprId*> chosen = numbers_of(result);
  std::vector<ir::VarId> variables;
  for (const ir::ExprId* number : chosen)
    variables.push_back(build_.variable(unique_name("t"), build_.type_of(*number), range));
  for (Branch* branch : {&if_true, &if_false}) {
    if (!branch->value) continue;
    const std::vector<ir::ExprId*> given = numbers_of(*branch->value);
    for (size_t i = 0; i < variables.size(); ++i)
      branch->block.push_back(build_.assign(variables[i], *given[i], range));
  }
  emit(build_.if_then(condition, std::move(if_true.block), std::move(if_false.block), range));
  if (!is_reached) throw NeverReached{};
  for (size_t i = 0; i < chosen.size(); ++i) *chosen[i] = build_.read(variables[i]);
  return result;
}

Value ArrayCode::distributed(std::vector<Value> operands, const Type& result, const OnElements& on_values,
                             const SourceRange& range) {
  const auto number = std::find_if(operands.begin(), operands.end(), is_either);
  if (number == operands.end()) return as_type(on_values(operands), result);
  for (Value& operand : operands) {
    if (operand.type.is_scalar() || operand.type.is_either()) operand.expr = once(operand.expr);
    for (size_t i = 0; operand.type.is_either() && i < operand.elements.size(); ++i)
      operand.elements[i].expr = once(operand.elements[i].expr);
  }
  const auto at = static_cast<size_t>(number - operands.begin());
  const Value given = operands[at];
  const std::function<Value(size_t)> from = [&](size_t which) {
    const auto here = [&] {
      std::vector<Value> one = operands;
      one[at] = alternative(given, which);
      return distributed(std::move(one), result, on_values, range);
    };
    if (which + 1 == given.type.elements.size()) return here();
    Branch first = separately(here);
    Branch rest = separately([&] { return from(which + 1); });
    return choose_one(has_type(given, which), std::move(first), std::move(rest), result, range);
  };
  return from(0);
}

/// The operand as one of the types that an operator treats all alike, if it does.
std::optional<Value> ArrayCode::alike(const Value& number, const std::function<OperatorRule(const Type&)>& rule) {
  const auto type = treated_alike(number.type, rule);
  return type ? std::optional(scalar(*type, common_value(number))) : std::nullopt;
}

Value ArrayFunctionCode::binary_on_either(syntax::BinaryOperator op, const Value& left, const Value& right,
                                          const SourceRange& range) {
  if (!is_either(right)) {
    const auto rule = [&](const Type& type) { return binary_rule(op, type, right.type); };
    if (const auto one = alike(left, rule)) {
      Value divisor = right;
      if (op == syntax::BinaryOperator::Div && right.type.weak && is_whole_number(right.type.scalar) && !right.type.known) {
        divisor.expr = once(right.expr);  // an int by zero has another text than a float
        const std::vector<Type> types = alternatives(left.type);
        for (size_t i = 0; i < types.size(); ++i)
          if (types[i].weak && is_whole_number(types[i].scalar))
            raise_if(build_.logical_and(has_type(left, i), is_zero(divisor.expr)), ir::ErrorKind::ZeroDivisionError,
                     "division by zero", range);
      }
      return binary(op, *one, divisor, range);
    }
  }
  if (!is_either(left)) {
    const auto rule = [&](const Type& type) { return binary_rule(op, left.type, type); };
    if (const auto one = alike(right, rule)) return binary(op, left, *one, range);
  }
  const auto rule = [&](const Type& a, const Type& b) { return binary_rule(op, a, b).result; };
  const Type type = over_alternatives({left.type, right.type}, [&](const std::vector<Type>& types) {
    return rule(types[0], types[1]);
  });
  std::optional<Value> result = computed_alike(op, left, right, type, range);
  if (!result)
    result = distributed({left, right}, type,
                         [&](const std::vector<Value>& one) { return binary(op, one[0], one[1], range); }, range);
  if (type.is_either()) result->expr = kind_of_result(left, right, type, rule);
  return *result;
}

/// The number of the result's type, for each number of the operand's.
ir::ExprId ArrayCode::mapped_kind(const Value& number, const std::vector<int>& to) {
  bool same = is_either(number);
  bool constant = true;
  for (size_t i = 0; i < to.size(); ++i) {
    same = same && to[i] == static_cast<int>(i);
    constant = constant && to[i] == to[0];
  }
  if (constant) return build_.int64(to[0]);
  if (same) return number.expr;
  ir::ExprId chosen = build_.int64(to.back());
  for (size_t i = to.size() - 1; i-- > 0;) chosen = build_.select(has_type(number, i), build_.int64(to[i]), chosen);
  return chosen;
}

/// Which type the result of an operator has. `total += x` keeps the type of `total` where x has Python's: the left
/// number is chosen last, so that a loop reads as one that sets it.
ir::ExprId ArrayCode::kind_of_result(const Value& left, const Value& right, const Type& result,
                                     const std::function<Type(const Type&, const Type&)>& rule) {
  const std::vector<Type> columns = alternatives(right.type);
  ir::ExprId chosen;
  for (size_t j = columns.size(); j-- > 0;) {
    std::vector<int> to;
    for (const Type& one : alternatives(left.type)) to.push_back(alternative_number(result, rule(one, columns[j])));
    const ir::ExprId kind = mapped_kind(left, to);
    chosen = chosen.valid() && chosen != kind ? build_.select(has_type(right, j), kind, chosen) : kind;
  }
  return chosen;
}

/// One computation for all types of the operands, where it gives the value that each of them gives: they compute
/// in one type, or are constants that give the same constant.
std::optional<Value> ArrayFunctionCode::computed_alike(syntax::BinaryOperator op, const Value& left, const Value& right,
                                                       const Type& type, const SourceRange& range) {
  using Op = syntax::BinaryOperator;
  const bool few_places = op == Op::RShift && right.type.known && is_integer(right.type.scalar) &&
                          right.type.known->integer >= 0 && right.type.known->integer < 63;
  const bool plain = op == Op::Add || op == Op::Sub || op == Op::Mult || op == Op::BitAnd || op == Op::BitOr || op == Op::BitXor ||
                     few_places;
  const auto common = common_type(type);
  if (!plain || !common || !common_type(left.type) || !common_type(right.type) ||
      options_.overflow == OverflowMode::Check)
    return std::nullopt;
  std::optional<ScalarType> compute;
  std::vector<std::pair<Type, Type>> constants;
  for (const Type& a : alternatives(left.type)) {
    for (const Type& b : alternatives(right.type)) {
      const OperatorRule rule = binary_rule(op, a, b);
      const bool checked = is_integer(rule.compute) && ((a.weak && !b.weak && !is_exact_number(a, rule.compute)) ||
                                                        (b.weak && !a.weak && !is_exact_number(b, rule.compute)));
      if (rule.compute == ScalarType::Bool || checked) return std::nullopt;
      if (rule.result.known) {
        constants.emplace_back(a, b);
      } else if (compute && *compute != rule.compute) {
        return std::nullopt;
      } else {
        compute = rule.compute;
      }
    }
  }
  if (!compute) return std::nullopt;
  const Type in = strong(*compute);
  const auto of_constants = [&](const Type& a, const Type& b) {
    return arithmetic(op, in, converted(build_.constant(*a.known), in.scalar),
                      converted(build_.constant(*b.known), in.scalar), range);
  };
  for (const auto& [a, b] : constants) {
    const ir::Constant* found = build_.as_constant(of_constants(a, b));
    const ir::Constant* wanted = build_.as_constant(converted(constant_value(binary_rule(op, a, b).result).expr, in.scalar));
    if (!found || !wanted || !(*found == *wanted) || !is_exact_number(binary_rule(op, a, b).result, in.scalar))
      return std::nullopt;
  }
  const auto part = [&](const Value& value) { return converted(common_value(value), in.scalar); };
  const ir::ExprId value = arithmetic(op, in, part(left), part(right), range);
  if (type.is_scalar()) return scalar(type, converted(value, type.scalar));
  Value result = scalar(type, build_.int64(0));
  result.elements.push_back(scalar(strong(*common), converted(value, *common)));
  return result;
}

Value ArrayCode::unary_on_either(syntax::UnaryOperator op, const Value& value, const SourceRange& range) {
  const Type type = over_alternatives(
      {value.type}, [&](const std::vector<Type>& types) { return unary_rule(op, types[0]).result; });
  return distributed({value}, type, [&](const std::vector<Value>& one) { return unary(op, one[0], range); }, range);
}

ir::ExprId ArrayCode::compare_either(syntax::CompareOperator op, const Value& left, const Value& right) {
  const auto all = [&](const auto& has) { return std::pair{has_alternative(left.type, has), has_alternative(right.type, has)}; };
  const auto large = all(is_inexact_in_float);
  const auto floats = all(is_python_float);
  const bool is_mixed = (large.first && floats.second) || (large.second && floats.first);
  const auto as_number = [&](const Value& value) {
    if (!is_either(value)) return value;
    const ScalarType type = build_.type_of(common_value(value));
    return scalar(type == ScalarType::Int64 ? weak(type) : strong(type), common_value(value));
  };
  if (compares_exactly(left.type) && compares_exactly(right.type))
    return compare_scalars(op, as_number(left), as_number(right));
  if (is_either(left) && !is_either(right) && !is_mixed) {
    const auto rule = [&](const Type& type) {
      OperatorRule found = compare_rule(op, type, right.type);
      found.result = weak(ScalarType::Bool);
      return found;
    };
    if (const auto one = alike(left, rule)) return compare_scalars(op, *one, right);
  }
  if (is_either(right) && !is_either(left) && !is_mixed) {
    const auto rule = [&](const Type& type) {
      OperatorRule found = compare_rule(op, left.type, type);
      found.result = weak(ScalarType::Bool);
      return found;
    };
    if (const auto one = alike(right, rule)) return compare_scalars(op, left, *one);
  }
  const Type type = weak(ScalarType::Bool);
  return distributed({left, right}, type,
                     [&](const std::vector<Value>& one) { return scalar(type, compare_scalars(op, one[0], one[1])); },
                     {})
      .expr;
}

/// min and max: as Python does it, one comparison after the other.
Value ArrayFunctionCode::extremum_of_kinds(const std::vector<Value>& arguments, bool largest,
                                           const SourceRange& range) {
  const auto op = largest ? syntax::CompareOperator::Gt : syntax::CompareOperator::Lt;
  const auto held = [&](Value value) {
    value.expr = once(value.expr);
    for (Value& part : value.elements) part.expr = once(part.expr);
    return value;
  };
  Value best = held(arguments[0]);
  for (size_t i = 1; i < arguments.size(); ++i) {
    const Value next = held(arguments[i]);
    const Type type = join(best.type, next.type);
    const ir::ExprId better = compare_pair(op, next, best, range);
    Branch replaced;
    replaced.value = as_type(next, type);
    Branch kept;
    kept.value = as_type(best, type);
    best = choose_one(better, std::move(replaced), std::move(kept), type, range);
  }
  return best;
}

Value ArrayCode::as_integer(const Value& value) {
  const Type type = frontend::as_integer(value.type);
  return type == value.type ? value : scalar(type, common_value(value));
}

/// A number as deciding_type says; where it has another type, the program raises.
Value ArrayCode::deciding_value(const Value& value, const SourceRange& range) {
  const Type type = deciding_type(value.type);
  if (!is_either(value) || type.is_either()) return value;
  return has_one_scalar(value.type) ? scalar(type, over_types(value, type.scalar))
                                    : numpy_value(value, range);
}

Value ArrayCode::numpy_value(const Value& value, const SourceRange& range) {
  const auto type = numpy_alternative(value.type);
  if (!is_either(value) || !type) return value;
  const auto which = static_cast<size_t>(alternative_number(value.type, *type));
  raise_if(build_.logical_not(has_type(value, which)), ir::ErrorKind::Refused,
           "this number is Python's own here, not " + describe(*type) + ", which gives another type", range);
  return alternative(value, which);
}

/// As for_element.
ir::ExprId ArrayCode::stored_element(const Value& value, ScalarType type, const SourceRange& range) {
  if (!is_either(value)) return for_element(value, type, range);
  const auto common = common_type(value.type);
  const auto is_unchecked = [&](const Type& one) {
    return !one.weak || (one.known && kind_rank(one.scalar) <= 1 && fits(one.known->integer, type));
  };
  const std::vector<Type>& all = value.type.elements;
  const bool whole = common && kind_rank(*common) <= 1;
  if (common && !is_integer(type)) return converted(common_value(value), type);
  if (whole && (is_signed_integer(type) || std::all_of(all.begin(), all.end(), is_unchecked)))
    return for_element(scalar(strong(*common), common_value(value)), type, range);
  const Type element = strong(type);
  return distributed({value}, element,
                     [&](const std::vector<Value>& one) { return scalar(element, for_element(one[0], type, range)); },
                     range)
      .expr;
}

/// As explicit_conversion.
ir::ExprId ArrayCode::converted_number(const Value& value, ScalarType type, const SourceRange& range) {
  if (!is_either(value)) return explicit_conversion(value, type, range);
  if (common_type(value.type) && !is_integer(type)) return converted(common_value(value), type);
  const Type result = strong(type);
  return distributed(
             {value}, result,
             [&](const std::vector<Value>& one) { return scalar(result, explicit_conversion(one[0], type, range)); },
             range)
      .expr;
}

/// A call of a function of numbers, for each choice of their types.
Value ArrayFunctionCode::call_on_either(const LibraryFunction& f, const std::vector<Value>& arguments,
                                        const std::vector<Type>& choices, const Type& type,
                                        const SourceRange& range) {
  if (f.family == Family::Smallest || f.family == Family::Largest)
    return as_type(extremum_of_kinds(arguments, f.family == Family::Largest, range), type);
  size_t next = 0;
  return distributed(
      arguments, type,
      [&](const std::vector<Value>& one) {
        const Type& result = choices.at(next++);
        return f.name.starts_with("numpy.") ? numpy_call(f, one, result, range) : python_call(f, one, result, range);
      },
      range);
}

}  // namespace unpython::frontend
