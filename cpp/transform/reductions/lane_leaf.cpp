#include "transform/reductions/lane_leaf.h"

#include <algorithm>

#include "ir/groups.h"
#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/privatize.h"

namespace unpython::transform {

using namespace ir;
using analysis::Reduction;

namespace {

constexpr int kSmallLaneBody = 40;             // expressions: below it all iterations of a lane are unrolled

int64_t bytes_of(const std::vector<Reduction>& reductions, const Function& f) {
  int64_t bytes = 0;
  for (const Reduction& r : reductions) {
    const bool places =
        r.kind == analysis::Accumulation::Extremum && (is_float(r.type) || !r.companions.empty());
    bytes += size_of(r.type) + (places ? 9 : 0);
    for (VarId companion : r.companions) bytes += size_of(f[companion].type);
  }
  return bytes;
}

bool is_shared(const Function& f, ArrayId array) { return !is_scratch(f[array].space); }

}  // namespace

bool may_run_on_lanes(const Function& f, const Block& body, const std::vector<Reduction>& reductions) {
  bool may = std::all_of(reductions.begin(), reductions.end(), may_be_carried);
  may = may && GroupTree::local_bytes(bytes_of(reductions, f)) <= kModerateLocalBytes;
  walk_all_exprs(f, body, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f[id].node);
    may = may && (load == nullptr || is_shared(f, load->array));
  });
  walk_stmts(f, body, [&](StmtId id) {
    const auto* store = std::get_if<Store>(&f[id].node);
    may = may && (store == nullptr || is_shared(f, store->array));
    return may;
  });
  return may && only_makes_values(f, body, true);
}

LaneLeaf::LaneLeaf(Function& function, const For& loop, const std::vector<Carried>& carried,
                   const SourceRange& range)
    : f_(function), build_(function), loop_(loop), carried_(carried), range_(range) {
  for (const Carried& c : carried) {
    parts_.push_back(c.part);
    own_.push_back(c.fields);
  }
}

Block LaneLeaf::run(ExprId leaf, ExprId extent) {
  const VarId l = build_.variable("lane", ScalarType::Int64);
  lanes_ = field_arrays(build_, carried_, "lanes", AddressSpace::Private, {kLanes});
  Block sums = assign_identities(build_, carried_, own_);
  append(sums, lane(leaf, build_.read(l), extent));
  append(sums, store_fields(build_, lanes_, {build_.read(l)}, own_));
  Block result{build_.loop(l, build_.int64(kLanes), LoopMark::Sequential, std::move(sums), range_)};
  for (int64_t distance = kLanes / 2; distance > 0; distance /= 2) result.push_back(fold(distance));
  return result;
}

/// Iterations lane, lane + 32, ... of a leaf; those of a whole leaf need no condition.
Block LaneLeaf::lane(ExprId leaf, ExprId lane, ExprId extent) {
  const VarId start = build_.variable("start", ScalarType::Int64);
  const VarId index = build_.variable("index", ScalarType::Int64);
  const VarId block = build_.variable("block", ScalarType::Int64);
  const VarId last = build_.variable("block", ScalarType::Int64);
  const LoopMark mark = count_exprs(f_, loop_.body) <= kSmallLaneBody ? LoopMark::Unrolled : LoopMark::Sequential;
  const ExprId blocks = build_.int64(kLeaf / kLanes);
  const auto place = [&](VarId number) {
    return build_.add(build_.add(build_.read(start), lane),
                      build_.mul(build_.read(number), build_.int64(kLanes)));
  };
  const StmtId all = build_.loop(block, blocks, mark, iteration(place(block)), range_);
  Block guarded{build_.assign(index, place(last)),
                build_.if_then(build_.compare(CompareOp::Less, build_.read(index), extent),
                               iteration(build_.read(index)))};
  const ExprId left = build_.sub(extent, build_.read(start));
  const ExprId begun = build_.floor_div(build_.add(left, build_.int64(kLanes - 1)), build_.int64(kLanes));
  const StmtId some = build_.loop(last, build_.min(blocks, begun), LoopMark::Sequential, std::move(guarded), range_);
  const ExprId end = build_.add(build_.read(start), build_.int64(kLeaf));
  return {build_.assign(start, build_.mul(leaf, build_.int64(kLeaf))),
          build_.if_then(build_.compare(CompareOp::LessEqual, end, extent), {all}, {some})};
}

Block LaneLeaf::iteration(ExprId index) {
  const Block own = Privatize(f_, parts_, ExprId{}).block(loop_.body);
  Substitution at(f_);
  at.replace(loop_.counter, index);
  return around_iteration(build_, carried_, at.block(own), index);
}

StmtId LaneLeaf::fold(int64_t distance) {
  const VarId l = build_.variable("lane", ScalarType::Int64);
  const ExprId lane = build_.read(l);
  const Fields<VarId> left = fresh_fields(build_, carried_, "left");
  const Fields<VarId> right = fresh_fields(build_, carried_, "right");
  Block body = load_fields(build_, left, lanes_, {lane});
  append(body, load_fields(build_, right, lanes_, {build_.add(lane, build_.int64(distance))}));
  append(body, join_fields(build_, carried_, left, right));
  append(body, store_fields(build_, lanes_, {lane}, left));
  return build_.loop(l, build_.int64(distance), LoopMark::Sequential, std::move(body), range_);
}

}  // namespace unpython::transform
