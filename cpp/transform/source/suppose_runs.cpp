#include "transform/source/suppose_runs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/text/reductions.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Copies statements; none of the copies is one of them.
class Copy : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;
  Block stmt(StmtId id) override {
    const StmtId made = rebuild(id);
    return {made != id ? made : build_.statement(StmtNode(function_[id].node), function_[id].range)};
  }
};

/// A copy in which some loops are known to run, without the questions whether they do.
class Supposed : public Copy {
 public:
  Supposed(Function& function, const std::vector<StmtId>& run) : Copy(function), run_(run) {}
  Block stmt(StmtId id) override {
    if (const auto* branch = std::get_if<If>(&function_[id].node); branch != nullptr && is_that_they_run(branch->condition))
      return block(branch->then_body);
    const bool runs = std::find(run_.begin(), run_.end(), id) != run_.end();
    Block made = Copy::stmt(id);
    if (runs) std::get<For>(function_.stmts[made.front()].node).runs = true;
    return made;
  }

 private:
  [[nodiscard]] bool is_that_they_run(ExprId condition) const {
    const auto* both = std::get_if<Binary>(&function_[condition].node);
    if (both != nullptr && both->op == BinaryOp::LogicalAnd) return is_that_they_run(both->left) && is_that_they_run(both->right);
    const auto* test = std::get_if<Compare>(&function_[condition].node);
    if (test == nullptr || test->op != CompareOp::Greater) return false;
    const auto* bound = std::get_if<Const>(&function_[test->right].node);
    return bound != nullptr && bound->value.integer == 0 && std::any_of(run_.begin(), run_.end(), [&](StmtId loop) {
             return same_value(function_, std::get<For>(function_[loop].node).extent, test->left);
           });
  }

  const std::vector<StmtId>& run_;
};

/// A copy in which no loop is marked.
class InOrder : public Copy {
 public:
  using Copy::Copy;
  Block stmt(StmtId id) override {
    Block made = Copy::stmt(id);
    if (auto* loop = std::get_if<For>(&function_.stmts[made.front()].node)) loop->mark = LoopMark::Sequential;
    return made;
  }
};

class Suppose : public StatementRewriter {
 public:
  explicit Suppose(Function& function) : StatementRewriter(function), live_(function) {}

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {rebuild(id)};
    std::vector<StmtId> run = invariant_loops(*loop);
    if (run.empty() || !keeps_values({id}) || holds_any<Allocate>(function_, loop->body)) return {id};
    Block supposed = Supposed(function_, run).block({id});
    if (keeps_values(supposed)) return {id};
    for (size_t i = run.size(); i-- > 0;) {  // those that make the difference
      std::vector<StmtId> fewer = run;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      Block also = Supposed(function_, fewer).block({id});
      if (keeps_values(also)) continue;
      run = std::move(fewer);
      supposed = std::move(also);
    }
    ExprId all = build_.boolean(true);
    for (const StmtId inner : run) {
      const ExprId extent = std::get<For>(function_[inner].node).extent;
      all = build_.logical_and(all, build_.compare(CompareOp::Greater, extent, build_.int64(0)));
    }
    Block otherwise = InOrder(function_).block({id});
    return {build_.if_then(all, std::move(supposed), std::move(otherwise), function_[id].range)};
  }

 private:
  /// Loops in order inside a loop whose ranges are the same in all of its iterations.
  [[nodiscard]] std::vector<StmtId> invariant_loops(const For& loop) const {
    analysis::VarSet changed = analysis::changing_in(function_, loop);
    std::vector<StmtId> found;
    walk_stmts(function_, loop.body, [&](StmtId id) {
      const auto* inner = std::get_if<For>(&function_[id].node);
      if (inner != nullptr && inner->mark == LoopMark::Sequential && !std::holds_alternative<Const>(function_[inner->extent].node) &&
          analysis::is_fixed(function_, inner->extent, changed))
        found.push_back(id);
      return true;
    });
    return found;
  }

  /// Whether iterations of a marked loop in the block take values from those before.
  [[nodiscard]] bool keeps_values(const Block& block) const {
    return any_stmt(function_, block, [&](StmtId id) {
      const auto* loop = std::get_if<For>(&function_[id].node);
      return loop != nullptr && loop->mark == LoopMark::Parallel && analysis::accumulations(function_, live_, id).blocker.has_value();
    });
  }

  const analysis::Liveness live_;
};

}  // namespace

Function suppose_runs(const Function& function) { return rewritten<Suppose>(function); }

}  // namespace unpython::transform
