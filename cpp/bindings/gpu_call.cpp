#include "bindings/gpu_call.h"

#include <algorithm>
#include <chrono>

#include "bindings/interrupts.h"
#include "bindings/module_state.h"
#include "bindings/notices.h"
#include "driver/gpu_call.h"
#include "driver/reasons.h"

namespace unpython::bindings {
namespace {

/// What to say of ways that were not taken; machines without any GPU get one short sentence.
std::string text_of(const std::vector<driver::Fallback>& fallbacks) {
  std::string text;
  for (const driver::Fallback& fallback : fallbacks) {
    const bool named = fallback.device.find(':') != std::string::npos;
    if (fallback.code == "NO_DEVICE" && !named) continue;
    text += (text.empty() ? "" : "; ") + driver::text_of(fallback);
  }
  return text.empty() ? "NO_DEVICE, " + std::string(driver::advice_for("NO_DEVICE")) : text;
}

void note_fallback(FunctionState& function, Entry& entry, const driver::Fallback& fallback) {
  const auto same = [&](const driver::Fallback& known) {
    return known.device == fallback.device && known.code == fallback.code;
  };
  std::vector<driver::Fallback>& known = entry.gpu.fallbacks;
  if (std::none_of(known.begin(), known.end(), same)) known.push_back(fallback);
  // Other memory may be free in the next call; a kernel that does not build never will.
  if (fallback.code != "OUT_OF_DEVICE_MEMORY") entry.gpu.function.reset();
  if (entry.planner.specialization().options.strict)
    throw DeviceError(function.name + "() cannot run on a GPU: " + text_of({fallback}));
  warn_about_fallbacks(function, entry);
}

}  // namespace

void find_gpu(FunctionState& function, Entry& entry, const EffectiveOptions& options) {
  {
    const Unlocked unlocked;
    entry.gpu = driver::choose_gpu(module_state().compiler, entry.planner.shared_specialization(),
                                   options.device_name);
  }
  if (!entry.gpu.function && options.options.strict)
    throw DeviceError(function.name + "() cannot run on a GPU: " + text_of(entry.gpu.fallbacks));
}

void warn_about_fallbacks(FunctionState& function, const Entry& entry) {
  if (entry.gpu.function != nullptr || entry.gpu.fallbacks.empty()) return;
  std::string cause;
  for (const driver::Fallback& fallback : entry.gpu.fallbacks) cause += fallback.code + " ";
  warn_once(function, cause, function.name + "() runs on the CPU: " + text_of(entry.gpu.fallbacks));
}

int32_t run_on_gpu(FunctionState& function, const std::shared_ptr<Entry>& entry, const abi::Frame& frame,
                   std::span<const driver::Resident> residents) {
  const auto start = std::chrono::steady_clock::now();
  const std::shared_ptr<driver::GpuFunction> gpu = entry->gpu.function;
  auto record = std::make_shared<driver::GpuRecord>();
  std::variant<int32_t, driver::Fallback> outcome;
  {
    const Unlocked unlocked;
    outcome = driver::run_on_gpu(*gpu, frame, residents, *record);
  }
  if (const auto* fallback = std::get_if<driver::Fallback>(&outcome)) {
    note_fallback(function, *entry, *fallback);
    return -1;
  }
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  function.last = LastCall{};
  function.last.entry = entry;
  function.last.gpu = gpu;
  function.last.record = std::move(record);
  function.last.milliseconds = elapsed.count();
  return std::get<int32_t>(outcome);
}

}  // namespace unpython::bindings
