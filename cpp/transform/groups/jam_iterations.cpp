// Which kernels it takes: those whose iterations share loads, run no loop differently, cannot raise and keep no arrays.
#include "transform/groups/jam_iterations.h"

#include <algorithm>
#include <array>
#include <functional>

#include "kernel/short_loops.h"
#include "transform/groups/grid_tiles.h"
#include "transform/groups/jam_copies.h"
#include "transform/groups/stage_halos.h"
#include "transform/shared_reads/shared_loads.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

constexpr double kMostOfLoads = 0.85;    // that several iterations still make, for the pass to pay
constexpr int64_t kJammedThreads = 256;        // of a group with rows
constexpr int64_t kJammedLine = 128;  // of a group along x alone: more groups, which the multiprocessors share evenly
constexpr int64_t kAlongX = 128;
constexpr int64_t kFewLines = 8;
constexpr double kLeastLoads = 128;  // of an iteration, for a box in local memory to pay
constexpr int64_t kThreadsOfMultiprocessor = 512;  // that a multiprocessor needs for its loads to overlap

/// Which iterations are those of an item.
enum class Places {
  Rows,      ///< of following rows
  Along,     ///< along x, a group of items apart
  Lines,     ///< along x, a group of items apart, of all lines, one after the other
  Quarters,  ///< along x, 32 apart, in 128 from a multiple of it
};

class JamIterations {
 public:
  JamIterations(const Function& before, const Kernel& kernel, int64_t copies, Places places, std::vector<Halo> halos)
      : f_(before),
        copies_(copies),
        rows_(places == Places::Rows),
        quarters_(places == Places::Quarters),
        lines_(places == Places::Lines),
        items_(rows_ ? std::array{kAlongX, kJammedThreads / kAlongX} : std::array{kJammedLine, int64_t{1}}),
        build_(f_),
        tiles_(f_, kernel, {items_[0] * (rows_ ? 1 : copies), rows_ ? items_[1] * copies : lines_ ? kFewLines : 1},
               whole_body(before, kernel)),
        halos_(f_, std::move(halos), tiles_, items_) {}

  GroupedKernel run() {
    for (size_t d = 0; d < 2; ++d) item_[d] = build_.variable("item", ScalarType::Int64);
    line_ = build_.variable("line", ScalarType::Int64);
    const size_t jammed = rows_ ? 1 : 0;
    std::vector<ExprId> places;
    for (int64_t copy = 0; copy < copies_; ++copy) places.push_back(place(build_.int64(copy), first_whole()));
    const Block statements = tiles_.statements();
    const Block of_item = on_item(halos_.inside(statements));
    const std::optional<Varying> varying =
        Varying::find(f_, of_item, tiles_.counter(jammed), quarters_ ? kQuarterBits : ~uint64_t{0});
    ExprId all_there = build_.compare(CompareOp::Less, places.back(), tiles_.end(jammed));
    if (quarters_) {
      all_there = build_.logical_and(build_.compare(CompareOp::Equal, tiles_.start(0), first_whole()), all_there);
    }
    std::vector<uint64_t> bits;
    for (uint64_t copy = 0; quarters_ && copy < places.size(); ++copy) bits.push_back(copy * kQuarter);
    Block inside{build_.if_then(all_there, jam_copies(f_, of_item, *varying, tiles_.counter(jammed), places, bits),
                                one_by_one(statements))};
    if (lines_) {
      const ExprId here = build_.min(build_.int64(kFewLines), build_.sub(tiles_.end(1), tiles_.start(1)));
      inside = {build_.loop(line_, here, LoopMark::Sequential, std::move(inside))};
    }
    if (rows_) {
      const ExprId in_grid = build_.compare(CompareOp::Less, in_x(), tiles_.end(0));
      inside = {build_.if_then(in_grid, std::move(inside))};
    }
    Block body = halos_.copies();
    body.push_back(over_items(std::move(inside)));
    return tiles_.kernel_of(items_[0] * items_[1], std::move(body));
  }

