// What one call does, in the numbers that decide how long it takes: operations by kind, loads by their reach,
// bytes of the footprint, what moves.
//
// From the nests that the analysis of the call has collected, and how the processor would run them. A part is
// one loop that runs in parallel with all that is in it, or a loop in order that has no such loop inside.
#pragma once
#include <span>
#include <vector>

#include "cost/operation_counts.h"
#include "driver/choose/cpu_work.h"
#include "driver/plan/judge_call.h"
#include "driver/steps/resident_array.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What one launch of a part moves of an array, in bytes.
struct ArrayTraffic {
  ir::ArrayId array;
  double loaded = 0;
  double stored = 0;
};

/// Bytes that a part moves again, and those that all parts have touched since they moved before.
struct Reread {
  double bytes = 0;
  double reach = 0;
};

/// One part; counts are of the whole call.
struct PartWork {
  double launches = 1;    ///< how often it starts
  double kernels = 1;     ///< of a device, each time
  double iterations = 1;  ///< that may run side by side, each time
  cost::OperationCounts operations;
  double loads = 0;              ///< and stores, of neighbours by neighbouring iterations
  double scattered_loads = 0;    ///< those where neighbours are further apart
  double row_loads = 0;          ///< of the scattered ones, those that a loop in order makes along a row
  double footprint_bytes = 0;    ///< of the arrays, each time; what is stored counts twice if loaded as well
  double total_bytes = 0;        ///< of the arrays, by all launches together
  /// Bytes that come from where they were left, for the processor: the first time, then again.
  double first_bytes = 0;
  std::vector<Reread> rereads{};
  double chunks = 1;  ///< that a launch is worth on the processor, which wakes no more threads (cost/cost.h)
  double steps = 0;   ///< iterations of loops in order that each work item goes through, each time
  bool in_place = false;    ///< it stores to arrays that it loads: no load can come early
  bool in_order = false;    ///< it has no parallel loop
  bool has_result = false;  ///< a reduction, whose value the code around it may ask for
  std::vector<ArrayTraffic> arrays{};
  CpuWork cpu{};
};

/// Parts in the order in which they run: a part, or a loop around parts.
struct PartOrder {
  double times = 1;  ///< each time that what is around it runs once
  int part = -1;     ///< into CallWork::parts; -1: a loop
  std::vector<PartOrder> inner{};
};

struct CallWork {
  std::vector<PartWork> parts;
  std::vector<PartOrder> order{};
  double bytes_in = 0;  ///< that would move to the device, and back
  double bytes_out = 0;
  /// Each nest runs once, in one part whose iterations may run on both sides, and no array is on the device: then what half of
  /// the iterations move.
  bool may_be_dealt = false;
  double half_bytes_in = 0;
  double half_bytes_out = 0;
  double resident_bytes_out = 0;  ///< that would move to the host for the processor, and back
  double resident_bytes_in = 0;
  double touched_bytes = 0;  ///< of all arrays, those that the call makes included
  std::vector<ArrayTraffic>
      arguments{};  ///< what the call needs of those on the host, and what goes back there
  int threads = 0;  ///< of the processor; 0: all
};

/// `judgement`: of the call. Arguments in `residents` lie on the device.
[[nodiscard]] UNPYTHON_API CallWork work_of(const Specialization& specialization,
                                            const CallJudgement& judgement, const cost::CpuShape& shape,
                                            const CallArguments& call,
                                            std::span<const runtime::Resident> residents = {});

}  // namespace unpython::driver
