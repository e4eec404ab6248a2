// What inference knows about a value: a scalar (weak or strong, perhaps a known number), an array or a row of
// one, a tuple. Also NumPy 2's promotion and the join of definitions that meet.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ir/type.h"
#include "unpython/types.h"

namespace unpython::frontend {

struct Type {
  enum class Kind : uint8_t {
    Unknown,  ///< nothing flows here (yet)
    Error,    ///< a mistake that is already reported; silences what follows from it
    None,
    Text,
    Scalar,
    Array,  ///< an argument with its first `fixed` subscripts given
    Tuple,
    Dtype,  ///< `np.float32` itself
  };
  Kind kind = Kind::Unknown;
  ScalarType scalar = ScalarType::Int64;  ///< Scalar, Dtype, and the element type of an Array
  bool weak = false;                      ///< Scalar: a Python number
  std::optional<ir::Constant> known;      ///< weak Scalar: the number, where the program says it
  int argument = -1;                      ///< Array: position among parameters and hidden values
  int rank = 0;                           ///< Array: dimensions that are left
  bool transposed = false;                ///< Array: dimensions are counted from the last one
  int fixed = 0;                          ///< Array: leading dimensions that are subscripted already
  std::vector<Type> elements;             ///< Tuple

  bool operator==(const Type&) const = default;
  [[nodiscard]] bool is(Kind k) const { return kind == k; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::Scalar; }
  [[nodiscard]] bool is_array() const { return kind == Kind::Array; }
  [[nodiscard]] bool is_tuple() const { return kind == Kind::Tuple; }
  /// Array: the dimension in memory of its subscript at `position`, those that are fixed counted too.
  [[nodiscard]] int dimension(int position) const {
    return transposed ? fixed + rank - 1 - position : position;
  }
  /// Unknown or Error: nothing can be said about it.
  [[nodiscard]] bool is_silent() const { return kind == Kind::Unknown || kind == Kind::Error; }
};

[[nodiscard]] Type error_type();
[[nodiscard]] Type none_type();
[[nodiscard]] Type weak(ScalarType type);
[[nodiscard]] Type strong(ScalarType type);
[[nodiscard]] Type known(const ir::Constant& value);
[[nodiscard]] Type known_int(int64_t value);
[[nodiscard]] Type known_bool(bool value);
[[nodiscard]] Type tuple(std::vector<Type> elements);

/// The integer that a weak scalar is known to be.
[[nodiscard]] std::optional<int64_t> known_integer(const Type& type);
/// Whether a condition always, or never, holds: a Python bool or int of known value. What it excludes is not
/// compiled.
[[nodiscard]] std::optional<bool> known_truth(const Type& type);
/// A Python integer from 2**63 to 2**64 - 1, which only goes with uint64.
[[nodiscard]] bool is_large_integer(const Type& type);
/// The same scalar without the knowledge of its value.
[[nodiscard]] Type forget_value(Type type);

/// For messages: "a Python int", "float32", "a 2-dimensional float64 array", "a tuple of 2", "None".
[[nodiscard]] std::string describe(const Type& type);

/// NumPy's promotion of two strong types.
[[nodiscard]] ScalarType promote(ScalarType a, ScalarType b);
/// NumPy 2's promotion of two scalars: a weak one takes the strong side's type. Both weak: Python's.
[[nodiscard]] Type promote(const Type& a, const Type& b);
/// 0 bool, 1 integer, 2 float, 3 complex.
[[nodiscard]] int kind_rank(ScalarType type);
/// What true division and functions such as np.sqrt compute in: float64 for 32-bit integers and wider,
/// float32 for 16-bit ones; empty where NumPy would use float16.
[[nodiscard]] std::optional<ScalarType> float_type_of(ScalarType type);

/// Whether an integer constant is a value of an integer type.
[[nodiscard]] bool fits(int64_t value, ScalarType type);
/// Lowest and highest value of an integer type as far as int64 reaches (UInt64: 0 and INT64_MAX).
[[nodiscard]] int64_t lowest(ScalarType type);
[[nodiscard]] int64_t highest(ScalarType type);

/// The type of a variable that may hold either: promotion, except that a weak number whose value is not known
/// keeps its 64 bits. Error if no type holds both (a tuple and a number, two arrays).
[[nodiscard]] Type join(const Type& a, const Type& b);
/// Whether storing a `from` in a variable of type `to` may change its value (64-bit integers in floats,
/// Python floats in float32).
[[nodiscard]] bool loses_value(const Type& from, const Type& to);

}  // namespace unpython::frontend
