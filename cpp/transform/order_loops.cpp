#include "transform/order_loops.h"

#include "analysis/dependence.h"
#include "ir/rewrite.h"
#include "unpython/error.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::LoopFacts;
using analysis::Verdict;

const char* text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Proven:
      return "proven";
    case Verdict::Reduction:
      return "reduction";
    case Verdict::Conflict:
      return "conflict";
    case Verdict::Inspected:
      return "inspected";
    case Verdict::Trusted:
      return "trusted";
    case Verdict::Sequential:
      return "sequential";
  }
  return "";
}

std::string at_line(const LoopFacts& facts) {
  return facts.where.line > 0 ? " (line " + std::to_string(facts.where.line) + ")" : "";
}

class OrderLoops : public Rewriter {
 public:
  OrderLoops(Function& working, const Function& judged, const Options& options,
             std::vector<NestReport>& reports)
      : Rewriter(working), judged_(judged), options_(options), reports_(reports) {}

  ExprId expr(ExprId id) override { return id; }

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr) return {rebuild(id)};
    const bool outermost = depth_ == 0;
    if (outermost) reports_.push_back({before.range, text_of(Verdict::Sequential), "", ""});
    const bool marked = loop->mark == LoopMark::Parallel;
    const LoopFacts facts = marked ? settle(id) : LoopFacts{};
    const bool parallel =
        marked && facts.verdict != Verdict::Conflict && facts.verdict != Verdict::Sequential;
    if (marked) report(facts, outermost);
    ++depth_;
    const StmtId rebuilt = rebuild(id);
    --depth_;
    if (!marked || parallel) return {rebuilt};
    Stmt ordered = function_[rebuilt];
    std::get<For>(ordered.node).mark = LoopMark::Sequential;
    return {build_.statement(std::move(ordered.node), ordered.range)};
  }

 private:
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
    throw RaceError(
        {Diagnostic{"CONFLICT", facts.reason,
                    "store to different elements, or use range for a loop that must run in order",
                    facts.where}},
        text);
  }

  /// The outermost marked loop speaks for its nest.
  void report(const LoopFacts& facts, bool outermost) {
    NestReport& nest = reports_.back();
    const bool unmarked_so_far = nest.verdict == text_of(Verdict::Sequential) && nest.reason.empty();
    if (!outermost && !unmarked_so_far) return;
    nest.verdict = text_of(facts.verdict);
    nest.reason = facts.reason.empty() ? "" : facts.reason + at_line(facts);
  }

  const Function& judged_;  ///< the function before this pass: its statement ids are those the walk meets
  const Options& options_;
  std::vector<NestReport>& reports_;
  int depth_ = 0;
};

}  // namespace

Function order_loops(const Function& function, const Options& options, std::vector<NestReport>& reports) {
  Function result = function;
  OrderLoops order(result, function, options, reports);
  Block body = order.block(result.body);
  result.body = std::move(body);
  return result;
}

}  // namespace unpython::transform
