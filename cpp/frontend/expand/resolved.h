// The function after names are resolved and helpers are inlined: what inference and lowering work on. Every
// call site of a helper has its own copy of the helper's locals and nodes. No name is left; sugar is
// (augmented assignment of a name, assert) is spelled out.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/library/array_functions.h"
#include "frontend/library/known_names.h"
#include "frontend/syntax/syntax.h"
#include "ir/function.h"
#include "support/ids.h"

namespace unpython::frontend::resolved {

using ExprId = Id<struct ResolvedExprTag>;
using StmtId = Id<struct ResolvedStmtTag>;
using LocalId = Id<struct ResolvedLocalTag>;
using DefinitionId = Id<struct ResolvedDefinitionTag>;
using ExitId = Id<struct ResolvedExitTag>;
using Body = std::vector<StmtId>;

/// A number of the program or a constant of a library: weak.
struct Literal {
  ir::Constant value;
};
struct NoneValue {};
struct Text {
  std::string value;
};
struct DtypeValue {
  ScalarType type;
};
/// What the caller passed: parameters first, then hidden values.
struct Argument {
  int position;
};
struct ReadLocal {
  LocalId local;
  bool is_free = false;  ///< of the function around the one that reads
};
struct Attribute {
  /// The item that has this name in the named tuples of one class.
  struct Place {
    int record;
    size_t item;
  };
  ExprId value;
  std::string name;
  std::vector<Place> places{};

