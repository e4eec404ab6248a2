#include "transform/reductions/checks_apart.h"

#include <set>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/reductions/reduction_checks.h"
#include "transform/reductions/remove_continue.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// The body holds checks and updates, what leads to them, and nothing else.
bool only_checks_and_updates(const Function& f, const Block& body) {
  bool only = true;
  std::set<ArrayId> updated;
  walk_stmts(f, body, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    const auto* update = std::get_if<AtomicUpdate>(&node);
    if (update != nullptr) updated.insert(update->array);
    only = only && (update != nullptr || is_one_of<Assign, If, CheckIndex>(node));
    return only;
  });
  walk_all_exprs(f, body, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f[id].node);
    only = only && (load == nullptr || (f.disjoint_arguments && !updated.contains(load->array)));
  });
  return only && !updated.empty() && holds_checks(f, body);
}

/// Where a check fails, the iteration ends.
class EndIteration : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* check = std::get_if<CheckIndex>(&before.node);
    if (check == nullptr) return {rebuild(id)};
    const ExprId inside = build_.logical_not(is_outside(build_, *check));
    return {build_.if_then(inside, {}, {build_.statement(Continue{}, before.range)}, before.range)};
  }
};

class ChecksApart : public StatementRewriter {
 public:
  explicit ChecksApart(Function& function) : StatementRewriter(function), live_(function) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel || !analysis::is_private(function_, live_, id) ||
        !only_checks_and_updates(function_, loop->body))
      return {rebuild(id)};
    For updates = *loop;
    updates.body = remove_continue(function_, EndIteration(function_).block(loop->body));
    For checks = *loop;
    checks.body = only_checks(function_, loop->body);
    return {build_.statement(std::move(updates), before.range), build_.statement(std::move(checks), before.range)};
  }

 private:
  analysis::Liveness live_;
};

}  // namespace

Function checks_apart(const Function& function) {
  return rewritten<ChecksApart>(function);
}

}  // namespace unpython::transform
