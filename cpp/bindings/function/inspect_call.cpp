// Calls that are looked at: their plans, what planning takes, and runs by the interpreter.
#include <chrono>

#include "bindings/base/errors.h"
#include "bindings/function/call.h"
#include "bindings/function/resolve.h"
#include "bindings/function/run_call.h"
#include "bindings/results/results.h"
#include "driver/steps/interpret_call.h"

namespace unpython::bindings {
namespace {

const auto forget = [](const FunctionState&, const TakenApart&, const auto&) {};

driver::Choice choice_of(FunctionState& function, Entry& entry, Call& call, bool on_cpu) {
  const GivenCall given(entry, call, false);
  return without_lock(function, entry, call, [&](const abi::Services&, const auto& tell) {
    return on_cpu ? entry.dispatcher.choose_cpu(given.get(), tell)
                  : entry.dispatcher.choose(given.get(), tell);
  });
}

ChosenEntry chosen(FunctionState& function, Call& call) {
  try {
    const auto entry = find_or_specialize(function, call);
    return {entry, choice_of(function, *entry, call, false)};
  } catch (...) {
    set_python_error();
    return {};
  }
}

PyObject* interpreted(FunctionState& function, Call& call, bool scheduled) {
  try {
    const auto entry = find_or_specialize(function, call);
    const driver::Choice choice = choice_of(function, *entry, call, true);
    const ir::Function& code = scheduled ? choice.code() : entry->source();
    const driver::ResultLayout& layout = entry->dispatcher.results();
    PlainBuffer<abi::ScalarSlot, 4> results(layout.values);
    PlainBuffer<void*, 4> memory(layout.owned);
    abi::ErrorRecord error{};
    const int32_t status = driver::interpret_call(
        code, {call.buffers.arrays.data(), call.buffers.array_count},
        {call.buffers.scalars.data(), call.buffers.scalar_count}, results.data(), memory.data(), &error,
        entry->dispatcher.services());
    if (status == abi::kOutOfMemory) return out_of_memory();
    if (status == abi::kHostRaised) return nullptr;
    if (status == abi::kOk)
      return make_results(
          {code, layout, results.data(), call.objects.data(), call.buffers.arrays.data(), memory.data(), {},
           call.prepared->classes.ptr()});
    set_runtime_error(code, entry->dispatcher.specialization().files, error);
  } catch (...) {
    set_python_error();
  }
  return nullptr;
}

PyObject* times_of(FunctionState& function, Call& call, long repetitions) {
  try {
    const auto entry = find_or_specialize(function, call);
    const std::shared_ptr<const driver::Plan> plan = choice_of(function, *entry, call, true).plan;
    pybind11::list analyses;
    for (long i = 0; i < repetitions; ++i) {
      const driver::Plan again = entry->dispatcher.planner().analyse(plan->key, call.numbers());
      analyses.append(1e3 * again.analysis_milliseconds);
    }
    constexpr int kCalls = 2000;
    pybind11::list known;
    for (int round = 0; round < 50; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < kCalls; ++i) {
        const GivenCall given(*entry, call, false);
        static_cast<void>(entry->dispatcher.ready(given.get(), &plan));
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

ChosenEntry find_choice(FunctionState& function, PyObject* const* arguments, size_t count,
                        PyObject* keyword_names) {
  return with_resolved(function, arguments, count, keyword_names, chosen, forget);
}

PyObject* plan_times(FunctionState& function, PyObject* const* arguments, size_t count, long repetitions) {
  const auto use = [&](FunctionState& taken, Call& call) { return times_of(taken, call, repetitions); };
  return with_resolved(function, arguments, count, nullptr, use, forget);
}

PyObject* call_interpreted(FunctionState& function, PyObject* const* arguments, size_t count,
                           bool scheduled) {
  const auto use = [&](FunctionState& taken, Call& call) { return interpreted(taken, call, scheduled); };
  const auto change = [](const FunctionState&, const TakenApart& other, PyObject*& made) { made = give_back(other, made); };
  return with_resolved(function, arguments, count, nullptr, use, change);
}

}  // namespace unpython::bindings
