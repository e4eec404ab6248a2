// Which kernels qualify: one loop, one array that is added to and not read, nothing that may raise.
#include "transform/groups/share_updates.h"

#include <algorithm>
#include <cstdlib>

#include "ir/elements.h"
#include "transform/groups/grid_tiles.h"
#include "transform/groups/spread_over_items.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;

constexpr int64_t kThreads = 256;
constexpr int64_t kRounds = 64;  ///< iterations of an item
constexpr int64_t kPlaces = 4096;
constexpr int64_t kMostCopies = 32;
constexpr int64_t kLeastIterations = 16 * kThreads * kRounds;
constexpr int64_t kMostStep = 1024;  ///< of updates that are counted with 32 bits

struct Updates {
  ArrayId array;
  std::vector<StmtId> all{};
  bool small = true;  ///< all of them add small constants
};

bool is_small(const Function& f, ExprId value) {
  const auto* constant = std::get_if<Const>(&f[value].node);
  return constant != nullptr && std::abs(constant->value.integer) <= kMostStep;
}

/// All statements of the body stay what they are but the updates.
bool may_be_shared(const Function& f, const Block& body) {
  return holds_only<Assign, If, AtomicUpdate, Store>(f, body);
}

std::optional<Updates> find_updates(const Function& f, const Kernel& kernel, const Block& body) {
  if (kernel.grid.size() != 1 || kernel.may_raise || !may_be_shared(f, body)) return std::nullopt;
  std::optional<Updates> found;
  bool one = true;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* update = std::get_if<AtomicUpdate>(&f[id].node);
    if (update == nullptr) return true;
    if (!found) found = Updates{.array = update->array};
    const bool adds = update->op == BinaryOp::Add || update->op == BinaryOp::Subtract;
    one = one && found->array == update->array && adds && update->indices.size() == 1;
    found->all.push_back(id);
    found->small = found->small && is_small(f, update->value);
    return true;
  });
  if (!found || !one || is_scratch(f[found->array].space)) return std::nullopt;
  const ScalarType type = f[found->array].type;
  if (!is_integer(type) || size_of(type) < 4) return std::nullopt;
  const bool is_used_otherwise = elements_of(f, body, found->array).size() > found->all.size();
  if (is_used_otherwise) return std::nullopt;
  return found;
}

/// Updates of the array become those of an item's copy of the bins.
class ToBins : public StatementRewriter {
 public:
  ToBins(Function& f, ArrayId array, ArrayId bins, VarId copies, VarId own)
      : StatementRewriter(f), array_(array), bins_(bins), copies_(copies), own_(own) {}
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* update = std::get_if<AtomicUpdate>(&before.node);
    if (update == nullptr || update->array != array_) return {rebuild(id)};
    const ExprId bin = build_.mul(position(update->indices[0]), build_.read(copies_));
    const ExprId value = build_.cast(function_[bins_].type, update->value);
    return {build_.statement(AtomicUpdate{bins_, {build_.add(bin, build_.read(own_))}, update->op, value},
                             before.range)};
  }

 private:
  /// A subscript that may count from the end, from the front.
  ExprId position(ExprId index) {
    const auto* wrap = std::get_if<WrapIndex>(&function_[index].node);
    if (wrap == nullptr) return index;
    const ExprId given = wrap->index;
    const ExprId from_end = build_.add(given, build_.extent(array_, 0));
    return build_.select(build_.compare(CompareOp::Less, given, build_.int64(0)), from_end, given);
  }

  ArrayId array_;
  ArrayId bins_;
  VarId copies_;
  VarId own_;
};

class ShareUpdates {
 public:
  ShareUpdates(const Function& function, const Kernel& kernel, const Updates& updates)
      : f_(function),
        build_(f_),
        updates_(updates),
        tiles_(f_, kernel, {kThreads * kRounds, 1}, whole_body(function, kernel)),
        spread_(f_),
        range_(f_[kernel.root].range),
        bins_(build_.local_array("bins", updates.small ? ScalarType::Int32 : f_[updates.array].type,
                                 AddressSpace::Local, {kPlaces})),
        copies_(build_.variable("copies", ScalarType::Int64, range_)),
        own_(build_.variable("own", ScalarType::Int64, range_)) {}

  GroupedKernel run() {
    Block body{build_.assign(copies_, copies(), range_), clear(), count(), hand_over()};
    return tiles_.kernel_of(kThreads, std::move(body));
  }

