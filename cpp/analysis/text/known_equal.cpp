#include "analysis/text/known_equal.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

/// Reaches its end by raising only.
bool always_raises(const Function& f, const Block& block) {
  return !block.empty() && std::holds_alternative<Raise>(f[block.back()].node);
}

/// Has one value as long as no variable of it changes.
bool is_stable(const Function& f, ExprId root) { return !has_load(f, root) && keeps_extents(f, root); }

}  // namespace

void KnownEqual::pass(StmtId id) {
  Function& f = *function_;
  forget(analysis::assigned_variables(f, {id}));
  const Stmt stmt = f[id];
  if (const auto* branch = std::get_if<If>(&stmt.node)) {
    const auto* differ = std::get_if<Compare>(&f[branch->condition].node);
    const bool ends = differ != nullptr && f[differ->left].type == ScalarType::Int64 &&
                      branch->else_body.empty() && always_raises(f, branch->then_body);
    if (ends && differ->op == CompareOp::NotEqual && is_stable(f, branch->condition))
      pairs_.emplace_back(differ->left, differ->right);
    return;
  }
  const auto* assign = std::get_if<Assign>(&stmt.node);
  if (assign == nullptr || f[assign->variable].type != ScalarType::Int64 || !is_stable(f, assign->value))
    return;
  analysis::VarSet own;
  own.insert(assign->variable);
  if (!analysis::reads_any(f, assign->value, own))
    pairs_.emplace_back(Builder(f).read(assign->variable), assign->value);
}

void KnownEqual::forget(const analysis::VarSet& changed) {
  std::erase_if(pairs_, [&](const auto& pair) {
    return analysis::reads_any(*function_, pair.first, changed) ||
           analysis::reads_any(*function_, pair.second, changed);
  });
}

bool KnownEqual::connected(ExprId a, ExprId b, bool as_trips) const {
  const Function& f = *function_;
  // max(e, 0) and e run equally often, so either leads on.
  const auto form = [&](ExprId id) { return as_trips ? trips_of(f, id) : id; };
  const ExprId wanted = form(b);
  std::vector<ExprId> reached{form(a)};
  const auto add = [&](ExprId id) {
    const bool is_new =
        std::none_of(reached.begin(), reached.end(), [&](ExprId r) { return same_value(f, r, id); });
    if (is_new) reached.push_back(id);
  };
  for (size_t i = 0; i < reached.size(); ++i) {
    const ExprId here = reached[i];
    if (same_value(f, here, wanted)) return true;
    for (const auto& [x, y] : pairs_) {
      if (same_value(f, form(x), here)) add(form(y));
      if (same_value(f, form(y), here)) add(form(x));
    }
  }
  return false;
}

}  // namespace unpython::analysis
