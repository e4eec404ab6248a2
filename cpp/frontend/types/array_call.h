// One call of a function of whole arrays, its arguments by parameter: what inference and lowering both read
// from it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "frontend/expand/resolved.h"
#include "frontend/library/array_functions.h"
#include "frontend/types/subscripts.h"
#include "frontend/types/types.h"

namespace unpython::frontend {

struct ArrayCall {
  ArrayCall(const ArrayFunction& f, const std::vector<Type>& types) : function(f), arguments(types) {}

  const ArrayFunction& function;
  const std::vector<Type>& arguments;  ///< by parameter; None where absent

  [[nodiscard]] bool is_absent(size_t parameter) const;
  /// Position of a parameter; no value if the function has none of that name.
  [[nodiscard]] std::optional<size_t> parameter(std::string_view name) const;
  /// A constant that names a dimension which the array (or the joined one) does not have.
  struct OutsideAxis {
    int64_t axis = 0;
    int rank = 0;
  };
  [[nodiscard]] std::optional<OutsideAxis> axis_outside() const;
  /// A parameter with a value that is not understood: its name.
  [[nodiscard]] std::optional<std::string> unsupported() const;
  [[nodiscard]] std::optional<ScalarType> dtype() const;
  /// The call is asarray() of an array that has this type already: it copies nothing.
  [[nodiscard]] bool is_itself() const;
  /// The dimensions that a reduction takes away, rising; no value if they are not constants or not there.
  [[nodiscard]] std::optional<std::vector<int>> reduced_axes() const;
  [[nodiscard]] std::optional<bool> keeps_dimensions() const;
  /// The element type of the result of a reduction, and the one it adds in.
  [[nodiscard]] ScalarType reduced_type() const;
  /// Transpose, SwapAxes, Flip: the dimension of the argument that each dimension of the result is.
  [[nodiscard]] std::optional<std::vector<int>> axis_order() const;
  /// Flip: whether a dimension is turned round.
  [[nodiscard]] bool flips(int axis) const;
  /// The dimensions of the first argument that a parameter names, counted from the front, each once.
  [[nodiscard]] std::optional<std::vector<int>> constant_axes(size_t parameter) const;
  /// ExpandDims, Squeeze, AtLeast: how the dimensions of the result come from those of the array.
  [[nodiscard]] std::optional<SubscriptPlan> axes_plan() const;
  /// Join: the type of array `index` before it gets dimensions; no array type if the argument is no array.
  [[nodiscard]] Type joined_array(size_t index) const;
  /// Join: the dimensions that array `index` gets.
  [[nodiscard]] SubscriptPlan joined_plan(size_t index) const;
  /// Join: the axis along which the arrays follow each other, once they have these dimensions.
  [[nodiscard]] std::optional<int> joined_axis() const;
  /// Reshape: the types of the dimensions asked for.
  [[nodiscard]] std::vector<Type> asked_dimensions() const;
};

/// The elements of np.arange() of dates or differences of them; none where an end is missing or of another kind.
[[nodiscard]] std::optional<ScalarType> stepped_time(const ArrayCall& call);

/// The arguments of `a.f(...)` by parameter, the array first; `problem` as of bind_parameters.
[[nodiscard]] std::vector<resolved::ExprId> bind_method(const ArrayFunction& function,
                                                        const resolved::CallMethod& node,
                                                        std::string& problem);

/// An integer that may be a shape, a count or an index.
[[nodiscard]] bool is_index(const Type& type);
/// What Python counts with: an integer or its own bool, not NumPy's.
[[nodiscard]] bool may_count(const Type& type);
/// The type that a parameter has inside the function where the argument is a number of one of several types (alternatives.h), alone or
/// in a tuple: an integer where the parameter counts, else the type that decides the type of the array.
[[nodiscard]] Type taken(const ArrayFunction& function, size_t parameter, const Type& given);
[[nodiscard]] bool counts(const ArrayFunction& function, size_t parameter);
/// What linspace computes in, and gives unless it is told otherwise.
[[nodiscard]] ScalarType spaced_type(const Type& start, const Type& stop);
/// Dimensions of the array that np.zeros(shape) makes; no value if it is no shape.
[[nodiscard]] std::optional<int> shape_rank(const Type& shape);

}  // namespace unpython::frontend
