// Code for datetime64 and timedelta64: the integers behind them, of which the least one is NaT.
#include <numeric>

#include "frontend/lower_scalars/scalar_code.h"
#include "frontend/types/times.h"

namespace unpython::frontend {

using Op = syntax::BinaryOperator;
using ir::CompareOp;

namespace {

constexpr int64_t kNoTime = std::numeric_limits<int64_t>::min();
constexpr int64_t kDaysOfEra = 146097;       // 400 years
constexpr int64_t kDaysBefore1970 = 719468;  // from the first of March of year 0
constexpr int64_t kMonthsBefore1970 = 12 * 1970 - 2;

bool is_calendar(TimeUnit unit) { return unit == TimeUnit::Year || unit == TimeUnit::Month; }

}  // namespace

ir::ExprId ScalarCode::ticks(ir::ExprId time) {
  if (const ir::Constant* known = build_.as_constant(time)) return build_.int64(known->integer);
  return is_time(build_.type_of(time)) ? build_.cast(ScalarType::Int64, time) : cast(time, ScalarType::Int64);
}

ir::ExprId ScalarCode::of_ticks(ir::ExprId count, ScalarType type) {
  if (const ir::Constant* known = build_.as_constant(count)) return build_.number(type, known->integer);
  return build_.cast(type, count);
}

ir::ExprId ScalarCode::is_no_time(ir::ExprId count) {
  return build_.compare(CompareOp::Equal, count, build_.int64(kNoTime));
}

ir::ExprId ScalarCode::unless_no_time(const std::vector<ir::ExprId>& counts, ir::ExprId value) {
  ir::ExprId none = build_.boolean(false);
  for (const ir::ExprId count : counts) none = build_.logical_or(none, is_no_time(count));
  return build_.select(none, build_.int64(kNoTime), value);
}

/// Months since 1970 to the days until the first of the month.
ir::ExprId ScalarCode::days_of_months(ir::ExprId months) {
  const auto number = [&](int64_t value) { return build_.int64(value); };
  const ir::ExprId from_march = once(build_.add(months, number(kMonthsBefore1970)));
  const ir::ExprId year = hold(build_.floor_div(from_march, number(12)));
  const ir::ExprId month = build_.sub(from_march, build_.mul(year, number(12)));
  const ir::ExprId before = build_.floor_div(build_.add(build_.mul(month, number(153)), number(2)), number(5));
  const ir::ExprId leap_days =
      build_.add(build_.sub(build_.floor_div(year, number(4)), build_.floor_div(year, number(100))), build_.floor_div(year, number(400)));
  const ir::ExprId days = build_.add(build_.add(build_.mul(year, number(365)), leap_days), before);
  return build_.sub(days, number(kDaysBefore1970));
}

/// Days since 1970 to the months that have ended: the number of the month that the day lies in.
ir::ExprId ScalarCode::months_of_days(ir::ExprId given) {
  const auto number = [&](int64_t value) { return build_.int64(value); };
  const auto over = [&](ir::ExprId x, int64_t y) { return build_.floor_div(x, number(y)); };
  const ir::ExprId days = hold(build_.add(given, number(kDaysBefore1970)));
  const ir::ExprId era = hold(over(days, kDaysOfEra));
  const ir::ExprId day = hold(build_.sub(days, build_.mul(era, number(kDaysOfEra))));
  const ir::ExprId without_leaps =
      build_.sub(build_.add(build_.sub(day, over(day, 1460)), over(day, 36524)), over(day, 146096));
  const ir::ExprId year = hold(over(without_leaps, 365));
  const ir::ExprId before = build_.sub(build_.add(build_.mul(year, number(365)), over(year, 4)), over(year, 100));
  const ir::ExprId month = over(build_.add(build_.mul(build_.sub(day, before), number(5)), number(2)), 153);
  const ir::ExprId years = build_.add(year, build_.mul(era, number(400)));
  return build_.sub(build_.add(build_.mul(years, number(12)), month), number(kMonthsBefore1970));
}

/// As NumPy: to a finer unit by a product that wraps, to a coarser one rounded down, between months and days by the calendar.
ir::ExprId ScalarCode::in_unit(ir::ExprId count, const TimeType& from, const TimeType& to) {
  const auto times = [&](ir::ExprId x, int64_t n) { return build_.mul(x, build_.int64(n)); };
  const auto over = [&](ir::ExprId x, int64_t n) { return build_.floor_div(x, build_.int64(n)); };
  if (from.unit == TimeUnit::Generic || (from.unit == to.unit && from.multiple == to.multiple)) return count;
  if (is_calendar(from.unit) && !is_calendar(to.unit)) {
    const ir::ExprId months = times(count, from.multiple * *units_in(from.unit, TimeUnit::Month));
    const ir::ExprId days = days_of_months(months);
    if (to.unit == TimeUnit::Week) return over(over(days, 7), to.multiple);
    return over(times(days, *units_in(TimeUnit::Day, to.unit)), to.multiple);
  }
  if (!is_calendar(from.unit) && is_calendar(to.unit)) {
    const ir::ExprId total = times(count, from.multiple);
    const ir::ExprId days = from.unit == TimeUnit::Week ? times(total, 7) : over(total, *units_in(TimeUnit::Day, from.unit));
    return over(months_of_days(days), to.multiple * *units_in(to.unit, TimeUnit::Month));
  }
  const bool is_finer = from.unit < to.unit;
  const int64_t factor = is_finer ? from.multiple * *units_in(from.unit, to.unit) : from.multiple;
  const int64_t divisor = is_finer ? to.multiple : to.multiple * *units_in(to.unit, from.unit);
  const int64_t common = std::gcd(factor, divisor);  // what wraps depends on it
  return over(times(count, factor / common), divisor / common);
}

ir::ExprId ScalarCode::cast_time(ir::ExprId expr, ScalarType type) {
  const ScalarType from = build_.type_of(expr);
  if (!is_time(from)) {
    if (!is_float(from)) return of_ticks(cast(expr, ScalarType::Int64), type);
    const ir::ExprId number = once(expr);
    return of_ticks(build_.select(call(ir::Intrinsic::IsNan, number), build_.int64(kNoTime), cast(number, ScalarType::Int64)), type);
  }
  if (!is_time(type)) return cast(ticks(expr), type);
  const TimeType given = time_type(from);
  const TimeType made = time_type(type);
  if (given.is_difference != made.is_difference || given.unit == TimeUnit::Generic ||
      (given.unit == made.unit && given.multiple == made.multiple))
    return of_ticks(ticks(expr), type);
  const ir::ExprId count = once(ticks(expr));
  return of_ticks(unless_no_time({count}, in_unit(count, given, made)), type);
}

/// Toward zero; of nothing, and by nothing, NaT.
ir::ExprId ScalarCode::truncated_quotient(ir::ExprId count, ir::ExprId divisor) {
  const ir::ExprId down = hold(build_.floor_div(count, divisor));
  const ir::ExprId is_exact = build_.compare(CompareOp::Equal, build_.mul(down, divisor), count);
  const ir::ExprId is_up = build_.logical_and(less_than(down, 0), build_.logical_not(is_exact));
  const ir::ExprId quotient = build_.select(is_up, build_.add(down, build_.int64(1)), down);
  return build_.select(build_.logical_or(is_no_time(count), is_zero(divisor)), build_.int64(kNoTime), quotient);
}

ir::ExprId ScalarCode::time_arithmetic(Op op, const Type& result, const Value& left, const Value& right) {
  const bool two_times = is_time(left.type.scalar) && is_time(right.type.scalar);
  if (two_times) {
    const TimeType unit = time_type(*common_time(left.type.scalar, right.type.scalar));
    const auto count = [&](const Value& value) {
      TimeType own = unit;
      own.is_difference = is_difference(value.type.scalar);
      return once(ticks(cast(value.expr, scalar_type(own))));
    };
    const ir::ExprId a = count(left);
    const ir::ExprId b = count(right);
    const ir::ExprId none = build_.logical_or(is_no_time(a), is_no_time(b));
    const auto real = [&](ir::ExprId x) { return cast(x, ScalarType::Float64); };
    switch (op) {
      case Op::Div:
        return build_.select(none, build_.float64(std::numeric_limits<double>::quiet_NaN()),
                             build_.binary(ir::BinaryOp::Divide, real(a), real(b)));
      case Op::FloorDiv:
        return build_.select(none, build_.int64(0), build_.floor_div(a, b));
      case Op::Mod: {
        const ir::ExprId rest = build_.binary(ir::BinaryOp::Modulo, a, b);
        return of_ticks(build_.select(build_.logical_or(none, is_zero(b)), build_.int64(kNoTime), rest), result.scalar);
      }
      default:
        return of_ticks(unless_no_time({a, b}, op == Op::Add ? build_.add(a, b) : build_.sub(a, b)), result.scalar);
    }
  }
  const bool time_first = is_time(left.type.scalar);
  const ir::ExprId time = once(ticks(time_first ? left.expr : right.expr));
  const Value& other = time_first ? right : left;
  if (is_float(other.type.scalar)) {
    const ir::ExprId number = cast(other.expr, ScalarType::Float64);
    const ir::ExprId count = cast(time, ScalarType::Float64);
    const ir::ExprId value = once(op == Op::Mult ? build_.mul(count, number) : build_.binary(ir::BinaryOp::Divide, count, number));
    const ir::ExprId finite = call(ir::Intrinsic::IsFinite, value);
    const ir::ExprId whole = build_.select(finite, cast(value, ScalarType::Int64), build_.int64(kNoTime));
    return of_ticks(unless_no_time({time}, whole), result.scalar);
  }
  const ir::ExprId number = once(cast(other.expr, ScalarType::Int64));
  switch (op) {
    case Op::Mult:
      return of_ticks(unless_no_time({time}, build_.mul(time, number)), result.scalar);
    case Op::Div:
    case Op::FloorDiv:
      return of_ticks(truncated_quotient(time, number), result.scalar);
    case Op::Add:
      return of_ticks(unless_no_time({time, number}, build_.add(time, number)), result.scalar);
    default:
      return of_ticks(unless_no_time({time, number}, time_first ? build_.sub(time, number) : build_.sub(number, time)), result.scalar);
  }
}

/// NaT is the least integer, so that a few comparisons are right as they are.
ir::ExprId ScalarCode::compare_times(CompareOp op, ir::ExprId left, ir::ExprId right) {
  const ir::ExprId a = once(ticks(left));
  const ir::ExprId b = once(ticks(right));
  const ir::ExprId holds = build_.compare(op, a, b);
  if (op == CompareOp::NotEqual) return build_.logical_or(holds, is_no_time(a));
  const bool greater = op == CompareOp::Greater || op == CompareOp::GreaterEqual;
  return build_.logical_and(holds, build_.logical_not(is_no_time(greater ? b : a)));
}

/// In the order that NumPy sorts in: NaT is the largest.
ir::ExprId ScalarCode::sort_key(ir::ExprId time) { return build_.sub(ticks(time), build_.int64(1)); }
ir::ExprId ScalarCode::of_sort_key(ir::ExprId key, ScalarType type) { return of_ticks(build_.add(key, build_.int64(1)), type); }

ir::ExprId ScalarCode::time_min_max(const LibraryFunction& f, ir::ExprId a, ir::ExprId b) {
  const ScalarType type = build_.type_of(a);
  const bool passes_none = f.family == Family::NumpyMinMax;  // else the other operand is taken
  const bool none_is_least = passes_none == (f.op == ir::Intrinsic::Minimum);
  if (none_is_least) return of_ticks(build_.call(f.op, {ticks(a), ticks(b)}), type);
  return of_sort_key(build_.call(f.op, {sort_key(a), sort_key(b)}), type);
}

ir::ExprId ScalarCode::test_time(const LibraryFunction& f, ir::ExprId time) {
  if (f.op == ir::Intrinsic::IsInf) return build_.boolean(false);
  const ir::ExprId none = is_no_time(ticks(time));
  return f.op == ir::Intrinsic::IsFinite ? build_.logical_not(none) : none;
}

/// abs, -, +: the least integer stays as it is.
ir::ExprId ScalarCode::signed_time(bool negates, ir::ExprId time) {
  const ir::ExprId count = once(ticks(time));
  const ir::ExprId value = negates ? build_.unary(ir::UnaryOp::Negate, count) : build_.call(ir::Intrinsic::Abs, {count});
  return of_ticks(unless_no_time({count}, value), build_.type_of(time));
}

/// Types and casts of dates become those of integers.
void erase_times(ir::Function& function) {
  const auto erase = [](ScalarType& type) {
    const bool was = is_time(type);
    type = machine_type(type);
    return was;
  };
  bool any = false;
  for (ir::Variable& variable : function.variables) any |= erase(variable.type);
  for (ir::Array& array : function.arrays) any |= erase(array.type);
  if (!any && std::none_of(function.exprs.begin(), function.exprs.end(), [](const ir::Expr& e) { return is_time(e.type); })) return;
  for (ir::ExprId id{0}; function.exprs.contains(id); ++id.value) {
    ir::Expr& expr = function.exprs[id];
    if (auto* constant = std::get_if<ir::Const>(&expr.node)) erase(constant->value.type);
    const bool was_time = erase(expr.type);
    const auto* cast = std::get_if<ir::Cast>(&expr.node);
    if (cast == nullptr || function.exprs[cast->operand].type != expr.type) continue;
    const bool is_identity = was_time || expr.type == ScalarType::Int64;  // operands stand before what they are operands of
    if (is_identity) expr = ir::Expr(function.exprs[cast->operand]);
  }
}

}  // namespace unpython::frontend
