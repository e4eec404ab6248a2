#include "bindings/gpu_call.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <limits>

#include "bindings/interrupts.h"
#include "bindings/module_state.h"
#include "bindings/notices.h"
#include "driver/reasons.h"

namespace unpython::bindings {
namespace {

/// Of a specialization.
constexpr size_t kMostRepeatable = 8;

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

bool asks_of_device(const driver::Plan& plan, const driver::CallArguments& numbers,
                    std::span<const driver::Resident> residents) {
  const auto lies_there = [&](const driver::IndexQuestion& question) {
    const void* data = numbers.arrays[question.array].data;
    return std::any_of(residents.begin(), residents.end(),
                       [&](const driver::Resident& resident) { return resident.holds(data); });
  };
  return std::any_of(plan.judgement.questions.begin(), plan.judgement.questions.end(), lies_there);
}

void note_last(FunctionState& function, const std::shared_ptr<Entry>& entry,
               std::shared_ptr<const driver::Plan> plan, std::shared_ptr<const driver::GpuFunction> gpu,
               std::shared_ptr<const driver::GpuRecord> record) {
  function.last = LastCall{};
  function.last.entry = entry;
  function.last.plan = std::move(plan);
  function.last.gpu = std::move(gpu);
  function.last.record = std::move(record);
}

std::string in_milliseconds(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g ms", value);
  return text.data();
}

/// Every array of the call is on the device: it runs where its arrays are, and nothing is asked.
bool lies_on_device(const driver::CallArguments& numbers, std::span<const driver::Resident> residents) {
  return !residents.empty() &&
         std::all_of(numbers.arrays.begin(), numbers.arrays.end(), [&](const auto& array) {
           return std::any_of(residents.begin(), residents.end(),
                              [&](const driver::Resident& resident) { return resident.holds(array.data); });
         });
}

/// The call is expected to end sooner on the device than on the CPU; else entry.fallbacks has the reason.
bool is_worth_it(Entry& entry, const std::shared_ptr<const driver::Plan>& plan,
                 const driver::GpuFunction& gpu, const driver::CallArguments& numbers,
                 std::span<const driver::Resident> residents) {
  {
    const Unlocked unlocked;
    try {
      entry.estimate = entry.estimates.of(module_state().compiler, entry.planner.specialization(), plan,
                                          gpu.gpu(), numbers, residents);
    } catch (const DeviceError&) {  // the call itself will say what is wrong with the device
      return true;
    }
  }
  if (entry.estimate->gpu_milliseconds <= entry.estimate->cpu_milliseconds) return true;
  entry.fallbacks.push_back({gpu.device().properties().name, "UNPROFITABLE",
                             "the CPU is expected to take " +
                                 in_milliseconds(entry.estimate->cpu_milliseconds) + ", the device " +
                                 in_milliseconds(entry.estimate->gpu_milliseconds),
                             0});
  return false;
}

/// Only the CPU is left.
void fall_back(FunctionState& function, Entry& entry) {
  if (entry.planner.specialization().options.strict)
    throw DeviceError(function.name + "() cannot run on a GPU: " + text_of(entry.fallbacks));
  std::string cause;
  for (const driver::Fallback& fallback : entry.fallbacks)
    cause += fallback.code + " " + std::to_string(fallback.line) + " ";
  warn_once(function, cause, function.name + "() runs on the CPU: " + text_of(entry.fallbacks));
}

}  // namespace

void find_gpu(FunctionState& function, Entry& entry, const EffectiveOptions& options) {
  {
    const Unlocked unlocked;
    entry.gpu = std::make_unique<driver::GpuPlanner>(
        module_state().compiler, entry.planner.shared_specialization(), options.device_name);
  }
  entry.may_choose = options.may_choose;
  if (entry.gpu->has_device()) return;
  entry.fallbacks = entry.gpu->missing();
  entry.gpu.reset();
  fall_back(function, entry);
}

std::shared_ptr<driver::GpuFunction> choose_device(FunctionState& function, Entry& entry,
                                                   std::span<const int64_t> key,
                                                   const driver::CallArguments& numbers,
                                                   std::span<const driver::Resident> residents) {
  std::shared_ptr<const driver::Plan> plan = entry.gpu_plan;
  if (!plan || !plan->has_key(key)) {
    plan = entry.gpu->find(key);
    if (!plan) {
      plan = entry.gpu->insert(entry.planner.analyse(key, numbers));
      warn_about(function, *plan);
    }
    entry.gpu_plan = plan;
  }
  const analysis::CallFacts* facts = &plan->judgement.facts;
  if (asks_of_device(*plan, numbers, residents)) {
    facts = &plan->judgement.ordered;
  } else if (!plan->judgement.questions.empty()) {
    std::optional<analysis::LoopFacts> no;
    {
      const Unlocked unlocked;
      no = driver::first_no(*plan, entry.planner.specialization(), numbers, entry.services);
    }
    entry.refusal = no;
    entry.refused = plan.get();
    if (no) {
      settle_race(function, entry, *no);
      facts = &plan->judgement.ordered;
    }
  }
  std::shared_ptr<driver::GpuChoice> choice = entry.gpu->find_choice(*facts);
  if (!choice) {
    const Unlocked unlocked;
    choice = entry.gpu->choose(*facts);
  }
  entry.fallbacks = choice->fallbacks;
  entry.estimate.reset();
  if (choice->function && entry.may_choose && !lies_on_device(numbers, residents) &&
      !is_worth_it(entry, plan, *choice->function, numbers, residents)) {
    fall_back(function, entry);
    return nullptr;
  }
  if (!choice->function) fall_back(function, entry);
  return choice->function;
}

bool repeat_on_gpu(FunctionState& function, const std::shared_ptr<Entry>& entry, std::span<const int64_t> key,
                   const abi::Frame& frame, std::span<const driver::Resident> residents) {
  std::vector<RepeatableCall>& all = entry->repeatable;
  const auto known = std::find_if(all.begin(), all.end(), [&](const RepeatableCall& each) {
    return each.call->plan()->has_key(key) && each.call->fits(frame, residents);
  });
  if (known == all.end()) return false;
  if (known != all.begin()) std::rotate(all.begin(), known, known + 1);
  const auto start = std::chrono::steady_clock::now();
  const std::shared_ptr<const driver::RecordedCall> call = all.front().call;
  if (function.last.record != call->record()) {
    entry->fallbacks = all.front().fallbacks;
    note_last(function, entry, call->plan(), call->function(), call->record());
  }
  {
    const Unlocked unlocked;
    call->repeat(frame, residents);
  }
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  function.last.milliseconds = elapsed.count();
  return true;
}

int32_t run_on_gpu(FunctionState& function, const std::shared_ptr<Entry>& entry,
                   const std::shared_ptr<driver::GpuFunction>& gpu, const abi::Frame& frame,
                   std::span<const driver::Resident> residents, driver::DeviceResults& kept) {
  const auto start = std::chrono::steady_clock::now();
  const std::shared_ptr<const driver::Plan> plan = entry->gpu_plan;
  auto record = std::make_shared<driver::GpuRecord>();
  std::shared_ptr<driver::RecordedCall> recording;
  if (driver::RecordedCall::can_keep(*gpu, residents) && plan->judgement.questions.empty())
    recording = std::make_shared<driver::RecordedCall>(gpu, plan, frame);
  std::variant<int32_t, driver::Fallback> outcome;
  {
    const Unlocked unlocked;
    const double affordable =
        entry->estimate ? entry->estimate->affordable_bytes : std::numeric_limits<double>::infinity();
    outcome = driver::run_on_gpu(*gpu, frame, residents, *record, recording.get(), kept, affordable);
    // Their owners may change them as soon as the call is over.
    if (std::any_of(residents.begin(), residents.end(), [](const auto& each) { return each.foreign; }))
      gpu->device().wait(gpu->gpu().queue());
  }
  if (const auto* fallback = std::get_if<driver::Fallback>(&outcome)) {
    entry->fallbacks.push_back(*fallback);
    // Other memory may be free in the next call; what else failed will fail again.
    if (fallback->code != "OUT_OF_DEVICE_MEMORY") entry->gpu.reset();
    fall_back(function, *entry);
    return -1;
  }
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  const int32_t status = std::get<int32_t>(outcome);
  if (status == abi::kOk && recording && recording->finish({frame.results, entry->layout.values}, record)) {
    std::vector<RepeatableCall>& repeatable = entry->repeatable;
    if (repeatable.size() == kMostRepeatable) repeatable.pop_back();
    repeatable.insert(repeatable.begin(), {std::move(recording), entry->fallbacks});
  }
  note_last(function, entry, plan, gpu, std::move(record));
  function.last.milliseconds = elapsed.count();
  return status;
}

}  // namespace unpython::bindings
