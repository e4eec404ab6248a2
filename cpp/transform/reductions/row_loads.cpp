#include "transform/reductions/row_loads.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

/// The counters, and what the block computes from them.
VarSet followers(const Function& f, const Block& block, VarSet counters) {
  bool grows = true;
  while (grows) {
    grows = false;
    walk_stmts(f, block, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f[id].node);
      if (assign == nullptr || counters.contains(assign->variable)) return true;
      if (!analysis::reads_any(f, assign->value, counters)) return true;
      counters.insert(assign->variable);
      grows = true;
      return true;
    });
  }
  return counters;
}

}  // namespace

bool rows_lie_apart(const Function& function, const std::vector<StmtId>& rows, const For& inner) {
  VarSet counters;
  VarSet last;
  for (const StmtId id : rows) counters.insert(std::get<For>(function[id].node).counter);
  last.insert(std::get<For>(function[rows.back()].node).counter);
  VarSet turn;
  turn.insert(inner.counter);
  const Block& body = std::get<For>(function[rows.back()].node).body;
  const VarSet of_rows = followers(function, body, counters);
  const VarSet of_last = followers(function, body, last);
  const VarSet of_turn = followers(function, inner.body, turn);
  bool apart = false;
  walk_all_exprs(function, inner.body, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&function[id].node);
    if (load == nullptr || load->indices.empty()) return;
    const auto follows = [&](const VarSet& set) {
      return std::any_of(load->indices.begin(), load->indices.end(),
                         [&](ExprId index) { return analysis::reads_any(function, index, set); });
    };
    apart |= follows(of_turn) && follows(of_rows) && !analysis::reads_any(function, load->indices.back(), of_last);
  });
  return apart;
}

}  // namespace unpython::transform
