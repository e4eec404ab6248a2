// Operands, walks and the generic rebuild.
#include "ir/rewrite.h"

#include <algorithm>

#include "support/match.h"

namespace unpython::ir {

namespace {

std::vector<ExprId> joined(std::vector<ExprId> ids, ExprId last) {
  ids.push_back(last);
  return ids;
}

std::vector<ExprId> all_but_last(std::span<const ExprId> ids) { return {ids.begin(), ids.end() - 1}; }

/// What distinguishes two nodes of one kind besides their operands.
bool same_head(const ExprNode& a, const ExprNode& b) {
  if (a.index() != b.index()) return false;
  return match(
      a, [&](const Const& x) { return x.value == std::get<Const>(b).value; },
      [&](const Read& x) { return x.variable == std::get<Read>(b).variable; },
      [&](const Load& x) { return x.array == std::get<Load>(b).array; },
      [&](const Extent& x) {
        return x.array == std::get<Extent>(b).array && x.dimension == std::get<Extent>(b).dimension;
      },
      [&](const WrapIndex& x) {
        return x.array == std::get<WrapIndex>(b).array && x.dimension == std::get<WrapIndex>(b).dimension;
      },
      [&](const Unary& x) { return x.op == std::get<Unary>(b).op; },
      [&](const Binary& x) { return x.op == std::get<Binary>(b).op; },
      [&](const Compare& x) { return x.op == std::get<Compare>(b).op; }, [](const Select&) { return true; },
      [](const Cast&) { return true; },
      [&](const Call& x) {
        const auto& other = std::get<Call>(b);
        return x.function == other.function && x.library == other.library;
      });
}

}  // namespace

std::vector<ExprId> operands(const Expr& expr) {
  using Ids = std::vector<ExprId>;
  return match(
      expr.node, [](const Const&) { return Ids{}; }, [](const Read&) { return Ids{}; },
      [](const Load& node) { return node.indices; }, [](const Extent&) { return Ids{}; },
      [](const WrapIndex& node) { return Ids{node.index}; },
      [](const Unary& node) { return Ids{node.operand}; },
      [](const Binary& node) {
        return Ids{node.left, node.right};
      },
      [](const Compare& node) {
        return Ids{node.left, node.right};
      },
      [](const Select& node) {
        return Ids{node.condition, node.if_true, node.if_false};
      },
      [](const Cast& node) { return Ids{node.operand}; }, [](const Call& node) { return node.arguments; });
}

std::unordered_map<VarId, int> count_assignments(const Function& function, const Block& block) {
  std::unordered_map<VarId, int> counts;
  walk_stmts(function, block, [&](StmtId id) {
    if (const auto* assign = std::get_if<Assign>(&function[id].node)) ++counts[assign->variable];
    return true;
  });
  return counts;
}

std::unordered_map<VarId, int> count_reads(const Function& function, const Block& block) {
  std::unordered_map<VarId, int> counts;
  walk_all_exprs(function, block, [&](ExprId id) {
    if (const auto* read = std::get_if<Read>(&function[id].node)) ++counts[read->variable];
  });
  return counts;
}

ExprId only_value(const Function& function, const Block& block, VarId variable) {
  ExprId value;
  int assignments = 0;
  walk_stmts(function, block, [&](StmtId id) {
    const auto* assign = std::get_if<Assign>(&function[id].node);
    if (assign == nullptr || assign->variable != variable) return true;
    value = assign->value;
    return ++assignments < 2;
  });
  return assignments == 1 ? value : ExprId{};
}

bool has_load(const Function& function, ExprId root) {
  return any_expr(function, root, [&](ExprId id) { return std::holds_alternative<Load>(function[id].node); });
}

bool has_load(const Function& function, const Block& block) {
  return any_expr(function, block, [&](ExprId id) { return std::holds_alternative<Load>(function[id].node); });
}

bool holds(const Function& function, const Block& block, StmtId stmt) {
  return any_stmt(function, block, [&](StmtId id) { return id == stmt; });
}

ExprId trips_of(const Function& function, ExprId extent) {
  const auto* call = std::get_if<Call>(&function[extent].node);
  if (call == nullptr || call->function != Intrinsic::Maximum) return extent;
  for (size_t i = 0; i < 2; ++i) {
    const auto* least = std::get_if<Const>(&function[call->arguments[i]].node);
    if (least != nullptr && least->value.integer == 0) return call->arguments[1 - i];
  }
  return extent;
}

bool may_raise(const StmtNode& node) {
  const auto* call = std::get_if<CallHost>(&node);
  return is_one_of<CheckIndex, Raise>(node) || (call != nullptr && !call->is_native);
}

bool may_raise(const Function& function, const Block& block) {
  return any_stmt(function, block, [&](StmtId id) { return may_raise(function[id].node); });
}

bool may_leave(const Function& function, const Block& block) {
  return holds_outside_loops<Continue>(function, block) || may_end_early(function, block);
}

bool may_end_early(const Function& function, const Block& body) {
  return holds_outside_loops<Break>(function, body) || holds_any<Return>(function, body);
}

int count_exprs(const Function& function, const Block& block) {
  int count = 0;
  walk_all_exprs(function, block, [&](ExprId) { ++count; });
  return count;
}

namespace {

bool only_makes_values(const Function& function, const Block& block, bool stores, bool in_loop) {
  const auto plain = [&](const Block& nested, bool looped) { return only_makes_values(function, nested, stores, looped); };
  return std::all_of(block.begin(), block.end(), [&](StmtId id) {
    const StmtNode& node = function[id].node;
    if (std::holds_alternative<Assign>(node)) return true;
    if (std::holds_alternative<Store>(node)) return stores;
    if (is_one_of<Break, Continue>(node)) return in_loop;
    if (const auto* branch = std::get_if<If>(&node))
      return plain(branch->then_body, in_loop) && plain(branch->else_body, in_loop);
    if (const auto* loop = std::get_if<For>(&node)) return loop->mark == LoopMark::Sequential && plain(loop->body, true);
    const auto* loop = std::get_if<While>(&node);
    return loop != nullptr && plain(loop->head, true) && plain(loop->body, true);
  });
}

}  // namespace

bool only_makes_values(const Function& function, const Block& block, bool stores) {
  return only_makes_values(function, block, stores, false);
}

int depth(const Function& function) {
  std::vector<int> of_expr;  // operands are made before their users
  for (const Expr& expr : function.exprs) {
    int below = 0;
    for (const ExprId operand : operands(expr)) {
      const auto at = static_cast<size_t>(operand.value);
      if (at < of_expr.size()) below = std::max(below, of_expr[at]);
    }
    of_expr.push_back(below + 1);
  }
  const int exprs = of_expr.empty() ? 0 : *std::max_element(of_expr.begin(), of_expr.end());
  int stmts = 0;
  std::vector<int> of_stmt;
  for (const Stmt& stmt : function.stmts) {
    int below = 0;
    for (const Block* block : blocks(stmt)) {
      for (const StmtId nested : *block) {
        const auto at = static_cast<size_t>(nested.value);
        if (at < of_stmt.size()) below = std::max(below, of_stmt[at]);
      }
    }
    of_stmt.push_back(below + 1);
    stmts = std::max(stmts, below + 1);
  }
  return exprs + stmts;
}

ExprNode with_operands(const ExprNode& node, std::span<const ExprId> ids) {
  return match(
      node, [](const Const& x) -> ExprNode { return x; }, [](const Read& x) -> ExprNode { return x; },
      [&](const Load& x) -> ExprNode {
        return Load{x.array, {ids.begin(), ids.end()}};
      },
      [](const Extent& x) -> ExprNode { return x; },
      [&](const WrapIndex& x) -> ExprNode {
        return WrapIndex{x.array, x.dimension, ids[0]};
      },
      [&](const Unary& x) -> ExprNode {
        return Unary{x.op, ids[0]};
      },
      [&](const Binary& x) -> ExprNode {
        return Binary{x.op, ids[0], ids[1]};
      },
      [&](const Compare& x) -> ExprNode {
        return Compare{x.op, ids[0], ids[1]};
      },
      [&](const Select&) -> ExprNode {
        return Select{ids[0], ids[1], ids[2]};
      },
      [&](const Cast&) -> ExprNode { return Cast{ids[0]}; },
      [&](const Call& x) -> ExprNode {
        return Call{x.function, {ids.begin(), ids.end()}, x.library};
      });
}

bool same_node(const Function& function, ExprId a, ExprId b) {
  return function[a].type == function[b].type && same_head(function[a].node, function[b].node);
}

bool same_value(const Function& function, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!same_node(function, a, b)) return false;
  std::vector<ExprId> left_operands = operands(function[a]);
  std::vector<ExprId> right_operands = operands(function[b]);
  if (left_operands.size() != right_operands.size()) return false;
  for (size_t i = 0; i < left_operands.size(); ++i) {
    if (!same_value(function, left_operands[i], right_operands[i])) return false;
  }
  return true;
}

