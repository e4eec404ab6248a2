#include "transform/interchange_loops.h"

#include <algorithm>
#include <vector>

#include "analysis/dependence.h"
#include "analysis/variables.h"
#include "ir/rewrite.h"
#include "transform/vector_cost.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int kAnyVectorBytes = 64;  // strides do not depend on it

class InterchangeLoops : public Rewriter {
 public:
  using Rewriter::Rewriter;
  ExprId expr(ExprId id) override { return id; }

  Block stmt(StmtId id) override {
    const auto* scheduled = std::get_if<For>(&function_[id].node);
    if (scheduled != nullptr && scheduled->mark == LoopMark::CpuParallel) return {id};
    const std::vector<StmtId> nest = movable(id);
    if (nest.size() < 2) return {rebuild(id)};
    const Block before = loop(nest.back()).body;
    Block body = block(before);
    const std::vector<StmtId> order = preferred(nest);
    if (order == nest && body == before) return {id};
    for (size_t n = order.size(); n-- > 0;) {
      For copy = loop(order[n]);
      copy.body = std::move(body);
      body = {build_.statement(std::move(copy), function_[order[n]].range)};
    }
    return body;
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(function_[id].node); }

  /// The loops from `id` inwards that may change places.
  std::vector<StmtId> movable(StmtId id) const {
    std::vector<StmtId> nest = perfect_nest(id);
    if (nest.size() < 2) return nest;
    const auto fixed = std::find_if_not(nest.begin(), nest.end(),
                                        [&](StmtId loop) { return analysis::may_reorder(function_, loop); });
    nest.erase(fixed, nest.end());
    return nest;
  }
  /// Loops that are each the whole body of the one before and do not bound each other.
  std::vector<StmtId> perfect_nest(StmtId id) const {
    std::vector<StmtId> nest;
    analysis::VarSet counters(function_.variables.size());
    while (true) {
      const auto* next = std::get_if<For>(&function_[id].node);
      const bool plain =
          next != nullptr && (next->mark == LoopMark::Sequential || next->mark == LoopMark::Parallel);
      if (!plain || analysis::has_load(function_, next->extent)) return nest;
      if (analysis::reads_any(function_, next->extent, counters)) return nest;
      nest.push_back(id);
      counters.insert(next->counter);
      if (next->body.size() != 1) return nest;
      id = next->body[0];
    }
  }
  std::vector<StmtId> preferred(const std::vector<StmtId>& nest) const {
    // Fewest scattered accesses, then most neighbours; the innermost wins where nothing else tells.
    const auto rank = [&](StmtId id) {
      const VectorShape shape = vector_shape(function_, id, kAnyVectorBytes);
      return std::pair(-shape.gathers, shape.unit_accesses);
    };
    const auto best =
        std::max_element(nest.rbegin(), nest.rend(), [&](StmtId a, StmtId b) { return rank(a) < rank(b); });
    const StmtId inside = *best;
    std::vector<StmtId> order = nest;
    std::erase(order, inside);
    std::stable_partition(order.begin(), order.end(),
                          [&](StmtId id) { return loop(id).mark == LoopMark::Parallel; });
    order.push_back(inside);
    return order;
  }
};

}  // namespace

Function interchange_loops(const Function& function) {
  Function result = function;
  Block body = InterchangeLoops(result).block(result.body);
  result.body = std::move(body);
  return result;
}

}  // namespace unpython::transform
