#include "transform/loops/order_loops.h"

#include "analysis/text/dependence.h"
#include "ir/rewrite.h"
#include "unpython/error.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::LoopFacts;
using analysis::NestNotes;
using analysis::Verdict;

/// What becomes of one loop.
struct Decision {
  LoopMark mark = LoopMark::Sequential;
  bool independent = false;
};

class OrderLoops : public StatementRewriter {
 public:
  OrderLoops(Function& working, const Function& judged, const analysis::CallFacts& facts,
             const Options& options, std::vector<NestNotes>& reports)
      : StatementRewriter(working), judged_(judged), facts_(facts), options_(options), reports_(reports) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr) return {rebuild(id)};
    const bool outermost = depth_ == 0;
    if (outermost) reports_.push_back({before.range, std::string(name_of(Verdict::Sequential)), "", ""});
    const bool marked = loop->mark == LoopMark::Parallel;
    const Decision decision = marked && loop->independent && !accumulates(id) ? keep(before.range, outermost)
                                                                              : decide(id, marked, outermost);
    ++depth_;
    const StmtId rebuilt = rebuild(id);
    --depth_;
    if (loop->mark == decision.mark && loop->independent == decision.independent) return {rebuilt};
    Stmt settled = function_[rebuilt];
    std::get<For>(settled.node).mark = decision.mark;
    std::get<For>(settled.node).independent = decision.independent;
    return {build_.statement(std::move(settled.node), settled.range)};
  }

 private:
  Decision keep(const SourceRange& range, bool outermost) {
    report({.verdict = Verdict::Proven, .where = range}, outermost);
    return {LoopMark::Parallel, true};
  }

  /// Values are accumulated beside what the arrays get.
  [[nodiscard]] bool accumulates(StmtId id) const {
    const analysis::LoopVerdict* known = facts_.judged ? facts_.verdict_of(id) : nullptr;
    return (known != nullptr ? known->verdict : analysis::judge_loop(judged_, id).verdict) ==
           Verdict::Reduction;
  }

  Decision decide(StmtId id, bool marked, bool outermost) {
    if (const analysis::LoopVerdict* known = facts_.judged ? facts_.verdict_of(id) : nullptr) {
      LoopFacts facts;
      facts.verdict = known->verdict;
      if (marked || known->parallel) report(facts, outermost);
      return {known->parallel ? LoopMark::Parallel : LoopMark::Sequential, known->verdict == Verdict::Proven};
    }
    if (!marked) return {};
    const LoopFacts facts = settle(id);
    report(facts, outermost);
    const bool parallel = facts.verdict != Verdict::Conflict && facts.verdict != Verdict::Sequential;
    return {parallel ? LoopMark::Parallel : LoopMark::Sequential, false};
  }

  LoopFacts settle(StmtId id) {
    LoopFacts facts = analysis::judge_loop(judged_, id);
    if (facts.verdict != Verdict::Conflict) return facts;
    if (options_.races == RaceMode::Trust && facts.between_accesses) facts.verdict = Verdict::Trusted;
    if (facts.verdict == Verdict::Conflict && (options_.races == RaceMode::Error || options_.strict))
      raise(facts);
    return facts;
  }

  [[noreturn]] void raise(const LoopFacts& facts) {
    const std::string text = "line " + std::to_string(facts.where.line) + ": " + facts.reason;
    throw RaceError({Diagnostic{"CONFLICT", facts.reason,
                                "store to different elements, or use range for a loop that must run in order",
                                facts.where}},
                    text);
  }

  /// The outermost marked loop speaks for its nest.
  void report(const LoopFacts& facts, bool outermost) {
    NestNotes& nest = reports_.back();
    const bool unmarked_so_far = nest.verdict == name_of(Verdict::Sequential) && nest.reason.empty();
    if (!outermost && !unmarked_so_far) return;
    nest.verdict = name_of(facts.verdict);
    nest.reason = reason_with_line(facts);
  }

  const Function& judged_;  ///< the function before this pass: its statement ids are those the walk meets
  const analysis::CallFacts& facts_;
  const Options& options_;
  std::vector<NestNotes>& reports_;
  int depth_ = 0;
};

}  // namespace

Function order_loops(const Function& function, const analysis::CallFacts& facts, const Options& options,
                     std::vector<NestNotes>& reports) {
  Function result = function;
  OrderLoops order(result, function, facts, options, reports);
  result.body = order.block(result.body);
  return result;
}

}  // namespace unpython::transform
