#include "transform/shared_reads/find_rows.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/groups.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::Layout;

constexpr int64_t kItemsAlongX = kWarp;
constexpr int64_t kItemsAlongY = 8;  // use what is staged for x once more
constexpr int64_t kLoaders = 4;      // groups along y that load for one that computes
constexpr int64_t kRowBytes = 512;   // of a piece where groups are small: its loads wait for memory together
constexpr int64_t kMostPiece = 64;
constexpr int64_t kLeastPiece = 8;
constexpr int64_t kSectorBytes = 32;  // what memory hands out at once

class FindRows {
 public:
  FindRows(const Function& f, const Kernel& kernel, const Layout& layout)
      : f_(f),
        kernel_(kernel),
        layout_(layout),
        body_(loop(kernel.grid.back()).body),
        own_(analysis::assigned_variables(f, body_)),
        varying_(own_) {
    const size_t dimensions = kernel.grid.size();
    for (size_t n = 0; n < dimensions; ++n) {
      const VarId counter = loop(kernel.grid[n]).counter;
      own_.insert(counter);
      if (n + 1 == dimensions) x_ = counter;
      if (n + 2 == dimensions) y_ = counter;
      if (n + 2 >= dimensions) varying_.insert(counter);
    }
  }

  std::optional<Staging> run(int64_t local_bytes) {
    if (may_leave(f_, body_)) return std::nullopt;  // all items of a group come by the pieces
    look_into(body_);
    if (staging_.loops.empty()) return std::nullopt;
    const bool use_y = y_.valid() && !rows_along_y_;
    staging_.items = {kItemsAlongX, use_y ? kItemsAlongY : 1, 1};
    staging_.threads = {kItemsAlongX, use_y ? kItemsAlongY : kLoaders, 1};
    for (StagedLoop& staged : staging_.loops) {
      for (StagedRead& read : staged.reads) {
        if (read.dimension == 1 && !use_y) read.dimension = -1;
      }
    }
    const int64_t most = std::min(local_bytes, kModerateLocalBytes);
    staging_.piece = use_y ? kItemsAlongX : std::min(kMostPiece, kRowBytes / largest_item());
    while (bytes_of(staging_.piece) > most && staging_.piece > kLeastPiece) staging_.piece /= 2;
    if (bytes_of(staging_.piece) > most) return std::nullopt;
    return std::move(staging_);
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(f_[id].node); }

  void look_into(const Block& block) {
    for (StmtId id : block) {
      const auto* inner = std::get_if<For>(&f_[id].node);
      if (inner == nullptr || !is_uniform(inner->extent) || may_leave(f_, inner->body)) continue;
      if (stage(id, *inner)) continue;
      // Its counter is the same in all items of a group.
      varying_.erase(inner->counter);
      look_into(inner->body);
      varying_.insert(inner->counter);
    }
  }

  bool stage(StmtId id, const For& inner) {
    if (inner.mark == LoopMark::Unrolled) return false;  // what an item keeps of its own for all turns
    // The launch asks how often it runs, which only the host's own values tell.
    if (analysis::reads_any(f_, inner.extent, own_)) return false;
    const auto* trips = std::get_if<Const>(&f_[inner.extent].node);
    if (trips != nullptr && trips->value.integer < kLeastStagedIterations) return false;
    StagedLoop staged{.loop = id};
    bool pays = false;
    bool along_y = false;
    for (StmtId statement : inner.body) {
      for (ExprId root : expressions(f_[statement])) {
        walk_exprs(f_, root, [&](ExprId part) {
          const auto* load = std::get_if<Load>(&f_[part].node);
          if (load == nullptr || joins_any(f_, staged.reads, *load, part)) return;
          const std::optional<Row> row = row_of(*load, inner.counter);
          if (!row) return;
          staged.reads.push_back({{load->array, load->indices, {part}}, row->along_x ? 0 : row->along_y ? 1 : -1});
          pays |= row->along_x;
          along_y |= row->along_x && row->along_y;
        });
      }
    }
    if (!pays) return false;
    rows_along_y_ |= along_y;
    staging_.loops.push_back(std::move(staged));
    return true;
  }

