// Results of a call that the processor ran for a device: its arguments lie on the device, and so do its results.
#pragma once
#include <vector>

#include "abi/frame.h"
#include "driver/compile/result_layout.h"
#include "driver/steps/dealt_array.h"
#include "driver/steps/resident_array.h"
#include "ir/function.h"
#include "runtime/gpus.h"

namespace unpython::driver {

/// Copies what the results of an ended call own from the frame's memory, which is released, to the device. Changes
/// nothing where the device has no room. Throws DeviceFailure.
void keep_on_device(runtime::Gpu& gpu, const ir::Function& function, const ResultLayout& layout,
                    const abi::Frame& frame, DeviceResults& kept);

/// The same for a call whose arguments devices hold together, and so its results: the memory becomes their home.
void keep_dealt(const std::vector<runtime::Gpu*>& gpus, const ir::Function& function, const ResultLayout& layout,
                const abi::Frame& frame, DeviceResults& kept);

}  // namespace unpython::driver
