#include "analysis/text/reductions.h"

#include <algorithm>

#include "analysis/text/reduction_forms.h"
#include "ir/groups.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

/// Merges the updates of one accumulator into one reduction; a mention that fits no update makes it none.
class Explain {
 public:
  Explain(const Function& f, const Accumulator& accumulator)
      : f_(f), accumulator_(accumulator), forms_(f, accumulator) {}

  std::optional<Reduction> run(const Block& body) {
    block(body);
    if (!sound_ || !result_) return std::nullopt;
    return result_;
  }

 private:
  void block(const Block& block) {
    for (StmtId id : block) stmt(id);
  }

  void stmt(StmtId id) {
    if (!sound_) return;
    if (const auto* branch = std::get_if<If>(&f_[id].node)) {
      if (forms_.mentions(branch->condition)) {
        std::optional<Reduction> update = forms_.extremum_branch(*branch);
        if (!update) update = forms_.logical_branch(*branch);
        return add(id, update);
      }
    }
    const ExprId value = forms_.assigned_value(id);
    if (value.valid()) return add(id, expression_update(value));
    if (writes_elsewhere(id)) sound_ = false;
    for (ExprId e : expressions(f_[id])) {
      if (forms_.mentions(e)) sound_ = false;
    }
    for (const Block* nested : blocks(f_[id])) block(*nested);
  }

  /// Another element of the accumulator's array.
  bool writes_elsewhere(StmtId id) const {
    if (!accumulator_.is_element()) return false;
    const auto* store = std::get_if<Store>(&f_[id].node);
    const auto* atomic = std::get_if<AtomicUpdate>(&f_[id].node);
    return (store != nullptr && store->array == accumulator_.array &&
            !forms_.is_other_element(store->indices)) ||
           (atomic != nullptr && atomic->array == accumulator_.array);
  }

  std::optional<Reduction> expression_update(ExprId value) const {
    Reduction update{.accumulator = accumulator_, .kind = Accumulation::LastValue, .type = f_[value].type};
    if (const auto kind = forms_.accumulating(value)) {
      update.kind = *kind;
      return update;
    }
    if (auto extremum = forms_.extremum(value)) return extremum;
    if (!forms_.mentions(value) || forms_.conditional_assignment(value)) return update;
    return std::nullopt;
  }

  void add(StmtId id, const std::optional<Reduction>& update) {
    if (!update) {
      sound_ = false;
      return;
    }
    if (!result_) {
      result_ = update;
    } else {
      sound_ = result_->kind == update->kind && result_->contest == update->contest &&
               (result_->kind != Accumulation::Extremum || result_->compare == update->compare);
      for (VarId v : update->companions) result_->companions.push_back(v);
      result_->guards_raise |= update->guards_raise;
    }
    if (sound_) result_->updates.push_back(id);
  }

  const Function& f_;
  const Accumulator& accumulator_;
  UpdateForms forms_;
  std::optional<Reduction> result_;
  bool sound_ = true;
};

bool contains(const std::vector<StmtId>& ids, StmtId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Variables that If updates assign besides the accumulator must not be used outside of these.
bool companions_stay_inside(const Function& f, const Block& body, const Reduction& reduction) {
  if (reduction.companions.empty()) return true;
  VarSet inside;
  for (VarId v : reduction.companions) inside.insert(v);
  bool stays = true;
  walk_stmts(f, body, [&](StmtId id) {
    if (contains(reduction.updates, id)) return false;
    const auto* assign = std::get_if<Assign>(&f[id].node);
    if (assign != nullptr && inside.contains(assign->variable)) stays = false;
    for (ExprId e : expressions(f[id])) stays = stays && !reads_any(f, e, inside);
    return stays;
  });
  return stays;
}

/// The block of an update that assigns the accumulator assigns all companions too, and no other block does.
bool companions_follow(const Function& f, const Block& block, const Reduction& reduction) {
  const auto assigns = [&](VarId variable) {
    return std::any_of(block.begin(), block.end(), [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f[id].node);
      return assign != nullptr && assign->variable == variable;
    });
  };
  const bool here = assigns(reduction.accumulator.variable);
  for (VarId v : reduction.companions) {
    if (assigns(v) != here) return false;
  }
  return std::all_of(block.begin(), block.end(), [&](StmtId id) {
    const auto* branch = std::get_if<If>(&f[id].node);
    return branch == nullptr || companions_follow(f, branch->then_body, reduction);
  });
}

