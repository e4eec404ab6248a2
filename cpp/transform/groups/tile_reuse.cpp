#include "transform/groups/tile_reuse.h"

#include <algorithm>
#include <array>
#include <map>

#include "ir/rewrite.h"
#include "transform/groups/grid_tiles.h"
#include "transform/groups/keep_sums.h"
#include "transform/groups/walk_pieces.h"
#include "transform/shared_reads/find_reuse.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

constexpr int64_t kLeast = 16;         // iterations along a dimension that are worth a tile
constexpr int64_t kMostThreads = 256;  // of a group
constexpr int64_t kMostTileBytes = 80 << 10;
constexpr int64_t kLeastDepth = 8;
constexpr int64_t kFill = 40;            // iterations of the loop, until the first piece is there and when results leave
constexpr int64_t kRegisters = 65536;    // of a multiprocessor
constexpr int64_t kMostRegisters = 255;  // of a thread
constexpr int64_t kAddresses = 16;       // registers for each array that is read
// Lanes of a warp along x, and along y: what they take together from local memory meets in no bank.
constexpr std::array<int64_t, 2> kWarpItems = {8, 4};

/// The tile of a group. Measured on a H200.
struct LocalTile {
  std::array<int64_t, 2> warps{2, 4};  ///< of the group, x first
  std::array<int64_t, 2> each{8, 8};   ///< iterations of an item
  int64_t depth = 8;    ///< iterations of the loop in one piece
  int64_t stages = 4;   ///< pieces in local memory
  /// Of what is dense in the loop: copies of single elements arrive later without. The compiler moves the loads of a large tile,
  /// whose registers are few, down to the stores that wait for them.
  bool through_registers = true;
  /// Copies of a piece begin behind its steps in turn, not all where the threads meet, where many copies of single elements
  /// stand in the way of what the items take: a b^T of 4096 takes 5 % less. Few wide ones gain nothing by it, and groups that
  /// share a multiprocessor have no registers for it.
  bool spread = false;
  /// Results leave as vectors. A large tile whose copies take addresses all along has no registers for that: products of 4096
  /// take 5 % longer.
  bool wide_results = true;
  int64_t vector = 4;   ///< neighbours that an item takes at once
  int groups = 1;       ///< of a multiprocessor
  int64_t cost = 100;   ///< of an iteration, in hundredths of one in a large tile

  [[nodiscard]] int64_t items(size_t d) const { return warps[d] * kWarpItems[d]; }
  [[nodiscard]] int64_t extent(size_t d) const { return items(d) * each[d]; }
  [[nodiscard]] std::array<int64_t, 2> tile() const { return {extent(0), extent(1)}; }
  [[nodiscard]] int64_t parts(size_t d) const { return each[d] / vector; }
  [[nodiscard]] int64_t threads() const { return items(0) * items(1); }
  [[nodiscard]] TileCost costs() const { return {.extents = tile(), .groups = groups, .fill = kFill, .cost = cost}; }
  /// A few elements more for each step of the loop where neighbours of the loop are copied together, so that they come
  /// to lie in other banks.
  [[nodiscard]] int64_t padding(const ReusedRead& read) const {
    return read.dense_in_loop ? std::max<int64_t>(vector, 2) : 0;
  }
  /// Of an item: its sums, what it takes of two steps, and addresses.
  [[nodiscard]] int64_t registers(const Function& f, const Reuse& reuse) const {
    int64_t words = each[0] * each[1];
    for (const ReusedRead& read : reuse.reads) words += 2 * each[static_cast<size_t>(read.dimension)];
    const int64_t size = std::max<int64_t>(1, reuse.item_bytes(f) / 4);
    return words * size + kAddresses * static_cast<int64_t>(reuse.reads.size());
  }
  [[nodiscard]] int64_t local_bytes(const Function& f, const Reuse& reuse) const {
    int64_t bytes = 0;
    for (const ReusedRead& read : reuse.reads)
      bytes += stages * depth * (extent(static_cast<size_t>(read.dimension)) + padding(read)) *
               size_of(f[read.array].type);
    return bytes;
  }
};

