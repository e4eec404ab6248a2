// The worker behind expand(): one frame for each function that is being expanded. Private to the expand_*.cpp
// files.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/expand/expand.h"
#include "frontend/syntax/scopes.h"

namespace unpython::frontend {

class Expander {
 public:
  Expander(const syntax::Program& program, const Hints& hints, Mistakes& mistakes)
      : program_(program), hints_(hints), mistakes_(mistakes) {}
  resolved::Function run();

 private:
  /// How a `return` of the function under expansion leaves it.
  enum class Returns : uint8_t { FromCall, AtTail, ByExit };

  using Names = std::unordered_map<std::string, resolved::LocalId>;

  struct Frame;

  struct Record;
  using RecordPtr = std::shared_ptr<Record>;
  /// A field is a local, or an object itself.
  struct Field {
    resolved::LocalId local;
    RecordPtr record{};
    bool is_unset = false;  ///< neither: what a result holds where the function returns None
  };
  /// An object: its fields are locals of the function, so that all names of the object see what one of them stores.
  struct Record {
    int index;            ///< of its class
    bool is_given = false;  ///< by the caller, who must see what is stored
    bool is_made = true;    ///< false while __init__ runs
    bool is_named = false;
    std::map<std::string, Field> fields{};
  };

  /// What is called: a function known when it is expanded. One with `bound` arguments is a functools.partial.
  struct Callable {
    const syntax::Binding* binding = nullptr;  ///< a function that a free name stands for
    int literal = -1;                          ///< else: of a `def` or `lambda` inside a function
    Frame* around = nullptr;                   ///< and the function around it,
    std::shared_ptr<const Names> seen{};       ///< with the names that it had there
    std::unordered_map<std::string, resolved::LocalId>
        bound{};                             ///< values of parameters: defaults, arguments of partial
    std::vector<resolved::LocalId> first{};  ///< the first positional arguments
    RecordPtr object{};                      ///< of a method
  };

  struct Frame {
    const syntax::Function* function = nullptr;
    Names locals;
    std::vector<resolved::LocalId> own{};  ///< the locals that are not of a function around it
    Names around{};                        ///< the locals that are
    std::unordered_map<std::string, Callable> functions{};  ///< names that stand for functions
    std::unordered_map<std::string, RecordPtr> records{};   ///< names that stand for objects
    std::unordered_set<std::string> plain{};                ///< names that were assigned something else, or read before
    RecordPtr returned{};                                   ///< the object that a helper returns
    bool returns_plain = false;
    int depth = 0;                                          ///< of loops and branches around a statement
    Returns returns = Returns::FromCall;
    bool returns_value = false;
    resolved::LocalId result;           ///< helpers that return a value
    resolved::ExitId exit;              ///< ByExit
    std::optional<SourceRange> site{};  ///< of a NumPy function: the user's call, where its mistakes are
  };

  // statements.cpp
  void make_locals(Frame& frame, bool of_helper);
  bool assign_function(const syntax::Assign& node, const SourceRange& range, resolved::Body& out);
  resolved::Body body(const syntax::Body& statements);
  /// All statements of a function.
  resolved::Body whole_body(const syntax::Body& statements);
  /// The statements of a loop.
  resolved::Body loop_body(const syntax::Body& statements);
  /// Statements up to the end of a helper without loops around its returns: each return ends a branch.
  resolved::Body tail(const syntax::Body& statements);
  void statement(syntax::StmtId id, resolved::Body& out);
  void assign(const syntax::Assign& node, const SourceRange& range, resolved::Body& out);
  void aug_assign(const syntax::AugAssign& node, const SourceRange& range, resolved::Body& out);
  /// What a loop does with each item; asked for in this order.
  struct LoopParts {
    std::function<resolved::Target()> target;
    std::function<resolved::Body()> body;
    std::function<resolved::Body()> otherwise;
  };
  void loop(syntax::ExprId iterable, const LoopParts& parts, const SourceRange& range, resolved::Body& out);
  void delete_names(const syntax::Delete& node, const SourceRange& range, resolved::Body& out);
  void for_loop(const syntax::For& node, const SourceRange& range, resolved::Body& out);
  resolved::ExprId named_parts(resolved::ExprId value, const SourceRange& range, resolved::Body& out);
  void return_value(const syntax::Return& node, const SourceRange& range, resolved::Body& out);
  void expression_statement(const syntax::ExprStatement& node, const SourceRange& range, resolved::Body& out);
  resolved::Target target(syntax::ExprId id);
  bool is_parallel(syntax::ExprId iterable);
  std::optional<resolved::RangeLoop> range_loop(syntax::ExprId iterable);

