#include "transform/checks/hoist_checks.h"

#include <algorithm>
#include <optional>

#include "analysis/text/bounds.h"
#include "analysis/text/whole_slices.h"
#include "ir/list_extents.h"
#include "ir/rewrite.h"
#include "transform/checks/prove_guards.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;
using analysis::Interval;

/// One subscript of one dimension of an array, and what becomes of it in the fast copy.
struct Subscript {
  ArrayId array;
  int dimension;
  ExprId index;
  bool checked;     ///< a CheckIndex stands for it; else only the wrap is to go
  bool keeps_wrap;  ///< may be negative although in bounds
};

bool same_subscript(const Function& f, const Subscript& s, ArrayId array, int dimension, ExprId index) {
  return s.array == array && s.dimension == dimension && same_value(f, s.index, index);
}

/// Collects what the entry of one nest can prove.
class Prove {
 public:
  Prove(Function& f, const ListExtents& lists, StmtId root)
      : f_(f), lists_(lists), build_(f), bounds_(f, root), guards_(f, root), predicate_(build_.boolean(true)) {
    loops_.push_back(root);
    const Block body = std::get<For>(f[root].node).body;
    walk_stmts(f, body, [&](StmtId id) {
      if (const auto* allocation = std::get_if<Allocate>(&f[id].node))
        made_inside_.push_back(allocation->array);
      return true;
    });
    block(body);
  }

  std::vector<Subscript> proven;
  std::vector<StmtId> guards;  ///< that cannot fire in the fast copy
  [[nodiscard]] ExprId predicate() {
    for (ExprId atom : atoms_) {
      const bool extent = std::holds_alternative<Extent>(f_[atom].node);
      require(build_.compare(CompareOp::LessEqual, atom, build_.int64(analysis::kAtomLimit)));
      if (!extent)
        require(build_.compare(CompareOp::GreaterEqual, atom, build_.int64(-analysis::kAtomLimit)));
    }
    atoms_.clear();
    return predicate_;
  }

 private:
  void block(const Block& block) {
    for (StmtId id : block) {
      if (guard(id)) continue;
      const Stmt stmt = f_[id];
      if (const auto* check = std::get_if<CheckIndex>(&stmt.node)) {
        subscript(check->array, check->dimension, check->index, true);
      }
      for (ExprId root : expressions(stmt)) wraps(root);
      const bool loop = std::holds_alternative<For>(stmt.node);
      if (loop) loops_.push_back(id);
      for (const Block* nested : blocks(stmt)) this->block(*nested);
      if (loop) loops_.pop_back();
    }
  }

  bool guard(StmtId id) {
    const ExprId condition = guard_condition(f_, id);
    if (!condition.valid()) return false;
    std::vector<ExprId> atoms;
    const std::optional<ExprId> never = guards_.never_holds(condition, loops_, atoms);
    const Constant* known = never ? build_.as_constant(*never) : nullptr;
    if (!never || (known != nullptr && known->integer == 0)) return false;
    require(*never);
    for (ExprId atom : atoms) note(atom);
    guards.push_back(id);
    return true;
  }

  void wraps(ExprId root) {
    std::vector<WrapIndex> found;
    walk_exprs(f_, root, [&](ExprId id) {
      if (const auto* wrap = std::get_if<WrapIndex>(&f_[id].node)) found.push_back(*wrap);
    });
    for (const WrapIndex& wrap : found) subscript(wrap.array, wrap.dimension, wrap.index, false);
  }

  void require(ExprId condition) {
    for (ExprId known : conditions_) {
      if (same_value(f_, known, condition)) return;
    }
    conditions_.push_back(condition);
    predicate_ = build_.logical_and(predicate_, condition);
  }

  /// The extents of an array that the nest makes are not known at its entry.
  [[nodiscard]] bool is_made_inside(ArrayId array) const {
    return std::find(made_inside_.begin(), made_inside_.end(), array) != made_inside_.end();
  }

