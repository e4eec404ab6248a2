// Calls that are looked at: their plans, what planning takes, and runs by the interpreter.
#include <chrono>
#include <span>

#include "bindings/call.h"
#include "bindings/errors.h"
#include "bindings/gpu_call.h"
#include "bindings/plan_call.h"
#include "bindings/resolve.h"
#include "bindings/results.h"
#include "bindings/run_call.h"
#include "driver/interpret_call.h"

namespace unpython::bindings {
namespace {

void forget(const FunctionState&) {}

PlannedEntry plan_of(FunctionState& function, Call& call) {
  bool compiled = false;
  try {
    const auto entry = find_or_specialize(function, call, options_of(function, call.options_id));
    if (entry->gpu) {
      const HeldArguments held(call);
      const driver::CallArguments numbers = call.numbers();
      CallKey key(*entry, numbers);
      if (auto gpu = choose_device(function, *entry, key.integers(), numbers, call.buffers.residents))
        return {entry, entry->gpu_plan, gpu};
    }
    const auto plan = plan_call(function, *entry, call, Planning::Exact, compiled);
    if (!plan) return {};
    return {entry, plan, nullptr};
  } catch (...) {
    set_python_error();
    return {};
  }
}

PyObject* interpreted(FunctionState& function, Call& call, bool scheduled) {
  bool compiled = false;
  try {
    const auto entry = find_or_specialize(function, call, options_of(function, call.options_id));
    const auto plan = plan_call(function, *entry, call, Planning::Exact, compiled);
    if (!plan) return nullptr;
    const std::shared_ptr<const driver::Variant> variant = plan->variant;
    const ir::Function& code = scheduled ? variant->scheduled : entry->source();
    PlainBuffer<abi::ScalarSlot, 4> results(entry->layout.values);
    PlainBuffer<void*, 4> memory(entry->layout.owned);
    abi::ErrorRecord error{};
    const int32_t status = driver::interpret_call(
        code, {call.buffers.arrays.data(), call.buffers.array_count},
        {call.buffers.scalars.data(), call.buffers.scalar_count}, results.data(), memory.data(), &error);
    if (status == abi::kOutOfMemory) return out_of_memory();
    if (status == abi::kOk)
      return make_results({code, entry->layout, results.data(), call.objects.data(),
                           call.buffers.arrays.data(), memory.data()});
    set_runtime_error(code, variant->specialization->files, error);
  } catch (...) {
    set_python_error();
  }
  return nullptr;
}

PyObject* times_of(FunctionState& function, Call& call, long repetitions) {
  try {
    const auto entry = find_or_specialize(function, call, options_of(function, call.options_id));
    bool compiled = false;
    const auto plan = plan_call(function, *entry, call, Planning::Exact, compiled);
    if (!plan) return nullptr;
    pybind11::list analyses;
    for (long i = 0; i < repetitions; ++i)
      analyses.append(1e3 * entry->planner.analyse(plan->key, call.numbers()).analysis_milliseconds);
    constexpr int kCalls = 2000;
    pybind11::list known;
    for (int round = 0; round < 50; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < kCalls; ++i) {
        if (!plan_call(function, *entry, call, Planning::Exact, compiled)) return nullptr;
      }
      const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
      known.append(elapsed.count() / kCalls);
    }
    pybind11::dict times;
    times["analysis_us"] = analyses;
    times["known_ns"] = known;
    return times.release().ptr();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

}  // namespace

PlannedEntry find_plan(FunctionState& function, PyObject* const* arguments, size_t count,
                       PyObject* keyword_names) {
  return with_resolved(function, arguments, count, keyword_names, plan_of, forget);
}

PyObject* plan_times(FunctionState& function, PyObject* const* arguments, size_t count, long repetitions) {
  const auto use = [&](FunctionState& taken, Call& call) { return times_of(taken, call, repetitions); };
  return with_resolved(function, arguments, count, nullptr, use, forget);
}

PyObject* call_interpreted(FunctionState& function, PyObject* const* arguments, size_t count,
                           bool scheduled) {
  const auto use = [&](FunctionState& taken, Call& call) { return interpreted(taken, call, scheduled); };
  return with_resolved(function, arguments, count, nullptr, use, forget);
}

}  // namespace unpython::bindings