/// A group that has a multiprocessor for itself may have more memory than what is usual.
int64_t most_bytes(const abi::DeviceProperties& device, const std::optional<LocalTile>& tile) {
  const int64_t own = std::min(device.local_bytes, kMostTileBytes);
  return tile && tile->groups == 1 ? std::max(device.local_bytes_static, own) : device.local_bytes_static;
}

/// With as many and as long pieces as the memory of a group holds, and as many groups as registers; none where memory does
/// not hold two short pieces or no thread has so many registers.
std::optional<LocalTile> fitting(std::optional<LocalTile> tile, const Function& f, const Reuse& reuse,
                                 int64_t local_bytes) {
  while (tile && tile->local_bytes(f, reuse) > local_bytes) {
    if (tile->stages > 2) {
      --tile->stages;
    } else if (tile->depth > kLeastDepth) {
      tile->depth /= 2;
      tile->stages = 3;
    } else {
      return std::nullopt;
    }
  }
  if (!tile || tile->registers(f, reuse) > kMostRegisters) return std::nullopt;
  const int64_t groups = kRegisters / (tile->threads() * tile->registers(f, reuse));
  tile->groups = std::max(1, std::min(tile->groups, static_cast<int>(groups)));
  return tile;
}

enum class Size : uint8_t { Large, Middle, Small, Smallest, OfPairs };
constexpr std::array kSizes{Size::Large, Size::Middle, Size::Small, Size::Smallest, Size::OfPairs};

/// What the choice of shapes asks.
struct Work {
  int64_t item_bytes;
  bool along;          ///< all that is read is dense in the loop
  bool columns_along;  ///< what the columns of the tile share is
  bool pairs;         ///< more is read than two factors: an element of the tile has more work for what it takes from local memory
  bool copies_later;  ///< with memory for the pieces that are under way; else copies are loads and stores, whose registers count
};

std::optional<LocalTile> shape_for(const Work& work, Size size) {
  const auto [item_bytes, along, columns_along, pairs, copies_later] = work;
  if (size == Size::OfPairs && (!pairs || item_bytes > 8)) return std::nullopt;
  if (item_bytes <= 4) {
    switch (size) {
      case Size::Large:
        // The threads meet half as often with pieces of 16: 4096 take 4 % less, 8192 3.5 %. Where the long side of the tile comes in
        // single elements, they are too many for that: a^T b^T of 4096 takes 12 % more.
        return LocalTile{.warps = {4, 2},
                         .each = {8, 16},
                         .depth = columns_along ? 8 : 16,
                         .stages = columns_along ? 4 : 3,
                         .through_registers = false,
                         .spread = along && copies_later,
                         .wide_results = false};
      case Size::Middle:
        if (pairs && copies_later) return LocalTile{.warps = {2, 4}, .through_registers = false, .spread = true, .cost = 106};
        return LocalTile{.warps = {2, 4}, .depth = 16, .stages = 2, .groups = 2, .cost = 106};
      case Size::OfPairs:
        return LocalTile{.warps = {2, 2},
                         .each = {2, 4},
                         .depth = 16,
                         .through_registers = false,
                         .vector = 2,
                         .groups = 4,
                         .cost = 160};
      case Size::Small:
        return LocalTile{.warps = {2, 2}, .depth = 16, .stages = 2, .groups = 4, .cost = 110};
      case Size::Smallest:
        return LocalTile{.warps = {1, 4}, .each = {8, 4}, .groups = 4, .cost = 135};
    }
  }
  if (size == Size::Middle || (size == Size::Smallest && item_bytes != 8)) return std::nullopt;
  // A few rows, as right sides are, times a large matrix: what counts is how much of that is on its way.
  if (size == Size::Smallest)
    return LocalTile{.warps = {1, 2},
                     .each = {2, 2},
                     .depth = 32,
                     .stages = 3,
                     .through_registers = false,
                     .vector = 2,
                     .groups = 4,
                     .cost = 240};
  if (size == Size::OfPairs)
    return LocalTile{.warps = {1, 2},
                     .each = {4, 4},
                     .depth = 16,
                     .stages = 3,
                     .through_registers = false,
                     .vector = 2,
                     .groups = 4,
                     .cost = 140};
  const bool is_large = size == Size::Large;
  const int64_t along_y = is_large ? 8 : 4;
  const int64_t cost = is_large ? 100 : 110;
  if (item_bytes == 8) return LocalTile{.each = {4, along_y}, .vector = 2, .cost = cost};
  return LocalTile{.each = {2, along_y / 2}, .stages = 3, .vector = 1, .cost = cost};
}

