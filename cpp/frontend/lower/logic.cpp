// Truth values: comparisons, and, or, and the choice between two values. What may raise runs only where
// Python runs it.
#include <algorithm>

#include "frontend/infer/decided_flow.h"
#include "frontend/lower/lowerer.h"
#include "frontend/types/alternatives.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

using resolved::ExprId;
using Comparison = syntax::CompareOperator;

namespace {

ir::CompareOp ir_comparison(Comparison op) {
  switch (op) {
    case Comparison::Eq:
      return ir::CompareOp::Equal;
    case Comparison::NotEq:
      return ir::CompareOp::NotEqual;
    case Comparison::Lt:
      return ir::CompareOp::Less;
    case Comparison::LtE:
      return ir::CompareOp::LessEqual;
    case Comparison::Gt:
      return ir::CompareOp::Greater;
    default:
      return ir::CompareOp::GreaterEqual;
  }
}

}  // namespace

/// Whether a parameter, or a statement in front of this one, gives the variable a value: `nonlocal t` of a function that is called here.
bool ScalarCode::has_value_before(ir::VarId variable, ir::StmtId statement) const {
  for (; noted_statements_ < out_.stmts.size(); ++noted_statements_) {
    const auto* assign = std::get_if<ir::Assign>(&out_.stmts[ir::StmtId{noted_statements_}].node);
    if (assign) first_assignments_.try_emplace(assign->variable, noted_statements_);
  }
  const bool is_parameter = std::any_of(out_.parameters.begin(), out_.parameters.end(),
                                        [&](const ir::Parameter& parameter) { return parameter.variable == variable; });
  return is_parameter || first_assignments_.at(variable) < statement.value;
}

/// Nothing but assignments to variables of its own, and nothing that touches an array.
bool ScalarCode::can_run_always(const Branch& branch) const {
  if (!branch.value || !branch.value->type.is_number() || ir::has_load(out_, branch.value->expr)) return false;
  for (const Value& part : branch.value->elements)
    if (ir::has_load(out_, part.expr)) return false;
  for (const ir::StmtId id : branch.block) {
    const auto* assign = std::get_if<ir::Assign>(&out_[id].node);
    if (!assign || ir::has_load(out_, assign->value)) return false;
  }
  for (const ir::StmtId id : branch.block)
    if (has_value_before(std::get<ir::Assign>(out_[id].node).variable, branch.block.front())) return false;
  return true;
}

ir::ExprId ScalarCode::choose_number(ir::ExprId condition, Branch if_true, Branch if_false, ScalarType type,
                                     const SourceRange& range) {
  if (can_run_always(if_true) && can_run_always(if_false)) {
    splice(if_true.block);
    splice(if_false.block);
    return build_.select(condition, if_true.value->expr, if_false.value->expr);
  }
  const ir::VarId chosen = build_.variable(unique_name("t"), type, range);
  for (Branch* part : {&if_true, &if_false})
    if (part->value) part->block.push_back(build_.assign(chosen, part->value->expr, range));
  emit(build_.if_then(condition, std::move(if_true.block), std::move(if_false.block), range));
  return build_.read(chosen);
}

Value Lowerer::choose(ir::ExprId condition, Branch if_true, Branch if_false, const Type& type,
                      const SourceRange& range) {
  if (type.is_number())
    return choose_one(condition, std::move(if_true), std::move(if_false), type, range);
  if (type.is_array() && !type.has_base) {
    const ir::ArrayId memory = build_.heap_array(unique_name("t"), type.scalar, type.rank);
    several_values_.insert(memory);
    KeptOrigins kept;
    for (const Branch* part : {&if_true, &if_false})
      if (part->value) note_forms(kept, origins_of(*part->value));
    for (Branch* part : {&if_true, &if_false}) {
      into(part->block, [&] {
        if (!part->value) return;
        assign_origins(kept, origins_of(*part->value));
        allocate_and_fill(memory, *part->value, range);
      });
    }
    emit(build_.if_then(condition, std::move(if_true.block), std::move(if_false.block), range));
    Value result = whole(memory, -1);
    result.type.lists = type.lists;  // a list stays one: `+` of lists adds no numbers
    result.type.weak = type.weak;
    result.origins = read_origins(kept);
    return result;
  }
  const Storage storage = storage_for(type, "t", range);
  for (Branch* part : {&if_true, &if_false}) {
    into(part->block, [&] {
      if (part->value) write(storage, *part->value, range);
    });
  }
  emit(build_.if_then(condition, std::move(if_true.block), std::move(if_false.block), range));
  Value result = read_storage(storage);
  result.type = type;
  return result;
}

