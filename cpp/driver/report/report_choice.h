// The report about a choice.
#pragma once
#include "driver/choose/call.h"
#include "driver/report/explain.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What runs where and why. `record`: of the call that ran so; null: none did, or the processor. The caller
/// names the function.
[[nodiscard]] UNPYTHON_API Report report_choice(const Specialization& specialization, const Choice& choice,
                                                const GpuRecord* record = nullptr);

/// Where a call runs whose choice is a device: "cuda:0", or of a call on several "cuda:0,cuda:1". `record`: null before the
/// call.
[[nodiscard]] UNPYTHON_API std::string devices_of(const Choice& choice, const GpuRecord* record);

}  // namespace unpython::driver
