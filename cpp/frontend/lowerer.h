// The worker behind lower(): statements and expressions of a resolved, typed function become IR, with every
// check that Python makes spelled out. Private to the lower_*.cpp files.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/advanced_subscripts.h"
#include "frontend/array_calls.h"
#include "frontend/infer_types.h"
#include "frontend/operations.h"
#include "frontend/subscripts.h"
#include "ir/builder.h"
#include "unpython/options.h"

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
  std::vector<ir::ExprId>
      fixed{};  ///< view: the subscripts that are given already, within the extents, by dimension
  std::vector<Value> elements{};  ///< Tuple, Slice
  ir::ArrayId base{};             ///< view
  std::vector<AxisValue> axes{};  ///< view: one per axis; invalid ids where the axis is whole
  std::shared_ptr<const ComputedArray> computed{};  ///< array without a base
};

/// A view that a computed array reads.
struct ReadView {
  Value view;
  bool at_same_indices = true;  ///< element (i, j) reads element (i, j) of the view, and no other one
};

/// An array that is computed where its elements are needed.
struct ComputedArray {
  std::vector<ir::ExprId> extents;
  /// The element at these indices; may emit statements before it.
  std::function<ir::ExprId(const Indices&)> element;
  std::vector<ReadView> reads;
  bool is_nest = false;   ///< loops run for each element: to be computed once for each
  bool is_empty = false;  ///< np.empty: the elements need no value
  /// The array is what this mask selects, not compressed yet: `extents` and the indices of `element` are
  /// those of the array it selects from, the axes of the mask first.
  std::shared_ptr<const Value> mask;
  /// Where it is better than one by one: stores all elements to a view of the same shape; the flag says
  /// whether the loops are independent.
  std::function<void(const Value&, bool)> store_all{};
};

/// Where a web lives: variables for the parts of its value that are only known at run time.
struct Storage {
  Type type;
  ir::VarId variable{};
  std::vector<ir::VarId> fixed{};
  std::vector<Storage> elements{};
  ir::ArrayId base{};
  std::vector<std::array<ir::VarId, 3>>
      axes{};  ///< start, step, extent of each axis that is not whole; else invalid
};

class Lowerer {
 public:
  Lowerer(const resolved::Function& function, const Webs& webs, const Types& types,
          const Signature& signature, const Options& options);
  ir::Function run(const std::string& name, size_t own_parameters);

 private:
  /// Thrown where the program provably never gets to the value that was asked for (a helper that always
  /// raises).
  struct NeverReached {};

  /// A part that is lowered on its own, to be run under a condition.
  struct Branch {
    ir::Block block;
    std::optional<Value> value;  ///< empty if never reached
  };

  struct Loop {
    std::optional<ir::VarId> left_early;  ///< set by break, for the else clause
    std::set<resolved::ExitId> leaves;    ///< exits that are left from inside, through this loop
  };

  struct Exit {
    size_t loops = 0;  ///< loops around its one-trip loop, that one included
    ir::VarId left;    ///< set before leaving from inside a loop
  };

  // lower.cpp: the function as a whole
  void make_parameters(size_t own_parameters);
  void note_single_elements(ir::ArrayId array, const std::vector<bool>& one_element);
  void make_storage();
  Storage storage_for(const Type& type, const std::string& name, const SourceRange& range);
  ir::ArrayId array_of(const Type& view);
  /// Whether a variable of this type owns its array (not one of the arrays of a tuple).
  [[nodiscard]] bool owns(int web) const { return types_.webs[static_cast<size_t>(web)].local == web; }
  [[nodiscard]] size_t count_returns() const;
  void return_array(ir::Result& result, Value value, ir::Return& node, const SourceRange& range);
  void view_storage(Storage& storage, const std::string& name, const SourceRange& range);
  void make_results();
  std::string unique_name(const std::string& name);
  void return_value(resolved::ExprId value, const SourceRange& range);

