#include "footprint/reference_boxes.h"

#include <algorithm>
#include <map>
#include <set>

#include "support/checked_int.h"

namespace unpython::footprint {
namespace {

using ir::VarId;

/// The elements that one reference touches, by enumeration of the counters that tie dimensions, or loops, to
/// each other; the others give a row with a step along each dimension.
class ReferenceBoxes {
 public:
  ReferenceBoxes(const std::vector<LoopAround>& loops, const std::vector<Subscript>& subscripts,
                 const std::vector<int64_t>& extents, size_t most_boxes)
      : loops_(loops), subscripts_(subscripts), extents_(extents), most_(most_boxes) {
    std::map<VarId, int> dimensions;
    for (const Subscript& subscript : subscripts) {
      if (!subscript.form) continue;
      for (const auto& [counter, coefficient] : subscript.form->terms) ++dimensions[counter];
    }
    for (size_t n = loops.size(); n-- > 0;) {
      const LoopAround& loop = loops[n];
      const auto tie = [&](const std::vector<Form>& lines) {
        for (const Form& line : lines) {
          for (const auto& [counter, coefficient] : line.terms) tied_.insert(counter);
        }
      };
      tie(loop.begins);
      tie(loop.ends);
    }
    for (const auto& [counter, times] : dimensions) {
      if (times > 1) tied_.insert(counter);
    }
  }

  /// None: they are more boxes than asked for.
  std::optional<std::vector<Box>> run() {
    fix(0);
    if (too_many_) return std::nullopt;
    return std::move(boxes_);
  }

 private:
  struct Free {
    int64_t first = 0;
    int64_t count = 1;
  };
  struct Row {
    int64_t low = 0;
    int64_t step = 1;
    int64_t count = 1;
  };

  [[nodiscard]] std::optional<int64_t> value(const Form& form) const {
    std::optional<int64_t> result = form.constant;
    for (const auto& [counter, coefficient] : form.terms) {
      const auto term = checked_mul(coefficient, fixed_.at(counter));
      result = result && term ? checked_add(*result, *term) : std::nullopt;
    }
    return result;
  }
  /// The iterations of a loop; none where the numbers leave 64 bits.
  [[nodiscard]] std::optional<Free> iterations(const LoopAround& loop) const {
    int64_t first = INT64_MIN;
    int64_t end = INT64_MAX;
    for (const Form& line : loop.begins) {
      const std::optional<int64_t> at = value(line);
      if (!at) return std::nullopt;
      first = std::max(first, *at);
    }
    for (const Form& line : loop.ends) {
      const std::optional<int64_t> at = value(line);
      if (!at) return std::nullopt;
      end = std::min(end, *at);
    }
    if (end <= first) return Free{first, 0};
    const std::optional<int64_t> count = checked_sub(end, first);
    return count ? std::optional(Free{first, *count}) : std::nullopt;
  }

  /// The loops from number n on, those before are fixed or free.
  void fix(size_t n) {
    if (too_many_) return;
    if (n == loops_.size()) return box();
    const LoopAround& loop = loops_[n];
    const std::optional<Free> range = iterations(loop);
    if (!range) return void(too_many_ = true);
    if (range->count == 0) return;
    if (!tied_.contains(loop.counter)) {
      free_[loop.counter] = *range;
      fix(n + 1);
      free_.erase(loop.counter);
      return;
    }
    for (int64_t i = 0; i < range->count && !too_many_; ++i) {
      if (++steps_ > most_) too_many_ = true;
      fixed_[loop.counter] = range->first + i;
      fix(n + 1);
    }
    fixed_.erase(loop.counter);
  }

  void box() {
    Box made;
    for (size_t d = 0; d < subscripts_.size(); ++d) {
      const int64_t last = extents_[d] - 1;
      if (!subscripts_[d].form) {
        const Known& range = subscripts_[d].range;
        made.set(d, range ? std::max<int64_t>(range->low, 0) : 0, range ? std::min(range->high, last) : last);
        continue;
      }
      VarId widest;
      const std::optional<Row> row = row_of(*subscripts_[d].form, widest);
      if (!row) return widest.valid() ? enumerate(widest) : void(too_many_ = true);
      set_within(made, d, *row, last);
    }
    if (boxes_.size() >= most_) too_many_ = true;
    if (!is_empty(made)) boxes_.push_back(made);
  }
  /// Checks stand before every access: what lies outside of the axis is not reached.
  static void set_within(Box& box, size_t d, const Row& row, int64_t last) {
    int64_t low = row.low;
    if (low < 0) low += (-low + row.step - 1) / row.step * row.step;
    box.set(d, low, std::min(last, row.low + (row.count - 1) * row.step), row.step);
  }
  /// A counter that leaves gaps between what the others reach.
  void enumerate(VarId counter) {
    const Free range = free_.at(counter);
    free_.erase(counter);
    for (int64_t i = 0; i < range.count && !too_many_; ++i) {
      if (++steps_ > most_) too_many_ = true;
      fixed_[counter] = range.first + i;
      box();
    }
    fixed_.erase(counter);
    free_[counter] = range;
  }
  /// None: one row is not enough (`widest`: the counter that is to be enumerated), or numbers leave 64 bits.
  std::optional<Row> row_of(const Form& form, VarId& widest) const {
    std::optional<int64_t> low = form.constant;
    std::vector<std::pair<int64_t, VarId>> moving;
    for (const auto& [counter, coefficient] : form.terms) {
      const auto fixed = fixed_.find(counter);
      const Free range = fixed != fixed_.end() ? Free{fixed->second, 1} : free_.at(counter);
      const int64_t at = coefficient < 0 ? range.first + range.count - 1 : range.first;
      const auto term = checked_mul(coefficient, at);
      low = low && term ? checked_add(*low, *term) : std::nullopt;
      if (range.count > 1) moving.emplace_back(coefficient < 0 ? -coefficient : coefficient, counter);
    }
    if (!low) return std::nullopt;
    Row row{*low, 1, 1};
    std::sort(moving.begin(), moving.end());
    for (const auto& [coefficient, counter] : moving) {
      const int64_t count = free_.at(counter).count;
      if (row.count == 1) {
        row.step = coefficient;
        row.count = count;
        continue;
      }
      if (coefficient % row.step != 0 || coefficient / row.step > row.count) {
        widest = counter;
        return std::nullopt;
      }
      const auto more = checked_mul(coefficient / row.step, count - 1);
      if (!more) return std::nullopt;
      row.count += *more;
    }
    const auto span = checked_mul(row.step, row.count - 1);
    if (!span || !checked_add(row.low, *span)) return std::nullopt;
    return row;
  }

  const std::vector<LoopAround>& loops_;
  const std::vector<Subscript>& subscripts_;
  const std::vector<int64_t>& extents_;
  const size_t most_;
  std::set<VarId> tied_;
  std::map<VarId, int64_t> fixed_;
  std::map<VarId, Free> free_;
  std::vector<Box> boxes_;
  size_t steps_ = 0;
  bool too_many_ = false;
};

}  // namespace

std::optional<std::vector<Box>> reference_boxes(const std::vector<LoopAround>& loops,
                                                const std::vector<Subscript>& subscripts,
                                                const std::vector<int64_t>& extents, size_t most_boxes) {
  return ReferenceBoxes(loops, subscripts, extents, most_boxes).run();
}

}  // namespace unpython::footprint