  // sequences.cpp
  /// What a for loop goes through by number.
  struct Sequence {
    resolved::ExprId length;
    std::function<resolved::ExprId(resolved::LocalId)>
        item;  ///< a read of the item of which a local holds the number
    std::vector<resolved::LocalId> through{};  ///< what items are taken of
    /// The same, counted from the last item; none: by the length.
    std::function<resolved::ExprId(resolved::LocalId)> from_end{};
  };
  /// enumerate, zip, reversed; no value for other iterables. Statements that come before the loop go to
  /// `out`.
  std::optional<Sequence> combined(syntax::ExprId iterable, resolved::Body& out);
  Sequence sequence(syntax::ExprId iterable, resolved::Body& out);
  std::vector<resolved::ExprId> read_all(const std::vector<resolved::LocalId>& locals,
                                         const SourceRange& range);
  Sequence range_sequence(const resolved::RangeLoop& loop, const SourceRange& range, resolved::Body& out);
  Sequence enumerated(const syntax::Call& call, const SourceRange& range, resolved::Body& out);
  Sequence zipped(const syntax::Call& call, const SourceRange& range, resolved::Body& out);
  Sequence reversed(const syntax::Call& call, const SourceRange& range, resolved::Body& out);
  Sequence backwards(syntax::ExprId iterable, const SourceRange& range, resolved::Body& out);
  void sequence_loop(const LoopParts& parts, const Sequence& over, const SourceRange& range,
                     resolved::Body& out);
  resolved::LocalId hidden_local(const std::string& name, resolved::ExprId value, resolved::Body& out);
  resolved::ExprId counting(resolved::ExprId number, const SourceRange& range);
  resolved::ExprId library(std::string_view name, std::vector<resolved::ExprId> arguments,
                           const SourceRange& range);

  // messages.cpp: exceptions
  void assertion(const syntax::Assert& node, const SourceRange& range, resolved::Body& out);
  void raise(const syntax::Raise& node, const SourceRange& range, resolved::Body& out);
  /// Adds what an expression gives as text to a message.
  void add_text(syntax::ExprId id, resolved::Raise& to);
  bool add_argument(syntax::ExprId id, resolved::Raise& to);
  bool add_arguments(const std::vector<syntax::ExprId>& given, char form, resolved::Raise& to);
  bool add_formatted(const std::string& pattern, const std::vector<syntax::ExprId>& values,
                     resolved::Raise& to);
  bool add_percent_formatted(const std::string& pattern, const std::vector<syntax::ExprId>& values,
                             resolved::Raise& to);

