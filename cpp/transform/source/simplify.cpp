// Forward propagation of known values, then removal of what is not read; repeated while it changes something.
#include "transform/source/simplify.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

constexpr int kMostPropagatedNodes = 9;  // of a propagated value: larger ones are cheaper to keep in their variable
constexpr int kMostRounds = 4;

/// True if a copy of `expr` at each use costs nothing: a constant, a variable, an affine integer expression.
bool is_cheap(const Function& f, ExprId expr, int& budget) {
  if (--budget < 0) return false;
  const Expr& e = f[expr];
  if (is_one_of<Const, Read, Extent>(e.node)) {
    return true;
  }
  if (!is_integer(e.type)) return false;
  const auto* binary = std::get_if<Binary>(&e.node);
  const auto* unary = std::get_if<Unary>(&e.node);
  const auto* cast = std::get_if<Cast>(&e.node);
  const bool cheap = (binary != nullptr && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract ||
                                            binary->op == BinaryOp::Multiply)) ||
                     (unary != nullptr && unary->op == UnaryOp::Negate) ||
                     (cast != nullptr && is_integer(f[cast->operand].type));
  if (!cheap) return false;
  for (ExprId operand : operands(e)) {
    if (!is_cheap(f, operand, budget)) return false;
  }
  return true;
}

/// Knows, at each point of the walk, variables whose value an expression over unchanged variables gives.
class Propagate : public Rewriter {
 public:
  using Rewriter::Rewriter;

  ExprId expr(ExprId id) override {
    if (const auto* read = std::get_if<Read>(&function_[id].node)) {
      const auto known = facts_.values.find(read->variable);
      return known != facts_.values.end() ? known->second : id;
    }
    return without_sign(without_zero(rebuild(id)));
  }

