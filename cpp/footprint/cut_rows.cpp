// A sweep over the rows: runs of the row at hand change only where a box begins or has ended.
#include "footprint/cut_rows.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace unpython::footprint {
namespace {

/// Runs of subscripts, apart from each other.
class Runs {
 public:
  void add(int64_t low, int64_t high) {
    auto next = runs_.upper_bound(low);
    if (next != runs_.begin() && std::prev(next)->second == low - 1) {
      low = std::prev(next)->first;
      runs_.erase(std::prev(next));
    }
    if (next != runs_.end() && next->first == high + 1) {
      high = next->second;
      runs_.erase(next);
    }
    runs_[low] = high;
  }
  /// All of [low, high] is in one run.
  void remove(int64_t low, int64_t high) {
    const auto run = std::prev(runs_.upper_bound(low));
    const auto [first, last] = *run;
    runs_.erase(run);
    if (first < low) runs_[first] = low - 1;
    if (high < last) runs_[high + 1] = last;
  }
  [[nodiscard]] const std::map<int64_t, int64_t>& all() const { return runs_; }

 private:
  std::map<int64_t, int64_t> runs_;
};

struct Change {
  int64_t row;
  bool begins;  ///< what has ended goes first
  int64_t low;
  int64_t high;
};

/// Boxes that differ in the two dimensions alone, and leave nothing out there.
bool are_joinable(const std::vector<Box>& boxes, size_t outer, size_t inner) {
  return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
    Box alike = boxes[0];
    alike.set(outer, box.low[outer], box.high[outer]);
    alike.set(inner, box.low[inner], box.high[inner]);
    return alike == box;
  });
}

std::vector<Box> rows_of_each(const std::vector<Box>& boxes, size_t outer) {
  std::vector<Box> rows;
  for (const Box& box : boxes) {
    for (int64_t row = box.low[outer]; row <= box.high[outer]; row += box.step[outer]) {
      rows.push_back(box);
      rows.back().set(outer, row, row);
    }
  }
  return rows;
}

}  // namespace

std::vector<Box> cut_rows(const Footprint& part, size_t outer, size_t inner) {
  const std::vector<Box>& boxes = part.boxes();
  if (boxes.empty() || !are_joinable(boxes, outer, inner)) return rows_of_each(boxes, outer);
  std::vector<Change> changes;
  for (const Box& box : boxes) {
    changes.push_back({box.low[outer], true, box.low[inner], box.high[inner]});
    changes.push_back({box.high[outer] + 1, false, box.low[inner], box.high[inner]});
  }
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::tie(a.row, a.begins, a.low) < std::tie(b.row, b.begins, b.low);
  });
  Runs runs;
  std::vector<Box> rows;
  for (size_t next = 0; next < changes.size();) {
    int64_t row = changes[next].row;
    for (; next < changes.size() && changes[next].row == row; ++next) {
      const Change& change = changes[next];
      change.begins ? runs.add(change.low, change.high) : runs.remove(change.low, change.high);
    }
    for (; next < changes.size() && row < changes[next].row; ++row) {
      for (const auto& [low, high] : runs.all()) {
        rows.push_back(boxes[0]);
        rows.back().set(outer, row, row);
        rows.back().set(inner, low, high);
      }
    }
  }
  return rows;
}

}  // namespace unpython::footprint
