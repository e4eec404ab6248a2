#include "transform/grid/grid_tiles.h"

#include <algorithm>

namespace unpython::kernel {

using namespace ir;

GridTiles::GridTiles(Function& function, const Kernel& kernel, const std::array<int64_t, 2>& extents)
    : f_(function), kernel_(kernel), extents_(extents), build_(function), range_(launch_range(function, kernel)) {
  for (size_t d = 0; d < dimensions(); ++d) {
    const std::string name = f_[counter(d)].name;
    groups_.push_back(build_.variable(name + "_group", ScalarType::Int64));
    starts_.push_back(build_.variable(name + "_start", ScalarType::Int64));
  }
}

VarId GridTiles::counter(size_t dimension) const {
  return std::get<For>(f_[kernel_.grid[loop_of(dimension)]].node).counter;
}

const Block& GridTiles::statements() const { return std::get<For>(f_[kernel_.grid.back()].node).body; }

ExprId GridTiles::last_at_most(size_t dimension, ExprId iteration, int64_t count) {
  return build_.min(iteration, build_.sub(end(dimension), build_.int64(count)));
}

Block GridTiles::starts() {
  Block result;
  for (size_t d = 0; d < dimensions(); ++d) {
    const ExprId moved = build_.mul(build_.read(groups_[d]), build_.int64(extent(d)));
    result.push_back(build_.assign(starts_[d], build_.add(build_.read(range_.firsts[loop_of(d)]), moved)));
  }
  return result;
}

GroupedKernel GridTiles::kernel_of(Function function, int64_t threads, Block body) {
  Builder build(function);
  const SourceRange range = function[kernel_.root].range;
  std::array<int64_t, 3> items{1, 1, 1};
  for (size_t n = dimensions(); n-- > 0;) {
    const size_t d = loop_of(n);
    items[d] = extent(d);
    const ExprId all = build.sub(build.read(range_.ends[n]), build.read(range_.firsts[n]));
    const ExprId count = build.floor_div(build.add(all, build.int64(items[d] - 1)), build.int64(items[d]));
    body = {n == 0 ? build.group_loop(groups_[d], count, static_cast<int>(threads), std::move(body), range)
                   : build.loop(groups_[d], count, LoopMark::Group, std::move(body), range)};
  }
  return grouped_kernel(std::move(function), kernel_, range_, body[0], items);
}

ExprId GridTiles::iteration(size_t dimension) {
  return dimension < 2 ? build_.add(start(dimension), in_tile_[dimension]) : start(dimension);
}

void GridTiles::place(SpreadOverItems& spread, const std::array<ExprId, 2>& in_tile) {
  in_tile_ = in_tile;
  for (size_t d = 0; d < dimensions(); ++d) spread.replace(counter(d), iteration(d));
}

Block GridTiles::before(SpreadOverItems& spread, const Block& statements, const Around& each) {
  if (statements.empty()) return {};
  const bool assigns = std::all_of(statements.begin(), statements.end(),
                                   [&](StmtId id) { return std::holds_alternative<Assign>(f_[id].node); });
  if (!assigns) return after(spread, statements, each);
  for (size_t d = 0; d < 2; ++d) spread.replace(counter(d), last_at_most(d, iteration(d)));
  Block body = spread.inside(statements);
  for (size_t d = 0; d < 2; ++d) spread.replace(counter(d), iteration(d));
  return each(std::move(body));
}

Block GridTiles::after(SpreadOverItems& spread, const Block& statements, const Around& each) {
  if (statements.empty()) return {};
  const auto inside = [&](size_t d) { return build_.compare(CompareOp::Less, iteration(d), end(d)); };
  return each({build_.if_then(build_.logical_and(inside(1), inside(0)), spread.inside(statements))});
}

}  // namespace unpython::kernel
