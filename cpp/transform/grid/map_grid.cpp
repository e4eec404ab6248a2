#include "transform/grid/map_grid.h"

#include <algorithm>
#include <optional>

#include "analysis/text/affine.h"
#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

const For& loop_at(const Function& f, StmtId id) { return std::get<For>(f[id].node); }

/// How often a loop runs at most, which runs as often as a line through a counter of the loops around it says:
/// `range(i + 1)`, `range(i, n)`.
struct Slanted {
  size_t around = 0;  ///< number of the loop that counts
  int64_t slope = 0;
  analysis::Affine rest;
};

std::optional<Slanted> slanted(const Function& f, const std::vector<StmtId>& nest, ExprId extent) {
  const auto form = analysis::affine_form(f, extent);
  if (!form) return std::nullopt;
  analysis::VarSet counters;
  for (StmtId id : nest) counters.insert(loop_at(f, id).counter);
  for (size_t n = 0; n < nest.size(); ++n) {
    const VarId counter = loop_at(f, nest[n]).counter;
    Slanted result{n, analysis::coefficient_of(f, *form, counter), analysis::without(f, *form, counter)};
    const bool straight = std::none_of(result.rest.terms.begin(), result.rest.terms.end(), [&](const auto& term) {
      return analysis::reads_any(f, term.atom, counters);
    });
    const bool box = !analysis::reads_any(f, loop_at(f, nest[n]).extent, counters);
    if (result.slope != 0 && straight && box) return result;
  }
  return std::nullopt;
}

/// The loops of a nest in a box: those of a slanted one run as often as it does at most.
ExprId extent_in_box(Function& f, const std::vector<StmtId>& nest, size_t n) {
  Builder build(f);
  const ExprId extent = loop_at(f, nest[n]).extent;
  const std::vector<StmtId> around(nest.begin(), nest.begin() + static_cast<std::ptrdiff_t>(n));
  const auto found = around.empty() ? std::nullopt : slanted(f, around, extent);
  if (!found) return extent;
  const ExprId rest = analysis::to_expr(build, found->rest);
  if (found->slope < 0) return rest;
  const ExprId last = build.sub(loop_at(f, nest[found->around]).extent, build.int64(1));
  return build.add(rest, build.mul(last, build.int64(found->slope)));
}

/// Which of two ways subscripts follow a slanted loop `for j in range(n - i)`: as a[i + j], which says that the loop was
/// over i .. n, or as a[j].
class CountSubscripts {
 public:
  CountSubscripts(const Function& f, VarId around, VarId counter, int64_t slope)
      : f_(f), around_(around), counter_(counter), slope_(slope) {}
  [[nodiscard]] bool move_along(const Block& body) {
    walk_elements(f_, body, [&](ArrayId, const std::vector<ExprId>& indices) { count(indices); });
    return along_ > alone_;
  }

 private:
  void count(const std::vector<ExprId>& indices) {
    for (ExprId index : indices) {
      const auto form = analysis::affine_form(f_, index);
      const int64_t own = form ? analysis::coefficient_of(f_, *form, counter_) : 0;
      if (own == 0) continue;
      const int64_t other = analysis::coefficient_of(f_, *form, around_);
      along_ += other == -slope_ * own ? 1 : 0;
      alone_ += other == 0 ? 1 : 0;
    }
  }
  const Function& f_;
  const VarId around_;
  const VarId counter_;
  const int64_t slope_;
  int along_ = 0;
  int alone_ = 0;
};

/// Reads of a counter as reads of it less a line, in linear forms as far as they go: i + (j - i) is j.
class Moved : public Rewriter {
 public:
  Moved(Function& function, VarId counter, VarId around, int64_t slope)
      : Rewriter(function), counter_(counter), around_(around), slope_(slope) {
    counters_.insert(counter);
  }
  ExprId expr(ExprId id) override {
    if (!analysis::reads_any(function_, id, counters_)) return id;
    const auto form = function_[id].type == ScalarType::Int64 ? analysis::affine_form(function_, id) : std::nullopt;
    const int64_t own = form ? analysis::coefficient_of(function_, *form, counter_) : 0;
    if (own == 0) return rebuild(id);
    for (const analysis::Term& term : form->terms) {
      const bool other = !std::holds_alternative<Read>(function_[term.atom].node);
      if (other && analysis::reads_any(function_, term.atom, counters_)) return rebuild(id);
    }
    const analysis::Affine line{{{build_.read(around_), own * slope_}}, 0};
    const auto moved = analysis::add_scaled(function_, *form, line, 1);
    return moved ? analysis::to_expr(build_, *moved) : rebuild(id);
  }

 private:
  const VarId counter_;
  const VarId around_;
  const int64_t slope_;
  analysis::VarSet counters_;
};

/// The body of a nest as it runs in the box.
Block in_box(Function& f, const std::vector<StmtId>& nest, Block body) {
  Builder build(f);
  for (size_t n = nest.size(); n-- > 1;) {
    const For loop = loop_at(f, nest[n]);
    const std::vector<StmtId> around(nest.begin(), nest.begin() + static_cast<std::ptrdiff_t>(n));
    const auto found = slanted(f, around, loop.extent);
    if (!found) continue;
    ExprId inside = build.compare(CompareOp::Less, build.read(loop.counter), loop.extent);
    const VarId other = loop_at(f, nest[found->around]).counter;
    if (found->slope < 0 && CountSubscripts(f, other, loop.counter, found->slope).move_along(body)) {
      body = Moved(f, loop.counter, other, found->slope).block(body);
      const ExprId line = build.mul(build.read(other), build.int64(-found->slope));
      inside = build.compare(CompareOp::GreaterEqual, build.read(loop.counter), line);
    }
    body = {build.if_then(inside, std::move(body), {}, f[nest[n]].range)};
  }
  return body;
}

