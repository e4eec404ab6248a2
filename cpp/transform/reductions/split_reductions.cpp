#include "transform/reductions/split_reductions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/text/dependence.h"
#include "analysis/text/effects.h"
#include "analysis/text/reductions.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/extrema_by_lanes.h"
#include "transform/reductions/join_leaves.h"
#include "transform/reductions/reduction_parts.h"
#include "transform/reductions/remove_continue.h"
#include "transform/reductions/row_loads.h"
#include "transform/reductions/scatter_updates.h"
#include "transform/reductions/share_leaves.h"
#include "transform/reductions/sum_columns.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Accumulation;
using analysis::Reduction;
using analysis::ScatterUpdate;

// Enough threads, where lanes read no better than threads. Float64 takes more of them: its roots and quotients are long.
constexpr int64_t kManyRows = 32768;
constexpr int64_t kManyWideRows = 65536;

// Columns of so few rows have a lane for each row, and the host asks which number is enough.
constexpr int64_t kLeastFew = 4;
constexpr int64_t kMostFew = 8;

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

class SplitReductions : public StatementRewriter {
 public:
  SplitReductions(Function& function, FloatMode fp, TreeForm form, std::vector<analysis::NestNotes>& nests)
      : StatementRewriter(function), fp_(fp), form_(form), live_(function), nests_(nests) {}

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {with_nested(id)};
    const Shared shared = shared_by(id);
    if (shared.nothing() && form_ == TreeForm::InOrder && fp_ != FloatMode::Strict) {
      if (std::optional<Block> block = columns(id)) return *block;
    }
    if (inside_) return inner(id, shared);
    if (const std::string why = why_in_order(id, shared); !why.empty()) {
      const size_t nest = analysis::notes_at(nests_, function_[id].range);
      if (nest < nests_.size() && nests_[nest].reason.empty()) nests_[nest].reason = why;
      return {in_order(id)};
    }
    if (form_ == TreeForm::Parallel && fp_ != FloatMode::Strict) {
      if (std::optional<Block> rows = shared.nothing() ? with_shared_rows(id) : nested(id, shared))
        return *rows;
    }
    return on_its_own(id, shared);
  }

 private:
  Block on_its_own(StmtId id, const Shared& shared) {
    inside_ = true;
    const StmtId rebuilt = with_body_of(id, shared);
    inside_ = false;
    if (shared.nothing()) return {rebuilt};
    return outermost(without_continue(rebuilt, id));
  }

  /// Columns whose sums one thread makes side by side.
  std::optional<Block> columns(StmtId id) {
    const For loop = loop_at(id);
    std::vector<ColumnSum> sums;
    for (StmtId inner : loop.body) {
      const auto* own = std::get_if<For>(&function_[inner].node);
      if (own == nullptr || own->mark != LoopMark::Parallel) continue;
      std::optional<ColumnSum> sum = column_sum(inner);
      if (!sum) return std::nullopt;
      sums.push_back(std::move(*sum));
    }
    if (sums.empty()) return std::nullopt;
    return sum_columns(function_, loop, sums, !inside_, function_[id].range);
  }

  std::optional<ColumnSum> column_sum(StmtId id) const {
    Shared shared = shared_by(id);
    if (shared.reductions.empty() || !shared.scatters.empty() || shared.unexplained) return std::nullopt;
    ColumnSum result{id, std::move(shared.reductions)};
    const Block& body = std::get<For>(function_[id].node).body;
    const auto* item = body.size() == 1 ? std::get_if<For>(&function_[body[0]].node) : nullptr;
    if (item == nullptr || item->mark != LoopMark::Parallel) return result;
    std::optional<ColumnSum> of_item = column_sum(body[0]);
    if (!of_item) return std::nullopt;
    result.items.push_back(std::move(*of_item));
    return result;
  }

  Shared shared_by(StmtId id) const {
    analysis::LoopAccumulations scalars = analysis::accumulations(function_, live_, id);
    analysis::CommonUpdates arrays = analysis::common_updates(function_, live_, id);
    Shared result{std::move(scalars.reductions), std::move(arrays.scatters), scalars.blocker.has_value()};
    for (Reduction& element : arrays.elements) result.reductions.push_back(std::move(element));
    return result;
  }

  StmtId with_body_of(StmtId id, const Shared& shared) {
    const Constant* length = build_.as_constant(loop_at(id).extent);
    const bool around = std::exchange(reduces_around_, !shared.reductions.empty() || (length && length->integer <= kMostFew));
    const StmtId rebuilt = rebuild(id);
    reduces_around_ = around;
    return rebuilt;
  }

  StmtId with_nested(StmtId id) {
    const StmtNode& node = function_[id].node;
    const bool repeats = is_one_of<For, While>(node);
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

  /// Sums of integers, which come out the same from copies; on the processor, whose cores have a cache each.
  bool may_copy(const Block& body, const std::vector<ScatterUpdate>& scatters) const {
    if (form_ != TreeForm::InOrder || scatters.empty() || !why_not_again(function_, body, scatters).empty())
      return false;
    return std::all_of(scatters.begin(), scatters.end(), [&](const ScatterUpdate& s) {
      const Array& array = function_[s.array];
      return is_integer(array.type) && array.rank < kMaxRank && s.op == BinaryOp::Add;
    });
  }

  /// Why a loop runs in order though it is marked; empty: it need not.
  std::string why_in_order(StmtId id, const Shared& shared) const {
    if (shared.unexplained) return "its iterations share a value in a way that is no sum, extremum or count";
    if (needs_order_of_iterations(shared)) return "fp='strict' adds floats in the order of the iterations";
    const Block& body = std::get<For>(function_[id].node).body;
    for (const Reduction& r : shared.reductions) {
      if (r.guards_raise) return "what the iterations accumulate decides whether one raises";
      // What an element had before an exception would be lost with the partial results.
      if (r.accumulator.is_element() && may_raise(function_, body))
        return "an iteration that accumulates in an element may raise";
    }
    std::vector<ScatterUpdate> copied;
    std::copy_if(shared.scatters.begin(), shared.scatters.end(), std::back_inserter(copied),
                 [&](const ScatterUpdate& s) { return !has_atomics(s); });
    if (copied.empty()) return {};
    const std::string adds =
        "iterations add floats to common elements of '" + function_[copied[0].array].name + "'";
    const bool too_deep =
        std::any_of(shared.scatters.begin(), shared.scatters.end(),
                    [&](const ScatterUpdate& s) { return function_[s.array].rank >= kMaxRank; });
    if (too_deep) return adds + ", which has too many dimensions for copies";
    if (!shared.reductions.empty()) return adds + " and accumulate something else; make them two loops";
    const std::string beside = why_not_again(function_, body, copied);
    return beside.empty() ? beside : adds + beside;
  }

  bool is_checked(const Block& body, ArrayId array) const {
    return any_stmt(function_, body, [&](StmtId id) {
      const auto* check = std::get_if<CheckIndex>(&function_[id].node);
      return check != nullptr && check->array == array;
    });
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
    For loop = loop_at(id);
    const SourceRange range = function_[id].range;
    const auto atomic = std::stable_partition(shared.scatters.begin(), shared.scatters.end(),
                                              [&](const ScatterUpdate& s) { return !has_atomics(s); });
    const std::vector<ScatterUpdate> copies(shared.scatters.begin(), atomic);
    const For plain = loop;
    for (auto it = atomic; it != shared.scatters.end(); ++it)
      loop.body = with_atomic_updates(function_, loop.body, *it);
    if (!copies.empty()) return with_private_copies(function_, loop, copies);
    if (shared.reductions.empty()) {
      const StmtId updates = build_.statement(std::move(loop), range);
      if (!may_copy(plain.body, shared.scatters)) return {updates};
      // Indivisible steps of many threads on few elements wait for each other.
      const ExprId worth = are_copies_worth_it(function_, plain, shared.scatters);
      return {build_.if_then(worth, with_private_copies(function_, plain, shared.scatters), {updates}, range)};
    }
    if (shared.only_last_values()) return store_last_values(function_, loop, shared.reductions, range);
    if (form_ == TreeForm::Parallel && may_run_on_lanes(function_, loop.body, shared.reductions))
      return share_leaves(function_, loop, shared.reductions, range);
    return join_leaves(function_, loop, shared.reductions, range, form_,
                       repeats_ > 0 && form_ == TreeForm::InOrder);
  }

  /// The loops from `root` inwards, each the whole body of the one before, whose extents are known in front
  /// of all.
  std::vector<StmtId> nest_of(StmtId root) const {
    std::vector<StmtId> nest;
    const analysis::VarSet moving = analysis::assigned_variables(function_, {root});
    StmtId id = root;
    while (true) {
      const auto* loop = std::get_if<For>(&function_[id].node);
      const bool fits = loop != nullptr && loop->mark == LoopMark::Parallel && is_known(loop->extent, moving);
      if (!fits) return nest;
      nest.push_back(id);
      if (loop->body.size() != 1) return nest;
      id = loop->body[0];
    }
  }
  bool is_known(ExprId extent, const analysis::VarSet& moving) const {
    return analysis::is_fixed(function_, extent, moving);
  }
  For loop_at(StmtId id) const { return std::get<For>(function_[id].node); }
  /// The reductions of a loop inside others whose leaves a device may share among groups.
  std::optional<std::vector<Reduction>> shareable(StmtId id) {
    const Shared shared = shared_by(id);
    const Block& body = std::get<For>(function_[id].node).body;
    const bool plain =
        !shared.reductions.empty() && shared.scatters.empty() && why_in_order(id, shared).empty();
    if (!plain || !may_run_on_lanes(function_, body, shared.reductions)) return std::nullopt;
    return shared.reductions;
  }

  /// A plain loop adds in its own order, unless the user left the order open; then it must do nothing but
  /// reduce.
  bool may_use_tree(const For& loop) const {
    if (loop.mark == LoopMark::Parallel) return true;
    return loop.mark == LoopMark::Sequential && fp_ == FloatMode::Fast && only_assigns(loop.body);
  }
  bool only_assigns(const Block& body) const {
    return holds_only<Assign, If>(function_, body);
  }

  /// Rows that each reduce: the leaves of all rows first, then what the rows do with the results.
  std::optional<Block> with_shared_rows(StmtId root) {
    const std::vector<StmtId> nest = nest_of(root);
    if (nest.empty() || nest.size() >= static_cast<size_t>(kMaxRank)) return std::nullopt;
    const analysis::VarSet moving = analysis::assigned_variables(function_, {root});
    Rows rows;
    for (StmtId id : nest) rows.loops.push_back(loop_at(id));
    Block first;
    Block own;
    ExprId inner;
    ExprId longest;
    bool columns = true;  // side by side in memory, which lanes that walk rows share badly
    bool pure = true;
    std::optional<int64_t> many = kManyRows;
    for (StmtId id : loop_at(nest.back()).body) {
      const auto* loop = std::get_if<For>(&function_[id].node);
      const bool reduces = loop != nullptr && may_use_tree(*loop) && !shared_by(id).nothing();
      if (!reduces) {
        own.push_back(id);
        pure = pure && only_makes_values(function_, {id});
        if (pure) rows.before.push_back(id);
        continue;
      }
      const std::vector<StmtId> items = reduced_nest(id);
      std::optional<std::vector<Reduction>> reductions = shareable(items.back());
      if (!reductions || !pure || !is_known(loop->extent, moving) || changes_what_is_read(id, rows.before)) return std::nullopt;
      // The order of a parallel loop is the tree's on any device: one thread would hold the sums of all lanes.
      if (loop->mark == LoopMark::Parallel || rows_lie_apart(function_, nest, *loop)) many.reset();
      for (const Reduction& r : *reductions)
        if (many && !r.accumulator.is_element() && size_of(function_[r.accumulator.variable].type) > 4) many = kManyWideRows;
      pure = std::none_of(reductions->begin(), reductions->end(), [](const Reduction& r) { return r.accumulator.is_element(); });
      const For innermost = loop_at(items.back());
      const bool neighbours = loop->mark == LoopMark::Parallel &&
                              are_neighbours(function_, innermost.body, rows.loops.back().counter, innermost.counter);
      columns = columns && neighbours && items.size() == 1;
      longest = longest.valid() ? build_.max(longest, loop->extent) : loop->extent;
      inner = inner.valid() ? build_.min(inner, innermost.extent) : innermost.extent;
      const For outer = items_summed(items, rows, neighbours, *reductions, first, function_[id].range);
      const RowTotals totals = share_rows(function_, rows, outer, *reductions, function_[id].range);
      append(first, totals.statements);
      append(own, totals.combination);
      append(rows.before, totals.combination);
    }
    if (!inner.valid()) return std::nullopt;
    const StmtId rest = with_body(nest, std::move(own));
    inside_ = true;
    first.push_back(rebuild(rest));
    inside_ = false;
    Block plain = on_its_own(root, {});
    for (few_ = columns ? kMostFew : 0; few_ >= kLeastFew; few_ /= 2) {
      const ExprId is_few = build_.compare(CompareOp::LessEqual, longest, build_.int64(few_));
      Block few = on_its_own(root, {});
      plain = {build_.if_then(is_few, std::move(few), std::move(plain), function_[root].range)};
    }
    few_ = 0;
    return Block{
        build_.if_then(pays_for_rows(build_, rows, inner, many), std::move(first), std::move(plain), function_[root].range)};
  }
  /// The loop stores to an array that statements in front of it read: they run again, in each leaf and after the leaves.
  bool changes_what_is_read(StmtId loop, const Block& before) const {
    const analysis::Effects again = analysis::effects_of(function_, before);
    const analysis::Effects changed = analysis::effects_of(function_, {loop});
    return std::any_of(again.touches.begin(), again.touches.end(), [&](const analysis::Touch& read) {
      return std::any_of(changed.touches.begin(), changed.touches.end(), [&](const analysis::Touch& touch) {
        return touch.write && analysis::may_interfere(function_, read, touch);
      });
    });
  }
  StmtId with_body(const std::vector<StmtId>& nest, Block body) {
    for (size_t d = nest.size(); d-- > 0;) {
      For loop = loop_at(nest[d]);
      loop.body = std::move(body);
      body = {build_.statement(std::move(loop), function_[nest[d]].range)};
      live_.inherit(body[0], nest[d]);
    }
    return body[0];
  }

  /// A loop that reduces, and those inside of it that are each the whole body of the one around and reduce the same.
  std::vector<StmtId> reduced_nest(StmtId id) {
    const Shared shared = shared_by(id);
    const std::vector<StmtId> nest = nest_of(id);
    if (nest.size() < 2 || !shared.scatters.empty()) return {id};
    const bool plain = std::all_of(shared.reductions.begin(), shared.reductions.end(), [](const Reduction& r) {
      return r.companions.empty() && !r.accumulator.is_element() && may_be_carried(r);
    });
    const std::optional<std::vector<Reduction>> reductions = shareable(nest.back());
    return plain && reductions && reductions->size() == shared.reductions.size() ? nest : std::vector{id};
  }

  /// The outermost loop of a reduced nest in each of `rows`, each iteration of which adds the sum of the loops inside: `result` makes
  /// these sums. `neighbours`: the last loop of rows walks through memory, and stays the last one.
  For items_summed(std::vector<StmtId> nest, const Rows& rows, bool neighbours, std::vector<Reduction>& reductions, Block& result,
                   const SourceRange& range) {
    For loop = loop_at(nest.back());
    for (nest.pop_back(); !nest.empty(); nest.pop_back()) {
      Rows items = rows;
      std::vector<For> own;
      for (StmtId id : nest) own.push_back(loop_at(id));
      items.loops.insert(neighbours ? items.loops.begin() : items.loops.end(), own.begin(), own.end());
      const RowTotals totals = share_rows(function_, items, loop, reductions, range);
      append(result, totals.statements);
      loop = loop_at(nest.back());
      loop.body = totals.combination;
      for (size_t n = 0; n < reductions.size(); ++n) reductions[n].updates = {totals.updates[n]};
    }
    return loop;
  }

  /// Loops that reduce, one the whole body of the other: each row is one item of the loop around it.
  std::optional<Block> nested(StmtId root, const Shared& shared) {
    const std::vector<StmtId> nest = reduced_nest(root);
    if (nest.size() < 2) return std::nullopt;
    std::vector<Reduction> reductions = *shareable(nest.back());
    Block result;
    const SourceRange range = function_[root].range;
    const For loop = items_summed(nest, {}, false, reductions, result, range);
    append(result, share_leaves(function_, loop, reductions, range));
    Block otherwise = on_its_own(root, shared);
    const ExprId enough = build_.compare(CompareOp::GreaterEqual, loop_at(nest.back()).extent, build_.int64(kEnoughForLanes));
    return Block{build_.if_then(enough, std::move(result), std::move(otherwise), range)};
  }

  /// A parallel loop inside another runs on one thread: only float sums care how.
  Block inner(StmtId id, const Shared& shared) {
    const StmtId rebuilt = with_body_of(id, shared);
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
        const For loop = loop_at(plain);
        if (few_ > 0 && alone) {
          if (std::optional<Block> few = sum_few(function_, loop, sums, few_, function_[plain].range)) return *few;
        }
        return sum_in_order(function_, loop, sums, alone, function_[plain].range);
      }
    }
    Stmt stmt = function_[rebuilt];
    std::get<For>(stmt.node).mark = LoopMark::Sequential;
    const StmtId plain = build_.statement(std::move(stmt.node), stmt.range);
    // A loop around that does not reduce has neighbours, which run side by side instead, if they are enough.
    if (form_ == TreeForm::Parallel || !reduces_around_) return {plain};
    const StmtId without = without_continue(rebuilt, id);
    const Shared again = shared_by(without);
    if (!again.scatters.empty() || again.unexplained) return {plain};
    return extrema_by_lanes(function_, loop_at(without), again.reductions, plain);
  }

  FloatMode fp_;
  TreeForm form_;
  analysis::Liveness live_;
  std::vector<analysis::NestNotes>& nests_;
  int repeats_ = 0;      ///< loops in order around
  bool inside_ = false;  ///< a parallel loop
  bool reduces_around_ = false;  ///< it, or one inside of it around this one
  int64_t few_ = 0;      ///< that parallel loops inside others have at most; 0: any number
};

}  // namespace

Function split_reductions(const Function& function, FloatMode fp, TreeForm form,
                          std::vector<analysis::NestNotes>& nests) {
  Function result = function;
  SplitReductions split(result, fp, form, nests);
  result.body = split.block(result.body);
  return result;
}

}  // namespace unpython::transform
