// Code for numbers: arithmetic, conversions and functions of Python and NumPy, with the checks that Python
// makes spelled out. The layer of the lowering that knows no arrays. Private to the lowering.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/library/known_names.h"
#include "frontend/lower_scalars/values.h"
#include "frontend/types/operations.h"
#include "ir/builder.h"
#include "unpython/options.h"
#include "unpython/time_types.h"

namespace unpython::frontend {

class ScalarCode {
 protected:
  explicit ScalarCode(const Options& options) : options_(options) {}

  /// Thrown where the program provably never gets to the value that was asked for (a helper that always
  /// raises).
  struct NeverReached {};
  /// A part that is lowered on its own, to be run under a condition.
  struct Branch {
    ir::Block block;
    std::optional<Value> value;  ///< empty if never reached
  };
  /// What is lowered while it lives is computed by NumPy's functions, not by Python's operators.
  class AsNumpy {
   public:
    explicit AsNumpy(ScalarCode& code) : code_(code), before_(std::exchange(code.as_numpy_, true)) {}
    ~AsNumpy() { code_.as_numpy_ = before_; }
    AsNumpy(const AsNumpy&) = delete;
    AsNumpy& operator=(const AsNumpy&) = delete;

   private:
    ScalarCode& code_;
    bool before_;
  };
  struct SliceEnds {
    ir::ExprId first;
    ir::ExprId stop;
  };

  // lower.cpp: the function as a whole
  std::string unique_name(const std::string& name);

  // statements.cpp
  void emit(ir::StmtNode node, const SourceRange& range);
  void emit(ir::StmtId id) { block_->push_back(id); }

  // expressions.cpp
  Value scalar(const Type& type, ir::ExprId expr) const { return {.type = type, .expr = expr}; }

  // logic.cpp
  ir::ExprId compare_scalars(syntax::CompareOperator op, const Value& left, const Value& right);
  ir::ExprId compare_exactly(ir::CompareOp op, ir::ExprId integer, ir::ExprId number);
  ir::ExprId compare_whole_number(ir::CompareOp op, ir::ExprId integer, ir::ExprId number);
  ir::ExprId compare_rounded_integer(ir::CompareOp op, ir::ExprId integer, ir::ExprId number);
  [[nodiscard]] bool is_exact_as_float(ir::ExprId integer) const;
  ir::ExprId compare_mixed_signs(ir::CompareOp op, const Value& left, const Value& right);
  /// first and (or) rest, where `rest` runs only if needed.
  ir::ExprId short_circuit(bool is_and, ir::ExprId first, Branch rest, const SourceRange& range);
  template <class Lower>
  Branch separately(const Lower& lower_value);
  /// What is lowered goes to the end of another block.
  template <class Lower>
  void into(ir::Block& block, const Lower& lower_statements);
  /// One of two numbers, by a Select where both can be computed, else by an If.
  ir::ExprId choose_number(ir::ExprId condition, Branch if_true, Branch if_false, ScalarType type,
                           const SourceRange& range);
  [[nodiscard]] bool can_run_always(const Branch& branch) const;
  [[nodiscard]] bool has_value_before(ir::VarId variable, ir::StmtId statement) const;
  void splice(const ir::Block& block) { block_->insert(block_->end(), block.begin(), block.end()); }

  // arithmetic.cpp
  ir::ExprId arithmetic(syntax::BinaryOperator op, const Type& result, ir::ExprId a, ir::ExprId b,
                        const SourceRange& range);
  ir::ExprId divide(syntax::BinaryOperator op, const Type& result, bool integers, ir::ExprId a, ir::ExprId b,
                    const SourceRange& range);
  void check_divisor(syntax::BinaryOperator op, bool integers, ir::ExprId divisor, const SourceRange& range);
  ir::ExprId shift(syntax::BinaryOperator op, const Type& result, ir::ExprId a, ir::ExprId b,
                   const SourceRange& range);
  /// The operand of a negation or abs; with overflow='check', one of which the result would not fit raises.
  ir::ExprId negatable(ir::ExprId number, const Type& result, const SourceRange& range);
  void check_overflow(syntax::BinaryOperator op, ir::ExprId a, ir::ExprId b, ir::ExprId result,
                      const SourceRange& range);

