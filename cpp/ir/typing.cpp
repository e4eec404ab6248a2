#include "ir/typing.h"

#include "ir/intrinsics.h"
#include "ir/names.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::ir {

namespace {

bool is_test(Intrinsic function) {
  return function == Intrinsic::IsNan || function == Intrinsic::IsInf || function == Intrinsic::IsFinite ||
         function == Intrinsic::SignBit;
}

/// What is computed in; Builder computes with Float16 in Float32.
bool computes(ScalarType type) { return is_float(type) && type != ScalarType::Float16; }

bool accepts(Intrinsic function, ScalarType type) {
  if (function == Intrinsic::MultiplyHigh) return type == ScalarType::UInt64;
  if (function == Intrinsic::Bits) return computes(type) || type == ScalarType::Int32 || type == ScalarType::Int64;
  const IntrinsicRow& row = row_of(function);
  return (computes(type) && row.has(kFloats)) || (is_complex(type) && row.has(kComplex)) ||
         (is_integer(type) && row.has(kIntegers));
}

bool accepts(UnaryOp op, ScalarType type) {
  switch (op) {
    case UnaryOp::Negate:
      return type != ScalarType::Bool && type != ScalarType::Float16 && !is_time(type);
    case UnaryOp::BitNot:
      return is_integer(type);
    case UnaryOp::LogicalNot:
      return type == ScalarType::Bool;
  }
  return false;
}

bool accepts(BinaryOp op, ScalarType type) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Subtract:
    case BinaryOp::Multiply:
      return type != ScalarType::Bool && type != ScalarType::Float16 && !is_time(type);
    case BinaryOp::Divide:
      return computes(type) || is_complex(type);
    case BinaryOp::FloorDivide:
    case BinaryOp::Modulo:
      return is_integer(type) || computes(type);
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return is_integer(type) || type == ScalarType::Bool;
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
      return is_integer(type);
    case BinaryOp::LogicalAnd:
    case BinaryOp::LogicalOr:
      return type == ScalarType::Bool;
  }
  return false;
}

std::string quoted(ScalarType type) { return std::string(name_of(type)); }

/// Answers for one expression; operands are known to exist.
struct Rules {
  const Function& function;
  ScalarType type;

  [[nodiscard]] ScalarType of(ExprId id) const { return function[id].type; }
  [[nodiscard]] std::string expect(ScalarType wanted, const std::string& what) const {
    return type == wanted ? "" : what + " has type " + quoted(type) + " instead of " + quoted(wanted);
  }
  [[nodiscard]] std::string dimension(ArrayId array, int dimension) const {
    if (!function.arrays.contains(array)) return "an array that does not exist";
    bool exists = dimension >= 0 && dimension < function[array].rank;
    return exists ? ""
                  : "dimension " + std::to_string(dimension) + " of array '" + function[array].name + "'";
  }