/// All loops but the last two as one: its counter runs over the iterations of all, in their order.
StmtId joined(Function& f, const std::vector<StmtId>& outer, Block inner) {
  Builder build(f);
  const SourceRange range = f[outer.front()].range;
  const VarId item = build.variable("item", ScalarType::Int64, range);
  ExprId rest = build.read(item);
  ExprId total = build.int64(1);
  Block assignments;
  for (size_t n = outer.size(); n-- > 0;) {
    const For loop = loop_at(f, outer[n]);
    const ExprId extent = build.max(build.int64(0), loop.extent);
    const bool first = n == 0;
    const ExprId own = first ? rest : build.binary(BinaryOp::Modulo, rest, extent);
    assignments.push_back(build.assign(loop.counter, own, range));
    if (!first) rest = build.floor_div(rest, extent);
    total = build.mul(extent, total);
  }
  // They stand at the head of the innermost body: a Grid loop holds nothing but the next one.
  Block* body = &inner;
  while (body->size() == 1) {
    auto* next = std::get_if<For>(&f.stmts[(*body)[0]].node);
    if (next == nullptr || next->mark != LoopMark::Grid) break;
    body = &next->body;
  }
  body->insert(body->begin(), assignments.begin(), assignments.end());
  return build.loop(item, total, LoopMark::Grid, std::move(inner), range);
}

/// Marks that have no meaning on one work item are those of loops in order.
class OnOneItem : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;
  Block stmt(StmtId id) override {
    const StmtId rebuilt = rebuild(id);
    const auto* loop = std::get_if<For>(&function_[rebuilt].node);
    if (loop == nullptr || (loop->mark != LoopMark::Parallel && loop->mark != LoopMark::Vector))
      return {rebuilt};
    Stmt copy = function_[rebuilt];
    auto& plain = std::get<For>(copy.node);
    plain.mark = LoopMark::Sequential;
    plain.width = 1;
    return {build_.statement(std::move(copy.node), copy.range)};
  }
};

class MapGrid : public StatementRewriter {
 public:
  explicit MapGrid(Function& function) : StatementRewriter(function), live_(function) {}

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {rebuild(id)};
    if (!analysis::is_private(function_, live_, id)) {
      const StmtId inner = rebuild(id);
      Stmt copy = function_[inner];
      std::get<For>(copy.node).mark = LoopMark::Sequential;
      return {build_.statement(std::move(copy.node), copy.range)};
    }
    return {grid_of(function_, free_nest(function_, id))};
  }

 private:
  analysis::Liveness live_;
};

}  // namespace

std::vector<StmtId> free_nest(const Function& f, StmtId root) {
  std::vector<StmtId> nest{root};
  analysis::VarSet counters;
  const analysis::Liveness live(f);
  bool box = true;
  while (true) {
    const For& last = loop_at(f, nest.back());
    counters.insert(last.counter);
    if (last.body.size() != 1) return nest;
    const StmtId id = last.body[0];
    const auto* next = std::get_if<For>(&f[id].node);
    if (next == nullptr || has_load(f, next->extent)) return nest;
    if (analysis::reads_any(f, next->extent, counters)) {
      if (next->mark != LoopMark::Parallel || !slanted(f, nest, next->extent)) return nest;
      box = false;
    }
    if (!box && nest.size() == kMaxGridDimensions) return nest;  // joined loops are those of a box
    const bool parallel = next->mark == LoopMark::Parallel && analysis::is_private(f, live, id);
    const bool plain = next->mark == LoopMark::Sequential && analysis::may_reorder(f, live, id);
    if (!parallel && !plain) return nest;
    nest.push_back(id);
  }
}

StmtId grid_of(Function& f, const std::vector<StmtId>& nest) {
  Builder build(f);
  const Block before = loop_at(f, nest.back()).body;
  Block body = in_box(f, nest, OnOneItem(f).block(before));
  const size_t joined_loops = nest.size() > kMaxGridDimensions ? nest.size() - kMaxGridDimensions + 1 : 0;
  for (size_t n = nest.size(); n-- > joined_loops;) {
    const Stmt stmt = f[nest[n]];
    const VarId counter = std::get<For>(stmt.node).counter;
    body = {build.loop(counter, extent_in_box(f, nest, n), LoopMark::Grid, std::move(body), stmt.range)};
  }
  if (joined_loops == 0) return body[0];
  return joined(f, {nest.begin(), nest.begin() + static_cast<std::ptrdiff_t>(joined_loops)}, std::move(body));
}

Function map_grid(const Function& function) {
  Function result = function;
  result.body = MapGrid(result).block(result.body);
  for (Array& array : result.arrays) {
    if (array.space == AddressSpace::Register) array.space = AddressSpace::Private;
  }
  return result;
}

}  // namespace unpython::transform
