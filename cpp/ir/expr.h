// Expressions of the loop IR: pure trees. They never raise and have no effects; reads and loads give the value that the
// variable or element has when the enclosing statement runs.
#pragma once
#include <variant>
#include <vector>

#include "ir/type.h"
#include "support/match.h"

namespace unpython::ir {

struct Const {
  Constant value;
};
struct Read {
  VarId variable;
};
/// Element of an array: one Int64 index per dimension, each already within [0, extent). While a function is scheduled, the index behind one
/// of 0 may run on, through rows that lie one behind the other (transform/loops/join_short_rows.h).
struct Load {
  ArrayId array;
  std::vector<ExprId> indices;
};
/// Number of elements along a dimension, Int64.
struct Extent {
  ArrayId array;
  int dimension = 0;
};
/// Python's negative subscript: index < 0 ? index + extent : index, Int64. Kept as a node so that analyses see it.
struct WrapIndex {
  ArrayId array;
  int dimension = 0;
  ExprId index;
};
struct Unary {
  UnaryOp op;
  ExprId operand;
};
struct Binary {
  BinaryOp op;
  ExprId left;
  ExprId right;
};
struct Compare {
  CompareOp op;
  ExprId left;
  ExprId right;
};
/// Both sides are evaluated (they are pure); Bool condition.
struct Select {
  ExprId condition;
  ExprId if_true;
  ExprId if_false;
};
/// Conversion to the type of the expression as NumPy's astype does it: integers wrap, float to integer truncates (a
/// value out of range gives the x86 result INT_MIN pattern of the 64- or 32-bit conversion; UInt64 from 2^63 on converts
/// value - 2^63 and flips the top bit), anything to Bool tests against zero, real to complex adds a zero part,
/// complex to real drops the imaginary part.
struct Cast {
  ExprId operand;
};
/// Whose result a Call has, to the last bit, on the CPU. Devices have functions of their own.
enum class Library : uint8_t {
  Accurate,  ///< nobody's: at most about one unit in the last place off
  Fast,      ///< nobody's: a few units off at most, by whatever is fastest
  C,         ///< the C library's, which Python's module math calls
  NumPy,     ///< that of NumPy's function in this process, else as C
};
struct Call {
  Intrinsic function;
  std::vector<ExprId> arguments;
  Library library = Library::Accurate;
};

using ExprNode = std::variant<Const, Read, Load, Extent, WrapIndex, Unary, Binary, Compare, Select, Cast, Call>;

/// A quotient, of any kind, or a remainder.
[[nodiscard]] inline bool is_division(const ExprNode& node) {
  const auto* binary = std::get_if<Binary>(&node);
  return binary != nullptr &&
         (binary->op == BinaryOp::Divide || binary->op == BinaryOp::FloorDivide || binary->op == BinaryOp::Modulo);
}

struct Expr {
  ScalarType type = ScalarType::Int64;
  ExprNode node;
};

}  // namespace unpython::ir
