// Functions and methods of whole arrays: the table. np.sum(a, axis=0) and a.sum(0) are one entry.
//
// A new function of a known family is one line in array_functions.cpp. A new family needs its types
// (types/array_call.cpp and infer/array_calls.cpp) and its lowering (a file of lower_arrays named for what it does).
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/syntax/syntax.h"

namespace unpython::frontend {

enum class ArrayFamily : uint8_t {
  Filled,      ///< zeros, ones, empty: all elements `value`
  FilledLike,  ///< their kin with the shape and type of another array
  Full,        ///< all elements an argument
  FullLike,
  Range,       ///< arange
  Spaced,      ///< linspace
  Diagonal,    ///< eye, identity
  FromValues,  ///< array, asarray: of numbers, or a copy
  Copy,
  Convert,    ///< astype
  Reduction,  ///< one value for all elements, or for those along axes (`reduction`)
  Position,   ///< argmax, argmin
  Nonzero,    ///< a tuple: for each axis the indices of what is not zero
  FlatNonzero,
  Product,  ///< matmul, dot
  Outer,
  Transpose,
  SwapAxes,
  MoveAxis,
  Flip,
  ExpandDims,
  Squeeze,
  AtLeast,  ///< dimensions of one element are added up to `axis` of them
  Reshape,  ///< reshape, ravel, flatten: the elements in order, in another shape
  BroadcastTo,
  DiagonalOf,    ///< diagonal
  Diag,          ///< diag: the diagonal of a matrix, or the matrix with that diagonal
  Triangle,      ///< triu, tril: zero on one side of a diagonal (`below`: what is kept lies below)
  TriangleOnes,  ///< tri
  Roll,
  Repeat,
  Tile,
  Join,  ///< arrays one behind the other along an axis that they have (`join`)
};

/// Which axis arrays are joined along, and which dimensions they get for it first.
enum class JoinKind : uint8_t { Concatenate, Stack, Rows, Columns, Depth, AsColumns };

enum class ReductionKind : uint8_t {
  Sum,
  Product,
  Minimum,
  Maximum,
  Mean,
  Variance,
  Deviation,
  Any,
  All,
  CountNonzero
};

/// Of a function that has none of its own.
inline constexpr int kNoAxis = -1;

struct ArrayFunction {
  std::string_view name;  ///< "numpy.sum"; "ndarray.sum" if it is only a method
  ArrayFamily family;
  std::string_view parameters;  ///< "a, axis, dtype": what keywords name; `*` after the last: any number
  int required = 1;
  std::string_view method = {};  ///< its name as a method of its first parameter; empty: none
  ReductionKind reduction = ReductionKind::Sum;
  double value = 0;        ///< Filled
  bool undefined = false;  ///< Filled: the elements have no value yet
  bool largest = false;    ///< Position
  int axis = kNoAxis;      ///< Flip: the axis of fliplr; AtLeast: the number of dimensions
  bool below = false;      ///< Triangle
  JoinKind join = JoinKind::Concatenate;
};

/// How many leading arguments are arrays, for which lists of numbers may stand.
[[nodiscard]] size_t arrays_taken(ArrayFamily family);
/// Whether the first argument may be a number, which counts as an array without dimensions.
[[nodiscard]] bool takes_numbers(ArrayFamily family);
[[nodiscard]] std::span<const ArrayFunction> array_functions();
/// Null if there is none.
[[nodiscard]] const ArrayFunction* find_array_function(std::string_view name);
[[nodiscard]] const ArrayFunction* find_array_method(std::string_view name);
[[nodiscard]] std::vector<std::string> parameter_names(const ArrayFunction& function);

/// Position in the parameters of each argument, positional ones first, then keywords; `problem` says in words
/// what does not fit. Arguments behind a last parameter with `*` get the positions that follow.
[[nodiscard]] std::vector<size_t> bind_parameters(const ArrayFunction& function, size_t positional,
                                                  const std::vector<std::string>& keywords,
                                                  std::string& problem);

}  // namespace unpython::frontend
