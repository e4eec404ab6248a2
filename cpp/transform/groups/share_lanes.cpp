#include "transform/groups/share_lanes.h"

#include <algorithm>
#include <set>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/groups.h"
#include "ir/rewrite.h"
#include "transform/groups/jam_leaves.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

constexpr int64_t kLanes = kWarp;
constexpr int64_t kWarps = 8;         // of a group, or columns
constexpr int64_t kManyColumns = 16;  // of one, where a grid has enough: whole lines of memory
constexpr int64_t kEnoughColumns = 1024;
constexpr int64_t kManyIterations = int64_t{1} << 19;  ///< of a grid, as many threads as any device runs at once

/// The parts of a kernel's body.
struct Lanes {
  Block before;                 ///< assignments that lanes and `after` may need
  StmtId lanes;                 ///< the loop over 32 lanes
  std::vector<StmtId> folds{};  ///< the loops at the distances 16, 8, 4, 2, 1
  Block after;                  ///< assignments and stores of what lane 0 has
};

const For* loop_of(const Function& f, StmtId id, int64_t extent) {
  const auto* loop = std::get_if<For>(&f[id].node);
  if (loop == nullptr || loop->mark != LoopMark::Sequential) return nullptr;
  const auto* count = std::get_if<Const>(&f[loop->extent].node);
  return count != nullptr && count->value.integer == extent ? loop : nullptr;
}

bool is_constant(const Function& f, ExprId id, int64_t value) {
  const auto* constant = std::get_if<Const>(&f[id].node);
  return constant != nullptr && constant->value.integer == value;
}

class FindLanes {
 public:
  explicit FindLanes(const Function& f) : f_(f) {}

  std::optional<Lanes> run(const Block& body) {
    Lanes found;
    size_t at = 0;
    while (at < body.size() && only_makes_values(f_, {body[at]})) found.before.push_back(body[at++]);
    if (at == body.size() || !is_lanes(body[at]) || touches_private(found.before)) return std::nullopt;
    found.lanes = body[at++];
    for (int64_t distance = kLanes / 2; distance > 0; distance /= 2) {
      if (at == body.size() || !is_fold(body[at], distance)) return std::nullopt;
      found.folds.push_back(body[at++]);
    }
    found.after.assign(body.begin() + static_cast<std::ptrdiff_t>(at), body.end());
    if (!is_after(found.after) || !are_apart(found)) return std::nullopt;
    return found;
  }

 private:
  [[nodiscard]] bool is_private(ArrayId array) const { return is_scratch(f_[array].space); }
  /// All uses of private arrays in a block are of one element for each lane; `own(index)` says which are.
  template <class Own>
  [[nodiscard]] bool uses_only(const Block& block, const Own& loads, const Own& stores) const {
    bool only = true;
    walk_all_exprs(f_, block, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load == nullptr || !is_private(load->array)) return;
      only = only && f_[load->array].extents == std::vector<int64_t>{kLanes} && loads(load->indices[0]);
    });
    walk_stmts(f_, block, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      const bool strange = is_one_of<AtomicUpdate, CheckIndex, Raise>(node);
      const auto* store = std::get_if<Store>(&node);
      only = only && !strange;
      if (store != nullptr && is_private(store->array))
        only = only && f_[store->array].extents == std::vector<int64_t>{kLanes} && stores(store->indices[0]);
      return only;
    });
    return only;
  }
  using Own = std::function<bool(ExprId)>;

  [[nodiscard]] bool touches_private(const Block& block) const {
    const Own never = [](ExprId) { return false; };
    return !uses_only(block, never, never);
  }
  [[nodiscard]] bool is_lanes(StmtId id) const {
    const For* loop = loop_of(f_, id, kLanes);
    if (loop == nullptr) return false;
    const Own never = [](ExprId) { return false; };
    const Own own = [&](ExprId index) { return is_read_of(f_, index, loop->counter); };
    return uses_only(loop->body, never, own);
  }
  [[nodiscard]] bool is_fold(StmtId id, int64_t distance) const {
    const For* loop = loop_of(f_, id, distance);
    if (loop == nullptr) return false;
    const Own own = [&](ExprId index) { return is_read_of(f_, index, loop->counter); };
    const Own either = [&](ExprId index) {
      return own(index) || is_partner(f_, index, loop->counter, distance);
    };
    bool in_memory = false;
    walk_stmts(f_, loop->body, [&](StmtId inner) {
      const auto* store = std::get_if<Store>(&f_[inner].node);
      in_memory |=
          (store != nullptr && !is_private(store->array)) || std::holds_alternative<For>(f_[inner].node);
      return true;
    });
    return !in_memory && uses_only(loop->body, either, own);
  }
  [[nodiscard]] bool is_after(const Block& block) const {
    const Own first = [&](ExprId index) { return is_constant(f_, index, 0); };
    const Own never = [](ExprId) { return false; };
    bool plain = true;
    for (StmtId id : block)
      plain &= is_one_of<Assign, Store>(f_[id].node);
    return plain && uses_only(block, first, never);
  }
  /// No variable leads from lanes to a fold or from there on.
  [[nodiscard]] bool are_apart(const Lanes& found) const {
    analysis::VarSet assigned = analysis::assigned_variables(f_, {found.lanes});
    const auto reads_earlier = [&](const Block& block) {
      analysis::VarSet needed = analysis::exposed_variables(f_, block);
      needed.intersect(assigned);
      return !needed.members().empty();
    };
    for (StmtId fold : found.folds) {
      if (reads_earlier({fold})) return false;
      assigned.unite(analysis::assigned_variables(f_, {fold}));
    }
    return !reads_earlier(found.after);
  }

 public:
  static bool is_partner(const Function& f, ExprId index, VarId counter, int64_t distance) {
    const auto* sum = std::get_if<Binary>(&f[index].node);
    return sum != nullptr && sum->op == BinaryOp::Add && is_read_of(f, sum->left, counter) &&
           is_constant(f, sum->right, distance);
  }

 private:
  const Function& f_;
};

