#include "kernel/common_angles.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

struct Seen {
  StmtId first;
  CommonAngle found;
};

/// Loops look at a condition or an extent in another turn, or before what stands in their body.
bool is_plain(const StmtNode& node) {
  return is_one_of<Assign, Store, If>(node);
}

}  // namespace

std::multimap<StmtId, CommonAngle> common_angles(const Function& function, const Block& block) {
  std::multimap<StmtId, CommonAngle> result;
  std::vector<Seen> open;
  const auto close = [&](const Seen& seen) {
    if (!seen.found.sines.empty() && !seen.found.cosines.empty()) result.emplace(seen.first, seen.found);
  };
  analysis::VarSet changed;
  bool stores = false;
  const auto changes = [&](ExprId angle) {
    return analysis::reads_any(function, angle, changed) || (stores && has_load(function, angle));
  };
  const auto note = [&](StmtId statement, ExprId id) {
    const auto* call = std::get_if<Call>(&function[id].node);
    const bool sine = call != nullptr && call->function == Intrinsic::Sin;
    if (!sine && (call == nullptr || call->function != Intrinsic::Cos)) return;
    if (!is_float(function[id].type)) return;
    const ExprId angle = call->arguments[0];
    // What stands in a branch comes behind its condition.
    if (std::holds_alternative<If>(function[statement].node) && changes(angle)) return;
    auto known = std::ranges::find_if(open, [&](const Seen& seen) { return same_value(function, seen.found.angle, angle); });
    if (known == open.end()) known = open.insert(open.end(), Seen{statement, CommonAngle{.angle = angle}});
    std::vector<ExprId>& calls = sine ? known->found.sines : known->found.cosines;
    if (std::ranges::find(calls, id) == calls.end()) calls.push_back(id);
    known->found.last = statement;
  };
  for (StmtId statement : block) {
    changed = analysis::assigned_variables(function, {statement});
    stores = !std::holds_alternative<Assign>(function[statement].node);
    if (is_plain(function[statement].node)) {
      for (ExprId root : expressions(function[statement])) walk_exprs(function, root, [&](ExprId id) { note(statement, id); });
    }
    std::erase_if(open, [&](const Seen& seen) {
      const bool other = changes(seen.found.angle);
      if (other) close(seen);
      return other;
    });
  }
  for (const Seen& seen : open) close(seen);
  return result;
}

}  // namespace unpython::kernel