  [[nodiscard]] std::optional<size_t> item_of(int record) const {
    for (const Place& place : places)
      if (place.record == record) return place.item;
    return std::nullopt;
  }
};
/// In a subscript; invalid ids where absent.
struct Slice {
  ExprId lower, upper, step;
};
struct Ellipsis {};
/// Any value of the type that other returns give there; nobody sees it.
struct Unset {};
/// One subscript, its tuple taken apart.
struct Subscript {
  ExprId value;
  std::vector<ExprId> indices;
};
struct Tuple {
  std::vector<ExprId> elements;
  bool is_list = false;
  int record = -1;  ///< an object of that class of the program, which has these fields
};
struct Unary {
  syntax::UnaryOperator op;
  ExprId operand;
};
struct Binary {
  syntax::BinaryOperator op;
  ExprId left, right;
};
struct Logical {
  syntax::BoolOperator op;
  std::vector<ExprId> operands;
};
struct Compare {
  ExprId left;
  std::vector<syntax::CompareOperator> ops;
  std::vector<ExprId> comparators;
};
struct Conditional {
  ExprId condition, if_true, if_false;
};
struct CallLibrary {
  const LibraryFunction* function;
  std::vector<ExprId> arguments;
};
/// np.float32(x).
struct Convert {
  ScalarType type;
  ExprId value;
};
/// `keywords` name the last arguments.
struct CallMethod {
  ExprId value;
  std::string name;
  std::vector<ExprId> arguments;
  std::vector<std::string> keywords;
};
/// One argument for each parameter; invalid where absent. `inner`: the function of np.add.outer(a, b).
struct CallArray {
  const ArrayFunction* function;
  std::vector<ExprId> arguments;
  const LibraryFunction* inner = nullptr;
};
/// A function that Python runs, by its number in the program. It gives nothing, a number of this type as Python's own, or
/// the elements of the array that `made` makes. `in_parallel`: its name, where a parallel loop is around it, which is a mistake
/// unless a known condition excludes the call.
struct CallHost {
  int function = 0;
  std::string in_parallel{};
  std::optional<ScalarType> number{};
  ExprId made{};
  std::vector<ExprId> arguments{};
  bool shows = false;  ///< it gets tuples and lists, too (Lowerer::add_shown)
  bool is_native = false;  ///< C runs it, also in parallel loops
};
/// A helper's body, then its value (a read of the local that its returns define, or None). Its locals have no
/// value when the body starts.
struct Inlined {
  Body body;
  ExprId value;
  std::vector<LocalId> locals;
  bool unlike_numpy_of_half = false;  ///< such a function does not give NumPy's float16
  std::string library{};  ///< the name of a function of this package that stands for NumPy's
  size_t bound = 0;       ///< the first statements give the parameters their values
};
/// Memory for a list of items like `item`, which is not evaluated here: `counts` of them, in lists of lists
/// if there are two. `repeats`: the same value everywhere.
struct NewList {
  std::vector<ExprId> counts;
  ExprId item;
  bool repeats = false;
  bool only_elements = false;  ///< an argument of NumPy, for which the items are elements of one array
};
/// A new list of the items of a value: of a list or tuple that is written out, an array, another list. Invalid: without
/// items; what is appended says what it holds.
struct ListOf {
  ExprId value;
  bool has_rows = false;  ///< of lists of one length that are written out: a list of lists
};
/// Reported already.
struct Erroneous {};

using ExprNode =
    std::variant<Literal, NoneValue, Text, DtypeValue, Argument, ReadLocal, Attribute, Slice, Ellipsis, Unset,
                 Subscript, Tuple, Unary, Binary, Logical, Compare, Conditional, CallLibrary, Convert,
                 CallMethod, CallArray, CallHost, Inlined, NewList, ListOf, Erroneous>;
struct Expr {
  ExprNode node;
  SourceRange range;
  bool has_statements = false;  ///< an Inlined is in it
};

struct LocalTarget {
  DefinitionId definition;
};
struct ElementTarget {
  ExprId base;
  std::vector<ExprId> indices;
};
/// `several` is empty where the target is a mistake that is reported already.
struct Target {
  std::variant<LocalTarget, ElementTarget, std::vector<Target>> node;
  SourceRange range;
};

/// Evaluates once, then assigns to each target from left to right. `updates`: written as `name op= x`, with a
/// Binary as the value, whose left side reads the name; an array keeps its memory.
struct Assign {
  std::vector<Target> targets;
  ExprId value;
  bool updates = false;
  bool keeps_kind = false;   ///< out=: floats do not become integers
  bool stores_list = false;  ///< the value is np.array of a list or tuple that is written out, stored to elements
  bool is_typed = false;     ///< out= beside dtype=, which says in what type NumPy computes
  bool is_output = false;    ///< out=: NumPy calls a read-only one an output, not a destination
  bool fills = false;        ///< out=: has the shape of the value, which is not stretched
};
/// a[i] op= value: subscripts evaluated once.
struct UpdateElement {
  ElementTarget target;
  syntax::BinaryOperator op;
  ExprId value;
  SourceRange range;
};
/// The item of a NewList with these numbers.
struct SetItem {
  ExprId list;
  std::vector<ExprId> numbers;
  ExprId item;
  bool only_elements = false;  ///< as of the NewList
};
/// list.append(item)
struct Append {
  ExprId list;
  ExprId item;
};
/// del list[length:]
struct Truncate {
  ExprId list;
  ExprId length;
};
/// `through`: what the loop takes items of by their number; the length was taken before.
struct RangeLoop {
  std::vector<ExprId> arguments;
  bool parallel = false;
  std::vector<ExprId> through{};
  bool apart = false;  ///< parallel, and no two iterations touch one element
};
struct ArrayLoop {
  ExprId array;
};
struct For {
  Target target;
  std::variant<RangeLoop, ArrayLoop> over;
  Body body, otherwise;
};
struct While {
  ExprId condition;
  Body body, otherwise;
};
struct If {
  ExprId condition;
  Body then_body, else_body;
};
struct Break {};
struct Continue {};
struct Return {
  ExprId value;
};
/// A block that Leave statements inside it, in loops or not, jump to the end of: the body of a helper with
/// early returns. `result`: what the helper returns; each way out of it defines this local, which only the ways themselves know.
struct Exitable {
  ExitId exit;
  Body body;
  LocalId result{};
};
struct Leave {
  ExitId exit;
};
/// In the message, kValueBegin, a format and kValueEnd stand for the text of each of `values` in turn.
struct Raise {
  ir::ErrorKind kind;
  std::string message;
  std::vector<ExprId> values{};
};
inline constexpr char kValueBegin = '\x01';
inline constexpr char kValueEnd = '\x02';
inline constexpr std::string_view kTextOnly = "text";  ///< a format: the value must be a text
/// Begins a message that is the arguments of the exception, each behind another one: a constant text, or the place of a value.
/// Behind the first one stands kSeveral, or kOneTuple if the arguments are the parts of one.
inline constexpr char kArguments = '\x04';
inline constexpr char kSeveral = ',';
inline constexpr char kOneTuple = '(';
inline constexpr std::string_view kArgument = "argument";  ///< a format: the value is a text or a number
struct Evaluate {
  ExprId value;
};

using StmtNode = std::variant<Assign, UpdateElement, SetItem, Append, Truncate, For, While, If, Break,
                              Continue, Return, Exitable, Leave, Raise, Evaluate>;
struct Stmt {
  StmtNode node;
  SourceRange range;
};

struct Local {
  std::string name;
  bool of_helper = false;
  bool is_result = false;  ///< what a helper returns; `name` is the helper's
  bool is_hidden = false;  ///< no name of the program stands for it
  bool is_field = false;   ///< of an object; without a value, the class may have one
  std::string written{};   ///< what messages call it; empty: `name`. Of a hidden one: the function whose result it is

  /// Whether it is an array without elements, or zero, until it is given a value: see _writing/arrays/array_lists.py.
  [[nodiscard]] bool begins_empty() const { return name.ends_with("_or_empty_"); }
  [[nodiscard]] const std::string& shown() const { return written.empty() ? name : written; }
};

/// One place that gives a local a value.
struct Definition {
  LocalId local;
  SourceRange range;
  SourceRange loop{};  ///< the innermost loop around it whose first iteration may stand apart; line 0: none
};

struct Function {
  std::vector<std::string> arguments;  ///< names: parameters, then hidden values
  std::vector<bool> holders;           ///< by class of the program: its objects hold the very lists that they are made of
  IdVector<ResolvedLocalTag, Local> locals;
  IdVector<ResolvedDefinitionTag, Definition> definitions;
  IdVector<ResolvedExitTag, std::string> exits;  ///< name of the helper
  IdVector<ResolvedExprTag, Expr> exprs;
  IdVector<ResolvedStmtTag, Stmt> stmts;
  Body body;
  [[nodiscard]] const Expr& operator[](ExprId id) const { return exprs[id]; }
  [[nodiscard]] const Stmt& operator[](StmtId id) const { return stmts[id]; }
};

}  // namespace unpython::frontend::resolved
