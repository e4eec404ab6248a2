// One compiled function: its parameters, tables and body. Stages take it by const reference and return a new
// one; nodes do not change after creation, so a copy may share ids with its source.
//
// Problem:  analyses, passes, four back ends and an interpreter must agree on one meaning.
// Choice:   one structured loop IR for both levels. "As written" (Level::Source) holds what the frontend
//           lowered, with the loops the user marked parallel. "Scheduled" (Level::Scheduled) holds the same
//           nodes with schedule marks, local arrays in address spaces and explicit combination steps. The
//           verifier knows which nodes a level may hold.
// Rejected: a second tree for kernels (two printers, two rewriters), and SSA form (the loops are what we
//           transform).
#pragma once
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/stmt.h"
#include "support/ids.h"

namespace unpython::ir {

struct Variable {
  std::string name;  ///< the user's name, with a suffix where one name became several variables
  ScalarType type = ScalarType::Int64;
  SourceRange range;  ///< first definition
};

enum class AddressSpace : uint8_t {
  Argument,  ///< memory of the caller: any strides
  Heap,      ///< memory that the call makes for itself, row-major, extents given by Allocate
  Private,  ///< fixed extents, row-major, one copy per thread or per iteration of the enclosing parallel loop
  Register,  ///< as Private, and every index is constant after unrolling (or the lane of the enclosing Vector
             ///< loop)
  Local,     ///< fixed extents, row-major, one copy per iteration of the enclosing Group loops
  Item,      ///< as Local, and its first subscripts are the counters of the Item loops around (ir/groups.h)
};

/// Arrays that live within one iteration of a kernel or of a loop on a thread, with extents that the array
/// knows.
[[nodiscard]] constexpr bool is_scratch(AddressSpace space) {
  return space != AddressSpace::Argument && space != AddressSpace::Heap;
}

/// What is known about the stride of one dimension of an argument, as part of the specialization.
enum class StrideClass : uint8_t {
  Zero,   ///< stride 0
  Unit,   ///< stride equals the item size
  Other,  ///< anything else, negative strides included
};

struct Array {
  std::string name;
  ScalarType type = ScalarType::Float64;
  int rank = 0;
  AddressSpace space = AddressSpace::Argument;
  std::vector<StrideClass> strides{};  ///< Argument: one per dimension; else empty
  std::vector<int64_t> extents{};      ///< scratch spaces: the fixed extents; else empty
  /// Argument with short rows, one behind the other: by dimension, the elements from one index to the next, 0 where code is not
  /// made for their number; else empty.
  std::vector<int64_t> steps{};
  bool writeable = true;
  SourceRange range{};
};

enum class ErrorKind : uint8_t {
  IndexError,
  ZeroDivisionError,
  ValueError,
  OverflowError,
  AssertionError,
  UnboundLocalError,
  TypeError,
  RuntimeError,
  ArithmeticError,
  LookupError,
  KeyError,
  FloatingPointError,
  StopIteration,
  NotImplementedError,
  Exception,
  MemoryError,
  LinAlgError,  ///< numpy.linalg.LinAlgError
  RecursionError,
  AttributeError,
  NameError,
  Refused,  ///< what compiled code does not do, a NotImplementedError of unpython's own
};

/// A place in the program that may raise. `message` holds {0}, {1}, ... for the arguments of the Raise.
struct ErrorSite {
  ErrorKind kind = ErrorKind::RuntimeError;
  std::string message;
  SourceRange range;
};

/// A parameter as the call passes it. Hidden ones (globals and closure values) come after the user's own.
struct Parameter {
  bool is_array = false;
  VarId variable;  ///< scalar parameters
  ArrayId array;   ///< array parameters
  bool hidden = false;
};

/// What NumPy makes of an array without a copy, or with one where its strides ask for it: Reshape where no
/// strides give the shape, Ravel where it is not contiguous. Return gives for a Select the first index and
/// the step in each dimension before, then the extent of each dimension after it; for a Reshape or Ravel the
/// extents, then how many times loops had evaluated it or another of the function.
struct ViewStep {
  enum class Kind : uint8_t { Select, Reshape, RealPart, ImaginaryPart, Ravel };
  Kind kind = Kind::Select;
  std::vector<int> along{};  ///< Select: by dimension before, the one after it that runs along it (two may be
                             ///< one); -1: none
  int rank = 0;              ///< dimensions after it
  bool read_only = false;
  int expression = 0;  ///< Reshape, Ravel: which one of the function. Results that come of one evaluation see one copy
  bool operator==(const ViewStep&) const = default;
  /// Values that Return gives for it.
  [[nodiscard]] size_t values() const {
    return 2 * along.size() + (has_extents() ? static_cast<size_t>(rank) : 0) + (may_copy() ? 1 : 0);
  }
  [[nodiscard]] bool may_copy() const { return kind == Kind::Reshape || kind == Kind::Ravel; }
  [[nodiscard]] bool has_extents() const { return kind != Kind::RealPart && kind != Kind::ImaginaryPart; }
};

/// An argument, or what is seen of it in some steps.
struct SeenArgument {
  int parameter = -1;
  std::vector<ViewStep> steps{};
  bool operator==(const SeenArgument&) const = default;
};

/// Which object of Python's an array result is.
struct ResultObject {
  enum class Kind : uint8_t {
    Own,            ///< one of its own: a new array, a list, a view
    Argument,       ///< the argument that the result sees, as it came
    OwnOrArgument,  ///< the argument where the result sees all of that as it lies, else a view of its own
    Earlier,        ///< that of result `earlier`
  };
  Kind kind = Kind::Own;
  int earlier = -1;  ///< Earlier: a result before this one, which is of another kind
  bool operator==(const ResultObject&) const = default;
};

/// One returned value: a scalar, an argument itself, or a view of an argument or of a Heap array, whose
/// memory the result then owns, or one of `seen`. Return gives for each in order: a scalar its value; an
/// argument itself nothing; a view (Int64) the index of its first element in each dimension of the base, the
/// extents of the base if that is a Heap array, then extent and step of each of its own dimensions. Where
/// there are `seen`, the number of the one that it is comes first (from 1; 0: the Heap array), and the values
/// of each of them come last.
struct Result {
  bool is_array = false;
  ScalarType type = ScalarType::Float64;
  bool weak = false;   ///< comes back as a Python scalar, else as a NumPy scalar
  int parameter = -1;  ///< is_array: index into `parameters` of the argument that it always is or sees; or -1
  ArrayId array{};     ///< the Heap array; may be invalid where there are `seen`
  std::vector<SeenArgument> seen{};  ///< what it may be instead: what NumPy gives without a copy of its own
  ResultObject object{};             ///< is_array
  int lists = 0;  ///< is_array: so many of its leading dimensions come back as lists; its numbers as Python's if it is `weak`
  bool read_only = false;  ///< is_array: nobody may store to it
  /// View: the dimension of the base along which each of its dimensions runs; -1: none.
  std::vector<int> axes{};

