#include "transform/reductions/carried.h"

#include "transform/reductions/reduction_leaf.h"

namespace unpython::transform {

using namespace ir;
using analysis::Accumulation;
using analysis::Contest;
using analysis::Reduction;

namespace {

CompareOp strict(const Reduction& r) {
  const bool least = r.compare == CompareOp::Less || r.compare == CompareOp::LessEqual;
  return least ? CompareOp::Less : CompareOp::Greater;
}

/// Ties decide by the place alone: nothing else of the iteration is handed on.
bool is_best_with_place(const Carried& c) { return c.place.valid() && !c.part.updated.valid(); }

/// Iterations of a lane come in order. A NaN that stays keeps its place.
ExprId later_wins(Builder& build, const Reduction& r, ExprId best, ExprId value) {
  const ExprId wins = build.compare(r.compare, value, best);
  if (r.contest != Contest::Propagate) return wins;
  const ExprId nan = build.logical_and(build.call(Intrinsic::IsNan, {value}),
                                       build.logical_not(build.call(Intrinsic::IsNan, {best})));
  return build.logical_or(wins, nan);
}

/// fields: total, updated, place, companions.
size_t place_at(const Carried& c) { return c.part.updated.valid() ? 2 : 1; }

ExprId right_wins(Builder& build, const Carried& c, const std::vector<VarId>& left,
                  const std::vector<VarId>& right) {
  const Reduction& r = c.part.reduction;
  const ExprId l = build.read(left[0]);
  const ExprId e = build.read(right[0]);
  const size_t place = place_at(c);
  const CompareOp earlier = first_wins(r) ? CompareOp::Less : CompareOp::Greater;
  const ExprId tie =
      build.logical_and(build.compare(CompareOp::Equal, e, l),
                        build.compare(earlier, build.read(right[place]), build.read(left[place])));
  ExprId wins = build.logical_or(build.compare(strict(r), e, l), tie);
  if (r.contest == Contest::Propagate) {
    const ExprId nan = build.logical_and(build.call(Intrinsic::IsNan, {e}),
                                         build.logical_not(build.call(Intrinsic::IsNan, {l})));
    wins = build.logical_or(wins, nan);
  }
  if (!c.part.updated.valid()) return wins;
  const ExprId alone = build.logical_not(build.read(left[1]));
  return build.logical_and(build.read(right[1]), build.logical_or(alone, wins));
}

}  // namespace

bool may_be_carried(const Reduction& r) {
  if (r.kind == Accumulation::LastValue) return false;
  if (r.kind != Accumulation::Extremum || is_integer(r.type))
    return r.contest != Contest::Keep || r.companions.empty();
  if (!r.companions.empty()) return r.contest == Contest::Replace;
  return is_float(r.type) && r.contest != Contest::Keep;
}

Carried carry(Function& f, const Reduction& r, const Block& body) {
  Builder build(f);
  Carried c{.part = make_part(f, r), .total = {}, .place = {}, .before = {}};
  const std::string name = f[c.part.value].name;
  const bool items = needs_tree(r) && !is_direct(f, body, c.part);
  const bool places = r.kind == Accumulation::Extremum && (is_float(r.type) || !r.companions.empty());
  if (places) c.place = build.variable(name + ".place", ScalarType::Int64);
  c.total = c.part.value;
  if (items) c.total = build.variable(name + ".sum", r.type);
  if (is_best_with_place(c)) c.total = build.variable(name + ".best", r.type);
  c.fields.push_back(c.total);
  if (!places) return c;
  if (c.part.updated.valid()) {
    c.before = build.variable(name + ".before", ScalarType::Bool);
    c.fields.push_back(c.part.updated);
  }
  c.fields.push_back(c.place);
  c.fields.insert(c.fields.end(), c.part.companions.begin(), c.part.companions.end());
  return c;
}

std::vector<ExprId> identities(Builder& build, const Carried& c) {
  std::vector<ExprId> result{identity(build, c.part.reduction)};
  if (!c.place.valid()) return result;
  if (c.part.updated.valid()) result.push_back(build.boolean(false));
  result.push_back(build.int64(first_wins(c.part.reduction) ? INT64_MAX : -1));
  for (VarId companion : c.part.companions) {
    const ScalarType type = build.function()[companion].type;
    result.push_back(build.number(type, 0));
  }
  return result;
}

std::vector<VarId> like_fields(Builder& build, const Carried& c, const char* name) {
  std::vector<VarId> result;
  for (VarId field : c.fields) {
    const Variable known = build.function()[field];
    result.push_back(build.variable(known.name + "." + name, known.type));
  }
  return result;
}

Block join(Builder& build, const Carried& c, const std::vector<VarId>& left,
           const std::vector<VarId>& right) {
  if (!c.place.valid()) {
    const ExprId both = combine(build, c.part.reduction, build.read(left[0]), build.read(right[0]));
    return {build.assign(left[0], both)};
  }
  Block taken;
  for (size_t n = 0; n < left.size(); ++n) taken.push_back(build.assign(left[n], build.read(right[n])));
  return {build.if_then(right_wins(build, c, left, right), std::move(taken))};
}

Block around_iteration(Builder& build, const std::vector<Carried>& carried, Block body, ExprId index) {
  Block front;
  for (const Carried& c : carried) {
    const Part& part = c.part;
    if (c.total != part.value) front.push_back(build.assign(part.value, identity(build, part.reduction)));
    if (!part.updated.valid()) continue;
    front.push_back(build.assign(c.before, build.read(part.updated)));
    front.push_back(build.assign(part.updated, build.boolean(false)));
  }
  body.insert(body.begin(), front.begin(), front.end());
  for (const Carried& c : carried) {
    const Part& part = c.part;
    const ExprId total = build.read(c.total);
    const ExprId value = build.read(part.value);
    if (is_best_with_place(c)) {
      Block taken{build.assign(c.total, value), build.assign(c.place, index)};
      body.push_back(build.if_then(later_wins(build, part.reduction, total, value), std::move(taken)));
    } else if (c.total != part.value) {
      body.push_back(build.assign(c.total, combine(build, part.reduction, total, value)));
    }
    if (!part.updated.valid()) continue;
    const ExprId updated = build.read(part.updated);
    body.push_back(build.assign(c.place, build.select(updated, index, build.read(c.place))));
    body.push_back(build.assign(part.updated, build.logical_or(build.read(c.before), updated)));
  }
  return body;
}

Block add_to_result(Builder& build, const Carried& c, const std::vector<ExprId>& total,
                    const SourceRange& range) {
  const Part& part = c.part;
  const ExprId best = build.read(part.result);
  if (!part.updated.valid())
    return {build.assign(part.result, combine(build, part.reduction, best, total[0]), range)};
  Block taken{build.assign(part.result, total[0], range)};
  for (size_t n = 0; n < part.companions.size(); ++n)
    taken.push_back(build.assign(part.reduction.companions[n], total[3 + n], range));
  const ExprId wins = build.logical_and(total[1], build.compare(part.reduction.compare, total[0], best));
  return {build.if_then(wins, std::move(taken), {}, range)};
}

}  // namespace unpython::transform
