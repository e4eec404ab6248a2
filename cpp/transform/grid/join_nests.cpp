#include "transform/grid/join_nests.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "analysis/text/affine.h"
#include "analysis/text/effects.h"
#include "analysis/text/iterations_apart.h"
#include "ir/constant.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Effects;
using analysis::Touch;
using analysis::VarSet;

constexpr int64_t kMostApart = 8;    // extents of both spaces
constexpr size_t kMostTouches = 32;  // elements of an iteration: more would need more registers than each nest alone

const For& grid_loop(const Function& f, StmtId id) { return std::get<For>(f[id].node); }

/// A nest of Grid loops, outermost first, and what its iterations do.
struct GridNest {
  std::vector<StmtId> loops;
  Block body;
  Effects effects;
};

bool owns_arrays(const Function& f, const Effects& effects) {
  return std::any_of(effects.touches.begin(), effects.touches.end(), [&](const Touch& touch) { return !f[touch.array].extents.empty(); });
}

std::optional<GridNest> nest_of(const Function& f, StmtId root) {
  GridNest nest;
  StmtId next = root;
  while (true) {
    const auto* loop = std::get_if<For>(&f[next].node);
    if (loop == nullptr || loop->mark != LoopMark::Grid) break;
    nest.loops.push_back(next);
    nest.body = loop->body;
    if (loop->body.size() != 1) break;
    next = loop->body[0];
  }
  if (nest.loops.empty() || !analysis::runs_straight(f, nest.body)) return std::nullopt;
  nest.effects = analysis::effects_of(f, nest.body);
  if (nest.effects.raises || nest.effects.leaves || owns_arrays(f, nest.effects)) return std::nullopt;
  return nest;
}

/// x of maximum(0, x), which is how extents of ranges are written.
ExprId unclipped(const Function& f, ExprId extent) {
  const auto* call = std::get_if<Call>(&f[extent].node);
  if (call == nullptr || call->function != Intrinsic::Maximum) return extent;
  const auto* zero = std::get_if<Const>(&f[call->arguments[0]].node);
  return zero != nullptr && is_number(zero->value, 0) ? call->arguments[1] : extent;
}

/// How many more iterations one loop has than the other, where the text tells.
std::optional<int64_t> iterations_more(const Function& f, ExprId extent, ExprId than) {
  const auto a = analysis::affine_form(f, unclipped(f, extent));
  const auto b = analysis::affine_form(f, unclipped(f, than));
  const auto difference = a && b ? analysis::add_scaled(f, *a, *b, -1) : std::nullopt;
  if (!difference || !difference->is_constant()) return std::nullopt;
  return difference->constant;
}

bool read_in_common(const Effects& a, const Effects& b) {
  return std::any_of(b.touches.begin(), b.touches.end(), [&](const Touch& y) {
    return y.kind == Touch::Kind::Element && !y.write && std::any_of(a.touches.begin(), a.touches.end(), [&](const Touch& x) {
      return x.kind == Touch::Kind::Element && x.array == y.array;
    });
  });
}

class JoinNests : public Rewriter {
 public:
  JoinNests(Function& function, std::vector<analysis::NestReport>& reports) : Rewriter(function), reports_(reports) {}
  ExprId expr(ExprId id) override { return id; }

  Block block(const Block& given) override {
    Block result;
    for (const StmtId id : given) {
      const auto second = nest_of(function_, id);
      if (!second) {
        for (const StmtId inside : stmt(id)) result.push_back(inside);
        continue;
      }
      const auto first = result.empty() ? std::nullopt : nest_of(function_, result.back());
      const auto together = first ? joined(*first, *second) : std::nullopt;
      if (together) result.back() = *together;
      else result.push_back(id);
    }
    return result;
  }

 private:
  /// Both as one nest, if they may be.
  std::optional<StmtId> joined(const GridNest& first, const GridNest& second) {
    if (first.loops.size() != second.loops.size() || !read_in_common(first.effects, second.effects) ||
        first.effects.touches.size() + second.effects.touches.size() > kMostTouches)
      return std::nullopt;
    Substitution renamed(function_);
    std::vector<int64_t> more;  // iterations that the second has beside the first
    for (size_t d = 0; d < first.loops.size(); ++d) {
      const auto difference = iterations_more(function_, grid_loop(function_, second.loops[d]).extent, grid_loop(function_, first.loops[d]).extent);
      if (!difference || std::abs(*difference) > kMostApart) return std::nullopt;
      more.push_back(*difference);
      renamed.replace(grid_loop(function_, second.loops[d]).counter, build_.read(grid_loop(function_, first.loops[d]).counter));
    }
    Block bodies[2] = {first.body, renamed.block(second.body)};
    if (!may_follow_at_once(first, bodies[1])) return std::nullopt;

    std::vector<For> loops;
    for (size_t d = 0; d < more.size(); ++d) {
      loops.push_back(grid_loop(function_, first.loops[d]));
      const ExprId extents[2] = {loops[d].extent, grid_loop(function_, second.loops[d]).extent};
      const int larger = more[d] > 0 ? 1 : 0;
      loops[d].extent = extents[larger];
      if (more[d] == 0) continue;
      Block& smaller = bodies[1 - larger];
      const ExprId inside = build_.compare(CompareOp::Less, build_.read(loops[d].counter), extents[1 - larger]);
      smaller = {build_.if_then(inside, smaller, {}, function_[smaller.front()].range)};
    }
    Block body = bodies[0];
    body.insert(body.end(), bodies[1].begin(), bodies[1].end());
    for (size_t d = loops.size(); d-- > 0;) {
      loops[d].body = std::move(body);
      body = {build_.statement(loops[d], analysis::from_to(function_[first.loops[d]].range, function_[second.loops[d]].range))};
    }
    tell(first.loops[0], second.loops[0]);
    return body[0];
  }

  /// An iteration of the second nest may run right after the same one of the first.
  bool may_follow_at_once(const GridNest& first, const Block& second) const {
    const Effects then = analysis::effects_of(function_, second);
    VarSet handed = analysis::exposed_variables(function_, second);
    handed.intersect(first.effects.assigned);
    if (!handed.members().empty()) return false;
    VarSet changing = first.effects.assigned;
    changing.unite(then.assigned);
    for (const StmtId loop : first.loops) changing.insert(grid_loop(function_, loop).counter);
    return std::all_of(first.loops.begin(), first.loops.end(), [&](StmtId loop) {
      const analysis::IterationsApart iterations(function_, grid_loop(function_, loop).counter, changing);
      return iterations.apart(first.effects, then);
    });
  }

  void tell(StmtId first, StmtId second) {
    const size_t place = analysis::report_at(reports_, function_[second].range);
    if (place == reports_.size()) return;
    std::string& order = reports_[place].order;
    order += (order.empty() ? "" : "; ") + std::string("one kernel with line ") + std::to_string(function_[first].range.line);
  }

  std::vector<analysis::NestReport>& reports_;
};

}  // namespace

Function join_nests(const Function& function, std::vector<analysis::NestReport>& reports) {
  Function result = function;
  Block body = JoinNests(result, reports).block(result.body);
  result.body = std::move(body);
  return result;
}

}  // namespace unpython::transform
