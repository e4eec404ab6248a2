#include "transform/loops/split_at_borders.h"

#include <algorithm>
#include <optional>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;

constexpr int64_t kFewVectors = 4;  // of inner iterations: not worth three loops
constexpr int kMostInCopies = 400;  // of a body that is copied
// Of a bound, whose sums and differences do not overflow then: no loop counts beyond 2 ** 42, no array that a loop walks through has
// 2 ** 62 elements, and other variables are compared with kMostVariable.
constexpr int64_t kMostConstant = int64_t{1} << 40;
constexpr int64_t kMostCoefficient = int64_t{1} << 16;
constexpr int64_t kMostVariable = int64_t{1} << 60;

/// Replaces what holds a number within bounds by that number, and gathers the iterations in which both are the same.
class Unheld : public Rewriter {
 public:
  Unheld(Function& function, const For& loop, const analysis::VarSet& counters)
      : Rewriter(function), counter_(loop.counter), counters_(counters), changing_(analysis::changing_in(function, loop)) {}

  /// The first of the inner iterations, and the one behind the last; none where no number is held.
  [[nodiscard]] bool found() const { return first_.valid() || end_.valid(); }
  [[nodiscard]] ExprId first() { return first_.valid() ? first_ : build_.int64(0); }
  [[nodiscard]] std::optional<ExprId> end() const { return end_.valid() ? std::optional(end_) : std::nullopt; }
  /// Holds where a variable is so large that a difference may overflow; false where there is none.
  [[nodiscard]] ExprId too_large() {
    ExprId result = build_.boolean(false);
    for (const VarId variable : unsure_.members()) {
      const ExprId value = build_.read(variable);
      const ExprId above = build_.compare(CompareOp::Greater, value, build_.int64(kMostVariable));
      const ExprId below = build_.compare(CompareOp::Less, value, build_.int64(-kMostVariable));
      result = build_.logical_or(result, build_.logical_or(above, below));
    }
    return result;
  }

  Block stmt(StmtId id) override {
    const bool branch = std::holds_alternative<If>(function_[id].node);
    under_conditions_ += branch ? 1 : 0;
    const StmtId made = rebuild(id);
    under_conditions_ -= branch ? 1 : 0;
    return {made};
  }
  ExprId expr(ExprId id) override {
    const ExprId made = rebuild(id);
    if (function_[made].type != ScalarType::Int64) return made;
    const Expr node = function_[made];
    if (const auto* wrap = std::get_if<WrapIndex>(&node.node)) return is_before(wrap->index) ? wrap->index : made;
    if (const auto* call = std::get_if<Call>(&node.node)) {
      if (call->function != Intrinsic::Minimum && call->function != Intrinsic::Maximum) return made;
      for (size_t side = 0; side < 2; ++side) {
        const ExprId number = call->arguments[side];
        if (holds(number, call->arguments[1 - side], call->function == Intrinsic::Maximum)) return number;
      }
    }
    if (const auto* binary = std::get_if<Binary>(&node.node); binary != nullptr && binary->op == BinaryOp::Modulo) {
      const ExprId last = build_.sub(binary->right, build_.int64(1));
      if (is_bound(last) && holds(binary->left, build_.int64(0), true) && holds(binary->left, last, false))
        return binary->left;
    }
    return made;
  }

 private:
  /// Whether it is counter - constant, which counts from the end of an array in the first iterations.
  bool is_before(ExprId index) {
    const auto form = analysis::affine_form(function_, index);
    const bool fits = form && form->constant < 0 && analysis::coefficient_of(function_, *form, counter_) == 1;
    return fits && form->terms.size() == 1 && holds(index, build_.int64(0), true);
  }
  /// Whether the iterations are known in which number >= bound, or number <= bound.
  bool holds(ExprId number, ExprId bound, bool at_least) {
    const auto form = analysis::affine_form(function_, number);
    if (!form || !is_bound(bound)) return false;
    const int64_t step = analysis::coefficient_of(function_, *form, counter_);
    const ExprId rest = analysis::to_expr(build_, analysis::without(function_, *form, counter_));
    if ((step != 1 && step != -1) || !is_bound(rest)) return false;
    // counter >= limit, or counter <= limit
    const ExprId limit = step > 0 ? build_.sub(bound, rest) : build_.sub(rest, bound);
    if ((step > 0) == at_least) {
      first_ = first_.valid() ? build_.max(first_, limit) : build_.max(limit, build_.int64(0));
    } else {
      const ExprId behind = build_.add(limit, build_.int64(1));
      end_ = end_.valid() ? build_.min(end_, behind) : behind;
    }
    return true;
  }
  /// The same in all iterations, and of a size that differences do not overflow.
  [[nodiscard]] bool is_bound(ExprId expr) {
    const auto form = analysis::affine_form(function_, expr);
    if (!form || form->constant < -kMostConstant || form->constant > kMostConstant) return false;
    int others = 0;  // of which there is one at most
    return std::ranges::all_of(form->terms, [&](const analysis::Term& term) {
      const auto is_below = [&](int64_t most) { return term.coefficient >= -most && term.coefficient <= most; };
      if (std::holds_alternative<Extent>(function_[term.atom].node)) return ++others == 1 && is_below(1);
      const auto* read = std::get_if<Read>(&function_[term.atom].node);
      if (read == nullptr || changing_.contains(read->variable)) return false;
      if (counters_.contains(read->variable)) return is_below(kMostCoefficient);
      if (under_conditions_ > 0) return false;  // the variable may have no value where the branch is not taken
      unsure_.insert(read->variable);
      return ++others == 1 && is_below(1);
    });
  }

