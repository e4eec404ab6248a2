// Variables are taken for such until an assignment says otherwise.
#include "transform/source/drop_sign_checks.h"

#include <algorithm>
#include <cmath>

#include "analysis/text/var_set.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::transform {
namespace {

using namespace ir;

class Signs {
 public:
  explicit Signs(const Function& function) : f_(function) {
    for (const Parameter& parameter : f_.parameters)
      if (!parameter.is_array) may_be_negative_.insert(parameter.variable);
    for (bool changed = true; changed;) {
      changed = false;
      walk_stmts(f_, f_.body, [&](StmtId id) {
        const auto* assign = std::get_if<Assign>(&f_[id].node);
        if (assign == nullptr || may_be_negative_.contains(assign->variable) || has_none(assign->value)) return true;
        may_be_negative_.insert(assign->variable);
        changed = true;
        return true;
      });
    }
  }

  /// The float is a NaN, or its sign bit is not set.
  [[nodiscard]] bool has_none(ExprId id) const {
    const Expr& e = f_[id];
    if (!is_float(e.type)) return false;
    return match(
        e.node, [](const Const& constant) { return !std::signbit(constant.value.real.real()); },
        [&](const Read& read) { return !may_be_negative_.contains(read.variable); },
        [&](const Binary& binary) { return has_none(binary); },
        [&](const Select& select) { return has_none(select.if_true) && has_none(select.if_false); },
        [&](const Cast& cast) { return has_none(cast.operand) || is_unsigned(cast.operand); },
        [&](const Call& call) { return has_none(call); }, [](const Load&) { return false; },
        [](const Extent&) { return false; }, [](const WrapIndex&) { return false; }, [](const Unary&) { return false; },
        [](const Compare&) { return false; });
  }

 private:
  [[nodiscard]] bool has_none(const Binary& binary) const {
    const bool keeps = binary.op == BinaryOp::Add || binary.op == BinaryOp::Multiply || binary.op == BinaryOp::Divide;
    if (binary.op == BinaryOp::Multiply && same_value(f_, binary.left, binary.right)) return true;
    return keeps && has_none(binary.left) && has_none(binary.right);
  }
  [[nodiscard]] bool has_none(const Call& call) const {
    if (call.function == Intrinsic::Abs || call.function == Intrinsic::Exp) return true;
    const bool keeps = call.function == Intrinsic::Sqrt || call.function == Intrinsic::Minimum || call.function == Intrinsic::Maximum;
    return keeps && std::all_of(call.arguments.begin(), call.arguments.end(), [&](ExprId id) { return has_none(id); });
  }
  [[nodiscard]] bool is_unsigned(ExprId id) const {
    return is_unsigned_integer(f_[id].type) || f_[id].type == ScalarType::Bool;
  }

  const Function& f_;
  analysis::VarSet may_be_negative_;
};

class Drop : public Rewriter {
 public:
  Drop(Function& function, const Signs& signs) : Rewriter(function), signs_(signs) {}

  ExprId expr(ExprId id) override {
    const auto* compare = std::get_if<Compare>(&function_[id].node);
    if (compare != nullptr && (holds_never(compare->op, compare->left, compare->right) ||
                               holds_never(mirrored(compare->op), compare->right, compare->left)))
      return build_.boolean(false);
    return rebuild(id);
  }

 private:
  [[nodiscard]] bool holds_never(CompareOp op, ExprId left, ExprId right) const {
    const auto* bound = std::get_if<Const>(&function_[right].node);
    if (bound == nullptr || !is_float(function_[right].type)) return false;
    const double value = bound->value.real.real();
    const bool below = (op == CompareOp::Less && value <= 0.0) || (op == CompareOp::LessEqual && value < 0.0);
    return below && signs_.has_none(left);
  }

  const Signs& signs_;
};

}  // namespace

Function drop_sign_checks(const Function& function) { return rewritten<Drop>(function, Signs(function)); }

}  // namespace unpython::transform
