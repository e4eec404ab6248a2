// The processor's piece of a kernel that is dealt out: it runs beside those of the devices, in the memory of the host, where all
// that the devices have not is newest.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "abi/frame.h"
#include "driver/compile/known_uses.h"
#include "driver/execute/gpu_machine.h"

namespace unpython::driver {

/// One launch. The thread that run()s it may be another one than that of the call.
class HostPart {
 public:
  /// `arrays`: by array of the kernel, with the newest values of what the piece needs.
  HostPart(GpuMachine::Launch launch, KnownUses::Uses uses, std::vector<abi::ArrayArgument> arrays)
      : launch_(std::move(launch)), uses_(std::move(uses)), arrays_(std::move(arrays)) {}

  [[nodiscard]] const GpuMachine::Launch& launch() const { return launch_; }
  /// By array of the kernel.
  [[nodiscard]] const std::vector<footprint::ArrayUse>& uses() const { return *uses_; }
  /// Throws DeviceError.
  void run(GpuFunction& function, const abi::Services& services);

  // After run().
  [[nodiscard]] double milliseconds() const { return milliseconds_; }
  [[nodiscard]] bool has_raised() const { return status_ == abi::kRaised; }
  [[nodiscard]] ir::Outcome outcome() const { return outcome_of(error_); }
  /// Throws HostCodeStopped where it was interrupted or had no memory.
  void throw_if_stopped() const;

 private:
  GpuMachine::Launch launch_;
  KnownUses::Uses uses_;
  std::vector<abi::ArrayArgument> arrays_;
  int32_t status_ = abi::kOk;
  abi::ErrorRecord error_{};
  double milliseconds_ = 0;
};

/// Of so many threads, those that the processor's piece gets where data move to and from devices meanwhile.
[[nodiscard]] int threads_beside_copies(int threads);

}  // namespace unpython::driver
