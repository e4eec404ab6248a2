// Scalar data flow over the structured IR.
#include "analysis/text/variables.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::analysis {
namespace {

using namespace ir;

void add_reads(const Function& f, ExprId root, VarSet& into) {
  if (!root.valid()) return;
  walk_exprs(f, root, [&](ExprId id) {
    if (const auto* read = std::get_if<Read>(&f[id].node)) into.insert(read->variable);
  });
}

/// Whether the loop runs at least once.
bool surely_runs(const Function& f, const For& loop) {
  const auto* extent = std::get_if<Const>(&f[loop.extent].node);
  return loop.runs || (extent != nullptr && extent->value.integer > 0);
}

/// Forward "assigned on every path"; no value means that the point is not reached.
class ForwardFlow {
 public:
  explicit ForwardFlow(const Function& f) : f_(f) {}
  using State = std::optional<VarSet>;

  /// By each run to the end of the body of a loop, or to a `continue`.
  VarSet run(const Block& body) {
    State end = block(body, VarSet());
    meet(end, at_continue_);
    return end ? *end : VarSet();
  }
  /// By the first iteration of a loop, however it ends.
  VarSet run_first(const Block& body) {
    State end = block(body, VarSet());
    meet(end, at_continue_);
    meet(end, at_break_);
    return end ? *end : VarSet();
  }

 private:
  static void meet(State& into, const State& other) {
    if (!other) return;
    if (!into)
      into = other;
    else
      into->intersect(*other);
  }

  State block(const Block& block, State state) {
    for (StmtId id : block) {
      if (!state) return state;
      state = stmt(id, std::move(state));
    }
    return state;
  }

  State stmt(StmtId id, State state) {
    if (const auto* s = std::get_if<Assign>(&f_[id].node)) {
      state->insert(s->variable);
    } else if (const auto* branch = std::get_if<If>(&f_[id].node)) {
      State joined = block(branch->then_body, state);
      meet(joined, block(branch->else_body, std::move(state)));
      return joined;
    } else if (const auto* loop = std::get_if<While>(&f_[id].node)) {
      ++depth_;
      State head = block(loop->head, std::move(state));
      if (head) (void)block(loop->body, head);
      --depth_;
      return head;
    } else if (const auto* over = std::get_if<For>(&f_[id].node)) {
      if (surely_runs(f_, *over)) state->unite(ForwardFlow(f_).run_first(over->body));
    } else if (is_one_of<Continue, Break>(f_[id].node)) {
      if (depth_ == 0) meet(std::holds_alternative<Break>(f_[id].node) ? at_break_ : at_continue_, state);
      return std::nullopt;
    } else if (is_one_of<Return, Raise>(f_[id].node)) {
      return std::nullopt;
    }
    return state;
  }

  const Function& f_;
  State at_continue_;
  State at_break_;
  int depth_ = 0;
};

/// Backward liveness. `record` may be null; else it receives what is live after each statement. The transfer
/// of a block is in = gen + (out - kill), so the fixed point of a For is live-after + gen of its body, which
/// is kept per loop: each body is walked once for gen and once for the record, however deep the nest.
class BackwardFlow {
 public:
  BackwardFlow(const Function& f, std::unordered_map<int32_t, VarSet>* record) : f_(f), record_(record) {}

  VarSet block(const Block& block, VarSet live) {
    for (auto it = block.rbegin(); it != block.rend(); ++it) live = stmt(*it, std::move(live));
    return live;
  }

 private:
  VarSet stmt(StmtId id, VarSet live) {
    if (record_ != nullptr) {
      auto [it, fresh] = record_->try_emplace(id.value, live);
      if (!fresh) it->second.unite(live);
    }
    return match(
        f_[id].node,
        [&](const Assign& s) {
          live.erase(s.variable);
          add_reads(f_, s.value, live);
          return std::move(live);
        },
        [&](const If& s) {
          VarSet in = block(s.then_body, live);
          in.unite(block(s.else_body, std::move(live)));
          add_reads(f_, s.condition, in);
          return in;
        },
        [&](const For& s) { return loop_in(id, s, std::move(live)); },
        [&](const While& s) { return while_in(s, std::move(live)); },
        [&](const Break&) { return break_.empty() ? VarSet() : break_.back(); },
        [&](const Continue&) { return continue_.empty() ? VarSet() : continue_.back(); },
        [&](const Return& s) {
          VarSet in;
          for (ExprId value : s.values) add_reads(f_, value, in);
          return in;
        },
        [&](const Raise& s) {
          VarSet in;
          for (ExprId value : s.arguments) add_reads(f_, value, in);
          return in;
        },
        [&](const Store&) { return plain(id, std::move(live)); },
        [&](const AtomicUpdate&) { return plain(id, std::move(live)); },
        [&](const CheckIndex&) { return plain(id, std::move(live)); },
        [&](const Allocate&) { return plain(id, std::move(live)); },
        [&](const CallHost&) { return plain(id, std::move(live)); });
  }

  VarSet plain(StmtId id, VarSet live) {
    for (ExprId e : expressions(f_[id])) add_reads(f_, e, live);
    return live;
  }

  VarSet loop_in(StmtId id, const For& s, VarSet after) {
    VarSet in = generated(id, s);
    if (record_ != nullptr) {
      VarSet around = in;
      around.unite(after);
      (void)body_of(s.body, around, after);
    }
    if (surely_runs(f_, s))
      for (const VarId v : ForwardFlow(f_).run_first(s.body).members()) after.erase(v);
    in.unite(after);
    add_reads(f_, s.extent, in);
    add_reads(f_, s.grain, in);
    return in;
  }

