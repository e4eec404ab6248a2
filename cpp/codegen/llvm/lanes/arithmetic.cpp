// Dispatch of operators over operand kinds, and the arithmetic of values that step from lane to lane.
#include "codegen/llvm/lanes/arithmetic.h"

#include <optional>

#include "support/checked_int.h"
#include "unpython/error.h"

namespace unpython::codegen {

namespace {

bool is_signed(ScalarType type) { return is_signed_integer(type); }

/// x + y, x - y and x * y where the result still steps evenly (or not at all) from lane to lane.
std::optional<Value> stepped_binary(LaneBuilder& b, ir::BinaryOp op, const Value& x, const Value& y) {
  if (x.is_vector() || y.is_vector()) return std::nullopt;
  std::optional<int64_t> step;
  llvm::Value* first = nullptr;
  if (op == ir::BinaryOp::Add) {
    step = checked_add(x.step, y.step);
    if (step) first = b.ir.CreateAdd(x.real, y.real);
  } else if (op == ir::BinaryOp::Subtract) {
    step = checked_sub(x.step, y.step);
    if (step) first = b.ir.CreateSub(x.real, y.real);
  } else if (op == ir::BinaryOp::Multiply) {
    const Value& factor = x.step == 0 ? x : y;
    const Value& stepped = x.step == 0 ? y : x;
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(factor.real);
    if (factor.step != 0 || constant == nullptr) return std::nullopt;
    step = checked_mul(stepped.step, constant->getSExtValue());
    if (step) first = b.ir.CreateMul(x.real, y.real);
  }
  if (!step) return std::nullopt;
  return Value{first, nullptr, *step};
}

llvm::CmpInst::Predicate integer_predicate(ir::CompareOp op, bool signed_operands) {
  using P = llvm::CmpInst::Predicate;
  switch (op) {
    case ir::CompareOp::Equal:
      return P::ICMP_EQ;
    case ir::CompareOp::NotEqual:
      return P::ICMP_NE;
    case ir::CompareOp::Less:
      return signed_operands ? P::ICMP_SLT : P::ICMP_ULT;
    case ir::CompareOp::LessEqual:
      return signed_operands ? P::ICMP_SLE : P::ICMP_ULE;
    case ir::CompareOp::Greater:
      return signed_operands ? P::ICMP_SGT : P::ICMP_UGT;
    case ir::CompareOp::GreaterEqual:
      return signed_operands ? P::ICMP_SGE : P::ICMP_UGE;
  }
  throw InternalError("emitting LLVM", "unknown comparison");
}

llvm::CmpInst::Predicate float_predicate(ir::CompareOp op) {
  using P = llvm::CmpInst::Predicate;
  switch (op) {
    case ir::CompareOp::Equal:
      return P::FCMP_OEQ;
    case ir::CompareOp::NotEqual:
      return P::FCMP_UNE;
    case ir::CompareOp::Less:
      return P::FCMP_OLT;
    case ir::CompareOp::LessEqual:
      return P::FCMP_OLE;
    case ir::CompareOp::Greater:
      return P::FCMP_OGT;
    case ir::CompareOp::GreaterEqual:
      return P::FCMP_OGE;
  }
  throw InternalError("emitting LLVM", "unknown comparison");
}

}  // namespace

Value emit_unary(LaneBuilder& b, ir::UnaryOp op, ScalarType type, const Value& operand) {
  bool negate = op == ir::UnaryOp::Negate;
  if (negate && is_complex(type)) return {b.ir.CreateFNeg(operand.real), b.ir.CreateFNeg(operand.imag)};
  if (negate && is_float(type)) return {b.ir.CreateFNeg(operand.real)};
  if (negate && operand.step != 0 && operand.step != INT64_MIN) {
    return {b.ir.CreateNeg(operand.real), nullptr, -operand.step};
  }
  Value plain = operand.step != 0 ? b.expand(operand) : operand;
  return {negate ? b.ir.CreateNeg(plain.real) : b.ir.CreateNot(plain.real)};
}

Value emit_binary(LaneBuilder& b, ir::BinaryOp op, ScalarType type, Value left, Value right) {
  if (left.step != 0 || right.step != 0) {
    if (auto stepped = stepped_binary(b, op, left, right)) return *stepped;
  }
  b.match_shapes(left, right);
  if (is_complex(type)) return complex_binary(b, op, left, right);
  if (is_float(type)) return {float_binary(b, op, left.real, right.real)};
  return {integer_binary(b, op, is_signed(type), left.real, right.real)};
}

Value emit_compare(LaneBuilder& b, ir::CompareOp op, ScalarType type, Value left, Value right) {
  b.match_shapes(left, right);
  if (is_complex(type)) return {complex_compare(b, op, left, right)};
  if (is_float(type)) return {b.ir.CreateFCmp(float_predicate(op), left.real, right.real)};
  return {b.ir.CreateICmp(integer_predicate(op, is_signed(type)), left.real, right.real)};
}

Value emit_select(LaneBuilder& b, Value condition, Value if_true, Value if_false) {
  if (condition.is_uniform()) {
    b.match_shapes(if_true, if_false);
  } else {
    b.match_shapes(condition, if_true, if_false);
  }
  Value result{b.ir.CreateSelect(condition.real, if_true.real, if_false.real)};
  if (if_true.imag != nullptr) result.imag = b.ir.CreateSelect(condition.real, if_true.imag, if_false.imag);
  return result;
}

}  // namespace unpython::codegen
