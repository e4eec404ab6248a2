#include "grouping/group_layout.h"

#include <algorithm>
#include <numeric>

#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::Descriptor;
using analysis::Enclosure;
using analysis::LinearForm;

/// A layout that is this close to a lower bound is not improved by an integer program: 1 part in 64.
constexpr int64_t kCloseEnough = 64;
/// An interval is taken if it is small, or dense: at least one cell in eight belongs to a member.
constexpr int64_t kSmallBytes = int64_t{1} << 16;
constexpr int64_t kSparsest = 8;

/// The members of a group while layouts are tried.
class GroupRules {
 public:
  GroupRules(std::span<const Reach* const> reaches, int node_limit)
      : reaches_(reaches), node_limit_(node_limit) {}

  std::optional<GroupLayout> best() {
    if (!choose_unit()) return std::nullopt;
    std::vector<Enclosure> apart;
    for (const Reach* reach : reaches_) {
      const auto cells = analysis::in_cells(reach->bytes, unit_, origin_, widest_ > unit_);
      if (!cells) return std::nullopt;
      apart.push_back(*cells);
    }
    if (reaches_.size() > 1 && !pad_all(apart)) return std::nullopt;
    try_rules(apart);
    if (!best_ || !is_close(*best_)) {
      std::vector<Enclosure> merged = apart;
      if (analysis::merge_together(merged) && merged.front().set.rank < apart.front().set.rank)
        try_rules(merged);
    }
    return std::move(best_);
  }

 private:
  bool choose_unit() {
    std::vector<Descriptor> sets;
    origin_ = INT64_MAX;
    const Reach* widest = reaches_.front();
    for (const Reach* reach : reaches_) {
      sets.push_back(reach->bytes.set);
      origin_ = std::min(origin_, reach->bytes.set.base);
      if (reach->bytes.set.width > widest->bytes.set.width) widest = reach;
    }
    widest_ = widest->bytes.set.width;
    const auto unit = analysis::common_unit(sets);
    const auto distance = checked_sub(widest->bytes.set.base, origin_);
    if (!unit || !distance) return false;
    unit_ = *unit;
    widest_base_ = *distance / unit_;
    return true;
  }

  static bool pad_all(std::vector<Enclosure>& members) {
    const auto strides = analysis::stride_union(members);
    if (!strides) return false;
    for (Enclosure& member : members) {
      auto padded = analysis::pad(member, *strides);
      if (!padded) return false;
      member = std::move(*padded);
    }
    return true;
  }

  void try_rules(const std::vector<Enclosure>& cells) {
    GroupLayout group{
        .layout = {}, .unit = unit_, .origin = origin_, .cells = cells, .members = {}, .member_of = {}};
    for (const Enclosure& each : cells) {
      const auto same = std::find(group.members.begin(), group.members.end(), each.set);
      group.member_of.push_back(static_cast<size_t>(same - group.members.begin()));
      if (same == group.members.end()) group.members.push_back(each.set);
    }
    const Members members = group.members;
    least_ = std::max(least_, least_cells(members));
    offer(group, lay_out_single(members));
    if (members.size() > 1) {
      offer(group, lay_out_equal(members));
      offer(group, lay_out_interleaved(members));
    }
    offer_interval(group);
    if (members.size() > 1 && members.front().rank > 1 && !(best_ && is_close(*best_))) {
      offer(group, lay_out_by_program(members, node_limit_));
    }
  }

  void offer_interval(GroupLayout& group) {
    auto interval = lay_out_interval(group.members, widest_base_, widest_ / unit_);
    if (!interval) return;
    const auto bytes = checked_mul(interval->cells, unit_);
    int64_t touched = 0;  // at least, unless members meet
    for (const Descriptor& member : group.members) {
      const auto count = analysis::index_count(member);
      const auto sum = count ? checked_add(touched, *count) : std::nullopt;
      touched = sum.value_or(INT64_MAX);
    }
    if (bytes && (*bytes <= kSmallBytes || interval->cells / kSparsest <= touched))
      offer(group, std::move(interval));
  }

  void offer(GroupLayout& group, std::optional<Layout> layout) {
    if (!layout) return;
    const auto bytes = checked_mul(layout->cells, unit_);
    if (!bytes) return;
    group.layout = std::move(*layout);
    group.bytes = *bytes;
    const bool aligned = keeps_alignment(group);
    const bool better =
        !best_ || (aligned && !best_aligned_) || (aligned == best_aligned_ && group.bytes < best_->bytes);
    if (!better) return;
    best_ = group;
    best_aligned_ = aligned;
  }

  /// Do accesses lie at multiples of their width in the buffer?
  bool keeps_alignment(const GroupLayout& group) const {
    for (size_t i = 0; i < reaches_.size(); ++i) {
      const int64_t width = reaches_[i]->bytes.set.width;
      if (width == unit_) continue;
      const auto offset = packed_offset(group, i);
      if (!offset || offset->constant() % width != 0) return false;
      const auto terms = offset->terms();
      if (std::any_of(terms.begin(), terms.end(),
                      [&](const auto& term) { return term.coefficient % width != 0; })) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool is_close(const GroupLayout& group) const {
    return best_aligned_ && group.layout.cells - least_ <= least_ / kCloseEnough;
  }

  std::span<const Reach* const> reaches_;
  int node_limit_;
  int64_t unit_ = 1;
  int64_t origin_ = 0;
  int64_t widest_ = 1;
  int64_t widest_base_ = 0;  // in cells
  int64_t least_ = 1;
  std::optional<GroupLayout> best_;
  bool best_aligned_ = false;
};

}  // namespace

int64_t least_cells(Members members) {
  int64_t least = 1;
  for (const Descriptor& member : members) {
    const auto count = analysis::element_count(member);
    if (count) least = std::max(least, *count);
  }
  return least;
}

std::optional<GroupLayout> lay_out_group(std::span<const Reach* const> reaches, int node_limit) {
  return GroupRules(reaches, node_limit).best();
}

std::optional<LinearForm> packed_offset(const GroupLayout& group, size_t reach) {
  const Layout& layout = group.layout;
  const Enclosure& cells = group.cells[reach];
  std::optional<LinearForm> offset = LinearForm(layout.packed_bases[group.member_of[reach]]);
  for (size_t k = 0; k < cells.set.dims().size() && offset; ++k) {
    offset = LinearForm::add_scaled(*offset, cells.index[k], layout.packed_strides[k]);
  }
  return offset ? offset->times(group.unit) : std::nullopt;
}

}  // namespace unpython::grouping
