#include "grouping/overlap_graph.h"

#include <algorithm>
#include <numeric>

#include "analysis/descriptor_overlap.h"
#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::Descriptor;

/// Reaches of a component that touch the same bytes: a node of the graph.
struct Node {
  ReachSet reaches;
  const Descriptor* set = nullptr;
  bool written = false;
};

/// Beyond this many nodes, pairs are not compared one by one.
constexpr size_t kMostCompared = 64;
/// A buffer this close to its largest member (1 part in 64) is not worth splitting.
constexpr int64_t kNotWorthSplitting = 64;

class Component {
 public:
  Component(std::span<const Reach> reaches, const std::vector<bool>& writes, const ReachSet& all,
            int node_limit)
      : reaches_(reaches), node_limit_(node_limit) {
    for (const size_t reach : all) {
      const Descriptor& set = reaches[reach].bytes.set;
      const auto same =
          std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return *node.set == set; });
      Node& node = same == nodes_.end() ? nodes_.emplace_back(Node{.reaches = {}, .set = &set}) : *same;
      node.reaches.push_back(reach);
      node.written = node.written || writes[reach];
    }
  }

  std::vector<LaidOutGroup> best() {
    std::vector<size_t> every(nodes_.size());
    std::iota(every.begin(), every.end(), size_t{0});
    std::vector<std::vector<size_t>> whole{every};
    Choice best = lay_out(whole);
    if (nodes_.size() == 1 || (best.found && is_close(best))) return std::move(best.groups);
    const auto separate = separable_parts();
    if (separate.size() == 1 || (best.found && least_bytes(separate) >= best.bytes))
      return std::move(best.groups);
    take_smaller(best, lay_out(separate));
    const auto by_stride = join_reads_of_equal_strides(separate);
    if (by_stride.size() < separate.size() && by_stride.size() > 1) take_smaller(best, lay_out(by_stride));
    return std::move(best.groups);
  }

 private:
  struct Choice {
    bool found = false;
    int64_t bytes = 0;
    std::vector<LaidOutGroup> groups;
  };

  Choice lay_out(const std::vector<std::vector<size_t>>& parts) const {
    Choice choice{.found = true, .groups = {}};
    for (const std::vector<size_t>& part : parts) {
      LaidOutGroup group;
      for (const size_t node : part) {
        group.reaches.insert(group.reaches.end(), nodes_[node].reaches.begin(), nodes_[node].reaches.end());
      }
      std::sort(group.reaches.begin(), group.reaches.end());
      std::vector<const Reach*> members;
      for (const size_t reach : group.reaches) members.push_back(&reaches_[reach]);
      auto layout = lay_out_group(members, node_limit_);
      const auto bytes = layout ? checked_add(choice.bytes, layout->bytes) : std::nullopt;
      if (!bytes) return {};
      choice.bytes = *bytes;
      group.layout = std::move(*layout);
      choice.groups.push_back(std::move(group));
    }
    return choice;
  }

  static void take_smaller(Choice& best, Choice other) {
    if (other.found && (!best.found || other.bytes < best.bytes)) best = std::move(other);
  }

  static bool is_close(const Choice& whole) {
    const GroupLayout& group = whole.groups.front().layout;
    const int64_t least = least_cells(group.members);
    return group.layout.cells - least <= least / kNotWorthSplitting;
  }

  /// Components of the graph whose edges are pairs that may touch a common byte, one of them writing it.
  [[nodiscard]] std::vector<std::vector<size_t>> separable_parts() const {
    std::vector<size_t> part(nodes_.size());
    std::iota(part.begin(), part.end(), size_t{0});
    for (size_t i = 0; i < nodes_.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (part[i] == part[j] || !must_share(nodes_[i], nodes_[j])) continue;
        const size_t from = std::max(part[i], part[j]);
        const size_t to = std::min(part[i], part[j]);
        std::replace(part.begin(), part.end(), from, to);
      }
    }
    std::vector<std::vector<size_t>> parts(nodes_.size());
    for (size_t i = 0; i < nodes_.size(); ++i) parts[part[i]].push_back(i);
    std::erase_if(parts, [](const auto& nodes) { return nodes.empty(); });
    return parts;
  }

  [[nodiscard]] bool must_share(const Node& a, const Node& b) const {
    if (!a.written && !b.written) return false;
    return nodes_.size() > kMostCompared || analysis::overlap(*a.set, *b.set) != analysis::Overlap::Never;
  }

  /// No layout of the parts takes fewer bytes than their largest members.
  [[nodiscard]] int64_t least_bytes(const std::vector<std::vector<size_t>>& parts) const {
    int64_t sum = 0;
    for (const std::vector<size_t>& part : parts) {
      int64_t largest = 0;
      for (const size_t node : part) {
        largest = std::max(largest, analysis::touched_units(*nodes_[node].set).value_or(0));
      }
      if (__builtin_add_overflow(sum, largest, &sum)) return INT64_MAX;
    }
    return sum;
  }

  [[nodiscard]] bool are_alike(const Node& a, const Node& b) const {
    return std::ranges::equal(a.set->dims(), b.set->dims(), {}, &analysis::Dimension::stride,
                              &analysis::Dimension::stride);
  }

  [[nodiscard]] std::vector<std::vector<size_t>> join_reads_of_equal_strides(
      const std::vector<std::vector<size_t>>& parts) const {
    std::vector<std::vector<size_t>> result;
    for (const std::vector<size_t>& part : parts) {
      const Node& first = nodes_[part.front()];
      const auto alike = std::find_if(result.begin(), result.end(), [&](const std::vector<size_t>& other) {
        return !first.written && !nodes_[other.front()].written && are_alike(first, nodes_[other.front()]);
      });
      if (alike == result.end()) {
        result.push_back(part);
      } else {
        alike->insert(alike->end(), part.begin(), part.end());
      }
    }
    return result;
  }

  std::span<const Reach> reaches_;
  int node_limit_;
  std::vector<Node> nodes_;
};

}  // namespace

std::optional<std::vector<ReachSet>> components(std::span<const Reach> reaches,
                                                std::span<const int> memory_of) {
  struct Interval {
    int memory = 0;
    analysis::IntegerRange bytes{};
    size_t reach = 0;
  };
  std::vector<Interval> intervals;
  for (size_t i = 0; i < reaches.size(); ++i) {
    const auto bytes = analysis::interval(reaches[i].bytes.set);
    if (!bytes) return std::nullopt;
    intervals.push_back({.memory = memory_of[i], .bytes = *bytes, .reach = i});
  }
  std::stable_sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
    return a.memory != b.memory ? a.memory < b.memory : a.bytes.low < b.bytes.low;
  });
  std::vector<ReachSet> result;
  int memory = -1;
  int64_t high = 0;
  for (const Interval& next : intervals) {
    if (result.empty() || next.memory != memory || next.bytes.low > high) {
      result.emplace_back();
      high = next.bytes.high;
    }
    memory = next.memory;
    high = std::max(high, next.bytes.high);
    result.back().push_back(next.reach);
  }
  for (ReachSet& component : result) std::sort(component.begin(), component.end());
  return result;
}

std::vector<LaidOutGroup> lay_out_component(std::span<const Reach> reaches, const std::vector<bool>& writes,
                                            const ReachSet& component, int node_limit) {
  return Component(reaches, writes, component, node_limit).best();
}

}  // namespace unpython::grouping
