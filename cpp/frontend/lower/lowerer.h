// The worker behind lower(): statements and expressions of a resolved, typed function become IR. What they
// need of numbers and arrays is in the classes below it. Private to the lowering.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/infer/infer_types.h"
#include "frontend/lower_arrays/array_function_code.h"
#include "frontend/types/advanced_subscripts.h"
#include "frontend/types/signature.h"

namespace unpython::frontend {

class Lowerer : protected ArrayFunctionCode {
 public:
  Lowerer(const resolved::Function& function, const Webs& webs, const Types& types,
          const Signature& signature, const Options& options, OriginForms origin_forms, Dimensions of_one);
  ir::Function run(const std::string& name, size_t own_parameters);
  /// After run(): false if a variable was read before all that its array may be was known; then another
  /// Lowerer must be given `origin_forms()`.
  [[nodiscard]] bool has_all_origins() const;
  [[nodiscard]] OriginForms origin_forms() const;
  /// After `run`: whether other dimensions than the given ones are to be taken to have one element in all values of their
  /// arrays. `known`: the given ones are of an earlier lowering, and some of them have to go.
  [[nodiscard]] bool changes_dimensions_of_one(Dimensions& of_one, bool known) const;

 private:
  using ArrayFunctionCode::unary;

  struct Loop {
    std::optional<ir::VarId> left_early;  ///< set by break, for the else clause
    std::set<resolved::ExitId> leaves;    ///< exits that are left from inside, through this loop
    bool parallel = false;
  };
  struct Exit {
    size_t loops = 0;  ///< loops around its one-trip loop, that one included
    ir::VarId left;    ///< set before leaving from inside a loop
  };

  // lower.cpp: the function as a whole
  void make_parameters(size_t own_parameters);
  void note_known_extents(ir::ArrayId array, const std::vector<int64_t>& known);
  void make_storage();
  [[nodiscard]] bool is_read_before_definitions(resolved::ExprId read) const;
  void allocate_empty(const Storage& storage, const SourceRange& range);
  void begin_empty(const Storage& storage, const SourceRange& range);
  void find_tables();
  Storage storage_for(const Type& type, const std::string& name, const SourceRange& range);
  ir::ArrayId array_of(const Type& view);
  /// Whether a variable of this type owns its array (not one of the arrays of a tuple).
  [[nodiscard]] bool owns(int web) const { return types_.webs[static_cast<size_t>(web)].local == web; }
  void view_storage(Storage& storage, const std::string& name, const SourceRange& range);

  // returns.cpp
  /// What one return gives for one result.
  struct Returned {
    std::vector<ir::ExprId> values{};  ///< of the scalar, or the base
    ir::ExprId which{};                ///< of the result's `seen`
    std::map<size_t, std::vector<ir::ExprId>> seen{};
  };
  void make_results();
  /// Which object of Python's a result of this type is, by the results before it.
  [[nodiscard]] ir::ResultObject object_of(const Type& type) const;
  void add_result(const Type& type);
  void return_array(ir::Result& result, Value value, Returned& node, const SourceRange& range);
  void give_array(ir::Result& result, const Value& value, Returned& node);
  void return_seen(ir::Result& result, const Value& value, Returned& node, const SourceRange& range);
  Value new_result(ir::Result& result, const std::function<void()>& fill);
  void return_value(resolved::ExprId value, const SourceRange& range);
  void collect_results(const Value& value, const Type& type, std::vector<std::pair<Value, Type>>& out);
  void finish_returns();

