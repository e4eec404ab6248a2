#include "driver/plan/judge_call.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/call/columns.h"
#include "analysis/call/judge.h"
#include "analysis/call/nest.h"
#include "analysis/call/prove_checks.h"
#include "cost/cost.h"
#include "cost/loop_order.h"
#include "driver/plan/inspect_indices.h"
#include "frontend/syntax/diagnostics.h"
#include "ir/scalar_slot.h"
#include "runtime/threads/parallel_for.h"

namespace unpython::driver {
namespace {

using analysis::LoopFacts;
using analysis::Nest;
using analysis::Nests;
using analysis::Verdict;

/// Loops that are not marked run in parallel if they do at least this much each time: on threads, and on the items of a device,
/// where the other way is one item, or the processor in the middle of a call.
constexpr int64_t kAutomaticWork = 16 * cost::kChunkWork;
constexpr int64_t kAutomaticWorkOfDevice = cost::kChunkWork;
constexpr int64_t kFewItems = 64;  // keep a device no busier than one does, or than the loops inside

/// The arguments as the analysis takes them.
struct Arguments {
  std::vector<ArrayView> arrays;
  std::vector<std::optional<ir::Constant>> scalars;

  Arguments(const ir::Function& function, const KeyLayout& layout, const CallArguments& call) {
    size_t scalar = 0;
    for (const ir::Parameter& parameter : function.parameters) {
      if (parameter.is_array) {
        arrays.push_back(view(function[parameter.array], call.arrays[arrays.size()]));
      } else {
        const bool in_key =
            std::binary_search(layout.scalars.begin(), layout.scalars.end(), static_cast<int>(scalar));
        scalars.push_back(
            in_key ? std::optional(ir::to_constant(function[parameter.variable].type, call.scalars[scalar]))
                   : std::nullopt);
        ++scalar;
      }
    }
  }

 private:
  static ArrayView view(const ir::Array& array, const abi::ArrayArgument& argument) {
    ArrayView result{
        .data = argument.data, .type = array.type, .rank = array.rank, .writeable = array.writeable};
    const auto rank = static_cast<size_t>(array.rank);
    std::copy_n(argument.extents, rank, result.extents.begin());
    std::copy_n(argument.stride_bytes, rank, result.stride_bytes.begin());
    return result;
  }
};

/// Turns verdicts into what is done.
class Decide {
 public:
  Decide(const Specialization& specialization, const cost::LoopWork& work, CallJudgement& result)
      : f_(specialization.simplified),
        specialization_(specialization),
        options_(specialization.options),
        threads_(options_.threads != 0 ? options_.threads : runtime::available_threads()),
        work_(work),
        memories_(result.collected.memories),
        result_(result) {}

  void nest(const Nest& nest, std::vector<LoopFacts> verdicts, const std::vector<cost::LoopOrder>& orders) {
    JudgedNest& judged = result_.nests.emplace_back();
    for (const analysis::SubscriptCheck& check : nest.checks) {
      ++(result_.facts.is_silent(check.stmt) ? judged.proven : judged.checked);
    }
    for (size_t l = 0; l < nest.loops.size(); ++l) {
      const analysis::NestLoop& loop = nest.loops[l];
      JudgedLoop& made = judged.loops.emplace_back();
      made.stmt = loop.stmt;
      made.where = loop.where;
      made.marked = loop.mark == ir::LoopMark::Parallel;
      made.facts = std::move(verdicts[l]);
      made.unasked = !made.marked && is_worth_it(nest, static_cast<int>(l), made.facts);
      made.parallel = made.unasked || (made.marked && settle(nest, static_cast<int>(l), made.facts));
      result_.facts.loops.push_back({loop.stmt, made.facts.verdict, made.parallel});
    }
    for (const cost::LoopOrder& order : orders) place(judged, order);
  }

  /// Of the nest before: loops whose columns run first on a device.
  void columns(const Nest& nest, const analysis::Triangles& triangles, const analysis::CallValues& call) {
    if (!options_.for_device) return;
    const analysis::CallTables tables(f_, call);
    int done = -1;  // its loops are settled
    for (int loop = 0; loop < static_cast<int>(nest.loops.size()); ++loop) {
      const ir::StmtId stmt = nest.loops[static_cast<size_t>(loop)].stmt;
      const auto triangle = triangles.find(stmt);
      if (triangle == triangles.end() || (done >= 0 && nest.is_inside(loop, done))) continue;
      if (!gains_by_columns(nest, loop, triangle->second) || analysis::may_raise(f_, {stmt}, result_.facts)) continue;
      if (!analysis::may_run_by_columns(result_.collected, nest, tables, loop, triangle->second)) continue;
      result_.facts.by_columns.push_back(stmt);
      done = loop;
    }
  }

