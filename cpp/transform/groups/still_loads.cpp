#include "transform/groups/still_loads.h"

#include <algorithm>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/shared_reads/loop_read.h"

namespace unpython::transform {
namespace {

using namespace ir;

class KeepStillLoads : public StatementRewriter {
 public:
  KeepStillLoads(Function& function, const kernel::Kernel& kernel) : StatementRewriter(function), kernel_(kernel) {
    own_ = analysis::assigned_variables(function, std::get<For>(function[kernel.grid.back()].node).body);
    for (StmtId id : kernel.grid) grid_.insert(std::get<For>(function[id].node).counter);
  }
  [[nodiscard]] const std::vector<ExprId>& turns() const { return turns_; }
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr || loop->mark != LoopMark::Sequential || !only_assigns(function_, loop->body)) return {rebuild(id)};
    if (!is_known(loop->extent)) return {id};
    const LoadsInVariables::Loads still = still_loads(*loop);
    if (still.empty()) return {id};
    turns_.push_back(loop->extent);
    Block result;
    for (const auto& [load, variable] : still) result.push_back(build_.assign(variable, load, before.range));
    For kept = *loop;
    kept.body = LoadsInVariables(function_, still).block(loop->body);
    result.push_back(build_.statement(std::move(kept), before.range));
    return result;
  }

 private:
  [[nodiscard]] bool is_known(ExprId extent) const {
    return analysis::is_fixed(function_, extent, own_) &&
           !analysis::reads_any(function_, extent, grid_);
  }

  [[nodiscard]] bool is_stored(ArrayId array) const {
    return std::any_of(kernel_.arrays.begin(), kernel_.arrays.end(),
                       [&](const kernel::KernelArray& known) { return known.array == array && known.stored; });
  }

  LoadsInVariables::Loads still_loads(const For& loop) {
    analysis::VarSet moving = analysis::changing_in(function_, loop);
    std::vector<ExprId> found;
    walk_all_exprs(function_, loop.body, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&function_[id].node);
      if (load == nullptr || is_stored(load->array)) return;
      const bool stays = analysis::are_fixed(function_, load->indices, moving);
      const bool own = std::any_of(load->indices.begin(), load->indices.end(),
                                   [&](ExprId index) { return analysis::reads_any(function_, index, grid_); });
      const bool known = std::any_of(found.begin(), found.end(), [&](ExprId other) { return same_value(function_, other, id); });
      if (stays && own && !known) found.push_back(id);
    });
    LoadsInVariables::Loads still;
    for (ExprId id : found) {
      const Array& array = function_[std::get<Load>(function_[id].node).array];
      still.emplace_back(id, build_.variable(array.name + "_here", function_[id].type));
    }
    return still;
  }

  const kernel::Kernel& kernel_;
  analysis::VarSet grid_;
  analysis::VarSet own_;  ///< what the body assigns
  std::vector<ExprId> turns_;
};

}  // namespace

StillLoads keep_still_loads(const Function& function, const kernel::Kernel& kernel) {
  StillLoads result{function};
  const Block statements = std::get<For>(function[kernel.grid.back()].node).body;
  KeepStillLoads keep(result.function, kernel);
  Block kept = keep.block(statements);
  std::get<For>(result.function.stmts[kernel.grid.back()].node).body = std::move(kept);
  result.turns = keep.turns();
  return result;
}

}  // namespace unpython::transform
