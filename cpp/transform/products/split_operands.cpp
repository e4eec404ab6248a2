// Which parts of the updates are packed.
#include "ir/rewrite.h"
#include "transform/products/contraction_tiles.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr size_t kMostOperands = 4;

bool is_cheap(const ExprNode& node) {
  if (std::holds_alternative<Binary>(node)) return !is_division(node);
  if (const auto* call = std::get_if<Call>(&node)) {
    return call->function == Intrinsic::Fma || call->function == Intrinsic::Minimum ||
           call->function == Intrinsic::Maximum || call->function == Intrinsic::Abs;
  }
  return true;
}

class Split : public Rewriter {
 public:
  Split(Function& f, const Contraction& contraction) : Rewriter(f), contraction_(contraction) {}

  PackedUpdate result;
  bool pays = true;

  ExprId expr(ExprId id) override {
    const Uses uses = uses_of(id);
    if (uses.load && !uses.accumulator && uses.row != uses.column) return packed(id, uses.row);
    const bool loads_all = std::holds_alternative<Load>(function_[id].node) && uses.row && uses.column;
    if (loads_all || !is_cheap(function_[id].node)) pays = false;
    return rebuild(id);
  }

 private:
  struct Uses {
    bool row = false;
    bool column = false;
    bool accumulator = false;
    bool load = false;
  };
  Uses uses_of(ExprId root) const {
    Uses uses;
    walk_exprs(function_, root, [&](ExprId id) {
      uses.load = uses.load || std::holds_alternative<Load>(function_[id].node);
      const auto* read = std::get_if<Read>(&function_[id].node);
      if (read == nullptr) return;
      uses.row = uses.row || read->variable == contraction_.row;
      uses.column = uses.column || read->variable == contraction_.column;
      for (const Accumulator& a : contraction_.accumulators) {
        uses.accumulator = uses.accumulator || read->variable == a.variable;
      }
    });
    return uses;
  }
  ExprId packed(ExprId value, bool by_row) {
    for (const PackedOperand& operand : result.operands) {
      if (same_value(function_, operand.value, value)) return build_.read(operand.placeholder);
    }
    const VarId placeholder = build_.variable(by_row ? "row_value" : "column_value", function_[value].type);
    result.operands.push_back({value, placeholder, by_row});
    return build_.read(placeholder);
  }

  const Contraction& contraction_;
};

}  // namespace

std::optional<PackedUpdate> split_operands(Function& function, const Contraction& contraction) {
  Split split(function, contraction);
  bool rows = false;
  bool columns = false;
  for (const Accumulator& accumulator : contraction.accumulators) {
    const ScalarType type = function[accumulator.variable].type;
    if (is_complex(type) || type == ScalarType::Bool) return std::nullopt;
    split.result.updates.push_back(split.expr(accumulator.update));
  }
  for (const PackedOperand& operand : split.result.operands) {
    const ScalarType type = function[operand.placeholder].type;
    if (is_complex(type) || type == ScalarType::Bool) return std::nullopt;
    rows = rows || operand.by_row;
    columns = columns || !operand.by_row;
  }
  if (!split.pays || !rows || !columns || split.result.operands.size() > kMostOperands) return std::nullopt;
  return std::move(split.result);
}

}  // namespace unpython::transform
