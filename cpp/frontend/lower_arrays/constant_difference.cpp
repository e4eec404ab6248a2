#include "frontend/lower_arrays/constant_difference.h"

#include "ir/rewrite.h"

namespace unpython::frontend {

namespace {

/// value + constant
struct Offset {
  ir::ExprId value;  ///< invalid: a constant alone
  int64_t constant = 0;
};

Offset offset_of(const ir::Function& f, ir::ExprId id) {
  if (const auto* known = std::get_if<ir::Const>(&f[id].node)) return {{}, known->value.integer};
  const auto* sum = std::get_if<ir::Binary>(&f[id].node);
  const bool linear = sum && (sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::Subtract);
  const auto* known = linear ? std::get_if<ir::Const>(&f[sum->right].node) : nullptr;
  if (!known) return {id, 0};
  const int64_t constant = known->value.integer;
  return {sum->left, sum->op == ir::BinaryOp::Add ? constant : -constant};
}

}  // namespace

std::optional<int64_t> constant_difference(const ir::Function& f, ir::ExprId a, ir::ExprId b) {
  const Offset x = offset_of(f, a);
  const Offset y = offset_of(f, b);
  const bool wraps = [&] {
    const auto wrapped = [&](ir::ExprId id) {
      return id.valid() && std::holds_alternative<ir::WrapIndex>(f[id].node);
    };
    return wrapped(x.value) || wrapped(y.value);
  }();
  if (x.value.valid() != y.value.valid()) return std::nullopt;
  if (x.value.valid() && !ir::same_value(f, x.value, y.value)) return std::nullopt;
  if (wraps && x.constant != y.constant) return std::nullopt;
  return x.constant - y.constant;
}

}  // namespace unpython::frontend
