// Numbers of one of several types: `k = 100; if c: k = u[0]` is a Python int on one way and uint8 on the other,
// and what follows must treat it as what it is on each.
//
// Problem:  NumPy computes `k * 3` in 8 bits where k came from the array, and in Python's integers where not.
// Choice:   such a number is an Either of its types. It lives in one variable of a type that holds all of
//           them exactly (else in one variable for each type), beside a number that says which type it has.
//           What treats all types alike reads the variable alone; then nothing reads which type it is, and
//           the number costs nothing. Anything else is computed for each type.
// Rejected: one wider type for all (another number wherever NumPy would wrap or round), and a copy of the
//           program for each way (exponential behind loops).
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "frontend/types/operations.h"
#include "frontend/types/types.h"

namespace unpython::frontend {

/// Whether each value of integer type `from` is one of `to`.
[[nodiscard]] bool always_fits(ScalarType from, ScalarType to);

/// The types that a number may have.
[[nodiscard]] std::vector<Type> alternatives(const Type& number);
/// The place of a type among the alternatives of an Either, whatever values are known; -1 where it is none.
[[nodiscard]] int alternative_number(const Type& either, const Type& type);
/// A type in which the values of all alternatives are exact, so that one variable holds them.
[[nodiscard]] std::optional<ScalarType> common_type(const Type& number);
/// Types of the variables that an Either lives in: its common type, else that of each alternative.
[[nodiscard]] std::vector<ScalarType> representations(const Type& either);

/// What `on_types` gives for each choice of the types of the operands, joined; the first mistake or open
/// question among them.
[[nodiscard]] Type over_alternatives(const std::vector<Type>& operands,
                                     const std::function<Type(const std::vector<Type>&)>& on_types);
/// The one type that a number can be treated as: `rule` then gives what it gives for each of its types, and
/// the common type holds it.
[[nodiscard]] std::optional<Type> treated_alike(const Type& number,
                                                const std::function<OperatorRule(const Type&)>& rule);
/// Whether comparing numbers in the common type says what comparing them as Python and NumPy do says.
[[nodiscard]] bool compares_exactly(const Type& number);
/// An index, a bound, an extent: where only the value of an integer counts. Other types as they are.
[[nodiscard]] Type as_integer(const Type& type);
/// Whether a number counts, whichever of its types it has: an integer or a Python bool.
[[nodiscard]] bool all_count(const Type& number);
/// NumPy's one of the types of a number, if there is one.
[[nodiscard]] std::optional<Type> numpy_alternative(const Type& number);
/// Whether all types of a number are one to NumPy's arrays: Python's float and float64.
[[nodiscard]] bool has_one_scalar(const Type& number);
/// Whether NumPy computes with all types of a number as with one another beside the other operands.
[[nodiscard]] bool is_alike_beside(const std::vector<Type>& operands, size_t number);
/// A number that decides the type of an array: what NumPy makes of each of its types if that is the same, else
/// NumPy's one of its types, and the program refuses the others when it runs. Others as they are.
[[nodiscard]] Type deciding_type(const Type& number);
/// The type by which a message shows a number: Python's float where NumPy prints all of its types alike, else an integer.
/// A number of one type keeps it.
[[nodiscard]] Type shown_as(const Type& number);
/// A number among the items of a list, which have one type here: NumPy's one, and the program refuses Python's when
/// it runs. An array without dimensions is none. Others as they are.
[[nodiscard]] Type list_item(const Type& number);
/// A number in a list of which NumPy makes an array at once: the array's type, if one of the numbers is NumPy's and
/// computes as Python's do. Others as they are.
[[nodiscard]] Type element_item(const Type& number);
/// Whether a type holds the value of a number, or all its values where that is not known.
[[nodiscard]] bool is_exact_number(const Type& number, ScalarType in);
/// Whether Python compares a number with a float of its own in another way than as floats: its own integers that a float may not hold.
[[nodiscard]] bool is_inexact_in_float(const Type& number);
[[nodiscard]] bool is_python_float(const Type& number);
[[nodiscard]] bool may_be_complex(const Type& number);
[[nodiscard]] int highest_kind(const Type& number);
/// What an operand of `and` (of `or`) may be where the operator gives that operand; Unknown: never.
[[nodiscard]] Type deciding(const Type& operand, bool is_and);

}  // namespace unpython::frontend