std::vector<ExprId> expressions(const Stmt& stmt) {
  using Ids = std::vector<ExprId>;
  return match(
      stmt.node, [](const Assign& node) { return Ids{node.value}; },
      [](const Store& node) { return joined(node.indices, node.value); },
      [](const AtomicUpdate& node) { return joined(node.indices, node.value); },
      [](const CheckIndex& node) { return Ids{node.index}; },
      [](const If& node) { return Ids{node.condition}; },
      [](const For& node) {
        return node.grain.valid() ? Ids{node.extent, node.grain} : Ids{node.extent};
      },
      [](const While& node) { return Ids{node.condition}; }, [](const Break&) { return Ids{}; },
      [](const Continue&) { return Ids{}; }, [](const Return& node) { return node.values; },
      [](const Raise& node) { return node.arguments; }, [](const Allocate& node) { return node.extents; },
      [](const CallHost& node) { return node.values; });
}

std::vector<const Block*> blocks(const Stmt& stmt) {
  if (const auto* branch = std::get_if<If>(&stmt.node)) return {&branch->then_body, &branch->else_body};
  if (const auto* loop = std::get_if<While>(&stmt.node)) return {&loop->head, &loop->body};
  if (const auto* loop = std::get_if<For>(&stmt.node)) return {&loop->body};
  return {};
}

