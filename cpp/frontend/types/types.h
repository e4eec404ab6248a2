// What inference knows about a value: a scalar (weak or strong, perhaps a known number), an array, a tuple.
// Also NumPy 2's promotion.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ir/type.h"
#include "unpython/types.h"

namespace unpython::frontend {

/// One dimension of a view.
struct Axis {
  int dimension = -1;  ///< of the base; -1: an axis of one element that the base does not have
  bool whole =
      true;  ///< all of that dimension in its order; else start, step and extent are known at run time
  bool operator==(const Axis&) const = default;
};

/// Type::maker of an array that is all of its base, by a name of the base; of a view that some expression made, or several did;
/// and of what is the one on some ways and the other on others. From 0: the expression that made the view. Below all: the web
/// that holds a view.
inline constexpr int kItself = -1;
inline constexpr int kSomeView = -2;
inline constexpr int kViewOrItself = -3;
[[nodiscard]] constexpr int held_by(int web) { return kViewOrItself - 1 - web; }

struct Type {
  enum class Kind : uint8_t {
    Unknown,  ///< nothing flows here (yet)
    Error,    ///< a mistake that is already reported; silences what follows from it
    None,
    Text,
    Scalar,
    Either,  ///< a number of one of several types, by the way that led to it: `elements`, each a Scalar
    Array,  ///< a view of an array that has a name, or a value computed element by element (no base)
    Tuple,
    Dtype,     ///< `np.float32` itself
    Slice,     ///< in a subscript; `elements` are its lower end, upper end and step, None where absent
    Ellipsis,  ///< in a subscript
  };
  Kind kind = Kind::Unknown;
  ScalarType scalar = ScalarType::Int64;  ///< Scalar, Dtype, and the element type of an Array
  bool weak = false;                      ///< Scalar: a Python number; Array that is a list: of these
  std::optional<ir::Constant> known;      ///< weak Scalar: the number, where the program says it
  bool of_array = false;  ///< strong Scalar: the element of what NumPy has as an array without dimensions
  bool has_base = false;                  ///< Array: a view of an array in memory, else computed
  int argument = -1;       ///< Array with a base: that parameter or hidden value; -1: a local array
  int local = -1;          ///< Array with a base: the web that owns it; -1: none, or a temporary
  int part = 0;            ///< Array of a web that holds a tuple: which of its arrays
  int rank = 0;            ///< Array
  int base_rank = 0;       ///< Array with a base: dimensions of the base
  std::vector<Axis> axes;  ///< Array with a base: `rank` of them; other dimensions have a subscript
  int maker = kItself;       ///< Array with a base: which object of Python's this is, see below
  /// Array with a base: which of its dimensions have one element; empty: not known.
  std::vector<bool> one_element{};
  std::vector<Type> elements;  ///< Tuple, Slice, Either
  bool is_list = false;        ///< Tuple: a list of the program
  int record = -1;             ///< Tuple: an object of that class of the program
  int lists = 0;               ///< Array: so many of its leading dimensions are lists of the program
  bool is_open = false;        ///< Array that is a list: nothing is known yet of what it holds
  std::string text{};          ///< Text

  bool operator==(const Type&) const = default;
  [[nodiscard]] bool is(Kind k) const { return kind == k; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::Scalar; }
  [[nodiscard]] bool is_either() const { return kind == Kind::Either; }
  [[nodiscard]] bool is_number() const { return is_scalar() || is_either(); }
  [[nodiscard]] bool is_array() const { return kind == Kind::Array; }
  [[nodiscard]] bool is_tuple() const { return kind == Kind::Tuple; }
  [[nodiscard]] bool is_list_of_items() const { return is_array() && lists > 0; }
  [[nodiscard]] bool is_list_of_arrays() const { return is_array() && lists > 0 && lists < rank; }
  /// An array whose elements are those of an array in memory.
  [[nodiscard]] bool is_view() const { return is_array() && has_base; }
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
/// All of an argument, or of a local array if `position` is -1.
[[nodiscard]] Type whole_array(ScalarType type, int rank, int position);
/// An array that is computed element by element; of rank 0: the strong scalar, as NumPy gives it.
[[nodiscard]] Type computed_array(ScalarType type, int rank);
/// The same number as an array without dimensions.
[[nodiscard]] Type without_dimensions(const Type& element);
/// An array that is made for the caller of the function, or for a temporary: without a base, of any rank.
/// What NumPy makes of a list; other types as they are.
[[nodiscard]] Type as_numpy(const Type& type);
/// A new list of these numbers.
[[nodiscard]] Type new_list(const Type& item);
/// Of a list of numbers.
[[nodiscard]] Type item_of_list(const Type& list);
[[nodiscard]] Type new_array(ScalarType type, int rank);
/// All of the array that a web owns, or of one of the arrays of its tuple.
[[nodiscard]] Type local_array(ScalarType type, int rank, int web, int part = 0);
/// An array with dimensions of this type, which `np.float64(a)` gives as it is.
[[nodiscard]] bool is_array_of(const Type& type, ScalarType scalar);
/// What an elementwise operation sees of an operand: the element of an array, the scalar itself.
[[nodiscard]] Type element_of(const Type& type);
/// A view of the whole base in its order.
[[nodiscard]] bool is_whole(const Type& type);
/// Dimensions of the base that no axis runs along, in order.
[[nodiscard]] std::vector<int> subscripted_dimensions(const Type& view);

/// The integer that a weak scalar is known to be.
[[nodiscard]] std::optional<int64_t> known_integer(const Type& type);
/// Whether a condition always, or never, holds: a Python bool or int of known value. What it excludes is not
/// compiled.
[[nodiscard]] std::optional<bool> known_truth(const Type& type);
/// Whether two texts, two dtypes or two numbers that the program says are equal; no value for anything else.
[[nodiscard]] std::optional<bool> known_to_be_equal(const Type& a, const Type& b);
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
/// 0 bool, 1 integer, 2 float, 3 complex, 4 date or time difference.
[[nodiscard]] int kind_rank(ScalarType type);
/// What true division and functions such as np.sqrt compute in: float64 for 32-bit integers and wider,
/// float32 for 16-bit ones, float16 for 8-bit ones.
[[nodiscard]] ScalarType float_type_of(ScalarType type);

/// Whether an integer constant is a value of an integer type.
[[nodiscard]] bool fits(int64_t value, ScalarType type);
/// Lowest and highest value of an integer type as far as int64 reaches (UInt64: 0 and INT64_MAX).
[[nodiscard]] int64_t lowest(ScalarType type);
[[nodiscard]] int64_t highest(ScalarType type);

/// An item of it is float16, or it is that type.
[[nodiscard]] bool holds_half(const Type& type);

}  // namespace unpython::frontend