  /// What follows a statement that leaves the block is never reached.
  Block block(const Block& input) override {
    Block result;
    for (StmtId id : input) {
      const Block replacement = stmt(id);
      result.insert(result.end(), replacement.begin(), replacement.end());
      if (!result.empty() && leaves(result.back())) break;
    }
    return result;
  }

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    if (const auto* assign = std::get_if<Assign>(&before.node)) return assigned(id, *assign);
    if (const auto* branch = std::get_if<If>(&before.node)) return branched(id, before, *branch);
    if (const auto* loop = std::get_if<For>(&before.node)) return repeated(id, *loop);
    if (const auto* loop = std::get_if<While>(&before.node)) return repeated(before, *loop);
    if (std::holds_alternative<CheckIndex>(before.node)) return checked(id);
    const StmtId rebuilt = rebuild(id);
    if (const auto* allocation = std::get_if<Allocate>(&before.node)) forget_extents(allocation->array);
    return {rebuilt};
  }

 private:
  struct Facts {
    std::unordered_map<VarId, ExprId> values;
    std::vector<CheckIndex> checks;  ///< have passed
  };

  /// x + -0.0 is x for every float x.
  ExprId without_zero(ExprId id) {
    const auto* sum = std::get_if<Binary>(&function_[id].node);
    if (sum == nullptr || sum->op != BinaryOp::Add || !is_float(function_[id].type)) return id;
    if (is_negative_zero(sum->left)) return sum->right;
    return is_negative_zero(sum->right) ? sum->left : id;
  }
  bool is_negative_zero(ExprId id) {
    const Constant* c = build_.as_constant(id);
    return c != nullptr && c->real.real() == 0.0 && std::signbit(c->real.real());
  }

  /// k < 0 is false for the counter k of a loop, also with a number added that is not negative.
  ExprId without_sign(ExprId id) {
    const auto* compare = std::get_if<Compare>(&function_[id].node);
    if (compare == nullptr || compare->op != CompareOp::Less || !is_integer(function_[compare->left].type)) return id;
    const Constant* bound = build_.as_constant(compare->right);
    if (bound == nullptr || bound->integer != 0) return id;
    const auto* sum = std::get_if<Binary>(&function_[compare->left].node);
    if (sum == nullptr || sum->op != BinaryOp::Add) return is_counter(compare->left) ? build_.boolean(false) : id;
    const bool counts = (is_counter(sum->left) && is_offset(sum->right)) || (is_offset(sum->left) && is_counter(sum->right));
    return counts ? build_.boolean(false) : id;
  }
  bool is_counter(ExprId id) const {
    const auto* read = std::get_if<Read>(&function_[id].node);
    return read != nullptr && counters_.contains(read->variable);
  }
  /// Added to a counter, such a number gives none that wraps round.
  bool is_offset(ExprId id) {
    const Constant* offset = build_.as_constant(id);
    return offset != nullptr && offset->integer >= 0 && offset->integer <= int64_t{1} << 32;
  }

  bool leaves(StmtId id) const {
    const StmtNode& node = function_[id].node;
    if (const auto* branch = std::get_if<If>(&node)) {
      return !branch->then_body.empty() && !branch->else_body.empty() && leaves(branch->then_body.back()) &&
             leaves(branch->else_body.back());
    }
    return is_one_of<Break, Continue, Return, Raise>(node);
  }

  void forget(const VarSet& changed) {
    std::erase_if(facts_.values, [&](const auto& known) {
      return changed.contains(known.first) || analysis::reads_any(function_, known.second, changed);
    });
    std::erase_if(facts_.checks, [&](const CheckIndex& check) {
      return analysis::reads_any(function_, check.index, changed);
    });
  }

  /// Most variables are assigned once, and no fact is of them before that.
  void forget(VarId variable) {
    if (!mentioned_.contains(variable)) return;
    VarSet changed;
    changed.insert(variable);
    forget(changed);
  }

  /// An array that gets memory has other extents: a list that loses items keeps its name.
  void forget_extents(ArrayId array) {
    std::erase_if(facts_.checks, [&](const CheckIndex& check) { return check.array == array; });
    std::erase_if(facts_.values, [&](const auto& known) { return reads_extent(known.second, array); });
  }
  bool reads_extent(ExprId root, ArrayId array) const {
    return any_expr(function_, root, [&](ExprId id) {
      const auto* extent = std::get_if<Extent>(&function_[id].node);
      return extent != nullptr && extent->array == array;
    });
  }
  /// Nothing is known of what a block changes.
  void forget_changes(const Block& block) {
    forget(analysis::assigned_variables(function_, block));
    walk_stmts(function_, block, [&](StmtId id) {
      if (const auto* allocation = std::get_if<Allocate>(&function_[id].node)) forget_extents(allocation->array);
      return true;
    });
  }

  void mention_reads(ExprId root) {
    walk_exprs(function_, root, [&](ExprId id) {
      if (const auto* read = std::get_if<Read>(&function_[id].node)) mentioned_.insert(read->variable);
    });
  }

  /// A check that repeats one on the way here is dropped.
  Block checked(StmtId id) {
    const StmtId rebuilt = rebuild(id);
    const CheckIndex check = std::get<CheckIndex>(function_[rebuilt].node);
    for (const CheckIndex& passed : facts_.checks) {
      if (passed.array == check.array && passed.dimension == check.dimension &&
          same_value(function_, passed.index, check.index)) {
        return {};
      }
    }
    if (has_load(function_, check.index)) return {rebuilt};
    facts_.checks.push_back(check);
    mention_reads(check.index);
    return {rebuilt};
  }

  Block assigned(StmtId id, const Assign& assign) {
    const StmtId rebuilt = rebuild(id);
    const ExprId value = std::get<Assign>(function_[rebuilt].node).value;
    const auto* read = std::get_if<Read>(&function_[value].node);
    if (read != nullptr && read->variable == assign.variable) return {};  // x = x
    forget(assign.variable);
    int budget = kMostPropagatedNodes;
    if (is_cheap(function_, value, budget) && !analysis::reads_variable(function_, value, assign.variable)) {
      facts_.values.emplace(assign.variable, value);
      mentioned_.insert(assign.variable);
      mention_reads(value);
    }
    return {rebuilt};
  }

  /// Nothing, or the same to the same variables.
  bool assign_alike(const Block& a, const Block& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](StmtId left, StmtId right) {
      const auto* one = std::get_if<Assign>(&function_[left].node);
      const auto* other = std::get_if<Assign>(&function_[right].node);
      return one != nullptr && other != nullptr && one->variable == other->variable &&
             same_value(function_, one->value, other->value);
    });
  }

  Block branched(StmtId id, const Stmt& before, const If& branch) {
    const ExprId condition = expr(branch.condition);
    if (const Constant* known = build_.as_constant(condition)) {
      return block(known->integer != 0 ? branch.then_body : branch.else_body);
    }
    const Facts at_entry = facts_;
    Block then_body = block(branch.then_body);
    facts_ = at_entry;
    Block else_body = block(branch.else_body);
    facts_ = at_entry;
    forget_changes(branch.then_body);
    forget_changes(branch.else_body);
    if (assign_alike(then_body, else_body)) return then_body;
    if (condition == branch.condition && then_body == branch.then_body && else_body == branch.else_body) {
      return {id};
    }
    if (then_body.empty())
      return {build_.if_then(build_.logical_not(condition), else_body, {}, before.range)};
    return {build_.if_then(condition, std::move(then_body), std::move(else_body), before.range)};
  }

  Block repeated(StmtId id, const For& loop) {
    const ExprId extent = expr(loop.extent);
    const Constant* trips = build_.as_constant(extent);
    if (trips != nullptr && trips->integer <= 0) return {};
    forget_changes(loop.body);
    forget(loop.counter);
    const Facts at_entry = facts_;
    counters_.insert(loop.counter);
    const StmtId rebuilt = rebuild(id);
    counters_.erase(loop.counter);
    facts_ = at_entry;
    if (std::get<For>(function_[rebuilt].node).body.empty()) return {};
    return {rebuilt};
  }

  Block repeated(const Stmt& before, const While& loop) {
    forget_changes(loop.head);
    forget_changes(loop.body);
    const Facts at_entry = facts_;
    While result;
    result.head = block(loop.head);
    result.condition = expr(loop.condition);
    result.body = block(loop.body);
    facts_ = at_entry;
    return {build_.statement(std::move(result), before.range)};
  }

  Facts facts_;
  VarSet mentioned_;  ///< all that some fact was ever of
  VarSet counters_;   ///< of the loops around
};

