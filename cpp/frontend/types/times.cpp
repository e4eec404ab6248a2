#include "frontend/types/times.h"

#include <algorithm>
#include <numeric>

#include "support/checked_int.h"

namespace unpython::frontend {

namespace {

using Op = syntax::BinaryOperator;

bool is_calendar(TimeUnit unit) { return unit == TimeUnit::Year || unit == TimeUnit::Month; }

/// How many of the next finer unit each unit has.
int64_t finer_units(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::Year:
      return 12;
    case TimeUnit::Week:
      return 7;
    case TimeUnit::Day:
      return 24;
    case TimeUnit::Hour:
    case TimeUnit::Minute:
      return 60;
    default:
      return 1000;
  }
}

TimeUnit next_unit(TimeUnit unit) {
  return unit == TimeUnit::Week ? TimeUnit::Day : static_cast<TimeUnit>(static_cast<int>(unit) + 1);
}

/// Integers that NumPy adds to times: those that int64 holds.
bool is_count(const Type& type) {
  return is_signed_integer(type.scalar) || type.scalar == ScalarType::Bool ||
         (is_unsigned_integer(type.scalar) && type.scalar != ScalarType::UInt64);
}

std::optional<int> common_multiple(int64_t a, int64_t b) {
  const int64_t multiple = std::gcd(a, b);
  return multiple <= kLargestMultiple ? std::optional(static_cast<int>(multiple)) : std::nullopt;
}

Type difference_of(ScalarType type) {
  TimeType time = time_type(type);
  time.is_difference = true;
  return strong(scalar_type(time));
}

/// Both are times.
Type of_two(Op op, ScalarType left, ScalarType right) {
  const auto common = common_time(left, right);
  const bool differences = is_difference(left) && is_difference(right);
  if (!common) return error_type();
  switch (op) {
    case Op::Add:
      return is_date(left) && is_date(right) ? error_type() : strong(*common);
    case Op::Sub:
      if (is_difference(left) && is_date(right)) return error_type();
      return is_date(left) && is_date(right) ? difference_of(*common) : strong(*common);
    case Op::Div:
      return differences ? strong(ScalarType::Float64) : error_type();
    case Op::FloorDiv:
      return differences ? strong(ScalarType::Int64) : error_type();
    case Op::Mod:
      return differences ? strong(*common) : error_type();
    default:
      return error_type();
  }
}

}  // namespace

bool has_times(const Type& type) {
  const bool has_scalar = type.is_scalar() || type.is_array() || type.is(Type::Kind::Dtype);
  return (has_scalar && is_time(type.scalar)) || std::any_of(type.elements.begin(), type.elements.end(), has_times);
}

std::optional<int64_t> units_in(TimeUnit larger, TimeUnit smaller) {
  if (is_calendar(larger) != is_calendar(smaller)) return std::nullopt;
  int64_t units = 1;
  for (TimeUnit unit = larger; unit < smaller; unit = next_unit(unit)) {
    const auto more = checked_mul(units, finer_units(unit));
    if (!more || *more >= int64_t{1} << 56) return std::nullopt;  // where NumPy raises OverflowError
    units = *more;
  }
  return units;
}

std::optional<ScalarType> common_time(ScalarType a, ScalarType b) {
  TimeType left = time_type(a);
  TimeType right = time_type(b);
  const bool is_difference = left.is_difference && right.is_difference;
  if (left.unit == TimeUnit::Generic || right.unit == TimeUnit::Generic) {
    TimeType known = left.unit == TimeUnit::Generic ? right : left;
    known.is_difference = is_difference;
    return scalar_type(known);
  }
  if (left.unit > right.unit) std::swap(left, right);  // the right one is finer
  int64_t multiple = left.multiple;
  if (is_calendar(left.unit) == is_calendar(right.unit)) {
    const auto units = units_in(left.unit, right.unit);
    const auto product = units ? checked_mul(multiple, *units) : std::nullopt;
    if (!product) return std::nullopt;
    multiple = *product;
  } else if (left.is_difference || left.multiple != 1 || right.multiple != 1) {
    return std::nullopt;
  }
  const auto together = common_multiple(multiple, right.multiple);
  if (!together) return std::nullopt;
  return scalar_type({.is_difference = is_difference, .unit = right.unit, .multiple = *together});
}

std::optional<ScalarType> together_in_array(ScalarType a, ScalarType b) {
  if (!is_time(a) && !is_time(b)) return promote(a, b);
  const bool fit = is_time(a) && is_time(b) && is_difference(a) == is_difference(b);
  return fit ? common_time(a, b) : std::nullopt;
}

bool is_converted(ScalarType from, ScalarType to) {
  if (!is_time(from)) return !is_complex(from);
  if (!is_time(to)) return !is_complex(to);
  const TimeType given = time_type(from);
  const TimeType made = time_type(to);
  if (given.unit == TimeUnit::Generic) return true;
  if (made.unit == TimeUnit::Generic || given.is_difference != made.is_difference)
    return given.unit == made.unit && given.multiple == made.multiple;
  if (is_calendar(given.unit) == is_calendar(made.unit))
    return units_in(std::min(given.unit, made.unit), std::max(given.unit, made.unit)).has_value();
  const bool is_short = units_in(TimeUnit::Day, std::max(given.unit, made.unit)).has_value() || given.unit == TimeUnit::Week ||
                        made.unit == TimeUnit::Week;
  return !given.is_difference && is_short;
}

Type time_result(Op op, const Type& left, const Type& right) {
  const bool left_time = is_time(left.scalar);
  const bool right_time = is_time(right.scalar);
  if (left_time && right_time) return of_two(op, left.scalar, right.scalar);
  const Type& time = left_time ? left : right;
  const Type& number = left_time ? right : left;
  const Type same = strong(time.scalar);
  const bool difference = is_difference(time.scalar);
  const bool is_divisor = is_count(number) && number.scalar != ScalarType::Bool;
  switch (op) {
    case Op::Add:
      return is_count(number) ? same : error_type();
    case Op::Sub:
      return is_count(number) && (left_time || difference) ? same : error_type();
    case Op::Mult:
      return difference && (is_count(number) || is_float(number.scalar)) ? same : error_type();
    case Op::Div:
      return difference && left_time && (is_divisor || is_float(number.scalar)) ? same : error_type();
    case Op::FloorDiv:
      return difference && left_time && is_divisor ? same : error_type();
    default:
      return error_type();
  }
}

OperatorRule time_comparison(const Type& left, const Type& right) {
  const bool left_time = is_time(left.scalar);
  const bool right_time = is_time(right.scalar);
  std::optional<ScalarType> compute;
  if (left_time && right_time) {
    compute = together_in_array(left.scalar, right.scalar);
  } else if (is_difference(left_time ? left.scalar : right.scalar) && is_count(left_time ? right : left)) {
    compute = left_time ? left.scalar : right.scalar;
  }
  if (!compute) return {error_type()};
  return {strong(ScalarType::Bool), *compute, false};
}

}  // namespace unpython::frontend
