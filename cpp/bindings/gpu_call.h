// Calls of functions that ask for a GPU: the choice of a device, the run, and what is said when it is not
// taken.
#pragma once
#include <memory>
#include <span>

#include "bindings/function_state.h"

namespace unpython::bindings {

/// Finds the device for a new specialization: sets entry.gpu. Without Python's lock while it looks and
/// schedules. Throws what driver::choose_gpu throws; DeviceError where only the CPU is left and `options` are
/// strict.
void find_gpu(FunctionState& function, Entry& entry, const EffectiveOptions& options);

/// Warns about the devices that were not taken, once per function and cause.
void warn_about_fallbacks(FunctionState& function, const Entry& entry);

/// Runs a call on the entry's device, without Python's lock, and notes it as the last one. Gives abi::kOk or
/// abi::kRaised (a site of entry.gpu.function->scheduled()); -1: the CPU has to run it. Throws DeviceError.
[[nodiscard]] int32_t run_on_gpu(FunctionState& function, const std::shared_ptr<Entry>& entry,
                                 const abi::Frame& frame, std::span<const driver::Resident> residents);

}  // namespace unpython::bindings