/// Variables that something else than assignments to variables like themselves reads: the `n` of `n = n + 1` need not be one.
VarSet needed_variables(const Function& f) {
  VarSet needed;
  std::vector<std::pair<VarId, VarSet>> assigned;  // what each assignment reads
  walk_stmts(f, f.body, [&](StmtId id) {
    VarSet reads;
    for (ExprId root : expressions(f[id])) {
      walk_exprs(f, root, [&](ExprId inner) {
        if (const auto* read = std::get_if<Read>(&f[inner].node)) reads.insert(read->variable);
      });
    }
    if (const auto* assign = std::get_if<Assign>(&f[id].node)) {
      assigned.emplace_back(assign->variable, std::move(reads));
    } else {
      needed.unite(reads);
    }
    return true;
  });
  for (bool grows = true; grows;) {
    grows = false;
    for (auto& [variable, reads] : assigned) {
      if (reads == VarSet{} || !needed.contains(variable)) continue;
      needed.unite(std::exchange(reads, {}));
      grows = true;
    }
  }
  return needed;
}

/// Drops assignments that nothing reads.
class RemoveDead : public StatementRewriter {
 public:
  RemoveDead(Function& function, const analysis::Liveness& live)
      : StatementRewriter(function), live_(live), needed_(needed_variables(function)) {}
  bool changed = false;

  Block stmt(StmtId id) override {
    const auto* assign = std::get_if<Assign>(&function_[id].node);
    if (assign != nullptr && !(live_.live_after(id, assign->variable) && needed_.contains(assign->variable))) {
      changed = true;
      return {};
    }
    return {rebuild(id)};
  }

 private:
  const analysis::Liveness& live_;
  const VarSet needed_;
};

}  // namespace

Function simplify(const Function& function) {
  Function result = function;
  for (int round = 0; round < kMostRounds; ++round) {
    Propagate propagate(result);
    result.body = propagate.block(result.body);
    const analysis::Liveness live(result);
    RemoveDead remove(result, live);
    result.body = remove.block(result.body);
    if (!remove.changed) break;
  }
  return result;
}

}  // namespace unpython::transform