  // comprehensions.cpp
  /// What one `for` of a comprehension goes through; without `items` its target is the number.
  struct Counted {
    resolved::LocalId length;
    std::optional<Sequence> items{};
  };
  resolved::ExprId list_of(const syntax::Comprehension& node, const SourceRange& range);
  resolved::ExprId repeated_list(syntax::ExprId value, syntax::ExprId count, const SourceRange& range);
  void clauses(const syntax::Comprehension& node, size_t first, bool with_conditions, resolved::Body& out,
               const std::function<void(resolved::Body&)>& each);
  void where(const std::vector<syntax::ExprId>& conditions, resolved::Body& out,
             const std::function<void(resolved::Body&)>& each);
  void open_names(syntax::ExprId target);
  void set_item(resolved::SetItem node, const std::vector<resolved::LocalId>& numbers,
                const SourceRange& range, resolved::Body& out);
  const syntax::Comprehension* independent_rows(const syntax::Comprehension& node);
  bool calls_helpers(syntax::ExprId id);
  bool may_fail(syntax::ExprId id);
  bool may_run_twice(const syntax::Comprehension& node);
  bool conditions_keep_from_failing(const syntax::Comprehension& node);
  std::optional<std::vector<std::string>> changed_names(syntax::ExprId id);
  resolved::ExprId growing_list(const syntax::Comprehension& node, const SourceRange& range);
  Counted counted(const syntax::Clause& clause, resolved::Body& out);
  Counted counted_columns(const syntax::Clause& clause, resolved::LocalId rows, const SourceRange& range,
                          resolved::Body& out);
  void counted_loop(const syntax::Clause& clause, const Counted& over, const SourceRange& range,
                    resolved::Body& out, const std::function<void(resolved::LocalId, resolved::Body&)>& each);
  resolved::ExprId integer(int64_t value, const SourceRange& range);
  resolved::ExprId read_local(resolved::LocalId local, const SourceRange& range);
  void add_one(resolved::LocalId local, const SourceRange& range, resolved::Body& out);

  // reductions.cpp
  std::optional<resolved::ExprId> builtin_reduction(const syntax::Binding& binding, const syntax::Call& node,
                                                    const SourceRange& range);
  void each_item(syntax::ExprId iterable, const SourceRange& range, resolved::Body& out,
                 const std::function<void(resolved::ExprId, resolved::Body&)>& each);
  bool goes_in_parallel(syntax::ExprId iterable);
  bool compensates_sums() const { return program_.python >= kCompensatesSums && !hints_.reassociates; }
  resolved::ExprId sum_of_terms(const std::vector<syntax::ExprId>& terms, const SourceRange& range);
  resolved::ExprId sum_of(syntax::ExprId iterable, syntax::ExprId start, const SourceRange& range);
  resolved::ExprId sum_of_some(syntax::ExprId iterable, syntax::ExprId start, const SourceRange& range);
  resolved::ExprId extremum_of(syntax::ExprId iterable, bool largest, syntax::ExprId otherwise,
                               const SourceRange& range);
  resolved::ExprId any_or_all(syntax::ExprId iterable, bool any, const SourceRange& range);

  class CompensatedSum;
  static constexpr int kCompensatesSums = 12;  ///< the first version of Python whose sum adds what rounding lost

  // repeated.cpp
  /// A statement `a, b = b, a` in a loop: the meanings that the names have in turn, and whose turn it is.
  struct Exchange {
    syntax::StmtId statement;
    resolved::LocalId turn;
    std::vector<Names> meanings;
  };
  void numbered_loop(const Sequence& over, const SourceRange& range, resolved::Body& out,
                     const std::function<void(resolved::LocalId, resolved::Body&)>& iteration,
                     bool may_peel = true);
  void peeled_loop(const syntax::For& node, const SourceRange& range, resolved::Body& out);
  std::optional<Exchange> exchange_in(syntax::StmtId id);
  resolved::Body by_turn(const Exchange& exchange, const SourceRange& range,
                         const std::function<resolved::Body()>& statements);
  void exchanging_loop(syntax::StmtId id, Exchange exchange, resolved::Body& out,
                       const std::function<resolved::Body()>& rest);
  bool take_turn(syntax::StmtId id, resolved::Body& out);

  // expressions.cpp
  resolved::ExprId expr(syntax::ExprId id);
  std::vector<resolved::ExprId> exprs(const std::vector<syntax::ExprId>& ids);
  std::optional<resolved::ExprId> repetition(const syntax::Binary& node, const SourceRange& range);
  resolved::ExprId name_or_path(const std::string& path, const SourceRange& range);
  resolved::ExprId attribute(syntax::ExprId id, const syntax::Attribute& node);
  resolved::ExprId bound_value(const syntax::Binding& binding, const SourceRange& range);
  resolved::ExprId library_value(const syntax::Binding& binding, const SourceRange& range);
  /// Whether a node that is not understood assigns the name: that node is the mistake, not the use of the
  /// name.
  [[nodiscard]] bool is_unknown(const std::string& name) const;
  std::vector<resolved::ExprId> subscripts(syntax::ExprId index);
  resolved::ExprId make(resolved::ExprNode node, const SourceRange& range);
  resolved::ExprId literal(ir::Constant value, const SourceRange& range);
  resolved::ExprId wrong(const Reason& reason, const SourceRange& range, std::string message,
                         std::string advice = {});