  void finish() {
    const auto by_stmt = [](const auto& a, const auto& b) { return a.stmt < b.stmt; };
    std::sort(result_.facts.loops.begin(), result_.facts.loops.end(), by_stmt);
    std::sort(result_.facts.by_columns.begin(), result_.facts.by_columns.end());
    if (result_.questions.empty()) return;
    result_.ordered = result_.facts;
    for (analysis::LoopVerdict& loop : result_.ordered.loops) {
      if (loop.verdict != Verdict::Inspected) continue;
      loop.verdict = Verdict::Conflict;
      loop.parallel = false;
    }
  }

 private:
  /// Whether a marked loop runs in parallel.
  bool settle(const Nest& nest, int loop, LoopFacts& facts) {
    switch (facts.verdict) {
      case Verdict::Proven:
      case Verdict::Reduction:
      case Verdict::Trusted:
        return true;
      case Verdict::Inspected:
        return inspect(nest, loop, facts);
      case Verdict::Sequential:
        return trust(facts);
      case Verdict::Conflict:
        break;
    }
    if (trust(facts)) return true;
    if (options_.races == RaceMode::Error || options_.strict) raise_race(specialization_, facts);
    return false;
  }

  /// Loops of a perfect nest in the order that memory asks for. The one that comes outermost gets the
  /// threads.
  void place(JudgedNest& judged, const cost::LoopOrder& order) {
    const size_t first = result_.facts.loops.size() - judged.loops.size();
    const auto verdict = [&](int loop) -> analysis::LoopVerdict& {
      return result_.facts.loops[first + static_cast<size_t>(loop)];
    };
    for (size_t n = 0; n < order.wanted.size(); ++n) verdict(order.wanted[n]).place = static_cast<int>(n);
    if (!order.obstacle.empty()) judged.obstacles.push_back(order.obstacle);
    analysis::LoopVerdict& outermost = verdict(order.wanted.front());
    const bool threads = std::any_of(order.wanted.begin(), order.wanted.end(),
                                     [&](int loop) { return verdict(loop).parallel; });
    outermost.parallel = outermost.parallel || (threads && outermost.verdict == Verdict::Proven);
  }

  /// races='trust' takes the user's word where accesses are in doubt.
  bool trust(LoopFacts& facts) const {
    if (options_.races != RaceMode::Trust || !facts.between_accesses) return false;
    facts.verdict = Verdict::Trusted;
    return true;
  }

  /// Asks the question where that and the parallel loop take less than the loop in order.
  bool inspect(const Nest& nest, int loop, LoopFacts& facts) {
    const analysis::Inspection& inspection = *facts.inspection;
    const std::string& index = f_[inspection.index].name;
    if (options_.races == RaceMode::Trust) {
      facts.verdict = Verdict::Trusted;
      facts.reason =
          "equal values in " + index + " would make iterations meet in " + f_[inspection.target].name;
      return true;
    }
    const int64_t work = work_.in_nest(nest, loop);
    if (cost_of_inspection(inspection, threads_) < work - work / threads_used(work)) {
      result_.questions.push_back({inspection, position_of(inspection.index), f_[inspection.index].type});
      return true;
    }
    facts.verdict = Verdict::Sequential;
    facts.between_accesses = false;  // nothing to warn of: the loop is as fast as it gets
    facts.reason = "looking whether " + index + " repeats would cost more than it saves";
    return false;
  }

  [[nodiscard]] size_t position_of(ir::ArrayId array) const {
    size_t position = 0;
    for (const ir::Parameter& parameter : f_.parameters) {
      if (parameter.array == array) break;
      position += parameter.is_array ? 1 : 0;
    }
    return position;
  }

  [[nodiscard]] int64_t threads_used(int64_t work) const {
    return std::clamp<int64_t>(work / cost::kChunkWork, 1, threads_);
  }

  /// Whether a loop that is not marked runs in parallel: without being asked only where nobody can tell.
  [[nodiscard]] bool is_worth_it(const Nest& nest, int loop, const LoopFacts& facts) const {
    if (facts.verdict != Verdict::Proven || nest.loops[static_cast<size_t>(loop)].leaves_early) return false;
    const bool on_threads = options_.auto_parallel && threads_ > 1;
    if (!on_threads && !options_.for_device) return false;
    if (!is_of_user(nest, loop) || makes_arrays(nest, loop)) return false;
    const ir::StmtId stmt = nest.loops[static_cast<size_t>(loop)].stmt;
    if (leaves_traces(nest, loop) && analysis::may_raise(f_, {stmt}, result_.facts)) return false;
    if (!options_.for_device) return work_.each_time(nest, loop) >= kAutomaticWork;
    const int64_t items = cost::executions(nest, loop)[static_cast<size_t>(loop)];
    return items >= kFewItems && work_.each_time(nest, loop) >= kAutomaticWorkOfDevice;
  }