  const VarId counter_;
  const analysis::VarSet& counters_;
  analysis::VarSet changing_;
  analysis::VarSet unsure_;  ///< neither counters nor extents
  int under_conditions_ = 0;
  ExprId first_{};
  ExprId end_{};
};

class SplitAtBorders : public StatementRewriter {
 public:
  explicit SplitAtBorders(Function& function) : StatementRewriter(function), live_(function) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr) return {rebuild(id)};
    if (loop->mark == LoopMark::Vector) return split(id, *loop, given.range);
    counters_.insert(loop->counter);
    return {rebuild(id)};
  }

 private:
  Block split(StmtId id, const For& loop, SourceRange range) {
    const bool ends_early = holds_any<Break, For, While>(function_, loop.body);
    if (ends_early || count_exprs(function_, loop.body) > kMostInCopies) return {id};
    Unheld unheld(function_, loop, counters_);
    const Block inner = unheld.block(loop.body);
    if (!unheld.found()) return {id};
    const VarId count = build_.variable("count", ScalarType::Int64);
    const VarId first = build_.variable("first", ScalarType::Int64);
    const VarId last = build_.variable("last", ScalarType::Int64);
    const VarId part = build_.variable("part", ScalarType::Int64);
    const ExprId end = build_.min(unheld.end().value_or(build_.read(count)), build_.read(count));
    const ExprId inner_count = build_.sub(end, unheld.first());
    const ExprId few = build_.logical_or(
        unheld.too_large(), build_.compare(CompareOp::Less, inner_count, build_.int64(kFewVectors * loop.width)));
    Block result{build_.assign(count, loop.extent, range)};
    result.push_back(build_.assign(first, build_.select(few, build_.read(count), unheld.first()), range));
    result.push_back(build_.assign(last, build_.select(few, build_.read(count), end), range));
    const auto is = [&](int64_t number) { return build_.compare(CompareOp::Equal, build_.read(part), build_.int64(number)); };
    const ExprId outer_count = build_.select(is(0), build_.read(first), build_.sub(build_.read(count), build_.read(last)));
    const ExprId outer_start = build_.select(is(0), build_.int64(0), build_.read(last));
    // What is a place on both sides steps from lane to lane on one of them only.
    const bool own_variables = analysis::is_private(function_, live_, id);
    const StmtId between = moved(loop, inner, build_.read(first), build_.sub(build_.read(last), build_.read(first)),
                                 own_variables, range);
    const StmtId around = moved(loop, loop.body, outer_start, outer_count, false, range);
    result.push_back(build_.loop(part, build_.int64(3), LoopMark::Sequential,
                                 {build_.if_then(is(1), {between}, {around}, range)}, range));
    return result;
  }
  /// The loop over so many iterations from `start` on.
  StmtId moved(const For& loop, const Block& body, ExprId start, ExprId extent, bool own_variables, SourceRange range) {
    For copy = loop;
    const Variable known = function_[loop.counter];
    copy.counter = build_.variable(known.name, known.type, known.range);
    copy.extent = extent;
    Substitution again(function_);
    again.replace(loop.counter, build_.add(start, build_.read(copy.counter)));
    for (const VarId variable : analysis::assigned_variables(function_, body).members()) {
      const Variable shared = function_[variable];
      if (own_variables) again.rename(variable, build_.variable(shared.name, shared.type, shared.range));
    }
    copy.body = again.block(body);
    return build_.statement(std::move(copy), range);
  }

  const analysis::Liveness live_;
  analysis::VarSet counters_;  ///< of loops
};

}  // namespace

Function split_at_borders(const Function& function) { return rewritten<SplitAtBorders>(function); }

}  // namespace unpython::transform
