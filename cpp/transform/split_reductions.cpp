#include "transform/split_reductions.h"

#include <algorithm>

#include "analysis/dependence.h"
#include "analysis/reductions.h"
#include "ir/rewrite.h"
#include "transform/join_leaves.h"
#include "transform/reduction_parts.h"
#include "transform/remove_continue.h"
#include "transform/scatter_updates.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Accumulation;
using analysis::Reduction;
using analysis::ScatterUpdate;

/// What the iterations of one loop share.
struct Shared {
  std::vector<Reduction> reductions;  ///< of variables and of elements
  std::vector<ScatterUpdate> scatters;
  bool unexplained = false;

  [[nodiscard]] bool nothing() const { return reductions.empty() && scatters.empty() && !unexplained; }
  [[nodiscard]] bool only_last_values() const {
    return scatters.empty() && std::all_of(reductions.begin(), reductions.end(), [](const Reduction& r) {
             return r.kind == Accumulation::LastValue && r.always;
           });
  }
};

class SplitReductions : public Rewriter {
 public:
  SplitReductions(Function& function, FloatMode fp, TreeForm form)
      : Rewriter(function), fp_(fp), form_(form), live_(function) {}

  ExprId expr(ExprId id) override { return id; }

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {with_nested(id)};
    const Shared shared = shared_by(id);
    if (inside_) return inner(id, shared);
    if (must_run_in_order(id, shared)) return {in_order(id)};
    inside_ = true;
    const StmtId rebuilt = rebuild(id);
    inside_ = false;
    if (shared.nothing()) return {rebuilt};
    return outermost(without_continue(rebuilt, id));
  }

 private:
  Shared shared_by(StmtId id) const {
    analysis::LoopAccumulations scalars = analysis::accumulations(function_, live_, id);
    analysis::CommonUpdates arrays = analysis::common_updates(function_, live_, id);
    Shared result{std::move(scalars.reductions), std::move(arrays.scatters), scalars.blocker.has_value()};
    for (Reduction& element : arrays.elements) result.reductions.push_back(std::move(element));
    return result;
  }

  StmtId with_nested(StmtId id) {
    const StmtNode& node = function_[id].node;
    const bool repeats = std::holds_alternative<For>(node) || std::holds_alternative<While>(node);
    repeats_ += repeats ? 1 : 0;
    const StmtId rebuilt = rebuild(id);
    repeats_ -= repeats ? 1 : 0;
    return rebuilt;
  }

  bool needs_order_of_iterations(const Shared& shared) const {
    if (fp_ != FloatMode::Strict) return false;
    return std::any_of(shared.reductions.begin(), shared.reductions.end(), needs_tree) ||
           std::any_of(shared.scatters.begin(), shared.scatters.end(),
                       [&](const ScatterUpdate& s) { return !has_atomics(s) && !s.best; });
  }

  bool has_atomics(const ScatterUpdate& s) const {
    if (s.best) return false;
    const ScalarType type = function_[s.array].type;
    return is_integer(type) || type == ScalarType::Bool;
  }

  bool must_run_in_order(StmtId id, const Shared& shared) const {
    if (shared.unexplained || needs_order_of_iterations(shared)) return true;
    const Block& body = std::get<For>(function_[id].node).body;
    for (const Reduction& r : shared.reductions) {
      if (r.guards_raise || (r.accumulator.is_element() && is_checked(body, r.accumulator.array)))
        return true;
    }
    const bool copies = std::any_of(shared.scatters.begin(), shared.scatters.end(),
                                    [&](const ScatterUpdate& s) { return !has_atomics(s); });
    const bool too_deep =
        std::any_of(shared.scatters.begin(), shared.scatters.end(),
                    [&](const ScatterUpdate& s) { return function_[s.array].rank >= kMaxRank; });
    return copies && (too_deep || !shared.reductions.empty());
  }

  bool is_checked(const Block& body, ArrayId array) const {
    bool found = false;
    walk_stmts(function_, body, [&](StmtId id) {
      const auto* check = std::get_if<CheckIndex>(&function_[id].node);
      found |= check != nullptr && check->array == array;
      return !found;
    });
    return found;
  }

  StmtId in_order(StmtId id) {
    Stmt stmt = function_[with_nested(id)];
    std::get<For>(stmt.node).mark = LoopMark::Sequential;
    return build_.statement(std::move(stmt.node), stmt.range);
  }

  StmtId without_continue(StmtId id, StmtId original) {
    Stmt stmt = function_[id];
    auto& loop = std::get<For>(stmt.node);
    loop.body = remove_continue(function_, loop.body);
    const StmtId result = build_.statement(std::move(stmt.node), stmt.range);
    live_.inherit(result, original);
    return result;
  }

  Block outermost(StmtId id) {
    Shared shared = shared_by(id);
    For loop = std::get<For>(function_[id].node);
    const SourceRange range = function_[id].range;
    const auto atomic = std::stable_partition(shared.scatters.begin(), shared.scatters.end(),
                                              [&](const ScatterUpdate& s) { return !has_atomics(s); });
    const std::vector<ScatterUpdate> copies(shared.scatters.begin(), atomic);
    for (auto it = atomic; it != shared.scatters.end(); ++it)
      loop.body = with_atomic_updates(function_, loop.body, *it);
    if (!copies.empty()) return with_private_copies(function_, loop, copies);
    if (shared.reductions.empty()) return {build_.statement(std::move(loop), range)};
    if (shared.only_last_values()) return store_last_values(function_, loop, shared.reductions, range);
    return join_leaves(function_, loop, shared.reductions, range, form_,
                       repeats_ > 0 && form_ == TreeForm::InOrder);
  }

  /// A parallel loop inside another runs on one thread: only float sums care how.
  Block inner(StmtId id, const Shared& shared) {
    const StmtId rebuilt = rebuild(id);
    if (shared.nothing()) return {rebuilt};
    std::vector<Reduction> sums;
    if (fp_ != FloatMode::Strict) {
      const StmtId plain = without_continue(rebuilt, id);
      const Shared again = shared_by(plain);
      const Block& body = std::get<For>(function_[plain].node).body;
      for (const Reduction& r : again.reductions) {
        if (needs_tree(r) && !(r.accumulator.is_element() && is_checked(body, r.accumulator.array)))
          sums.push_back(r);
      }
      if (!sums.empty()) {
        const bool alone = sums.size() == again.reductions.size() && again.scatters.empty();
        const For loop = std::get<For>(function_[plain].node);
        return sum_in_order(function_, loop, sums, alone, function_[plain].range);
      }
    }
    Stmt stmt = function_[rebuilt];
    std::get<For>(stmt.node).mark = LoopMark::Sequential;
    return {build_.statement(std::move(stmt.node), stmt.range)};
  }

  FloatMode fp_;
  TreeForm form_;
  analysis::Liveness live_;
  int repeats_ = 0;      ///< loops in order around
  bool inside_ = false;  ///< a parallel loop
};

}  // namespace

Function split_reductions(const Function& function, FloatMode fp, TreeForm form) {
  Function result = function;
  SplitReductions split(result, fp, form);
  Block body = split.block(result.body);
  result.body = std::move(body);
  return result;
}

}  // namespace unpython::transform
