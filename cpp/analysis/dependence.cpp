#include "analysis/dependence.h"

#include <algorithm>
#include <map>

#include "analysis/accesses.h"
#include "analysis/reductions.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

struct Escape {
  std::string reason;
  SourceRange where;
};

/// A statement that ends the loop early or leaves the function.
std::optional<Escape> escape(const Function& f, const Block& body) {
  std::optional<Escape> found;
  const std::function<void(const Block&, bool)> visit = [&](const Block& block, bool inner) {
    for (StmtId id : block) {
      if (found) return;
      if (std::holds_alternative<Return>(f[id].node)) found = Escape{"a return inside the loop", f[id].range};
      if (!inner && std::holds_alternative<Break>(f[id].node))
        found = Escape{"a break inside the loop", f[id].range};
      const bool loop = std::holds_alternative<For>(f[id].node) || std::holds_alternative<While>(f[id].node);
      for (const Block* nested : blocks(f[id])) visit(*nested, inner || loop);
    }
  };
  visit(body, false);
  return found;
}

bool is_constant(const Function& f, ExprId id) {
  return id.valid() && std::holds_alternative<Const>(f[id].node);
}

/// All writes of an array store one constant, and nothing reads it.
bool stores_one_constant(const Function& f, const std::vector<Access>& group) {
  return std::all_of(group.begin(), group.end(), [&](const Access& a) {
    return a.write && is_constant(f, a.stored) && same_value(f, a.stored, group[0].stored);
  });
}

/// a is a write; it and b touch one element in iterations that lie `distance` apart (0: in all of them).
std::string conflict_text(const LoopContext& context, const Access& a, const Access& b, int64_t distance) {
  const int64_t first = distance < 0 ? -distance : 0;
  const int64_t second = distance < 0 ? 0 : distance == 0 ? 1 : distance;
  const std::string place = element(context, a, first);
  if (b.write) {
    return "iterations " + std::to_string(std::min(first, second)) + " and " +
           std::to_string(std::max(first, second)) + " both write " + place;
  }
  return "iteration " + std::to_string(first) + " writes " + place + " and iteration " +
         std::to_string(second) + " reads it" +
         (b.where.line == a.where.line || b.where.line == 0 ? ""
                                                            : " in line " + std::to_string(b.where.line));
}

class Judge {
 public:
  Judge(const Function& f, StmtId loop)
      : f_(f),
        id_(loop),
        loop_(std::get<For>(f[loop].node)),
        live_(f),
        context_(f, loop),
        loaded_(f.variables.size()) {
    walk_stmts(f, loop_.body, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f[id].node);
      if (assign != nullptr && from_memory(assign->value)) loaded_.insert(assign->variable);
      return true;
    });
  }

  LoopFacts run() {
    if (auto found = escape(f_, loop_.body))
      return {Verdict::Sequential, found->reason, found->where, {}, false};
    const LoopAccumulations scalars = accumulations(f_, live_, id_);
    if (scalars.blocker)
      return {Verdict::Conflict, scalars.blocker->reason, scalars.blocker->where, {}, false};
    bool reduces = std::any_of(scalars.reductions.begin(), scalars.reductions.end(), [](const Reduction& r) {
      return r.kind != Accumulation::LastValue || !r.always;
    });
    std::map<int32_t, std::vector<Access>> arrays;
    for (Access& access : accesses(f_, id_)) arrays[access.array.value].push_back(access);
    LoopFacts undecided;
    bool writes = false;
    for (const auto& [array, group] : arrays) {
      if (std::none_of(group.begin(), group.end(), [](const Access& a) { return a.write; })) continue;
      writes = true;
      LoopFacts facts = judge_array(group);
      if (facts.verdict == Verdict::Conflict) return facts;
      if (facts.verdict == Verdict::Reduction) reduces = true;
      if (facts.verdict == Verdict::Trusted && undecided.reason.empty()) undecided = facts;
    }
    if (!undecided.reason.empty()) return undecided;
    if (writes && arrays.size() > 1 && !f_.disjoint_arguments) {
      return {Verdict::Trusted, "array arguments may share memory", f_[id_].range, {}, false};
    }
    return {reduces ? Verdict::Reduction : Verdict::Proven, "", f_[id_].range, {}, false};
  }

 private:
  LoopFacts judge_array(const std::vector<Access>& group) {
    LoopFacts undecided;
    for (const Access& a : group) {
      if (!a.write) continue;
      for (const Access& b : group) {
        const Encounter encounter = compare(context_, a, b);
        if (encounter.meeting == Meeting::Never) continue;
        if (accumulates(group[0].array)) return {Verdict::Reduction, "", a.where, {}, false};
        // An element that all iterations share is no accident, even behind a condition.
        const bool shared = encounter.distance == 0;
        const bool certain =
            encounter.meeting == Meeting::Certain && (shared || (!a.conditional && !b.conditional));
        if (certain && !stores_one_constant(f_, group)) {
          return {Verdict::Conflict, conflict_text(context_, a, b, encounter.distance), a.where, b.where,
                  true};
        }
        if (!b.write && chosen_by_data(a) && chosen_by_data(b)) {
          return {Verdict::Conflict,
                  "elements of " + f_[a.array].name + " that the data chooses are read and written", a.where,
                  b.where, true};
        }
        if (!stores_one_constant(f_, group)) {
          undecided = {Verdict::Trusted, "iterations may meet in one element of " + f_[a.array].name, a.where,
                       b.where, true};
        }
      }
    }
    if (!undecided.reason.empty()) return undecided;
    return {Verdict::Proven, "", {}, {}, false};
  }

  bool chosen_by_data(const Access& access) const {
    return std::any_of(access.indices.begin(), access.indices.end(),
                       [&](ExprId index) { return from_memory(index); });
  }

  /// Whether a value comes from elements of arrays, itself or through a variable of the loop.
  bool from_memory(ExprId value) const {
    bool found = false;
    walk_exprs(f_, value, [&](ExprId id) {
      found |= std::holds_alternative<Load>(f_[id].node);
      const auto* read = std::get_if<Read>(&f_[id].node);
      if (read != nullptr) found |= loaded_.contains(read->variable);
    });
    return found;
  }

  bool accumulates(ArrayId array) const {
    return !element_reductions(f_, live_, id_, array).empty() || scatter_update(f_, id_, array).has_value();
  }

  const Function& f_;
  StmtId id_;
  const For& loop_;
  Liveness live_;
  LoopContext context_;
  VarSet loaded_;  ///< variables of the body that take their value from elements of arrays
};

}  // namespace

