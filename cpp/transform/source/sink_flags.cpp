// Loops from the outside in for what follows a maximum, from the inside out for what each iteration sets.
#include "transform/source/sink_flags.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Constants that a block assigns to a variable, nested statements included.
std::vector<VarId> constants_set(const Function& f, const Block& body) {
  std::vector<VarId> found;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* assign = std::get_if<Assign>(&f[id].node);
    const bool sets = assign != nullptr && std::holds_alternative<Const>(f[assign->value].node);
    if (sets && std::find(found.begin(), found.end(), assign->variable) == found.end())
      found.push_back(assign->variable);
    return true;
  });
  return found;
}

/// The one value that all assignments of a variable give it, if that is a constant; counters have none.
std::optional<ExprId> only_constant(const Function& f, const Block& body, VarId variable) {
  std::optional<ExprId> value;
  bool alike = true;
  walk_stmts(f, body, [&](StmtId id) {
    if (const auto* loop = std::get_if<For>(&f[id].node)) alike = alike && loop->counter != variable;
    const auto* assign = std::get_if<Assign>(&f[id].node);
    if (assign == nullptr || assign->variable != variable) return true;
    alike = alike && std::holds_alternative<Const>(f[assign->value].node) &&
            (!value || same_value(f, *value, assign->value));
    value = assign->value;
    return true;
  });
  return alike ? value : std::nullopt;
}

const Assign* assignment_of(const Function& f, StmtId id, VarId variable) {
  const auto* assign = std::get_if<Assign>(&f[id].node);
  return assign != nullptr && assign->variable == variable ? assign : nullptr;
}

/// Whether an expression has one value before, in and after a loop.
bool is_invariant(const Function& f, ExprId expr, const For& loop) {
  return analysis::is_fixed(f, expr, analysis::changing_in(f, loop)) && analysis::keeps_extents(f, expr);
}

/// `if x > m: m = x; flag = constant` (or <): m, and how it changes.
struct Extremum {
  VarId variable;
  CompareOp grows;
};

std::optional<Extremum> extremum(const Function& f, const If& branch, VarId flag) {
  const auto* test = std::get_if<Compare>(&f[branch.condition].node);
  if (test == nullptr || (test->op != CompareOp::Greater && test->op != CompareOp::Less)) return std::nullopt;
  for (const bool left : {false, true}) {
    const auto* read = std::get_if<Read>(&f[left ? test->left : test->right].node);
    if (read == nullptr || read->variable == flag) continue;
    for (const StmtId id : branch.then_body) {
      if (assignment_of(f, id, flag) != nullptr) continue;
      const Assign* update = assignment_of(f, id, read->variable);
      if (update == nullptr || !same_value(f, update->value, left ? test->right : test->left)) break;
      const bool up = (test->op == CompareOp::Greater) != left;
      return Extremum{read->variable, up ? CompareOp::Greater : CompareOp::Less};
    }
  }
  return std::nullopt;
}

/// The maximum or minimum that a flag follows in all of a body.
std::optional<Extremum> followed(const Function& f, const Block& body, VarId flag) {
  std::optional<Extremum> all;
  int flags = 0;
  int updates = 0;
  bool alike = true;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* branch = std::get_if<If>(&f[id].node);
    if (branch == nullptr) return true;
    const auto sets = [&](StmtId inner) { return assignment_of(f, inner, flag) != nullptr; };
    if (std::none_of(branch->then_body.begin(), branch->then_body.end(), sets)) return true;
    const auto one = extremum(f, *branch, flag);
    alike = alike && one && (!all || (all->variable == one->variable && all->grows == one->grows));
    if (!one) return true;
    all = one;
    for (const StmtId inner : branch->then_body) {
      flags += sets(inner) ? 1 : 0;
      updates += assignment_of(f, inner, one->variable) != nullptr ? 1 : 0;
    }
    return true;
  });
  std::unordered_map<VarId, int> assignments = count_assignments(f, body);
  const bool complete = alike && all && flags == assignments[flag] && updates == assignments[all->variable];
  return complete ? all : std::nullopt;
}

