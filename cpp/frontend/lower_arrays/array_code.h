// Code for whole arrays: views, shapes, operations element by element, stores, masks. The layer of the
// lowering that knows arrays and no syntax. Private to the lowering.
#pragma once
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/expand/resolved.h"
#include "frontend/lower_scalars/origins.h"
#include "frontend/lower_scalars/scalar_code.h"
#include "frontend/types/array_call.h"
#include "frontend/types/subscripts.h"
#include "unpython/error_arguments.h"

namespace unpython::frontend {

/// What NumPy says of `name op= x` where the array is read-only.
inline constexpr const char* kReadOnlyOutput = "output array is read-only";

/// Values that fit into the message of one error.
inline constexpr size_t kMostArguments = kMostErrorArguments;

/// "({0}, {1})", numbered from `first`.
std::string shape_text(size_t first, size_t rank);

/// Dimensions of arrays, each with the number of its axis.
using Dimensions = std::set<std::pair<ir::ArrayId, size_t>>;

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
    ScalarType subtracted = ScalarType::Float64;  ///< Variance, Deviation: of elements and their mean
    std::vector<int> axes{};                      ///< rising
    std::vector<ir::ExprId> extents{};  ///< of the array
    ir::ExprId degrees{};               ///< Variance, Deviation: ddof
    std::optional<ir::ExprId> initial{};
    SourceRange range{};
    /// Only elements where it holds; then `axes` and `extents` are those of its places.
    std::optional<Value> mask{};
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

  /// A Heap array that holds what these expressions give wherever they are read behind its statements.
  struct Table {
    std::vector<ir::ExprId> scalars;
    ir::ArrayId memory;
  };

  // elements.cpp
  static void spread_tuple(std::vector<resolved::ExprId>& ids, std::vector<Value>& indices);
  Value chosen_element(const Value& tuple, const Value& index, const Type& item, const SourceRange& range);
  Value element_number(const std::vector<Value>& values, ir::ExprId number, const Type& type);
  ir::ExprId one_of(std::span<const ir::ExprId> scalars, ir::ExprId number, int64_t first);

  // tables.cpp: arrays that hold the elements of long tuples
  /// The array that holds these scalars, which do not change; invalid where there is none.
  ir::ArrayId table_of(std::span<const ir::ExprId> scalars);
  /// Statements that make such an array.
  void make_table(std::vector<ir::ExprId> scalars, ir::Block& where);
  /// Few are chosen from where they are.
  [[nodiscard]] static bool is_long(size_t count) { return count > 64; }
  /// `told`: the number of the axis in messages, where other subscripts have taken axes or made some.
  ir::ExprId checked_index(const Value& array, size_t axis, const Value& index, bool never_negative,
                           const SourceRange& range, std::optional<int> told = std::nullopt);
  [[nodiscard]] static bool is_own_axis(const Value& array, size_t axis);
  bool refuse_store(const Value& array, const SourceRange& range,
                    const char* message = nullptr);
  /// As Python sees it: a selection of one element is the scalar.
  Value load_if_element(Value selected, const Type& type);

  // masks.cpp, places.cpp
  Value masked(const Value& array, const Value& given_mask, const SourceRange& range);
  std::vector<ir::ExprId> masked_extents(const Value& array, const Value& mask);
  void check_mask(const Value& array, size_t first_axis, const Value& mask, const SourceRange& range);
  [[nodiscard]] bool same_mask(const Value& a, const Value& b);
  const Value* common_selection(const std::vector<Value>& operands);
  /// An array as it is; what a mask selects as an array of as many elements, which stay where they are.
  Value compressed(const Value& value);
  Indices probe_of(const Value& mask);
  std::optional<ir::ExprId> probed(const Value& mask, const Indices& probe);
  [[nodiscard]] bool is_current(const Selection& selection) const;
  ir::ExprId size_of_whole(const Value& array, const std::vector<ir::ExprId>& extents, const SourceRange& range);
  Selection selection_of(const Value& mask, const SourceRange& range);
  ir::ExprId count_of(const Value& mask, const SourceRange& range);
  std::vector<ir::ExprId> selected_extents(const Value& selection, const SourceRange& range);
  void store_where(const Value& target, const Value& mask, const OnPlace& value, const SourceRange& range);
  void at_selected(const Value& array, const Value& mask, bool independent, const SourceRange& range,
                   const std::function<void(const Indices&)>& body);
  void store_masked(const Value& target, Value mask, Value value, const SourceRange& range);
  void store_by_number(const Value& target, const Value& mask, const Value& value, const SourceRange& range);
  void check_selected_shape(const Value& target, const Value& mask, const Value& value,
                            const SourceRange& range);
  std::vector<Value> places_of(const Value& given, size_t count, const SourceRange& range,
                               const std::function<Indices(const Indices&)>& numbers_of);
  Value nonzero(const Value& array, const SourceRange& range);
  Value flat_nonzero(const Value& array, const SourceRange& range);