ir::ExprId ArrayCode::truth(const Value& value) {
  if (value.type.is_tuple()) return build_.boolean(!value.elements.empty());
  if (value.type.is_either()) return over_types(value, ScalarType::Bool);
  if (value.type.is_list_of_items())
    return build_.compare(ir::CompareOp::Greater, extent_of(value, 0), build_.int64(0));
  if (!value.type.is_scalar()) return build_.boolean(false);
  return cast(value.expr, ScalarType::Bool);
}

ir::ExprId Lowerer::condition(ExprId id) {
  const auto* node = std::get_if<resolved::Logical>(&f_[id].node);
  if (!node) return truth(expr(id));
  const bool is_and = node->op == syntax::BoolOperator::And;
  ir::ExprId result = condition(node->operands[0]);
  for (size_t i = 1; i < node->operands.size() && !ends(*node, node->operands[i - 1], types_); ++i) {
    Branch rest = separately([&] { return scalar(weak(ScalarType::Bool), condition(node->operands[i])); });
    result = short_circuit(is_and, result, std::move(rest), f_[id].range);
  }
  const std::optional<bool> known = known_truth(types_.of(id));
  return known ? build_.boolean(*known) : result;
}

ir::ExprId ScalarCode::short_circuit(bool is_and, ir::ExprId first, Branch rest, const SourceRange& range) {
  if (can_run_always(rest)) {
    splice(rest.block);
    return is_and ? build_.logical_and(first, rest.value->expr) : build_.logical_or(first, rest.value->expr);
  }
  const ir::VarId result = build_.variable(unique_name("t"), ScalarType::Bool, range);
  emit(build_.assign(result, first, range));
  if (rest.value) rest.block.push_back(build_.assign(result, rest.value->expr, range));
  const ir::ExprId test = is_and ? build_.read(result) : build_.logical_not(build_.read(result));
  emit(build_.if_then(test, std::move(rest.block), {}, range));
  return build_.read(result);
}

/// `and` and `or` give the operand that decided.
Value Lowerer::logical(const resolved::Logical& node, const Type& type, const SourceRange& range) {
  const bool is_and = node.op == syntax::BoolOperator::And;
  if (type.is_scalar() && type.scalar == ScalarType::Bool) {
    ir::ExprId result = truth(expr(node.operands[0]));
    for (size_t i = 1; i < node.operands.size() && !ends(node, node.operands[i - 1], types_); ++i) {
      Branch rest = separately([&] { return scalar(type, truth(expr(node.operands[i]))); });
      result = short_circuit(is_and, result, std::move(rest), range);
    }
    return scalar(type, result);
  }
  Value result = expr(node.operands[0]);
  bool is_passed = true;  // what came before can not be the result
  for (size_t i = 1; i < node.operands.size() && !ends(node, node.operands[i - 1], types_); ++i) {
    is_passed = is_passed && known_truth(types_.of(node.operands[i - 1]));
    if (is_passed) {
      result = expr(node.operands[i]);
      continue;
    }
    const Value first = hold(result);
    Branch keep;
    keep.value = as_type(first, type);
    Branch rest = separately([&] { return as_type(expr(node.operands[i]), type); });
    const ir::ExprId test = truth(first);
    result = is_and ? choose(test, std::move(rest), std::move(keep), type, range)
                    : choose(test, std::move(keep), std::move(rest), type, range);
  }
  return as_type(result, type);
}

