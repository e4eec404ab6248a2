// Generic walk and rebuild of the IR. A rewriter overrides the cases it changes; everything else keeps its ids.
#pragma once
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/function.h"

namespace unpython::ir {

/// Direct operands of an expression.
[[nodiscard]] std::vector<ExprId> operands(const Expr& expr);
/// Expressions that a statement itself holds (not those of nested statements).
[[nodiscard]] std::vector<ExprId> expressions(const Stmt& stmt);
/// Blocks nested in a statement: If: then, else; While: head, body; For: body.
[[nodiscard]] std::vector<const Block*> blocks(const Stmt& stmt);

/// The same node with other operands, one for one.
[[nodiscard]] ExprNode with_operands(const ExprNode& node, std::span<const ExprId> operands);
/// Both are of one kind and type, and do one thing with their operands.
[[nodiscard]] bool same_node(const Function& function, ExprId a, ExprId b);
/// Both expressions are built alike, so they have one value when evaluated by one statement.
[[nodiscard]] bool same_value(const Function& function, ExprId a, ExprId b);

/// The same statement with other expressions and nested blocks, one for one.
[[nodiscard]] StmtNode with_parts(const StmtNode& node, std::span<const ExprId> exprs, std::vector<Block> blocks);

/// Calls `visit` for an expression and all below it, operands after their user.
void walk_exprs(const Function& function, ExprId root, const std::function<void(ExprId)>& visit);
/// Calls `visit` for all statements of a block, outer ones first; `visit` returns false to skip what is nested.
void walk_stmts(const Function& function, const Block& block, const std::function<bool(StmtId)>& visit);
/// Calls `visit` for each expression of each statement of a block, nested ones included.
void walk_all_exprs(const Function& function, const Block& block, const std::function<void(ExprId)>& visit);
/// Whether `is` holds for a statement of a block, nested ones included; for an expression or one below it; for an expression of a block.
[[nodiscard]] bool any_stmt(const Function& function, const Block& block, const std::function<bool(StmtId)>& is);
[[nodiscard]] bool any_expr(const Function& function, ExprId root, const std::function<bool(ExprId)>& is);
[[nodiscard]] bool any_expr(const Function& function, const Block& block, const std::function<bool(ExprId)>& is);
/// Whether an element is loaded in an expression; in a block.
[[nodiscard]] bool has_load(const Function& function, ExprId root);
[[nodiscard]] bool has_load(const Function& function, const Block& block);
/// Whether a statement is in a block, or nested in one of it.
[[nodiscard]] bool holds(const Function& function, const Block& block, StmtId stmt);
/// Whether a statement of a block is one of these kinds, nested ones included; whether all are.
template <class... Kinds>
[[nodiscard]] bool holds_any(const Function& f, const Block& block) {
  return any_stmt(f, block, [&](StmtId id) { return is_one_of<Kinds...>(f[id].node); });
}
template <class... Kinds>
[[nodiscard]] bool holds_only(const Function& f, const Block& block) {
  return !any_stmt(f, block, [&](StmtId id) { return !is_one_of<Kinds...>(f[id].node); });
}
/// Whether a statement outside of the loops in a block is one of these kinds: a Break there leaves the loop around the block.
template <class... Kinds>
[[nodiscard]] bool holds_outside_loops(const Function& f, const Block& block) {
  bool found = false;
  walk_stmts(f, block, [&](StmtId id) {
    found |= is_one_of<Kinds...>(f[id].node);
    return !is_one_of<For, While>(f[id].node);
  });
  return found;
}
/// An exception may come out of the statement itself; out of one of a block.
[[nodiscard]] bool may_raise(const StmtNode& node);
[[nodiscard]] bool may_raise(const Function& function, const Block& block);
/// An iteration of the loop around the block may end in it: by a break, a continue or a return.
[[nodiscard]] bool may_leave(const Function& function, const Block& block);
/// The loop with this body may end before its last iteration: by a break or a return.
[[nodiscard]] bool may_end_early(const Function& function, const Block& body);
/// x of an extent maximum(x, 0), else the extent: a loop over fewer than no elements runs as one over none.
[[nodiscard]] ExprId trips_of(const Function& function, ExprId extent);
/// How often statements of a block assign each variable, and how often its expressions read each. Counters are not assigned.
[[nodiscard]] std::unordered_map<VarId, int> count_assignments(const Function& function, const Block& block);
[[nodiscard]] std::unordered_map<VarId, int> count_reads(const Function& function, const Block& block);
/// What a variable is assigned where one statement of a block alone assigns it; else an invalid id.
[[nodiscard]] ExprId only_value(const Function& function, const Block& block, VarId variable);
/// Nodes of the expressions of a block: what it costs to unroll or copy it.
[[nodiscard]] int count_exprs(const Function& function, const Block& block);

/// The nodes above each other where they are most: what walks the function recurses so deep.
[[nodiscard]] int depth(const Function& function);
/// Nothing but assignments to variables, also under conditions and in loops that run in order; with `stores`, stores too.
[[nodiscard]] bool only_makes_values(const Function& function, const Block& block, bool stores = false);

/// For or While.
[[nodiscard]] inline bool is_loop(const Function& f, StmtId id) {
  return is_one_of<For, While>(f[id].node);
}

/// A loop over the grid, or the groups, of a kernel.
[[nodiscard]] inline bool is_kernel(const Function& f, StmtId id) {
  const auto* loop = std::get_if<For>(&f[id].node);
  return loop != nullptr && (loop->mark == LoopMark::Grid || loop->mark == LoopMark::Group);
}

/// Rebuilds trees inside one function (copy it first to keep the original). Rebuilding goes through Builder, so the
/// result is folded; an unchanged node keeps its id.
class Rewriter {
 public:
  explicit Rewriter(Function& function) : function_(function), build_(function) {}
  virtual ~Rewriter() = default;

  virtual ExprId expr(ExprId id) { return rebuild(id); }
  /// A statement may become none, one or several.
  virtual Block stmt(StmtId id) { return {rebuild(id)}; }
  virtual Block block(const Block& block);

 protected:
  /// The same node with rewritten operands (or nested blocks).
  ExprId rebuild(ExprId id);
  StmtId rebuild(StmtId id);

  Function& function_;
  Builder build_;
};

/// Rewrites statements; the expressions in them stay as they are.
class StatementRewriter : public Rewriter {
 public:
  using Rewriter::Rewriter;
  ExprId expr(ExprId id) final { return id; }
};

/// The function after a rewriter: `Pass(function, more...)`.
template <typename Pass, typename... More>
[[nodiscard]] Function rewritten(Function function, More&&... more) {
  function.body = Pass(function, std::forward<More>(more)...).block(function.body);
  return function;
}

/// Copies trees, replacing variables by expressions; assigned variables are replaced by variables. For unrolling,
/// privatizing and inlining.
class Substitution : public Rewriter {
 public:
  using Rewriter::Rewriter;
  void replace(VarId variable, ExprId value);
  void rename(VarId from, VarId to);
  ExprId expr(ExprId id) override;
  Block stmt(StmtId id) override;

 private:
  std::unordered_map<VarId, ExprId> values_;
  std::unordered_map<VarId, VarId> renames_;
};

/// Reads variables in place of loads that are built like these.
class LoadsInVariables : public Rewriter {
 public:
  using Loads = std::vector<std::pair<ExprId, VarId>>;
  LoadsInVariables(Function& function, Loads loads) : Rewriter(function), loads_(std::move(loads)) {}
  ExprId expr(ExprId id) override;

 private:
  const Loads loads_;
};

}  // namespace unpython::ir
