#include "transform/reductions/group_tree.h"

#include "transform/reductions/around_leaves.h"

namespace unpython::transform {

using namespace ir;

Fields<VarId> fresh_fields(Builder& build, const std::vector<Carried>& carried, const char* name) {
  Fields<VarId> result;
  for (const Carried& c : carried) result.push_back(like_fields(build, c, name));
  return result;
}

Fields<ArrayId> field_arrays(Builder& build, const std::vector<Carried>& carried, const char* name,
                             AddressSpace space, const std::vector<int64_t>& extents) {
  Fields<ArrayId> result;
  for (const Carried& c : carried) {
    std::vector<ArrayId>& arrays = result.emplace_back();
    for (VarId field : c.fields) {
      const Variable known = build.function()[field];
      arrays.push_back(build.local_array(known.name + "." + name, known.type, space, extents));
    }
  }
  return result;
}

Block load_fields(Builder& build, const Fields<VarId>& to, const Fields<ArrayId>& from,
                  const std::vector<ExprId>& indices) {
  Block result;
  for (size_t c = 0; c < to.size(); ++c) {
    for (size_t n = 0; n < to[c].size(); ++n)
      result.push_back(build.assign(to[c][n], build.load(from[c][n], indices)));
  }
  return result;
}

Block store_fields(Builder& build, const Fields<ArrayId>& to, const std::vector<ExprId>& indices,
                   const Fields<VarId>& from) {
  Block result;
  for (size_t c = 0; c < to.size(); ++c) {
    for (size_t n = 0; n < to[c].size(); ++n)
      result.push_back(build.store(to[c][n], indices, build.read(from[c][n])));
  }
  return result;
}

Block assign_identities(Builder& build, const std::vector<Carried>& carried, const Fields<VarId>& to) {
  Block result;
  for (size_t c = 0; c < to.size(); ++c) {
    const std::vector<ExprId> values = identities(build, carried[c]);
    for (size_t n = 0; n < to[c].size(); ++n) result.push_back(build.assign(to[c][n], values[n]));
  }
  return result;
}

Block join_fields(Builder& build, const std::vector<Carried>& carried, const Fields<VarId>& left,
                  const Fields<VarId>& right) {
  Block result;
  for (size_t c = 0; c < carried.size(); ++c) append(result, join(build, carried[c], left[c], right[c]));
  return result;
}

GroupTree::GroupTree(Function& function, const std::vector<Carried>& carried, const SourceRange& range,
                     int64_t most)
    : build_(function), carried_(carried), range_(range), most_(most) {
  roots_ = field_arrays(build_, carried, "roots", AddressSpace::Local, {most_});
  pairs_ = field_arrays(build_, carried, "pairs", AddressSpace::Item, {most_ / 2});
  stack_ = field_arrays(build_, carried, "stack", AddressSpace::Local, {kTreeLevels});
  root_ = fresh_fields(build_, carried, "root");
}

Block GroupTree::run(ExprId count, const std::function<Block(ExprId, ExprId)>& fill) {
  const VarId round = build_.variable("round", ScalarType::Int64, range_);
  const VarId width = build_.variable("width", ScalarType::Int64, range_);
  const VarId rounds = build_.variable("rounds", ScalarType::Int64, range_);
  const ExprId many = build_.int64(most_);
  const ExprId first = build_.mul(build_.read(round), many);
  Block body{build_.assign(width, build_.min(many, build_.sub(count, first)))};
  append(body, fill(first, build_.read(width)));
  append(body, levels(width));
  append(body, push(build_.read(round)));
  Block result{build_.assign(rounds, build_.floor_div(build_.add(count, build_.int64(most_ - 1)), many)),
               build_.loop(round, build_.read(rounds), LoopMark::Sequential, std::move(body), range_)};
  append(result, finish(build_.read(rounds)));
  return result;
}

/// As many levels as the width has: all threads come by all nests.
Block GroupTree::levels(VarId width) {
  const VarId count = build_.variable("levels", ScalarType::Int64, range_);
  const VarId at = build_.variable("level", ScalarType::Int64, range_);
  ExprId sum = build_.int64(0);
  for (int64_t nodes = 1; nodes < most_; nodes *= 2) {
    const ExprId more = build_.compare(CompareOp::Greater, build_.read(width), build_.int64(nodes));
    sum = build_.add(sum, build_.select(more, build_.int64(1), build_.int64(0)));
  }
  return {build_.assign(count, sum),
          build_.loop(at, build_.read(count), LoopMark::Sequential, level(width), range_)};
}

/// One level of the tree: all pairs into registers, then back, so that no item reads what another one stores.
Block GroupTree::level(VarId width) {
  const VarId p = build_.variable("p", ScalarType::Int64);
  const VarId kept = build_.variable("p", ScalarType::Int64);
  const VarId half = build_.variable("half", ScalarType::Int64);
  const Fields<VarId> left = fresh_fields(build_, carried_, "left");
  const Fields<VarId> right = fresh_fields(build_, carried_, "right");
  const ExprId one = build_.int64(1);
  const ExprId at = build_.mul(build_.read(p), build_.int64(2));
  const ExprId next = build_.add(at, one);
  Block both = load_fields(build_, right, roots_, {next});
  append(both, join_fields(build_, carried_, left, right));
  Block pair = load_fields(build_, left, roots_, {at});
  pair.push_back(build_.if_then(build_.compare(CompareOp::Less, next, build_.read(width)), std::move(both)));
  append(pair, store_fields(build_, pairs_, {build_.read(p)}, left));
  const Fields<VarId> value = fresh_fields(build_, carried_, "pair");
  Block back = load_fields(build_, value, pairs_, {build_.read(kept)});
  append(back, store_fields(build_, roots_, {build_.read(kept)}, value));
  const ExprId extent = build_.min(build_.int64(most_ / 2), build_.read(half));
  return {build_.assign(half, build_.floor_div(build_.add(build_.read(width), one), build_.int64(2))),
          build_.loop(p, extent, LoopMark::Item, std::move(pair), range_),
          build_.loop(kept, extent, LoopMark::Item, std::move(back), range_),
          build_.assign(width, build_.read(half))};
}

Block GroupTree::join_stacked(VarId depth, const Fields<VarId>& earlier, const Fields<VarId>& later) {
  Block result = load_fields(build_, earlier, stack_, {build_.read(depth)});
  append(result, join_fields(build_, carried_, earlier, later));
  for (size_t c = 0; c < later.size(); ++c) {
    for (size_t n = 0; n < later[c].size(); ++n)
      result.push_back(build_.assign(later[c][n], build_.read(earlier[c][n])));
  }
  return result;
}

Block GroupTree::push(ExprId round) {
  const VarId once = build_.variable("once", ScalarType::Int64);
  const VarId bits = build_.variable("bits", ScalarType::Int64);
  const VarId depth = build_.variable("depth", ScalarType::Int64);
  const Fields<VarId> own = fresh_fields(build_, carried_, "own");
  const Fields<VarId> earlier = fresh_fields(build_, carried_, "earlier");
  const ExprId one = build_.int64(1);
  const ExprId odd =
      build_.compare(CompareOp::Equal, build_.binary(BinaryOp::BitAnd, build_.read(bits), one), one);
  Block up = join_stacked(depth, earlier, own);
  up.push_back(build_.assign(depth, build_.add(build_.read(depth), one)));
  up.push_back(build_.assign(bits, build_.binary(BinaryOp::ShiftRight, build_.read(bits), one)));
  Block body = load_fields(build_, own, roots_, {build_.int64(0)});
  body.push_back(build_.assign(bits, round));
  body.push_back(build_.assign(depth, build_.int64(0)));
  body.push_back(build_.statement(While{{}, odd, std::move(up)}));
  append(body, store_fields(build_, stack_, {build_.read(depth)}, own));
  return {build_.loop(once, build_.int64(1), LoopMark::Item, std::move(body), range_)};
}

Block GroupTree::finish(ExprId rounds) {
  const VarId bits = build_.variable("bits", ScalarType::Int64);
  const VarId depth = build_.variable("depth", ScalarType::Int64);
  const Fields<VarId> earlier = fresh_fields(build_, carried_, "earlier");
  const ExprId one = build_.int64(1);
  const ExprId odd =
      build_.compare(CompareOp::Equal, build_.binary(BinaryOp::BitAnd, build_.read(bits), one), one);
  Block joined = join_stacked(depth, earlier, root_);
  Block body{build_.if_then(odd, std::move(joined)),
             build_.assign(bits, build_.binary(BinaryOp::ShiftRight, build_.read(bits), one)),
             build_.assign(depth, build_.add(build_.read(depth), one))};
  Block result = assign_identities(build_, carried_, root_);
  result.push_back(build_.assign(bits, rounds));
  result.push_back(build_.assign(depth, build_.int64(0)));
  const ExprId more = build_.compare(CompareOp::Greater, build_.read(bits), build_.int64(0));
  result.push_back(build_.statement(While{{}, more, std::move(body)}, range_));
  return result;
}

}  // namespace unpython::transform