class TileReuse {
 public:
  TileReuse(const Function& before, const Kernel& kernel, const Reuse& reuse, const LocalTile& shape,
            const Layout& layout)
      : f_(before),
        reuse_(reuse),
        shape_(shape),
        layout_(layout),
        build_(f_),
        tiles_(f_, kernel, shape.tile(), reuse.body),
        spread_(f_),
        pieces_(f_, reuse.loop, tiles_, spread_, {shape.depth, shape.stages, shape.spread ? shape.threads() : 0}, kernel, layout) {}

  GroupedKernel run() {
    items();
    const Block statements = tiles_.statements();
    const auto at = std::find(statements.begin(), statements.end(), reuse_.loop);
    spread_.keep_between(statements, {reuse_.loop});
    for (const ReusedRead& read : reuse_.reads) make_piece(read);
    const auto each = [&](Block body) { return Block{on_items(each_iteration(std::move(body)))}; };
    Block body = tiles_.before(spread_, {statements.begin(), at}, each);
    append(body, walk());
    append(body, results({at + 1, statements.end()}, each));
    tiles_.number_in_panels();
    GroupedKernel grouped = tiles_.kernel_of(shape_.threads(), std::move(body));
    grouped.kernel.resident_groups = shape_.groups;
    return grouped;
  }

 private:
  struct Operand {
    const ReusedRead* read;
    size_t piece;  ///< of it
    ArrayId own;   ///< what an item takes of two steps: one arrives while one is used
  };

  static void append(Block& to, const Block& more) { to.insert(to.end(), more.begin(), more.end()); }
  ExprId read(VarId variable) { return build_.read(variable); }
  ExprId scaled(ExprId value, int64_t factor) { return build_.mul(value, build_.int64(factor)); }
  VarId integer(const std::string& name) { return build_.variable(name, ScalarType::Int64); }

  /// Item (y, x) has vectors of neighbours, which lie a row of items apart. Items of a warp are neighbours.
  void items() {
    warp_ = integer("warp");
    for (size_t d = 0; d < 2; ++d) {
      const std::string name = f_[tiles_.counter(d)].name;
      in_warp_[d] = integer(name + "_item");
      part_[d] = integer(name + "_part");
      lane_[d] = integer(name + "_lane");
    }
    const std::vector<int64_t> bounds = {warps(),       kWarpItems[1],   kWarpItems[0], shape_.parts(1),
                                         shape_.vector, shape_.parts(0), shape_.vector};
    spread_.over({warp_, in_warp_[1], in_warp_[0], part_[1], lane_[1], part_[0], lane_[0]}, {}, bounds);
    tiles_.place(spread_, {in_tile(0), in_tile(1)});
  }
  [[nodiscard]] int64_t warps() const { return shape_.warps[0] * shape_.warps[1]; }
  ExprId item(size_t d) {
    const ExprId width = build_.int64(shape_.warps[0]);
    const ExprId warp =
        d == 1 ? build_.floor_div(read(warp_), width) : build_.binary(BinaryOp::Modulo, read(warp_), width);
    return build_.add(scaled(warp, kWarpItems[d]), read(in_warp_[d]));
  }
  /// Place of an iteration of the item in the tile.
  ExprId in_tile(size_t d) {
    return build_.add(
        build_.add(scaled(read(part_[d]), shape_.items(d) * shape_.vector), scaled(item(d), shape_.vector)),
        read(lane_[d]));
  }
  ExprId in_item(size_t d) { return build_.add(scaled(read(part_[d]), shape_.vector), read(lane_[d])); }

  void make_piece(const ReusedRead& read) {
    const Array& array = f_[read.array];
    const std::vector<int64_t> extents{warps(), kWarpItems[1], kWarpItems[0], 2,
                                       shape_.each[static_cast<size_t>(read.dimension)]};
    const ArrayId own = build_.local_array(array.name + "_own", array.type, AddressSpace::Item, extents);
    operands_.push_back({&read, pieces_.add({&read}, false, shape_.padding(read), shape_.through_registers), own});
  }
  std::vector<ExprId> in_own(size_t d, ExprId buffer) {
    return {read(warp_), read(in_warp_[1]), read(in_warp_[0]), buffer, in_item(d)};
  }

