// Expressions: names are looked up, everything else keeps its shape.
#include <algorithm>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/syntax/wording.h"
#include "support/match.h"

namespace unpython::frontend {

namespace {

constexpr Wording kExpressionWords[] = {
    {"SetComp", "a set comprehension"},
    {"DictComp", "a dict comprehension"},
    {"Lambda", "this form of lambda"},
    {"JoinedStr", "an f-string"},
    {"Dict", "a dict"},
    {"Set", "a set"},
    {"Starred", "`*` unpacking"},
    {"Await", "`await`"},
    {"Yield", "`yield`"},
    {"TemplateStr", "a template string"},
    {"YieldFrom", "`yield from`"},
    {"Constant", "this constant"},
    {"bytes", "a bytes value"},
};

/// Python's types where a NumPy type is expected: x.astype(float).
std::optional<ScalarType> builtin_dtype(std::string_view name) {
  if (name == "builtins.float") return ScalarType::Float64;
  if (name == "builtins.int") return ScalarType::Int64;
  if (name == "builtins.bool") return ScalarType::Bool;
  if (name == "builtins.complex") return ScalarType::Complex128;
  return std::nullopt;
}

/// Ids that are not valid stand for what is absent.
bool any_has_statements(const resolved::Function& function, const std::vector<resolved::ExprId>& ids) {
  return std::any_of(ids.begin(), ids.end(),
                     [&](resolved::ExprId id) { return id.valid() && function[id].has_statements; });
}

bool holds_statements(const resolved::Function& f, const resolved::ExprNode& node) {
  const auto any = [&](std::initializer_list<resolved::ExprId> ids) { return any_has_statements(f, ids); };
  return match(
      node, [](const resolved::Literal&) { return false; }, [](const resolved::NoneValue&) { return false; },
      [](const resolved::Text&) { return false; }, [](const resolved::DtypeValue&) { return false; },
      [](const resolved::Argument&) { return false; }, [](const resolved::ReadLocal&) { return false; },
      [](const resolved::Erroneous&) { return false; }, [](const resolved::Inlined&) { return true; },
      [](const resolved::CallHost&) { return true; },
      [](const resolved::Ellipsis&) { return false; }, [](const resolved::Unset&) { return false; },
      [&](const resolved::Slice& n) {
        return any({n.lower, n.upper, n.step});
      },
      [&](const resolved::Attribute& n) { return any({n.value}); },
      [&](const resolved::Subscript& n) { return any({n.value}) || any_has_statements(f, n.indices); },
      [&](const resolved::Tuple& n) { return any_has_statements(f, n.elements); },
      [&](const resolved::Unary& n) { return any({n.operand}); },
      [&](const resolved::Binary& n) {
        return any({n.left, n.right});
      },
      [&](const resolved::Logical& n) { return any_has_statements(f, n.operands); },
      [&](const resolved::Compare& n) { return any({n.left}) || any_has_statements(f, n.comparators); },
      [&](const resolved::Conditional& n) {
        return any({n.condition, n.if_true, n.if_false});
      },
      [&](const resolved::CallLibrary& n) { return any_has_statements(f, n.arguments); },
      [&](const resolved::Convert& n) { return any({n.value}); },
      [&](const resolved::CallArray& n) { return any_has_statements(f, n.arguments); },
      [&](const resolved::NewList& n) { return any_has_statements(f, n.counts); },
      [&](const resolved::ListOf& n) { return n.value.valid() && any({n.value}); },
      [&](const resolved::CallMethod& n) { return any({n.value}) || any_has_statements(f, n.arguments); });
}

ir::Constant integer_constant(ScalarType type, int64_t value) {
  return {.type = type, .integer = value, .real = 0.0};
}
ir::Constant real_constant(ScalarType type, std::complex<double> value) {
  return {.type = type, .integer = 0, .real = value};
}

/// "a list; pass an array" -> what it is, and what to do about it.
std::pair<std::string, std::string> split_advice(const std::string& target) {
  const size_t end = target.find("; ");
  if (end == std::string::npos) return {target, ""};
  return {target.substr(0, end), target.substr(end + 2)};
}

}  // namespace

resolved::ExprId Expander::make(resolved::ExprNode node, const SourceRange& range) {
  const bool statements = holds_statements(out_, node);
  return out_.exprs.push({std::move(node), seen(range), statements});
}

resolved::ExprId Expander::literal(ir::Constant value, const SourceRange& range) {
  return make(resolved::Literal{value}, range);
}

resolved::ExprId Expander::wrong(const Reason& reason, const SourceRange& range, std::string message,
                                 std::string advice) {
  mistakes_.report(reason, seen(range), std::move(message), std::move(advice));
  return make(resolved::Erroneous{}, range);
}

std::vector<resolved::ExprId> Expander::exprs(const std::vector<syntax::ExprId>& ids) {
  std::vector<resolved::ExprId> result;
  for (const syntax::ExprId id : ids) result.push_back(expr(id));
  return result;
}

resolved::ExprId Expander::expr(syntax::ExprId id) {
  const resolved::ExprId value = any_value(id);
  const RecordPtr record = record_of(value);
  if (!record || class_of(*record).kind == syntax::RecordClass::Kind::NamedTuple) return value;
  return wrong(reasons::kUnsupportedValue, program_[id].range,
               "an object of class '" + class_of(*record).name + "' can only be named, returned or passed on here",
               "use its fields");
}

resolved::ExprId Expander::any_value(syntax::ExprId id) {
  const SourceRange& range = program_[id].range;
  return match(
      program_[id].node, [&](const syntax::Name& n) { return name_or_path(n.id, range); },
      [&](const syntax::IntLiteral& n) {
        if (n.too_large) return wrong(reasons::kLargeInteger, range, "this integer needs more than 64 bits");
        const ScalarType type = n.is_unsigned ? ScalarType::UInt64 : ScalarType::Int64;
        return literal(integer_constant(type, n.value), range);
      },
      [&](const syntax::FloatLiteral& n) {
        return literal(real_constant(ScalarType::Float64, n.value), range);
      },
      [&](const syntax::ComplexLiteral& n) {
        return literal(real_constant(ScalarType::Complex128, {0.0, n.imaginary}), range);
      },
      [&](const syntax::BoolLiteral& n) {
        return literal(integer_constant(ScalarType::Bool, n.value), range);
      },
      [&](const syntax::NoneLiteral&) { return make(resolved::NoneValue{}, range); },
      [&](const syntax::StringLiteral& n) { return make(resolved::Text{n.value}, range); },
      [&](const syntax::Attribute& n) { return attribute(id, n); },
      [&](const syntax::Subscript& n) {
        const resolved::ExprId value = any_value(n.value);
        const auto* key = std::get_if<syntax::StringLiteral>(&program_[n.index].node);
        if (const RecordPtr record = record_of(value);
            record && class_of(*record).kind == syntax::RecordClass::Kind::Dict && key != nullptr)
          return after(value, field(record, key->value, range));
        if (record_of(value)) return make(resolved::Subscript{expr(n.value), subscripts(n.index)}, range);
        return make(resolved::Subscript{value, subscripts(n.index)}, range);
      },
      [&](const syntax::Slice& n) {
        const auto part = [&](syntax::ExprId bound) {
          return bound.valid() ? expr(bound) : resolved::ExprId{};
        };
        const resolved::ExprId lower = part(n.lower);
        const resolved::ExprId upper = part(n.upper);
        return make(resolved::Slice{lower, upper, part(n.step)}, range);
      },
      [&](const syntax::Ellipsis&) { return make(resolved::Ellipsis{}, range); },
      [&](const syntax::Unset&) { return wrong(reasons::kUnsupportedValue, range, "only what is returned may have no value"); },
      [&](const syntax::Tuple& n) { return make(resolved::Tuple{exprs(n.elements)}, range); },
      [&](const syntax::List& n) {
        if (n.elements.empty()) return make(resolved::ListOf{}, range);
        const bool has_rows = hints_.lists && are_rows(n.elements);
        const resolved::ExprId items = make(resolved::Tuple{has_rows ? rows(n.elements) : exprs(n.elements), true}, range);
        return hints_.lists ? make(resolved::ListOf{items, has_rows}, range) : items;
      },
      [&](const syntax::Unary& n) {
        return make(resolved::Unary{n.op, expr(n.operand)}, range);
      },
      [&](const syntax::Binary& n) {
        if (const auto list = repetition(n, range)) return *list;
        if (const auto made = binary_of_objects(n, range)) return *made;
        const bool is_product = n.op == syntax::BinaryOperator::MatMult;
        const resolved::ExprId left = is_product ? array_or_list(n.left) : expr(n.left);
        return make(resolved::Binary{n.op, left, is_product ? array_or_list(n.right) : expr(n.right)}, range);
      },
      [&](const syntax::Bool& n) {
        return make(resolved::Logical{n.op, exprs(n.operands)}, range);
      },
      [&](const syntax::Compare& n) {
        const resolved::ExprId left = expr(n.left);
        return make(resolved::Compare{left, n.ops, exprs(n.comparators)}, range);
      },
      [&](const syntax::Conditional& n) {
        const resolved::ExprId condition = expr(n.condition);
        const resolved::ExprId if_true = expr(n.if_true);
        return make(resolved::Conditional{condition, if_true, expr(n.if_false)}, range);
      },
      [&](const syntax::Call& n) { return call(id, n); },
      [&](const syntax::Named& n) {
        resolved::Inlined named;
        const resolved::LocalId local = frame_->locals.at(n.id);
        assign_local(local, expr(n.value), range, named.body);
        named.value = make(resolved::ReadLocal{local}, range);
        return make(std::move(named), range);
      },
      [&](const syntax::Comprehension& n) {
        if (n.is_list) return list_of(n, range);
        return wrong(reasons::kUnsupportedExpression, range, "a generator expression is not supported here",
                     "write it as a list, [...], or give it to sum, min, max, any or all");
      },
      [&](const syntax::RecordLiteral& n) { return record_literal(n, range); },
      [&](const syntax::FunctionLiteral&) {
        return wrong(reasons::kUnsupportedValue, range,
                     "a function can only be called, named or passed on here",
                     "call it, or return what it gives");
      },
      [&](const syntax::UnsupportedExpr& n) {
        return wrong(
            reasons::kUnsupportedExpression, range,
            words_for(n.kind, kExpressionWords, "a value of type '" + n.kind + "'") + " is not supported");
      });
}

/// [value] * count, where the count is no constant.
std::optional<resolved::ExprId> Expander::repetition(const syntax::Binary& node, const SourceRange& range) {
  if (node.op != syntax::BinaryOperator::Mult) return std::nullopt;
  const auto* left = std::get_if<syntax::List>(&program_[node.left].node);
  const auto* right = std::get_if<syntax::List>(&program_[node.right].node);
  const auto* list = left != nullptr ? left : right;
  if (list == nullptr || list->elements.size() != 1) return std::nullopt;
  return repeated_list(list->elements[0], left != nullptr ? node.right : node.left, range);
}

std::vector<resolved::ExprId> Expander::subscripts(syntax::ExprId index) {
  const auto one = [&](syntax::ExprId id) {
    const bool list = std::holds_alternative<syntax::List>(program_[id].node);
    if (!list) return expr(id);
    resolved::CallArray array{find_array_function("numpy.array"), {expr_or_list(id), {}}};
    return make(std::move(array), program_[id].range);
  };
  const auto* tuple = std::get_if<syntax::Tuple>(&program_[index].node);
  if (!tuple) return {one(index)};
  std::vector<resolved::ExprId> result;
  for (const syntax::ExprId id : tuple->elements) result.push_back(one(id));
  return result;
}

resolved::ExprId Expander::attribute(syntax::ExprId id, const syntax::Attribute& node) {
  const SourceRange& range = program_[id].range;
  if (const auto path = dotted_path(program_, id); path && !is_local(first_name(*path))) {
    if (find_binding(*frame_->function, *path)) return name_or_path(*path, range);
  }
  const resolved::ExprId value = any_value(node.value);
  if (record_of(value)) return attribute_of(value, node.name, range);
  return make(resolved::Attribute{value, node.name, places_in_named_tuples(node.name)}, range);
}

resolved::ExprId Expander::name_or_path(const std::string& path, const SourceRange& range) {
  if (is_unknown(path)) return make(resolved::Erroneous{}, range);
  if (const auto known = frame_->functions.find(path); known != frame_->functions.end()) {
    const syntax::Binding* binding = known->second.binding;
    if (const auto type = binding ? builtin_dtype(binding->target) : std::nullopt)
      return make(resolved::DtypeValue{*type}, range);
    return wrong(reasons::kUnsupportedValue, range,
                 "function '" + path + "' can only be called or passed on here", "call it");
  }
  if (const auto record = frame_->records.find(path); record != frame_->records.end())
    return read_record(record->second, range);
  if (const auto local = frame_->locals.find(path); local != frame_->locals.end()) {
    if (!program_.classes.empty()) frame_->plain.insert(path);
    const auto around = frame_->around.find(path);
    const bool is_free = around != frame_->around.end() && around->second == local->second;
    return make(resolved::ReadLocal{local->second, is_free}, range);
  }
  const syntax::Binding* binding = find_binding(*frame_->function, path);
  if (!binding)  // an argument of which the function has the parts alone
    return wrong(reasons::kUnsupportedValue, range, "this use of '" + path + "' is not supported");
  return bound_value(*binding, range);
}

bool Expander::is_unknown(const std::string& name) const {
  const std::vector<std::string>& unknown = frame_->function->unknown_names;
  return std::find(unknown.begin(), unknown.end(), name) != unknown.end();
}

resolved::ExprId Expander::bound_value(const syntax::Binding& binding, const SourceRange& range) {
  switch (binding.kind) {
    case syntax::BindingKind::Library:
      return library_value(binding, range);
    case syntax::BindingKind::Function:
    case syntax::BindingKind::NumpyFunction:
    case syntax::BindingKind::Host:
      return wrong(reasons::kUnsupportedValue, range,
                   "function '" + binding.path + "' can only be called or passed on here", "call it");
    case syntax::BindingKind::Class:
      return wrong(reasons::kUnsupportedValue, range, "class '" + binding.path + "' can only be called here",
                   "call it");
    case syntax::BindingKind::Hidden:
      return make(resolved::Argument{own_parameters_ + binding.index}, range);
    case syntax::BindingKind::Unsupported: {
      const auto [what, advice] = split_advice(binding.target);
      return wrong(reasons::kUnsupportedValue, range, "'" + binding.path + "' is " + what, advice);
    }
    case syntax::BindingKind::Missing:
      break;
  }
  const auto [what, advice] = split_advice(binding.target);
  return wrong(reasons::kUndefinedName, range,
               what.empty() ? "name '" + binding.path + "' is not defined" : what, advice);
}

resolved::ExprId Expander::library_value(const syntax::Binding& binding, const SourceRange& range) {
  if (const auto value = find_constant(binding.target))
    return literal(real_constant(ScalarType::Float64, *value), range);
  if (binding.target == "numpy.newaxis") return make(resolved::NoneValue{}, range);
  if (const auto type = find_dtype(binding.target)) return make(resolved::DtypeValue{*type}, range);
  if (const auto type = builtin_dtype(binding.target)) return make(resolved::DtypeValue{*type}, range);
  if (find_function(binding.target) || find_array_function(binding.target))
    return wrong(reasons::kUnsupportedValue, range, "'" + binding.path + "' is a function, which can only be called here",
                 "write " + binding.path + "(...)");
  return wrong(reasons::kUnsupportedValue, range, "'" + binding.path + "' is not supported here");
}

}  // namespace unpython::frontend
