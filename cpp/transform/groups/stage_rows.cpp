#include "transform/groups/stage_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/groups/spread_over_items.h"
#include "transform/shared_reads/find_rows.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;

/// Where the copies of one read are.
struct Copy {
  const StagedRead* read;
  int64_t rows;
  ArrayId local;  ///< rows of a piece and one more element, so that neighbours use different banks
  ArrayId next;   ///< Item array: the next piece
};

class StageRows {
 public:
  StageRows(const Function& before, const Kernel& kernel, const Staging& staging)
      : f_(before), kernel_(kernel), staging_(staging), build_(f_), range_(launch_range(f_, kernel)), spread_(f_) {}

  GroupedKernel run() {
    Block body = counters();
    const Block statements = std::get<For>(f_[kernel_.grid.back()].node).body;
    for (const StagedLoop& staged : staging_.loops) make_copies(staged);
    std::vector<VarId> counters;
    std::vector<ExprId> extents;
    std::vector<int64_t> bounds;
    for (size_t d = dimensions(); d-- > 0;) {
      if (staging_.items[d] == 1) continue;
      counters.push_back(items_[d]);
      bounds.push_back(staging_.items[d]);
      extents.push_back(rest(d));
    }
    spread_.over(counters, extents, bounds);
    std::set<StmtId> staged;
    for (const StagedLoop& loop : staging_.loops) staged.insert(loop.loop);
    spread_.keep_between(statements, std::move(staged));
    const Block spread = spread_.group(statements, [&](StmtId loop) { return pieces(loop); },
                                       [&](const Block& alone) { return Block{spread_.nest(alone)}; });
    body.insert(body.end(), spread.begin(), spread.end());
    return grouped_kernel(f_, kernel_, range_, groups(std::move(body)), staging_.items);
  }

 private:
  [[nodiscard]] size_t dimensions() const { return kernel_.grid.size(); }
  /// The grid is counted from the outside, dimensions from x.
  [[nodiscard]] size_t loop_of(size_t dimension) const { return dimensions() - 1 - dimension; }
  [[nodiscard]] const For& grid(size_t dimension) const {
    return std::get<For>(f_[kernel_.grid[loop_of(dimension)]].node);
  }
  [[nodiscard]] ExprId read(VarId variable) { return build_.read(variable); }
  /// Iterations of the group along a dimension.
  ExprId rest(size_t d) {
    return build_.min(build_.int64(staging_.items[d]),
                      build_.sub(read(range_.ends[loop_of(d)]), read(starts_[d])));
  }

  /// starts: the group's first iteration along each dimension.
  Block counters() {
    Block result;
    for (size_t d = 0; d < dimensions(); ++d) {
      const std::string name = f_[grid(d).counter].name;
      groups_.push_back(build_.variable(name + "_group", ScalarType::Int64));
      items_.push_back(build_.variable(name + "_item", ScalarType::Int64));
      starts_.push_back(build_.variable(name + "_start", ScalarType::Int64));
      const ExprId first = read(range_.firsts[loop_of(d)]);
      const ExprId moved = build_.mul(read(groups_[d]), build_.int64(staging_.items[d]));
      result.push_back(build_.assign(starts_[d], build_.add(first, moved)));
      spread_.replace(grid(d).counter,
                      staging_.items[d] == 1 ? read(starts_[d]) : build_.add(read(starts_[d]), read(items_[d])));
    }
    return result;
  }

  StmtId groups(Block body) {
    const int threads = static_cast<int>(staging_.threads[0] * staging_.threads[1] * staging_.threads[2]);
    const SourceRange range = f_[kernel_.root].range;
    for (size_t n = dimensions(); n-- > 0;) {
      const size_t d = loop_of(n);
      const int64_t items = staging_.items[d];
      const ExprId all = build_.sub(read(range_.ends[n]), read(range_.firsts[n]));
      const ExprId count = build_.floor_div(build_.add(all, build_.int64(items - 1)), build_.int64(items));
      const StmtId loop = n == 0 ? build_.group_loop(groups_[d], count, threads, std::move(body), range)
                                 : build_.loop(groups_[d], count, LoopMark::Group, std::move(body), range);
      body = {loop};
    }
    return body[0];
  }

  void make_copies(const StagedLoop& staged) {
    for (const StagedRead& read : staged.reads) {
      const int64_t rows = read.dimension < 0 ? 1 : staging_.items[static_cast<size_t>(read.dimension)];
      const std::string name = f_[read.array].name;
      const ScalarType type = f_[read.array].type;
      copies_.push_back({&read, rows,
                         build_.local_array(name + "_rows", type, AddressSpace::Local, {rows, staging_.piece + 1}),
                         build_.local_array(name + "_next", type, AddressSpace::Item, {rows, staging_.piece})});
    }
  }

