#include "transform/loops/contract_fma.h"

#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

bool has_fma(ScalarType type) { return is_float(type) || is_complex(type); }

class ContractFma : public Rewriter {
 public:
  ContractFma(Function& function, FloatMode fp) : Rewriter(function), fp_(fp) {}

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
    if (fp_ != FloatMode::Fast) return rebuilt;
    if (is_sum_of_products(sum.right)) return added_to(sum.left, sum.right, minus);
    if (is_sum_of_products(sum.left))
      return added_to(minus ? build_.unary(UnaryOp::Negate, sum.right) : sum.right, sum.left, false);
    return rebuilt;
  }

 private:
  /// fma(a, b, c * d), and the same with more products.
  [[nodiscard]] bool is_sum_of_products(ExprId id) const {
    const auto* call = std::get_if<Call>(&function_[id].node);
    if (call == nullptr || call->function != Intrinsic::Fma) return false;
    return product_at(call->arguments[2]) != nullptr || is_sum_of_products(call->arguments[2]);
  }
  /// `start` and the products, or the products taken from it.
  ExprId added_to(ExprId start, ExprId products, bool minus) {
    const auto sign = [&](ExprId x) { return minus ? build_.unary(UnaryOp::Negate, x) : x; };
    if (const Binary* last = product_at(products)) {
      const Binary p = *last;
      return fma(sign(p.left), p.right, start);
    }
    const Call call = std::get<Call>(function_[products].node);
    const ExprId below = added_to(start, call.arguments[2], minus);
    return fma(sign(call.arguments[0]), call.arguments[1], below);
  }
  const Binary* product_at(ExprId id) const {
    const auto* product = std::get_if<Binary>(&function_[id].node);
    return product != nullptr && product->op == BinaryOp::Multiply ? product : nullptr;
  }
  ExprId fma(ExprId x, ExprId y, ExprId c) { return build_.call(Intrinsic::Fma, {x, y, c}); }

  const FloatMode fp_;
};

}  // namespace

Function contract_fma(const Function& function, FloatMode fp) {
  return rewritten<ContractFma>(function, fp);
}

}  // namespace unpython::transform
