// The accepted part of Python's `ast` as plain structs, plus what the free names of the program are bound to.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "support/ids.h"
#include "unpython/error.h"

namespace unpython::frontend::syntax {

using ExprId = Id<struct SyntaxExprTag>;
using StmtId = Id<struct SyntaxStmtTag>;
using Body = std::vector<StmtId>;

enum class UnaryOperator : uint8_t { Plus, Minus, Invert, Not };
enum class BinaryOperator : uint8_t {
  Add, Sub, Mult, Div, FloorDiv, Mod, Pow, MatMult, BitAnd, BitOr, BitXor, LShift, RShift
};
enum class BoolOperator : uint8_t { And, Or };
enum class CompareOperator : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

struct Name { std::string id; };
/// From 2**63 to 2**64 - 1 `is_unsigned` is set and `value` holds the bits; outside 64 bits `too_large` is.
struct IntLiteral { int64_t value = 0; bool too_large = false; bool is_unsigned = false; };
struct FloatLiteral { double value = 0; };
struct ComplexLiteral { double imaginary = 0; };
struct BoolLiteral { bool value = false; };
struct NoneLiteral {};
struct StringLiteral { std::string value; };
struct Attribute { ExprId value; std::string name; };
struct Subscript { ExprId value; ExprId index; };
struct Slice { ExprId lower, upper, step; };  ///< invalid ids where absent
struct Ellipsis {};
/// What a function that returns None there has in the place of a value.
struct Unset {};
struct Tuple { std::vector<ExprId> elements; };
struct List { std::vector<ExprId> elements; };
struct Unary { UnaryOperator op; ExprId operand; };
struct Binary { BinaryOperator op; ExprId left, right; };
struct Bool { BoolOperator op; std::vector<ExprId> operands; };
struct Compare { ExprId left; std::vector<CompareOperator> ops; std::vector<ExprId> comparators; };
struct Conditional { ExprId condition, if_true, if_false; };
struct Keyword { std::string name; ExprId value; SourceRange range; };  ///< name empty: `**mapping`
struct Call { ExprId function; std::vector<ExprId> arguments; std::vector<Keyword> keywords; };
/// name := value
struct Named { std::string id; ExprId value; };
/// One `for` of a comprehension and its `if`s.
struct Clause { ExprId target, iterable; std::vector<ExprId> conditions; };
/// [element for ...], or (element for ...), which is no list.
struct Comprehension { ExprId element; std::vector<Clause> clauses; bool is_list = true; };
/// A `def` or `lambda` inside a function: one more function of the program. Its free names may be names of the
/// functions around it.
struct FunctionLiteral { int index; };
/// An object of a class of the program, with its fields in the order of the class: a parameter, or a dict that is written out.
struct RecordLiteral { int index; bool is_given; std::vector<ExprId> fields; };
/// Any other expression; `kind` is the class name in Python's `ast`.
struct UnsupportedExpr { std::string kind; };

using ExprNode = std::variant<Name, IntLiteral, FloatLiteral, ComplexLiteral, BoolLiteral, NoneLiteral, StringLiteral,
                              Attribute, Subscript, Slice, Ellipsis, Unset, Tuple, List, Unary, Binary, Bool, Compare,
                              Conditional, Call, Named, Comprehension, FunctionLiteral, RecordLiteral, UnsupportedExpr>;
struct Expr { ExprNode node; SourceRange range; };

struct Assign { std::vector<ExprId> targets; ExprId value; };
struct AugAssign { ExprId target; BinaryOperator op; ExprId value; };
struct For { ExprId target, iterable; Body body, otherwise; };
struct While { ExprId condition; Body body, otherwise; };
struct If { ExprId condition; Body body, otherwise; };
struct Break {};
struct Continue {};
struct Pass {};
struct Return { ExprId value; };  ///< invalid id: bare return
struct Assert { ExprId condition, message; };
struct Raise { ExprId exception; };
struct ExprStatement { ExprId value; };
struct Delete { std::vector<ExprId> targets; };
struct Nonlocal { std::vector<std::string> names; };
/// Any other statement; `kind` is the class name in Python's `ast`.
struct UnsupportedStmt { std::string kind; };

using StmtNode = std::variant<Assign, AugAssign, For, While, If, Break, Continue, Pass, Return, Assert, Raise,
                              ExprStatement, Delete, Nonlocal, UnsupportedStmt>;
struct Stmt { StmtNode node; SourceRange range; };

struct Parameter {
  std::string name;
  ExprId default_value;  ///< constant default of an inlined helper; invalid id: none
  SourceRange range;
};

struct Function {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Parameter> keyword_only;
  std::string rest{};  ///< the parameter `*rest`; empty: none
  Body body;
  SourceRange range;
  int file = 0;
  std::vector<struct Binding> bindings;  ///< free names of this function
  std::vector<std::string> named;  ///< names that `:=` assigns
  /// Names that unsupported statements and expressions assign: what they hold is not known, and no further mistake.
  std::vector<std::string> unknown_names;
};

enum class BindingKind : uint8_t {
  Library,      ///< a function or constant of numpy, math, builtins or unpython; `target` is its full name: "numpy.sqrt"
  Function,     ///< a Python function of the user to be inlined; `index` into Program::functions
  NumpyFunction,  ///< a function of NumPy that is written in Python, to be inlined; `path` ".sort" stands for a method
  Class,        ///< a class of the user; `index` into Program::classes
  Host,         ///< a function that Python runs; `index` by order, `target` what it gives ("none", "float64", "array"), and
                ///< behind a blank its name where `path` is not it; "native-" before that: C runs it
  Hidden,       ///< a number or array read at each call; `index` into Program::hidden
  Unsupported,  ///< anything else; `target` says what it is ("a list; pass an array": advice may follow)
  Missing,      ///< not defined anywhere: NameError in Python; `target` as for Unsupported, or empty
};

/// What a free name (or a dotted path starting at one, "np.sqrt", "config.N") stands for.
struct Binding {
  std::string path;
  BindingKind kind = BindingKind::Missing;
  std::string target;
  int index = -1;
};

/// A class whose objects are known by their fields. Methods are functions of the program that take the object first.
struct RecordClass {
  enum class Kind : uint8_t { Object, NamedTuple, Dict };
  std::string name;
  Kind kind = Kind::Object;
  bool is_frozen = false;           ///< no field changes after `initialize`
  std::vector<std::string> fields;  ///< all of them, in the order of the class; empty: those that `initialize` stores
  int initialize = -1;              ///< __init__; -1: no call makes such an object
  std::vector<Binding> methods;
  std::vector<Binding> properties;
};

struct SourceFile {
  std::string name;                 ///< as shown in messages
  std::vector<std::string> lines;   ///< source text of the function, dedented as in the file: not at all
  int first_line = 1;               ///< line number of lines[0]
};

/// A function, the helpers it calls and what their free names mean. functions[0] is the decorated one.
struct Program {
  std::vector<SourceFile> files;
  std::vector<Function> functions;
  std::vector<RecordClass> classes;
  int python = 0;                   ///< the minor version whose built-in functions are meant, if it matters
  std::vector<std::string> hidden;  ///< paths of the globals and closure values that are read at each call
  IdVector<SyntaxExprTag, Expr> exprs;
  IdVector<SyntaxStmtTag, Stmt> stmts;
  [[nodiscard]] const Expr& operator[](ExprId id) const { return exprs[id]; }
  [[nodiscard]] const Stmt& operator[](StmtId id) const { return stmts[id]; }
};

}  // namespace unpython::frontend::syntax
