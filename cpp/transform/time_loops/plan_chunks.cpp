#include "transform/time_loops/plan_chunks.h"

#include <algorithm>
#include <set>

#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

// Of one multiprocessor and cycle, measured on a H200: bytes of memory, bytes of local memory, operations.
constexpr double kMemoryBytes = 17;
constexpr double kLocalBytes = 128;
constexpr double kOperations = 128;
constexpr double kFromCache = 0.5;   // of a byte of memory, for one that the tile beside has loaded
constexpr double kComputes = 0.9;    // of the time that local memory, or the operations, would take alone
constexpr double kLeastGain = 1.15;  // over a launch for each nest
constexpr double kLeastGainInSpace = 2.5;  // with planes; a stencil of 7 elements took 1.8 times as long as is told here
constexpr double kLongerGain = 1.03;  // over fewer nests, whose kernels take less time to compile
constexpr double kFramework = 3;     // operations for each element of a nest beside its own

constexpr size_t kMostNests = 9;  // whose kernels take about a second to compile
constexpr int64_t kMostRows = 24;         // that an item runs, written out
constexpr int64_t kMostWritten = 6000;    // nodes of expressions of a kernel
constexpr int64_t kLeastThreads = 128;
constexpr int64_t kMostThreads = 512;
constexpr int64_t kFlatColumns = 1024;

/// Of an expression, those for subscripts left out.
int64_t operations_of(const Function& f, ExprId root) {
  const Expr& expr = f[root];
  if (is_one_of<Load, Const>(expr.node)) return 0;
  int64_t count = std::holds_alternative<Read>(expr.node) ? 0 : 1;
  for (ExprId operand : operands(expr)) count += operations_of(f, operand);
  return count;
}
int64_t operations_of(const Function& f, const Block& body) {
  int64_t count = 0;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* store = std::get_if<Store>(&f[id].node);
    if (store != nullptr) count += operations_of(f, store->value);
    else
      for (ExprId held : expressions(f[id])) count += operations_of(f, held);
    return true;
  });
  return count;
}

int64_t rounded(int64_t value, int64_t to) { return (value + to - 1) / to * to; }

/// What a chunk does, before its tile is known.
class MakeChunk {
 public:
  MakeChunk(const TimeLoop& loop, size_t first, size_t count, int64_t rows, bool copies)
      : loop_(loop), first_(first), count_(count), rows_(rows), copies_(copies) {}

  std::optional<Chunk> run() {
    for (const TurnArray& array : loop_.arrays) add(array);
    reach_back();
    for (ChunkArray& use : chunk_.arrays) {
      use.copied = use.input && use.output && *use.reach != none();
      const bool kept = loop_.array(use.array)->is_temporary && (use.input || use.output);
      if (kept || (use.copied && !copies_)) return std::nullopt;
    }
    const size_t dimensions = loop_.dimensions();
    chunk_.reach = {Distances(dimensions, 0), Distances(dimensions, 0)};
    for (const ChunkArray& array : chunk_.arrays)
      if (array.reach) grow(chunk_.reach, *array.reach);
    if (dimensions > 1) round(chunk_.reach);
    return std::move(chunk_);
  }

 private:
  [[nodiscard]] size_t nest_at(size_t n) const { return (first_ + n) % loop_.nests.size(); }
  [[nodiscard]] const TurnTouch* touch(size_t n, ArrayId array) const { return loop_.nests[nest_at(n)].touch_of(array); }

  [[nodiscard]] Reach none() const { return {Distances(loop_.dimensions(), 0), Distances(loop_.dimensions(), 0)}; }

  void add(const TurnArray& array) {
    ChunkArray use{.array = array.array};
    bool stored = false;
    bool overwritten = false;
    for (size_t n = 0; n < count_; ++n) {
      const TurnTouch* now = touch(n, array.array);
      if (now == nullptr) continue;
      if (now->is_needed()) (overwritten ? use.edges : use.input) = true;
      stored |= now->store.has_value();
      overwritten |= now->store && now->certain;
    }
    use.output = stored && is_needed_behind(array.array);
    use.edges = use.edges && !use.input && !array.is_temporary;
    chunk_.arrays.push_back(use);
  }
  [[nodiscard]] bool is_needed_behind(ArrayId array) const {
    for (size_t n = count_; n < count_ + loop_.nests.size(); ++n) {
      const TurnTouch* now = touch(n, array);
      if (now != nullptr && now->is_needed()) return true;
      if (now != nullptr && now->store && now->certain) return false;
    }
    return false;
  }