  // records.cpp: objects
  /// An expression that may be an object: then records_ knows its id.
  resolved::ExprId any_value(syntax::ExprId id);
  [[nodiscard]] RecordPtr record_of(resolved::ExprId value) const;
  /// The value after what comes before `evaluated`, which stands for an object.
  resolved::ExprId after(resolved::ExprId evaluated, resolved::ExprId value);
  resolved::ExprId read_record(const RecordPtr& record, const SourceRange& range);
  resolved::ExprId as_tuple(const RecordPtr& record, const SourceRange& range, int tag);
  resolved::ExprId record_literal(const syntax::RecordLiteral& node, const SourceRange& range);
  resolved::ExprId make_object(const syntax::Binding& binding, const syntax::Call& node, const SourceRange& range);
  std::optional<resolved::ExprId> object_call(const syntax::Call& node, const SourceRange& range);
  std::optional<resolved::ExprId> method_call(const syntax::Attribute& method, const syntax::Call& node,
                                              const SourceRange& range);
  std::optional<resolved::ExprId> operator_call(std::string_view method, syntax::ExprId object, syntax::ExprId other,
                                                const SourceRange& range);
  std::optional<resolved::ExprId> binary_of_objects(const syntax::Binary& node, const SourceRange& range);
  resolved::ExprId field(const RecordPtr& record, const std::string& name, const SourceRange& range);
  [[nodiscard]] std::vector<resolved::Attribute::Place> places_in_named_tuples(const std::string& name) const;
  resolved::ExprId attribute_of(resolved::ExprId object, const std::string& name, const SourceRange& range);
  [[nodiscard]] bool is_frozen(const Record& record) const;
  bool may_be_record(syntax::ExprId id);
  bool assign_record(const syntax::Assign& node, const SourceRange& range, resolved::Body& out);
  void bind_record(Frame& frame, const std::string& name, resolved::ExprId value, const RecordPtr& record, bool is_new,
                   const SourceRange& range, resolved::Body& out);
  void store_field(const syntax::Attribute& target, syntax::ExprId value, const SourceRange& range, resolved::Body& out);
  void update_field(const syntax::Attribute& target, const syntax::AugAssign& node, const SourceRange& range,
                    resolved::Body& out);
  [[nodiscard]] bool may_change(const Record& record) const;
  void copy_fields(const Record& from, Record& to, const SourceRange& range, resolved::Body& out);
  bool return_record(resolved::ExprId value, const SourceRange& range, resolved::Body& out);
  resolved::ExprId returned_value(syntax::ExprId id, std::vector<const Record*>& seen);
  void collect_stored_names();
  [[nodiscard]] const syntax::RecordClass& class_of(const Record& record) const {
    return program_.classes[static_cast<size_t>(record.index)];
  }

  // calls.cpp
  resolved::ExprId call(syntax::ExprId id, const syntax::Call& node);
  resolved::ExprId library_call(const syntax::Binding& binding, const syntax::Call& node,
                                const SourceRange& range);
  /// f(x, out=y): y[...] = f(x), then y. `node` is the call without y.
  resolved::ExprId call_into(const syntax::Binding& binding, const syntax::Call& node, syntax::ExprId out,
                             const SourceRange& range);
  resolved::ExprId library_or_helper(const syntax::Binding& binding, const syntax::Call& node,
                                     const SourceRange& range);
  resolved::ExprId array_call(const ArrayFunction& function, const std::string& path,
                              const syntax::Call& node, const SourceRange& range,
                              const LibraryFunction* inner = nullptr);
  resolved::ExprId host_call(const syntax::Binding& binding, const syntax::Call& node, const SourceRange& range);

