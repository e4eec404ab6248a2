// Calls of functions that ask for a GPU: the choice of a device, the run, and what is said when it is not
// taken.
#pragma once
#include <memory>
#include <span>

#include "bindings/function_state.h"
#include "driver/gpu_call.h"

namespace unpython::bindings {

/// Looks for the devices of a new specialization: sets entry.gpu, or entry.fallbacks where there is none, and
/// warns then. Without Python's lock while it looks. Throws DeviceError where only the CPU is left and
/// `options` are strict.
void find_gpu(FunctionState& function, Entry& entry, const EffectiveOptions& options);

/// The way of a call for a device, found by the analysis of its numbers and, where that has questions, by a
/// look at the data (that of arrays on a device is not looked at: the loop runs in order); entry.gpu_plan is
/// its plan then. Warns about loops, and about devices that are not taken. Throws RaceError; DeviceError
/// where only the CPU is left and the options are strict.
[[nodiscard]] std::shared_ptr<driver::GpuFunction> choose_device(FunctionState& function, Entry& entry,
                                                                 std::span<const int64_t> key,
                                                                 const driver::CallArguments& numbers,
                                                                 std::span<const driver::Resident> residents);

/// Runs a call that differs from an earlier one only in where its arrays lie on the device, and notes it as
/// the last one. False: there was none. Throws DeviceError.
[[nodiscard]] bool repeat_on_gpu(FunctionState& function, const std::shared_ptr<Entry>& entry,
                                 std::span<const int64_t> key, const abi::Frame& frame,
                                 std::span<const driver::Resident> residents);

/// Runs a call on a device, without Python's lock, and notes it as the last one. Gives abi::kOk or
/// abi::kRaised (a site of gpu->scheduled()); -1: the CPU has to run it. `kept`: arrays of results that stay
/// on the device. Throws DeviceError.
[[nodiscard]] int32_t run_on_gpu(FunctionState& function, const std::shared_ptr<Entry>& entry,
                                 const std::shared_ptr<driver::GpuFunction>& gpu, const abi::Frame& frame,
                                 std::span<const driver::Resident> residents, driver::DeviceResults& kept);

}  // namespace unpython::bindings
