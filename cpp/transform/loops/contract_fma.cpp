#include "transform/loops/contract_fma.h"

#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

bool has_fma(ScalarType type) { return is_float(type) || is_complex(type); }

class ContractFma : public Rewriter {
 public:
  using Rewriter::Rewriter;

  ExprId expr(ExprId id) override {
    const ExprId rebuilt = rebuild(id);
    const auto* node = std::get_if<Binary>(&function_[rebuilt].node);
    if (node == nullptr || !has_fma(function_[rebuilt].type)) return rebuilt;
    const Binary sum = *node;
    if (sum.op != BinaryOp::Add && sum.op != BinaryOp::Subtract) return rebuilt;
    const bool minus = sum.op == BinaryOp::Subtract;
    if (const Binary* product = product_at(sum.left)) {
      const Binary p = *product;
      return fma(p.left, p.right, minus ? build_.unary(UnaryOp::Negate, sum.right) : sum.right);
    }
    if (const Binary* product = product_at(sum.right)) {
      const Binary p = *product;
      return fma(minus ? build_.unary(UnaryOp::Negate, p.left) : p.left, p.right, sum.left);
    }
    return rebuilt;
  }

 private:
  const Binary* product_at(ExprId id) const {
    const auto* product = std::get_if<Binary>(&function_[id].node);
    return product != nullptr && product->op == BinaryOp::Multiply ? product : nullptr;
  }
  ExprId fma(ExprId x, ExprId y, ExprId c) { return build_.call(Intrinsic::Fma, {x, y, c}); }
};

}  // namespace

Function contract_fma(const Function& function) {
  Function result = function;
  Block body = ContractFma(result).block(result.body);
  result.body = std::move(body);
  return result;
}

}  // namespace unpython::transform