/// How the items of a group stand: 8 iterations of the grid with 32 lanes each.
enum class Arrangement {
  Warps,    ///< the lanes of an iteration are neighbours: they exchange what they have as a warp does
  Columns,  ///< iterations are neighbours, as they are in memory: lanes exchange through local memory
};

/// Statements of one lane: elements of the lane arrays become those of two arrays of the group that take turns.
class OnLane : public Substitution {
 public:
  OnLane(Function& f, std::map<ArrayId, ArrayId> from, std::map<ArrayId, ArrayId> to, Arrangement arrangement,
         ExprId warp, ExprId lane)
      : Substitution(f),
        from_(std::move(from)),
        to_(std::move(to)),
        arrangement_(arrangement),
        warp_(warp),
        lane_(lane) {}

  /// Of the element of a lane.
  [[nodiscard]] std::vector<ExprId> indices(ExprId lane) const {
    if (arrangement_ == Arrangement::Columns) return {lane, warp_};
    return {warp_, lane};
  }

  /// The loop of a fold: its counter, and the partner that is one expression of it.
  void fold(VarId counter, int64_t distance) {
    counter_ = counter;
    distance_ = distance;
    replace(counter, lane_);
  }

  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    if (load == nullptr || !from_.contains(load->array)) return Substitution::expr(id);
    const bool partner =
        distance_ > 0 && FindLanes::is_partner(function_, load->indices[0], counter_, distance_);
    const ArrayId array = from_.at(load->array);
    const ExprId other = build_.binary(BinaryOp::BitXor, lane_, build_.int64(distance_));
    return build_.load(array, indices(partner ? other : lane_));
  }
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* store = std::get_if<Store>(&before.node);
    if (store == nullptr || !to_.contains(store->array)) return Substitution::stmt(id);
    const ExprId value = expr(store->value);
    return {build_.store(to_.at(store->array), indices(lane_), value, before.range)};
  }

 private:
  std::map<ArrayId, ArrayId> from_;
  std::map<ArrayId, ArrayId> to_;
  Arrangement arrangement_;
  ExprId warp_;
  ExprId lane_;
  VarId counter_;
  int64_t distance_ = 0;
};

class ShareLanes {
 public:
  /// `along`: the loop of the grid whose iterations are the warps, or the columns, of a group.
  ShareLanes(Function function, const Kernel& kernel, Lanes lanes, size_t along, Arrangement arrangement, int64_t warps)
      : f_(std::move(function)),
        build_(f_),
        kernel_(kernel),
        lanes_(std::move(lanes)),
        along_(along),
        arrangement_(arrangement),
        warps_(warps) {}

  GroupedKernel run() {
    range_ = launch_range(f_, kernel_);
    for (StmtId id : kernel_.grid) {
      const std::string& name = f_[loop(id).counter].name;
      groups_.push_back(build_.variable(name + "_group", ScalarType::Int64));
    }
    std::map<ArrayId, ArrayId> from = arrays();
    std::map<ArrayId, ArrayId> to = arrays();
    Block body{nest(
        false,
        [&](OnLane& on_lane, ExprId lane) {
          const For own = loop(lanes_.lanes);
          on_lane.replace(own.counter, lane);
          Block inside = on_lane.block(lanes_.before);
          const Block rest = on_lane.block(own.body);
          inside.insert(inside.end(), rest.begin(), rest.end());
          return inside;
        },
        from, from)};
    for (size_t n = 0; n < lanes_.folds.size(); ++n) {
      const For own = loop(lanes_.folds[n]);
      body.push_back(fold(own, kLanes >> (n + 1), from, to));
      std::swap(from, to);
    }
    body.push_back(nest(
        true,
        [&](OnLane& on_lane, ExprId) {
          Block inside = on_lane.block(lanes_.before);
          const Block rest = on_lane.block(lanes_.after);
          inside.insert(inside.end(), rest.begin(), rest.end());
          return inside;
        },
        from, from));
    const StmtId root = over_groups(std::move(body));
    std::array<int64_t, 3> items{1, 1, 1};
    items[kernel_.grid.size() - 1 - along_] = warps_;
    return grouped_kernel(std::move(f_), kernel_, range_, root, items);
  }