Value Lowerer::compare(const resolved::Compare& node, const Type& type, const SourceRange& range) {
  Value left = expr(node.left);
  if (f_[node.comparators[0]].has_statements) left = hold_if_mutable(left, false);
  if (const auto known = known_truth(type)) {  // the operands may raise: a name has no value, a call does something
    static_cast<void>(after_raising(left, range));
    for (size_t i = 0; i < (*known ? node.comparators.size() : 1); ++i)
      static_cast<void>(after_raising(expr(node.comparators[i]), range));
    return constant_value(type);
  }
  const Type& right = types_.of(node.comparators[0]);
  const bool of_lists =
      type == weak(ScalarType::Bool) && (left.type.is_list_of_items() || right.is_list_of_items());
  const bool is_membership = node.ops[0] == Comparison::In || node.ops[0] == Comparison::NotIn;
  if (!of_lists && !is_membership && (type.is_array() || left.type.is_array() || right.is_array()))
    return elementwise({left, expr(node.comparators[0])}, ScalarType::Bool, range,
                       [this, op = node.ops[0], range](const std::vector<Value>& elements) {
                         return scalar(strong(ScalarType::Bool), compare_pair(op, elements[0], elements[1], range));
                       });
  if (type.is_either()) return compare_kinds(node, 0, left, type, range);
  return scalar(type, compare_chain(node, 0, left, range));
}

/// Which bool a comparison gives, Python's or NumPy's, by its number in `type`: of tuples that are put in order, that of the
/// first items that differ.
ir::ExprId Lowerer::kind_of_comparison(Comparison op, const Value& left, const Value& right, const Type& type,
                                       const SourceRange& range) {
  const bool in_order = op == Comparison::Lt || op == Comparison::LtE || op == Comparison::Gt || op == Comparison::GtE;
  if (left.type.is_number() && right.type.is_number() && (in_order || op == Comparison::Eq || op == Comparison::NotEq))
    return kind_of_result(left, right, type, [op](const Type& a, const Type& b) { return compare_rule(op, a, b).result; });
  ir::ExprId kind = build_.int64(alternative_number(type, weak(ScalarType::Bool)));
  if (!in_order) return kind;
  for (size_t i = std::min(left.elements.size(), right.elements.size()); i-- > 0;) {
    const ir::ExprId same = compare_items(left.elements[i], right.elements[i], range).first;
    kind = build_.select(same, kind, kind_of_comparison(op, left.elements[i], right.elements[i], type, range));
  }
  return kind;
}

/// As compare_chain, where Python's bool or NumPy's may be the result.
Value Lowerer::compare_kinds(const resolved::Compare& node, size_t i, const Value& given, const Type& type,
                             const SourceRange& range) {
  const Value left = hold(given);
  const Value right = hold(expr(node.comparators[i]));
  const Comparison op = node.ops[i];
  Value first = scalar(type, kind_of_comparison(op, left, right, type, range));
  first.elements.push_back(scalar(strong(ScalarType::Bool), compare_pair(op, left, right, range)));
  if (i + 1 == node.ops.size()) return first;
  Branch keep;
  keep.value = hold(first);
  const ir::ExprId test = truth(*keep.value);
  Branch rest = separately([&] { return compare_kinds(node, i + 1, right, type, range); });
  return choose(test, std::move(rest), std::move(keep), type, range);
}

/// left op[i] right op[i + 1] ...: what follows is evaluated only if the first comparison holds.
ir::ExprId Lowerer::compare_chain(const resolved::Compare& node, size_t i, const Value& left,
                                  const SourceRange& range) {
  Value right = expr(node.comparators[i]);
  if (i + 1 == node.ops.size()) return compare_pair(node.ops[i], left, right, range);
  right = hold(right);
  const ir::ExprId first = compare_pair(node.ops[i], left, right, range);
  Branch rest =
      separately([&] { return scalar(weak(ScalarType::Bool), compare_chain(node, i + 1, right, range)); });
  return short_circuit(true, first, std::move(rest), range);
}

