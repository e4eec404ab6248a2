// Creation of IR nodes, with type checks (InternalError), constant folding and obvious identities that are exact for
// every value (x * 1, x + 0 on integers, not not x; never x + 0.0 on floats).
//
// Problem: NumPy computes with float16 in float32 and rounds each result; devices and processors convert, and little more.
// Choice:  what is built of float16 operands is built of float32 ones, and a conversion of the result. So of float16 the IR has
//          constants, variables, loads, stores, selections and conversions: from Float32 and Float64, and to Float32.
#pragma once
#include <string>
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

/// Appends to the tables of one function. Cheap to make; keep none across a move of the function.
class Builder {
 public:
  explicit Builder(Function& function) : function_(function) {}
  [[nodiscard]] Function& function() { return function_; }

  /// Any node with its type; the named functions below are shorter.
  ExprId expression(ScalarType type, ExprNode node);
  ExprId constant(const Constant& value);
  ExprId int64(int64_t value);
  ExprId float64(double value);
  ExprId boolean(bool value);
  /// Integer `value` as a constant of any type.
  ExprId number(ScalarType type, int64_t value);
  ExprId read(VarId variable);
  ExprId load(ArrayId array, std::vector<ExprId> indices);
  ExprId extent(ArrayId array, int dimension);
  ExprId wrap_index(ArrayId array, int dimension, ExprId index);
  ExprId unary(UnaryOp op, ExprId operand);
  ExprId binary(BinaryOp op, ExprId left, ExprId right);
  ExprId compare(CompareOp op, ExprId left, ExprId right);
  ExprId select(ExprId condition, ExprId if_true, ExprId if_false);
  ExprId cast(ScalarType type, ExprId operand);
  ExprId call(Intrinsic function, std::vector<ExprId> arguments, Library library = Library::Accurate);

  ExprId add(ExprId a, ExprId b) { return binary(BinaryOp::Add, a, b); }
  ExprId sub(ExprId a, ExprId b) { return binary(BinaryOp::Subtract, a, b); }
  ExprId mul(ExprId a, ExprId b) { return binary(BinaryOp::Multiply, a, b); }
  ExprId floor_div(ExprId a, ExprId b) { return binary(BinaryOp::FloorDivide, a, b); }
  ExprId logical_and(ExprId a, ExprId b) { return binary(BinaryOp::LogicalAnd, a, b); }
  ExprId logical_or(ExprId a, ExprId b) { return binary(BinaryOp::LogicalOr, a, b); }
  ExprId logical_not(ExprId a) { return unary(UnaryOp::LogicalNot, a); }
  /// Integer minimum and maximum.
  ExprId min(ExprId a, ExprId b) { return call(Intrinsic::Minimum, {a, b}); }
  ExprId max(ExprId a, ExprId b) { return call(Intrinsic::Maximum, {a, b}); }

  VarId variable(std::string name, ScalarType type, SourceRange range = {});
  /// Array of a scratch space, with fixed extents.
  ArrayId local_array(std::string name, ScalarType type, AddressSpace space, std::vector<int64_t> extents);
  /// Heap array whose extents an Allocate statement gives.
  ArrayId heap_array(std::string name, ScalarType type, int rank);
  ErrorId error(ErrorKind kind, std::string message, SourceRange range);

  StmtId statement(StmtNode node, SourceRange range = {});
  StmtId assign(VarId variable, ExprId value, SourceRange range = {});
  StmtId store(ArrayId array, std::vector<ExprId> indices, ExprId value, SourceRange range = {});
  StmtId if_then(ExprId condition, Block then_body, Block else_body = {}, SourceRange range = {});
  StmtId loop(VarId counter, ExprId extent, LoopMark mark, Block body, SourceRange range = {});
  /// `width` lanes at a time.
  StmtId vector_loop(VarId counter, ExprId extent, int width, Block body, SourceRange range = {});
  /// Marked Group, where `threads` run each group.
  StmtId group_loop(VarId counter, ExprId extent, int threads, Block body, SourceRange range = {});
  /// Marked Item, asynchronous: see For::ahead and For::joins.
  StmtId copying_loop(VarId counter, ExprId extent, int ahead, Block body, SourceRange range = {}, bool joins = false);
  /// Marked CpuParallel; an invalid `grain` means 1.
  StmtId parallel_loop(VarId counter, ExprId extent, ExprId grain, Block body, SourceRange range = {});
  StmtId raise(ErrorId error, std::vector<ExprId> arguments, SourceRange range = {});

  /// The constant an expression is, or null.
  [[nodiscard]] const Constant* as_constant(ExprId id) const;
  [[nodiscard]] ScalarType type_of(ExprId id) const { return function_[id].type; }

 private:
  /// The same of Float32 operands, where operands are Float16; else no expression.
  ExprId in_float32(ScalarType type, const ExprNode& node);
  ExprId widened(ExprId operand) { return cast(ScalarType::Float32, operand); }
  ExprId narrowed(ExprId result) { return cast(ScalarType::Float16, result); }

  Function& function_;
};

}  // namespace unpython::ir