 private:
  [[nodiscard]] For loop(StmtId id) const { return std::get<For>(f_[id].node); }
  [[nodiscard]] SourceRange where() const { return f_[kernel_.root].range; }

  /// For each lane array one of the group.
  std::map<ArrayId, ArrayId> arrays() {
    std::map<ArrayId, ArrayId> result;
    for (ArrayId id : stored_arrays(f_, {lanes_.lanes})) {
      const Array known = f_[id];
      if (!is_scratch(known.space)) continue;
      result[id] = arrangement_ == Arrangement::Columns
                       ? build_.local_array(known.name, known.type, AddressSpace::Local, {kLanes, warps_})
                       : build_.local_array(known.name, known.type, AddressSpace::Item, {warps_, kLanes});
    }
    return result;
  }

  struct Counters {
    VarId warp;
    VarId lane;
  };
  Counters counters() {
    return {build_.variable("warp", ScalarType::Int64), build_.variable("lane", ScalarType::Int64)};
  }
  StmtId items(const Counters& own, Block body) {
    const auto over = [&](VarId counter, int64_t count, Block inside) {
      return build_.loop(counter, build_.int64(count), LoopMark::Item, std::move(inside), where());
    };
    if (arrangement_ == Arrangement::Columns)
      return over(own.lane, kLanes, {over(own.warp, warps_, std::move(body))});
    return over(own.warp, warps_, {over(own.lane, kLanes, std::move(body))});
  }
  /// The iteration of the grid that a warp runs.
  ExprId iteration(size_t d, ExprId warp) {
    const ExprId group = build_.read(groups_[d]);
    const ExprId moved = d == along_ ? build_.add(build_.mul(group, build_.int64(warps_)), warp) : group;
    return build_.add(build_.read(range_.firsts[d]), moved);
  }

  /// A nest of all warps that have an iteration; of lane 0 only, or of all.
  template <class Body>
  StmtId nest(bool first_only, const Body& body, const std::map<ArrayId, ArrayId>& from,
              const std::map<ArrayId, ArrayId>& to) {
    const Counters own = counters();
    const ExprId warp = build_.read(own.warp);
    const ExprId lane = build_.read(own.lane);
    OnLane on_lane(f_, from, to, arrangement_, warp, lane);
    for (size_t d = 0; d < kernel_.grid.size(); ++d)
      on_lane.replace(loop(kernel_.grid[d]).counter, iteration(d, warp));
    Block inside = body(on_lane, lane);
    ExprId there = build_.compare(CompareOp::Less, iteration(along_, warp), build_.read(range_.ends[along_]));
    if (first_only)
      there = build_.logical_and(build_.compare(CompareOp::Equal, lane, build_.int64(0)), there);
    // Warps without an iteration exchange something, too.
    Block nothing;
    for (const auto& [array, item] : to) {
      if (!first_only)
        nothing.push_back(build_.store(item, on_lane.indices(lane), build_.number(f_[item].type, 0)));
    }
    return items(own, {build_.if_then(there, std::move(inside), std::move(nothing))});
  }

  StmtId fold(const For& fold, int64_t distance, const std::map<ArrayId, ArrayId>& from,
              const std::map<ArrayId, ArrayId>& to) {
    const Counters own = counters();
    OnLane on_lane(f_, from, to, arrangement_, build_.read(own.warp), build_.read(own.lane));
    on_lane.fold(fold.counter, distance);
    return items(own, on_lane.block(fold.body));
  }

  StmtId over_groups(Block body) {
    for (size_t d = kernel_.grid.size(); d-- > 0;) {
      const int64_t each = d == along_ ? warps_ : 1;
      const ExprId all = build_.sub(build_.read(range_.ends[d]), build_.read(range_.firsts[d]));
      const ExprId count = build_.floor_div(build_.add(all, build_.int64(each - 1)), build_.int64(each));
      body = {d == 0 ? build_.group_loop(groups_[d], count, static_cast<int>(warps_ * kLanes), std::move(body), where())
                     : build_.loop(groups_[d], count, LoopMark::Group, std::move(body), where())};
    }
    return body[0];
  }

