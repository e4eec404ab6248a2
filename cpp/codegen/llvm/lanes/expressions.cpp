// One case per expression node.
#include "codegen/llvm/lanes/expressions.h"

#include <llvm/IR/Constants.h>

#include "codegen/llvm/lanes/arithmetic.h"
#include "codegen/llvm/lanes/memory_access.h"
#include "ir/half.h"
#include "support/match.h"

namespace unpython::codegen {

Value Expressions::value(ir::ExprId id) {
  if (auto found = known_.find(id); found != known_.end()) return found->second;
  Value result = compute(id);
  known_[id] = result;
  return result;
}

std::vector<Value> Expressions::values(const std::vector<ir::ExprId>& ids) {
  std::vector<Value> result;
  for (ir::ExprId id : ids) result.push_back(value(id));
  return result;
}

Value Expressions::constant(const ir::Constant& constant) {
  llvm::Type* type = b_.scalar_type(constant.type);
  if (constant.type == ScalarType::Float16) return {llvm::ConstantInt::get(type, ir::half_bits(constant.real.real()))};
  if (is_float(constant.type)) return {llvm::ConstantFP::get(type, constant.real.real())};
  if (is_complex(constant.type)) {
    return {llvm::ConstantFP::get(type, constant.real.real()),
            llvm::ConstantFP::get(type, constant.real.imag())};
  }
  return {llvm::ConstantInt::get(type, static_cast<uint64_t>(constant.integer), true)};
}

Value Expressions::wrap_index(const ir::WrapIndex& wrap) {
  Value index = value(wrap.index);
  if (index.step == 0 && b_.is_natural(index.real)) return index;
  if (index.step != 0) index = b_.expand(index);
  Value extent{arrays_.at(wrap.array).extents[static_cast<size_t>(wrap.dimension)]};
  Value zero{b_.i64(0)};
  Value negative = emit_compare(b_, ir::CompareOp::Less, ScalarType::Int64, index, zero);
  Value wrapped = emit_binary(b_, ir::BinaryOp::Add, ScalarType::Int64, index, extent);
  return emit_select(b_, negative, wrapped, index);
}

/// x % y == 0, or !=: the remainder says it before it gets the sign of y.
std::optional<Value> Expressions::rest_against_zero(const ir::Compare& compare) {
  const ir::Expr& left = function_[compare.left];
  const auto* modulo = std::get_if<ir::Binary>(&left.node);
  const auto* zero = std::get_if<ir::Const>(&function_[compare.right].node);
  const bool is_asked = compare.op == ir::CompareOp::Equal || compare.op == ir::CompareOp::NotEqual;
  if (!is_asked || modulo == nullptr || modulo->op != ir::BinaryOp::Modulo || zero == nullptr || zero->value.integer != 0)
    return std::nullopt;
  if (!is_signed_integer(left.type) || known_.contains(compare.left)) return std::nullopt;
  Value x = value(modulo->left);
  Value y = value(modulo->right);
  if (x.step != 0) x = b_.expand(x);
  if (y.step != 0) y = b_.expand(y);
  b_.match_shapes(x, y);
  if (x.is_vector()) return std::nullopt;
  llvm::Value* rest = signless_rest(b_, x.real, y.real);
  return emit_compare(b_, compare.op, left.type, {rest}, value(compare.right));
}

Value Expressions::call(const ir::Call& call) {
  std::vector<Value> arguments = values(call.arguments);
  return emit_call(b_, math_, call, function_[call.arguments[0]].type, arguments);
}

Value Expressions::compute(ir::ExprId id) {
  const ir::Expr& expr = function_[id];
  return match(
      expr.node, [&](const ir::Const& node) { return constant(node.value); },
      [&](const ir::Read& node) { return variables_.read(node.variable); },
      [&](const ir::Load& node) {
        std::vector<Value> indices = values(node.indices);
        return MemoryAccess(b_, aliases_, function_, node.array, arrays_.at(node.array), indices).load();
      },
      [&](const ir::Extent& node) {
        return Value{arrays_.at(node.array).extents[static_cast<size_t>(node.dimension)]};
      },
      [&](const ir::WrapIndex& node) { return wrap_index(node); },
      [&](const ir::Unary& node) { return emit_unary(b_, node.op, expr.type, value(node.operand)); },
      [&](const ir::Binary& node) {
        return emit_binary(b_, node.op, expr.type, value(node.left), value(node.right));
      },
      [&](const ir::Compare& node) {
        if (const auto found = rest_against_zero(node)) return *found;
        return emit_compare(b_, node.op, function_[node.left].type, value(node.left), value(node.right));
      },
      [&](const ir::Select& node) {
        return emit_select(b_, value(node.condition), value(node.if_true), value(node.if_false));
      },
      [&](const ir::Cast& node) {
        return emit_cast(b_, math_.target, function_[node.operand].type, expr.type, value(node.operand));
      },
      [&](const ir::Call& node) { return call(node); });
}

}  // namespace unpython::codegen
