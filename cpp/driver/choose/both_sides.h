// A call on both sides of the machine at once: which share of its iterations the processor takes, and what the call then takes.
//
// What a side takes for a share of the iterations is a line: its start, and so much for all of them. Where x is the share of the
// processor, both end together where
//   host.start + x host.all = device.start + (1 - x) device.all.
// What is the same for any share is part of the start: data that all iterations need move as a whole.
#pragma once
#include "driver/compile/records.h"
#include "driver/choose/runs.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Milliseconds of one side.
struct SideLine {
  double start = 0;
  double all = 0;
  [[nodiscard]] double of(double share) const { return start + share * all; }
};

/// Of the calls of one plan, by the model and then by the runs on both sides.
class UNPYTHON_API BothLines {
 public:
  BothLines() = default;
  BothLines(const SideLine& host, const SideLine& device) : host_(host), device_(device), share_(balance()) {}

  /// Of the iterations, on the processor; 0: the calls are not dealt, or gain nothing by that.
  [[nodiscard]] double share() const { return share_; }
  /// What a call takes with that share. `host`, `device`: what the lines are off by.
  [[nodiscard]] double milliseconds(const Correction& host, const Correction& device) const;
  /// A call took so much on both sides.
  void learn(const BothSides& run, double milliseconds);
  /// What the last calls took is less than what the call takes on one side, or is expected to; where none ran on both sides, it
  /// has to be so much less that it is worth a try.
  [[nodiscard]] bool are_better(double expected, double one_side) const;

 private:
  [[nodiscard]] double balance() const;

  SideLine host_;
  SideLine device_;
  double share_ = 0;
  Runs runs_;
};

}  // namespace unpython::driver
