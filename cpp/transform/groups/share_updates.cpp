#include "transform/groups/share_updates.h"

#include "ir/elements.h"
#include "transform/groups/updates_of_groups.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;

constexpr int64_t kPlaces = 4096;
constexpr int64_t kMostCopies = 32;

constexpr int64_t kSamples = 512;
constexpr int64_t kTablePlaces = 2048;
constexpr int64_t kMostBins = int64_t{1} << 30;  ///< so that a tag has 32 bits

/// Updates of the array become those of an item's copy of the bins.
class ToBins : public UpdateRewriter {
 public:
  ToBins(Function& f, ArrayId array, ArrayId bins, VarId copies, VarId own)
      : UpdateRewriter(f, array), bins_(bins), copies_(copies), own_(own) {}

 protected:
  Block of_update(const AtomicUpdate& update, const SourceRange& range) override {
    const ExprId bin = build_.mul(position(update.indices[0]), build_.read(copies_));
    const ExprId value = build_.cast(function_[bins_].type, update.value);
    return {build_.statement(AtomicUpdate{bins_, {build_.add(bin, build_.read(own_))}, update.op, value}, range)};
  }

 private:
  ArrayId bins_;
  VarId copies_;
  VarId own_;
};

class ShareUpdates : UpdatesOfGroups {
 public:
  ShareUpdates(const Function& function, const Kernel& kernel, const Updates& updates)
      : UpdatesOfGroups(function, kernel, updates),
        bins_(counters("bins", kPlaces)),
        copies_(build_.variable("copies", ScalarType::Int64, range_)),
        own_(build_.variable("own", ScalarType::Int64, range_)) {}

  GroupedKernel run() {
    Block body{build_.assign(copies_, copies(), range_), clear(), count(), hand_over()};
    return tiles_.kernel_of(kThreads, std::move(body));
  }

 private:
  ExprId copies() {
    const ExprId room = build_.floor_div(build_.int64(kPlaces), build_.max(bins(), build_.int64(1)));
    return build_.max(build_.min(room, build_.int64(kMostCopies)), build_.int64(1));
  }

  StmtId clear() {
    const Turn now = turn();
    const ExprId used = build_.mul(bins(), build_.read(copies_));
    const StmtId zero = build_.store(bins_, {place(now)}, build_.number(f_[bins_].type, 0), range_);
    return items(now, {}, rounds_for(used), {build_.if_then(is_below(place(now), used), {zero}, {}, range_)});
  }

  StmtId count() {
    const Turn now = turn();
    ToBins to_bins(f_, updates_.array, bins_, copies_, own_);
    const StmtId own =
        build_.assign(own_, build_.binary(BinaryOp::Modulo, build_.read(now.item), build_.read(copies_)), range_);
    return items(now, {own}, build_.int64(kRounds), {iteration(now, to_bins)});
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

  const ArrayId bins_;
  const VarId copies_;
  const VarId own_;  ///< the copy of an item
};

/// The bins of an iteration are noted; nothing else is stored.
class ToSamples : public UpdateRewriter {
 public:
  ToSamples(Function& f, ArrayId array, ArrayId samples, ExprId place)
      : UpdateRewriter(f, array), samples_(samples), place_(place) {}
  Block stmt(StmtId id) override {
    return std::holds_alternative<Store>(function_[id].node) ? Block{} : UpdateRewriter::stmt(id);
  }

 protected:
  Block of_update(const AtomicUpdate& update, const SourceRange& range) override {
    const ExprId tag = build_.add(position(update.indices[0]), build_.int64(1));
    return {build_.store(samples_, {place_}, build_.cast(ScalarType::Int32, tag), range)};
  }

 private:
  ArrayId samples_;
  ExprId place_;
};

/// Where a bin has its place.
struct Table {
  ArrayId tags;
  ArrayId counts;
  static ExprId place_of(Builder& build, ExprId bin) {
    return build.binary(BinaryOp::BitAnd, bin, build.int64(kTablePlaces - 1));
  }
};

/// Updates of bins with a place become those of the place.
class ToPlaces : public UpdateRewriter {
 public:
  ToPlaces(Function& f, ArrayId array, const Table& table) : UpdateRewriter(f, array), table_(table) {}

 protected:
  Block of_update(const AtomicUpdate& update, const SourceRange& range) override {
    const VarId bin = build_.variable("bin", ScalarType::Int64, range);
    const ExprId place = Table::place_of(build_, build_.read(bin));
    const ExprId tag = build_.cast(ScalarType::Int32, build_.add(build_.read(bin), build_.int64(1)));
    const ExprId has_place = build_.compare(CompareOp::Equal, build_.load(table_.tags, {place}), tag);
    const ExprId value = build_.cast(function_[table_.counts].type, update.value);
    const StmtId here = build_.statement(AtomicUpdate{table_.counts, {place}, update.op, value}, range);
    const StmtId there = build_.statement(update, range);
    return {build_.assign(bin, position(update.indices[0]), range), build_.if_then(has_place, {here}, {there}, range)};
  }

 private:
  const Table& table_;
};

class ShareFrequentUpdates : UpdatesOfGroups {
 public:
  ShareFrequentUpdates(const Function& function, const Kernel& kernel, const Updates& updates)
      : UpdatesOfGroups(function, kernel, updates),
        samples_(build_.local_array("samples", ScalarType::Int32, AddressSpace::Local, {kSamples})),
        table_{.tags = build_.local_array("tags", ScalarType::Int32, AddressSpace::Local, {kTablePlaces}),
               .counts = counters("counts", kTablePlaces)} {}