 private:
  ExprId in_x() { return build_.add(tiles_.start(0), build_.read(item_[0])); }
  /// The first iteration of the group along x, and for quarters the last multiple of 128 before it.
  ExprId first_whole() {
    return quarters_ ? build_.binary(BinaryOp::BitAnd, tiles_.start(0), build_.int64(-copies_ * kQuarter)) : tiles_.start(0);
  }
  /// The iteration of a copy along the dimension of the copies. `start`: where the group begins along x.
  ExprId place(ExprId copy, ExprId start) {
    if (rows_) {
      const ExprId first = build_.mul(build_.read(item_[1]), build_.int64(copies_));
      return build_.add(build_.add(tiles_.start(1), first), copy);
    }
    const ExprId item = build_.read(item_[0]);
    if (quarters_) {
      const ExprId whole = build_.mul(build_.binary(BinaryOp::BitAnd, item, build_.int64(-kQuarter)), build_.int64(copies_));
      const ExprId inside = build_.binary(BinaryOp::BitAnd, item, build_.int64(kQuarter - 1));
      return build_.add(build_.add(build_.add(start, whole), inside), build_.mul(copy, build_.int64(kQuarter)));
    }
    return build_.add(build_.add(start, item), build_.mul(copy, build_.int64(items_[0])));
  }
  /// The counters that all copies have in common.
  Block on_item(const Block& statements) {
    Substitution own(f_);
    common(own);
    return own.block(statements);
  }
  void common(Substitution& own) {
    if (rows_) own.replace(tiles_.counter(0), in_x());
    for (size_t d = 1; d < tiles_.dimensions(); ++d) {
      if (d == 1 && rows_) continue;
      const bool moves = d == 1 && lines_;
      own.replace(tiles_.counter(d), moves ? build_.add(tiles_.start(d), build_.read(line_)) : tiles_.start(d));
    }
  }
  Block one_by_one(const Block& statements) {
    const VarId copy = build_.variable("copy", ScalarType::Int64);
    Substitution own(f_);
    common(own);
    const size_t jammed = rows_ ? 1 : 0;
    const ExprId at = place(build_.read(copy), tiles_.start(0));
    own.replace(tiles_.counter(jammed), at);
    const ExprId inside = build_.compare(CompareOp::Less, at, tiles_.end(jammed));
    return {build_.loop(copy, build_.int64(copies_), LoopMark::Sequential,
                        {build_.if_then(inside, own.block(statements))})};
  }
  StmtId over_items(Block body) {
    const StmtId inner = build_.loop(item_[0], build_.int64(items_[0]), LoopMark::Item, std::move(body));
    return rows_ ? build_.loop(item_[1], build_.int64(items_[1]), LoopMark::Item, {inner}) : inner;
  }

  Function f_;
  const int64_t copies_;
  const bool rows_;
  const bool quarters_;
  const bool lines_;
  const std::array<int64_t, 2> items_;  ///< of a group, x first
  Builder build_;
  GridTiles tiles_;
  StageHalos halos_;
  std::array<VarId, 2> item_;
  VarId line_;
};

/// The boxes of a kernel whose iterations run `copies` at a time; none where they make too few loads of them.
std::vector<Halo> worthwhile_halos(const Function& f, const Kernel& kernel, const Layout& layout,
                                   const abi::DeviceProperties& device, int64_t copies) {
  std::vector<Halo> halos = find_halos(f, kernel, layout);
  double loads = 0;
  for (const Halo& halo : halos) loads += halo.loads;
  const int64_t bytes = halo_bytes(f, halos, {kAlongX, kJammedThreads / kAlongX * copies});
  const bool pays = loads >= kLeastLoads && bytes <= std::min(device.local_bytes_static, kModerateLocalBytes);
  return pays ? halos : std::vector<Halo>{};
}

bool can_jam(const Kernel& kernel, const Layout& layout, const abi::DeviceProperties& device) {
  const bool updates = std::any_of(kernel.arrays.begin(), kernel.arrays.end(),
                                   [](const kernel::KernelArray& array) { return array.updated; });
  return !kernel.may_raise && !kernel.guarded && !updates && layout.disjoint && device.max_threads >= kJammedThreads;
}

/// More than a third of the last piece of a row lies behind its end.
bool ends_early(int64_t row, int64_t piece) {
  const int64_t covered = (row + piece - 1) / piece * piece;
  return 3 * (covered - row) > covered;
}

std::function<bool(const LaunchFacts&)> pays_in_large_launches(int64_t copies, Places places,
                                                                const abi::DeviceProperties& device) {
  return [copies, places, units = int64_t{device.multiprocessors}](const LaunchFacts& launch) {
    // Most items would have nothing to do.
    if (places == Places::Rows && launch.extents[0] < kAlongX / 2) return false;
    if (places == Places::Along && launch.extents[1] > 1 && ends_early(launch.extents[0], kJammedLine * copies)) return false;
    if (places == Places::Lines && (launch.extents[1] == 1 || launch.extents[1] > kFewLines)) return false;
    const int64_t items = launch.extents[0] * (places == Places::Lines ? 1 : launch.extents[1]) * launch.extents[2];
    return items >= copies * units * kThreadsOfMultiprocessor;
  };
}

