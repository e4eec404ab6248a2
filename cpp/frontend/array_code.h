// Code for whole arrays: views, shapes, operations element by element, stores, masks. The layer of the
// lowering that knows arrays and no syntax. Private to the lower_*.cpp files.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/origins.h"
#include "frontend/resolved.h"
#include "frontend/scalar_code.h"
#include "frontend/subscripts.h"

namespace unpython::frontend {

class ArrayCode : protected ScalarCode {
 protected:
  using ScalarCode::hold;
  using ScalarCode::ScalarCode;

  using OnPlace = std::function<ir::ExprId(const Indices&)>;
  using OnElements = std::function<Value(const std::vector<Value>&)>;
  /// One reduction: of what, along which axes, to what.
  struct Reduction {
    Value array;
    ReductionKind kind = ReductionKind::Sum;
    ScalarType type = ScalarType::Float64;
    std::vector<int> axes{};            ///< rising
    std::vector<ir::ExprId> extents{};  ///< of the array
    ir::ExprId degrees{};               ///< Variance, Deviation: ddof
    std::optional<ir::ExprId> initial{};
    SourceRange range{};
    std::optional<Value>
        mask{};  ///< only elements where it holds; then `axes` and `extents` are those of its places
  };

  /// What a mask selects, found once for all that it selects from.
  struct Selection {
    int block = 0;                    ///< the block whose statements find it
    size_t from = 0;                  ///< in that: the statements that may have changed the mask since
    Indices probe;                    ///< variables that stand for a place of the mask
    ir::ExprId holds;                 ///< its element there
    std::vector<ir::ExprId> extents;  ///< of the mask
    ir::ExprId count;                 ///< of its places that hold
    std::vector<ir::ArrayId> places;  ///< by axis of the mask: the indices of the first, second, ... of them
  };

  // lower_elements.cpp
  static void spread_tuple(std::vector<resolved::ExprId>& ids, std::vector<Value>& indices);
  Value chosen_element(const Value& tuple, const Value& index, const Type& item, const SourceRange& range);
  Value element_number(const std::vector<Value>& values, ir::ExprId number, const Type& type);
  ir::ExprId checked_index(const Value& array, size_t axis, const Value& index, bool never_negative,
                           const SourceRange& range);
  bool refuse_store(const Value& array, const SourceRange& range);
  /// As Python sees it: a selection of one element is the scalar.
  Value load_if_element(Value selected, const Type& type);

  // lower_masks.cpp, lower_places.cpp
  Value masked(const Value& array, const Value& given_mask, const SourceRange& range);
  void check_mask(const Value& array, size_t first_axis, const Value& mask, const SourceRange& range);
  [[nodiscard]] bool same_mask(const Value& a, const Value& b);
  const Value* common_selection(const std::vector<Value>& operands);
  /// An array as it is; what a mask selects as an array of as many elements, which stay where they are.
  Value compressed(const Value& value);
  Indices probe_of(const Value& mask);
  std::optional<ir::ExprId> probed(const Value& mask, const Indices& probe);
  [[nodiscard]] bool is_current(const Selection& selection) const;
  ir::ExprId find_places(const Value& mask, const std::vector<ir::ArrayId>& places, const SourceRange& range);
  Selection selection_of(const Value& mask, const SourceRange& range);
  ir::ExprId count_of(const Value& mask, const SourceRange& range);
  std::vector<ir::ExprId> selected_extents(const Value& selection, const SourceRange& range);
  void for_selected(const Value& mask, const SourceRange& range,
                    const std::function<void(const Indices&, ir::ExprId)>& body);
  void store_where(const Value& target, const Value& mask, const OnPlace& value, const SourceRange& range);
  void store_masked(const Value& target, Value mask, Value value, const SourceRange& range);
  void store_by_number(const Value& target, const Value& mask, const Value& value, const SourceRange& range);
  void check_selected_shape(const Value& target, const Value& mask, const Value& value,
                            const SourceRange& range);
  std::vector<Value> places_of(const Value& given, size_t count, const SourceRange& range,
                               const std::function<Indices(const Indices&)>& numbers_of);
  Value nonzero(const Value& array, const SourceRange& range);
  Value flat_nonzero(const Value& array, const SourceRange& range);

