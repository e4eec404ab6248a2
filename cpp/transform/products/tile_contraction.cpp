#include "transform/products/tile_contraction.h"

#include "analysis/text/dependence.h"
#include "analysis/text/effects.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/products/contraction.h"
#include "transform/products/contraction_tiles.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Touch;

class TileContraction : public StatementRewriter {
 public:
  TileContraction(Function& f, const abi::TargetInfo& target) : StatementRewriter(f), target_(target), live_(f) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    const bool plain =
        loop != nullptr && (loop->mark == LoopMark::Sequential || loop->mark == LoopMark::Parallel);
    if (!plain) return {rebuild(id)};
    if (Block tiled = loop->body.size() == 1 ? whole(id, *loop) : split(id, *loop); !tiled.empty())
      return tiled;
    const bool outside = inside_parallel_;
    inside_parallel_ = inside_parallel_ || loop->mark == LoopMark::Parallel;
    const StmtId rebuilt = rebuild(id);
    inside_parallel_ = outside;
    return {rebuilt};
  }

 private:
  Block tiled(const Candidate& candidate) {
    const auto contraction = find_contraction(function_, live_, candidate);
    if (!contraction) return {};
    const auto packed = split_operands(function_, *contraction);
    if (!packed) return {};
    return tiled_code(function_, *contraction, *packed, target_, !inside_parallel_);
  }
  Block whole(StmtId id, const For& loop) {
    return tiled({id, loop.body[0], analysis::may_reorder(function_, live_, id)});
  }

  /// for i: A; B; C  as  for i: A;  for i: B;  for i: C  where B is a contraction with i; there may be
  /// several.
  Block split(StmtId id, const For& loop) {
    const bool has_nest = std::any_of(loop.body.begin(), loop.body.end(), [&](StmtId part) {
      return std::holds_alternative<For>(function_[part].node);
    });
    if (!has_nest || !analysis::may_reorder(function_, live_, id)) return {};
    Block result;
    const auto append = [&](const Block& code) { result.insert(result.end(), code.begin(), code.end()); };
    auto pending = loop.body.begin();
    for (size_t n = 0; n < loop.body.size(); ++n) {
      if (!stands_alone(loop.body, n)) continue;
      const Block code = tiled({id, loop.body[n], true});
      if (code.empty()) continue;
      const auto at = loop.body.begin() + static_cast<std::ptrdiff_t>(n);
      append(rest(id, loop, {pending, at}));
      append(code);
      pending = at + 1;
    }
    if (pending == loop.body.begin()) return {};
    append(rest(id, loop, {pending, loop.body.end()}));
    return result;
  }
  /// Neither a scalar nor an array of one iteration's own passes between the statements before, at and after
  /// `n` of a loop body.
  bool stands_alone(const Block& body, size_t n) const {
    const auto at = body.begin() + static_cast<std::ptrdiff_t>(n);
    const Block before(body.begin(), at);
    const Block part = {body[n]};
    const Block after(at + 1, body.end());
    const auto passes = [&](const Block& from, const Block& to) {
      const analysis::VarSet needed = analysis::exposed_variables(function_, to);
      const auto given = analysis::assigned_variables(function_, from).members();
      return std::any_of(given.begin(), given.end(), [&](VarId v) { return needed.contains(v); }) ||
             passes_array(from, to);
    };
    return !passes(before, part) && !passes(before, after) && !passes(part, after);
  }
  /// `to` uses an array that each run of `from` allocates: all runs of `from` first would leave the last
  /// one's.
  bool passes_array(const Block& from, const Block& to) const {
    const analysis::Effects later = analysis::effects_of(function_, to);
    const analysis::Effects earlier = analysis::effects_of(function_, from);
    return std::any_of(earlier.touches.begin(), earlier.touches.end(), [&](const Touch& given) {
      return given.kind == Touch::Kind::Allocate &&
             std::any_of(later.touches.begin(), later.touches.end(),
                         [&](const Touch& used) { return used.array == given.array; });
    });
  }
  /// The loop over other statements of its body; may be none.
  Block rest(StmtId id, For loop, Block body) {
    if (body.empty()) return {};
    const bool outside = inside_parallel_;
    inside_parallel_ = inside_parallel_ || loop.mark == LoopMark::Parallel;
    loop.body = block(body);
    inside_parallel_ = outside;
    return {build_.statement(std::move(loop), function_[id].range)};
  }

  const abi::TargetInfo& target_;
  analysis::Liveness live_;
  bool inside_parallel_ = false;
};

}  // namespace

Function tile_contraction(const Function& function, const abi::TargetInfo& target) {
  if (!function.disjoint_arguments) return function;
  return rewritten<TileContraction>(function, target);
}

}  // namespace unpython::transform
