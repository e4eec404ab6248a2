// In how many pieces a repeated call moves its arrays and runs its kernel: copies and kernels of pieces go on beside each other.
//
// Problem:  pieces hide copies behind a kernel that takes about as long as the copies. Where the kernel is short, or a piece leaves
//           a part of the device idle, pieces only add launches and waits. On a H200, sums of exponentials of 65536 rows of 256
//           took 3.8 ms whole and 3.2 in pieces, 200 square roots of each of 1 M items 1.15 and 0.96; 2 a + b of 1 M items as
//           long, and a try of two pieces half as long again.
// Choice:   calls try: two pieces first, then twice as many, as long as that makes them sooner. A try is three calls.
// Rejected: an estimate of the kernel's time. It is off by up to two (cost_model.h), and what is at stake is a quarter.
#pragma once
#include <array>
#include <cstddef>
#include <mutex>

#include "driver/choose/runs.h"
#include "driver/compile/records.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Of the calls that repeat one program. Thread-safe.
class UNPYTHON_API Pieces {
 public:
  /// `whole`: a call in one piece. Calls that move little, or run several kernels, stay whole.
  explicit Pieces(const GpuRecord& whole);
  /// Of the next call.
  [[nodiscard]] int next() const;
  /// A call in so many pieces has ended well.
  void note(int pieces, double milliseconds);

 private:
  static constexpr size_t kMostDoublings = 3;
  void decide();

  const bool may_cut_;
  mutable std::mutex mutex_;                   ///< guards what follows
  std::array<Runs, kMostDoublings + 1> runs_;  ///< of calls in 1, 2, 4, ... pieces
  size_t next_ = 0;                            ///< place in runs_
  bool is_decided_ = false;
};

}  // namespace unpython::driver
