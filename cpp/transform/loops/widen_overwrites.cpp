#include "transform/loops/widen_overwrites.h"

#include <algorithm>
#include <optional>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "cost/vector_cost.h"
#include "ir/rewrite.h"
#include "transform/loops/copy_loop.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;

constexpr int kVectorsAtATime = 4;  // hide the latency of loads and additions

class WidenOverwrites : public StatementRewriter {
 public:
  WidenOverwrites(Function& function, const abi::TargetInfo& target)
      : StatementRewriter(function), live_(function), vector_bytes_(target.vector_bytes) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr) return {rebuild(id)};
    if (loop->mark == LoopMark::Vector) return {id};
    const bool candidate = loop->mark == LoopMark::Sequential && !loop->independent && is_plain(id, *loop);
    const std::optional<ExprId> ahead = candidate ? reads_ahead(*loop) : std::nullopt;
    if (!ahead) return {rebuild(id)};
    const cost::VectorShape shape = cost::vector_shape(function_, id, vector_bytes_);
    const auto lanes = static_cast<int>(vector_bytes_ / shape.item_bytes);
    if (shape.heavy || lanes < 2) return {id};
    const StmtId wide = build_.vector_loop(loop->counter, loop->extent, kVectorsAtATime * lanes, loop->body, given.range);
    return {build_.if_then(*ahead, {wide}, {with_own_counter(function_, *loop, given.range)}, given.range)};
  }

 private:
  /// Assignments, and one store as the last statement; no variable goes from one iteration to the next, or out.
  [[nodiscard]] bool is_plain(StmtId id, const For& loop) const {
    if (!function_.disjoint_arguments || loop.body.empty()) return false;
    if (!std::holds_alternative<Store>(function_[loop.body.back()].node)) return false;
    const bool assigns = std::all_of(loop.body.begin(), loop.body.end() - 1, [&](StmtId part) {
      return std::holds_alternative<Assign>(function_[part].node);
    });
    if (!assigns) return false;
    const analysis::VarSet exposed = analysis::exposed_variables(function_, loop.body);
    const auto assigned = analysis::assigned_variables(function_, loop.body).members();
    return std::none_of(assigned.begin(), assigned.end(),
                        [&](VarId v) { return exposed.contains(v) || live_.live_after(id, v); });
  }

  /// Holds where each load of the stored array is of an element that this iteration or a later one stores, if any does:
  /// (load - store) / step >= 0 in the dimension that the loop goes along. None where a distance changes in the loop, or all are
  /// constants.
  std::optional<ExprId> reads_ahead(const For& loop) {
    const Store store = std::get<Store>(function_[loop.body.back()].node);
    const analysis::VarSet inside = analysis::changing_in(function_, loop);
    const std::optional<size_t> axis = axis_of(loop, store.indices);
    if (!axis || *axis + 1 != store.indices.size()) return std::nullopt;
    const Affine to = *analysis::affine_form(function_, store.indices[*axis]);
    const int64_t step = analysis::coefficient_of(function_, to, loop.counter);
    ExprId all;
    bool known = true;
    bool follows = true;
    for (const StmtId part : loop.body) {
      for (const ExprId root : expressions(function_[part])) {
        walk_exprs(function_, root, [&](ExprId id) {
          const auto* load = std::get_if<Load>(&function_[id].node);
          follows = follows && !std::holds_alternative<WrapIndex>(function_[id].node) &&
                    (load == nullptr || moves_by_one(loop, load->indices));
        });
        for (const ExprId id : loads_of(root, store.array)) {
          const Load load = std::get<Load>(function_[id].node);
          const auto from = analysis::affine_form(function_, load.indices[*axis]);
          const auto apart = from ? analysis::add_scaled(function_, *from, to, -1) : std::nullopt;
          const bool alike = apart && axis_of(loop, load.indices) == axis;
          if (!alike || !analysis::is_fixed(function_, *apart, inside)) {
            follows = false;
            continue;
          }
          if (apart->is_constant() && apart->constant == 0) continue;
          known = known && apart->is_constant();
          const ExprId distance = analysis::to_expr(build_, *apart);
          const CompareOp ahead = step > 0 ? CompareOp::GreaterEqual : CompareOp::LessEqual;
          const ExprId holds = build_.compare(ahead, distance, build_.int64(0));
          all = all.valid() ? build_.logical_and(all, holds) : holds;
        }
      }
    }
    return follows && !known ? std::optional(all) : std::nullopt;
  }

  [[nodiscard]] std::vector<ExprId> loads_of(ExprId root, ArrayId array) const {
    std::vector<ExprId> loads;
    walk_exprs(function_, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&function_[id].node);
      if (load != nullptr && load->array == array) loads.push_back(id);
    });
    return loads;
  }
  /// The one dimension that moves with the counter, by one element at a time.
  [[nodiscard]] std::optional<size_t> axis_of(const For& loop, const std::vector<ExprId>& indices) const {
    const analysis::VarSet inside = analysis::changing_in(function_, loop);
    std::optional<size_t> axis;
    for (size_t d = 0; d < indices.size(); ++d) {
      const auto form = analysis::affine_form(function_, indices[d]);
      if (!form) return std::nullopt;
      const int64_t step = analysis::coefficient_of(function_, *form, loop.counter);
      const Affine rest = analysis::without(function_, *form, loop.counter);
      for (const analysis::Term& term : rest.terms)
        if (analysis::reads_any(function_, term.atom, inside)) return std::nullopt;
      if (step == 0) continue;
      if (axis || (step != 1 && step != -1)) return std::nullopt;
      axis = d;
    }
    return axis;
  }
  /// Neighbours under neighbouring lanes, or one element for all of them.
  [[nodiscard]] bool moves_by_one(const For& loop, const std::vector<ExprId>& indices) const {
    const std::optional<size_t> axis = axis_of(loop, indices);
    return axis ? *axis + 1 == indices.size() : std::none_of(indices.begin(), indices.end(), [&](ExprId index) {
      return analysis::reads_any(function_, index, analysis::changing_in(function_, loop));
    });
  }

  const analysis::Liveness live_;
  const int vector_bytes_;
};

}  // namespace

Function widen_overwrites(const Function& function, const abi::TargetInfo& target) {
  return rewritten<WidenOverwrites>(function, target);
}

}  // namespace unpython::transform
