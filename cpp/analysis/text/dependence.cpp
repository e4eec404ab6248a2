#include "analysis/text/dependence.h"

#include <algorithm>
#include <map>

#include "analysis/text/accesses.h"
#include "analysis/text/loop_forms.h"
#include "analysis/text/reductions.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;
using integers::Sharing;

bool is_constant(const Function& f, ExprId id) {
  return id.valid() && std::holds_alternative<Const>(f[id].node);
}

/// All writes of an array store one constant, and nothing reads it.
bool stores_one_constant(const Function& f, const std::vector<Access>& group) {
  return std::all_of(group.begin(), group.end(), [&](const Access& a) {
    return a.write && is_constant(f, a.stored) && same_value(f, a.stored, group[0].stored);
  });
}

class Judge {
 public:
  Judge(const Function& f, const Liveness& live, StmtId loop)
      : f_(f), id_(loop), context_(f, live, loop), form_(loop_form(f, live, loop)) {}

  LoopFacts run() {
    if (form_.exit)
      return {.verdict = Verdict::Sequential, .reason = form_.exit->reason, .where = form_.exit->where};
    if (form_.carried) {
      return {.verdict = Verdict::Conflict,
              .reason = form_.carried->reason,
              .where = form_.carried->where,
              .advice = form_.carried->advice};
    }
    bool reduces = form_.reduces;
    std::map<int32_t, std::vector<Access>> arrays;
    for (Access& access : accesses(f_, id_)) arrays[access.array.value].push_back(access);
    LoopFacts undecided;
    bool writes_argument = false;
    for (const auto& [array, group] : arrays) {
      if (std::none_of(group.begin(), group.end(), [](const Access& a) { return a.write; })) continue;
      if (is_allocated_inside(ArrayId{array})) continue;
      writes_argument |= is_argument(ArrayId{array});
      LoopFacts facts = judge_array(group);
      if (facts.verdict == Verdict::Conflict || facts.verdict == Verdict::Sequential) return facts;
      if (facts.verdict == Verdict::Reduction) reduces = true;
      if (facts.verdict == Verdict::Trusted && undecided.reason.empty()) undecided = facts;
    }
    if (!undecided.reason.empty()) return undecided;
    // An argument may also reach one element in two ways by itself.
    if (writes_argument && !reduces && !f_.disjoint_arguments) {
      return {
          .verdict = Verdict::Trusted, .reason = "array arguments may share memory", .where = f_[id_].range};
    }
    return {.verdict = reduces ? Verdict::Reduction : Verdict::Proven, .where = f_[id_].range};
  }

 private:
  bool is_argument(ArrayId array) const {
    return std::any_of(f_.parameters.begin(), f_.parameters.end(),
                       [&](const Parameter& p) { return p.is_array && p.array == array; });
  }

  /// Memory that each iteration makes for itself.
  bool is_allocated_inside(ArrayId array) const {
    return any_stmt(f_, std::get<For>(f_[id_].node).body, [&](StmtId id) {
      const auto* allocation = as_new_memory(f_[id]);
      return allocation != nullptr && allocation->array == array;
    });
  }

  LoopFacts judge_array(const std::vector<Access>& group) {
    LoopFacts undecided;
    for (const Access& a : group) {
      if (!a.write) continue;
      for (const Access& b : group) {
        const Encounter encounter = compare(context_, a, b);
        if (encounter.sharing == Sharing::Never) continue;
        if (std::ranges::find(form_.updated, a.array) != form_.updated.end())
          return {.verdict = Verdict::Reduction, .where = a.where};
        if (stores_one_constant(f_, group)) continue;
        // An element that all iterations share is no accident, even behind a condition.
        const bool shared = encounter.distance == 0;
        const bool certain =
            encounter.sharing == Sharing::Certain && (shared || (!a.conditional && !b.conditional));
        if (certain) {
          return {.verdict = Verdict::Conflict,
                  .reason = "iterations meet in one element of " + f_[a.array].name,
                  .where = a.where,
                  .other = b.where,
                  .between_accesses = true};
        }
        const bool data_chooses =
            chosen_by_data(f_, form_, a.indices) || chosen_by_data(f_, form_, b.indices);
        if (!b.write && data_chooses) return chosen_facts(f_[a.array].name, a.where, b.where);
        undecided = undecided_facts(f_[a.array].name, a.where, b.where);
        undecided.verdict = Verdict::Trusted;
      }
    }
    if (!undecided.reason.empty()) return undecided;
    return {.verdict = Verdict::Proven};
  }

  const Function& f_;
  StmtId id_;
  LoopContext context_;
  LoopForm form_;
};

}  // namespace

LoopFacts judge_loop(const Function& function, StmtId loop) {
  return judge_loop(function, Liveness(function), loop);
}

LoopFacts judge_loop(const Function& function, const Liveness& live, StmtId loop) {
  LoopFacts facts = Judge(function, live, loop).run();
  if (std::get<For>(function[loop].node).mark == LoopMark::Parallel) return facts;
  if (facts.verdict == Verdict::Trusted || facts.verdict == Verdict::Conflict)
    facts.verdict = Verdict::Sequential;
  return facts;
}

bool may_reorder(const Function& function, const Liveness& live, StmtId loop) {
  // Python raises what comes first.
  return !may_raise(function, std::get<For>(function[loop].node).body) &&
         has_independent_iterations(function, live, loop);
}

bool has_independent_iterations(const Function& function, const Liveness& live, StmtId loop) {
  const For& node = std::get<For>(function[loop].node);
  const VarSet exposed = exposed_variables(function, node.body);
  VarSet assigned = assigned_variables(function, node.body);
  for (VarId v : assigned.members()) {
    if (exposed.contains(v) || live.live_after(loop, v)) return false;
  }
  if (node.independent) return true;
  const LoopFacts facts = judge_loop(function, live, loop);
  return facts.verdict == Verdict::Proven ||
         (node.mark == LoopMark::Parallel && facts.verdict == Verdict::Trusted);
}

namespace {

/// `group`: the accesses of a loop to one array.
bool are_apart(const LoopContext& context, const std::vector<Access>& group) {
  return std::all_of(group.begin(), group.end(), [&](const Access& a) {
    return !a.write || std::all_of(group.begin(), group.end(), [&](const Access& b) {
      return compare(context, a, b).sharing == Sharing::Never;
    });
  });
}

}  // namespace

bool has_own_elements(const Function& f, const Liveness& live, StmtId loop, ArrayId array) {
  std::vector<Access> group = accesses(f, loop);
  std::erase_if(group, [&](const Access& access) { return access.array != array; });
  return are_apart(LoopContext(f, live, loop), group);
}

CommonUpdates common_updates(const Function& f, const Liveness& live, StmtId loop) {
  const LoopContext context(f, live, loop);
  std::map<int32_t, std::vector<Access>> arrays;
  for (Access& access : accesses(f, loop)) arrays[access.array.value].push_back(access);
  CommonUpdates result;
  for (const auto& [array, group] : arrays) {
    const AddressSpace space = f[ArrayId{array}].space;
    if (is_scratch(space) || are_apart(context, group)) continue;
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