  // mask_blocks.cpp: a mask in blocks along its last axis, which do not wait for each other
  struct MaskBlocks {
    Value mask;
    int64_t size = 1;                 ///< neighbours along the last dimension that one block counts
    bool by_groups = false;           ///< work items of a device share a block
    std::vector<ir::ExprId> loops{};  ///< extents of the mask, the last one counted in blocks
    ir::ExprId blocks{};              ///< all of them
    /// Counts that stand from `first` on in `starts`: of blocks, of runs of blocks, of runs of those. None by groups.
    struct Level {
      ir::ExprId first;
      ir::ExprId count;
    };
    std::vector<Level> levels{};
    ir::ArrayId starts{};             ///< for each block, how many places hold before it; then the same for each run, or all
    ir::ExprId count{};               ///< of places that hold
  };
  MaskBlocks count_blocks(const Value& mask, const SourceRange& range);
  /// Runs over the places where the mask holds; `body` gets the number of the place among those. It may be run for
  /// a place that does not hold, with the number of the next one that does, which is run later.
  void for_selected(const MaskBlocks& of, const SourceRange& range,
                    const std::function<void(const Indices&, ir::ExprId)>& body);
  ir::ExprId number_of(const MaskBlocks& of, const Indices& at);
  void increase(ir::VarId variable, ir::ExprId by, const SourceRange& range);
  void on_block(const MaskBlocks& of, const Indices& at, const SourceRange& range,
                const std::function<void(const Indices&, ir::ExprId)>& body);
  std::vector<MaskBlocks::Level> levels_above(ir::ExprId blocks);
  void on_run(const MaskBlocks::Level& level, ir::ExprId run, const SourceRange& range,
              const std::function<void(ir::ExprId)>& body);
  void add_up_blocks(const MaskBlocks& of, ir::VarId count, const SourceRange& range);

  // mask_groups.cpp: blocks that work items of a device share
  ir::ArrayId shared_array(const char* name, ScalarType type, int64_t extent, const SourceRange& range);
  void load_flags(const MaskBlocks& of, ir::ArrayId flags, ir::ExprId first, const SourceRange& range);
  void add_up_items(ir::ArrayId sums, ir::ArrayId tops, ir::ArrayId before, const SourceRange& range);
  void count_by_groups(const MaskBlocks& of, const SourceRange& range);
  ir::ExprId add_up_by_group(const MaskBlocks& of, const SourceRange& range);
  void for_selected_by_groups(const MaskBlocks& of, const SourceRange& range,
                              const std::function<void(const Indices&, ir::ExprId)>& body);

  // slices.cpp
  ir::ExprId slice_extent(const SliceEnds& ends, ir::ExprId step);
  struct EndLimits {
    ir::ExprId least;
    ir::ExprId most;
    bool needs_least;
    bool needs_most;
  };
  ir::ExprId slice_end(ir::ExprId end, bool natural, ir::ExprId extent, const EndLimits& limits);

  // views.cpp: index maps
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

  // origins.cpp: what NumPy would see an argument through
  static OriginStep select_step(std::vector<int> along, const std::vector<ir::ExprId>& starts,
                                const std::vector<ir::ExprId>& steps, const std::vector<ir::ExprId>& extents);
  OriginStep select_step(const Value& view);
  OriginStep select_step(const SubscriptPlan& plan, const std::vector<AxisValue>& parts);
  OriginStep permuted_step(const std::vector<int>& order, const std::vector<ir::ExprId>& extents);
  OriginStep reshape_step(ir::ViewStep::Kind kind, const std::vector<ir::ExprId>& extents);
  ir::ExprId count_reshape();
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

