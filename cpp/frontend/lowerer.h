// The worker behind lower(): statements and expressions of a resolved, typed function become IR, with every
// check that Python makes spelled out. Private to the lower_*.cpp files.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/infer_types.h"
#include "frontend/operations.h"
#include "ir/builder.h"
#include "unpython/options.h"

namespace unpython::frontend {

/// What an expression gives while it is lowered.
struct Value {
  Type type;
  ir::ExprId expr;                ///< Scalar
  std::vector<ir::ExprId> fixed;  ///< Array: the subscripts that are given already, within the extents
  std::vector<Value> elements;    ///< Tuple
};

/// Where a web lives: variables for the parts of its value that are only known at run time.
struct Storage {
  Type type;
  ir::VarId variable;
  std::vector<ir::VarId> fixed;
  std::vector<Storage> elements;
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
  void make_storage();
  Storage storage_for(const Type& type, const std::string& name, const SourceRange& range);
  void make_results();
  std::string unique_name(const std::string& name);
  void return_value(resolved::ExprId value, const SourceRange& range);

  // lower_statements.cpp
  void body(const resolved::Body& statements);
  void statement(resolved::StmtId id);
  void assign(const resolved::Assign& node);
  void assign_to(const resolved::Target& to, const Value& value);
  void define(resolved::DefinitionId id, const Value& value);
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
  void array_loop(const resolved::For& node, const resolved::ArrayLoop& over, const SourceRange& range);
  void begin_loop(const resolved::Body& otherwise);
  void end_loop(const resolved::Body& otherwise, const SourceRange& range);
  ir::ExprId trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step);
  void note_counter(const resolved::For& node, const resolved::RangeLoop& over);
  [[nodiscard]] bool changes_in(ir::ExprId expr, const ir::Block& block, const resolved::Target& target);
  void collect_variables(const resolved::Target& target, std::set<ir::VarId>& out) const;

  // lower_elements.cpp
  Value subscript(const resolved::Subscript& node, const SourceRange& range);
  Value element_of(const Value& array, const std::vector<resolved::ExprId>& ids,
                   const std::vector<Value>& indices, const SourceRange& range);
  std::vector<ir::ExprId> checked_indices(const Value& array, const std::vector<resolved::ExprId>& ids,
                                          const std::vector<Value>& indices, const SourceRange& range);
  void store_element(const resolved::ElementTarget& to, Value value, const SourceRange& range);
  void update_element(const resolved::UpdateElement& node);
  void store(const Value& array, std::vector<ir::ExprId> indices, const Value& value,
             const SourceRange& range);
  bool refuse_store(const Value& array, const SourceRange& range);
  [[nodiscard]] bool is_never_negative(resolved::ExprId id) const;
  Value load(const Value& array, std::vector<ir::ExprId> indices);
  [[nodiscard]] static std::vector<ir::ExprId> in_memory_order(const Type& array,
                                                               std::vector<ir::ExprId> indices);

  // lower_expressions.cpp
  Value expr(resolved::ExprId id);
  Value compute(resolved::ExprId id);
  /// In order; a value that a later operand's statements could change is kept in a variable.
  std::vector<Value> values(const std::vector<resolved::ExprId>& ids);
  Value read(resolved::ExprId id);
  Value read_storage(const Storage& from);
  Value attribute(const resolved::Attribute& node);
  Value shape_of(const Value& array);
  Value conditional(const resolved::Conditional& node, const Type& type, const SourceRange& range);
  Value inlined(const resolved::Inlined& node);
  Value constant_value(const Type& type);
  Value scalar(const Type& type, ir::ExprId expr) const { return {type, expr, {}, {}}; }

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
  /// A cheap expression as it is, else a variable that holds the value: for expressions that are used more than once.
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
  std::vector<Storage> storage_;                  ///< by web
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