  std::string operator()(const Const& node) const { return expect(node.value.type, "a constant"); }
  std::string operator()(const Read& node) const {
    if (!function.variables.contains(node.variable)) return "a variable that does not exist";
    return expect(function[node.variable].type, "read of '" + function[node.variable].name + "'");
  }
  std::string operator()(const Load& node) const {
    std::string problem = index_problem(function, node.array, node.indices);
    return problem.empty()
               ? expect(function[node.array].type, "load from '" + function[node.array].name + "'")
               : problem;
  }
  std::string operator()(const Extent& node) const {
    std::string problem = dimension(node.array, node.dimension);
    return problem.empty() ? expect(ScalarType::Int64, "an extent") : problem;
  }
  std::string operator()(const WrapIndex& node) const {
    std::string problem = dimension(node.array, node.dimension);
    if (!problem.empty()) return problem;
    if (of(node.index) != ScalarType::Int64) return "a wrapped index of type " + quoted(of(node.index));
    return expect(ScalarType::Int64, "a wrapped index");
  }
  std::string operator()(const Unary& node) const {
    if (!accepts(node.op, type)) return std::string(name_of(node.op)) + " on " + quoted(type);
    return expect(of(node.operand), "operand of " + std::string(name_of(node.op)));
  }
  std::string operator()(const Binary& node) const {
    std::string op(name_of(node.op));
    if (of(node.left) != of(node.right)) {
      return op + " of " + quoted(of(node.left)) + " and " + quoted(of(node.right));
    }
    if (!accepts(node.op, type)) return op + " on " + quoted(type);
    return expect(of(node.left), "result of " + op);
  }
  std::string operator()(const Compare& node) const {
    if (of(node.left) != of(node.right)) {
      return "comparison of " + quoted(of(node.left)) + " and " + quoted(of(node.right));
    }
    if (of(node.left) == ScalarType::Float16 || is_time(of(node.left))) return "comparison of " + quoted(of(node.left));
    return expect(ScalarType::Bool, "a comparison");
  }
  std::string operator()(const Select& node) const {
    if (of(node.condition) != ScalarType::Bool) return "a condition of type " + quoted(of(node.condition));
    if (of(node.if_true) != of(node.if_false)) {
      return "selection between " + quoted(of(node.if_true)) + " and " + quoted(of(node.if_false));
    }
    return expect(of(node.if_true), "a selection");
  }
  /// float16 comes from floats and becomes float32. Of dates, which only the front end has, the integers behind them alone.
  std::string operator()(const Cast& node) const {
    const ScalarType from = of(node.operand);
    const bool to_half = type == ScalarType::Float16 && !is_float(from);
    const bool of_half = from == ScalarType::Float16 && type != ScalarType::Float16 && type != ScalarType::Float32;
    const bool to_time = is_time(type) && from != ScalarType::Int64;
    const bool of_time = is_time(from) && type != ScalarType::Int64;
    if (from != type && (to_half || of_half || to_time || of_time)) return "conversion of " + quoted(from) + " to " + quoted(type);
    return {};
  }
  std::string operator()(const Call& node) const {
    std::string name(name_of(node.function));
    if (node.arguments.size() != static_cast<size_t>(row_of(node.function).arity)) {
      return name + " with " + std::to_string(node.arguments.size()) + " arguments";
    }
    ScalarType first = of(node.arguments[0]);
    for (ExprId argument : node.arguments) {
      if (of(argument) != first) return name + " of " + quoted(first) + " and " + quoted(of(argument));
    }
    if (!accepts(node.function, first)) return name + " of " + quoted(first);
    return expect(result_type(node.function, first), "result of " + name);
  }
};

}  // namespace

ScalarType result_type(Intrinsic function, ScalarType argument) {
  if (is_test(function)) return ScalarType::Bool;
  switch (function) {
    case Intrinsic::Abs:
    case Intrinsic::Real:
    case Intrinsic::Imag:
      return real_part_type(argument);
    case Intrinsic::MakeComplex:
      return argument == ScalarType::Float32 ? ScalarType::Complex64 : ScalarType::Complex128;
    case Intrinsic::Bits:
      if (is_integer(argument)) return argument == ScalarType::Int32 ? ScalarType::Float32 : ScalarType::Float64;
      return argument == ScalarType::Float32 ? ScalarType::Int32 : ScalarType::Int64;
    default:
      return argument;
  }
}

std::string index_problem(const Function& function, ArrayId array, std::span<const ExprId> indices) {
  if (!function.arrays.contains(array)) return "an array that does not exist";
  const Array& target = function[array];
  if (indices.size() != static_cast<size_t>(target.rank)) {
    return std::to_string(indices.size()) + " indices for array '" + target.name + "' of rank " +
           std::to_string(target.rank);
  }
  for (ExprId index : indices) {
    if (!function.exprs.contains(index)) return "an index that does not exist";
    if (function[index].type != ScalarType::Int64) {
      return "an index of type " + quoted(function[index].type) + " for array '" + target.name + "'";
    }
  }
  return "";
}

std::string type_problem(const Function& function, const Expr& expr) {
  for (ExprId operand : operands(expr)) {
    if (!function.exprs.contains(operand)) return "an operand that does not exist";
  }
  return match(expr.node, Rules{function, expr.type});
}

}  // namespace unpython::ir