  // power.cpp
  ir::ExprId power(const Value& left, const Value& right, const OperatorRule& rule, const SourceRange& range);
  /// Of Python's integers where an integer counts as a float does: the float that a negative exponent gives, else the integer as a float.
  ir::ExprId power_of_either_sign(const Value& left, const Value& right, const SourceRange& range);
  ir::ExprId integer_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                           const SourceRange& range);
  /// The exponent is not negative.
  ir::ExprId whole_power(const Type& result, ir::ExprId base, ir::ExprId exponent, const SourceRange& range);
  /// `is_one_exponent`: not one of many in an array.
  ir::ExprId float_power(const Type& result, ir::ExprId base, ir::ExprId exponent, bool is_one_exponent, const SourceRange& range);
  ir::ExprId squared_by_two(ir::ExprId base, const Value& exponent, ir::ExprId value, const SourceRange& range);
  ir::ExprId rooted(ir::ExprId base, ir::ExprId exponent, ir::ExprId value);
  ir::ExprId complex_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                           const SourceRange& range);
  std::optional<ir::ExprId> small_power(ir::ExprId base, ir::ExprId exponent);
  std::optional<ir::ExprId> known_power(ir::ExprId base, ir::ExprId exponent, bool is_one_exponent);
  ir::ExprId rounded_power(ir::ExprId base, int64_t exponent);
  ir::ExprId square_root(ir::ExprId base);
  ir::ExprId inverse_root(ir::ExprId base);
  ir::ExprId corrected(ir::ExprId value, ir::ExprId correction);
  ir::ExprId squared_often(ir::ExprId base, ir::ExprId exponent, bool of_numpy, const SourceRange& range);
  ir::ExprId complex_product(ir::ExprId base, int64_t exponent, bool of_numpy, const SourceRange& range);
  ir::ExprId python_complex_power(ir::ExprId base, ir::ExprId exponent, const SourceRange& range);
  void no_power_of_zero(ir::ExprId wrong, const SourceRange& range);
  ir::ExprId numpy_power_of_zero(ir::ExprId base, ir::ExprId exponent, ir::ExprId value);

  // conversions.cpp
  /// The operand in the type an operator computes in; a Python integer that does not fit raises
  /// OverflowError.
  ir::ExprId operand(const Value& value, ScalarType type, const SourceRange& range);
  ir::ExprId cast(ir::ExprId expr, ScalarType type);
  ir::ExprId for_element(const Value& value, ScalarType type, const SourceRange& range);
  ir::ExprId explicit_conversion(const Value& value, ScalarType type, const SourceRange& range);
  ir::ExprId truncate(ir::ExprId real, const SourceRange& range, bool is_stored = false);
  ir::ExprId to_python_int(const Value& value, const SourceRange& range);
  void check_fits(ir::ExprId integer, ScalarType type, const SourceRange& range);
  /// Whether a signed integer is none of a type; nothing where each one is.
  std::optional<ir::ExprId> is_outside(ir::ExprId integer, ScalarType type);
  /// A cheap expression as it is, else a variable that holds the value: for expressions that are used more
  /// than once.
  ir::ExprId once(ir::ExprId expr);
  [[nodiscard]] bool contains_read(ir::ExprId expr) const;
  void raise_if(ir::ExprId condition, ir::ErrorKind kind, const std::string& message,
                const SourceRange& range, std::vector<ir::ExprId> arguments = {});
  ir::ExprId is_zero(ir::ExprId expr);
  ir::ExprId less_than(ir::ExprId expr, int64_t bound);
  ir::ExprId call(ir::Intrinsic op, ir::ExprId argument) { return call(op, std::vector{argument}); }
  /// Of the library that `fp` asks for: in strict mode Python's own, or NumPy's where AsNumpy is alive.
  ir::ExprId call(ir::Intrinsic op, std::vector<ir::ExprId> arguments);
  ir::ExprId hold(ir::ExprId expr);

  // arithmetic.cpp
  ir::ExprId absolute(const Value& value, const Type& type, const SourceRange& range);

  // math_calls.cpp
  ir::ExprId math_call(const LibraryFunction& f, const std::vector<Value>& arguments,
                       const SourceRange& range);
  ir::ExprId math_unary(const LibraryFunction& f, ir::ExprId x, const SourceRange& range);
  ir::ExprId math_binary(const LibraryFunction& f, ir::ExprId x, ir::ExprId y, const SourceRange& range);
  ir::ExprId math_log(const std::vector<Value>& arguments, const SourceRange& range);
  void domain_error_if(ir::ExprId condition, const SourceRange& range);

  // times.cpp: dates, whose integers are called ticks
  ir::ExprId ticks(ir::ExprId time);
  ir::ExprId of_ticks(ir::ExprId count, ScalarType type);
  ir::ExprId is_no_time(ir::ExprId count);
  ir::ExprId unless_no_time(const std::vector<ir::ExprId>& counts, ir::ExprId value);
  ir::ExprId days_of_months(ir::ExprId months);
  ir::ExprId months_of_days(ir::ExprId given);
  ir::ExprId in_unit(ir::ExprId count, const TimeType& from, const TimeType& to);
  ir::ExprId cast_time(ir::ExprId expr, ScalarType type);
  ir::ExprId truncated_quotient(ir::ExprId count, ir::ExprId divisor);
  ir::ExprId time_arithmetic(syntax::BinaryOperator op, const Type& result, const Value& left, const Value& right);
  ir::ExprId compare_times(ir::CompareOp op, ir::ExprId left, ir::ExprId right);
  ir::ExprId sort_key(ir::ExprId time);
  ir::ExprId of_sort_key(ir::ExprId key, ScalarType type);
  ir::ExprId time_min_max(const LibraryFunction& f, ir::ExprId a, ir::ExprId b);
  ir::ExprId test_time(const LibraryFunction& f, ir::ExprId time);
  ir::ExprId signed_time(bool negates, ir::ExprId time);

  // numpy_calls.cpp
  ir::ExprId numpy_unary(const LibraryFunction& f, ir::ExprId x);
  ir::ExprId numpy_min_max(const LibraryFunction& f, ir::ExprId a, ir::ExprId b);
  ir::ExprId numpy_sign(ir::ExprId x);

  // complex_functions.cpp
  ir::ExprId complex_function(ir::Intrinsic op, ir::ExprId z);
  ir::ExprId complex_expm1(ir::ExprId z);
  ir::ExprId complex_arcsin(ir::ExprId z);
  ir::ExprId complex_arccos(ir::ExprId z);
  ir::ExprId complex_arccosh(ir::ExprId z);
  ir::ExprId complex_arctanh(ir::ExprId z);
  ir::ExprId far_or_near(ir::Intrinsic op, ir::ExprId z, ir::ExprId near);
  ir::ExprId complex_rint(ir::ExprId z);
  ir::ExprId complex_sign(ir::ExprId z);
  ir::ExprId moved_along(ir::ExprId z, int64_t step);
  ir::ExprId python_quotient(ir::ExprId a, ir::ExprId b);
  ir::ExprId one_minus(ir::ExprId z);
  ir::ExprId times_i(ir::ExprId z);
  ir::ExprId times_minus_i(ir::ExprId z);

  // loops.cpp
  ir::ExprId trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step);
  ir::ExprId wide_trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step);
  /// trip_count, or wide_trip_count where the difference of the ends may need more than 64 bits.
  ir::ExprId safe_trip_count(ir::ExprId start, ir::ExprId stop, ir::ExprId step);
  /// extents.cpp: whether an integer may be 2**61 or more, with either sign.
  bool may_be_large(ir::ExprId integer);
  [[nodiscard]] bool is_large(ir::ExprId integer) const;
  /// Sum and product of extents; raises what NumPy raises where no array is so large.
  ir::ExprId sum_of_extents(ir::ExprId a, ir::ExprId b, const SourceRange& range);
  ir::ExprId product_of_extents(ir::ExprId a, ir::ExprId b, const SourceRange& range);
  ir::ExprId product_of(const std::vector<ir::ExprId>& extents, const SourceRange& range);
  /// Raises what NumPy raises where no memory holds an array of these extents and elements, whose memory the program may never ask for
  /// here. `too_long`: NumPy's words for one dimension.
  void check_room(const std::vector<ir::ExprId>& extents, ScalarType element, const SourceRange& range,
                  const char* too_long = "Maximum allowed dimension exceeded");

  // broadcast.cpp: shapes
  [[nodiscard]] bool is_one_or_less(ir::ExprId extent) const;

  const Options& options_;
  ir::Function out_;
  ir::Builder build_{out_};
  ir::Block* block_ = nullptr;
  int block_number_ = 0;  ///< of this block alone
  int blocks_ = 0;
  std::map<std::string, int> names_;
  std::set<ir::VarId> unchanged_;    ///< variables that are given one value, before any loop
  std::set<ir::VarId> counted_;      ///< by loops, in small steps from a small number
  std::set<ir::VarId> one_or_less_;  ///< variables that hold such an extent, and never another one
  std::set<ir::VarId> large_;        ///< variables for which may_be_large holds, as far as statements were seen
  int32_t statements_seen_ = 0;
  bool as_numpy_ = false;
  mutable std::unordered_map<ir::VarId, int32_t> first_assignments_;  ///< by variable, among the first `noted_statements_`
  mutable int32_t noted_statements_ = 0;
};

template <class Lower>
ScalarCode::Branch ScalarCode::separately(const Lower& lower_value) {
  Branch result;
  into(result.block, [&] {
    try {
      result.value = lower_value();
    } catch (const NeverReached&) {
      // The statements up to that point stay: they raise.
    }
  });
  return result;
}

template <class Lower>
void ScalarCode::into(ir::Block& block, const Lower& lower_statements) {
  ir::Block* const outer = std::exchange(block_, &block);
  const int outer_number = std::exchange(block_number_, ++blocks_);
  lower_statements();
  block_ = outer;
  block_number_ = outer_number;
}

/// Int64 in place of all dates: the end of the lowering.
void erase_times(ir::Function& function);

}  // namespace unpython::frontend