GroupOffer offer(Function f, const Kernel& kernel, int64_t copies, Places places, std::vector<Halo> halos,
                 const abi::DeviceProperties& device) {
  return {.pays = pays_in_large_launches(copies, places, device),
          .make = [f = std::move(f), &kernel, copies, places, halos = std::move(halos)] {
            return std::optional(JamIterations(f, kernel, copies, places, halos).run());
          }};
}

/// What the iterations of an item have beside them.
enum class Beside { Nothing, Halos, Lines };

std::optional<GroupOffer> jammed(const Function& before, const Kernel& kernel, const Layout& layout,
                                 const abi::DeviceProperties& device, int64_t copies, Beside beside = Beside::Nothing) {
  if (!can_jam(kernel, layout, device)) return std::nullopt;
  Function f = kernel::with_known_turns(before, kernel, layout);
  const auto counter = [&](size_t dimension) {
    return std::get<For>(f[kernel.grid[kernel.grid.size() - 1 - dimension]].node).counter;
  };
  const Block& statements = std::get<For>(f[kernel.grid.back()].node).body;
  const auto part = [&](size_t dimension) {
    const int64_t step = dimension == 0 ? kJammedLine : 1;
    const double one = count_loads(f, statements, counter(dimension), 1, step);
    return one > 0 ? count_loads(f, statements, counter(dimension), copies, step) / (static_cast<double>(copies) * one) : 1;
  };
  const bool rows = kernel.grid.size() > 1 && part(1) <= part(0);
  if (part(rows ? 1 : 0) > kMostOfLoads) return std::nullopt;
  if (!Varying::find(f, statements, counter(rows ? 1 : 0))) return std::nullopt;
  const bool halos = beside == Beside::Halos;
  const bool lines = beside == Beside::Lines;
  if (lines && (rows || kernel.grid.size() < 2)) return std::nullopt;
  std::vector<Halo> boxes = halos && rows ? worthwhile_halos(f, kernel, layout, device, copies) : std::vector<Halo>{};
  if (halos && boxes.empty()) return std::nullopt;
  const Places places = rows ? Places::Rows : lines ? Places::Lines : Places::Along;
  return offer(std::move(f), kernel, copies, places, std::move(boxes), device);
}

}  // namespace

std::optional<GroupOffer> jam_eight_in_halos(const Function& function, const Kernel& kernel, const Layout& layout,
                                             const abi::DeviceProperties& device) {
  return jammed(function, kernel, layout, device, 8, Beside::Halos);
}

std::optional<GroupOffer> jam_four_in_halos(const Function& function, const Kernel& kernel, const Layout& layout,
                                            const abi::DeviceProperties& device) {
  return jammed(function, kernel, layout, device, 4, Beside::Halos);
}

std::optional<GroupOffer> jam_quarters(const Function& function, const Kernel& kernel, const Layout& layout,
                                       const abi::DeviceProperties& device) {
  if (!can_jam(kernel, layout, device)) return std::nullopt;
  Function f = kernel::with_known_turns(function, kernel, layout);
  const For& along_x = std::get<For>(f[kernel.grid.back()].node);
  const std::optional<Varying> varying = Varying::find(f, along_x.body, along_x.counter, kQuarterBits);
  if (!varying || !varying->shares_numbers(along_x.body)) return std::nullopt;
  return offer(std::move(f), kernel, kQuarters, Places::Quarters, {}, device);
}

std::optional<GroupOffer> jam_four_of_lines(const Function& function, const Kernel& kernel, const Layout& layout,
                                            const abi::DeviceProperties& device) {
  return jammed(function, kernel, layout, device, 4, Beside::Lines);
}

std::optional<GroupOffer> jam_four(const Function& function, const Kernel& kernel, const Layout& layout,
                                   const abi::DeviceProperties& device) {
  return jammed(function, kernel, layout, device, 4);
}

std::optional<GroupOffer> jam_two(const Function& function, const Kernel& kernel, const Layout& layout,
                                  const abi::DeviceProperties& device) {
  return jammed(function, kernel, layout, device, 2);
}

}  // namespace unpython::transform
