#include "transform/reductions/carried.h"

#include "transform/reductions/reduction_leaf.h"

namespace unpython::transform {

using namespace ir;
using analysis::Accumulation;
using analysis::Contest;
using analysis::Reduction;

namespace {

bool first_wins(const Reduction& r) {
  return r.compare == CompareOp::Less || r.compare == CompareOp::Greater;
}

CompareOp strict(const Reduction& r) {
  const bool least = r.compare == CompareOp::Less || r.compare == CompareOp::LessEqual;
  return least ? CompareOp::Less : CompareOp::Greater;
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

bool may_be_carried(const Function& f, const Reduction& r) {
  if (r.kind == Accumulation::LastValue) return false;
  if (r.kind != Accumulation::Extremum || is_integer(r.type))
    return r.contest != Contest::Keep || r.companions.empty();
  if (!r.companions.empty()) return r.contest == Contest::Replace;
  if (!is_float(r.type) || r.contest == Contest::Keep) return false;
  return first_wins(r) && (r.contest == Contest::Replace || accumulator_first(f, r));
}

Carried carry(Function& f, const Reduction& r, const Block& body) {
  Builder build(f);
  Carried c{.part = make_part(f, r), .total = {}, .place = {}, .before = {}};
  const std::string name = f[c.part.value].name;
  const bool items = needs_tree(r) && !is_direct(f, body, c.part);
  c.total = items ? build.variable(name + ".sum", r.type) : c.part.value;
  c.fields.push_back(c.total);
  if (r.kind != Accumulation::Extremum || (is_integer(r.type) && r.companions.empty())) return c;
  c.place = build.variable(name + ".place", ScalarType::Int64);
  c.before = build.variable(name + ".before", r.companions.empty() ? r.type : ScalarType::Bool);
  if (c.part.updated.valid()) c.fields.push_back(c.part.updated);
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
    if (!c.place.valid()) continue;
    const VarId watched = part.updated.valid() ? part.updated : part.value;
    front.push_back(build.assign(c.before, build.read(watched)));
    if (part.updated.valid()) front.push_back(build.assign(part.updated, build.boolean(false)));
  }
  body.insert(body.begin(), front.begin(), front.end());
  for (const Carried& c : carried) {
    const Part& part = c.part;
    if (c.total != part.value) {
      const ExprId sum = combine(build, part.reduction, build.read(c.total), build.read(part.value));
      body.push_back(build.assign(c.total, sum));
    }
    if (!c.place.valid()) continue;
    const ExprId before = build.read(c.before);
    const ExprId changed = part.updated.valid()
                               ? build.read(part.updated)
                               : build.compare(CompareOp::NotEqual, build.read(part.value), before);
    body.push_back(build.assign(c.place, build.select(changed, index, build.read(c.place))));
    if (part.updated.valid())
      body.push_back(build.assign(part.updated, build.logical_or(before, build.read(part.updated))));
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