  // arrays.cpp: operations on whole arrays
  /// The array of `on_elements` (of type `type`) over the elements of the operands, broadcast; a scalar if
  /// all have rank 0. One operand at least is an array.
  Value elementwise(const std::vector<Value>& operands, ScalarType type, const SourceRange& range,
                    OnElements on_elements);
  Value array_attribute(const Value& array, const std::string& name, const SourceRange& range);
  Value convert_elements(const Value& array, ScalarType type, const SourceRange& range);
  /// target[...] = value
  void store_array(const Value& target, Value value, const SourceRange& range);
  Value raising_first(const Value& target, Value value, const SourceRange& range);
  [[nodiscard]] bool may_raise(const Value& value) const;
  /// The same, after what its elements raise: where not all of them are asked for.
  Value after_raising(const Value& value, const SourceRange& range);
  /// Whether something may be raised for an element after others are stored where the caller sees them.
  [[nodiscard]] bool raises_for(const Value& target, const Value& value) const;
  /// An operation that is not in place; powers of integers raise where an exponent is negative.
  Value as_raising(syntax::BinaryOperator op, Value result, const Value& exponent, const SourceRange& range);
  /// A view of memory of its own that holds the elements now.
  Value materialize(const Value& array, const SourceRange& range);
  Value in_memory(const Value& given, const SourceRange& range);
  void allocate_and_fill(ir::ArrayId memory, const Value& value, const SourceRange& range);
  bool is_of_one(ir::ArrayId memory, size_t dimension, ir::ExprId extent);
  std::vector<ir::ExprId> note_extents(ir::ArrayId memory, const std::vector<ir::ExprId>& extents,
                                       const SourceRange& range);
  void resize(const Value& list, ir::ExprId length, const SourceRange& range);
  [[nodiscard]] bool reads_array(const Value& value, ir::ArrayId array) const;
  /// A number as an element of this type, kept for many stores.
  Value stored_scalar(const Value& value, ScalarType type, const SourceRange& range);
  void fill(const Value& target, const std::vector<ir::ExprId>& extents, const Value& value, bool independent,
            const SourceRange& range);
  bool fills(const Value& target, const Value& value);
  static std::vector<ReadView> views_read(const Value& array);
  Value hold_scalar(const Value& value);
  Value fitting(const Value& value, ScalarType compute, const SourceRange& range);

  // overlap.cpp
  [[nodiscard]] bool needs_temporary(const Value& target, const Value& value) const;
  [[nodiscard]] bool may_share_memory(const Value& a, const Value& b) const;
  [[nodiscard]] bool may_overlap(ir::ArrayId array) const;
  [[nodiscard]] bool indices_tell(const Value& a, const Value& b) const;
  /// Whether elements of the target may go into the value, at whatever indices.
  [[nodiscard]] bool may_read(const Value& target, const Value& value) const;

  // broadcast.cpp: shapes
  void check_equal_extents(ir::ExprId a, ir::ExprId b, const std::string& message,
                           const std::vector<ir::ExprId>& shapes, const SourceRange& range,
                           ir::ErrorKind kind = ir::ErrorKind::ValueError, const std::vector<Value>& operands = {},
                           bool is_store = false);
  std::vector<ir::ExprId> broadcast(const std::vector<Value>& arrays, const SourceRange& range,
                                    std::string message = "operands could not be broadcast together",
                                    ir::ErrorKind kind = ir::ErrorKind::ValueError);
  void check_store_shape(const std::vector<ir::ExprId>& to, const Value& value, const SourceRange& range);
  /// target op= value: the shapes as NumPy's function with an output array names them.
  void check_in_place(const Value& target, const Value& value, const SourceRange& range);
  /// The indices of an operand for an element of the result it is broadcast to.
  Indices operand_indices(const Value& operand, const Indices& indices);
  [[nodiscard]] bool may_be_one(ir::ExprId extent) const;
  void refuse_one(ir::ExprId extent, ir::ExprId stretched, const SourceRange& range);
  void refuse_empty_beside_one(ir::ExprId stretched, ir::ExprId extent, const SourceRange& range);
  ir::ExprId least_of(ir::ExprId a, ir::ExprId b);
  void check_not_empty(ir::ExprId stretched, ir::ExprId extent, const std::string& message,
                       const std::vector<ir::ExprId>& shapes, const SourceRange& range,
                       ir::ErrorKind kind = ir::ErrorKind::ValueError);
  void nest(const std::vector<ir::ExprId>& extents, bool independent, const SourceRange& range,
            const std::function<void(const Indices&)>& body);