LoopFacts judge_loop(const Function& function, StmtId loop) {
  LoopFacts facts = Judge(function, loop).run();
  if (std::get<For>(function[loop].node).mark == LoopMark::Parallel) return facts;
  if (facts.verdict == Verdict::Trusted || facts.verdict == Verdict::Conflict)
    facts.verdict = Verdict::Sequential;
  return facts;
}

namespace {

bool may_raise(const Function& f, const Block& body) {
  bool raises = false;
  walk_stmts(f, body, [&](StmtId id) {
    raises |= std::holds_alternative<CheckIndex>(f[id].node) || std::holds_alternative<Raise>(f[id].node);
    return !raises;
  });
  return raises;
}

}  // namespace

bool may_reorder(const Function& function, StmtId loop) {
  // Python raises what comes first.
  return !may_raise(function, std::get<For>(function[loop].node).body) &&
         has_independent_iterations(function, loop);
}

bool has_independent_iterations(const Function& function, StmtId loop) {
  const For& node = std::get<For>(function[loop].node);
  const VarSet exposed = exposed_variables(function, node.body);
  const Liveness live(function);
  VarSet assigned = assigned_variables(function, node.body);
  for (VarId v : assigned.members()) {
    if (exposed.contains(v) || live.live_after(loop, v)) return false;
  }
  const LoopFacts facts = judge_loop(function, loop);
  return facts.verdict == Verdict::Proven ||
         (node.mark == LoopMark::Parallel && facts.verdict == Verdict::Trusted);
}

CommonUpdates common_updates(const Function& f, const Liveness& live, StmtId loop) {
  const LoopContext context(f, loop);
  std::map<int32_t, std::vector<Access>> arrays;
  for (Access& access : accesses(f, loop)) arrays[access.array.value].push_back(access);
  CommonUpdates result;
  for (const auto& [array, group] : arrays) {
    const AddressSpace space = f[ArrayId{array}].space;
    if (space == AddressSpace::Private || space == AddressSpace::Register) continue;
    const bool apart = std::all_of(group.begin(), group.end(), [&](const Access& a) {
      return !a.write || std::all_of(group.begin(), group.end(), [&](const Access& b) {
        return compare(context, a, b).meeting == Meeting::Never;
      });
    });
    if (apart) continue;
    std::vector<Reduction> elements = element_reductions(f, live, loop, ArrayId{array});
    if (!elements.empty()) {
      result.elements.insert(result.elements.end(), elements.begin(), elements.end());
    } else if (auto scatter = scatter_update(f, loop, ArrayId{array})) {
      result.scatters.push_back(std::move(*scatter));
    }
  }
  return result;
}

}  // namespace unpython::analysis
