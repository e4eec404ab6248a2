#include "transform/loops/parallelize_loops.h"

#include <array>

#include "analysis/text/variables.h"
#include "cost/cost.h"
#include "cost/cpu_shape.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

bool contains_parallel(const Function& f, const Block& block) {
  return any_stmt(f, block, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&f[id].node);
    return loop != nullptr && loop->mark == LoopMark::CpuParallel;
  });
}

bool contains_loop(const Function& f, const Block& block) {
  return holds_any<For, While>(f, block);
}

class Parallelize : public StatementRewriter {
 public:
  Parallelize(Function& function, const analysis::Liveness& live) : StatementRewriter(function), live_(live) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {rebuild(id)};
    if (inside_ || contains_parallel(function_, loop->body) || !analysis::is_private(function_, live_, id)) {
      return {with_mark(id, LoopMark::Sequential)};
    }
    inside_ = true;
    Block result = outermost(id, *loop);
    inside_ = false;
    return result;
  }

 private:
  StmtId with_mark(StmtId id, LoopMark mark) {
    Stmt copy = function_[rebuild(id)];
    std::get<For>(copy.node).mark = mark;
    return build_.statement(std::move(copy.node), copy.range);
  }

  Block outermost(StmtId id, const For& loop) {
    if (const For* inner = perfect_inner(loop)) return pair(id, loop, For(*inner));
    const ExprId grain = cost::grain_for(function_, cost::work_of_iteration(function_, std::array{id}));
    const SourceRange range = function_[id].range;
    return {build_.parallel_loop(loop.counter, loop.extent, grain, block(loop.body), range)};
  }

  /// The one parallel loop that is the whole body, if its extent is the same in every outer iteration and the
  /// outer extent is not known to be large.
  const For* perfect_inner(const For& loop) {
    if (loop.body.size() != 1) return nullptr;
    const auto* inner = std::get_if<For>(&function_[loop.body[0]].node);
    if (inner == nullptr || (inner->mark != LoopMark::Parallel && inner->mark != LoopMark::Vector))
      return nullptr;
    const Constant* trips = build_.as_constant(loop.extent);
    if (trips != nullptr && trips->integer >= cost::kEnoughItems) return nullptr;
    const Constant* columns = build_.as_constant(inner->extent);
    if (columns != nullptr && columns->integer <= least_block(inner->body)) return nullptr;  // one block
    if (!analysis::is_fixed(function_, inner->extent, analysis::changing_in(function_, loop))) {
      return nullptr;
    }
    return inner;
  }

  /// Whole vectors in a block, and enough work in a short one.
  [[nodiscard]] int64_t least_block(const Block& body) const { return contains_loop(function_, body) ? 8 : 64; }

  /// for q in rows * blocks: row = q // blocks; first = q % blocks * length; for j in min(length, columns -
  /// first)
  Block pair(StmtId id, const For& outer, const For& inner) {
    const SourceRange range = function_[id].range;
    const SourceRange inner_range = function_[outer.body[0]].range;
    const ExprId work = cost::work_of_iteration(function_, std::array{id, outer.body[0]});
    Block before;
    const auto named = [&](const char* name, ExprId value, Block& into) {
      const VarId variable = build_.variable(name, ScalarType::Int64, range);
      into.push_back(build_.assign(variable, value, range));
      return build_.read(variable);
    };
    const ExprId zero = build_.int64(0);
    const ExprId one = build_.int64(1);
    const ExprId least = build_.int64(least_block(inner.body));
    const ExprId rows = named("rows", build_.max(zero, outer.extent), before);
    const ExprId columns = named("columns", build_.max(zero, inner.extent), before);
    const ExprId wanted =
        build_.max(one, build_.floor_div(build_.int64(cost::kEnoughItems), build_.max(one, rows)));
    const ExprId share = build_.add(build_.floor_div(columns, build_.mul(wanted, least)), one);
    const ExprId exact = build_.mul(share, least);
    const ExprId length =
        named("block",
              build_.select(build_.compare(CompareOp::Equal, wanted, one), build_.max(one, columns), exact),
              before);
    const ExprId blocks =
        named("blocks", build_.floor_div(build_.add(columns, build_.sub(length, one)), length), before);

    Block body;
    const VarId item = build_.variable("item", ScalarType::Int64, range);
    body.push_back(build_.assign(outer.counter, build_.floor_div(build_.read(item), blocks), range));
    const ExprId block_index = build_.sub(build_.read(item), build_.mul(build_.read(outer.counter), blocks));
    const ExprId first = named("first", build_.mul(block_index, length), body);
    Block inner_body = block(inner.body);
    const VarId offset = build_.variable("offset", ScalarType::Int64, inner_range);
    Substitution shift(function_);
    shift.replace(inner.counter, build_.add(first, build_.read(offset)));
    inner_body = shift.block(inner_body);
    For blocked{.counter = offset, .extent = build_.min(length, build_.sub(columns, first))};
    blocked.mark = inner.mark == LoopMark::Parallel ? LoopMark::Sequential : inner.mark;
    blocked.width = inner.width;
    blocked.body = std::move(inner_body);
    body.push_back(build_.statement(std::move(blocked), inner_range));

    const ExprId grain = cost::grain_for(
        function_, build_.max(one, build_.mul(work, build_.min(length, build_.int64(1 << 20)))));
    before.push_back(build_.parallel_loop(item, build_.mul(rows, blocks), grain, std::move(body), range));
    return before;
  }

  const analysis::Liveness& live_;
  bool inside_ = false;
};

}  // namespace

Function parallelize_loops(const Function& function) {
  Function result = function;
  result.level = Level::Scheduled;
  const analysis::Liveness live(result);
  result.body = Parallelize(result, live).block(result.body);
  return result;
}

}  // namespace unpython::transform