  // lists.cpp
  std::optional<resolved::ExprId> list_call(const syntax::Binding& binding, const syntax::Call& node,
                                            const SourceRange& range);
  std::optional<resolved::ExprId> list_method(const syntax::Attribute& method, const syntax::Call& node,
                                              const SourceRange& range);
  resolved::ExprId list_of_sequence(const Sequence& over, resolved::Inlined made, const SourceRange& range);
  bool are_rows(const std::vector<syntax::ExprId>& items);
  std::vector<resolved::ExprId> rows(const std::vector<syntax::ExprId>& items);
  resolved::ExprId expr_or_list(syntax::ExprId id);
  resolved::ExprId array_or_list(syntax::ExprId id);
  resolved::ExprId array_of_values(resolved::ExprId values, const SourceRange& range);
  resolved::ExprId numpy_argument(syntax::ExprId id);
  std::optional<resolved::ExprId> stack_of_list(const ArrayFunction& function, const syntax::Call& node,
                                                const SourceRange& range);

  // inlined_calls.cpp
  resolved::ExprId inlined_call(const Callable& called, const syntax::Call& node, const SourceRange& range);
  /// Reports how a call differs from the parameters of a helper, in Python's words; true if it does not.
  bool check_arguments(const syntax::Function& function, const Callable& called, const syntax::Call& node,
                       const SourceRange& range);
  bool bind_arguments(Frame& callee, const Callable& called, const syntax::Call& node,
                      const SourceRange& range, resolved::Body& out);
  void bind_defaults(Frame& callee, const Callable& called, const std::vector<std::string>& given,
                     resolved::Body& out);

  // functions.cpp: functions as values
  /// The function that an expression stands for; what is evaluated with it (defaults, arguments of partial)
  /// goes to `out`. Nothing for other expressions.
  std::optional<Callable> function_value(syntax::ExprId id, resolved::Body& out);
  std::optional<Callable> partial_of(const syntax::Call& node, const SourceRange& range, resolved::Body& out);
  Callable literal_function(const syntax::FunctionLiteral& node, resolved::Body& out);
  bool is_function(const syntax::Binding& binding);
  /// The names of the functions around a function inside a function, as they stand where it is called.
  void see_names_around(Frame& callee, const Callable& called);
  resolved::ExprId call_value(const Callable& callable, const syntax::Call& node, const SourceRange& range);
  /// The binding of the function that is called, if its name is not a local.
  const syntax::Binding* called(syntax::ExprId function);
  std::optional<std::string> asked_class(const syntax::Binding& binding, const syntax::Call& node);

  /// Where the user sees what stands at a place of the function under expansion.
  [[nodiscard]] const SourceRange& seen(const SourceRange& range) const {
    return frame_->site ? *frame_->site : range;
  }
  resolved::StmtId push(resolved::StmtNode node, const SourceRange& range);
  resolved::DefinitionId define(resolved::LocalId local, const SourceRange& range);
  void assign_local(resolved::LocalId local, resolved::ExprId value, const SourceRange& range,
                    resolved::Body& out);
  [[nodiscard]] bool is_local(const std::string& name) const { return frame_->locals.contains(name); }

  const syntax::Program& program_;
  const Hints& hints_;
  Mistakes& mistakes_;
  resolved::Function out_;
  Frame* frame_ = nullptr;
  int own_parameters_ = 0;  ///< of the decorated function; hidden values come after them
  std::vector<int> stack_;  ///< indices of the functions under expansion
  bool only_elements_ = false;  ///< of the list that is expanded next (NewList)
  SourceRange peelable_{};  ///< the innermost loop that may be peeled
  bool in_parallel_ = false;
  std::unordered_set<int32_t> of_comprehensions_;  ///< locals that a comprehension assigns
  std::vector<std::optional<resolved::ExitId>>
      continues_;                       ///< by loop: what `continue` leaves in a first iteration
  std::unordered_map<int32_t, RecordPtr> records_;  ///< by expression that stands for an object
  std::unordered_set<std::string> stored_names_;    ///< of fields that are stored to outside __init__
  const Exchange* exchange_ = nullptr;  ///< of the loop under expansion
  size_t current_turn_ = 0;
};

}  // namespace unpython::frontend