  /// A nest of all items around something for each of their iterations.
  StmtId on_items(Block body) {
    for (size_t d = 0; d < 2; ++d)
      body = {build_.loop(in_warp_[d], build_.int64(kWarpItems[d]), LoopMark::Item, std::move(body))};
    return build_.loop(warp_, build_.int64(warps()), LoopMark::Item, std::move(body));
  }
  Block unrolled(VarId counter, int64_t extent, Block body) {
    return {build_.loop(counter, build_.int64(extent), LoopMark::Unrolled, std::move(body))};
  }
  /// Statements behind the loop, with wide stores where they may be.
  Block results(const Block& statements, const GridTiles::Around& each) {
    const bool plain = std::all_of(statements.begin(), statements.end(), [&](StmtId id) {
      return is_one_of<Assign, Store>(f_[id].node);
    });
    const bool wide = shape_.wide_results && shape_.vector > 1 && plain && tiles_.runs_whole(layout_, shape_.vector);
    if (!wide) return tiles_.after(spread_, statements, each);
    const auto each_vector = [&](Block body) {
      body = unrolled(part_[0], shape_.parts(0), std::move(body));
      return Block{on_items(unrolled(part_[1], shape_.parts(1), unrolled(lane_[1], shape_.vector, std::move(body))))};
    };
    return tiles_.after(spread_, statements, each_vector, lane_[0], shape_.vector);
  }
  /// Column by column: in this order the registers of the products meet in fewer banks.
  Block each_iteration(Block body) {
    for (const size_t d : {size_t{1}, size_t{0}})
      body = unrolled(part_[d], shape_.parts(d), unrolled(lane_[d], shape_.vector, std::move(body)));
    return body;
  }

  Block walk() {
    const auto constant = [&](int64_t value) { return build_.int64(value); };
    const auto buffer_of = [&](ExprId step) { return build_.binary(BinaryOp::Modulo, step, constant(2)); };
    const ExprId last = constant(shape_.depth - 1);
    return pieces_.run(
        {.take_first = [&](ExprId stage) { return Block{on_items(take(constant(0), stage, constant(0)))}; },
         .steps = shape_.depth - 1,
         .step =
             [&](ExprId stage, ExprId first, ExprId step) {
               const ExprId next = build_.add(step, constant(1));
               Block body = take(buffer_of(next), stage, next);
               append(body, compute(buffer_of(step), build_.add(first, step)));
               return body;
             },
         .on_items = [&](Block body) { return Block{on_items(std::move(body))}; },
         .last =
             [&](ExprId first, ExprId next_stage) {
               Block body = take(constant(0), next_stage, constant(0));
               append(body, compute(buffer_of(last), build_.add(first, last)));
               return Block{on_items(std::move(body))};
             },
         .rest =
             [&](ExprId stage, ExprId first, ExprId steps) {
               const VarId step = integer("step");
               Block body = take(constant(0), stage, read(step));
               append(body, compute(constant(0), build_.add(first, read(step))));
               return Block{on_items({build_.loop(step, steps, LoopMark::Sequential, std::move(body))})};
             }});
  }

  /// What an item needs of a step.
  Block take(ExprId buffer, ExprId stage, ExprId step) {
    Block result;
    for (const Operand& operand : operands_) {
      const auto d = static_cast<size_t>(operand.read->dimension);
      Block one{build_.store(operand.own, in_own(d, buffer),
                             pieces_.element(operand.piece, stage, step, in_tile(d)))};
      one = shape_.vector > 1 ? Block{build_.vector_loop(lane_[d], build_.int64(shape_.vector),
                                                         static_cast<int>(shape_.vector), std::move(one))}
                              : unrolled(lane_[d], 1, std::move(one));
      append(result, unrolled(part_[d], shape_.parts(d), std::move(one)));
    }
    return result;
  }

  /// One iteration of the loop.
  Block compute(ExprId buffer, ExprId iteration) {
    std::map<ExprId, ExprId> copied;
    for (const Operand& operand : operands_) {
      const ExprId own =
          build_.load(operand.own, in_own(static_cast<size_t>(operand.read->dimension), buffer));
      for (ExprId id : operand.read->loads) copied[id] = own;
    }
    const auto& loop = std::get<For>(f_[reuse_.loop].node);
    spread_.replace(loop.counter, iteration);
    spread_.copies(std::move(copied));
    Block result = each_iteration(spread_.inside(Block(loop.body)));
    spread_.copies({});
    return result;
  }

