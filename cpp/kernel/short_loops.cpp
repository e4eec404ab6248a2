#include "kernel/short_loops.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

class Unroll : public StatementRewriter {
 public:
  Unroll(Function& function, const std::vector<StmtId>& loops, const std::vector<int>& turns)
      : StatementRewriter(function), loops_(loops), turns_(turns) {}

  Block stmt(StmtId id) override {
    const auto found = std::find(loops_.begin(), loops_.end(), id);
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    const int64_t turns = found != loops_.end() ? turns_[static_cast<size_t>(found - loops_.begin())]
                          : loop != nullptr && loop->mark == LoopMark::Sequential ? few_turns(*loop)
                                                                                  : 0;
    if (turns == 0) return {rebuild(id)};
    return {build_.loop(loop->counter, build_.int64(turns), LoopMark::Unrolled, block(loop->body), before.range)};
  }

 private:
  /// Of a loop that says them itself.
  [[nodiscard]] int64_t few_turns(const For& loop) const {
    const auto* constant = std::get_if<Const>(&function_[loop.extent].node);
    const int64_t turns = constant != nullptr ? constant->value.integer : 0;
    return turns > 0 && turns <= kFewTurns ? turns : 0;
  }

  const std::vector<StmtId>& loops_;
  const std::vector<int>& turns_;
};

/// Only integers that reach a bound are in the key of a plan: a call that is repeated by its steps may have other reals.
bool reads_integers_alone(const Function& f, ExprId expr) {
  return !any_expr(f, expr, [&](ExprId id) {
    const auto* read = std::get_if<Read>(&f[id].node);
    return read != nullptr && !is_integer(f[read->variable].type);
  });
}

}  // namespace

std::vector<StmtId> loops_of_known_turns(const Function& function, const Kernel& kernel) {
  const Block& body = std::get<For>(function[kernel.grid.back()].node).body;
  analysis::VarSet own = analysis::assigned_variables(function, body);
  for (StmtId id : kernel.grid) own.insert(std::get<For>(function[id].node).counter);
  std::vector<StmtId> loops;
  walk_stmts(function, body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&function[id].node);
    if (loop == nullptr || loop->mark != LoopMark::Sequential) return true;
    const bool constant = std::holds_alternative<Const>(function[loop->extent].node);
    const bool known = analysis::is_fixed(function, loop->extent, own) && reads_integers_alone(function, loop->extent);
    if (known && !constant) loops.push_back(id);
    return true;
  });
  return loops;
}

Block with_few_turns(Function& function, const Block& statements) { return Unroll(function, {}, {}).block(statements); }

Function with_known_turns(const Function& function, const Kernel& kernel, const Layout& layout) {
  Function result = function;
  std::vector<StmtId> loops = loops_of_known_turns(function, kernel);
  if (layout.turns.empty()) loops.clear();
  Unroll unroll(result, loops, layout.turns);
  Block body = unroll.block(Block(std::get<For>(result[kernel.grid.back()].node).body));
  std::get<For>(result.stmts[kernel.grid.back()].node).body = std::move(body);
  return result;
}

}  // namespace unpython::kernel