  // logic.cpp
  ir::ExprId truth(const Value& value);
  ir::ExprId compare_tuples(syntax::CompareOperator op, const std::vector<Value>& left, const std::vector<Value>& right,
                            const SourceRange& range);
  ir::ExprId compare_pair(syntax::CompareOperator op, const Value& left, const Value& right, const SourceRange& range);
  std::pair<ir::ExprId, ir::ExprId> compare_items(const Value& left, const Value& right, const SourceRange& range);
  void refuse_open_nan(ir::ExprId is_open, const SourceRange& range);

  // lists.cpp
  void for_numbers(ir::ExprId count, const std::function<void(ir::ExprId)>& body);
  void refuse_nan(const Value& number, const SourceRange& range);
  ir::ExprId is_in_list(const Value& given, const Value& items, const SourceRange& range);
  ir::ExprId are_equal_lists(const Value& left, const Value& right, const SourceRange& range);

  // operators.cpp
  Value unary(syntax::UnaryOperator op, const Value& value, const SourceRange& range);

  // alternatives.cpp: numbers of one of several types
  ir::ExprId has_type(const Value& number, size_t which);
  ir::ExprId common_value(const Value& number);
  ir::ExprId over_types(const Value& number, ScalarType type);
  Value alternative(const Value& number, size_t which);
  ir::ExprId converted(ir::ExprId expr, ScalarType type);
  Value as_either(const Value& value, const Type& type);
  Value as_one(const Value& number, const Type& type);
  /// One of two numbers, by a Select where both can be computed, else by an If.
  Value choose_one(ir::ExprId condition, Branch if_true, Branch if_false, const Type& type,
                   const SourceRange& range);
  /// What `on_values` gives for the types that the operands have, as `result`.
  Value distributed(std::vector<Value> operands, const Type& result, const OnElements& on_values,
                    const SourceRange& range);
  ir::ExprId kind_of_result(const Value& left, const Value& right, const Type& result,
                            const std::function<Type(const Type&, const Type&)>& rule);
  ir::ExprId mapped_kind(const Value& number, const std::vector<int>& to);
  std::optional<Value> alike(const Value& number, const std::function<OperatorRule(const Type&)>& rule);
  Value unary_on_either(syntax::UnaryOperator op, const Value& value, const SourceRange& range);
  ir::ExprId compare_either(syntax::CompareOperator op, const Value& left, const Value& right);
  Value as_integer(const Value& value);
  Value deciding_value(const Value& value, const SourceRange& range);
  Value numpy_value(const Value& value, const SourceRange& range);
  ir::ExprId stored_element(const Value& value, ScalarType type, const SourceRange& range);
  ir::ExprId converted_number(const Value& value, ScalarType type, const SourceRange& range);

  // held_values.cpp
  /// As the type of a variable or a joined value: no check, the join was judged already.
  Value as_type(const Value& value, const Type& type);
  Value any_value(const Type& type);
  Value hold(const Value& value);
  /// Holds what an assignment (or, without variables, a store) could change.
  Value hold_if_mutable(const Value& value, bool variables);
  [[nodiscard]] bool contains_length(ir::ExprId root) const;

  // array_calls.cpp: functions of whole arrays
  Value computed(const Type& type, std::vector<ir::ExprId> extents,
                 std::function<ir::ExprId(const Indices&)> element) const;

  // expressions.cpp
  Value constant_value(const Type& type);
  /// NumPy has made the array before its shape is asked for: what may raise does so.
  Value shape_of(const Value& array, const SourceRange& range);