/// Whether items of tuples are equal, and whether they are two nan: those are equal to Python if they are one object.
std::pair<ir::ExprId, ir::ExprId> ArrayCode::compare_items(const Value& left, const Value& right, const SourceRange& range) {
  const auto may_be_nan = [&](const Value& item) {
    const bool has_nan = item.type.is_number() && !item.type.is_either() &&
                         (is_float(item.type.scalar) || is_complex(item.type.scalar));
    const ir::Constant* known = has_nan ? build_.as_constant(item.expr) : nullptr;
    return has_nan && (known == nullptr || known->real != known->real);
  };
  const ir::ExprId never = build_.boolean(false);
  if (!may_be_nan(left) || !may_be_nan(right)) return {compare_pair(Comparison::Eq, left, right, range), never};
  const auto* one = std::get_if<ir::Read>(&out_[left.expr].node);
  const auto* other = std::get_if<ir::Read>(&out_[right.expr].node);
  if (one != nullptr && other != nullptr && one->variable == other->variable) return {build_.boolean(true), never};
  const auto is_nan = [&](ir::ExprId x) { return build_.compare(ir::CompareOp::NotEqual, x, x); };
  return {compare_pair(Comparison::Eq, left, right, range), build_.logical_and(is_nan(left.expr), is_nan(right.expr))};
}

void ArrayCode::refuse_open_nan(ir::ExprId is_open, const SourceRange& range) {
  if (const ir::Constant* known = build_.as_constant(is_open); known != nullptr && known->integer == 0) return;
  raise_if(is_open, ir::ErrorKind::Refused, "whether two nan are equal here depends on whether they are one object",
           range);
}

/// The first items that differ decide; where there are none, the lengths do.
ir::ExprId ArrayCode::compare_tuples(Comparison op, const std::vector<Value>& left, const std::vector<Value>& right,
                                     const SourceRange& range) {
  ir::ExprId result = build_.boolean(false);
  ir::ExprId equal = build_.boolean(true);  // so far
  ir::ExprId open = build_.boolean(false);
  for (size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    const auto [same, both_nan] = compare_items(left[i], right[i], range);
    const ir::ExprId decides = build_.logical_and(equal, build_.logical_not(same));
    result = build_.logical_or(result, build_.logical_and(decides, compare_pair(op, left[i], right[i], range)));
    open = build_.logical_or(open, build_.logical_and(equal, both_nan));
    equal = build_.logical_and(equal, same);
  }
  refuse_open_nan(open, range);
  const ir::ExprId lengths = build_.compare(ir_comparison(op), build_.int64(static_cast<int64_t>(left.size())),
                                            build_.int64(static_cast<int64_t>(right.size())));
  return build_.logical_or(result, build_.logical_and(equal, lengths));
}

