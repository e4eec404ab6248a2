// Expressions: forms of integers, numbers of everything else, and symbols for what neither says.
#include <algorithm>

#include "analysis/call/collector.h"
#include "ir/constant.h"
#include "ir/eval.h"
#include "ir/rewrite.h"
#include "support/floor_div.h"
#include "support/match.h"

namespace unpython::analysis {

using namespace ir;
using integers::IntegerRange;
using integers::LinearForm;

namespace {}  // namespace

IntegerRange range_of(ScalarType type) {
  if (type == ScalarType::Int64) return {};
  if (type == ScalarType::UInt64) return {0, INT64_MAX};
  const int64_t values = int64_t{1} << (8 * size_of(type));
  return is_signed_integer(type) ? IntegerRange{-values / 2, values / 2 - 1} : IntegerRange{0, values - 1};
}

Value Value::of(const Constant& number) {
  if (!is_integer(number.type)) return {Kind::Number, -1, {}, number};
  if (number.type == ScalarType::UInt64 && number.integer < 0) return {};
  return of(LinearForm(number.integer));
}

bool Value::operator==(const Value& other) const {
  if (kind != other.kind) return false;
  if (kind == Kind::Form) return form == other.form;
  return kind == Kind::Number ? number == other.number : loop == other.loop;
}

bool Collector::fits(const LinearForm& form, ScalarType type) const {
  const IntegerRange limits = range_of(type);
  if (form.is_constant()) return limits.contains(form.constant());
  if (!in_nest()) return false;
  const std::optional<IntegerRange> range = domain_->range(form, loop_);
  return range && limits.low <= range->low && range->high <= limits.high;
}

int Collector::loop_of(const LinearForm& form) const {
  int deepest = -1;
  for (const LinearForm::Term& term : form.terms())
    deepest = std::max(deepest, nest_->unknowns[static_cast<size_t>(term.unknown)].loop);
  return deepest;
}

LinearForm Collector::symbol(IntegerRange range, int loop) {
  nest_->unknowns.push_back({Unknown::Kind::Symbol, loop, range});
  return LinearForm::of(static_cast<integers::UnknownIndex>(nest_->unknowns.size()) - 1);
}

const Collector::Numbered* Collector::definition_of(integers::UnknownIndex symbol) const {
  for (const Numbered& known : numbered_) {
    if (known.symbol == symbol) return &known;
  }
  return nullptr;
}

/// The symbol that stands for a function of two forms, one for equal forms.
Value Collector::numbered(Numbered::Kind kind, int32_t detail, const LinearForm& first,
                          const LinearForm& second, IntegerRange range, bool* created) {
  for (const Numbered& known : numbered_) {
    if (known.kind == kind && known.detail == detail && known.first == first && known.second == second)
      return Value::of(LinearForm::of(known.symbol));
  }
  LinearForm form = symbol(range, std::max(loop_of(first), loop_of(second)));
  numbered_.push_back({kind, detail, first, second, form.terms()[0].unknown, -1});
  if (created != nullptr) *created = true;
  return Value::of(std::move(form));
}

/// A form of an Int64 is kept as long as only sums and multiples are made of it, which wrap as the program
/// does. Where its size matters, it must be what the program computes.
std::optional<LinearForm> Collector::settled(const Value& value, ScalarType type) {
  if (value.kind == Value::Kind::Form && fits(value.form, type)) return value.form;
  if (!in_nest()) return std::nullopt;
  if (value.kind == Value::Kind::Form)
    return numbered(Numbered::Kind::Wrapped, static_cast<int32_t>(type), value.form, {}, range_of(type)).form;
  return symbol(range_of(type), loop_);
}

std::optional<LinearForm> Collector::integer(ExprId id) {
  const ScalarType type = f_[id].type;
  return settled(value(id), type);
}

Value Collector::value(ExprId id) {
  Value result = value_of_node(id);
  if (in_nest() && slices_.contains(id)) note_slice_end(id, result);
  return result;
}

/// Whether the value is the plain one.
void Collector::note_slice_end(ExprId id, const Value& value) {
  std::optional<LinearForm> plain;
  if (const std::optional<Affine> form = plain_slice_end(f_, id)) {
    plain = LinearForm(form->constant);
    for (const Term& term : form->terms) {
      const std::optional<LinearForm> atom = integer(term.atom);
      const std::optional<LinearForm> scaled = atom ? atom->times(term.coefficient) : std::nullopt;
      plain = plain && scaled ? plain->plus(*scaled) : std::nullopt;
    }
  }
  nest_->slice_ends.push_back({id, value.kind == Value::Kind::Form && plain && value.form == *plain});
}

Value Collector::value_of_node(ExprId id) {
  const Expr& expr = f_[id];
  const ScalarType type = expr.type;
  return match(
      expr.node, [](const Const& node) { return Value::of(node.value); },
      [&](const Read& node) { return read(node.variable, type); },
      [&](const Load& node) { return element(id, node); },
      [&](const Extent& node) {
        std::optional<LinearForm> known = extent(node.array, node.dimension);
        return known ? Value::of(std::move(*known)) : Value{};
      },
      [&](const WrapIndex& node) { return wrapped(id, node); },
      [&](const Unary& node) {
        const Value operand = value(node.operand);
        if (operand.kind == Value::Kind::Number) return Value::of(evaluate(node.op, operand.number));
        if (operand.kind == Value::Kind::Form && node.op == UnaryOp::Negate)
          return integer_binary(type, BinaryOp::Subtract, Value::of(LinearForm(0)), operand);
        return Value{};
      },
      [&](const Binary& node) { return binary(type, node); },
      [&](const Compare&) {
        const Condition known = condition(id);
        return known.known ? Value::of(make_bool(*known.known)) : Value{};
      },
      [&](const Select& node) { return select(type, node); },
      [&](const Cast& node) { return cast(type, node.operand); },
      [&](const Call& node) { return call(type, node); });
}

Value Collector::read(VarId variable, ScalarType type) {
  Value& known = values_[static_cast<size_t>(variable.value)];
  if (known.kind != Value::Kind::Nothing || !is_integer(type) || !in_nest()) return known;
  if (known.loop < 0) named_.push_back(variable);
  known = Value::of(symbol(range_of(type), known.loop));
  return known;
}

Value Collector::binary(ScalarType type, const Binary& node) {
  if (type == ScalarType::Bool) {
    // The value of a condition is known where it is the same everywhere.
    const Value left = value(node.left);
    const Value right = value(node.right);
    if (left.kind == Value::Kind::Number && right.kind == Value::Kind::Number)
      return Value::of(evaluate(node.op, left.number, right.number));
    const auto decides = [&](const Value& side) {
      return side.kind == Value::Kind::Number &&
             ((node.op == BinaryOp::LogicalAnd && side.number.integer == 0) ||
              (node.op == BinaryOp::LogicalOr && side.number.integer != 0));
    };
    return decides(left) ? left : decides(right) ? right : Value{};
  }
  const Value left = value(node.left);
  const Value right = value(node.right);
  if (left.kind == Value::Kind::Nothing || right.kind == Value::Kind::Nothing) return {};
  if (is_integer(type)) return integer_binary(type, node.op, left, right);
  return Value::of(evaluate(node.op, left.number, right.number));
}

Value Collector::integer_binary(ScalarType type, BinaryOp op, const Value& left, const Value& right) {
  const LinearForm& a = left.form;
  const LinearForm& b = right.form;
  if (a.is_constant() && b.is_constant())
    return Value::of(evaluate(op, make_constant(type, a.constant()), make_constant(type, b.constant())));
  if (!in_nest()) return {};
  std::optional<LinearForm> form;
  if (op == BinaryOp::Add) form = a.plus(b);
  if (op == BinaryOp::Subtract) form = a.minus(b);
  if (op == BinaryOp::Multiply && a.is_constant()) form = b.times(a.constant());
  if (op == BinaryOp::Multiply && b.is_constant()) form = a.times(b.constant());
  if (op == BinaryOp::ShiftLeft && b.is_constant() && b.constant() >= 0 && b.constant() < 62 &&
      type == ScalarType::Int64)
    form = a.times(int64_t{1} << b.constant());
  if (form && (type == ScalarType::Int64 || fits(*form, type))) return Value::of(std::move(*form));

  const std::optional<LinearForm> x = settled(left, type);
  const std::optional<LinearForm> y = settled(right, type);
  if (!x || !y) return {};
  if (y->is_constant()) {
    const int64_t d = y->constant();
    if ((op == BinaryOp::FloorDivide || op == BinaryOp::Modulo) && d > 0)
      return divided(*x, d, op == BinaryOp::Modulo);
    if (op == BinaryOp::FloorDivide && d < 0 && d > INT64_MIN) {
      const std::optional<LinearForm> negated = x->times(-1);
      if (negated && fits(*negated, type)) return divided(*negated, -d, false);
    }
    if (op == BinaryOp::ShiftRight && d >= 0 && d < 62) return divided(*x, int64_t{1} << d, false);
    if (op == BinaryOp::BitAnd && d >= 0)
      return numbered(Numbered::Kind::Other, static_cast<int32_t>(op), *x, *y, {0, d});
  }
  return numbered(op == BinaryOp::Multiply ? Numbered::Kind::Product : Numbered::Kind::Other,
                  static_cast<int32_t>(op) + 256 * static_cast<int32_t>(type), *x, *y, range_of(type));
}

/// x // d and x % d by their definition.
Value Collector::divided(const LinearForm& dividend, int64_t divisor, bool remainder) {
  const std::optional<IntegerRange> range = domain_->range(dividend, loop_);
  const int64_t low = floor_div(range ? range->low : INT64_MIN, divisor);
  const int64_t high = floor_div(range ? range->high : INT64_MAX, divisor);
  if (low == high) {  // one quotient
    if (!remainder) return Value::of(LinearForm(low));
    int64_t whole = 0;
    if (!__builtin_mul_overflow(low, divisor, &whole) && whole > INT64_MIN) {
      if (std::optional<LinearForm> rest = dividend.plus(-whole)) return Value::of(std::move(*rest));
    }
  }
  const Parts parts =
      parts_of(dividend, divisor, {Numbered::Kind::Quotient, Numbered::Kind::Remainder}, {low, high});
  return remainder ? parts.rest : parts.quotient;
}

/// dividend = divisor * quotient + rest with 0 <= rest < divisor: guards say it from here on.
Collector::Parts Collector::parts_of(const LinearForm& dividend, int64_t divisor, PartKinds kinds,
                                     IntegerRange quotients) {
  const LinearForm by(divisor);
  bool created = false;
  const Value quotient = numbered(kinds.quotient, 0, dividend, by, quotients, &created);
  const Value rest = numbered(kinds.rest, 0, dividend, by, {0, divisor - 1});
  if (created) {
    const bool follows =
        std::all_of(dividend.terms().begin(), dividend.terms().end(), [&](const LinearForm::Term& term) {
          const Unknown& unknown = nest_->unknowns[static_cast<size_t>(term.unknown)];
          return unknown.kind == Unknown::Kind::Counter || unknown.determined;
        });
    for (const Value* part : {&quotient, &rest})
      nest_->unknowns[static_cast<size_t>(part->form.terms()[0].unknown)].determined = follows;
  }
  // dividend - divisor * quotient - rest = 0, once for each scope of guards.
  for (Numbered& known : numbered_) {
    if (known.symbol != rest.form.terms()[0].unknown) continue;
    int g = guard_;
    while (g > known.guard) g = nest_->guards[static_cast<size_t>(g)].outer;
    if (known.guard >= 0 && g == known.guard) break;
    const std::optional<LinearForm> part = LinearForm::add_scaled(dividend, quotient.form, -divisor);
    const std::optional<LinearForm> zero = part ? part->minus(rest.form) : std::nullopt;
    const std::optional<LinearForm> opposite = zero ? zero->times(-1) : std::nullopt;
    if (!opposite) break;
    push_guard(*zero);
    push_guard(*opposite);
    nest_->guards.back().defines = known.symbol;
    known.guard = guard_;
    break;
  }
  return {quotient, rest};
}

Value Collector::cast(ScalarType to, ExprId operand) {
  const ScalarType from = f_[operand].type;
  const Value inner = value(operand);
  if (is_integer(from) && is_integer(to)) {
    if (inner.kind == Value::Kind::Nothing) return {};
    const std::optional<LinearForm> form = settled(inner, from);
    if (!form) return {};
    if (fits(*form, to)) return Value::of(*form);
    if (form->is_constant()) return Value::of(convert(to, make_constant(from, form->constant())));
    return in_nest() && to != ScalarType::UInt64
               ? numbered(Numbered::Kind::Wrapped, static_cast<int32_t>(to), *form, {}, range_of(to))
               : Value{};
  }
  if (inner.kind == Value::Kind::Number) return Value::of(convert(to, inner.number));
  if (inner.kind == Value::Kind::Form && inner.form.is_constant())
    return Value::of(convert(to, make_constant(from, inner.form.constant())));
  return from == ScalarType::Bool && is_integer(to) && in_nest() ? Value::of(symbol({0, 1}, loop_)) : Value{};
}

Value Collector::extremum(bool minimum, const LinearForm& a, const LinearForm& b) {
  const std::optional<LinearForm> difference = a.minus(b);
  const std::optional<IntegerRange> order = difference ? domain_->range(*difference, loop_) : std::nullopt;
  if (order && order->low >= 0) return Value::of(minimum ? b : a);
  if (order && order->high <= 0) return Value::of(minimum ? a : b);
  IntegerRange range{};
  const std::optional<IntegerRange> of_a = domain_->range(a, loop_);
  const std::optional<IntegerRange> of_b = domain_->range(b, loop_);
  if (of_a && of_b) {
    range = minimum ? IntegerRange{std::min(of_a->low, of_b->low), std::min(of_a->high, of_b->high)}
                    : IntegerRange{std::max(of_a->low, of_b->low), std::max(of_a->high, of_b->high)};
  }
  bool created = false;
  Value result =
      numbered(minimum ? Numbered::Kind::Minimum : Numbered::Kind::Maximum, 0, a, b, range, &created);
  if (created) {
    for (const LinearForm* side : {&a, &b}) {
      const std::optional<LinearForm> room = minimum ? side->minus(result.form) : result.form.minus(*side);
      if (room) push_guard(*room);
    }
  }
  return result;
}

Value Collector::call(ScalarType type, const Call& node) {
  std::vector<Value> arguments;
  std::vector<Constant> constants;
  for (ExprId argument : node.arguments) {
    arguments.push_back(value(argument));
    const Value& known = arguments.back();
    if (known.kind == Value::Kind::Number) constants.push_back(known.number);
    if (known.kind == Value::Kind::Form && known.form.is_constant())
      constants.push_back(make_constant(f_[argument].type, known.form.constant()));
  }
  if (constants.size() == arguments.size()) return Value::of(evaluate(node.function, constants));
  if (!in_nest() || !is_integer(type) || arguments[0].kind != Value::Kind::Form) return {};
  const std::optional<LinearForm> a = settled(arguments[0], type);
  if (!a) return {};
  if (node.function == Intrinsic::Minimum || node.function == Intrinsic::Maximum) {
    const std::optional<LinearForm> b = settled(arguments[1], type);
    return b ? extremum(node.function == Intrinsic::Minimum, *a, *b) : Value{};
  }
  return node.function == Intrinsic::Abs ? magnitude(type, *a) : Value{};
}

/// |a|, where the magnitude of the lowest value is that value.
Value Collector::magnitude(ScalarType type, const LinearForm& a) {
  const std::optional<IntegerRange> range = domain_->range(a, loop_);
  const std::optional<LinearForm> negative = a.times(-1);
  if (range && range->low >= 0) return Value::of(a);
  if (range && negative && range->high <= 0 && fits(*negative, type)) return Value::of(*negative);
  const bool small = range && range->low > range_of(type).low;
  return numbered(Numbered::Kind::Other, -1, a, {},
                  small ? IntegerRange{0, std::max(-range->low, range->high)} : range_of(type));
}

/// Also min and max as `a if a < b else b`.
Value Collector::select(ScalarType type, const Select& node) {
  const Condition condition = this->condition(node.condition);
  const Value yes = value(node.if_true);
  const Value no = value(node.if_false);
  if (condition.known) return *condition.known ? yes : no;
  if (!in_nest() || yes.kind != Value::Kind::Form || no.kind != Value::Kind::Form) return {};
  const std::optional<LinearForm> a = settled(yes, type);
  const std::optional<LinearForm> b = settled(no, type);
  if (!a || !b) return {};
  if (*a == *b) return Value::of(*a);
  if (const auto* compare = std::get_if<Compare>(&f_[node.condition].node)) {
    const bool less = compare->op == CompareOp::Less || compare->op == CompareOp::LessEqual;
    const bool greater = compare->op == CompareOp::Greater || compare->op == CompareOp::GreaterEqual;
    const bool straight =
        same_value(f_, compare->left, node.if_true) && same_value(f_, compare->right, node.if_false);
    const bool crossed =
        same_value(f_, compare->left, node.if_false) && same_value(f_, compare->right, node.if_true);
    if ((less && straight) || (greater && crossed)) return extremum(true, *a, *b);
    if ((greater && straight) || (less && crossed)) return extremum(false, *a, *b);
  }
  const std::optional<IntegerRange> x = domain_->range(*a, loop_);
  const std::optional<IntegerRange> y = domain_->range(*b, loop_);
  const IntegerRange hull =
      x && y ? IntegerRange{std::min(x->low, y->low), std::max(x->high, y->high)} : range_of(type);
  return Value::of(symbol(hull, loop_));
}

}  // namespace unpython::analysis
