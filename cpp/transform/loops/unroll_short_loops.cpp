#include "transform/loops/unroll_short_loops.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "cost/cpu_shape.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int kMostExpressions = 320;  // of all iterations

bool carries_a_variable(const Function& f, const Block& body) {
  const analysis::VarSet exposed = analysis::exposed_variables(f, body);
  const auto assigned = analysis::assigned_variables(f, body).members();
  return std::any_of(assigned.begin(), assigned.end(), [&](VarId v) { return exposed.contains(v); });
}

bool is_short(const Function& f, const For& loop) {
  const auto* extent = std::get_if<Const>(&f[loop.extent].node);
  if (extent == nullptr || extent->value.integer < 2 || extent->value.integer > cost::kMostWrittenOut) return false;
  if (!holds_only<Assign, Store, CheckIndex, If>(f, loop.body)) return false;
  return count_exprs(f, loop.body) * extent->value.integer <= kMostExpressions;
}

class Unroll : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    const bool chosen = loop != nullptr && loop->mark == LoopMark::Sequential && is_short(function_, *loop) &&
                        carries_a_variable(function_, loop->body);
    if (!chosen) return {rebuild(id)};
    Stmt copy = function_[id];
    std::get<For>(copy.node).mark = LoopMark::Unrolled;
    return {build_.statement(std::move(copy.node), copy.range)};
  }
};

}  // namespace

Function unroll_short_loops(const Function& function) {
  return rewritten<Unroll>(function);
}

}  // namespace unpython::transform
