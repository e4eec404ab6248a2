// What the calls of a plan took on one side of the machine, and what that says of estimates.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace unpython::driver {

/// Of one plan on one side.
class Runs {
 public:
  /// Known by the second and the third run: the first one compiles and wakes, and one may be disturbed.
  [[nodiscard]] bool are_known() const { return count_ > 2; }
  /// The first one is over.
  [[nodiscard]] bool have_begun() const { return count_ > 1; }
  /// The least of the last three, but for the first of all: what data decide (a search that ends at once) may have made one
  /// before these short.
  [[nodiscard]] double milliseconds() const { return *std::min_element(last_.begin(), last_.end()); }
  void add(double milliseconds) {
    if (++count_ > 1) last_[static_cast<size_t>(count_) % last_.size()] = milliseconds;
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  int64_t count_ = 0;
  std::array<double, 3> last_{kNone, kNone, kNone};
};

/// Of the estimates of one function on one side: other plans are expected to be off as the one that ran last was, half
/// as far.
class Correction {
 public:
  void learn(const Runs& runs, double expected) {
    if (!runs.are_known() || expected <= 0) return;
    factor_ = std::clamp(std::sqrt(runs.milliseconds() / expected), 1 / kMost, kMost);
  }
  [[nodiscard]] double corrected(const Runs& runs, double expected) const {
    return runs.are_known() ? runs.milliseconds() : expected * factor_;
  }

 private:
  static constexpr double kMost = 4;
  double factor_ = 1;
};

}  // namespace unpython::driver