  Function f_;
  Builder build_;
  const Kernel& kernel_;
  Lanes lanes_;
  size_t along_;
  Arrangement arrangement_;
  int64_t warps_;  ///< of a group, or columns
  LaunchRange range_;
  std::vector<VarId> groups_;
};

/// Loads of neighbouring elements by neighbouring lanes, less those by neighbouring iterations of the grid. Where these
/// are columns, what all columns read does not say how they lie.
int lanes_are_neighbours(const Function& f, const Kernel& kernel, const Layout& layout, const Lanes& lanes) {
  const VarId lane = std::get<For>(f[lanes.lanes].node).counter;
  const VarId x = std::get<For>(f[kernel.grid.back()].node).counter;
  int all = 0;
  int of_columns = 0;
  bool columns = false;
  walk_all_exprs(f, {lanes.lanes}, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f[id].node);
    if (load == nullptr) return;
    const bool moves = analysis::reads_variable(f, id, x);
    columns |= moves;
    for (size_t n = 0; n < kernel.arrays.size() && n < layout.unit_dimension.size(); ++n) {
      const int unit = layout.unit_dimension[n];
      if (kernel.arrays[n].array != load->array || unit < 0) continue;
      const ExprId index = load->indices[static_cast<size_t>(unit)];
      const bool by_grid = is_read_of(f, index, x);
      const int sign = by_grid ? -1 : analysis::reads_variable(f, index, lane) ? 1 : 0;
      all += sign;
      if (moves) of_columns += sign;
    }
  });
  return columns ? of_columns : all;
}

std::optional<GroupOffer> share(const Function& function, const Kernel& kernel, const Layout& layout,
                                const abi::DeviceProperties& device, size_t from_last) {
  if (kernel.grid.size() <= from_last || device.max_block[0] < kWarps * kLanes) return std::nullopt;
  const Function f = jam_leaves(function, kernel);
  const Block& body = std::get<For>(f[kernel.grid.back()].node).body;
  std::optional<Lanes> lanes = FindLanes(f).run(body);
  if (!lanes || lanes_are_neighbours(f, kernel, layout, *lanes) < 0) return std::nullopt;
  const bool others = kernel.grid.size() > 1;
  const size_t along = kernel.grid.size() - 1 - from_last;
  const auto pays = [from_last, others](const LaunchFacts& launch) {
    const bool many = launch.extents[0] >= kWarps || !others || launch.extents[0] > launch.extents[1];
    return from_last == 0 ? many : !many;
  };
  return GroupOffer{.pays = pays, .make = [f, &kernel, lanes = *std::move(lanes), along] {
                      return std::optional(ShareLanes(f, kernel, lanes, along, Arrangement::Warps, kWarps).run());
                    }};
}

std::optional<GroupOffer> share_columns(const Function& function, const Kernel& kernel, const Layout& layout,
                                        const abi::DeviceProperties& device, int64_t columns) {
  if (device.max_block[0] < columns * kLanes) return std::nullopt;
  std::optional<Lanes> lanes = FindLanes(function).run(std::get<For>(function[kernel.grid.back()].node).body);
  if (!lanes || lanes_are_neighbours(function, kernel, layout, *lanes) >= 0) return std::nullopt;
  const size_t along = kernel.grid.size() - 1;
  const auto pays = [least = columns == kManyColumns ? kEnoughColumns : 1](const LaunchFacts& launch) {
    return launch.extents[0] >= least && launch.extents[0] * launch.extents[1] * launch.extents[2] < kManyIterations;
  };
  return GroupOffer{.pays = pays, .make = [&function, &kernel, lanes = *std::move(lanes), along, columns] {
                      return std::optional(ShareLanes(function, kernel, lanes, along, Arrangement::Columns, columns).run());
                    }};
}

}  // namespace

std::optional<GroupOffer> share_lanes(const Function& function, const Kernel& kernel, const Layout& layout,
                                      const abi::DeviceProperties& device) {
  return share(function, kernel, layout, device, 0);
}

std::optional<GroupOffer> share_lanes_of_rows(const Function& function, const Kernel& kernel,
                                              const Layout& layout, const abi::DeviceProperties& device) {
  return share(function, kernel, layout, device, 1);
}

std::optional<GroupOffer> share_lanes_of_columns(const Function& function, const Kernel& kernel,
                                                 const Layout& layout, const abi::DeviceProperties& device) {
  return share_columns(function, kernel, layout, device, kWarps);
}

std::optional<GroupOffer> share_lanes_of_many_columns(const Function& function, const Kernel& kernel,
                                                      const Layout& layout, const abi::DeviceProperties& device) {
  return share_columns(function, kernel, layout, device, kManyColumns);
}

}  // namespace unpython::transform
