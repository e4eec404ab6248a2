#include "transform/source/count_by_formula.h"

#include <optional>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/groups.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// variable = variable op step
struct Increment {
  VarId variable;
  BinaryOp op;
  ExprId step;
};

std::optional<Increment> as_increment(const Function& f, StmtId id) {
  const auto* assign = std::get_if<Assign>(&f[id].node);
  if (assign == nullptr || !is_integer(f[assign->value].type)) return {};
  const auto* sum = std::get_if<Binary>(&f[assign->value].node);
  if (sum == nullptr || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract)) return {};
  if (is_read_of(f, sum->left, assign->variable)) return Increment{assign->variable, sum->op, sum->right};
  if (sum->op == BinaryOp::Add && is_read_of(f, sum->right, assign->variable))
    return Increment{assign->variable, sum->op, sum->left};
  return {};
}

/// Has one value before, in and after the loop.
bool is_still(const Function& f, ExprId expr, const analysis::VarSet& changing) {
  return analysis::is_fixed(f, expr, changing) && analysis::keeps_extents(f, expr);
}

class Formulas : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr) return {rebuild(id)};
    const bool around = in_parallel_;
    in_parallel_ = around || loop->mark == LoopMark::Parallel;
    const StmtId inner = rebuild(id);
    const bool applies = in_parallel_;
    in_parallel_ = around;
    return applies ? without_increments(inner, around) : Block{inner};
  }

 private:
  /// `is_inner`: the loop around is in parallel, too; there a sum would change the variable in each iteration.
  Block without_increments(StmtId id, bool is_inner) {
    Stmt changed = function_[id];
    auto& loop = std::get<For>(changed.node);
    Block behind;
    if (may_leave(function_, loop.body)) return {id};
    for (size_t at = 0; at < loop.body.size();) {
      const std::vector<Increment> found = increments_from(loop, at, is_inner);
      if (found.empty()) {
        ++at;
        continue;
      }
      const VarId variable = found.front().variable;
      const SourceRange range = function_[loop.body[at]].range;
      Block body;
      size_t done = 0;  // of the increments of an iteration
      for (const StmtId inner : loop.body) {
        if (is_increment(inner, variable)) {
          ++done;
          continue;
        }
        const Block now = with_value({inner}, variable, value_in(loop, found, done));
        body.insert(body.end(), now.begin(), now.end());
      }
      loop.body = std::move(body);
      ExprId last = build_.read(variable);
      for (const Increment& increment : found)
        last = more(last, increment, build_.max(loop.extent, build_.int64(0)));
      behind.push_back(build_.assign(variable, last, range));
      at = 0;  // of the new body
    }
    if (behind.empty()) return {id};
    Block result;
    if (!loop.body.empty()) result.push_back(function_.stmts.push(std::move(changed)));
    result.insert(result.end(), behind.begin(), behind.end());
    return result;
  }

  [[nodiscard]] bool is_increment(StmtId id, VarId variable) const {
    const std::optional<Increment> found = as_increment(function_, id);
    return found && found->variable == variable;
  }

  /// The increments of a variable in an iteration, the first one at `at`, where they are all that changes the variable. Where the
  /// body reads it nowhere else, the loop has a sum.
  [[nodiscard]] std::vector<Increment> increments_from(const For& loop, size_t at, bool is_inner) const {
    const std::optional<Increment> first = as_increment(function_, loop.body[at]);
    if (!first) return {};
    analysis::VarSet assigned = analysis::changing_in(function_, loop);
    std::vector<Increment> found;
    for (const StmtId id : loop.body) {
      const std::optional<Increment> next = as_increment(function_, id);
      if (!next || next->variable != first->variable) continue;
      if (!is_still(function_, next->step, assigned)) return {};
      found.push_back(*next);
    }
    const int count = static_cast<int>(found.size());
    if (count_assignments(function_, loop.body)[first->variable] != count) return {};
    if (!is_inner && count_reads(function_, loop.body)[first->variable] == count) return {};
    return is_still(function_, loop.extent, assigned) ? found : std::vector<Increment>{};
  }

  /// The variable in an iteration, behind so many of its increments.
  ExprId value_in(const For& loop, const std::vector<Increment>& increments, size_t done) {
    ExprId value = build_.read(increments.front().variable);
    for (size_t i = 0; i < increments.size(); ++i) {
      const ExprId counter = build_.read(loop.counter);
      value = more(value, increments[i], i < done ? build_.add(counter, build_.int64(1)) : counter);
    }
    return value;
  }

  /// A value and so many increments.
  ExprId more(ExprId value, const Increment& increment, ExprId turns) {
    const ExprId number = build_.cast(function_[increment.step].type, turns);
    return build_.binary(increment.op, value, build_.mul(increment.step, number));
  }

  Block with_value(const Block& block, VarId variable, ExprId value) {
    Substitution substitution(function_);
    substitution.replace(variable, value);
    return substitution.block(block);
  }

  bool in_parallel_ = false;
};

}  // namespace

Function count_by_formula(const Function& function) { return rewritten<Formulas>(function); }

}  // namespace unpython::transform