  [[nodiscard]] bool is_view() const { 
    return is_array && (object.kind == ResultObject::Kind::Own || object.kind == ResultObject::Kind::OwnOrArgument);
  }
  [[nodiscard]] bool is(ResultObject::Kind kind) const { return is_array && object.kind == kind; }
  /// Whether it is, or may be, a view of one array.
  [[nodiscard]] bool has_base() const { return is_view() && (array.valid() || parameter >= 0); }
};

enum class Level : uint8_t {
  Source,      ///< as written
  Scheduling,  ///< between passes of transform: nodes of both levels, Parallel marks are settled
  Scheduled,   ///< no Parallel mark is left
};

/// Of Function::tuples; below the numbers of results.
inline constexpr int kFirstRecord = -1'000'000'000;

struct Function {
  std::string name;
  Level level = Level::Source;
  std::vector<Parameter> parameters;
  std::vector<Result> results;
  bool returns_tuple = false;  ///< a tuple of all results; otherwise none (None) or one
  /// Where a tuple holds tuples: the number of items of each in the order they are written, that of all
  /// first; -1: a result; -n: one of the n results that follow, as the one before them says (from 0).
  /// kFirstRecord - k, before a number of items: an object of class k of the program with these fields.
  std::vector<int> tuples{};
  /// The caller promises that no element the function may store to is reached in two ways: an array argument
  /// that may be stored to overlaps neither itself nor another. Those that are only read may overlap.
  bool disjoint_arguments = false;
  IdVector<VarTag, Variable> variables;
  IdVector<ArrayTag, Array> arrays;
  IdVector<ErrorTag, ErrorSite> errors;
  IdVector<ExprTag, Expr> exprs;
  IdVector<StmtTag, Stmt> stmts;
  Block body;

  /// Values that a Return gives for a result.
  [[nodiscard]] size_t returned_values(const Result& result) const;
  /// The Heap arrays that results own, each once, in the order of the results.
  [[nodiscard]] std::vector<ArrayId> returned_arrays() const;
  [[nodiscard]] const Array& base_of(const Result& view) const;

  [[nodiscard]] const Expr& operator[](ExprId id) const { return exprs[id]; }
  [[nodiscard]] const Stmt& operator[](StmtId id) const { return stmts[id]; }
  [[nodiscard]] const Variable& operator[](VarId id) const { return variables[id]; }
  [[nodiscard]] const Array& operator[](ArrayId id) const { return arrays[id]; }
  [[nodiscard]] const ErrorSite& operator[](ErrorId id) const { return errors[id]; }
};

}  // namespace unpython::ir
