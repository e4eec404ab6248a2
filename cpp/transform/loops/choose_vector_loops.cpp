#include "transform/loops/choose_vector_loops.h"

#include <algorithm>
#include <map>

#include "analysis/text/dependence.h"
#include "cost/vector_cost.h"
#include "ir/lane_rules.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using cost::VectorShape;

constexpr int kSideBySide = 4;      // vectors that hide the latency of an addition
constexpr int kTogether = 2;        // the same where more lanes would wait for the slowest of them
constexpr double kMasks = 8;        // cycles of a vector with lanes that are off
constexpr int64_t kShortBlock = 2;  // vectors of a block whose iterations hold loops
constexpr int64_t kLongBlock = 2048;
constexpr int64_t kHeavyBlock = 512;

const For* plain_loop(const Function& f, StmtId id) {
  const auto* loop = std::get_if<For>(&f[id].node);
  const bool plain =
      loop != nullptr && (loop->mark == LoopMark::Sequential || loop->mark == LoopMark::Parallel);
  return plain ? loop : nullptr;
}

/// Lanes do not nest: what is inside such a loop stays as it is.
bool is_vector(const Function& f, StmtId id) {
  const auto* loop = std::get_if<For>(&f[id].node);
  return loop != nullptr && loop->mark == LoopMark::Vector;
}

/// Nothing in the body that lanes can not do side by side.
bool fits_lanes(const Function& f, const Block& body) {
  return raises_before_it_stores(f, body) && !any_stmt(f, body, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    const auto* loop = std::get_if<For>(&node);
    return is_one_of<Return, Allocate, AtomicUpdate>(node) ||
           (loop != nullptr && plain_loop(f, id) == nullptr && loop->mark != LoopMark::Unrolled);
  });
}

/// The cheapest set of vector loops of a nest.
struct Choice {
  double cost = 0;  ///< of one run of the loop
  std::map<StmtId, VectorShape> loops;
};

class Chooser {
 public:
  Chooser(const Function& f, const analysis::Liveness& live, int vector_bytes)
      : f_(f), live_(live), vector_bytes_(vector_bytes) {}

  /// `threads`: a Parallel loop is around.
  Choice best(StmtId id, const For& loop, bool threads) {
    threads = threads || loop.mark == LoopMark::Parallel;
    Choice inside = within(loop.body, threads);
    const double trips = cost::expected_trips(f_, loop.extent);
    inside.cost = trips * (inside.cost + cost::scalar_cost(f_, loop.body));
    // Lanes must not take the place of threads.
    if (!threads && holds_parallel(loop.body)) return inside;
    if (!fits_lanes(f_, loop.body) || !analysis::has_independent_iterations(f_, live_, id)) return inside;
    const VectorShape shape = cost::vector_shape(f_, id, vector_bytes_);
    const double lanes = static_cast<double>(vector_bytes_) / static_cast<double>(shape.item_bytes);
    // At least one whole vector; one of which most lanes are off takes longer to set up than what it does.
    const bool short_row = std::holds_alternative<Const>(f_[loop.extent].node) && 2 * trips <= lanes;
    const double cost = std::max(trips, lanes) * shape.cost + (short_row ? kMasks : 0);
    if (cost >= inside.cost) return inside;
    return {cost, {{id, shape}}};
  }

 private:
  bool holds_parallel(const Block& block) const {
    return any_stmt(f_, block, [&](StmtId id) {
      const auto* loop = std::get_if<For>(&f_[id].node);
      return loop != nullptr && loop->mark == LoopMark::Parallel;
    });
  }
  Choice within(const Block& block, bool threads) {
    Choice sum;
    const auto add = [&](Choice choice) {
      sum.cost += choice.cost;
      sum.loops.merge(choice.loops);
    };
    for (StmtId id : block) {
      if (const For* loop = plain_loop(f_, id)) {
        add(best(id, *loop, threads));
      } else if (!is_vector(f_, id)) {
        for (const Block* nested : blocks(f_[id])) add(within(*nested, threads));
      }
    }
    return sum;
  }

