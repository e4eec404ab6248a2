#include "transform/rows/distribute_rows.h"

#include <algorithm>

#include "analysis/text/dependence.h"
#include "analysis/text/iterations_apart.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/loops/copy_loop.h"
#include "transform/rows/row_loops.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

constexpr int64_t kRowsOfStrip = 32;

class DistributeRows : public StatementRewriter {
 public:
  DistributeRows(Function& function, const Function& before)
      : StatementRewriter(function), before_(before), live_(before) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr) return {rebuild(id)};
    if (loop->mark == LoopMark::Sequential && only_computes(function_, loop->body) &&
        !analysis::has_independent_iterations(before_, live_,
                                              id)) {  // such rows are side by side as they are
      const std::vector<Block> parts = parts_of(*loop);
      if (parts.size() > 1) return strips(*loop, parts, given.range);
    }
    return {rebuild(id)};
  }

 private:
  /// The body cut behind each inner loop, if one of these adds up a row and another does not, and all may go one behind the other.
  std::vector<Block> parts_of(const For& loop) {
    std::vector<Block> parts(1);
    bool sums = false;
    bool others = false;
    for (const StmtId id : loop.body) {
      const Stmt part = function_[id];
      const auto* inner = std::get_if<For>(&part.node);
      if (inner == nullptr) {
        parts.back().push_back(id);
        continue;
      }
      for (const Block& statements : parts_of_row(*inner)) {
        VarSet changing = analysis::assigned_variables(function_, statements);
        changing.insert(inner->counter);
        const bool sum = statements.size() == 1 && adds_to_one_element(function_, statements[0], changing);
        if (!sum && !is_row(statements)) return {};
        (sum ? sums : others) = true;
        parts.back().push_back(with_body(*inner, statements, part.range));
        parts.emplace_back();
      }
    }
    if (parts.back().empty()) parts.pop_back();
    if (!sums || !others || !may_part(loop.counter, parts)) return {};
    return parts;
  }
  /// Stores of elements that move with the loop.
  [[nodiscard]] bool is_row(const Block& statements) const {
    return std::all_of(statements.begin(), statements.end(),
                       [&](StmtId id) { return std::holds_alternative<Store>(function_[id].node); });
  }
  /// The statements of an inner loop, sums apart from the rest, where they may go one behind the other; else all of them.
  std::vector<Block> parts_of_row(const For& inner) const {
    VarSet changing = analysis::changing_in(function_, inner);
    std::vector<Block> parts;
    bool last = false;
    for (const StmtId id : inner.body) {
      const bool sum = adds_to_one_element(function_, id, changing);
      if (parts.empty() || sum || sum != last) parts.emplace_back();
      parts.back().push_back(id);
      last = sum;
    }
    return may_part(inner.counter, parts) ? parts : std::vector<Block>{inner.body};
  }
  StmtId with_body(const For& inner, const Block& statements, SourceRange range) {
    if (statements == inner.body) return build_.statement(For{inner}, range);
    For part = inner;
    part.body = statements;
    return with_own_counter(function_, part, range);
  }

  /// No part uses a variable that another one assigns, and two that meet in an array that one of them stores to do so at a subscript
  /// of their iteration's own.
  [[nodiscard]] bool may_part(VarId counter, const std::vector<Block>& parts) const {
    if (!function_.disjoint_arguments) return false;
    VarSet changing;
    std::vector<analysis::Effects> effects;
    for (const Block& part : parts) {
      effects.push_back(analysis::effects_of(function_, part));
      changing.unite(effects.back().assigned);
    }
    const analysis::IterationsApart rows(function_, counter, changing);
    for (size_t a = 0; a < parts.size(); ++a) {
      for (size_t b = 0; b < parts.size(); ++b) {
        const bool shares = effects[a].assigned.meets(effects[b].read) || effects[a].assigned.meets(effects[b].assigned);
        if (a != b && shares) return false;
        if (a < b && !rows.apart(effects[a], effects[b])) return false;
      }
    }
    return true;
  }

  Block strips(const For& loop, const std::vector<Block>& parts, SourceRange range) {
    const VarId rows = build_.variable("rows", ScalarType::Int64, range);
    const VarId strip = build_.variable("strip", ScalarType::Int64, range);
    const ExprId first = build_.mul(build_.read(strip), build_.int64(kRowsOfStrip));
    const ExprId left = build_.min(build_.int64(kRowsOfStrip), build_.sub(build_.read(rows), first));
    Block body;
    for (const Block& part : parts) {
      const VarId row = build_.variable(function_[loop.counter].name, ScalarType::Int64, range);
      Substitution at(function_);
      at.replace(loop.counter, build_.add(first, build_.read(row)));
      body.push_back(build_.loop(row, left, LoopMark::Sequential, at.block(part), range));
    }
    const ExprId count = build_.floor_div(build_.add(build_.read(rows), build_.int64(kRowsOfStrip - 1)),
                                          build_.int64(kRowsOfStrip));
    return {build_.assign(rows, loop.extent, range),
            build_.loop(strip, count, LoopMark::Sequential, std::move(body), range)};
  }

  const Function& before_;
  const analysis::Liveness live_;
};

}  // namespace

Function distribute_rows(const Function& function) {
  return rewritten<DistributeRows>(function, function);
}

}  // namespace unpython::transform