  static void grow(Reach& reach, const Reach& more) {
    for (size_t d = 0; d < reach.below.size(); ++d) {
      reach.below[d] = std::max(reach.below[d], more.below[d]);
      reach.above[d] = std::max(reach.above[d], more.above[d]);
    }
  }
  static void grow(std::optional<Reach>& reach, const Reach& more) {
    if (reach) return grow(*reach, more);
    reach = more;
  }
  /// Of elements, from that of counters, or the other way round.
  static Reach moved(Reach reach, const Distances& by, int64_t sign) {
    for (size_t d = 0; d < by.size(); ++d) {
      reach.below[d] -= sign * by[d];
      reach.above[d] += sign * by[d];
    }
    return reach;
  }
  /// All items have as many rows.
  void round(Reach& reach) const {
    const size_t d = reach.below.size() - 2;
    reach.above[d] = rounded(reach.below[d] + reach.above[d], rows_) - reach.below[d];
  }
  [[nodiscard]] ChunkArray& use_of(ArrayId array) {
    return *std::find_if(chunk_.arrays.begin(), chunk_.arrays.end(), [&](const ChunkArray& use) { return use.array == array; });
  }

  void reach_back() {
    std::set<ArrayId> wanted;
    std::set<ArrayId> touched;  // by nests behind
    for (ChunkArray& use : chunk_.arrays) {
      if (!use.output) continue;
      use.reach = none();
      wanted.insert(use.array);
    }
    for (size_t n = count_; n-- > 0;) {
      const TurnNest& nest = loop_.nests[nest_at(n)];
      std::optional<Reach> reach;
      for (const TurnTouch& each : nest.touches)
        if (each.store && wanted.contains(each.array)) grow(reach, moved(*use_of(each.array).reach, *each.store, -1));
      if (!reach) continue;
      if (loop_.dimensions() > 1) round(*reach);
      ChunkNest added{.nest = nest_at(n), .reach = *reach};
      for (const TurnTouch& each : nest.touches) {
        ChunkArray& use = use_of(each.array);
        const bool last = each.store && each.certain && !each.reads_back && use.output && !touched.contains(each.array);
        if (last && moved(*reach, *each.store, 1) == none()) added.last.push_back(each.array);
        touched.insert(each.array);
        if (each.store) grow(use.reach, moved(*reach, *each.store, 1));
        for (const Distances& load : each.loads) grow(use.reach, moved(*reach, load, 1));
        if (each.is_needed()) wanted.insert(each.array);
      }
      chunk_.nests.insert(chunk_.nests.begin(), std::move(added));
    }
  }

  const TimeLoop& loop_;
  const size_t first_;
  const size_t count_;
  const int64_t rows_;
  const bool copies_;
  Chunk chunk_;
};

/// Cycles of a multiprocessor for each element of a tile.
class Costs {
 public:
  Costs(const Function& f, const TimeLoop& loop) : f_(f), loop_(loop) {}

  /// Of the plain nests, on average.
  [[nodiscard]] double plain() const {
    double bytes = 0;
    for (const TurnNest& nest : loop_.nests) {
      for (const TurnTouch& touch : nest.touches)
        bytes += static_cast<double>((touch.loads.empty() ? 0 : 1) + (touch.store ? 1 : 0)) * item(touch.array);
      for (ArrayId other : nest.others) bytes += item(other);
    }
    return bytes / kMemoryBytes / static_cast<double>(loop_.nests.size());
  }

  [[nodiscard]] double of(const Chunk& chunk) const {
    const double tile = elements(chunk, {Distances(loop_.dimensions(), 0), Distances(loop_.dimensions(), 0)});
    double memory = 0;
    double local = 0;
    double operations = 0;
    for (const ChunkArray& use : chunk.arrays) {
      const double around = elements(chunk, chunk.reach) - tile;
      if (use.input) {
        memory += (tile + kFromCache * around) * item(use.array);
        local += (tile + around) * item(use.array);
        operations += (tile + around) * kFramework;
      }
      if (use.output) memory += tile * item(use.array);
    }
    std::set<ArrayId> others;
    for (const ChunkNest& each : chunk.nests) {
      const TurnNest& nest = loop_.nests[each.nest];
      const double runs = elements(chunk, each.reach);
      double accesses = 0;
      double widest = 4;
      for (const TurnTouch& touch : nest.touches) {
        accesses += accesses_of(touch);
        widest = std::max(widest, item(touch.array));
        local += runs * accesses_of(touch) * item(touch.array);
      }
      for (ArrayId other : nest.others) {
        local += runs * item(other);
        others.insert(other);
      }
      const double own = static_cast<double>(operations_of(f_, nest.body)) * (widest > 4 ? 2 : 1);
      operations += runs * (own + accesses + kFramework);
    }
    for (ArrayId other : others) memory += tile * item(other);
    const double computes = kComputes * std::max(local / kLocalBytes, operations / kOperations);
    return std::max(memory / kMemoryBytes, computes) / tile / static_cast<double>(chunk.nests.size());
  }