ir::ExprId ArrayCode::compare_pair(Comparison op, const Value& left, const Value& right, const SourceRange& range) {
  if ((op == Comparison::In || op == Comparison::NotIn) && right.type.is_array()) {
    const ir::ExprId found = right.type.is_list_of_items() ? is_in_list(left, right, range) : is_in_array(left, right, range);
    return op == Comparison::In ? found : build_.logical_not(found);
  }
  if (left.type.is_list_of_items() && right.type.is_list_of_items()) {
    const ir::ExprId equal = are_equal_lists(left, right, range);
    return op == Comparison::Eq ? equal : build_.logical_not(equal);
  }
  if (op == Comparison::In || op == Comparison::NotIn) {
    ir::ExprId found = build_.boolean(false);
    ir::ExprId open = build_.boolean(false);
    for (const Value& element : right.elements) {
      const auto [equal, both_nan] = compare_items(left, element, range);
      found = build_.logical_or(found, equal);
      open = build_.logical_or(open, both_nan);
    }
    refuse_open_nan(build_.logical_and(build_.logical_not(found), open), range);
    return op == Comparison::In ? found : build_.logical_not(found);
  }
  const bool wants_equal = op == Comparison::Eq || op == Comparison::Is;
  if (left.type.is_tuple() && right.type.is_tuple() && !wants_equal && op != Comparison::NotEq)
    return compare_tuples(op, left.elements, right.elements, range);
  if (left.type.is_tuple() && right.type.is_tuple()) {
    bool same_size = left.elements.size() == right.elements.size();
    ir::ExprId equal = build_.boolean(same_size);
    ir::ExprId open = build_.boolean(false);
    for (size_t i = 0; same_size && i < left.elements.size(); ++i) {
      const auto [same, both_nan] = compare_items(left.elements[i], right.elements[i], range);
      equal = build_.logical_and(equal, build_.logical_or(same, both_nan));
      open = build_.logical_or(open, both_nan);
    }
    refuse_open_nan(build_.logical_and(equal, open), range);
    return wants_equal ? equal : build_.logical_not(equal);
  }
  const auto equal = known_to_be_equal(left.type, right.type);
  if (equal && (wants_equal || op == Comparison::NotEq)) return build_.boolean(*equal == wants_equal);
  if (left.type.is(Type::Kind::None) || right.type.is(Type::Kind::None))
    return build_.boolean((left.type.kind == right.type.kind) == wants_equal);
  if (left.type.is_either() || right.type.is_either()) return compare_either(op, left, right);
  return compare_scalars(op, left, right);
}

ir::ExprId ScalarCode::compare_scalars(Comparison op, const Value& left, const Value& right) {
  const OperatorRule rule = compare_rule(op, left.type, right.type);
  if (is_time(rule.compute)) return compare_times(ir_comparison(op), cast(left.expr, rule.compute), cast(right.expr, rule.compute));
  if (rule.mixed_signs) return compare_mixed_signs(ir_comparison(op), left, right);
  const auto has_float = [](const Type& type) { return type.weak && (is_float(type.scalar) || is_complex(type.scalar)); };
  if (is_inexact_in_float(left.type) && has_float(right.type)) return compare_exactly(ir_comparison(op), left.expr, right.expr);
  if (has_float(left.type) && is_inexact_in_float(right.type))
    return compare_exactly(mirrored(ir_comparison(op)), right.expr, left.expr);
  return build_.compare(ir_comparison(op), cast(left.expr, rule.compute), cast(right.expr, rule.compute));
}

bool ScalarCode::is_exact_as_float(ir::ExprId integer) const {
  constexpr int64_t kExact = int64_t{1} << 53;
  const auto is_small = [&](ir::ExprId number) {
    const ir::Constant* constant = build_.as_constant(number);
    return constant != nullptr && constant->integer >= -kExact && constant->integer <= kExact;
  };
  if (const auto* cast = std::get_if<ir::Cast>(&out_[integer].node))
    return is_exact_number(strong(out_[cast->operand].type), ScalarType::Float64);
  const auto* read = std::get_if<ir::Read>(&out_[integer].node);
  if (read != nullptr && counted_.contains(read->variable)) return true;
  const auto* binary = std::get_if<ir::Binary>(&out_[integer].node);
  return is_small(integer) || (binary != nullptr && binary->op == ir::BinaryOp::Modulo && is_small(binary->right));
}

/// Python's comparison of an integer with a float or a complex number of its own. What only one side decides costs a loop
/// nothing where that side stays the same in it.
ir::ExprId ScalarCode::compare_exactly(ir::CompareOp op, ir::ExprId integer, ir::ExprId number) {
  using Op = ir::CompareOp;
  if (op == Op::NotEqual) return build_.logical_not(compare_exactly(Op::Equal, integer, number));
  number = once(number);
  if (is_complex(build_.type_of(number))) {
    const ir::ExprId is_real = build_.compare(op, build_.call(ir::Intrinsic::Imag, {number}), build_.float64(0));
    return build_.logical_and(compare_exactly(op, integer, build_.call(ir::Intrinsic::Real, {number})), is_real);
  }
  if (is_exact_as_float(integer)) return build_.compare(op, cast(integer, ScalarType::Float64), number);
  const auto* variable = std::get_if<ir::Read>(&out_[integer].node);
  return variable != nullptr && unchanged_.contains(variable->variable) ? compare_rounded_integer(op, integer, number)
                                                                        : compare_whole_number(op, integer, number);
}