  /// Which counters of the grid choose the row that a loop walks along the dense dimension.
  struct Row {
    bool along_x = false;
    bool along_y = false;
  };
  std::optional<Row> row_of(const Load& load, VarId counter) const {
    const std::optional<size_t> known = only_loaded(kernel_, load.array);
    if (!known) return std::nullopt;
    const int dense = layout_.unit_dimension[*known];
    if (dense < 0) return std::nullopt;
    Row row;
    for (size_t d = 0; d < load.indices.size(); ++d) {
      const std::optional<analysis::Affine> form = analysis::affine_form(f_, load.indices[d]);
      if (!form) return std::nullopt;
      const int64_t step = analysis::coefficient_of(f_, *form, counter);
      const bool on_x = analysis::coefficient_of(f_, *form, x_) != 0;
      const bool on_y = y_.valid() && analysis::coefficient_of(f_, *form, y_) != 0;
      const bool is_dense = static_cast<int>(d) == dense;
      if (is_dense ? !is_small(step, load.array) || on_x || on_y : step != 0) return std::nullopt;
      row.along_x |= on_x;
      row.along_y |= on_y;
      for (const analysis::Term& term : form->terms) {
        const auto* read = std::get_if<Read>(&f_[term.atom].node);
        const bool ours =
            read != nullptr && (read->variable == counter || read->variable == x_ || read->variable == y_);
        if (!ours && !is_uniform(term.atom)) return std::nullopt;
      }
    }
    return row;
  }

  /// Neighbours in the loop share what memory hands out at once.
  bool is_small(int64_t step, ArrayId array) const {
    if (step == 0 || step < -kSectorBytes || step > kSectorBytes) return false;
    return std::abs(step) == 1 || std::abs(step) * size_of(f_[array].type) <= kSectorBytes;
  }

  /// All work items of a group see one value.
  bool is_uniform(ExprId id) const {
    return analysis::is_fixed(f_, id, varying_);
  }

  int64_t largest_item() const {
    int64_t bytes = 1;
    for (const StagedLoop& staged : staging_.loops) {
      for (const StagedRead& read : staged.reads)
        bytes = std::max<int64_t>(bytes, size_of(f_[read.array].type));
    }
    return bytes;
  }
  int64_t bytes_of(int64_t piece) const {
    int64_t bytes = 0;
    for (const StagedLoop& staged : staging_.loops) {
      for (const StagedRead& read : staged.reads)
        bytes += staged_elements(staging_, read, piece) * size_of(f_[read.array].type);
    }
    return bytes;
  }
  static int64_t staged_elements(const Staging& staging, const StagedRead& read, int64_t piece) {
    return (read.dimension < 0 ? 1 : staging.items[static_cast<size_t>(read.dimension)]) * (piece + 1);
  }

  const Function& f_;
  const Kernel& kernel_;
  const Layout& layout_;
  const Block& body_;
  analysis::VarSet own_;      ///< what the kernel assigns, its counters included
  analysis::VarSet varying_;  ///< variables that differ between the work items of a group
  VarId x_;
  VarId y_;
  bool rows_along_y_ = false;  ///< some row is chosen by both counters
  Staging staging_;
};

}  // namespace

bool staging_pays(const Staging& staging, const std::array<int64_t, 3>& extents,
                  const std::function<int64_t(StmtId)>& iterations) {
  // Where x and y share what is staged, idle items along x cost more than the rows.
  if (staging.items[1] > 1 && extents[0] * 2 < staging.items[0]) return false;
  return std::any_of(staging.loops.begin(), staging.loops.end(), [&](const StagedLoop& staged) {
    return iterations(staged.loop) >= kLeastStagedIterations;
  });
}

std::optional<Staging> find_rows(const Function& function, const Kernel& kernel, const Layout& layout,
                                 int64_t local_bytes) {
  if (kernel.may_raise || !layout.disjoint) return std::nullopt;
  return FindRows(function, kernel, layout).run(local_bytes);
}

}  // namespace unpython::transform
