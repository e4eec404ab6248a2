// What NumPy computes with datetime64 and timedelta64: which units go together, which operators there are.
//
// Problem:  a date is an integer whose meaning depends on its unit, and whose least value, NaT, is no number.
// Choice:   the unit is a part of the scalar type (unpython/time_types.h), so that whatever handles types handles units. What a
//           function may do with such values is listed here and in infer/times.cpp; everything else is refused. The IR that is
//           lowered has these types too, and no arithmetic on them: only lower_scalars/times.cpp computes with the integers. At
//           the end of the lowering Int64 takes their place, so that no pass and no back end knows of dates.
// Rejected: int64 with a unit beside it in the front end's types: where it is forgotten, a number comes out.
#pragma once
#include <optional>

#include "frontend/types/operations.h"
#include "unpython/time_types.h"

namespace unpython::frontend {

/// Whether it is such a value, or an array, tuple or type of them.
[[nodiscard]] bool has_times(const Type& type);
/// The type of both, in the finer unit: of two dates a date, of two differences a difference, else a date. None where NumPy has
/// none: a number of months is no number of days.
[[nodiscard]] std::optional<ScalarType> common_time(ScalarType a, ScalarType b);
/// The type of elements of these types in one array; none where there are times and others among them.
[[nodiscard]] std::optional<ScalarType> together_in_array(ScalarType a, ScalarType b);
/// Whether astype() from one type to the other is compiled; one of them is a time.
[[nodiscard]] bool is_converted(ScalarType from, ScalarType to);
/// How many of the smaller unit the larger one has; none if that needs more bits than NumPy allows, or is no whole number.
[[nodiscard]] std::optional<int64_t> units_in(TimeUnit larger, TimeUnit smaller);

/// What operators give for two scalars of which one is a time: `compute` is the type that both are compared in.
[[nodiscard]] Type time_result(syntax::BinaryOperator op, const Type& left, const Type& right);
[[nodiscard]] OperatorRule time_comparison(const Type& left, const Type& right);

}  // namespace unpython::frontend