/// i < x means i < ceil(x), and so on.
ir::ExprId ScalarCode::compare_whole_number(ir::CompareOp op, ir::ExprId integer, ir::ExprId number) {
  using Op = ir::CompareOp;
  const ir::ExprId is_below = build_.compare(Op::Less, number, build_.float64(-0x1p63));
  const ir::ExprId is_above = build_.compare(Op::GreaterEqual, number, build_.float64(0x1p63));
  const ir::ExprId is_nan = build_.compare(Op::NotEqual, number, number);
  const ir::ExprId fits = once(build_.logical_not(build_.logical_or(is_nan, build_.logical_or(is_below, is_above))));
  const bool upwards = op == Op::Less || op == Op::GreaterEqual;
  const ir::ExprId whole = once(call(upwards ? ir::Intrinsic::Ceil : ir::Intrinsic::Floor, number));
  const ir::ExprId bound = cast(build_.select(fits, whole, build_.float64(0)), ScalarType::Int64);
  const ir::ExprId result = build_.logical_and(fits, build_.compare(op, integer, bound));
  if (op == Op::Equal) return build_.logical_and(result, build_.compare(Op::Equal, whole, number));
  return build_.logical_or(op == Op::Less || op == Op::LessEqual ? is_above : is_below, result);
}

/// Rounding keeps the order, so i < x means rounded(i) < x, or rounded(i) == x where i was rounded up.
ir::ExprId ScalarCode::compare_rounded_integer(ir::CompareOp op, ir::ExprId integer, ir::ExprId number) {
  using Op = ir::CompareOp;
  const ir::ExprId rounded = once(cast(integer, ScalarType::Float64));
  const ir::ExprId beyond = build_.compare(Op::GreaterEqual, rounded, build_.float64(0x1p63));
  const ir::ExprId again = cast(build_.select(beyond, build_.float64(0), rounded), ScalarType::Int64);
  const auto is_rounded = [&](bool up) {
    const ir::ExprId differs = build_.compare(up ? Op::Less : Op::Greater, integer, again);
    return up ? build_.logical_or(beyond, differs) : build_.logical_and(build_.logical_not(beyond), differs);
  };
  const auto compared = [&](Op by) { return build_.compare(by, rounded, number); };
  switch (op) {
    case Op::Less: return build_.select(is_rounded(true), compared(Op::LessEqual), compared(Op::Less));
    case Op::LessEqual: return build_.select(is_rounded(false), compared(Op::Less), compared(Op::LessEqual));
    case Op::Greater: return build_.select(is_rounded(false), compared(Op::GreaterEqual), compared(Op::Greater));
    case Op::GreaterEqual: return build_.select(is_rounded(true), compared(Op::Greater), compared(Op::GreaterEqual));
    default: break;
  }
  const ir::ExprId exact = build_.logical_not(build_.logical_or(is_rounded(true), is_rounded(false)));
  return build_.logical_and(compared(Op::Equal), exact);
}

/// uint64 against a number with a sign: a negative number is below all, any other one is compared as uint64.
ir::ExprId ScalarCode::compare_mixed_signs(ir::CompareOp op, const Value& left, const Value& right) {
  if (left.type.scalar != ScalarType::UInt64) return compare_mixed_signs(mirrored(op), right, left);
  const ir::ExprId number = once(cast(right.expr, ScalarType::Int64));
  const ir::ExprId negative = less_than(number, 0);
  const ir::ExprId same = build_.compare(op, left.expr, cast(number, ScalarType::UInt64));
  const bool below =
      op == ir::CompareOp::Less || op == ir::CompareOp::LessEqual || op == ir::CompareOp::Equal;
  return below ? build_.logical_and(build_.logical_not(negative), same) : build_.logical_or(negative, same);
}

}  // namespace unpython::frontend
