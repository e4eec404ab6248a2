// Code for functions of whole arrays: reductions, products, reshaping, joining, index arrays. Takes values,
// knows no syntax. Private to the lowering.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontend/lower_arrays/array_code.h"
#include "frontend/types/array_call.h"

namespace unpython::frontend {

inline constexpr auto kNegativeExtent = "negative dimensions are not allowed";

class ArrayFunctionCode : protected ArrayCode {
 protected:
  using ArrayCode::ArrayCode;

  /// What subscripts select, where some of them are arrays: of the array that the other subscripts leave.
  struct Picked {
    Value array;
    std::optional<Value> mask;                    ///< over the leading axes; then the rest is unused
    std::vector<std::optional<Value>> by_axis{};  ///< the index array of each axis; none: the axis is kept
    std::vector<int> own_axes{};                  ///< which axis of the array that has the subscripts each of them is
    std::vector<ir::ExprId> extents{};            ///< of the index arrays together
    int front = 0;                                ///< kept axes before those in the result
    bool by_masks = false;  ///< all index arrays are places of masks: inside the array, and each of its elements at most once
  };

  // gather.cpp: index arrays
  std::vector<ir::ExprId> picked_extents(const Picked& picked);
  void check_picked(const Picked& picked, const SourceRange& range);
  void check_picked_of_nothing(const Picked& picked, const SourceRange& range);
  Value read_picked(const Picked& picked, const SourceRange& range);
  void store_picked(Picked picked, Value value, const SourceRange& range);
  Indices picked_place(const Picked& picked, const Indices& indices, const SourceRange& range);

  // array_calls.cpp: functions of whole arrays
  std::vector<ir::ExprId> shape(const Value& value, const SourceRange& range, const char* negative = kNegativeExtent);
  /// The same of an array with memory of its own, of these elements.
  std::vector<ir::ExprId> shape_of_new(const Value& value, ScalarType element, const SourceRange& range);
  Value stepped_times(const std::vector<Value>& arguments, const ArrayCall& call, const Type& type, const SourceRange& range);
  Value ticks_of(const Value& array, bool sorted, const SourceRange& range);
  Value evenly_stepped(const std::vector<Value>& arguments, const ArrayCall& call, const Type& type,
                       const SourceRange& range);
  struct Steps {
    Value start, stop, step;
  };
  /// How many items arange has, negative for none: of Python's integers, and by NumPy's rounded quotient.
  ir::ExprId integer_steps(const Steps& of, const SourceRange& range);
  ir::ExprId rounded_steps(const Steps& of, const SourceRange& range);
  Value beside(const Value& number, const Value& other, ir::ExprId used, const SourceRange& range);
  ir::ExprId step_to(ir::ExprId i, ir::ExprId step, ScalarType type);
  Value evenly_spaced(const std::vector<Value>& arguments, const ArrayCall& call, const Type& type,
                      const SourceRange& range);
  // lists.cpp
  Value joined_lists(const Value& left, const Value& right, const SourceRange& range);
  Value repeated_list(const Value& list, const Value& count, const SourceRange& range);
  Value from_values(const Value& value, const Type& type, const SourceRange& range);
  Value list_in_type(const Value& given, ScalarType type, const SourceRange& range);
  Value flipped(const Value& array, const ArrayCall& call);

  // index_maps.cpp: the elements of an array at other indices
  Value mapped(const Value& array, std::vector<ir::ExprId> extents,
               std::function<Indices(const Indices&)> map, const SourceRange& range);
  Value with_axes(const Value& array, const SubscriptPlan& plan);
  Value as_array(const Value& value);
  Value squeezed(const Value& array, const SubscriptPlan& plan, const SourceRange& range);
  Value rolled(const Value& array, const ArrayCall& call, const std::vector<Value>& arguments,
               const SourceRange& range);
  ir::ExprId natural(const Value& number, const std::string& message, const SourceRange& range);
  Value repeated(const Value& given, const ArrayCall& call, const std::vector<Value>& arguments,
                 const SourceRange& range);
  Value tiled(const Value& given, const Value& repeats, const SourceRange& range);
  ir::ExprId on_side(const Indices& at, ir::ExprId offset, bool below);
  ir::ExprId offset_of(const ArrayCall& call, const std::vector<Value>& arguments, size_t parameter, const SourceRange& range);
  Value triangle(const Value& given, ir::ExprId offset, bool below, const SourceRange& range);
  Value diagonal_of(const Value& array, ir::ExprId offset, const SourceRange& range);
  Value diagonal_matrix(const Value& given, ir::ExprId offset, const SourceRange& range);
  Value broadcast_to(const Value& array, const Value& to, const SourceRange& range);
  Value index_map(const ArrayCall& call, const std::vector<Value>& arguments, const Type& type,
                  const SourceRange& range);