  const Function& f_;
  const analysis::Liveness& live_;
  int vector_bytes_;
};

class ChooseVectorLoops : public StatementRewriter {
 public:
  ChooseVectorLoops(Function& f, const abi::TargetInfo& target)
      : StatementRewriter(f), live_(f), vector_bytes_(target.vector_bytes) {}

  Block stmt(StmtId id) override {
    if (is_vector(function_, id)) return {id};
    const For* found = plain_loop(function_, id);
    if (found == nullptr) return {rebuild(id)};
    const For loop = *found;
    const bool outermost = !inside_nest_;
    if (outermost) chosen_ = Chooser(function_, live_, vector_bytes_).best(id, loop, false).loops;
    if (const auto shape = chosen_.find(id); shape != chosen_.end()) {
      return vector_code(loop, shape->second, function_[id].range);
    }
    const bool parallel_outside = inside_parallel_;
    inside_nest_ = true;
    inside_parallel_ = inside_parallel_ || loop.mark == LoopMark::Parallel;
    const StmtId rebuilt = rebuild(id);
    inside_parallel_ = parallel_outside;
    inside_nest_ = !outermost;
    return {rebuilt};
  }

 private:
  Block vector_code(const For& loop, const VectorShape& shape, SourceRange range) {
    const int width = width_of(shape);
    const Block body = in_order(loop.body);
    const bool in_blocks = loop.mark == LoopMark::Parallel && !inside_parallel_;
    if (!in_blocks) return {build_.vector_loop(loop.counter, loop.extent, width, body, range)};
    int64_t length = shape.heavy ? kHeavyBlock : kLongBlock;
    if (shape.has_loop) length = kShortBlock * width;
    const VarId trips = build_.variable("trips", ScalarType::Int64, range);
    const ExprId extent = build_.read(trips);
    const VarId block = build_.variable("block", ScalarType::Int64, range);
    const VarId lane = build_.variable("lane", ScalarType::Int64, range);
    const ExprId first = build_.mul(build_.read(block), build_.int64(length));
    Substitution place(function_);
    place.replace(loop.counter, build_.add(first, build_.read(lane)));
    const ExprId left = build_.min(build_.int64(length), build_.sub(extent, first));
    const StmtId lanes = build_.vector_loop(lane, left, width, place.block(body), range);
    const ExprId count = build_.floor_div(build_.add(extent, build_.int64(length - 1)), build_.int64(length));
    return {build_.assign(trips, loop.extent, range),
            build_.loop(block, count, LoopMark::Parallel, {lanes}, range)};
  }
  /// Several vectors side by side where iterations wait for each other in an inner loop.
  [[nodiscard]] int width_of(const VectorShape& shape) const {
    const int lanes = std::max(1, static_cast<int>(vector_bytes_ / shape.item_bytes));
    if (!shape.has_loop || shape.heavy_inside || shape.gathers_inside > 0) return lanes;
    return (shape.diverges ? kTogether : kSideBySide) * lanes;
  }
  /// Loops inside a vector loop are no longer parallel.
  Block in_order(const Block& body) {
    class InOrder : public StatementRewriter {
     public:
      using StatementRewriter::StatementRewriter;
      Block stmt(StmtId id) override {
        const StmtId rebuilt = rebuild(id);
        Stmt copy = function_[rebuilt];
        auto* loop = std::get_if<For>(&copy.node);
        if (loop == nullptr || loop->mark != LoopMark::Parallel) return {rebuilt};
        loop->mark = LoopMark::Sequential;
        return {build_.statement(std::move(copy.node), copy.range)};
      }
    };
    return InOrder(function_).block(body);
  }

  analysis::Liveness live_;
  int vector_bytes_;
  std::map<StmtId, VectorShape> chosen_;
  bool inside_nest_ = false;
  bool inside_parallel_ = false;
};

}  // namespace

Function choose_vector_loops(const Function& function, const abi::TargetInfo& target) {
  return rewritten<ChooseVectorLoops>(function, target);
}

}  // namespace unpython::transform
