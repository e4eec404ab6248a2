// The reason codes of parallel loops and devices, beside those of the front end.
#include "driver/plan/reasons.h"

#include <algorithm>
#include <iterator>

namespace unpython::driver {

using analysis::LoopFacts;
using analysis::Verdict;

namespace {

constexpr frontend::Reason kMore[] = {
    {"ARRAY_ELSEWHERE", "bring all arrays of a call to one device with up.to_device(a, device)"},
    {"ARRAYS_ON_ONE_DEVICE", "give the call arrays that all devices hold together, of up.to_device(a, 'cuda:*'), or arrays of NumPy"},
    {"CARRIED_VALUE",
     "compute the value from the loop variable, or use range for a loop that must run in order"},
    {"CONFLICT", "store to different elements, or use range for a loop that must run in order"},
    {"FOOTPRINT_UNKNOWN", "give arrays that the function makes extents that follow from its arguments"},
    {"DEVICE_FAILED", "a call of the driver failed; 'python -m unpython doctor' tests the device"},
    {"DEVICE_LOST", "the device cannot be used any more in this process; start it again"},
    {"INEXACT_FLOAT32", "use 64-bit floats, or a device that rounds correctly"},
    {"KERNEL_NOT_BUILT", "please report it, with the text of f.inspect('opencl') or f.inspect('cuda')"},
    {"GROWING_LIST", "give what grows a function of its own, or an array that is large enough"},
    {"HOST_CALL", "call it outside of the parallel loop"},
    {"LOCAL_ARRAY", "make the array outside the parallel loop, or give it the size of the largest"},
    {"NO_FLOAT64", "use 32-bit floats on this device"},
    {"NO_INT64_ATOMICS", "count in 32-bit integers on this device"},
    {"NO_PARALLEL_LOOP", "write the loop over independent iterations with prange"},
    {"ONE_WORK_ITEM",
     "nothing needs to change; prange runs a loop whose iterations are independent on the device"},
    {"OUT_OF_DEVICE_MEMORY", "give the call fewer elements, or raise memory_limit"},
    {"RUNS_IN_ORDER", "remove what ties the iterations together, or let the CPU run it"},
    {"UNPROFITABLE",
     "keep the arrays on the device with up.to_device(a), or take the device with force=True"},
    {"UNALIGNED_OVERLAP", "give arrays that start at a multiple of their item size"},
    {"NOT_DEALT",
     "call the function without unpython.dask, or give the part that can be dealt a function of its own"},
    {"DISTINCT_INDICES", "nothing needs to change: the index array is looked at before each run"},
    {"EARLY_EXIT", "leave the loop by its condition only, or use range for a loop that must run in order"},
    {"MAY_CONFLICT",
     "use range for a loop that must run in order, or races='trust' if its iterations never meet"},
    {"MET_ELEMENTS", "let iterations store to elements of their own"},
    {"NOT_CUT", "write the outermost loop with prange"},
    {"OVERLAPPING_ARRAYS", "give the call arrays that share no memory"},
    {"SMALL_NEST", "nothing needs to change"},
    {"NOT_DECIDED", "make sure that iterations store to different elements, or use range"},
    {"NOT_INSPECTED", "nothing needs to change; races='trust' says that the values are distinct"},
    {"NO_DEVICE", "no usable GPU was found; 'python -m unpython doctor' says why"},
};

}  // namespace

std::vector<frontend::Reason> all_reasons() {
  std::vector<frontend::Reason> all(std::begin(frontend::reasons::kAll), std::end(frontend::reasons::kAll));
  all.insert(all.end(), std::begin(kMore), std::end(kMore));
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.code < b.code; });
  return all;
}

std::string_view advice_for(std::string_view code) {
  for (const frontend::Reason& reason : all_reasons()) {
    if (reason.code == code) return reason.advice;
  }
  return {};
}

std::string_view reason_code(const LoopFacts& facts) {
  switch (facts.verdict) {
    case Verdict::Proven:
    case Verdict::Reduction:
      return {};
    case Verdict::Conflict:
      return facts.between_accesses ? "CONFLICT" : "CARRIED_VALUE";
    case Verdict::Inspected:
      return "DISTINCT_INDICES";
    case Verdict::Trusted:
      return facts.witness ? "CONFLICT" : "NOT_DECIDED";
    case Verdict::Sequential:
      break;
  }
  if (facts.reason.empty()) return {};
  if (facts.inspection) return "NOT_INSPECTED";
  return facts.between_accesses ? "MAY_CONFLICT" : "EARLY_EXIT";
}

}  // namespace unpython::driver