 private:
  ExprId bins() { return build_.extent(updates_.array, 0); }
  ExprId copies() {
    const ExprId room = build_.floor_div(build_.int64(kPlaces), build_.max(bins(), build_.int64(1)));
    return build_.max(build_.min(room, build_.int64(kMostCopies)), build_.int64(1));
  }
  /// Counter of what an item does again and again, `kThreads` further each time, and where the item then is.
  struct Turn {
    VarId item;
    VarId round;
  };
  Turn turn() {
    return {build_.variable("item", ScalarType::Int64, range_), build_.variable("round", ScalarType::Int64, range_)};
  }
  ExprId place(const Turn& turn) {
    return build_.add(build_.mul(build_.read(turn.round), build_.int64(kThreads)), build_.read(turn.item));
  }
  StmtId items(const Turn& turn, Block before, ExprId rounds, Block body) {
    before.push_back(build_.loop(turn.round, rounds, LoopMark::Sequential, std::move(body), range_));
    return build_.loop(turn.item, build_.int64(kThreads), LoopMark::Item, std::move(before), range_);
  }
  /// Rounds in which the items come by all of the first `count` places.
  ExprId rounds_for(ExprId count) {
    return build_.floor_div(build_.add(count, build_.int64(kThreads - 1)), build_.int64(kThreads));
  }
  ExprId is_below(ExprId place, ExprId end) { return build_.compare(CompareOp::Less, place, end); }

  StmtId clear() {
    const Turn now = turn();
    const ExprId used = build_.mul(bins(), build_.read(copies_));
    const StmtId zero = build_.store(bins_, {place(now)}, build_.number(f_[bins_].type, 0), range_);
    return items(now, {}, rounds_for(used), {build_.if_then(is_below(place(now), used), {zero}, {}, range_)});
  }

  StmtId count() {
    const Turn now = turn();
    tiles_.place(spread_, {place(now), build_.int64(0)});
    spread_.over({now.item}, {build_.int64(kThreads)}, {kThreads});
    Block iteration = ToBins(f_, updates_.array, bins_, copies_, own_).block(spread_.inside(tiles_.statements()));
    const ExprId at = build_.add(tiles_.start(0), place(now));
    const StmtId own =
        build_.assign(own_, build_.binary(BinaryOp::Modulo, build_.read(now.item), build_.read(copies_)), range_);
    return items(now, {own}, build_.int64(kRounds),
                 {build_.if_then(is_below(at, tiles_.end(0)), std::move(iteration), {}, range_)});
  }

  StmtId hand_over() {
    const Turn now = turn();
    const VarId copy = build_.variable("copy", ScalarType::Int64, range_);
    const VarId sum = build_.variable("sum", f_[bins_].type, range_);
    const ExprId zero = build_.number(f_[bins_].type, 0);
    const ExprId first = build_.mul(place(now), build_.read(copies_));
    const ExprId one = build_.load(bins_, {build_.add(first, build_.read(copy))});
    const StmtId add = build_.assign(sum, build_.add(build_.read(sum), one), range_);
    const ExprId value = build_.cast(f_[updates_.array].type, build_.read(sum));
    const StmtId update =
        build_.statement(AtomicUpdate{updates_.array, {place(now)}, BinaryOp::Add, value}, range_);
    Block body{build_.assign(sum, zero, range_),
               build_.loop(copy, build_.read(copies_), LoopMark::Sequential, {add}, range_),
               build_.if_then(build_.compare(CompareOp::NotEqual, build_.read(sum), zero), {update}, {}, range_)};
    return items(now, {}, rounds_for(bins()),
                 {build_.if_then(is_below(place(now), bins()), std::move(body), {}, range_)});
  }

  Function f_;
  Builder build_;
  const Updates& updates_;
  GridTiles tiles_;
  SpreadOverItems spread_;
  const SourceRange range_;
  const ArrayId bins_;
  const VarId copies_;
  const VarId own_;  ///< the copy of an item
};

}  // namespace

std::optional<GroupOffer> share_updates(const Function& function, const Kernel& kernel,
                                        const kernel::Layout&, const abi::DeviceProperties& device) {
  if (device.max_threads < kThreads || device.local_bytes_static < kPlaces * 8) return std::nullopt;
  const Block& body = std::get<For>(function[kernel.grid.back()].node).body;
  const std::optional<Updates> updates = find_updates(function, kernel, body);
  if (!updates) return std::nullopt;
  const auto pays = [array = updates->array](const LaunchFacts& launch) {
    return launch.extents[0] >= kLeastIterations && launch.extent(array, 0) <= kPlaces;
  };
  return GroupOffer{.pays = pays, .make = [&function, &kernel, updates = *updates] {
                      return std::optional(ShareUpdates(function, kernel, updates).run());
                    }};
}

}  // namespace unpython::transform