  // statements.cpp
  void body(const resolved::Body& statements);
  void statement(resolved::StmtId id);
  void assign(const resolved::Assign& node);
  bool keeps_or_assigns(const resolved::Assign& node);
  Value stored_list(const resolved::Assign& node);
  bool refuse_output(const resolved::Assign& node);
  void check_filled(const resolved::Assign& node, const Value& value);
  void check_output_shape(const resolved::Assign& node, const Value& value);
  struct ShownShapes {
    std::string text;
    std::vector<ir::ExprId> extents;
  };
  std::optional<ShownShapes> shapes_of_operands(resolved::ExprId called, const Value& output);
  void keep_old_arrays(const std::vector<resolved::Target>& targets, Value& value);
  void update_local(const resolved::Assign& node);
  void assign_to(const resolved::Target& to, const Value& value);
  // lists.cpp
  void unpack(const std::vector<resolved::Target>& targets, const Value& array, const SourceRange& range);
  Value new_list(const resolved::NewList& node, const Type& type);
  void check_holds_numpy(const Value& list, const SourceRange& range);
  void set_item(const resolved::SetItem& node, const SourceRange& range);
  Value list_of(const resolved::ListOf& node, const Type& type, const SourceRange& range);
  void append(const resolved::Append& node, const SourceRange& range);
  void truncate(const resolved::Truncate& node, const SourceRange& range);
  void extend_list(const Value& list, const Value& more, const SourceRange& range);
  void define(resolved::DefinitionId id, const Value& value);
  void make_tables(const Value& tuple);
  void define_array(ir::ArrayId memory, const Value& value, const SourceRange& range);
  void define_parts(int web, const Type& type, const Value& value, const SourceRange& range);
  Value hold_arrays(const Value& value, const SourceRange& range);
  void hold_what_writes_change(const Storage& to, Value& value, std::vector<ir::VarId>& before);
  [[nodiscard]] bool reads_web(int web, const Value& value) const;
  void write(const Storage& to, const Value& value, const SourceRange& range);
  void write_either(const Storage& to, const Value& value, const SourceRange& range);  // either.cpp
  void if_statement(const resolved::If& node, const SourceRange& range);
  void leave(const resolved::Leave& node, const SourceRange& range);
  void break_loop(const SourceRange& range);
  void exitable(const resolved::Exitable& node, const SourceRange& range);
  [[nodiscard]] std::set<int> webs_of(resolved::LocalId local) const;
  void start_at_zero(const Storage& to, const SourceRange& range, ir::Block& before);
  Branch branch(const resolved::Body& statements);

  // messages.cpp
  void raise(const resolved::Raise& node, const SourceRange& range);
  void raise_with_arguments(const resolved::Raise& node, const std::vector<Value>& given, const SourceRange& range);

  // loops.cpp
  void while_loop(const resolved::While& node, const SourceRange& range);
  void for_loop(const resolved::For& node, const SourceRange& range);
  void range_loop(const resolved::For& node, const resolved::RangeLoop& over, const SourceRange& range);
  void tuple_loop(const resolved::For& node, const Value& tuple, const SourceRange& range);
  void array_loop(const resolved::For& node, const resolved::ArrayLoop& over, const SourceRange& range);
  [[nodiscard]] bool is_resized_in(ir::ArrayId array, const ir::Block& block) const;
  void begin_loop(const resolved::Body& otherwise, bool parallel = false);
  void end_loop(const resolved::Body& otherwise, const SourceRange& range);
  void note_counter(const resolved::For& node, const resolved::RangeLoop& over);
  [[nodiscard]] bool changes_in(ir::ExprId expr, const ir::Block& block, const resolved::Target& target);
  void collect_variables(const resolved::Target& target, std::set<ir::VarId>& out) const;

  // elements.cpp
  /// `item`: the type of what is selected.
  Value subscript(const resolved::Subscript& node, const Type& item, const SourceRange& range);
  /// What subscripts select, as a view (of rank 0 for one element), or as a computed array. The checks are
  /// emitted first, as Python does them.
  Value select(const Value& array, const std::vector<resolved::ExprId>& ids,
               const std::vector<Value>& indices, const SourceRange& range);
  [[nodiscard]] bool have_statements(const std::vector<resolved::ExprId>& ids) const;
  /// `statements_follow`: whether indices or the value have some, which run behind this and may change what it reads.
  Value stored_to(resolved::ExprId base, bool statements_follow);
  void store_element(const resolved::ElementTarget& to, Value value, const SourceRange& range);
  void update_element(const resolved::UpdateElement& node);
  [[nodiscard]] bool is_never_negative(resolved::ExprId id) const;