/// Companions that are read after the loop follow an Extremum's winner; nothing else can say which one it
/// was.
bool settle_companions(const Function& f, const Liveness& live, StmtId loop, const Block& body,
                       Reduction& reduction) {
  std::sort(reduction.companions.begin(), reduction.companions.end());
  reduction.companions.erase(std::unique(reduction.companions.begin(), reduction.companions.end()),
                             reduction.companions.end());
  if (!companions_stay_inside(f, body, reduction)) return false;
  const auto dead = [&](VarId v) { return !live.live_after(loop, v); };
  std::erase_if(reduction.companions, dead);
  if (reduction.companions.empty()) return true;
  return reduction.kind == Accumulation::Extremum &&
         std::all_of(reduction.updates.begin(), reduction.updates.end(), [&](StmtId update) {
           const auto* branch = std::get_if<If>(&f[update].node);
           return branch != nullptr && companions_follow(f, branch->then_body, reduction);
         });
}

SourceRange first_assignment(const Function& f, const Block& body, VarId variable) {
  SourceRange where;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* assign = std::get_if<Assign>(&f[id].node);
    if (assign != nullptr && assign->variable == variable && where.line == 0) where = f[id].range;
    return true;
  });
  return where;
}

VarSet counters(const Function& f, const Block& body) {
  VarSet result;
  walk_stmts(f, body, [&](StmtId id) {
    if (const auto* loop = std::get_if<For>(&f[id].node)) result.insert(loop->counter);
    return true;
  });
  return result;
}

/// A second variable of one name of the program has a number behind the name: lo_1.
std::string name_in_program(const Function& f, VarId variable) {
  const std::string& name = f[variable].name;
  const size_t end = name.find_last_not_of("0123456789");
  if (end == std::string::npos || end + 1 == name.size() || name[end] != '_') return name;
  const std::string plain = name.substr(0, end);
  const auto is_plain = [&](const Variable& other) { return other.name == plain; };
  return std::any_of(f.variables.begin(), f.variables.end(), is_plain) ? plain : name;
}

/// Whether what the body assigns to the variable may be computed from the variable's own value.
bool is_computed_from_itself(const Function& f, const Block& body, VarId variable) {
  VarSet from;
  from.insert(variable);
  bool found = false;
  for (VarSet before; before != from && !found;) {
    before = from;
    walk_stmts(f, body, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f[id].node);
      if (assign == nullptr || !reads_any(f, assign->value, before)) return true;
      found = found || assign->variable == variable;
      from.insert(assign->variable);
      return true;
    });
  }
  return found;
}

/// s = float16(float32(s) + x): rounded at each addition, so it is no reduction.
bool is_sum_of_float16(const Function& f, const Block& body, VarId variable) {
  const auto is_old = [&](ExprId id) {
    const auto* wide = std::get_if<Cast>(&f[id].node);
    return wide != nullptr && is_read_of(f, wide->operand, variable);
  };
  bool adds = false;
  if (f[variable].type != ScalarType::Float16) return adds;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* assign = std::get_if<Assign>(&f[id].node);
    if (assign == nullptr || assign->variable != variable) return true;
    const auto* rounded = std::get_if<Cast>(&f[assign->value].node);
    const auto* sum = rounded != nullptr ? std::get_if<Binary>(&f[rounded->operand].node) : nullptr;
    adds = adds || (sum != nullptr && sum->op == BinaryOp::Add && (is_old(sum->left) || is_old(sum->right)));
    return true;
  });
  return adds;
}

Blocker blocker_of(const Function& f, const Block& body, VarId variable) {
  const std::string name = name_in_program(f, variable);
  const SourceRange where = first_assignment(f, body, variable);
  if (is_sum_of_float16(f, body, variable))
    return {"'" + name + "' is a float16, which is not added in parallel", "begin with " + name + " = np.float32(0)", where};
  const std::string in_order = ", or use range for a loop that must run in order";
  if (is_computed_from_itself(f, body, variable))
    return {"'" + name + "' takes its value from the iteration before",
            "compute " + name + " from the loop variable" + in_order, where};
  return {"'" + name + "' keeps its value from the iteration before where it is given none",
          "give " + name + " a value first in each iteration" + in_order, where};
}

/// Assigned under a condition that the accumulator's value decides.
bool is_companion(const std::vector<Reduction>& reductions, VarId variable) {
  return std::any_of(reductions.begin(), reductions.end(), [&](const Reduction& r) {
    return std::find(r.companions.begin(), r.companions.end(), variable) != r.companions.end();
  });
}

}  // namespace