  void subscript(ArrayId array, int dimension, ExprId index, bool checked) {
    if (is_made_inside(array)) return;
    for (const Subscript& known : proven) {
      if (same_subscript(f_, known, array, dimension, index)) return;
    }
    if (in_own_extent(array, dimension, index)) {
      proven.push_back({array, dimension, index, checked, false});
      return;
    }
    const std::optional<Interval> interval = bounds_.interval(index, loops_);
    if (!interval) return;
    const ExprId length = extent_of(array, dimension);
    const std::optional<Affine> extent = analysis::affine_form(f_, length);
    // high - extent < 0; low >= 0, or low + extent >= 0 where the subscript wraps.
    const std::optional<Affine> above = analysis::add_scaled(f_, interval->high, *extent, -1);
    const bool negative = interval->low.is_constant() && interval->low.constant < 0;
    const std::optional<Affine> low =
        negative ? analysis::add_scaled(f_, interval->low, *extent, 1) : std::optional(interval->low);
    if (!above || !low) return;
    const bool fails =
        (above->is_constant() && above->constant >= 0) || (low->is_constant() && low->constant < 0);
    if (fails || (!checked && negative)) return;
    if (checked) {
      require(build_.compare(CompareOp::Less, analysis::to_expr(build_, *above), build_.int64(0)));
      note(length);
    }
    require(build_.compare(CompareOp::GreaterEqual, analysis::to_expr(build_, *low), build_.int64(0)));
    for (ExprId atom : interval->atoms) note(atom);
    proven.push_back({array, dimension, index, checked, negative});
  }

  /// `for k in range(a.shape[d])` and `for k in range(len(a))` of a list: a[..., k, ...] needs no condition.
  bool in_own_extent(ArrayId array, int dimension, ExprId index) const {
    const auto* read = std::get_if<Read>(&f_[index].node);
    if (read == nullptr) return false;
    for (StmtId id : loops_) {
      const For& loop = std::get<For>(f_[id].node);
      if (loop.counter != read->variable) continue;
      const auto* length = std::get_if<Read>(&f_[loop.extent].node);
      if (length != nullptr && length->variable == lists_.of(array)) return true;
      const auto* extent = std::get_if<Extent>(&f_[loop.extent].node);
      return extent != nullptr && extent->array == array && extent->dimension == dimension;
    }
    return false;
  }

  /// Of an array that the nest does not make: a list's length lies in a variable.
  ExprId extent_of(ArrayId array, int dimension) {
    const VarId length = lists_.of(array);
    return length.valid() ? build_.read(length) : build_.extent(array, dimension);
  }

  void note(ExprId atom) {
    for (ExprId known : atoms_) {
      if (same_value(f_, known, atom)) return;
    }
    atoms_.push_back(atom);
  }

  Function& f_;
  const ListExtents& lists_;
  Builder build_;
  analysis::NestBounds bounds_;
  GuardProof guards_;
  std::vector<StmtId> loops_;
  std::vector<ArrayId> made_inside_;
  std::vector<ExprId> atoms_;
  std::vector<ExprId> conditions_;
  ExprId predicate_;
};

/// Copies a nest without what was proven, with loop counters of its own.
class FastCopy : public Rewriter {
 public:
  FastCopy(Function& function, const Prove& prove)
      : Rewriter(function), proven_(prove.proven), guards_(prove.guards) {}

  ExprId expr(ExprId id) override {
    const ExprNode node = function_[id].node;
    if (const auto* wrap = std::get_if<WrapIndex>(&node)) {
      const Subscript* known = find(wrap->array, wrap->dimension, wrap->index);
      if (known != nullptr && !known->keeps_wrap) return expr(wrap->index);
    }
    if (const auto* read = std::get_if<Read>(&node)) {
      for (const auto& [from, to] : counters_) {
        if (from == read->variable) return build_.read(to);
      }
    }
    return rebuild(id);
  }