 private:
  [[nodiscard]] double item(ArrayId array) const { return static_cast<double>(size_of(f_[array].type)); }
  [[nodiscard]] static double elements(const Chunk& chunk, const Reach& reach) {
    double result = 1;
    for (size_t d = 0; d < chunk.extents.size(); ++d)
      result *= static_cast<double>(chunk.extents[d] + reach.below[d] + reach.above[d]);
    return result;
  }
  /// Of local memory. Rows below each other share what they read.
  [[nodiscard]] double accesses_of(const TurnTouch& touch) const {
    std::set<Distances> columns;
    for (Distances load : touch.loads) {
      if (load.size() > 1) load[load.size() - 2] = 0;
      columns.insert(std::move(load));
    }
    return static_cast<double>(columns.size() + (touch.store ? 1 : 0));
  }

  const Function& f_;
  const TimeLoop& loop_;
};

class PlanChunks {
 public:
  PlanChunks(const Function& f, const TimeLoop& loop, int64_t group_bytes)
      : f_(f),
        loop_(loop),
        costs_(f, loop),
        group_bytes_(group_bytes),
        best_(costs_.plain() / (loop.dimensions() > 2 ? kLeastGainInSpace : kLeastGain)) {}

  std::optional<ChunkPlan> run() {
    for (const bool copies : {false, true}) {
      if (plan_) break;
      for (size_t count = 2; count <= std::max(kMostNests, loop_.nests.size()); ++count) {
        if (2 * count % loop_.nests.size() != 0 || (copies && count % loop_.nests.size() != 0)) continue;
        shapes(count, copies);
        kept_ = best_ / kLongerGain;
      }
    }
    return std::move(plan_);
  }

 private:
  void shapes(size_t count, bool copies) {
    if (loop_.dimensions() == 1) return shape(count, copies, kFlatColumns, 1);
    for (const int64_t columns : {128, 64, 32}) {
      for (const int64_t rows : {2, 4, 8}) {
        if (columns * rows >= kLeastThreads && columns * rows <= kMostThreads) shape(count, copies, columns, rows);
      }
    }
  }

  void shape(size_t count, bool copies, int64_t columns, int64_t rows) {
    ChunkPlan plan{.columns = columns, .rows = rows};
    for (size_t n = 0; n < plan.chunks.size(); ++n) {
      auto made = MakeChunk(loop_, n * count, count, rows, copies).run();
      if (!made || made->nests.size() != count) return;
      plan.chunks[n] = std::move(*made);
    }
    const size_t dimensions = loop_.dimensions();
    if (dimensions == 1) return consider(plan, {columns});
    for (const int64_t high : {8, 16, 24, 32, 48}) {
      if (dimensions == 2) consider(plan, {high, columns});
      if (dimensions == 3)
        for (const int64_t deep : {4, 8, 16}) consider(plan, {deep, high, columns});
    }
  }

  void consider(ChunkPlan plan, const Distances& extents) {
    double cost = 0;
    for (Chunk& chunk : plan.chunks) {
      chunk.extents = extents;
      chunk.extents.back() -= chunk.reach.below.back() + chunk.reach.above.back();
      if (chunk.extents.back() < plan.columns / 4 || !fits(plan, chunk)) return;
      cost += costs_.of(chunk) / static_cast<double>(plan.chunks.size());
    }
    if (cost >= best_ || cost >= kept_) return;
    best_ = cost;
    plan_ = std::move(plan);
  }
  [[nodiscard]] bool fits(const ChunkPlan& plan, const Chunk& chunk) const {
    int64_t elements = 1;
    for (size_t d = 0; d < chunk.extents.size(); ++d) elements *= chunk.size(d);
    int64_t bytes = 0;
    for (const ChunkArray& use : chunk.arrays)
      if (use.reach) bytes += elements * size_of(f_[use.array].type);
    const int64_t rows = chunk.extents.size() > 1 ? chunk.size(chunk.extents.size() - 2) / plan.rows : 1;
    int64_t written = 0;
    for (const ChunkNest& each : chunk.nests) written += count_exprs(f_, loop_.nests[each.nest].body) * rows;
    return bytes <= group_bytes_ && rows <= kMostRows && written <= kMostWritten;
  }

  const Function& f_;
  const TimeLoop& loop_;
  const Costs costs_;
  const int64_t group_bytes_;
  double best_;
  double kept_ = best_;  ///< what more nests must be better than
  std::optional<ChunkPlan> plan_;
};

}  // namespace

std::optional<ChunkPlan> plan_chunks(const Function& function, const TimeLoop& loop, int64_t group_bytes) {
  return PlanChunks(function, loop, group_bytes).run();
}

}  // namespace unpython::transform
