// What the calls of a plan took on one side of the machine, and what that says of estimates.
#pragma once
#include <algorithm>
#include <cmath>

namespace unpython::driver {

/// Of one plan on one side.
class Runs {
 public:
  /// Known by the second and the third run: the first one compiles and wakes, and one may be disturbed.
  [[nodiscard]] bool are_known() const { return count_ > 2; }
  /// The least of all but the first.
  [[nodiscard]] double milliseconds() const { return least_; }
  void add(double milliseconds) {
    if (++count_ > 1) least_ = count_ == 2 ? milliseconds : std::min(least_, milliseconds);
  }

 private:
  int count_ = 0;
  double least_ = 0;
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