  Picked pick(const Value& array, const std::vector<resolved::ExprId>& ids, const std::vector<Value>& indices,
              const SourceRange& range);

  // expressions.cpp
  Value expr(resolved::ExprId id);
  Value compute(resolved::ExprId id);
  /// In order; a value that a later operand's statements could change is kept in a variable.
  std::vector<Value> values(const std::vector<resolved::ExprId>& ids);
  Value read(resolved::ExprId id);
  Value read_storage(const Storage& from);
  Value attribute(const resolved::Attribute& node, const SourceRange& range);
  Value conditional(const resolved::Conditional& node, const Type& type, const SourceRange& range);
  Value inlined(resolved::ExprId call, const resolved::Inlined& node);
  static Value joined_tuples(const std::vector<Value>& operands, const Type& type);
  Value unary(const resolved::Unary& node, const SourceRange& range);

  // logic.cpp
  ir::ExprId condition(resolved::ExprId id);
  Value logical(const resolved::Logical& node, const Type& type, const SourceRange& range);
  Value compare(const resolved::Compare& node, const Type& type, const SourceRange& range);
  ir::ExprId kind_of_comparison(syntax::CompareOperator op, const Value& left, const Value& right, const Type& type,
                                const SourceRange& range);
  Value compare_kinds(const resolved::Compare& node, size_t i, const Value& given, const Type& type,
                      const SourceRange& range);
  ir::ExprId compare_chain(const resolved::Compare& node, size_t i, const Value& left,
                           const SourceRange& range);
  /// One of two values, by a Select where both can be computed, else by an If.
  Value choose(ir::ExprId condition, Branch if_true, Branch if_false, const Type& type,
               const SourceRange& range);

  // calls.cpp
  /// `in_place`: the call stores element by element, as NumPy does with out=.
  Value library_call(resolved::ExprId id, const resolved::CallLibrary& node, const SourceRange& range, bool in_place);
  Value asked_kind(const Value& number, const std::string& classes);
  Value host_call(const resolved::CallHost& node, const Type& type, const SourceRange& range);
  void add_shown(const Value& value, std::vector<Value>& given, const SourceRange& range);
  Value called_type(ScalarType to, resolved::ExprId argument, const Type& type, const SourceRange& range);
  Value method(const resolved::CallMethod& node, const Type& type, const SourceRange& range);
  Value array_method(const resolved::CallMethod& node, const Type& type, const SourceRange& range);
  Value array_call(const ArrayFunction& f, const std::vector<resolved::ExprId>& ids,
                   const LibraryFunction* inner, const Type& type, const SourceRange& range);

  // slices.cpp
  AxisValue slice(const resolved::Slice& node, const Value& bounds, ir::ExprId extent,
                  const SourceRange& range);
  SliceEnds slice_ends(const resolved::Slice& node, const Value& bounds, ir::ExprId extent, bool up);

  const resolved::Function& f_;
  const Webs& webs_;
  const Types& types_;
  const Signature& signature_;
  std::vector<Storage> storage_;                             ///< by web
  std::map<std::pair<int, int>, ir::ArrayId> local_arrays_;  ///< by web that owns them and part
  std::vector<std::pair<ir::StmtId, std::vector<Returned>>> pending_returns_;
  std::vector<std::optional<ir::VarId>> is_set_;  ///< by web: flag for uses that may come too early
  /// Webs of long tuples with one definition whose elements are chosen at run time.
  std::set<int> chosen_from_;
  std::set<int> changed_;  ///< webs that own arrays to whose elements something is stored
  std::set<int> never_negative_;                  ///< webs of loop counters that start at 0 or above and rise
  std::map<ir::ArrayId, ir::VarId> holds_numpy_;  ///< by memory of a list: ComputedArray::holds_numpy
  std::vector<Loop> loops_;
  std::map<resolved::ExitId, Exit> exits_;
};

}  // namespace unpython::frontend