  // lower_slices.cpp
  ir::ExprId slice_extent(const SliceEnds& ends, ir::ExprId step);
  ir::ExprId slice_end(ir::ExprId end, bool natural, ir::ExprId extent, ir::ExprId least, ir::ExprId most);

  // lower_views.cpp: index maps
  std::vector<ir::ExprId> extents_of(const Value& array);
  ir::ExprId extent_of(const Value& array, size_t axis);
  /// Where an element of a view lies in its base.
  Indices place(const Value& view, const Indices& indices);
  ir::ExprId element_at(const Value& array, const Indices& indices);
  Value whole(ir::ArrayId array, int argument);
  /// Axis i is axis order[i] of the array.
  Value permuted(const Value& array, const std::vector<int>& order);
  Value select_view(const Value& array, const SubscriptPlan& plan, const std::vector<AxisValue>& parts);
  /// Where one number for each of the leading axes leads, and what stands there.
  Value item_view(const Value& array, const Indices& numbers);
  Value item_at(const Value& array, const Indices& numbers);
  void check_no_empty_list(const Value& list, bool has_dtype, const SourceRange& range);
  Value select_computed(const Value& array, const SubscriptPlan& plan, std::vector<AxisValue> parts);

  // lower_origins.cpp: what NumPy would see an argument through
  static OriginStep select_step(std::vector<int> along, const std::vector<ir::ExprId>& starts,
                                const std::vector<ir::ExprId>& steps, const std::vector<ir::ExprId>& extents);
  OriginStep select_step(const Value& view);
  OriginStep select_step(const SubscriptPlan& plan, const std::vector<AxisValue>& parts);
  OriginStep permuted_step(const std::vector<int>& order, const std::vector<ir::ExprId>& extents);
  static OriginStep reshape_step(ir::ViewStep::Kind kind, const std::vector<ir::ExprId>& extents);
  OriginStep composed(const OriginStep& first, const OriginStep& second);
  /// Null where a value is new in NumPy too.
  std::shared_ptr<const Origins> origins_of(const Value& value);
  Value seen(Value value, const Value& from, const OriginStep& step);
  std::shared_ptr<const Origins> hold_origins(const Value& value);
  void make_origin_variables(KeptOrigins& kept);
  KeptOrigins* kept_origins(const WebPart& of);
  static std::vector<size_t> note_forms(KeptOrigins& kept, const std::shared_ptr<const Origins>& given);
  void keep_origins(const WebPart& to, const Value& value);
  void assign_origins(KeptOrigins& kept, const std::shared_ptr<const Origins>& given);
  std::shared_ptr<const Origins> read_origins(KeptOrigins& kept);

  // lower_arrays.cpp: operations on whole arrays
  /// The array of `on_elements` (of type `type`) over the elements of the operands, broadcast; a scalar if
  /// all have rank 0. One operand at least is an array.
  Value elementwise(const std::vector<Value>& operands, ScalarType type, const SourceRange& range,
                    OnElements on_elements);
  Value array_attribute(const Value& array, const std::string& name, const SourceRange& range);
  Value convert_elements(const Value& array, ScalarType type, const SourceRange& range);
  /// target[...] = value
  void store_array(const Value& target, Value value, const SourceRange& range);
  Value raising_first(const Value& target, Value value, const SourceRange& range);
  /// A view of memory of its own that holds the elements now.
  Value materialize(const Value& array, const SourceRange& range);
  void allocate_and_fill(ir::ArrayId memory, const Value& value, const SourceRange& range);
  std::vector<ir::ExprId> note_extents(ir::ArrayId memory, const std::vector<ir::ExprId>& extents,
                                       const SourceRange& range);
  [[nodiscard]] bool reads_array(const Value& value, ir::ArrayId array) const;
  /// A number as an element of this type, kept for many stores.
  Value stored_scalar(const Value& value, ScalarType type, const SourceRange& range);
  void fill(const Value& target, const std::vector<ir::ExprId>& extents, const Value& value, bool independent,
            const SourceRange& range);
  bool fills(const Value& target, const Value& value);
  static std::vector<ReadView> views_read(const Value& array);
  Value hold_scalar(const Value& value);