  // reshape.cpp
  ir::ExprId number_of(const Indices& at, const std::vector<ir::ExprId>& extents);
  Value flattened(const Value& array, const SourceRange& range);
  [[nodiscard]] std::vector<size_t> several_elements(const std::vector<ir::ExprId>& extents) const;
  [[nodiscard]] size_t count_equal(const std::vector<ir::ExprId>& a, const std::vector<ir::ExprId>& b,
                                   const std::vector<size_t>& of_a, const std::vector<size_t>& of_b,
                                   size_t most, bool from_end) const;
  Value reshaped(const Value& array, const std::vector<ir::ExprId>& extents, const SourceRange& range);
  std::vector<ir::ExprId> asked_shape(const Value& array, const std::vector<Value>& dimensions,
                                      const SourceRange& range);
  bool has_same_dimensions(const Value& array, const std::vector<ir::ExprId>& extents);

  // join.cpp
  Value joined_part(const Value& given, const ArrayCall& call, size_t index, const SourceRange& range);
  /// np.array of arrays, lists and rows of numbers, in the type of its elements.
  Value array_of_rows(const Value& value, ScalarType type, bool has_dtype, const SourceRange& range);
  Value held_rows(const Value& value, ScalarType type, bool has_dtype, const SourceRange& range);
  void check_rows(const Value& rows, const SourceRange& range);
  Value joined_rows(const Value& value, ScalarType type, const SourceRange& range);
  Value joined(const ArrayCall& call, const Value& arrays, const Type& type, const SourceRange& range);
  Value joined_in_order(const std::vector<Value>& parts, const std::vector<ir::ExprId>& starts,
                        const std::vector<ir::ExprId>& extents, size_t axis, const Type& type,
                        const SourceRange& range);
  ir::ExprId joined_element(const std::vector<Value>& parts, const std::vector<ir::ExprId>& starts,
                            size_t axis, size_t first, const Indices& at, const Type& type,
                            const SourceRange& range);
  void check_joined_extents(const std::vector<ir::ExprId>& extents, const Value& part, size_t index,
                            size_t axis, bool stacked, const SourceRange& range);

  // reductions.cpp
  Value reduce(const ArrayCall& call, const std::vector<Value>& arguments, const Type& type,
               const SourceRange& range);

  // products.cpp
  /// `is_dot`: messages about shapes that do not fit are those of np.dot, else those of np.matmul.
  Value product(const Value& a, const Value& b, const Type& type, bool is_dot, const SourceRange& range);
  static Type product_type(const Value& a, const Value& b);
  Value outer(const Value& a, const Value& b, const LibraryFunction* inner, const Type& type,
              const SourceRange& range);
  /// The extents of both stacks of matrices, and those of the matrices that the product has.
  std::vector<ir::ExprId> shapes_of_stacks(const Value& a, const Value& b);
  void check_inner_extents(const Value& a, const Value& b, bool is_dot, const SourceRange& range);
  Value as_nest(Value value, const std::vector<Value>& operands) const;
  static Value reading(Value value, const std::vector<Value>& operands);

  // library_calls.cpp
  Value python_call(const LibraryFunction& f, const std::vector<Value>& arguments, const Type& type,
                    const SourceRange& range);
  Value extremum(const std::vector<Value>& arguments, bool largest, const Type& type);

  // alternatives.cpp: numbers of one of several types
  Value binary_on_either(syntax::BinaryOperator op, const Value& left, const Value& right,
                         const SourceRange& range);
  Value extremum_of_kinds(const std::vector<Value>& arguments, bool largest, const SourceRange& range);
  std::optional<Value> computed_alike(syntax::BinaryOperator op, const Value& left, const Value& right,
                                      const Type& type, const SourceRange& range);
  Value call_on_either(const LibraryFunction& f, const std::vector<Value>& arguments,
                       const std::vector<Type>& choices, const Type& type, const SourceRange& range);
  Value taken(const ArrayFunction& f, size_t parameter, const Value& given, const SourceRange& range);

  // library_calls.cpp
  Value numpy_call(const LibraryFunction& f, const std::vector<Value>& arguments, const Type& type,
                   const SourceRange& range);

  // operators.cpp
  Value as_operand(const Value& value, const Value& other, const SourceRange& range);
  Value roots(const Value& array, const SourceRange& range);
  Value binary(syntax::BinaryOperator op, const Value& left, const Value& right, const SourceRange& range);
};

}  // namespace unpython::frontend