  GroupedKernel run() { return tiles_.kernel_of(kThreads, {look(), give_places(), count(), hand_over()}); }

 private:
  StmtId look() {
    const Turn now = turn();
    ToSamples to_samples(f_, updates_.array, samples_, place(now));
    const StmtId none = build_.store(samples_, {place(now)}, build_.number(ScalarType::Int32, 0), range_);
    return items(now, {}, build_.int64(kSamples / kThreads), {none, iteration(now, to_samples)});
  }

  /// The items look through all samples for those of their places: none stores where another one does.
  StmtId give_places() {
    const Turn now = turn();
    const VarId sample = build_.variable("sample", ScalarType::Int64, range_);
    const VarId bin = build_.variable("bin", ScalarType::Int64, range_);
    const ExprId tag = build_.load(samples_, {build_.read(sample)});
    const ExprId at = Table::place_of(build_, build_.read(bin));
    const ExprId owner = build_.binary(BinaryOp::BitAnd, build_.read(bin), build_.int64(kThreads - 1));
    const ExprId is_own = build_.binary(BinaryOp::LogicalAnd, build_.compare(CompareOp::Equal, owner, build_.read(now.item)),
                                        build_.compare(CompareOp::GreaterEqual, build_.read(bin), build_.int64(0)));
    const Block look_at{build_.assign(bin, build_.sub(build_.cast(ScalarType::Int64, tag), build_.int64(1)), range_),
                        build_.if_then(is_own, {build_.store(table_.tags, {at}, tag, range_)}, {}, range_)};
    const Block clear{build_.store(table_.tags, {place(now)}, build_.number(ScalarType::Int32, 0), range_),
                      build_.store(table_.counts, {place(now)}, build_.number(f_[table_.counts].type, 0), range_)};
    const StmtId clear_all = build_.loop(now.round, build_.int64(kTablePlaces / kThreads), LoopMark::Sequential, clear, range_);
    const StmtId look_through = build_.loop(sample, build_.int64(kSamples), LoopMark::Sequential, look_at, range_);
    return build_.loop(now.item, build_.int64(kThreads), LoopMark::Item, {clear_all, look_through}, range_);
  }

  StmtId count() {
    const Turn now = turn();
    ToPlaces to_places(f_, updates_.array, table_);
    return items(now, {}, build_.int64(kRounds), {iteration(now, to_places)});
  }

  StmtId hand_over() {
    const Turn now = turn();
    const ExprId tag = build_.cast(ScalarType::Int64, build_.load(table_.tags, {place(now)}));
    const ExprId counted = build_.load(table_.counts, {place(now)});
    const ExprId value = build_.cast(f_[updates_.array].type, counted);
    const ExprId bin = build_.sub(tag, build_.int64(1));
    const StmtId update = build_.statement(AtomicUpdate{updates_.array, {bin}, BinaryOp::Add, value}, range_);
    const ExprId has_counted = build_.compare(CompareOp::NotEqual, counted, build_.number(f_[table_.counts].type, 0));
    return items(now, {}, build_.int64(kTablePlaces / kThreads), {build_.if_then(has_counted, {update}, {}, range_)});
  }

  const ArrayId samples_;
  const Table table_;
};

/// Whether an iteration reads what iterations store: the look would then see something else.
bool reads_what_it_stores(const Function& f, const Block& body) {
  return any_stmt(f, body, [&](StmtId id) {
    const auto* store = std::get_if<Store>(&f[id].node);
    return store != nullptr && elements_of(f, body, store->array).size() > 1;
  });
}

}  // namespace

std::optional<GroupOffer> share_updates(const Function& function, const Kernel& kernel,
                                        const kernel::Layout&, const abi::DeviceProperties& device) {
  if (device.max_threads < UpdatesOfGroups::kThreads || device.local_bytes_static < kPlaces * 8) return std::nullopt;
  const std::optional<Updates> updates = find_updates(function, kernel);
  if (!updates) return std::nullopt;
  const auto pays = [array = updates->array](const LaunchFacts& launch) {
    return launch.extents[0] >= UpdatesOfGroups::kLeastIterations && launch.extent(array, 0) <= kPlaces;
  };
  return GroupOffer{.pays = pays, .make = [&function, &kernel, updates = *updates] {
                      return std::optional(ShareUpdates(function, kernel, updates).run());
                    }};
}

std::optional<GroupOffer> share_frequent_updates(const Function& function, const Kernel& kernel,
                                                 const kernel::Layout&, const abi::DeviceProperties& device) {
  if (device.max_threads < UpdatesOfGroups::kThreads || device.local_bytes_static < kTablePlaces * 12 + kSamples * 4)
    return std::nullopt;
  const std::optional<Updates> updates = find_updates(function, kernel);
  if (!updates) return std::nullopt;
  if (reads_what_it_stores(function, std::get<For>(function[kernel.grid.back()].node).body)) return std::nullopt;
  const auto pays = [array = updates->array](const LaunchFacts& launch) {
    const int64_t bins = launch.extent(array, 0);
    return launch.extents[0] >= UpdatesOfGroups::kLeastIterations && bins > kTablePlaces && bins < kMostBins;
  };
  return GroupOffer{.pays = pays, .make = [&function, &kernel, updates = *updates] {
                      return std::optional(ShareFrequentUpdates(function, kernel, updates).run());
                    }};
}

}  // namespace unpython::transform