  /// Each turn of the loop has the next piece on its way while the one before is used.
  Block pieces(StmtId of) {
    const StagedLoop& staged = *std::find_if(staging_.loops.begin(), staging_.loops.end(),
                                             [&](const StagedLoop& each) { return each.loop == of; });
    const For loop = std::get<For>(f_[of].node);
    const SourceRange range = f_[of].range;
    const VarId piece = build_.variable("piece", ScalarType::Int64);
    const VarId end = build_.variable("end", ScalarType::Int64);
    const VarId column = build_.variable("column", ScalarType::Int64);
    const ExprId width = build_.int64(staging_.piece);
    const ExprId count = build_.floor_div(build_.add(read(end), build_.int64(staging_.piece - 1)), width);
    const ExprId start = build_.mul(read(piece), width);
    const ExprId before = build_.sub(start, width);

    Block body;
    for (const Copy& copy : copies_) {
      if (is_of(copy, staged)) body.push_back(fetch(copy, loop.counter, start, read(end), column));
    }
    std::map<ExprId, ExprId> copied;
    for (const Copy& copy : copies_) {
      if (!is_of(copy, staged)) continue;
      const int d = copy.read->dimension;
      const ExprId row = d < 0 ? build_.int64(0) : read(items_[static_cast<size_t>(d)]);
      const ExprId load = build_.load(copy.local, {row, read(column)});
      for (ExprId id : copy.read->loads) copied[id] = load;
    }
    spread_.replace(loop.counter, build_.add(before, read(column)));
    spread_.copies(std::move(copied));
    Block inner = spread_.inside(loop.body);
    spread_.copies({});
    // The first turn has no piece before it. No branch says so: threads meet in all turns alike.
    const ExprId most = build_.min(width, build_.min(build_.sub(read(end), before), start));
    body.push_back(spread_.nest_of({build_.loop(column, most, LoopMark::Sequential, std::move(inner), range)}));
    for (const Copy& copy : copies_) {
      if (is_of(copy, staged)) body.push_back(keep(copy, start, read(end), column));
    }
    const StmtId turns =
        build_.loop(piece, build_.add(count, build_.int64(1)), LoopMark::Sequential, std::move(body), range);
    const StmtId known = build_.assign(end, build_.max(build_.int64(0), spread_.outside(loop.extent)), range);
    return {known, turns};
  }
  static bool is_of(const Copy& copy, const StagedLoop& staged) {
    return std::any_of(staged.reads.begin(), staged.reads.end(),
                       [&](const StagedRead& read) { return &read == copy.read; });
  }

  /// for row, column: BODY over the part of a piece that the rows have.
  StmtId over_piece(const Copy& copy, ExprId start, ExprId end, VarId row, VarId column, Block body) {
    const ExprId columns = build_.min(build_.int64(staging_.piece), build_.sub(end, start));
    const int d = copy.read->dimension;
    const ExprId rows = d < 0 ? build_.int64(1) : rest(static_cast<size_t>(d));
    return build_.loop(row, rows, LoopMark::Item,
                       {build_.loop(column, columns, LoopMark::Item, std::move(body))});
  }
  StmtId fetch(const Copy& copy, VarId counter, ExprId start, ExprId end, VarId column) {
    const VarId row = build_.variable("row", ScalarType::Int64);
    Substitution at(f_);
    for (size_t d = 0; d < dimensions(); ++d) {
      const bool own = copy.read->dimension == static_cast<int>(d);
      at.replace(grid(d).counter, own ? build_.add(read(starts_[d]), read(row)) : read(starts_[d]));
    }
    at.replace(counter, build_.add(start, read(column)));
    std::vector<ExprId> indices;
    for (ExprId index : copy.read->indices) indices.push_back(at.expr(index));
    const ExprId element = build_.load(copy.read->array, indices);
    return over_piece(copy, start, end, row, column,
                      {build_.store(copy.next, {read(row), read(column)}, element)});
  }
  StmtId keep(const Copy& copy, ExprId start, ExprId end, VarId column) {
    const VarId row = build_.variable("row", ScalarType::Int64);
    const ExprId element = build_.load(copy.next, {read(row), read(column)});
    return over_piece(copy, start, end, row, column,
                      {build_.store(copy.local, {read(row), read(column)}, element)});
  }

  Function f_;
  const Kernel& kernel_;
  const Staging& staging_;
  Builder build_;
  const LaunchRange range_;
  SpreadOverItems spread_;
  std::vector<VarId> groups_;  ///< by dimension
  std::vector<VarId> items_;
  std::vector<VarId> starts_;
  std::vector<Copy> copies_;
};

bool fits(const Staging& staging, const abi::DeviceProperties& device) {
  const int64_t threads = staging.threads[0] * staging.threads[1] * staging.threads[2];
  return threads <= device.max_block[0] && threads <= device.max_threads;
}

}  // namespace

std::optional<GroupOffer> stage_rows(const Function& function, const Kernel& kernel,
                                     const kernel::Layout& layout, const abi::DeviceProperties& device) {
  const std::optional<Staging> staging = find_rows(function, kernel, layout, device.local_bytes_static);
  if (!staging || !fits(*staging, device)) return std::nullopt;
  std::map<StmtId, ExprId> ends;
  for (const StagedLoop& staged : staging->loops)
    ends[staged.loop] = std::get<For>(function[staged.loop].node).extent;
  const auto pays = [staging = *staging, ends](const LaunchFacts& launch) {
    return staging_pays(staging, launch.extents, [&](StmtId loop) { return launch.value(ends.at(loop)); });
  };
  return GroupOffer{.pays = pays, .make = [&function, &kernel, staging = *staging] {
                      return std::optional(StageRows(function, kernel, staging).run());
                    }};
}

}  // namespace unpython::transform
