// What one call does, in the numbers that decide how long it takes: operations by kind, loads by their reach,
// bytes of the footprint, what moves.
//
// From the nests that the analysis of the call has collected, and how the processor would run them. A part is
// one loop that runs in parallel with all that is in it, or a loop in order that has no such loop inside.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "cost/cpu_shape.h"
#include "cost/operation_counts.h"
#include "driver/execute/resident_array.h"
#include "driver/plan/judge_call.h"
#include "unpython/export.h"

namespace unpython::driver {

/// One part; counts are of the whole call.
struct PartWork {
  double launches = 1;    ///< how often it starts
  double iterations = 1;  ///< that may run side by side, each time
  cost::OperationCounts operations;
  double loads = 0;            ///< and stores, of neighbours by neighbouring iterations
  double scattered_loads = 0;  ///< those where neighbours are further apart
  double row_loads = 0;        ///< of the scattered ones, those that a loop in order makes along a row
  double footprint_bytes = 0;  ///< of the arrays, each time; what is stored counts twice if loaded as well
  cost::CpuCode cpu = cost::CpuCode::Scalar;
};

struct CallWork {
  std::vector<PartWork> parts;
  double bytes_in = 0;  ///< that would move to the device, and back
  double bytes_out = 0;
  double resident_bytes_out = 0;  ///< that would move to the host for the processor, and back
  double resident_bytes_in = 0;
  int threads = 0;  ///< of the processor; 0: all
};

/// `judgement`: of the call. Arguments in `residents` lie on the device.
[[nodiscard]] UNPYTHON_API CallWork work_of(const Specialization& specialization,
                                            const CallJudgement& judgement, const cost::CpuShape& shape,
                                            const CallArguments& call,
                                            std::span<const runtime::Resident> residents = {});

}  // namespace unpython::driver
