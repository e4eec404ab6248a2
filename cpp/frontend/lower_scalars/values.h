// What the expressions of a function are while they are lowered: scalars, views and arrays that are computed
// element by element. Private to the lowering.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "frontend/lower_scalars/origins.h"
#include "frontend/types/types.h"
#include "ir/function.h"

namespace unpython::frontend {

/// Indices of one element, one per dimension, each within its extent.
using Indices = std::vector<ir::ExprId>;

/// One axis of a view that does not see all of its dimension: element i is element start + i * step there.
struct AxisValue {
  ir::ExprId start;
  ir::ExprId step;
  ir::ExprId extent;
};

struct ComputedArray;

/// What an expression gives while it is lowered.
struct Value {
  Type type;
  ir::ExprId expr{};  ///< Scalar
  /// View: the subscripts that are given already, within the extents, by dimension.
  std::vector<ir::ExprId> fixed{};
  std::vector<Value> elements{};  ///< Tuple, Slice
  ir::ArrayId base{};             ///< view
  std::vector<AxisValue> axes{};  ///< view: one per axis; invalid ids where the axis is whole
  std::shared_ptr<const ComputedArray> computed{};  ///< array without a base
  bool of_array = false;          ///< Scalar: an element of an array with axes
  bool is_copy = false;           ///< view: a part of a list that may change, of which Python has made a new list
  std::shared_ptr<const Origins> origins{};  ///< the arrays that it may be in NumPy, where `base` alone does not say
};

/// A view that a computed array reads.
struct ReadView {
  Value view;
  bool at_same_indices = true;  ///< element (i, j) reads element (i, j) of the view, and no other one
  bool may_raise = false;       ///< it is read at an index that is checked there
};

/// An array that is computed where its elements are needed.
struct ComputedArray {
  std::vector<ir::ExprId> extents;
  /// The element at these indices; may emit statements before it.
  std::function<ir::ExprId(const Indices&)> element;
  std::vector<ReadView> reads;
  bool is_nest = false;   ///< loops run for each element: to be computed once for each
  bool is_empty = false;  ///< np.empty: the elements need no value
  /// List: a variable that says whether one of its items is NumPy's number, where Python's alone have another type.
  ir::VarId holds_numpy{};
  /// The array is what this mask selects, not compressed yet: `extents` and the indices of `element` are
  /// those of the array it selects from, the axes of the mask first.
  std::shared_ptr<const Value> mask;
  /// Where it is better than one by one: stores all elements to a view of the same shape; the flag says
  /// whether the loops are independent.
  std::function<void(const Value&, bool)> store_all{};
  std::vector<Value> joined{};  ///< list + list: both, which have memory of their own; of list + list + list all three
};

/// Where a web lives: variables for the parts of its value that are only known at run time.
struct Storage {
  Type type;
  ir::VarId variable{};
  std::vector<ir::VarId> fixed{};
  std::vector<Storage> elements{};
  ir::ArrayId base{};
  /// Start, step, extent of each axis that is not whole; else invalid.
  std::vector<std::array<ir::VarId, 3>> axes{};
};

}  // namespace unpython::frontend
