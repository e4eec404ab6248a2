#include "transform/groups/grid_tiles.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "support/floor_div.h"

namespace unpython::transform {

using namespace ir;

namespace {

constexpr int64_t kPanel = 8;            // tiles along x
constexpr int64_t kFewSteps = 1 << 20;  // of the loop, in all iterations: a product of matrices of 100

/// Bounds of iterations as expressions.
class InExpressions {
 public:
  explicit InExpressions(Function& f) : f_(f) {}
  [[nodiscard]] ExprId add(ExprId a, ExprId b) const { return Builder(f_).add(a, b); }
  [[nodiscard]] ExprId scaled(ExprId a, int64_t by) const { return Builder(f_).mul(a, number(by)); }
  [[nodiscard]] ExprId divided(ExprId a, int64_t by) const {
    return by == 1 ? a : Builder(f_).floor_div(a, number(by));
  }
  [[nodiscard]] ExprId least(ExprId a, ExprId b) const { return Builder(f_).min(a, b); }
  [[nodiscard]] ExprId most(ExprId a, ExprId b) const { return Builder(f_).max(a, b); }
  [[nodiscard]] ExprId number(int64_t value) const { return Builder(f_).int64(value); }
  [[nodiscard]] ExprId rest(const Limit& limit) const {
    Builder build(f_);
    return analysis::to_expr(build, limit.rest);
  }

 private:
  Function& f_;
};

/// The same as numbers of a launch.
class InNumbers {
 public:
  explicit InNumbers(const LaunchFacts& launch) : launch_(launch) {}
  static int64_t add(int64_t a, int64_t b) { return a + b; }
  static int64_t scaled(int64_t a, int64_t by) { return a * by; }
  static int64_t divided(int64_t a, int64_t by) { return floor_div(a, by); }
  static int64_t least(int64_t a, int64_t b) { return std::min(a, b); }
  static int64_t most(int64_t a, int64_t b) { return std::max(a, b); }
  static int64_t number(int64_t value) { return value; }
  [[nodiscard]] int64_t rest(const Limit& limit) const {
    int64_t sum = limit.rest.constant;
    for (const analysis::Term& term : limit.rest.terms) sum += term.coefficient * launch_.value(term.atom);
    return sum;
  }