  Function f_;
  const Reuse& reuse_;
  const LocalTile shape_;
  const Layout& layout_;
  Builder build_;
  GridTiles tiles_;
  SpreadOverItems spread_;
  WalkPieces pieces_;
  VarId warp_;
  std::array<VarId, 2> in_warp_;  ///< the item of an iteration, by dimension
  std::array<VarId, 2> part_;  ///< its vector
  std::array<VarId, 2> lane_;  ///< its place in that
  std::vector<Operand> operands_;
};

std::optional<GroupOffer> tiled(const Function& function, const Kernel& kernel, const Layout& layout,
                                const abi::DeviceProperties& device, Size size) {
  const Function kept = keep_sums(function, kernel);
  const std::optional<Reuse> reuse = find_reuse(kept, kernel, layout);
  if (!reuse || device.max_threads < kMostThreads) return std::nullopt;
  const bool along = std::all_of(reuse->reads.begin(), reuse->reads.end(),
                                 [](const ReusedRead& read) { return read.dense_in_loop; });
  const bool columns_along = std::any_of(reuse->reads.begin(), reuse->reads.end(),
                                         [](const ReusedRead& read) { return read.dimension == 0 && read.dense_in_loop; });
  const Work work{.item_bytes = reuse->item_bytes(kept),
                  .along = along,
                  .columns_along = columns_along,
                  .pairs = reuse->reads.size() > 2,
                  .copies_later = device.local_bytes > device.local_bytes_static};
  std::map<Size, LocalTile> shapes;
  for (const Size each : kSizes) {
    const auto shape = shape_for(work, each);
    if (const auto found = fitting(shape, kept, *reuse, most_bytes(device, shape))) shapes[each] = *found;
  }
  if (!shapes.contains(size)) return std::nullopt;
  const ExprId depth = std::get<For>(kept[reuse->loop].node).extent;
  const auto pays = [shapes, size, depth, body = reuse->body,
                  units = int64_t{device.multiprocessors}](const LaunchFacts& launch) {
    const LocalTile& shape = shapes.at(size);
    const int64_t iterations = launch.value(depth);
    if (launch.extents[0] < kLeast || launch.extents[1] < kLeast || iterations < kLeast || is_small(launch, iterations)) return false;
    const auto time = [&](const LocalTile& of) { return time_of_tiles(launch, body, of.costs(), iterations, units); };
    return std::all_of(shapes.begin(), shapes.end(),
                       [&](const auto& other) { return time(shape) <= time(other.second); });
  };
  return GroupOffer{.pays = pays, .make = [kept, &kernel, reuse = *reuse, shape = shapes[size], layout] {
                      return std::optional(TileReuse(kept, kernel, reuse, shape, layout).run());
                    }};
}

}  // namespace

std::optional<GroupOffer> tile_reuse_large(const Function& function, const Kernel& kernel, const Layout& layout,
                                           const abi::DeviceProperties& device) {
  return tiled(function, kernel, layout, device, Size::Large);
}

std::optional<GroupOffer> tile_reuse_middle(const Function& function, const Kernel& kernel, const Layout& layout,
                                            const abi::DeviceProperties& device) {
  return tiled(function, kernel, layout, device, Size::Middle);
}

std::optional<GroupOffer> tile_reuse_smallest(const Function& function, const Kernel& kernel, const Layout& layout,
                                              const abi::DeviceProperties& device) {
  return tiled(function, kernel, layout, device, Size::Smallest);
}

std::optional<GroupOffer> tile_reuse_of_pairs(const Function& function, const Kernel& kernel, const Layout& layout,
                                              const abi::DeviceProperties& device) {
  return tiled(function, kernel, layout, device, Size::OfPairs);
}

std::optional<GroupOffer> tile_reuse_small(const Function& function, const Kernel& kernel, const Layout& layout,
                                           const abi::DeviceProperties& device) {
  return tiled(function, kernel, layout, device, Size::Small);
}

}  // namespace unpython::transform
