#include "analysis/call/judge.h"

#include <algorithm>
#include <utility>

#include "analysis/call/call_tables.h"
#include "analysis/call/inspection.h"
#include "analysis/call/meeting.h"
#include "analysis/call/witness.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;
using integers::Sharing;

using Pair = std::pair<const MemoryAccess*, const MemoryAccess*>;

/// What is left open about the pairs of one loop, the worst of each kind.
struct Doubts {
  std::optional<Encountered> certain;
  std::optional<Encountered> possible;
  std::optional<Pair> accumulated;  ///< one iteration reaches what it accumulates (first) in a second way
  std::optional<Pair> chosen;       ///< undecided elements are read and written
  std::optional<Pair> stores;       ///< nothing is known of two stores
  std::optional<Inspection> inspection;  ///< settles all pairs that are not counted above
  bool any = false;
  bool updates = false;  ///< elements are updated in common
};

/// Judges the loops of one nest.
class NestJudge {
 public:
  NestJudge(const LoopForms& forms, const Nests& nests, const Nest& nest, const CallTables& call)
      : forms_(forms),
        f_(forms.function()),
        nests_(nests),
        nest_(nest),
        call_(call),
        meetings_(nest, call.apart) {
    std::vector<bool> written(nests.memories.size(), false);
    for (const MemoryAccess& access : nest.accesses)
      if (access.write) written[static_cast<size_t>(access.memory)] = true;
    for (const MemoryAccess& access : nest.accesses)
      if (written[static_cast<size_t>(access.memory)]) accesses_.push_back(&access);
  }

  LoopFacts judge(int p) {
    const NestLoop& loop = nest_.loops[static_cast<size_t>(p)];
    const LoopForm& form = forms_.of(loop.stmt);
    const bool marked = loop.mark == LoopMark::Parallel;
    if (form.exit) return in_order(*form.exit);
    const auto trips = meetings_.trips(p);
    const bool once = nest_.never_runs || (trips && *trips <= 1);
    if (form.carried) {
      if (once || !marked) return {};
      LoopFacts facts = in_order(*form.carried);
      facts.verdict = Verdict::Conflict;
      return facts;
    }
    Doubts doubts;
    const bool known = std::get<For>(f_[loop.stmt].node).independent;
    if (!known && (!once || !form.updated.empty())) doubts = look(p, form, marked);
    if (once && doubts.any) return {};  // nothing is lost, so there is nothing to say
    if (!doubts.any) {
      LoopFacts facts{.verdict = Verdict::Proven, .where = loop.where};
      if (form.reduces || doubts.updates) facts.verdict = Verdict::Reduction;
      return facts;
    }
    return marked ? doubtful(p, doubts) : LoopFacts{};
  }

 private:
  static LoopFacts in_order(const LoopForm::Obstacle& obstacle) {
    return {.verdict = Verdict::Sequential,
            .reason = obstacle.reason,
            .where = obstacle.where,
            .advice = obstacle.advice};
  }

  /// All pairs of accesses of one memory, one of them a write. Of an unmarked loop only whether there is
  /// doubt.
  Doubts look(int p, const LoopForm& form, bool marked) {
    Doubts doubts;
    for (size_t i = 0; i < accesses_.size(); ++i) {
      const MemoryAccess& a = *accesses_[i];
      if (!a.write || !nest_.is_inside(a.loop, p) || is_private(a, p)) continue;
      bool apart_from_itself = false;
      for (size_t j = i; j < accesses_.size() + i; ++j) {
        const MemoryAccess& b = *accesses_[j % accesses_.size()];
        if (b.memory != a.memory || (j >= accesses_.size() && b.write) || !nest_.is_inside(b.loop, p))
          continue;
        if (apart_from_itself && meetings_.same_forms(a, b)) continue;
        Meeting meeting = meetings_.find(p, a, b);
        // Of a loop that is asked to run in parallel, people want to know who meets.
        if (marked && meetings_.gave_up() && meeting.sharing == Sharing::Unknown) meeting = meetings_.find_far(p, a, b);
        if (j == i) apart_from_itself = meeting.sharing == Sharing::Never;
        if (meeting.sharing == Sharing::Never && meets_accumulation(p, form, a, b)) {
          doubts.any = true;
          if (!doubts.accumulated)
            doubts.accumulated = is_updated(form, a.array) ? Pair{&a, &b} : Pair{&b, &a};
          if (!marked) return doubts;
          continue;
        }
        if (meeting.sharing == Sharing::Never || store_one_constant(a, b)) continue;
        if (a.array == b.array && call_.apart[static_cast<size_t>(a.array.value)] &&
            is_updated(form, a.array)) {
          doubts.updates = true;
          continue;
        }
        doubts.any = true;
        if (!marked) return doubts;
        note(p, a, b, meeting, doubts);
        if (doubts.certain && !reads_old_value(*doubts.certain)) return doubts;
      }
    }
    return doubts;
  }

  static bool is_updated(const LoopForm& form, ArrayId array) {
    return std::ranges::find(form.updated, array) != form.updated.end();
  }