  Block stmt(StmtId id) override {
    if (std::find(guards_.begin(), guards_.end(), id) != guards_.end()) return {};
    const Stmt before = function_[id];
    if (const auto* check = std::get_if<CheckIndex>(&before.node)) {
      const Subscript* known = find(check->array, check->dimension, check->index);
      if (known != nullptr && known->checked) return {};
    }
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr) return {rebuild(id)};
    const Variable counter = function_[loop->counter];
    counters_.emplace_back(loop->counter, build_.variable(counter.name, counter.type, counter.range));
    For copy = *loop;
    copy.counter = counters_.back().second;
    copy.extent = expr(loop->extent);
    copy.body = block(loop->body);
    return {build_.statement(std::move(copy), before.range)};
  }

 private:
  const Subscript* find(ArrayId array, int dimension, ExprId index) const {
    for (const Subscript& s : proven_) {
      if (same_subscript(function_, s, array, dimension, index)) return &s;
    }
    return nullptr;
  }

  const std::vector<Subscript>& proven_;
  const std::vector<StmtId>& guards_;
  std::vector<std::pair<VarId, VarId>> counters_;
};

/// Leaves out of the nests what the facts of the call prove, and limits of slices that do nothing. Code around them may
/// share expressions with code in them, of which the facts say nothing.
class DropProven : public Rewriter {
 public:
  DropProven(Function& function, const analysis::CallFacts& facts) : Rewriter(function), facts_(facts) {}

  ExprId expr(ExprId id) override {
    if (depth_ > 0 && facts_.is_whole_slice(id)) return analysis::to_expr(build_, *analysis::plain_slice_end(function_, id));
    const auto* wrap = std::get_if<WrapIndex>(&function_[id].node);
    if (depth_ == 0 || wrap == nullptr) return rebuild(id);
    const WrapIndex known = *wrap;
    if (facts_.is_never_negative(id)) return expr(known.index);
    if (facts_.is_always_negative(id))
      return build_.add(expr(known.index), build_.extent(known.array, known.dimension));
    return rebuild(id);
  }

  Block stmt(StmtId id) override {
    if (facts_.is_silent(id)) return {};
    const bool loop = std::holds_alternative<For>(function_[id].node);
    depth_ += loop ? 1 : 0;
    const Block result = {rebuild(id)};
    depth_ -= loop ? 1 : 0;
    return result;
  }

 private:
  const analysis::CallFacts& facts_;
  int depth_ = 0;  ///< loops around
};

class HoistChecks : public StatementRewriter {
 public:
  explicit HoistChecks(Function& function) : StatementRewriter(function), lists_(function) {}

  Block stmt(StmtId id) override {
    if (!std::holds_alternative<For>(function_[id].node)) return {rebuild(id)};
    Prove prove(function_, lists_, id);
    if (prove.proven.empty() && prove.guards.empty()) return {rebuild(id)};
    const ExprId predicate = prove.predicate();
    const Block copies = FastCopy(function_, prove).stmt(id);
    Block fast = {rebuild(copies[0])};  // inner loops may prove what remains
    if (const Constant* known = build_.as_constant(predicate)) return known->integer != 0 ? fast : Block{id};
    return {build_.if_then(predicate, std::move(fast), {id}, function_[id].range)};
  }

 private:
  const ListExtents lists_;
};

}  // namespace

Function drop_proven(const Function& function, const analysis::CallFacts& facts) {
  Function result = function;
  if (!facts.judged) return result;
  DropProven drop(result, facts);
  Block rest = drop.block(result.body);
  result.body = std::move(rest);
  return result;
}

Function hoist_checks(const Function& function, const analysis::CallFacts& facts) {
  Function result = drop_proven(function, facts);
  HoistChecks hoist(result);
  result.body = hoist.block(result.body);
  return result;
}

}  // namespace unpython::transform
