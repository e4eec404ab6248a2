// A call on both sides of the machine at once: which share of its iterations the processor takes, and what the call then takes.
//
// What a side takes for a share of the iterations is a line: its start, and so much for all of them. Where x is the share of the
// processor, both end together where
//   host.start + x host.all = device.start + (1 - x) device.all.
// What is the same for any share is part of the start: data that all iterations need move as a whole.
#pragma once
#include "driver/choose/runs.h"
#include "driver/compile/records.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Milliseconds of one side.
struct SideLine {
  double start = 0;
  double all = 0;
  [[nodiscard]] double of(double share) const { return start + share * all; }
  [[nodiscard]] SideLine times(double factor) const { return {factor * start, factor * all}; }
};

/// Of the calls of one plan, by the model and then by the runs on both sides.
class UNPYTHON_API BothLines {
 public:
  BothLines() = default;
  BothLines(const SideLine& host, const SideLine& device) : host_(host), device_(device) {}

  struct Expected {
    double host_share = 0;  ///< of the iterations; 0: the calls are not dealt, or gain nothing by that
    double milliseconds = 0;
  };
  /// Of the next call. `host`, `device`: calls on one side take so many times what the model says.
  [[nodiscard]] Expected expected(double host, double device) const;
  /// A call took so much on both sides.
  void learn(const BothSides& run, double milliseconds);
  /// What the last calls took is less than what the call takes on one side (`is_known`), or is expected to; where none ran on both
  /// sides, it has to be so much less that it is worth a try.
  [[nodiscard]] bool are_better(const Expected& expected, double one_side, bool is_known) const;

 private:
  SideLine host_;
  SideLine device_;
  bool cannot_ = false;  ///< a call of which nothing was dealt
  double share_ = 0;     ///< of the last runs; 0: there were none
  Runs runs_;
};

}  // namespace unpython::driver