  /// What an iteration reads before it assigns it.
  const VarSet& generated(StmtId id, const For& s) {
    if (auto known = generated_.find(id.value); known != generated_.end()) return known->second;
    auto* const record = std::exchange(record_, nullptr);
    VarSet gen = body_of(s.body, VarSet(), VarSet());
    record_ = record;
    gen.erase(s.counter);
    return generated_.emplace(id.value, std::move(gen)).first->second;
  }

  VarSet while_in(const While& s, const VarSet& after) {
    auto* const record = std::exchange(record_, nullptr);
    VarSet in;
    for (;;) {
      VarSet next = while_once(s, in, after);
      next.unite(in);
      if (next == in) break;
      in = std::move(next);
    }
    record_ = record;
    if (record_ != nullptr) (void)while_once(s, in, after);
    return in;
  }

  VarSet while_once(const While& s, const VarSet& in, const VarSet& after) {
    VarSet at_condition = body_of(s.body, in, after);
    const auto* known = std::get_if<Const>(&f_[s.condition].node);
    if (known == nullptr || known->value.integer == 0) at_condition.unite(after);  // else only `break` leaves
    add_reads(f_, s.condition, at_condition);
    break_.push_back(after);
    continue_.push_back(in);
    VarSet result = block(s.head, std::move(at_condition));
    break_.pop_back();
    continue_.pop_back();
    return result;
  }

  /// A loop's body whose end and `continue` lead to `in`, and whose `break` leads to `after`.
  VarSet body_of(const Block& body, const VarSet& in, const VarSet& after) {
    break_.push_back(after);
    continue_.push_back(in);
    VarSet result = block(body, in);
    break_.pop_back();
    continue_.pop_back();
    return result;
  }

  const Function& f_;
  std::unordered_map<int32_t, VarSet>* record_;
  std::unordered_map<int32_t, VarSet> generated_;
  std::vector<VarSet> break_;
  std::vector<VarSet> continue_;
};

}  // namespace

VarSet assigned_variables(const Function& f, const Block& block) {
  VarSet result;
  walk_stmts(f, block, [&](StmtId id) {
    if (const auto* assign = std::get_if<Assign>(&f[id].node)) result.insert(assign->variable);
    if (const auto* loop = std::get_if<For>(&f[id].node)) result.insert(loop->counter);
    return true;
  });
  return result;
}

VarSet read_variables(const Function& f, const Block& block) {
  VarSet result;
  walk_all_exprs(f, block, [&](ExprId id) {
    if (const auto* read = std::get_if<Read>(&f[id].node)) result.insert(read->variable);
  });
  return result;
}

VarSet exposed_variables(const Function& f, const Block& block) {
  return BackwardFlow(f, nullptr).block(block, VarSet());
}

VarSet always_assigned(const Function& f, const Block& block) { return ForwardFlow(f).run(block); }

bool reads_variable(const Function& f, ExprId expr, VarId variable) {
  return any_expr(f, expr, [&](ExprId id) {
    const auto* read = std::get_if<Read>(&f[id].node);
    return read != nullptr && read->variable == variable;
  });
}

bool reads_any(const Function& f, ExprId expr, const VarSet& variables) {
  return any_expr(f, expr, [&](ExprId id) {
    const auto* read = std::get_if<Read>(&f[id].node);
    return read != nullptr && variables.contains(read->variable);
  });
}

VarSet changing_in(const Function& f, const For& loop) {
  VarSet changing = assigned_variables(f, loop.body);
  changing.insert(loop.counter);
  return changing;
}

bool is_fixed(const Function& f, ExprId expr, const VarSet& changing) {
  return !reads_any(f, expr, changing) && !has_load(f, expr);
}

bool keeps_extents(const Function& f, ExprId expr) {
  return !any_expr(f, expr, [&](ExprId id) {
    const auto* extent = std::get_if<Extent>(&f[id].node);
    const auto* wrap = std::get_if<WrapIndex>(&f[id].node);
    const ArrayId of = extent != nullptr ? extent->array : wrap != nullptr ? wrap->array : ArrayId{};
    return of.valid() && f[of].space != AddressSpace::Argument;
  });
}

bool are_fixed(const Function& f, std::span<const ExprId> exprs, const VarSet& changing) {
  return std::ranges::all_of(exprs, [&](ExprId expr) { return is_fixed(f, expr, changing); });
}

Liveness::Liveness(const Function& f) {
  BackwardFlow(f, &after_).block(f.body, VarSet());
  walk_stmts(f, f.body, [&](StmtId id) {
    if (const auto* loop = std::get_if<For>(&f[id].node)) counters_.insert(loop->counter);
    return true;
  });
}

bool Liveness::live_after(StmtId stmt, VarId variable) const {
  auto it = after_.find(stmt.value);
  return it != after_.end() && it->second.contains(variable);
}

void Liveness::inherit(StmtId copy, StmtId original) {
  auto it = after_.find(original.value);
  if (it != after_.end() && copy != original) after_[copy.value] = it->second;
}

bool is_private(const Function& f, const Liveness& live, StmtId loop) {
  const Block& body = std::get<For>(f[loop].node).body;
  const VarSet exposed = exposed_variables(f, body);
  for (VarId v : assigned_variables(f, body).members()) {
    if (exposed.contains(v) || live.live_after(loop, v)) return false;
  }
  return true;
}

}  // namespace unpython::analysis
