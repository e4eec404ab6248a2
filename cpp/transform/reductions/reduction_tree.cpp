#include "transform/reductions/reduction_tree.h"

namespace unpython::transform {

using namespace ir;
using analysis::Reduction;

namespace {

constexpr int64_t kSubtree = 512;  // a power of two

/// While loop `while condition: body` without a head.
StmtId repeat(Builder& build, ExprId condition, Block body) {
  return build.statement(While{{}, condition, std::move(body)});
}

Block tree_in_order(Function& f, const Reduction& r, ArrayId partials, ExprId leaves) {
  Builder build(f);
  const VarId width = build.variable("width", ScalarType::Int64);
  const VarId pair = build.variable("pair", ScalarType::Int64);
  const ExprId one = build.int64(1);
  const ExprId half = build.floor_div(build.read(width), build.int64(2));
  const ExprId left = build.mul(build.read(pair), build.int64(2));
  const ExprId sum =
      combine(build, r, build.load(partials, {left}), build.load(partials, {build.add(left, one)}));
  const StmtId pairs =
      build.loop(pair, half, LoopMark::Sequential, {build.store(partials, {build.read(pair)}, sum)});
  const ExprId odd = build.binary(BinaryOp::BitAnd, build.read(width), one);
  const StmtId pass_up = build.if_then(
      build.compare(CompareOp::Equal, odd, one),
      {build.store(partials, {half}, build.load(partials, {build.sub(build.read(width), one)}))});
  Block body{pairs, pass_up, build.assign(width, build.add(half, odd))};
  return {build.assign(width, leaves),
          repeat(build, build.compare(CompareOp::Greater, build.read(width), one), std::move(body))};
}

/// Rounds of Parallel loops: each iteration adds up a whole subtree of kSubtree neighbours, of which only the
/// last one may be smaller, so that the sums are those of the tree level by level.
Block tree_in_parallel(Function& f, const Reduction& r, ArrayId partials, ExprId leaves) {
  Builder build(f);
  const ExprId subtree = build.int64(kSubtree);
  const auto rounded_up = [&](ExprId count) {
    return build.floor_div(build.add(count, build.int64(kSubtree - 1)), subtree);
  };
  const VarId width = build.variable("width", ScalarType::Int64);
  const VarId groups = build.variable("groups", ScalarType::Int64);
  const VarId group = build.variable("group", ScalarType::Int64);
  const VarId node = build.variable("node", ScalarType::Int64);
  const VarId kept = build.variable("group", ScalarType::Int64);
  const ArrayId roots = build.heap_array("roots", r.type, 1);
  const PairStack stack = make_pair_stack(f, r);
  const ExprId first = build.mul(build.read(group), subtree);
  const ExprId count = build.min(subtree, build.sub(build.read(width), first));
  const ExprId value = build.load(partials, {build.add(first, build.read(node))});
  Block body{build.loop(node, count, LoopMark::Sequential, push_leaf(f, r, stack, build.read(node), value))};
  const Block last = finish(f, r, stack, count);
  body.insert(body.end(), last.begin(), last.end());
  body.push_back(build.store(roots, {build.read(group)}, build.read(stack.root)));
  const ExprId root = build.load(roots, {build.read(kept)});
  Block round{build.assign(groups, rounded_up(build.read(width))),
              build.loop(group, build.read(groups), LoopMark::Parallel, std::move(body)),
              build.loop(kept, build.read(groups), LoopMark::Parallel,
                         {build.store(partials, {build.read(kept)}, root)}),
              build.assign(width, build.read(groups))};
  return {
      build.statement(Allocate{roots, {build.max(build.int64(1), rounded_up(leaves))}}),
      build.assign(width, leaves),
      repeat(build, build.compare(CompareOp::Greater, build.read(width), build.int64(1)), std::move(round))};
}

}  // namespace

Block pair_tree(Function& f, const Reduction& r, ArrayId partials, ExprId leaves, TreeForm form) {
  return form == TreeForm::Parallel ? tree_in_parallel(f, r, partials, leaves)
                                    : tree_in_order(f, r, partials, leaves);
}

PairStack make_pair_stack(Function& f, const Reduction& r) {
  Builder build(f);
  return {build.local_array("subtrees", r.type, AddressSpace::Private, {kTreeLevels}),
          build.variable("root", r.type)};
}

namespace {

/// One step of adding one to a binary number, whose digits say which levels of the stack hold a subtree.
struct CarryStep {
  VarId bits, level;
  ExprId one;
  ExprId odd;     ///< the lowest of `bits` is set
  ExprId joined;  ///< the subtree at `level` and the root
};

CarryStep step_of_carry(Builder& build, const Reduction& r, const PairStack& stack) {
  const VarId bits = build.variable("bits", ScalarType::Int64);
  const VarId level = build.variable("level", ScalarType::Int64);
  const ExprId one = build.int64(1);
  return {.bits = bits,
          .level = level,
          .one = one,
          .odd = build.compare(CompareOp::Equal, build.binary(BinaryOp::BitAnd, build.read(bits), one), one),
          .joined = combine(build, r, build.load(stack.stack, {build.read(level)}), build.read(stack.root))};
}

}  // namespace

Block push_leaf(Function& f, const Reduction& r, const PairStack& stack, ExprId index, ExprId value) {
  Builder build(f);
  const auto [bits, level, one, odd, joined] = step_of_carry(build, r, stack);
  Block body{build.assign(stack.root, joined), build.assign(level, build.add(build.read(level), one)),
             build.assign(bits, build.binary(BinaryOp::ShiftRight, build.read(bits), one))};
  return {build.assign(stack.root, value), build.assign(bits, index), build.assign(level, build.int64(0)),
          repeat(build, odd, std::move(body)),
          build.store(stack.stack, {build.read(level)}, build.read(stack.root))};
}

Block finish(Function& f, const Reduction& r, const PairStack& stack, ExprId leaves) {
  Builder build(f);
  const auto [bits, level, one, odd, joined] = step_of_carry(build, r, stack);
  Block body{build.if_then(odd, {build.assign(stack.root, joined)}),
             build.assign(bits, build.binary(BinaryOp::ShiftRight, build.read(bits), one)),
             build.assign(level, build.add(build.read(level), one))};
  return {
      build.assign(stack.root, identity(build, r)), build.assign(bits, leaves),
      build.assign(level, build.int64(0)),
      repeat(build, build.compare(CompareOp::Greater, build.read(bits), build.int64(0)), std::move(body))};
}

}  // namespace unpython::transform
