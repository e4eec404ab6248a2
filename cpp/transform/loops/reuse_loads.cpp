#include "transform/loops/reuse_loads.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr size_t kFarthest = 8;  // statements in front of a loop that are looked at

/// Loads that an expression always runs: not those of a branch of a Select, or behind `and` and `or`.
void certain_loads(const Function& f, ExprId id, std::vector<ExprId>& found) {
  const ExprNode& node = f[id].node;
  if (std::holds_alternative<Load>(node)) {
    found.push_back(id);
    return;
  }
  const auto* binary = std::get_if<Binary>(&node);
  const bool lazy =
      binary != nullptr && (binary->op == BinaryOp::LogicalAnd || binary->op == BinaryOp::LogicalOr);
  if (lazy || std::holds_alternative<Select>(node)) return;
  for (const ExprId operand : operands(f[id])) certain_loads(f, operand, found);
}

bool loads(const Function& f, const Block& block, ExprId load) {
  return any_expr(f, block, [&](ExprId id) { return same_value(f, id, load); });
}

/// The statements may give the element another value, or make another one of it.
bool may_change(const Function& f, const Block& block, const Load& load) {
  const analysis::VarSet assigned = analysis::assigned_variables(f, block);
  if (!analysis::are_fixed(f, load.indices, assigned) || holds_any<CallHost>(f, block)) return true;
  return any_stmt(f, block, [&](StmtId id) {
    const auto* allocation = std::get_if<Allocate>(&f[id].node);
    return stored_array(f[id].node) == load.array || (allocation != nullptr && allocation->array == load.array);
  });
}

class ReuseLoads : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block block(const Block& statements) override {
    Block now = statements;
    for (size_t at = 0; at < now.size(); ++at) {
      if (!std::holds_alternative<For>(function_[now[at]].node)) continue;
      for (size_t back = 1; back <= std::min(at, kFarthest); ++back) at += share(now, at - back, at);
    }
    return Rewriter::block(now);
  }

 private:
  /// Gives the loop at `loop` what the statement at `first` loads; the number of statements that come in front of them.
  size_t share(Block& now, size_t first, size_t loop) {
    const auto* assign = std::get_if<Assign>(&function_[now[first]].node);
    if (assign == nullptr) return 0;
    std::vector<ExprId> found;
    certain_loads(function_, assign->value, found);
    for (const ExprId load : found) {
      const auto at = [&](size_t n) { return now.begin() + static_cast<std::ptrdiff_t>(n); };
      const Block both(at(first), at(loop + 1));
      if (!loads(function_, {now[loop]}, load) ||
          may_change(function_, both, std::get<Load>(function_[load].node)))
        continue;
      const Load element = std::get<Load>(function_[load].node);
      const VarId variable = build_.variable(function_[element.array].name + ".kept", function_[load].type);
      const Block changed = LoadsInVariables(function_, {{load, variable}}).block(both);
      std::copy(changed.begin(), changed.end(), at(first));
      now.insert(at(first), build_.assign(variable, load, function_[now[first]].range));
      return 1;
    }
    return 0;
  }
};

}  // namespace

Function reuse_loads(const Function& function) {
  if (!function.disjoint_arguments) return function;
  return rewritten<ReuseLoads>(function);
}

}  // namespace unpython::transform