 private:
  const LaunchFacts& launch_;
};

}  // namespace

int64_t tiles_that_run(const LaunchFacts& launch, const GuardedBody& body, const std::array<int64_t, 2>& extents) {
  IterationBox<int64_t> row{.firsts = launch.firsts};
  for (size_t d = 0; d < 3; ++d) row.ends[d] = launch.firsts[d] + launch.extents[d];
  const int64_t end = row.ends[1];
  int64_t tiles = 0;
  const int64_t height = body.limits.empty() ? launch.extents[1] : extents[1];  // rows that are alike
  for (int64_t y = launch.firsts[1]; y < end; y += height) {
    row.firsts[1] = y;
    row.ends[1] = std::min(y + height, end);
    const IterationBox<int64_t> runs = shrink(body.limits, row, InNumbers(launch));
    if (runs.firsts[0] >= runs.ends[0] || runs.firsts[1] >= runs.ends[1]) continue;
    const int64_t first = (runs.firsts[0] - launch.firsts[0]) / extents[0];
    const int64_t last = (runs.ends[0] - 1 - launch.firsts[0]) / extents[0];
    tiles += (last - first + 1) * ((height + extents[1] - 1) / extents[1]);
  }
  return tiles * launch.extents[2];
}

bool is_small(const LaunchFacts& launch, int64_t depth) {
  double steps = static_cast<double>(depth);
  for (int64_t extent : launch.extents) steps *= static_cast<double>(extent);
  return steps < kFewSteps && !launch.tiles_few_steps;
}

double time_of_tiles(const LaunchFacts& launch, const GuardedBody& body, const TileCost& tile, int64_t depth,
                     int64_t multiprocessors) {
  const int64_t tiles = tiles_that_run(launch, body, tile.extents);
  const int64_t more = tile.beside == 0 ? 0 : multiprocessors / tile.beside;
  const int64_t turns = std::max<int64_t>(1, (tiles - more + multiprocessors - 1) / multiprocessors);
  return static_cast<double>(turns * tile.extents[0] * tile.extents[1] * tile.cost) *
         static_cast<double>(depth + tile.fill / tile.groups);
}

GridTiles::GridTiles(Function& function, const kernel::Kernel& kernel, const std::array<int64_t, 2>& extents,
                     GuardedBody body)
    : f_(function),
      kernel_(kernel),
      extents_(extents),
      guarded_(std::move(body)),
      build_(function),
      range_(launch_range(function, kernel)) {
  for (size_t d = 0; d < dimensions(); ++d) {
    const std::string name = f_[counter(d)].name;
    groups_.push_back(build_.variable(name + "_group", ScalarType::Int64));
    starts_.push_back(build_.variable(name + "_start", ScalarType::Int64));
    if (!is_guarded()) continue;
    lows_.push_back(build_.variable(name + "_low", ScalarType::Int64));
    highs_.push_back(build_.variable(name + "_high", ScalarType::Int64));
  }
}

VarId GridTiles::counter(size_t dimension) const {
  return std::get<For>(f_[kernel_.grid[loop_of(dimension)]].node).counter;
}

/// The first iterations of the first `count` and of the last `count` that run.
std::array<ExprId, 2> GridTiles::limits(size_t dimension, int64_t count) {
  if (!is_guarded()) {
    const ExprId first = build_.read(range_.firsts[loop_of(dimension)]);
    return {first, build_.sub(end(dimension), build_.int64(count))};
  }
  const auto whole = [&](ExprId value) {
    return count == 1 ? value : build_.mul(build_.floor_div(value, build_.int64(count)), build_.int64(count));
  };
  const ExprId high = whole(build_.add(build_.read(highs_[dimension]), build_.int64(count - 1)));
  return {whole(build_.read(lows_[dimension])), build_.sub(high, build_.int64(count))};
}

ExprId GridTiles::nearest(size_t dimension, ExprId iteration, int64_t count) {
  const auto [low, last] = limits(dimension, count);
  const ExprId capped = build_.min(iteration, last);
  return is_guarded() ? build_.max(low, capped) : capped;
}

ExprId GridTiles::mirrored(size_t dimension, ExprId iteration, int64_t count) {
  const auto [low, last] = limits(dimension, count);
  const ExprId image = build_.max(low, build_.sub(build_.add(last, last), iteration));
  const ExprId capped = build_.min(iteration, image);
  return is_guarded() ? build_.max(low, capped) : capped;
}

GridTiles::Box GridTiles::shrunk(const Box& box) { return shrink(guarded_.limits, box, InExpressions(f_)); }

GridTiles::Box GridTiles::launch_box() {
  Box all;
  for (size_t d = 0; d < dimensions(); ++d) {
    all.firsts[d] = build_.read(range_.firsts[loop_of(d)]);
    all.ends[d] = end(d);
  }
  return all;
}

ExprId GridTiles::count(size_t dimension) {
  const int64_t each = extent(dimension);
  const ExprId all = build_.sub(end(dimension), build_.read(range_.firsts[loop_of(dimension)]));
  return build_.floor_div(build_.add(all, build_.int64(each - 1)), build_.int64(each));
}

/// Groups in the order of their numbers go down a panel of columns, row by row.
Block GridTiles::panels(std::array<VarId, 2>& tiles) {
  Block result;
  const auto known = [&](const char* name, ExprId value) {
    const VarId variable = build_.variable(name, ScalarType::Int64);
    result.push_back(build_.assign(variable, value));
    return build_.read(variable);
  };
  const ExprId width = build_.int64(kPanel);
  const ExprId number = build_.add(build_.mul(build_.read(groups_[1]), count(0)), build_.read(groups_[0]));
  const ExprId whole = known("panel_tiles", build_.mul(width, count(1)));
  const ExprId panel = known("panel", build_.floor_div(number, whole));
  const ExprId inside = known("in_panel", build_.sub(number, build_.mul(panel, whole)));
  const ExprId columns = known("panel_width", build_.min(width, build_.sub(count(0), build_.mul(panel, width))));
  const ExprId row = known("tile_row", build_.floor_div(inside, columns));
  tiles[1] = std::get<Read>(f_[row].node).variable;
  const ExprId column = build_.sub(inside, build_.mul(row, columns));
  tiles[0] = build_.variable("tile_column", ScalarType::Int64);
  result.push_back(build_.assign(tiles[0], build_.add(build_.mul(panel, width), column)));
  return result;
}

Block GridTiles::starts() {
  std::array<VarId, 2> tiles{groups_[0], dimensions() > 1 ? groups_[1] : VarId{}};
  Block result;
  if (in_panels_ && dimensions() > 1) result = panels(tiles);
  for (size_t d = 0; d < dimensions(); ++d) {
    const ExprId moved = build_.mul(build_.read(d < 2 ? tiles[d] : groups_[d]), build_.int64(extent(d)));
    result.push_back(build_.assign(starts_[d], build_.add(build_.read(range_.firsts[loop_of(d)]), moved)));
  }
  if (!is_guarded()) return result;
  const Box runs = shrunk(launch_box());
  for (size_t d = 0; d < dimensions(); ++d) {
    result.push_back(build_.assign(lows_[d], runs.firsts[d]));
    result.push_back(build_.assign(highs_[d], runs.ends[d]));
  }
  return result;
}

/// Once, or not at all where the tile has no iteration that runs: all threads meet on one path.
Block GridTiles::where_it_runs(Block body) {
  Box tile = launch_box();
  for (size_t d = 0; d < dimensions(); ++d) {
    tile.firsts[d] = start(d);
    tile.ends[d] = build_.min(build_.add(start(d), build_.int64(extent(d))), end(d));
  }
  const Box runs = shrunk(tile);
  ExprId any = build_.boolean(true);
  for (size_t d = 0; d < dimensions(); ++d)
    any = build_.logical_and(any, build_.compare(CompareOp::Less, runs.firsts[d], runs.ends[d]));
  const VarId once = build_.variable("once", ScalarType::Int64);
  return {build_.loop(once, build_.select(any, build_.int64(1), build_.int64(0)), LoopMark::Sequential, std::move(body),
                      f_[kernel_.root].range)};
}

GroupedKernel GridTiles::kernel_of(int64_t threads, Block body) {
  if (is_guarded()) body = where_it_runs(std::move(body));
  const Block first = starts();
  body.insert(body.begin(), first.begin(), first.end());
  const SourceRange range = f_[kernel_.root].range;
  std::array<int64_t, 3> items{1, 1, 1};
  for (size_t n = dimensions(); n-- > 0;) {
    const size_t d = loop_of(n);
    items[d] = extent(d);
    body = {n == 0 ? build_.group_loop(groups_[d], count(d), static_cast<int>(threads), std::move(body), range)
                   : build_.loop(groups_[d], count(d), LoopMark::Group, std::move(body), range)};
  }
  return grouped_kernel(std::move(f_), kernel_, range_, body[0], items);
}

ExprId GridTiles::iteration(size_t dimension) {
  return dimension < 2 ? build_.add(start(dimension), in_tile_[dimension]) : start(dimension);
}

void GridTiles::place(SpreadOverItems& spread, const std::array<ExprId, 2>& in_tile) {
  in_tile_ = in_tile;
  for (size_t d = 0; d < dimensions(); ++d) spread.replace(counter(d), iteration(d));
}

ExprId GridTiles::runs(SpreadOverItems& spread) {
  const auto inside = [&](size_t d) { return build_.compare(CompareOp::Less, iteration(d), end(d)); };
  ExprId result = inside(0);
  if (dimensions() > 1) result = build_.logical_and(inside(1), result);
  for (ExprId condition : guarded_.conditions) result = build_.logical_and(result, spread.outside(condition));
  return result;
}

Block GridTiles::before(SpreadOverItems& spread, const Block& statements, const Around& each) {
  if (statements.empty()) return {};
  const bool assigns = std::all_of(statements.begin(), statements.end(),
                                   [&](StmtId id) { return std::holds_alternative<Assign>(f_[id].node); });
  if (!assigns) return after(spread, statements, each);
  if (has_load(f_, statements)) {
    // What iterations that do not run would read need not be there. Nor is a place of theirs worth registers.
    Block zeros;
    for (VarId variable : analysis::assigned_variables(f_, statements).members())
      zeros.push_back(build_.assign(variable, build_.number(f_[variable].type, 0)));
    return each({build_.if_then(runs(spread), spread.inside(statements), spread.inside(zeros))});
  }
  for (size_t d = 0; d < std::min<size_t>(2, dimensions()); ++d) spread.replace(counter(d), nearest(d, iteration(d)));
  Block body = spread.inside(statements);
  for (size_t d = 0; d < std::min<size_t>(2, dimensions()); ++d) spread.replace(counter(d), iteration(d));
  return each(std::move(body));
}

Block GridTiles::after(SpreadOverItems& spread, const Block& statements, const Around& each) {
  if (statements.empty()) return {};
  return each({build_.if_then(runs(spread), spread.inside(statements))});
}

Block GridTiles::after(SpreadOverItems& spread, const Block& statements, const Around& each, VarId lane, int64_t width) {
  Substitution at_first(f_);
  at_first.replace(lane, build_.int64(0));
  const ExprId any = at_first.expr(runs(spread));
  const StmtId all = build_.vector_loop(lane, build_.int64(width), static_cast<int>(width), spread.inside(statements));
  return each({build_.if_then(any, {all})});
}

bool GridTiles::runs_whole(const kernel::Layout& layout, int64_t width) const {
  const size_t x = loop_of(0);
  return !is_guarded() && x < layout.range_steps.size() && layout.range_steps[x] % width == 0;
}

}  // namespace unpython::transform
