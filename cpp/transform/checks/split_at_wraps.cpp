#include "transform/checks/split_at_wraps.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "ir/eval.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kMostFirst = 8;  // iterations that are a loop of their own

class SplitAtWraps : public StatementRewriter {
 public:
  explicit SplitAtWraps(Function& function) : StatementRewriter(function), live_(function) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr || !is_innermost(*loop)) return {rebuild(id)};
    if (loop->mark != LoopMark::Sequential || analysis::may_leave(function_, loop->body) || !is_exact(loop->body)) return {id};
    const int64_t first = first_iterations(*loop);
    if (first == 0 || !analysis::has_independent_iterations(function_, live_, id)) return {id};
    return split(*loop, first, given.range);
  }

 private:
  [[nodiscard]] bool is_innermost(const For& loop) const {
    return !any_stmt(function_, loop.body, [&](StmtId id) {
      const StmtNode& node = function_[id].node;
      return std::holds_alternative<For>(node) || std::holds_alternative<While>(node);
    });
  }
  /// Lanes and single iterations give the same bits: the first iterations are no vector any more.
  [[nodiscard]] bool is_exact(const Block& body) const {
    return !any_expr(function_, body, [&](ExprId id) {
      const auto* call = std::get_if<Call>(&function_[id].node);
      return call != nullptr && !ir::is_exact(call->function, function_[call->arguments[0]].type);
    });
  }
  /// Iterations after which no subscript `counter - constant` is negative; 0 where none ever is.
  [[nodiscard]] int64_t first_iterations(const For& loop) const {
    int64_t first = 0;
    walk_all_exprs(function_, loop.body, [&](ExprId id) {
      const auto* wrap = std::get_if<WrapIndex>(&function_[id].node);
      const auto form = wrap != nullptr ? analysis::affine_form(function_, wrap->index) : std::nullopt;
      if (!form || form->terms.size() != 1 || analysis::coefficient_of(function_, *form, loop.counter) != 1) return;
      if (form->constant >= -kMostFirst) first = std::max(first, -form->constant);
    });
    return first;
  }
  Block split(const For& loop, int64_t first, SourceRange range) {
    const VarId trips = build_.variable("trips", ScalarType::Int64, range);
    const ExprId all = build_.read(trips);
    For head = loop;
    head.extent = build_.min(build_.int64(first), all);
    head.independent = false;  // too few for lanes
    const VarId later = build_.variable(function_[loop.counter].name, ScalarType::Int64, range);
    Substitution moved(function_);
    moved.replace(loop.counter, build_.add(build_.read(later), build_.int64(first)));
    For tail = loop;
    tail.counter = later;
    tail.extent = build_.sub(all, build_.int64(first));
    tail.body = never_negative(moved.block(loop.body), later);
    return {build_.assign(trips, loop.extent, range), build_.statement(std::move(head), range),
            build_.statement(std::move(tail), range)};
  }
  /// The body without the wraps of subscripts `counter + constant` that are not negative.
  Block never_negative(const Block& body, VarId counter) {
    class Plain : public Rewriter {
     public:
      Plain(Function& function, VarId counter) : Rewriter(function), counter_(counter) {}
      ExprId expr(ExprId id) override {
        const auto* wrap = std::get_if<WrapIndex>(&function_[id].node);
        if (wrap == nullptr) return rebuild(id);
        const auto form = analysis::affine_form(function_, wrap->index);
        const bool plain = form && form->terms.size() == 1 && form->constant >= 0 &&
                           analysis::coefficient_of(function_, *form, counter_) == 1;
        return plain ? analysis::to_expr(build_, *form) : rebuild(id);
      }

     private:
      VarId counter_;
    };
    return Plain(function_, counter).block(body);
  }

  analysis::Liveness live_;
};

}  // namespace

Function split_at_wraps(const Function& function) {
  if (!any_expr(function, function.body, [&](ExprId id) { return std::holds_alternative<WrapIndex>(function[id].node); }))
    return function;
  return rewritten<SplitAtWraps>(function);
}

}  // namespace unpython::transform
