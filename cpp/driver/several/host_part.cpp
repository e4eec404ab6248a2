#include "driver/several/host_part.h"

#include <algorithm>
#include <chrono>

#include "driver/steps/run_twin.h"

namespace unpython::driver {
namespace {

/// One in so many threads of the processor moves data. A loop keeps the threads that it has begun with.
constexpr int kThreadsForOneCopying = 4;

}  // namespace

void HostPart::run(GpuFunction& function, const abi::Services& services) {
  const auto start = std::chrono::steady_clock::now();
  status_ = run_twin(function,
                     {.kernel = launch_.kernel,
                      .arrays = arrays_,
                      .scalars = launch_.scalars,
                      .extents = launch_.extents,
                      .firsts = launch_.firsts},
                     services, error_);
  milliseconds_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void HostPart::throw_if_stopped() const {
  if (status_ != abi::kOk && status_ != abi::kRaised) throw HostCodeStopped{status_};
}

int threads_beside_copies(int threads) { return std::max(1, threads - threads / kThreadsForOneCopying); }

}  // namespace unpython::driver