  /// Whether a triangular nest that runs in order would launch a kernel for each of its columns, or leave a device that its columns
  /// can keep busy to one item.
  [[nodiscard]] bool gains_by_columns(const Nest& nest, int outer, const analysis::Triangle& triangle) const {
    const std::vector<JudgedLoop>& loops = result_.nests.back().loops;
    const auto at = [&](int loop) -> const JudgedLoop& { return loops[static_cast<size_t>(loop)]; };
    const int count = static_cast<int>(loops.size());
    int inner = outer + 1;
    while (inner < count && at(inner).stmt != triangle.inner) ++inner;
    if (inner == count || at(outer).parallel || at(inner).parallel) return false;
    int64_t loops_inside = 0;
    for (int loop = inner + 1; loop < count && nest.is_inside(loop, inner); ++loop, ++loops_inside)
      if (at(loop).parallel) return true;
    const int64_t rows = cost::executions(nest, outer)[static_cast<size_t>(outer)];
    return loops_inside > 0 && rows >= kFewItems && work_.in_nest(nest, inner) / rows >= kAutomaticWorkOfDevice;
  }

  /// Loops of NumPy functions say themselves what runs in parallel; all of theirs stands where the call stands.
  [[nodiscard]] static bool is_of_user(const Nest& nest, int loop) {
    const SourceRange& where = nest.loops[static_cast<size_t>(loop)].where;
    return std::any_of(nest.accesses.begin(), nest.accesses.end(), [&](const analysis::MemoryAccess& access) {
      return nest.is_inside(access.loop, loop) && access.where != where;
    });
  }

  /// Arrays of an iteration may be too large to have one for each of many.
  [[nodiscard]] bool makes_arrays(const Nest& nest, int loop) const {
    return std::any_of(nest.accesses.begin(), nest.accesses.end(), [&](const analysis::MemoryAccess& access) {
      const analysis::Memory& memory = memories_[static_cast<size_t>(access.memory)];
      return nest.is_inside(access.loop, loop) && memory.local && memory.loop >= 0 && nest.is_inside(memory.loop, loop);
    });
  }

  /// Whether the caller sees what later iterations did, if one raises: not in arrays that the function made.
  [[nodiscard]] bool leaves_traces(const Nest& nest, int loop) const {
    return std::any_of(nest.accesses.begin(), nest.accesses.end(), [&](const analysis::MemoryAccess& access) {
      return (access.write || access.atomic) && nest.is_inside(access.loop, loop) &&
             !memories_[static_cast<size_t>(access.memory)].local;
    });
  }

  const ir::Function& f_;
  const Specialization& specialization_;
  const Options& options_;
  int threads_;
  const cost::LoopWork& work_;
  const std::vector<analysis::Memory>& memories_;
  CallJudgement& result_;
};

}  // namespace

CallJudge::CallJudge(const Specialization& specialization)
    : specialization_(specialization),
      forms_(specialization.simplified, specialization.source),
      triangles_(analysis::find_triangles(specialization.simplified)),
      work_(specialization.simplified) {}

CallJudgement CallJudge::judge(const KeyLayout& layout, const CallArguments& call) const {
  const ir::Function& f = specialization_.simplified;
  CallJudgement result;
  if (!layout.has_loops) return result;
  const Arguments values(f, layout, call);
  const analysis::CallValues numbers{
      .arrays = values.arrays, .scalars = values.scalars, .disjoint = f.disjoint_arguments};
  result.collected = analysis::collect(f, numbers);
  const Nests& nests = result.collected;
  std::vector<std::vector<LoopFacts>> verdicts = analysis::judge(forms_, nests, numbers);
  result.facts.judged = true;
  analysis::prove_checks(nests, result.facts);
  Decide decide(specialization_, work_, result);
  for (size_t n = 0; n < nests.nests.size(); ++n) {
    const auto orders = cost::loop_orders(forms_, nests, numbers, n, verdicts[n], result.facts);
    decide.nest(nests.nests[n], std::move(verdicts[n]), orders);
    if (!triangles_.empty()) decide.columns(nests.nests[n], triangles_, numbers);
    result.work = std::min(result.work + work_.in_nest(nests.nests[n], 0), int64_t{1} << 61);
  }
  decide.finish();
  return result;
}

void raise_race(const Specialization& specialization, const LoopFacts& facts) {
  const std::string advice =
      facts.advice.empty() ? "store to different elements, or use range for a loop that must run in order"
                           : facts.advice;
  const std::vector<Diagnostic> conflict{{"CONFLICT", facts.reason, advice, facts.where}};
  throw RaceError(conflict, frontend::render(*specialization.program, conflict));
}

}  // namespace unpython::driver
