#include "transform/reduction_tree.h"

namespace unpython::transform {

using namespace ir;
using analysis::Reduction;

namespace {

constexpr int64_t kLevels = 56;  // 2^63 iterations are fewer than 2^56 leaves

/// While loop `while condition: body` without a head.
StmtId repeat(Builder& build, ExprId condition, Block body) {
  return build.statement(While{{}, condition, std::move(body)});
}

}  // namespace

Block pair_tree(Function& f, const Reduction& r, ArrayId partials, ExprId leaves) {
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

PairStack make_pair_stack(Function& f, const Reduction& r) {
  Builder build(f);
  return {build.local_array("subtrees", r.type, AddressSpace::Private, {kLevels}),
          build.variable("root", r.type)};
}

Block push_leaf(Function& f, const Reduction& r, const PairStack& stack, ExprId index, ExprId value) {
  Builder build(f);
  const VarId bits = build.variable("bits", ScalarType::Int64);
  const VarId level = build.variable("level", ScalarType::Int64);
  const ExprId one = build.int64(1);
  const ExprId odd =
      build.compare(CompareOp::Equal, build.binary(BinaryOp::BitAnd, build.read(bits), one), one);
  const ExprId joined =
      combine(build, r, build.load(stack.stack, {build.read(level)}), build.read(stack.root));
  Block body{build.assign(stack.root, joined), build.assign(level, build.add(build.read(level), one)),
             build.assign(bits, build.binary(BinaryOp::ShiftRight, build.read(bits), one))};
  return {build.assign(stack.root, value), build.assign(bits, index), build.assign(level, build.int64(0)),
          repeat(build, odd, std::move(body)),
          build.store(stack.stack, {build.read(level)}, build.read(stack.root))};
}

Block finish(Function& f, const Reduction& r, const PairStack& stack, ExprId leaves) {
  Builder build(f);
  const VarId bits = build.variable("bits", ScalarType::Int64);
  const VarId level = build.variable("level", ScalarType::Int64);
  const ExprId one = build.int64(1);
  const ExprId odd =
      build.compare(CompareOp::Equal, build.binary(BinaryOp::BitAnd, build.read(bits), one), one);
  const ExprId joined =
      combine(build, r, build.load(stack.stack, {build.read(level)}), build.read(stack.root));
  Block body{build.if_then(odd, {build.assign(stack.root, joined)}),
             build.assign(bits, build.binary(BinaryOp::ShiftRight, build.read(bits), one)),
             build.assign(level, build.add(build.read(level), one))};
  return {
      build.assign(stack.root, identity(build, r)), build.assign(bits, leaves),
      build.assign(level, build.int64(0)),
      repeat(build, build.compare(CompareOp::Greater, build.read(bits), build.int64(0)), std::move(body))};
}

}  // namespace unpython::transform
