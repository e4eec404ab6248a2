#include "transform/rows/sum_rows_ahead.h"

#include <algorithm>
#include <optional>

#include "analysis/text/dependence.h"
#include "analysis/text/iterations_apart.h"
#include "cost/vector_cost.h"
#include "ir/rewrite.h"
#include "transform/rows/row_loops.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;
using analysis::Effects;
using analysis::VarSet;

constexpr int64_t kFewestRows = 8;
constexpr size_t kMostKept = 4;  // variables that go from the first part of a row to the second

/// A loop over rows: what stands before the sum, for k in range(row + distance): the sum, what stands behind it.
struct RowLoop {
  Block before;
  StmtId loop;
  For sum;
  Block behind;
  Affine distance{};
  std::vector<VarId> kept{};  ///< set before or in the sum, and read later in the row
};

bool is_straight(const Function& f, const Block& block) {
  return std::all_of(block.begin(), block.end(), [&](StmtId id) {
    return is_one_of<Assign, Store>(f[id].node);
  });
}

/// A float that the body of the loop adds to in each iteration: a variable, or an element that stays the same.
bool is_sum(const Function& f, const For& loop) {
  if (loop.body.size() != 1) return false;
  const StmtId id = loop.body.front();
  if (const auto* assign = std::get_if<Assign>(&f[id].node))
    return is_float(f[assign->variable].type) && analysis::reads_variable(f, assign->value, assign->variable);
  VarSet changing;
  changing.insert(loop.counter);
  return adds_to_one_element(f, id, changing);
}

