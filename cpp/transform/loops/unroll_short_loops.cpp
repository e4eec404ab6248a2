#include "transform/loops/unroll_short_loops.h"

#include <algorithm>
#include <utility>

#include "analysis/text/variables.h"
#include "cost/cpu_shape.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int kMostExpressions = 320;  // of all iterations
constexpr int64_t kShortRow = 4;       // elements, which are no vector

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
    if (loop == nullptr) return {rebuild(id)};
    const bool chosen = loop->mark == LoopMark::Sequential && is_short(function_, *loop) &&
                        (is_short_row(*loop) || carries_a_variable(function_, loop->body));
    if (!chosen) return inside(id);
    Stmt copy = function_[id];
    std::get<For>(copy.node).mark = LoopMark::Unrolled;
    return {build_.statement(std::move(copy.node), copy.range)};
  }

 private:
  /// As a vector with lanes that are off it would wait for the row before, which is stored so.
  [[nodiscard]] bool is_short_row(const For& loop) const {
    return inside_ && std::get<Const>(function_[loop.extent].node).value.integer <= kShortRow;
  }
  Block inside(StmtId id) {
    const bool outermost = !std::exchange(inside_, true);
    const StmtId rebuilt = rebuild(id);
    inside_ = !outermost;
    return {rebuilt};
  }

  bool inside_ = false;  ///< a loop
};

}  // namespace

Function unroll_short_loops(const Function& function) {
  return rewritten<Unroll>(function);
}

}  // namespace unpython::transform
