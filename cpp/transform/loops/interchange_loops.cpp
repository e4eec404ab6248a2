#include "transform/loops/interchange_loops.h"

#include <algorithm>
#include <string>

#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "cost/vector_cost.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::NestNotes;

constexpr int kAnyVectorBytes = 64;  // strides do not depend on it

class InterchangeLoops : public StatementRewriter {
 public:
  InterchangeLoops(Function& function, const MemoryOrder& memory, std::vector<NestNotes>& nests, NeighboursRunOn neighbours)
      : StatementRewriter(function), live_(function), memory_(memory), nests_(nests), neighbours_(neighbours) {}

  Block stmt(StmtId id) override {
    const auto* scheduled = std::get_if<For>(&function_[id].node);
    const bool done = scheduled != nullptr &&
                      (scheduled->mark == LoopMark::CpuParallel || scheduled->mark == LoopMark::Group);
    if (done) return {id};
    const std::vector<StmtId> nest = perfect_nest(id);
    const std::vector<StmtId> placed = by_memory(nest);
    if (!placed.empty()) return in_order(nest, placed);
    const std::vector<StmtId> movable = may_move(nest);
    return movable.size() < 2 ? Block{rebuild(id)} : in_order(movable, preferred(movable));
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(function_[id].node); }

  Block in_order(const std::vector<StmtId>& nest, const std::vector<StmtId>& order) {
    const Block before = loop(nest.back()).body;
    Block body = block(before);
    if (order != nest) note(nest, order);
    if (order == nest && body == before) return {nest.front()};
    for (size_t n = order.size(); n-- > 0;) {
      For copy = loop(order[n]);
      if (neighbours_ == NeighboursRunOn::Threads && leaves_parallel(nest, order, order[n])) copy.mark = LoopMark::Parallel;
      copy.body = std::move(body);
      body = {build_.statement(std::move(copy), function_[order[n]].range)};
    }
    return body;
  }

  /// It stands around a Parallel loop in which it stood.
  bool leaves_parallel(const std::vector<StmtId>& nest, const std::vector<StmtId>& order, StmtId id) const {
    const auto is_before = [](const std::vector<StmtId>& loops, StmtId a, StmtId b) {
      return std::find(loops.begin(), loops.end(), a) < std::find(loops.begin(), loops.end(), b);
    };
    return std::any_of(nest.begin(), nest.end(), [&](StmtId other) {
      return loop(other).mark == LoopMark::Parallel && is_before(nest, other, id) && is_before(order, id, other);
    });
  }

  /// The nest in the order that the call asks for; none if that is not known of all its loops, or if
  /// something in them may raise: Python raises what comes first.
  std::vector<StmtId> by_memory(const std::vector<StmtId>& nest) const {
    std::vector<StmtId> order = nest;
    const auto place = [&](StmtId id) { return memory_.place_of(loop(id).counter); };
    std::sort(order.begin(), order.end(), [&](StmtId a, StmtId b) { return place(a) < place(b); });
    for (size_t n = 0; n < order.size(); ++n)
      if (place(order[n]) != static_cast<int>(n)) return {};
    if (nest.size() < 2 || may_raise(function_, loop(nest.front()).body)) return {};
    return order;
  }

  /// The loops from the outermost inwards that may change places, as the text tells.
  std::vector<StmtId> may_move(std::vector<StmtId> nest) const {
    if (nest.size() < 2) return nest;
    const auto fixed = std::find_if_not(
        nest.begin(), nest.end(), [&](StmtId loop) { return analysis::may_reorder(function_, live_, loop); });
    nest.erase(fixed, nest.end());
    return nest;
  }
  /// Loops that are each the whole body of the one before and do not bound each other.
  std::vector<StmtId> perfect_nest(StmtId id) const {
    std::vector<StmtId> nest;
    analysis::VarSet counters;
    while (true) {
      const auto* next = std::get_if<For>(&function_[id].node);
      const bool plain =
          next != nullptr && (next->mark == LoopMark::Sequential || next->mark == LoopMark::Parallel);
      if (!plain || has_load(function_, next->extent)) return nest;
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
      const cost::VectorShape shape = cost::vector_shape(function_, id, kAnyVectorBytes);
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

  /// "loops run in the order of lines 7, 6", or of axes where one expression makes them all.
  void note(const std::vector<StmtId>& nest, const std::vector<StmtId>& order) {
    const SourceRange& range = function_[nest.front()].range;
    const size_t report = analysis::notes_at(nests_, range);
    if (report == nests_.size()) return;
    const bool one_place = std::all_of(nest.begin(), nest.end(),
                                       [&](StmtId id) { return function_[id].range.line == range.line; });
    std::string text;
    for (const StmtId id : order) {
      const auto axis = std::find(nest.begin(), nest.end(), id) - nest.begin();
      text += (text.empty() ? "" : ", ") + std::to_string(one_place ? axis : function_[id].range.line);
    }
    const std::string at =
        one_place ? "line " + std::to_string(range.line) + " runs over axes " : "loops in lines ";
    text = at + text + ", from the outside: that suits memory";
    std::string& known = nests_[report].order;
    if (known.find(text) == std::string::npos) known += (known.empty() ? "" : "; ") + text;
  }

  analysis::Liveness live_;
  const MemoryOrder& memory_;
  std::vector<NestNotes>& nests_;
  const NeighboursRunOn neighbours_;
};

}  // namespace

MemoryOrder::MemoryOrder(const Function& function, const analysis::CallFacts& facts) {
  for (const analysis::LoopVerdict& verdict : facts.loops)
    if (verdict.place >= 0) places_[std::get<For>(function[verdict.stmt].node).counter] = verdict.place;
}

int MemoryOrder::place_of(VarId counter) const {
  const auto found = places_.find(counter);
  return found == places_.end() ? -1 : found->second;
}

Function interchange_loops(const Function& function, const MemoryOrder& memory,
                           std::vector<NestNotes>& nests, NeighboursRunOn neighbours) {
  return rewritten<InterchangeLoops>(function, memory, nests, neighbours);
}

}  // namespace unpython::transform
