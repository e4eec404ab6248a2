#include "footprint/footprint.h"

#include <algorithm>

namespace unpython::footprint {
namespace {

bool begins_before(const Box& a, const Box& b) { return a.low < b.low; }

/// Finds what may meet a box in a sorted list.
class Neighbours {
 public:
  explicit Neighbours(const std::vector<Box>& sorted) : sorted_(sorted) {
    int64_t highest = INT64_MIN;
    for (const Box& box : sorted) highest_.push_back(highest = std::max(highest, box.high[0]));
  }
  /// Calls `visit` until it returns false.
  template <class Visit>
  void each(const Box& box, const Visit& visit) const {
    const auto end = std::upper_bound(sorted_.begin(), sorted_.end(), box.high[0],
                                      [](int64_t high, const Box& other) { return high < other.low[0]; });
    for (auto n = static_cast<size_t>(end - sorted_.begin()); n-- > 0;) {
      if (highest_[n] < box.low[0]) return;
      if (sorted_[n].high[0] >= box.low[0] && !visit(sorted_[n])) return;
    }
  }

 private:
  const std::vector<Box>& sorted_;
  std::vector<int64_t> highest_;  ///< of the boxes up to here
};

std::vector<Box> without(const Box& box, const Neighbours& others) {
  std::vector<Box> rest{box};
  others.each(box, [&](const Box& other) {
    std::vector<Box> left;
    for (const Box& part : rest) {
      const std::vector<Box> parts = difference(part, other);
      left.insert(left.end(), parts.begin(), parts.end());
    }
    rest = std::move(left);
    return !rest.empty();
  });
  return rest;
}

/// Dimensions along which boxes of one hull may differ.
std::vector<size_t> varying(const Box& hull) {
  std::vector<size_t> dimensions;
  for (size_t d = 0; d < kMaxRank; ++d) {
    if (hull.low[d] != hull.high[d]) dimensions.push_back(d);
  }
  return dimensions;
}

/// Joins what continues along dimension `d`, one of `dimensions`.
bool join_along(size_t d, const std::vector<size_t>& dimensions, std::vector<Box>& boxes) {
  const auto comes_before = [&](const Box& a, const Box& b) {
    for (size_t other : dimensions) {
      if (other == d) continue;
      if (a.low[other] != b.low[other]) return a.low[other] < b.low[other];
      if (a.high[other] != b.high[other]) return a.high[other] < b.high[other];
      if (a.step[other] != b.step[other]) return a.step[other] < b.step[other];
    }
    return a.low[d] < b.low[d];
  };
  if (!std::is_sorted(boxes.begin(), boxes.end(), comes_before))
    std::sort(boxes.begin(), boxes.end(), comes_before);
  size_t kept = 0;
  for (size_t n = 1; n < boxes.size(); ++n) {
    if (const std::optional<Box> both = joined(boxes[kept], boxes[n], d)) {
      boxes[kept] = *both;
    } else {
      boxes[++kept] = boxes[n];
    }
  }
  const bool fewer = kept + 1 < boxes.size();
  boxes.resize(kept + 1);
  return fewer;
}

}  // namespace

Footprint::Footprint(std::vector<Box> boxes) {
  std::erase_if(boxes, [](const Box& box) { return footprint::is_empty(box); });
  if (boxes.size() < 2) {
    boxes_ = std::move(boxes);
    return;
  }
  std::vector<Box> open;  // boxes that start together are cut by the longest of them
  std::stable_sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) {
    return a.low[0] != b.low[0] ? a.low[0] < b.low[0] : a.high[0] > b.high[0];
  });
  for (const Box& box : boxes) {
    std::erase_if(open, [&](const Box& other) { return other.high[0] < box.low[0]; });
    std::vector<Box> rest{box};
    for (const Box& other : open) {
      std::vector<Box> left;
      for (const Box& part : rest) {
        const std::vector<Box> parts = difference(part, other);
        left.insert(left.end(), parts.begin(), parts.end());
      }
      rest = std::move(left);
    }
    open.insert(open.end(), rest.begin(), rest.end());
    boxes_.insert(boxes_.end(), rest.begin(), rest.end());
  }
  join();
}

/// A box that has as many elements as all of them is all of them.
void Footprint::join() {
  if (boxes_.size() > 1) {
    const Box all = *hull();
    if (footprint::elements(all) == elements()) {
      boxes_ = {all};
      return;
    }
    const std::vector<size_t> dimensions = varying(all);
    for (bool fewer = true; fewer && boxes_.size() > 1;) {
      fewer = false;
      for (size_t d : dimensions) fewer |= join_along(d, dimensions, boxes_);
    }
  }
  std::sort(boxes_.begin(), boxes_.end(), begins_before);
}

int64_t Footprint::elements() const {
  int64_t sum = 0;
  for (const Box& box : boxes_) sum += footprint::elements(box);
  return sum;
}

std::optional<Box> Footprint::hull() const {
  if (boxes_.empty()) return std::nullopt;
  Box all = boxes_[0];
  for (const Box& box : boxes_) all = bounding(all, box);
  return all;
}

void Footprint::add(const Footprint& more) {
  if (boxes_.empty()) {
    boxes_ = more.boxes_;
    return;
  }
  const Footprint fresh = more.without(*this);
  if (fresh.is_empty()) return;
  boxes_.insert(boxes_.end(), fresh.boxes_.begin(), fresh.boxes_.end());
  join();
}

Footprint Footprint::without(const Footprint& other) const {
  if (boxes_.empty() || other.boxes_.empty()) return *this;
  if (boxes_ == other.boxes_) return {};
  const Neighbours others(other.boxes_);
  Footprint rest;
  bool cut = false;
  for (const Box& box : boxes_) {
    const std::vector<Box> parts = footprint::without(box, others);
    cut |= parts.size() > 1 || (parts.size() == 1 && parts[0] != box);
    rest.boxes_.insert(rest.boxes_.end(), parts.begin(), parts.end());
  }
  if (cut) rest.join();
  return rest;
}

Footprint Footprint::within(const Box& box) const {
  Footprint part;
  for (const Box& own : boxes_) {
    if (const std::optional<Box> both = common(own, box)) part.boxes_.push_back(*both);
  }
  part.join();
  return part;
}

bool Footprint::meets(const Footprint& other) const {
  const Neighbours others(other.boxes_);
  return std::any_of(boxes_.begin(), boxes_.end(), [&](const Box& box) {
    bool found = false;
    others.each(box, [&](const Box& candidate) { return !(found = common(box, candidate).has_value()); });
    return found;
  });
}

}  // namespace unpython::footprint