  // lower_overlap.cpp
  [[nodiscard]] bool needs_temporary(const Value& target, const Value& value) const;
  [[nodiscard]] bool may_share_memory(const Value& a, const Value& b) const;
  /// Whether elements of the target may go into the value, at whatever indices.
  [[nodiscard]] bool may_read(const Value& target, const Value& value) const;

  // lower_broadcast.cpp: shapes
  void check_equal_extents(ir::ExprId a, ir::ExprId b, const std::string& message,
                           const std::vector<ir::ExprId>& shapes, const SourceRange& range,
                           ir::ErrorKind kind = ir::ErrorKind::ValueError);
  std::vector<ir::ExprId> broadcast(const std::vector<Value>& arrays, const SourceRange& range,
                                    std::string message = "operands could not be broadcast together",
                                    ir::ErrorKind kind = ir::ErrorKind::ValueError);
  void check_store_shape(const std::vector<ir::ExprId>& to, const Value& value, const SourceRange& range);
  /// The indices of an operand for an element of the result it is broadcast to.
  Indices operand_indices(const Value& operand, const Indices& indices);
  [[nodiscard]] bool may_be_one(ir::ExprId extent) const;
  void check_not_empty(ir::ExprId stretched, ir::ExprId extent, const std::string& message,
                       const std::vector<ir::ExprId>& shapes, const SourceRange& range,
                       ir::ErrorKind kind = ir::ErrorKind::ValueError);
  void nest(const std::vector<ir::ExprId>& extents, bool independent, const SourceRange& range,
            const std::function<void(const Indices&)>& body);

  // lower_logic.cpp
  ir::ExprId truth(const Value& value);
  ir::ExprId compare_pair(syntax::CompareOperator op, const Value& left, const Value& right);

  // lower_arithmetic.cpp
  Value unary(syntax::UnaryOperator op, const Value& value, const SourceRange& range);

  // lower_conversions.cpp
  /// As the type of a variable or a joined value: no check, the join was judged already.
  Value as_type(const Value& value, const Type& type);
  Value hold(const Value& value);
  /// Holds what an assignment (or, without variables, a store) could change.
  Value hold_if_mutable(const Value& value, bool variables);

  // lower_array_calls.cpp: functions of whole arrays
  Value computed(const Type& type, std::vector<ir::ExprId> extents,
                 std::function<ir::ExprId(const Indices&)> element) const;

  // lower_expressions.cpp
  Value constant_value(const Type& type);
  Value shape_of(const Value& array);

  // lower_reductions.cpp
  bool reduce_selection(Reduction& r, const ArrayCall& call);
  /// `kept`: the indices of the axes that stay.
  ir::ExprId reduced_value(const Reduction& r, const Indices& kept);
  ir::ExprId position_of(const Reduction& r, const Indices& kept, bool largest);
  ir::ExprId accumulate(const Reduction& r, const Indices& kept, ir::ExprId start,
                        const std::function<ir::ExprId(ir::ExprId, ir::ExprId)>& combine);
  void reduction_nest(const Reduction& r, const Indices& kept, bool parallel,
                      const std::function<void(const Indices&, ir::ExprId)>& body);
  ir::ExprId reduced_count(const Reduction& r);
  Indices first_of(const Reduction& r, const Indices& kept);
  void check_reduces_something(const Reduction& r, const ArrayFunction& f);

  std::map<ir::ArrayId, std::vector<ir::ExprId>>
      local_extents_;                     ///< of arrays that have been allocated, and of arguments
  std::set<ir::ArrayId> several_values_;  ///< arrays of variables with several definitions
  std::vector<Selection> selections_;
  bool tracks_origins_ = false;  ///< the function returns arrays that may be seen arguments
  std::map<int, bool>
      returned_webs_;  ///< whose arrays may be returned, or parts of them; true: with several definitions
  OriginForms origin_forms_;  ///< known from an earlier lowering
  std::map<WebPart, KeptOrigins> kept_origins_;
  ir::Block origin_defaults_;  ///< before all else
};

}  // namespace unpython::frontend