LoopAccumulations accumulations(const Function& f, const Liveness& live, StmtId loop) {
  const Block& body = std::get<For>(f[loop].node).body;
  LoopAccumulations found;
  const VarSet exposed = exposed_variables(f, body);
  const VarSet inner_counters = counters(f, body);
  const VarSet always = always_assigned(f, body);
  std::vector<VarId> results;
  for (VarId v : assigned_variables(f, body).members()) {
    if (inner_counters.contains(v)) continue;
    if (!exposed.contains(v)) {
      if (live.live_after(loop, v)) results.push_back(v);
      continue;
    }
    std::optional<Reduction> reduction =
        Explain(f, Accumulator{.variable = v, .array = {}, .indices = {}}).run(body);
    if (!reduction || !settle_companions(f, live, loop, body, *reduction)) {
      found.blocker = blocker_of(f, body, v);
      return found;
    }
    found.reductions.push_back(std::move(*reduction));
  }
  for (VarId v : results) {
    if (is_companion(found.reductions, v)) continue;
    Reduction last{.accumulator = Accumulator{.variable = v, .array = {}, .indices = {}},
                   .kind = Accumulation::LastValue,
                   .type = f[v].type};
    last.always = always.contains(v);
    walk_stmts(f, body, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f[id].node);
      if (assign != nullptr && assign->variable == v) last.updates.push_back(id);
      return true;
    });
    found.reductions.push_back(std::move(last));
  }
  return found;
}

std::vector<Reduction> element_reductions(const Function& f, const Liveness& live, StmtId loop,
                                          ArrayId array) {
  const For& node = std::get<For>(f[loop].node);
  const Block& body = node.body;
  const VarSet changing = changing_in(f, node);
  std::vector<Accumulator> elements;
  bool invariant = true;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* store = std::get_if<Store>(&f[id].node);
    if (store == nullptr || store->array != array) return true;
    invariant = invariant && are_fixed(f, store->indices, changing);
    const bool known = std::any_of(elements.begin(), elements.end(), [&](const Accumulator& e) {
      return UpdateForms(f, e).assigned_value(id).valid();
    });
    if (!known) elements.push_back(Accumulator{.variable = {}, .array = array, .indices = store->indices});
    return true;
  });
  if (!invariant) return {};
  std::vector<Reduction> result;
  for (const Accumulator& element : elements) {
    std::optional<Reduction> reduction = Explain(f, element).run(body);
    if (!reduction || reduction->kind == Accumulation::LastValue) return {};
    if (!settle_companions(f, live, loop, body, *reduction) || !reduction->companions.empty()) return {};
    result.push_back(std::move(*reduction));
  }
  return result;
}

std::optional<ScatterUpdate> scatter_update(const Function& f, StmtId loop, ArrayId array) {
  ScatterUpdate result{.array = array, .op = BinaryOp::Add, .updates = {}};
  bool sound = true;
  int reads = 0;
  int own_reads = 0;
  const auto count_reads = [&](ExprId root) {
    walk_exprs(f, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f[id].node);
      reads += load != nullptr && load->array == array;
    });
  };
  walk_stmts(f, std::get<For>(f[loop].node).body, [&](StmtId id) {
    for (ExprId e : expressions(f[id])) count_reads(e);
    const auto* store = std::get_if<Store>(&f[id].node);
    if (store == nullptr || store->array != array) return true;
    const Accumulator element{.variable = {}, .array = array, .indices = store->indices};
    const UpdateForms forms(f, element);
    if (is_integer(f[array].type)) {
      if (std::optional<Reduction> best = forms.extremum(store->value)) {
        sound = sound && (result.updates.empty() || (result.best && result.best->compare == best->compare));
        own_reads += std::holds_alternative<Select>(f[store->value].node) ? 2 : 1;
        result.updates.push_back(id);
        best->updates = result.updates;
        result.best = std::move(best);
        return true;
      }
    }
    const auto* binary = std::get_if<Binary>(&f[store->value].node);
    const auto kind = forms.accumulating(store->value);
    if (binary == nullptr || !kind) {
      sound = false;
      return false;
    }
    const bool direct = forms.is_read(binary->left) || forms.is_read(binary->right);
    sound = sound && direct && !result.best && (result.updates.empty() || result.op == binary->op);
    result.op = binary->op;
    ++own_reads;
    result.updates.push_back(id);
    return true;
  });
  // Any read but those of the updates themselves would see partial sums.
  if (!sound || result.updates.empty() || reads != own_reads) return std::nullopt;
  return result;
}

}  // namespace unpython::analysis