class Without : public Rewriter {
 public:
  Without(Function& function, VarId variable) : Rewriter(function), variable_(variable) {}
  Block stmt(StmtId id) override {
    if (assignment_of(function_, id, variable_) != nullptr) return {};
    const auto* branch = std::get_if<If>(&function_[id].node);
    const bool had = branch != nullptr && !(branch->then_body.empty() && branch->else_body.empty());
    const StmtId made = rebuild(id);
    const auto* left = std::get_if<If>(&function_[made].node);
    if (had && left != nullptr && left->then_body.empty() && left->else_body.empty()) return {};
    return {made};
  }

 private:
  VarId variable_;
};

class SinkFlags : public Rewriter {
 public:
  using Rewriter::Rewriter;

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr || loop->independent) return {rebuild(id)};
    return sunk(id, *loop);
  }

 private:
  Block sunk(StmtId id, For loop) {
    const SourceRange range = function_[id].range;
    Block before;
    Block after;
    for (const VarId flag : flags(loop.body)) {
      const auto value = only_constant(function_, loop.body, flag);
      const auto limit = followed(function_, loop.body, flag);
      if (!value || !limit) continue;
      const ScalarType type = function_[limit->variable].type;
      const VarId old = build_.variable(function_[limit->variable].name + "_before", type, range);
      before.push_back(build_.assign(old, build_.read(limit->variable), range));
      const ExprId grew = build_.compare(limit->grows, build_.read(limit->variable), build_.read(old));
      after.push_back(build_.if_then(grew, {build_.assign(flag, *value, range)}, {}, range));
      loop.body = Without(function_, flag).block(loop.body);
    }
    loop.body = block(loop.body);
    for (const VarId flag : flags(loop.body)) {
      const auto value = only_constant(function_, loop.body, flag);
      const ExprId runs = value ? when_set(loop, flag) : ExprId{};
      if (!runs.valid()) continue;
      after.push_back(build_.if_then(runs, {build_.assign(flag, *value, range)}, {}, range));
      loop.body = Without(function_, flag).block(loop.body);
    }
    Block result = std::move(before);
    result.push_back(build_.statement(std::move(loop), range));
    result.insert(result.end(), after.begin(), after.end());
    return result;
  }

  /// Variables that a body sets to constants and does not read.
  std::vector<VarId> flags(const Block& body) {
    std::vector<VarId> found = constants_set(function_, body);
    const analysis::VarSet read = analysis::read_variables(function_, body);
    std::erase_if(found, [&](VarId variable) { return read.contains(variable); });
    return found;
  }

  /// The condition under which a loop sets a flag, as it is behind the loop; invalid where it is not known.
  ExprId when_set(const For& loop, VarId flag) {
    if (!is_invariant(function_, loop.extent, loop)) return {};
    ExprId condition;
    int found = 0;
    for (const StmtId id : loop.body) {
      if (assignment_of(function_, id, flag) != nullptr) {
        condition = build_.boolean(true);
        ++found;
      } else if (const auto* branch = std::get_if<If>(&function_[id].node);
                 branch != nullptr && branch->else_body.empty() && branch->then_body.size() == 1 &&
                 assignment_of(function_, branch->then_body[0], flag) != nullptr) {
        if (!is_invariant(function_, branch->condition, loop)) return {};
        condition = condition.valid() ? build_.logical_or(condition, branch->condition) : branch->condition;
        ++found;
      } else if (may_leave(function_, {id})) {
        break;
      }
    }
    // Each iteration sets it: whatever else does so in between changes nothing.
    const bool always = condition.valid() && build_.as_constant(condition) != nullptr;
    if (!condition.valid() || (!always && found != count_assignments(function_, loop.body)[flag])) return {};
    const ExprId runs = build_.compare(CompareOp::Greater, loop.extent, build_.int64(0));
    return build_.logical_and(runs, condition);
  }
};

}  // namespace

Function sink_flags(const Function& function) {
  Function result = function;
  result.body = SinkFlags(result).block(result.body);
  return result;
}

}  // namespace unpython::transform
