#include "transform/reductions/privatize.h"

#include "analysis/text/reduction_forms.h"

namespace unpython::transform {

using namespace ir;
using analysis::Accumulation;
using analysis::Contest;

const Part* Privatize::part_of(ExprId expr) const {
  for (const Part& part : parts_) {
    if (analysis::UpdateForms(function_, part.reduction.accumulator).is_read(expr)) return &part;
  }
  return nullptr;
}

const Part* Privatize::part_of(StmtId stmt) const {
  for (const Part& part : parts_) {
    if (analysis::UpdateForms(function_, part.reduction.accumulator).assigned_value(stmt).valid())
      return &part;
  }
  return nullptr;
}

VarId Privatize::stand_in(VarId variable) const {
  for (const Part& part : parts_) {
    for (size_t i = 0; i < part.companions.size(); ++i) {
      if (part.reduction.companions[i] == variable) return part.companions[i];
    }
  }
  return variable;
}

ExprId Privatize::read(const Part& part) {
  return part.direct ? build_.load(part.lanes, {lane_}) : build_.read(part.value);
}

StmtId Privatize::write(const Part& part, ExprId value, const SourceRange& range) {
  return part.direct ? build_.store(part.lanes, {lane_}, value, range)
                     : build_.assign(part.value, value, range);
}

ExprId Privatize::expr(ExprId id) {
  if (const Part* part = part_of(id)) return read(*part);
  if (const auto* variable = std::get_if<Read>(&function_[id].node)) {
    const VarId other = stand_in(variable->variable);
    return other == variable->variable ? id : build_.read(other);
  }
  return rebuild(id);
}

Block Privatize::stmt(StmtId id) {
  const Stmt before = function_[id];
  const auto* assign = std::get_if<Assign>(&before.node);
  const auto* store = std::get_if<Store>(&before.node);
  if (const Part* part = part_of(id))
    return update(*part, assign != nullptr ? assign->value : store->value, before.range);
  if (assign != nullptr) {
    const VarId other = stand_in(assign->variable);
    if (other != assign->variable) return {build_.assign(other, expr(assign->value), before.range)};
  }
  return {rebuild(id)};
}

Block Privatize::update(const Part& part, ExprId value, const SourceRange& range) {
  Block result;
  const auto* select = std::get_if<Select>(&function_[value].node);
  if (part.reduction.kind == Accumulation::LastValue && select != nullptr && part.updated.valid()) {
    // acc = e if c else acc: an assignment only where c holds.
    const Select chosen = *select;
    const auto keeps = [&](ExprId id) { return part_of(id) == &part; };
    if (keeps(chosen.if_true) != keeps(chosen.if_false)) {
      const bool on_true = keeps(chosen.if_false);
      const ExprId condition = expr(chosen.condition);
      Block inner{write(part, expr(on_true ? chosen.if_true : chosen.if_false), range)};
      raise_flags(part, value, inner, range);
      return {
          build_.if_then(on_true ? condition : build_.logical_not(condition), std::move(inner), {}, range)};
    }
  }
  raise_flags(part, value, result, range);
  result.push_back(write(part, expr(value), range));
  return result;
}

void Privatize::raise_flags(const Part& part, ExprId value, Block& into, const SourceRange& range) {
  if (part.updated.valid()) into.push_back(build_.assign(part.updated, build_.boolean(true), range));
  if (!part.reset.valid()) return;
  const auto* select = std::get_if<Select>(&function_[value].node);
  if (select == nullptr) return;
  // acc = acc if acc < e else e: a NaN e replaces whatever was there.
  const ExprId candidate = expr(select->if_false);
  const ExprId nan = build_.call(Intrinsic::IsNan, {candidate});
  into.push_back(build_.assign(part.reset, build_.logical_or(build_.read(part.reset), nan), range));
}

}  // namespace unpython::transform
