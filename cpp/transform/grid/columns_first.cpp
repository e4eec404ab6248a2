#include "transform/grid/columns_first.h"

#include <algorithm>
#include <set>
#include <string>

#include "analysis/call/triangle.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::NestNotes;
using analysis::Triangle;

class ColumnsFirst : public StatementRewriter {
 public:
  ColumnsFirst(Function& function, std::set<VarId> counters, std::vector<NestNotes>& nests)
      : StatementRewriter(function), live_(function), counters_(std::move(counters)), nests_(nests) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* outer = std::get_if<For>(&given.node);
    if (outer == nullptr || !counters_.contains(outer->counter) || outer->mark != LoopMark::Sequential ||
        may_raise(function_, outer->body)) {
      return {rebuild(id)};
    }
    const std::optional<Triangle> triangle = analysis::triangle(function_, live_, id);
    if (!triangle || loop(triangle->inner).mark != LoopMark::Sequential) return {rebuild(id)};
    note(given.range, function_[triangle->inner].range);
    return {by_columns(*outer, given.range, *triangle)};
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(function_[id].node); }

  StmtId by_columns(const For& outer, const SourceRange& range, const Triangle& triangle) {
    const Stmt written = function_[triangle.inner];
    const For& inner = std::get<For>(written.node);
    const int64_t first = std::max<int64_t>(triangle.shift, 0);
    const VarId step = build_.variable("step", ScalarType::Int64, range);
    const ExprId row = build_.sub(build_.read(step), build_.int64(first));

    Block body = with(outer.counter, row, Block(outer.body.begin() + 1, outer.body.end()));
    if (first > 0 && !body.empty()) body = {build_.if_then(is_at_least(row, 0), std::move(body), {}, range)};

    const ExprId next = build_.add(row, build_.int64(1));
    const ExprId top = first > 1 ? build_.max(next, build_.int64(0)) : next;
    const VarId below = build_.variable("row", ScalarType::Int64, range);
    For rows{.counter = below, .extent = build_.sub(outer.extent, top), .mark = LoopMark::Parallel, .independent = true};
    const ExprId column = build_.add(row, build_.int64(triangle.shift));
    rows.body = with(inner.counter, column, inner.body);
    rows.body = with(outer.counter, build_.add(build_.read(below), top), rows.body);
    Block columns{build_.statement(std::move(rows), written.range)};
    if (triangle.shift < 0) columns = {build_.if_then(is_at_least(column, 0), std::move(columns), {}, range)};

    body.insert(body.end(), columns.begin(), columns.end());
    return build_.loop(step, build_.add(outer.extent, build_.int64(first)), LoopMark::Sequential, std::move(body), range);
  }

  Block with(VarId counter, ExprId value, const Block& block) {
    Substitution substitution(function_);
    substitution.replace(counter, value);
    return substitution.block(block);
  }

  ExprId is_at_least(ExprId value, int64_t least) {
    return build_.compare(CompareOp::GreaterEqual, value, build_.int64(least));
  }

  /// "loop in line 6 runs column by column: each turn of the loop in line 7 for all rows at once, ..."
  void note(const SourceRange& outer, const SourceRange& inner) {
    const size_t at = analysis::notes_at(nests_, outer);
    if (at == nests_.size()) return;
    std::string& known = nests_[at].order;
    known += (known.empty() ? "" : "; ") + ("loop in line " + std::to_string(outer.line)) +
             " runs column by column: each turn of the loop in line " + std::to_string(inner.line) +
             " for all rows at once, as no element is stored or read in another order then";
  }

  analysis::Liveness live_;
  std::set<VarId> counters_;
  std::vector<NestNotes>& nests_;
};

}  // namespace

Function columns_first(const Function& function, const Function& written, const analysis::CallFacts& facts,
                       std::vector<NestNotes>& nests) {
  if (facts.by_columns.empty()) return function;
  std::set<VarId> counters;
  for (const StmtId loop : facts.by_columns) counters.insert(std::get<For>(written[loop].node).counter);
  return rewritten<ColumnsFirst>(function, std::move(counters), nests);
}

}  // namespace unpython::transform