  // reductions.cpp
  bool reduce_selection(Reduction& r, const ArrayCall& call);
  ir::ExprId is_in_array(const Value& given, const Value& array, const SourceRange& range);
  /// `kept`: the indices of the axes that stay.
  ir::ExprId reduced_time(const Reduction& r, const Indices& kept, ScalarType type);
  ir::ExprId reduced_value(const Reduction& r, const Indices& kept);
  ir::ExprId wide_element(const Reduction& r, const Indices& indices);
  ir::ExprId position_of(const Reduction& r, const Indices& kept, bool largest);
  ir::ExprId position_by_blocks(const Reduction& r, bool largest);
  ir::ExprId position_in_order(const Reduction& r, const Indices& kept, bool largest);
  ir::VarId assigned(const char* name, ir::ExprId value, const SourceRange& range);
  ir::ExprId better(ir::ExprId a, ir::ExprId b, bool largest);
  ir::ExprId rank_of(ir::ExprId element, bool largest);
  ir::ExprId of_rank(ir::ExprId rank, ScalarType type);
  ir::ExprId turned(ir::ExprId bits);
  ir::ExprId is_number(ir::ExprId complex);
  ir::ExprId is_same(ir::ExprId element, ir::ExprId best);
  ir::ExprId accumulate(const Reduction& r, const Indices& kept, ir::ExprId start,
                        const std::function<ir::ExprId(ir::ExprId, ir::ExprId)>& combine);
  // pairwise.cpp: sums with NumPy's bits
  using OnNumber = std::function<ir::ExprId(ir::ExprId)>;
  [[nodiscard]] bool sums_as_numpy(const Reduction& r, ir::ExprId start) const;
  ir::ExprId sum_as_numpy(const Reduction& r, const Indices& kept, ir::ExprId start,
                          const std::function<ir::ExprId(ir::ExprId, ir::ExprId)>& combine);
  ir::ExprId pairwise_sum(ir::ExprId count, ScalarType type, const SourceRange& range, const OnNumber& item);
  ir::ExprId sum_of_block(ir::ExprId first, ir::ExprId count, ScalarType type, const SourceRange& range,
                          const OnNumber& item);
  void sum_of_halves(ir::VarId total, ir::ExprId count, const SourceRange& range, const OnNumber& item);
  void repeat_while(const std::function<ir::ExprId()>& condition, const std::function<void()>& body,
                    const SourceRange& range);
  void reduction_nest(const Reduction& r, const Indices& kept, bool parallel,
                      const std::function<void(const Indices&, ir::ExprId)>& body);
  ir::ExprId reduced_count(const Reduction& r);
  Indices first_of(const Reduction& r, const Indices& kept);
  void check_reduces_something(const Reduction& r, const ArrayFunction& f);

  std::map<ir::ArrayId, std::vector<ir::ExprId>>
      local_extents_;                     ///< of arrays that have been allocated, and of arguments
  std::set<ir::ArrayId> several_values_;  ///< arrays of variables with several definitions
  Dimensions of_one_;                     ///< of such arrays: taken to have one element in all their values
  Dimensions not_of_one_;                 ///< of those: a value has another extent
  Dimensions once_of_one_;                ///< of such arrays: a value has one element there
  const std::string* library_ = nullptr;  ///< the function of the package that is written out here, the outermost
  bool stores_ = false;                   ///< subscripts that are lowered say where something is stored
  std::set<ir::ArrayId> resized_;         ///< of lists whose length changes
  std::set<ir::VarId> lengths_;           ///< variables with the length of such a list
  std::vector<Selection> selections_;
  std::vector<Table> tables_;
  ir::Block constant_tables_;    ///< what makes those of constants; at the beginning of the function
  bool tracks_origins_ = false;  ///< the function returns arrays that may be seen arguments
  bool returns_once_ = false;    ///< one `return` alone is reached
  std::vector<Type> result_types_;  ///< by result; empty ones for numbers
  /// Whose arrays may be returned, or parts of them; true: with several definitions.
  std::map<int, bool> returned_webs_;
  OriginForms origin_forms_;  ///< known from an earlier lowering
  std::map<WebPart, KeptOrigins> kept_origins_;
  int reshapes_ = 0;  ///< so far, of what may be a copy or a view
  std::optional<ir::VarId> reshaped_times_;  ///< how many of them loops have evaluated
  int loops_around_ = 0;                     ///< of the user's, around what is lowered
  int parallel_around_ = 0;                  ///< those among them that are parallel
  ir::Block origin_defaults_;  ///< before all else
};

}  // namespace unpython::frontend