StmtNode with_parts(const StmtNode& node, std::span<const ExprId> ids, std::vector<Block> nested) {
  return match(
      node,
      [&](const Assign& x) -> StmtNode {
        return Assign{x.variable, ids[0]};
      },
      [&](const Store& x) -> StmtNode {
        return Store{x.array, all_but_last(ids), ids.back()};
      },
      [&](const AtomicUpdate& x) -> StmtNode {
        return AtomicUpdate{x.array, all_but_last(ids), x.op, ids.back()};
      },
      [&](const CheckIndex& x) -> StmtNode {
        return CheckIndex{x.array, x.dimension, ids[0], x.error};
      },
      [&](const If&) -> StmtNode {
        return If{ids[0], std::move(nested[0]), std::move(nested[1])};
      },
      [&](const For& x) -> StmtNode {
        return For{.counter = x.counter,
                   .extent = ids[0],
                   .mark = x.mark,
                   .width = x.width,
                   .independent = x.independent,
                   .runs = x.runs,
                   .ahead = x.ahead,
                   .joins = x.joins,
                   .grain = x.grain.valid() ? ids[1] : ExprId{},
                   .body = std::move(nested[0])};
      },
      [&](const While&) -> StmtNode {
        return While{std::move(nested[0]), ids[0], std::move(nested[1])};
      },
      [](const Break& x) -> StmtNode { return x; }, [](const Continue& x) -> StmtNode { return x; },
      [&](const Return&) -> StmtNode {
        return Return{{ids.begin(), ids.end()}};
      },
      [&](const Raise& x) -> StmtNode {
        return Raise{x.error, {ids.begin(), ids.end()}};
      },
      [&](const Allocate& x) -> StmtNode {
        return Allocate{x.array, {ids.begin(), ids.end()}, x.keeps};
      },
      [&](const CallHost& x) -> StmtNode {
        return CallHost{x.function, x.arguments, {ids.begin(), ids.end()}, x.is_native};
      });
}

void walk_exprs(const Function& function, ExprId root, const std::function<void(ExprId)>& visit) {
  visit(root);
  for (ExprId operand : operands(function[root])) walk_exprs(function, operand, visit);
}

void walk_stmts(const Function& function, const Block& block, const std::function<bool(StmtId)>& visit) {
  for (StmtId id : block) {
    if (!visit(id)) continue;
    for (const Block* nested : blocks(function[id])) walk_stmts(function, *nested, visit);
  }
}

void walk_all_exprs(const Function& function, const Block& block, const std::function<void(ExprId)>& visit) {
  walk_stmts(function, block, [&](StmtId id) {
    for (ExprId root : expressions(function[id])) walk_exprs(function, root, visit);
    return true;
  });
}

bool any_stmt(const Function& function, const Block& block, const std::function<bool(StmtId)>& is) {
  return std::any_of(block.begin(), block.end(), [&](StmtId id) {
    if (is(id)) return true;
    const std::vector<const Block*> nested = blocks(function[id]);
    return std::any_of(nested.begin(), nested.end(), [&](const Block* inner) { return any_stmt(function, *inner, is); });
  });
}

bool any_expr(const Function& function, ExprId root, const std::function<bool(ExprId)>& is) {
  if (is(root)) return true;
  const std::vector<ExprId> below = operands(function[root]);
  return std::any_of(below.begin(), below.end(), [&](ExprId operand) { return any_expr(function, operand, is); });
}

bool any_expr(const Function& function, const Block& block, const std::function<bool(ExprId)>& is) {
  return any_stmt(function, block, [&](StmtId id) {
    const std::vector<ExprId> roots = expressions(function[id]);
    return std::any_of(roots.begin(), roots.end(), [&](ExprId root) { return any_expr(function, root, is); });
  });
}

Block Rewriter::block(const Block& block) {
  Block result;
  for (StmtId id : block) {
    Block replacement = stmt(id);
    result.insert(result.end(), replacement.begin(), replacement.end());
  }
  return result;
}

ExprId Rewriter::rebuild(ExprId id) {
  const std::vector<ExprId> before = operands(function_[id]);
  std::vector<ExprId> after;
  after.reserve(before.size());
  for (ExprId operand : before) after.push_back(expr(operand));
  if (after == before) return id;
  return build_.expression(function_[id].type, with_operands(function_[id].node, after));
}

StmtId Rewriter::rebuild(StmtId id) {
  // A copy: rewriting the parts may grow the tables and move the statement.
  const Stmt before = function_[id];
  const std::vector<ExprId> held = expressions(before);
  std::vector<ExprId> after;
  for (ExprId held_expr : held) after.push_back(expr(held_expr));
  bool changed = after != held;
  std::vector<Block> nested;
  for (const Block* inner : blocks(before)) {
    nested.push_back(block(*inner));
    changed = changed || nested.back() != *inner;
  }
  if (!changed) return id;
  return build_.statement(with_parts(before.node, after, std::move(nested)), before.range);
}

}  // namespace unpython::ir
