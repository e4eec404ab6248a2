// Expressions: a pure IR expression comes back; what may raise was emitted before it.
#include <algorithm>
#include <array>
#include <iterator>

#include "frontend/lower/lowerer.h"
#include "frontend/types/type_limits.h"
#include "support/match.h"

namespace unpython::frontend {

using resolved::ExprId;

Value Lowerer::expr(ExprId id) {
  Value value = compute(id);
  const Type& type = types_.of(id);
  if (type.is_either() && value.type.is_number()) value = as_type(value, type);
  if (type.is_scalar() && type.known && value.type.is_scalar()) value.type.known = type.known;
  return value;
}

Value ArrayCode::constant_value(const Type& type) { return scalar(type, build_.constant(*type.known)); }

Value Lowerer::compute(ExprId id) {
  const SourceRange& range = f_[id].range;
  const Type& type = types_.of(id);
  return match(
      f_[id].node, [&](const resolved::Literal&) { return constant_value(type); },
      [&](const resolved::NoneValue&) { return Value{.type = type}; },
      [&](const resolved::Text&) { return Value{.type = type}; },
      [&](const resolved::DtypeValue&) { return Value{.type = type}; },
      [&](const resolved::Argument& n) {
        const ir::Parameter& parameter = out_.parameters[static_cast<size_t>(n.position)];
        if (type.is(Type::Kind::None)) return Value{.type = type};
        return parameter.is_array ? whole(parameter.array, n.position)
                                  : scalar(type, build_.read(parameter.variable));
      },
      [&](const resolved::ReadLocal&) { return read(id); },
      [&](const resolved::Attribute& n) { return attribute(n, range); },
      [&](const resolved::Subscript& n) { return subscript(n, type, range); },
      [&](const resolved::Tuple& n) { return Value{.type = type, .elements = values(n.elements)}; },
      [&](const resolved::Slice& n) {
        std::vector<ExprId> given;
        std::ranges::copy_if(std::array{n.lower, n.upper, n.step}, std::back_inserter(given), &ExprId::valid);
        const std::vector<Value> found = values(given);
        Value bounds{.type = type};
        for (auto next = found.begin(); const ExprId part : {n.lower, n.upper, n.step})
          bounds.elements.push_back(part.valid() ? as_integer(*next++) : Value{.type = none_type()});
        return bounds;
      },
      [&](const resolved::Ellipsis&) { return Value{.type = type}; },
      [&](const resolved::Unset&) { return Value{.type = type}; },
      [&](const resolved::Unary& n) { return unary(n, range); },
      [&](const resolved::Binary& n) {
        const std::vector<Value> operands = values({n.left, n.right});
        if (type.is(Type::Kind::Text)) return Value{.type = type};
        if (type.is_tuple()) return joined_tuples(operands, type);
        if (n.op == syntax::BinaryOperator::Pow && type == weak(ScalarType::Float64) && kind_rank(operands[0].type.scalar) < 2 &&
            kind_rank(operands[1].type.scalar) < 2 && !known_integer(operands[1].type))
          return scalar(type, power_of_either_sign(operands[0], operands[1], range));
        return as_raising(n.op, binary(n.op, operands[0], operands[1], range), operands[1], range);
      },
      [&](const resolved::Logical& n) { return logical(n, type, range); },
      [&](const resolved::Compare& n) { return compare(n, type, range); },
      [&](const resolved::Conditional& n) { return conditional(n, type, range); },
      [&](const resolved::CallLibrary& n) { return library_call(id, n, range, false); },
      [&](const resolved::Convert& n) { return called_type(n.type, n.value, type, range); },
      [&](const resolved::CallMethod& n) { return method(n, type, range); },
      [&](const resolved::CallArray& n) {
        return array_call(*n.function, n.arguments, n.inner, type, range);
      },
      [&](const resolved::CallHost& n) { return host_call(n, type, range); },
      [&](const resolved::Inlined& n) { return inlined(id, n); },
      [&](const resolved::NewList& n) { return new_list(n, type); },
      [&](const resolved::ListOf& n) { return list_of(n, type, range); },
      [&](const resolved::Erroneous&) -> Value {
        throw InternalError("lowering", "an expression with a mistake");
      });
}

/// The items of one tuple behind those of another, or of a single one again and again.
Value Lowerer::joined_tuples(const std::vector<Value>& operands, const Type& type) {
  Value result{.type = type};
  while (result.elements.size() < type.elements.size())
    for (const Value& operand : operands)
      result.elements.insert(result.elements.end(), operand.elements.begin(), operand.elements.end());
  return result;
}

Value Lowerer::unary(const resolved::Unary& node, const SourceRange& range) {
  if (node.op == syntax::UnaryOperator::Not)
    return scalar(weak(ScalarType::Bool), build_.logical_not(condition(node.operand)));
  return unary(node.op, expr(node.operand), range);
}

std::vector<Value> Lowerer::values(const std::vector<ExprId>& ids) {
  std::vector<Value> result;
  size_t behind_statements = ids.size();  // behind the last operand that has some
  while (behind_statements > 0 && !f_[ids[behind_statements - 1]].has_statements) --behind_statements;
  for (size_t i = 0; i < ids.size(); ++i) {
    Value value = expr(ids[i]);
    const bool statements_follow = i + 1 < behind_statements;
    result.push_back(statements_follow ? hold_if_mutable(value, false) : std::move(value));
  }
  return result;
}

Value Lowerer::read_storage(const Storage& from) {
  Value value;
  value.type = from.type;
  if (from.type.is_scalar())
    value.expr = from.type.known ? build_.constant(*from.type.known) : build_.read(from.variable);
  if (from.type.is_either()) value.expr = build_.read(from.variable);
  for (const ir::VarId variable : from.fixed) value.fixed.push_back(build_.read(variable));
  value.base = from.base;
  for (const auto& [start, step, extent] : from.axes) {
    const bool whole_axis = !start.valid();
    value.axes.push_back(whole_axis ? AxisValue{}
                                    : AxisValue{build_.read(start), build_.read(step), build_.read(extent)});
  }
  for (const Storage& element : from.elements) value.elements.push_back(read_storage(element));
  return value;
}

Value Lowerer::read(ExprId id) {
  const int web = webs_.web(id);
  if (web < 0) throw NeverReached{};
  const auto index = static_cast<size_t>(web);
  if (webs_.bound[static_cast<size_t>(id.value)] == Bound::Sometimes) {
    const auto& node = std::get<resolved::ReadLocal>(f_[id].node);
    if (f_.locals[node.local].begins_empty()) return read_storage(storage_[index]);
    const std::string name = "'" + f_.locals[node.local].shown() + "' where it is not associated with a value";
    const ir::ExprId is_unset = build_.logical_not(build_.read(*is_set_[index]));
    if (f_.locals[node.local].is_field)
      raise_if(is_unset, ir::ErrorKind::Refused, "an object has no field '" + f_.locals[node.local].shown() + "' of its own here",
               f_[id].range);
    else if (node.is_free)
      raise_if(is_unset, ir::ErrorKind::NameError,
               "cannot access free variable " + name + " in enclosing scope", f_[id].range);
    else
      raise_if(is_unset, ir::ErrorKind::UnboundLocalError, "cannot access local variable " + name,
               f_[id].range);
  }
  const Value value = read_storage(storage_[index]);
  const Type& type = types_.of(id);
  return value.type.is_either() && type.is_number() ? as_type(value, type) : value;
}

Value Lowerer::attribute(const resolved::Attribute& node, const SourceRange& range) {
  const Value given = expr(node.value);
  if (given.type.is_tuple()) return given.elements[*node.item_of(given.type.record)];
  const Value value = numpy_value(given, range);
  const Type& from = value.type;
  if (from.is_array()) return array_attribute(value, node.name, range);
  if (from.is(Type::Kind::Dtype)) {
    if (const auto text = text_of_dtype(from.scalar, node.name)) {
      Value known;
      known.type.kind = Type::Kind::Text;
      known.type.text = *text;
      return known;
    }
    const auto limit = limit_of_type(from.scalar, node.name);
    return scalar(limit->type, build_.constant(limit->value));
  }
  if (node.name != "real" && node.name != "imag") return array_attribute(as_array(value), node.name, range);
  Type type = forget_value(from);
  type.scalar =
      from.weak && from.scalar == ScalarType::Bool ? ScalarType::Int64 : real_part_type(from.scalar);
  if (is_complex(from.scalar)) {
    const auto part = node.name == "real" ? ir::Intrinsic::Real : ir::Intrinsic::Imag;
    return scalar(type, call(part, value.expr));
  }
  return scalar(type, node.name == "real" ? cast(value.expr, type.scalar) : build_.number(type.scalar, 0));
}

Value Lowerer::conditional(const resolved::Conditional& node, const Type& type, const SourceRange& range) {
  const ir::ExprId test = condition(node.condition);
  if (const ir::Constant* known = build_.as_constant(test))
    return as_type(expr(known->integer != 0 ? node.if_true : node.if_false), type);
  Branch if_true = separately([&] { return as_type(expr(node.if_true), type); });
  Branch if_false = separately([&] { return as_type(expr(node.if_false), type); });
  return choose(test, std::move(if_true), std::move(if_false), type, range);
}

Value Lowerer::inlined(ExprId call, const resolved::Inlined& node) {
  for (resolved::DefinitionId id{0}; f_.definitions.contains(id); ++id.value) {
    const auto& flag = is_set_[static_cast<size_t>(webs_.web(id))];
    const resolved::LocalId local = f_.definitions[id].local;
    if (flag && std::find(node.locals.begin(), node.locals.end(), local) != node.locals.end())
      emit(build_.assign(*flag, build_.boolean(false)));
  }
  struct Within {
    const std::string*& name;
    const std::string* outer;
    ~Within() { name = outer; }
  } const within{library_, library_};
  if (library_ == nullptr && !node.library.empty()) library_ = &node.library;
  body(node.body);
  if (types_.never_return.contains(call)) throw NeverReached{};
  return expr(node.value);
}

}  // namespace unpython::frontend