class SumRowsAhead : public StatementRewriter {
 public:
  SumRowsAhead(Function& function, const Function& before, const abi::TargetInfo& target)
      : StatementRewriter(function), before_(before), live_(before), vector_bytes_(target.vector_bytes) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr) return {rebuild(id)};
    if (loop->mark == LoopMark::Sequential && function_.disjoint_arguments &&
        !analysis::has_independent_iterations(before_, live_, id)) {
      if (const std::optional<RowLoop> rows = rows_of(id, *loop))
        return strips(id, *loop, *rows, given.range);
    }
    return {rebuild(id)};
  }

 private:
  [[nodiscard]] std::optional<RowLoop> rows_of(StmtId id, const For& loop) const {
    const auto sum = std::find_if(loop.body.begin(), loop.body.end(), [&](StmtId part) {
      return std::holds_alternative<For>(function_[part].node);
    });
    if (sum == loop.body.end()) return std::nullopt;
    RowLoop rows{.before = Block(loop.body.begin(), sum),
                 .loop = *sum,
                 .sum = std::get<For>(function_[*sum].node),
                 .behind = Block(sum + 1, loop.body.end())};
    if (!only_computes(function_, loop.body) || !is_straight(function_, rows.before) || !is_sum(function_, rows.sum))
      return std::nullopt;
    const auto extent = analysis::affine_form(function_, rows.sum.extent);
    if (!extent || analysis::coefficient_of(function_, *extent, loop.counter) != 1) return std::nullopt;
    rows.distance = analysis::without(function_, *extent, loop.counter);
    return may_go_ahead(id, loop, rows) ? std::optional(std::move(rows)) : std::nullopt;
  }

  /// What may run before the rest of the rows above it does, and side by side; finds what a row keeps from there.
  [[nodiscard]] bool may_go_ahead(StmtId id, const For& loop, RowLoop& rows) const {
    Block first = rows.before;
    first.push_back(rows.loop);
    Block second{rows.loop};
    second.insert(second.end(), rows.behind.begin(), rows.behind.end());
    const VarSet changing = analysis::assigned_variables(function_, loop.body);
    if (!analysis::is_fixed(function_, rows.distance, changing)) return false;
    const Effects ahead = analysis::effects_of(function_, first);
    const Effects rest = analysis::effects_of(function_, second);
    analysis::IterationsApart apart(function_, loop.counter, changing);
    apart.add_inner(rows.sum.counter, rows.distance);
    if (!apart.apart(ahead, rest) || !apart.apart(ahead, ahead)) return false;
    const VarSet needed = analysis::exposed_variables(function_, first);
    if (needed.meets(ahead.assigned) || needed.meets(rest.assigned)) return false;
    const VarSet later = analysis::exposed_variables(function_, second);
    for (const VarId variable : ahead.assigned.members()) {
      if (later.contains(variable)) {
        rows.kept.push_back(variable);
      } else if (variable != rows.sum.counter && live_.live_after(id, variable)) {
        return false;
      }
    }
    return rows.kept.size() <= kMostKept;
  }
  Block strips(StmtId id, const For& loop, const RowLoop& rows, SourceRange range) {
    const int64_t lanes = vector_bytes_ / cost::vector_shape(function_, id, vector_bytes_).item_bytes;
    const int64_t width = std::max(lanes, kFewestRows);
    const VarId count = build_.variable("rows", ScalarType::Int64, range);
    const VarId strip = build_.variable("strip", ScalarType::Int64, range);
    const ExprId first = build_.mul(build_.read(strip), build_.int64(width));
    const ExprId left = build_.min(build_.int64(width), build_.sub(build_.read(count), first));
    std::vector<ArrayId> kept;
    for (const VarId variable : rows.kept) {
      const Variable known = function_[variable];
      kept.push_back(build_.local_array(known.name + ".kept", known.type, AddressSpace::Private, {width}));
    }
    const ExprId common =
        build_.add(analysis::to_expr(build_, rows.distance), first);  // turns that all sums of the strip have
    Block body{ahead(loop, rows, first, left, common, static_cast<int>(width), kept, range)};
    ExprId start = common;
    if (!rows.distance.is_constant() || rows.distance.constant < 0) {
      const VarId done = build_.variable("done", ScalarType::Int64, range);
      body.push_back(build_.assign(done, build_.max(common, build_.int64(0)), range));
      start = build_.read(done);
    }
    body.push_back(rest(loop, rows, first, left, common, start, kept, range));
    const ExprId strips =
        build_.floor_div(build_.add(build_.read(count), build_.int64(width - 1)), build_.int64(width));
    return {build_.assign(count, loop.extent, range),
            build_.loop(strip, strips, LoopMark::Sequential, std::move(body), range)};
  }

  /// The first parts of the rows of a strip, side by side.
  StmtId ahead(const For& loop, const RowLoop& rows, ExprId first, ExprId left, ExprId common, int width,
               const std::vector<ArrayId>& kept, SourceRange range) {
    const VarId row = again(loop.counter);
    Substitution at(function_);
    at.replace(loop.counter, build_.add(first, build_.read(row)));
    VarSet assigned = analysis::assigned_variables(function_, rows.before);
    assigned.unite(analysis::assigned_variables(function_, rows.sum.body));
    for (const VarId variable : assigned.members()) at.rename(variable, again(variable));
    const VarId turn = again(rows.sum.counter);
    at.replace(rows.sum.counter, build_.read(turn));
    Block body = at.block(rows.before);
    body.push_back(build_.loop(turn, common, LoopMark::Sequential, at.block(rows.sum.body), range));
    for (size_t n = 0; n < kept.size(); ++n)
      body.push_back(build_.store(kept[n], {build_.read(row)}, at.expr(build_.read(rows.kept[n])), range));
    return build_.vector_loop(row, left, width, std::move(body), range);
  }

  /// What is left of them, one row after the other.
  StmtId rest(const For& loop, const RowLoop& rows, ExprId first, ExprId left, ExprId common, ExprId start,
              const std::vector<ArrayId>& kept, SourceRange range) {
    const VarId row = again(loop.counter);
    Block body;
    for (size_t n = 0; n < kept.size(); ++n)
      body.push_back(build_.assign(rows.kept[n], build_.load(kept[n], {build_.read(row)}), range));
    Substitution at(function_);
    at.replace(loop.counter, build_.add(first, build_.read(row)));
    const VarId turn = again(rows.sum.counter);
    at.replace(rows.sum.counter, build_.add(start, build_.read(turn)));
    const ExprId turns =
        start == common ? build_.read(row) : build_.sub(build_.add(common, build_.read(row)), start);
    body.push_back(build_.loop(turn, turns, LoopMark::Sequential, at.block(rows.sum.body), range));
    const Block behind = at.block(rows.behind);
    body.insert(body.end(), behind.begin(), behind.end());
    return build_.loop(row, left, LoopMark::Sequential, std::move(body), range);
  }

  VarId again(VarId known) {
    const Variable variable = function_[known];
    return build_.variable(variable.name + ".1", variable.type, variable.range);
  }

  const Function& before_;
  const analysis::Liveness live_;
  const int vector_bytes_;
};

}  // namespace

Function sum_rows_ahead(const Function& function, const abi::TargetInfo& target) {
  return rewritten<SumRowsAhead>(function, function, target);
}

}  // namespace unpython::transform