  /// What a loop accumulates in an element stands there only after the loop: the same iteration must not
  /// reach it in a second way, as another array or as another element in the same place.
  bool meets_accumulation(int p, const LoopForm& form, const MemoryAccess& a, const MemoryAccess& b) {
    if (!is_updated(form, a.array) && !is_updated(form, b.array)) return false;
    const bool one_way =
        a.array == b.array && (call_.apart[static_cast<size_t>(a.array.value)] ||
                               std::ranges::equal(nest_.subscripts_of(a), nest_.subscripts_of(b)));
    return !one_way && meetings_.within_iteration(p, a, b) != Sharing::Never;
  }

  /// A local array that each iteration has for itself.
  bool is_private(const MemoryAccess& access, int p) const {
    const Memory& memory = nests_.memories[static_cast<size_t>(access.memory)];
    return memory.local && memory.loop >= 0 && nest_.is_inside(memory.loop, p);
  }

  /// Where the accesses share a byte, they share the element.
  bool is_whole(const MemoryAccess& a, const MemoryAccess& b) const {
    return a.array == b.array && call_.whole[static_cast<size_t>(a.array.value)];
  }

  bool store_one_constant(const MemoryAccess& a, const MemoryAccess& b) const {
    if (!a.write || !b.write || a.atomic || b.atomic || !is_whole(a, b)) return false;
    return std::holds_alternative<Const>(f_[a.expr].node) && same_value(f_, a.expr, b.expr);
  }

  /// A read of what a later iteration stores has advice of its own: it is named only if there is nothing
  /// worse.
  static bool reads_old_value(const Encountered& e) {
    return !e.second->write && e.meeting.second < e.meeting.first;
  }

  void note(int p, const MemoryAccess& a, const MemoryAccess& b, const Meeting& meeting, Doubts& doubts) {
    if (meeting.sharing == Sharing::Certain || meeting.sharing == Sharing::Possible) {
      auto& known = meeting.sharing == Sharing::Certain ? doubts.certain : doubts.possible;
      if (!known || reads_old_value(*known)) known = Encountered{&a, &b, meeting, meetings_.point()};
      return;
    }
    if (auto inspection = inspection_for(forms_, nests_, nest_, call_, p, a, b)) {
      if (!doubts.inspection) doubts.inspection = inspection;
      if (doubts.inspection->asks_as(*inspection)) return;
    }
    auto& open = b.write ? doubts.stores : doubts.chosen;
    if (!open) open = Pair{&a, &b};
  }

  LoopFacts doubtful(int p, const Doubts& doubts) const {
    if (doubts.certain) return meeting_facts(p, *doubts.certain);
    if (doubts.possible) return meeting_facts(p, *doubts.possible);
    if (doubts.accumulated)
      return accumulated_facts(f_, *doubts.accumulated->first, *doubts.accumulated->second);
    if (doubts.chosen) return facts_of(chosen_facts, *doubts.chosen);
    if (doubts.stores) return facts_of(undecided_facts, *doubts.stores);
    return inspected_facts(f_, *doubts.inspection);
  }

  template <class Facts>
  LoopFacts facts_of(Facts facts, const Pair& pair) const {
    return facts(f_[pair.first->array].name, pair.first->where, pair.second->where);
  }

  LoopFacts meeting_facts(int p, const Encountered& encountered) const {
    KnownValues known = call_.known();
    const auto parameters = known.variable;
    known.variable = [&](VarId v) -> std::optional<int64_t> {
      for (int loop = nest_.loops[static_cast<size_t>(p)].parent; loop >= 0;
           loop = nest_.loops[static_cast<size_t>(loop)].parent) {
        const NestLoop& outer = nest_.loops[static_cast<size_t>(loop)];
        if (std::get<For>(f_[outer.stmt].node).counter == v)
          return encountered.point[static_cast<size_t>(outer.counter)];
      }
      return parameters(v);
    };
    const VarId counter = std::get<For>(f_[nest_.loops[static_cast<size_t>(p)].stmt].node).counter;
    const bool local = nests_.memories[static_cast<size_t>(encountered.first->memory)].local;
    return analysis::meeting_facts(f_, nest_, encountered, forms_.names().variable(counter, known), local);
  }

  const LoopForms& forms_;
  const Function& f_;
  const Nests& nests_;
  const Nest& nest_;
  const CallTables& call_;
  Meetings meetings_;
  std::vector<const MemoryAccess*> accesses_;  ///< of memories that the nest writes, in program order
};

}  // namespace

std::vector<std::vector<LoopFacts>> judge(const LoopForms& forms, const Nests& nests,
                                          const CallValues& call) {
  const CallTables tables(forms.function(), call);
  std::vector<std::vector<LoopFacts>> result;
  for (const Nest& nest : nests.nests) {
    NestJudge judge(forms, nests, nest, tables);
    std::vector<LoopFacts>& facts = result.emplace_back();
    for (int loop = 0; loop < static_cast<int>(nest.loops.size()); ++loop) facts.push_back(judge.judge(loop));
  }
  return result;
}

}  // namespace unpython::analysis