  // lower_statements.cpp
  void body(const resolved::Body& statements);
  void statement(resolved::StmtId id);
  void assign(const resolved::Assign& node);
  void keep_old_arrays(const std::vector<resolved::Target>& targets, Value& value);
  void update_local(const resolved::Assign& node);
  void assign_to(const resolved::Target& to, const Value& value);
  void define(resolved::DefinitionId id, const Value& value);
  void define_array(ir::ArrayId memory, const Value& value, const SourceRange& range);
  void define_parts(int web, const Type& type, const Value& value, const SourceRange& range);
  Value hold_arrays(const Value& value, const SourceRange& range);
  [[nodiscard]] bool reads_web(int web, const Value& value) const;
  void write(const Storage& to, const Value& value, const SourceRange& range);
  void if_statement(const resolved::If& node, const SourceRange& range);
  void leave(const resolved::Leave& node, const SourceRange& range);
  void break_loop(const SourceRange& range);
  void exitable(const resolved::Exitable& node, const SourceRange& range);
  Branch branch(const resolved::Body& statements);
  void emit(ir::StmtNode node, const SourceRange& range);
  void emit(ir::StmtId id) { block_->push_back(id); }

  // lower_loops.cpp
  void while_loop(const resolved::While& node, const SourceRange& range);
  void for_loop(const resolved::For& node, const SourceRange& range);
  void range_loop(const resolved::For& node, const resolved::RangeLoop& over, const SourceRange& range);
  void tuple_loop(const resolved::For& node, const Value& tuple, const SourceRange& range);
  void array_loop(const resolved::For& node, const resolved::ArrayLoop& over, const SourceRange& range);
  void begin_loop(const resolved::Body& otherwise);
  void end_loop(const resolved::Body& otherwise, const SourceRange& range);
  ir::ExprId trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step);
  void note_counter(const resolved::For& node, const resolved::RangeLoop& over);
  [[nodiscard]] bool changes_in(ir::ExprId expr, const ir::Block& block, const resolved::Target& target);
  void collect_variables(const resolved::Target& target, std::set<ir::VarId>& out) const;

  // lower_elements.cpp
  /// `item`: the type of what is selected.
  Value subscript(const resolved::Subscript& node, const Type& item, const SourceRange& range);
  static void spread_tuple(std::vector<resolved::ExprId>& ids, std::vector<Value>& indices);
  Value chosen_element(const Value& tuple, const Value& index, const Type& item, const SourceRange& range);
  Value element_number(const std::vector<Value>& values, ir::ExprId number, const Type& type);
  /// What subscripts select, as a view (of rank 0 for one element), or as a computed array. The checks are
  /// emitted first, as Python does them.
  Value select(const Value& array, const std::vector<resolved::ExprId>& ids,
               const std::vector<Value>& indices, const SourceRange& range);
  ir::ExprId checked_index(const Value& array, size_t axis, const Value& index, bool never_negative,
                           const SourceRange& range);
  void store_element(const resolved::ElementTarget& to, Value value, const SourceRange& range);
  void update_element(const resolved::UpdateElement& node);
  bool refuse_store(const Value& array, const SourceRange& range);
  [[nodiscard]] bool is_never_negative(resolved::ExprId id) const;
  /// As Python sees it: a selection of one element is the scalar.
  Value load_if_element(Value selected, const Type& type);

  // lower_gather.cpp: index arrays
  /// What subscripts with arrays among them select of an array, which is what the other subscripts leave.
  struct Picked {
    Value array;
    std::optional<Value> mask;                    ///< over the leading axes; then the rest is unused
    std::vector<std::optional<Value>> by_axis{};  ///< the index array of each axis; none: the axis is kept
    std::vector<ir::ExprId> extents{};            ///< of the index arrays together
    int front = 0;                                ///< kept axes before those in the result
  };
  Picked pick(const Value& array, const std::vector<resolved::ExprId>& ids, const std::vector<Value>& indices,
              const SourceRange& range);
  Indices picked_place(const Picked& picked, const Indices& indices, const SourceRange& range);
  std::vector<ir::ExprId> picked_extents(const Picked& picked);
  Value read_picked(const Picked& picked, const SourceRange& range);
  void store_picked(Picked picked, Value value, const SourceRange& range);

  // lower_masks.cpp
  using OnPlace = std::function<ir::ExprId(const Indices&)>;
  Value masked(const Value& array, const Value& given_mask, const SourceRange& range);
  void check_mask(const Value& array, size_t first_axis, const Value& mask, const SourceRange& range);
  [[nodiscard]] bool same_mask(const Value& a, const Value& b);
  const Value* common_selection(const std::vector<Value>& operands);
  /// An array as it is, what a mask selects as an array in memory.
  Value compressed(const Value& value);
  ir::ExprId count_of(const Value& mask, const SourceRange& range);
  std::vector<ir::ExprId> selected_extents(const Value& selection, const SourceRange& range);
  void for_selected(const Value& mask, const SourceRange& range,
                    const std::function<void(const Indices&, ir::ExprId)>& body);
  void compress_into(ir::ArrayId memory, const Value& selection, const SourceRange& range);
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
  struct SliceEnds {
    ir::ExprId first;
    ir::ExprId stop;
  };
  AxisValue slice(const resolved::Slice& node, const Value& bounds, ir::ExprId extent,
                  const SourceRange& range);
  SliceEnds slice_ends(const resolved::Slice& node, const Value& bounds, ir::ExprId extent, bool up);
  ir::ExprId slice_extent(const SliceEnds& ends, ir::ExprId step);
  ir::ExprId slice_end(ir::ExprId end, bool natural, ir::ExprId extent, ir::ExprId least, ir::ExprId most);

  // lower_views.cpp: index maps
  std::vector<ir::ExprId> extents_of(const Value& array);
  ir::ExprId extent_of(const Value& array, size_t axis);
  /// Where an element of a view lies in its base.
  Indices place(const Value& view, const Indices& indices);
  ir::ExprId element_at(const Value& array, const Indices& indices);
  Value whole(ir::ArrayId array, int argument);
  Value transposed(const Value& array);
  Value select_view(const Value& array, const SubscriptPlan& plan, const std::vector<AxisValue>& parts);
  Value select_computed(const Value& array, const SubscriptPlan& plan, std::vector<AxisValue> parts);

  // lower_arrays.cpp: operations on whole arrays
  using OnElements = std::function<Value(const std::vector<Value>&)>;
  /// The array of `on_elements` (of type `type`) over the elements of the operands, broadcast; a scalar if
  /// all have rank 0. One operand at least is an array.
  Value elementwise(const std::vector<Value>& operands, ScalarType type, const SourceRange& range,
                    OnElements on_elements);
  Value array_attribute(const Value& array, const std::string& name, const SourceRange& range);
  Value array_method(const resolved::CallMethod& node, const Type& type, const SourceRange& range);
  Value convert_elements(const Value& array, ScalarType type, const SourceRange& range);
  /// target[...] = value
  void store_array(const Value& target, Value value, const SourceRange& range);
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

  // lower_array_calls.cpp: functions of whole arrays
  Value array_call(const ArrayFunction& f, const std::vector<resolved::ExprId>& ids,
                   const LibraryFunction* inner, const Type& type, const SourceRange& range);
  Value computed(const Type& type, std::vector<ir::ExprId> extents,
                 std::function<ir::ExprId(const Indices&)> element) const;
  std::vector<ir::ExprId> shape(const Value& value, const SourceRange& range);
  Value evenly_stepped(const std::vector<Value>& arguments, const ArrayCall& call, const Type& type,
                       const SourceRange& range);
  Value evenly_spaced(const std::vector<Value>& arguments, const ArrayCall& call, const Type& type,
                      const SourceRange& range);
  Value from_values(const Value& value, const Type& type, const SourceRange& range);
  Value permuted(const Value& array, const std::vector<int>& order);
  Value flipped(const Value& array, const ArrayCall& call);

  // lower_index_maps.cpp: the elements of an array at other indices
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
  ir::ExprId offset_of(const ArrayCall& call, const std::vector<Value>& arguments, size_t parameter);
  Value triangle(const Value& given, ir::ExprId offset, bool below, const SourceRange& range);
  Value diagonal_of(const Value& array, ir::ExprId offset, const SourceRange& range);
  Value diagonal_matrix(const Value& given, ir::ExprId offset, const SourceRange& range);
  Value broadcast_to(const Value& array, const Value& to, const SourceRange& range);
  Value index_map(const ArrayCall& call, const std::vector<Value>& arguments, const Type& type,
                  const SourceRange& range);

  // lower_reshape.cpp
  ir::ExprId product_of(const std::vector<ir::ExprId>& extents);
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

  // lower_join.cpp
  Value joined_part(const Value& given, const ArrayCall& call, size_t index, const SourceRange& range);
  Value joined(const ArrayCall& call, const Value& arrays, const Type& type, const SourceRange& range);
  ir::ExprId joined_element(const std::vector<Value>& parts, const std::vector<ir::ExprId>& starts,
                            size_t axis, size_t first, const Indices& at, const Type& type,
                            const SourceRange& range);
  void check_joined_extents(const std::vector<ir::ExprId>& extents, const Value& part, size_t index,
                            size_t axis, const SourceRange& range);

  // lower_reductions.cpp
  /// One reduction: of what, along which axes, to what.
  struct Reduction {
    Value array;
    ReductionKind kind = ReductionKind::Sum;
    ScalarType type = ScalarType::Float64;
    std::vector<int> axes{};            ///< rising
    std::vector<ir::ExprId> extents{};  ///< of the array
    ir::ExprId degrees{};               ///< Variance, Deviation: ddof
    SourceRange range{};
    std::optional<Value>
        mask{};  ///< only elements where it holds; then `axes` and `extents` are those of its places
  };
  bool reduce_selection(Reduction& r, const ArrayCall& call);
  Value reduce(const ArrayCall& call, const std::vector<Value>& arguments, const Type& type,
               const SourceRange& range);
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

  // lower_products.cpp
  Value product(const Value& a, const Value& b, const Type& type, const SourceRange& range);
  static Type product_type(const Value& a, const Value& b);
  Value outer(const Value& a, const Value& b, const LibraryFunction* inner, const Type& type,
              const SourceRange& range);
  void check_inner_extents(ir::ExprId a, ir::ExprId b, const SourceRange& range);
  Value as_nest(Value value, const std::vector<Value>& operands) const;
  static Value reading(Value value, const std::vector<Value>& operands);

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
  [[nodiscard]] bool is_one_or_less(ir::ExprId extent) const;
  [[nodiscard]] bool may_be_one(ir::ExprId extent) const;
  void check_not_empty(ir::ExprId stretched, ir::ExprId extent, const std::string& message,
                       const std::vector<ir::ExprId>& shapes, const SourceRange& range,
                       ir::ErrorKind kind = ir::ErrorKind::ValueError);
  void nest(const std::vector<ir::ExprId>& extents, bool independent, const SourceRange& range,
            const std::function<void(const Indices&)>& body);

  // lower_expressions.cpp
  Value expr(resolved::ExprId id);
  Value compute(resolved::ExprId id);
  /// In order; a value that a later operand's statements could change is kept in a variable.
  std::vector<Value> values(const std::vector<resolved::ExprId>& ids);
  Value read(resolved::ExprId id);
  Value read_storage(const Storage& from);
  Value attribute(const resolved::Attribute& node, const SourceRange& range);
  Value shape_of(const Value& array);
  Value conditional(const resolved::Conditional& node, const Type& type, const SourceRange& range);
  Value inlined(const resolved::Inlined& node);
  Value constant_value(const Type& type);
  Value scalar(const Type& type, ir::ExprId expr) const { return {.type = type, .expr = expr}; }

  // lower_logic.cpp
  ir::ExprId condition(resolved::ExprId id);
  ir::ExprId truth(const Value& value);
  Value logical(const resolved::Logical& node, const Type& type, const SourceRange& range);
  Value compare(const resolved::Compare& node, const Type& type, const SourceRange& range);
  ir::ExprId compare_chain(const resolved::Compare& node, size_t i, const Value& left,
                           const SourceRange& range);
  ir::ExprId compare_pair(syntax::CompareOperator op, const Value& left, const Value& right);
  ir::ExprId compare_scalars(syntax::CompareOperator op, const Value& left, const Value& right);
  ir::ExprId compare_mixed_signs(ir::CompareOp op, const Value& left, const Value& right);
  /// first and (or) rest, where `rest` runs only if needed.
  ir::ExprId short_circuit(bool is_and, ir::ExprId first, Branch rest, const SourceRange& range);
  template <class Lower>
  Branch separately(const Lower& lower_value);
  [[nodiscard]] bool can_run_always(const Branch& branch) const;
  void splice(const ir::Block& block) { block_->insert(block_->end(), block.begin(), block.end()); }
  /// One of two values, by a Select where both can be computed, else by an If.
  Value choose(ir::ExprId condition, Branch if_true, Branch if_false, const Type& type,
               const SourceRange& range);

  // lower_arithmetic.cpp
  Value binary(syntax::BinaryOperator op, const Value& left, const Value& right, const SourceRange& range);
  ir::ExprId arithmetic(syntax::BinaryOperator op, const Type& result, ir::ExprId a, ir::ExprId b,
                        const SourceRange& range);
  ir::ExprId divide(syntax::BinaryOperator op, const Type& result, bool integers, ir::ExprId a, ir::ExprId b,
                    const SourceRange& range);
  void check_divisor(syntax::BinaryOperator op, bool integers, ir::ExprId divisor, const SourceRange& range);
  ir::ExprId shift(syntax::BinaryOperator op, const Type& result, ir::ExprId a, ir::ExprId b,
                   const SourceRange& range);
  Value unary(const resolved::Unary& node, const SourceRange& range);
  Value unary(syntax::UnaryOperator op, const Value& value, const SourceRange& range);
  /// The operand of a negation or abs; with overflow='check', one of which the result would not fit raises.
  ir::ExprId negatable(ir::ExprId number, const Type& result, const SourceRange& range);
  void check_overflow(syntax::BinaryOperator op, ir::ExprId a, ir::ExprId b, ir::ExprId result,
                      const SourceRange& range);
  // lower_power.cpp
  ir::ExprId power(const Value& left, const Value& right, const OperatorRule& rule, const SourceRange& range);
  ir::ExprId integer_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                           const SourceRange& range);
  ir::ExprId float_power(const Type& result, ir::ExprId base, ir::ExprId exponent, const SourceRange& range);
  ir::ExprId complex_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                           const SourceRange& range);
  std::optional<ir::ExprId> small_power(ir::ExprId base, ir::ExprId exponent);

  // lower_conversions.cpp
  /// The operand in the type an operator computes in; a Python integer that does not fit raises
  /// OverflowError.
  ir::ExprId operand(const Value& value, ScalarType type, const SourceRange& range);
  ir::ExprId cast(ir::ExprId expr, ScalarType type);
  /// As the type of a variable or a joined value: no check, the join was judged already.
  Value as_type(const Value& value, const Type& type);
  ir::ExprId for_element(const Value& value, ScalarType type, const SourceRange& range);
  ir::ExprId explicit_conversion(const Value& value, ScalarType type, const SourceRange& range);
  ir::ExprId truncate(ir::ExprId real, const SourceRange& range);
  ir::ExprId to_python_int(const Value& value, const SourceRange& range);
  void check_fits(ir::ExprId integer, ScalarType type, const SourceRange& range);
  /// A cheap expression as it is, else a variable that holds the value: for expressions that are used more
  /// than once.
  ir::ExprId once(ir::ExprId expr);
  ir::ExprId hold(ir::ExprId expr);
  Value hold(const Value& value);
  /// Holds what an assignment (or, without variables, a store) could change.
  Value hold_if_mutable(const Value& value, bool variables);
  [[nodiscard]] bool contains_load(ir::ExprId expr) const;
  [[nodiscard]] bool contains_read(ir::ExprId expr) const;
  void raise_if(ir::ExprId condition, ir::ErrorKind kind, const std::string& message,
                const SourceRange& range, std::vector<ir::ExprId> arguments = {});
  ir::ExprId is_zero(ir::ExprId expr);
  ir::ExprId less_than(ir::ExprId expr, int64_t bound);
  ir::ExprId call(ir::Intrinsic op, ir::ExprId argument) { return build_.call(op, {argument}); }

  // lower_calls.cpp
  Value library_call(const resolved::CallLibrary& node, const Type& type, const SourceRange& range);
  Value python_call(const LibraryFunction& f, const std::vector<Value>& arguments, const Type& type,
                    const SourceRange& range);
  Value method(const resolved::CallMethod& node, const Type& type, const SourceRange& range);
  Value extremum(const std::vector<Value>& arguments, bool largest, const Type& type);
  ir::ExprId absolute(const Value& value, const Type& type, const SourceRange& range);
  // lower_math_calls.cpp
  ir::ExprId math_call(const LibraryFunction& f, const std::vector<Value>& arguments,
                       const SourceRange& range);
  ir::ExprId math_unary(const LibraryFunction& f, ir::ExprId x, const SourceRange& range);
  ir::ExprId math_binary(const LibraryFunction& f, ir::ExprId x, ir::ExprId y, const SourceRange& range);
  ir::ExprId math_log(const std::vector<Value>& arguments, const SourceRange& range);
  void domain_error_if(ir::ExprId condition, const SourceRange& range);
  // lower_numpy_calls.cpp
  Value numpy_call(const LibraryFunction& f, const std::vector<Value>& arguments, const Type& type,
                   const SourceRange& range);
  ir::ExprId numpy_unary(const LibraryFunction& f, ir::ExprId x);
  ir::ExprId numpy_min_max(const LibraryFunction& f, ir::ExprId a, ir::ExprId b);
  ir::ExprId numpy_sign(ir::ExprId x);

  const resolved::Function& f_;
  const Webs& webs_;
  const Types& types_;
  const Signature& signature_;
  const Options& options_;
  ir::Function out_;
  ir::Builder build_{out_};
  ir::Block* block_ = nullptr;
  std::vector<Storage> storage_;  ///< by web
  std::map<ir::ArrayId, std::vector<ir::ExprId>>
      local_extents_;                     ///< of arrays that have been allocated, and of arguments
  std::set<ir::ArrayId> several_values_;  ///< arrays of variables with several definitions
  std::map<std::pair<int, int>, ir::ArrayId> local_arrays_;  ///< by web that owns them and part
  std::set<ir::VarId> one_or_less_;  ///< variables that hold such an extent, and never another one
  std::vector<std::optional<ir::VarId>> is_set_;  ///< by web: flag for uses that may come too early
  std::set<int> never_negative_;                  ///< webs of loop counters that start at 0 or above and rise
  std::vector<Loop> loops_;
  std::map<resolved::ExitId, Exit> exits_;
  std::map<std::string, int> names_;
};

template <class Lower>
Lowerer::Branch Lowerer::separately(const Lower& lower_value) {
  Branch result;
  ir::Block* const outer = block_;
  block_ = &result.block;
  try {
    result.value = lower_value();
  } catch (const NeverReached&) {
    // The statements up to that point stay: they raise.
  }
  block_ = outer;
  return result;
}

}  // namespace unpython::frontend
