// What devices send each other before a kernel runs on all of them, and the iterations that do not wait for it.
//
//   b[i, j] = f(a[i - 1, j], a[i, j], a[i + 1, j])       rows 4096 to 8191 on this device: the first and the last need rows of
//                                                        its neighbours, all between them do not
//
// Problem: each device waits for its neighbours after each sweep, and for the way between them: 50 us, with four H100 as long as a
//          fifth of a sweep over 16384 x 16384 numbers.
// Choice:  a piece runs in two: first what does not touch what comes, and does not store to what goes. Meanwhile halos cross. Then
//          the few iterations at its ends.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "driver/execute/gpu_machine.h"
#include "driver/steps/executor.h"
#include "footprint/array_uses.h"

namespace unpython::driver {

/// What one device sends another.
struct Halo {
  size_t from = 0;  ///< machines
  size_t to = 0;
  footprint::Footprint part{};  ///< of the array
  Sending sending{};
};

/// Iterations of a piece, as GpuMachine::part_of() takes them.
struct PieceInTwo {
  std::vector<footprint::IterationRange> first{};
  std::vector<std::vector<footprint::IterationRange>> others{};
};

/// Of one call: the turns of a loop send the same halos.
class KnownInTwo {
 public:
  /// A piece of the launch `all` on a machine, which has this number in `halos`. None: it runs as one.
  [[nodiscard]] const std::optional<PieceInTwo>& find(const GpuMachine::Launch& all, GpuMachine& machine,
                                                      const GpuMachine::Prepared& piece, size_t number,
                                                      std::span<const Halo> halos);

 private:
  std::map<std::vector<int64_t>, std::optional<PieceInTwo>> known_;
};

}  // namespace unpython::driver
