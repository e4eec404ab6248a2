// The body of a reduced loop in two: its checks of subscripts, and what is left.
#include "transform/reductions/reduction_checks.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

/// The statement is a check, or holds one, or assigns a variable that they need.
bool leads_to_check(const Function& f, StmtId id, const VarSet& needed) {
  return any_stmt(f, Block{id}, [&](StmtId inner) {
    const auto* assign = std::get_if<Assign>(&f[inner].node);
    return std::holds_alternative<CheckIndex>(f[inner].node) ||
            (assign != nullptr && needed.contains(assign->variable));
  });
}

void need_reads(const Function& f, const Block& body, VarSet& needed) {
  for (StmtId id : body) {
    if (!leads_to_check(f, id, needed)) continue;
    for (ExprId root : expressions(f[id])) {
      walk_exprs(f, root, [&](ExprId part) {
        if (const auto* read = std::get_if<Read>(&f[part].node)) needed.insert(read->variable);
      });
    }
    for (const Block* nested : blocks(f[id])) need_reads(f, *nested, needed);
  }
}

/// Variables that the checks and the way to them read.
VarSet needed_variables(const Function& f, const Block& body) {
  VarSet needed;
  for (;;) {
    const VarSet before = needed;
    need_reads(f, body, needed);
    if (before == needed) return needed;
  }
}

bool is_accumulated(const Part& part, const VarSet& variables) {
  const analysis::Reduction& r = part.reduction;
  return variables.contains(r.accumulator.variable) ||
         std::any_of(r.companions.begin(), r.companions.end(),
                     [&](VarId v) { return variables.contains(v); });
}

/// Keeps the checks, or all else.
class Split : public StatementRewriter {
 public:
  Split(Function& f, VarSet needed, bool checks) : StatementRewriter(f), needed_(std::move(needed)), checks_(checks) {}

  Block stmt(StmtId id) override {
    const bool check = std::holds_alternative<CheckIndex>(function_[id].node);
    if (checks_ ? !leads_to_check(function_, id, needed_) : check) return {};
    return {rebuild(id)};
  }

 private:
  VarSet needed_;
  bool checks_;
};

}  // namespace

ExprId is_outside(Builder& build, const CheckIndex& check) {
  const ExprId extent = build.extent(check.array, check.dimension);
  const ExprId below = build.compare(CompareOp::Less, build.add(check.index, extent), build.int64(0));
  return build.logical_or(below, build.compare(CompareOp::GreaterEqual, check.index, extent));
}

bool holds_checks(const Function& f, const Block& body) {
  return holds_any<CheckIndex>(f, body);
}

bool checks_may_come_first(const Function& f, const Block& body, const std::vector<Part>& parts) {
  const VarSet needed = needed_variables(f, body);
  bool may =
      std::none_of(parts.begin(), parts.end(), [&](const Part& p) { return is_accumulated(p, needed); });
  walk_stmts(f, body, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    const bool updates = std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
      const std::vector<StmtId>& own = part.reduction.updates;
      return std::find(own.begin(), own.end(), id) != own.end();
    });
    may = may && (updates || !std::holds_alternative<Store>(node)) && !std::holds_alternative<Break>(node);
    may = may && !(is_loop(f, id) && leads_to_check(f, id, needed));
    return may;
  });
  return may;
}

Block only_checks(Function& f, const Block& body) {
  return Split(f, needed_variables(f, body), true).block(body);
}

Block without_checks(Function& f, const Block& body) { return Split(f, VarSet(), false).block(body); }

}  // namespace unpython::transform
