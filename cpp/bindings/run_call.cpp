// The hot path is run(): no allocation and no lock while the numbers of a call stay those of the last.
#include "bindings/run_call.h"

#include <chrono>
#include <optional>

#include "bindings/errors.h"
#include "bindings/gpu_call.h"
#include "bindings/interrupts.h"
#include "bindings/notices.h"
#include "bindings/plan_call.h"
#include "bindings/results.h"
#include "driver/launch.h"

namespace unpython::bindings {
namespace {

/// `code`: what ran; its error sites are those of `error`.
PyObject* finish(int32_t status, const Entry& entry, const ir::Function& code, Call& call,
                 const abi::ScalarSlot* results, void* const* memory, const abi::ErrorRecord& error,
                 const driver::DeviceResults& kept = {}) {
  switch (status) {
    case abi::kOk:
      return make_results({entry.source(), entry.layout, results, call.objects.data(),
                           call.buffers.arrays.data(), memory, kept});
    case abi::kOutOfMemory:
      return out_of_memory();
    case abi::kInterrupted:
      return nullptr;  // the signal handler's exception is set
    default:
      break;
  }
  try {
    set_runtime_error(code, entry.planner.specialization().files, error);
  } catch (...) {
    set_python_error();
  }
  return nullptr;
}

/// A long call: without Python's lock, interruptible, its arguments held.
int32_t run_unlocked(FunctionState& function, const Entry& entry, const driver::Variant& variant, Call& call,
                     abi::Frame& frame) {
  const auto start = std::chrono::steady_clock::now();
  const HeldArguments held(call);
  abi::Services services = entry.services;
  int32_t status = abi::kOk;
  {
    [[maybe_unused]] UnlockedCall region(services);
    frame.services = &services;
    status = driver::launch(variant, frame);
  }
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  function.last.milliseconds = elapsed.count();
  return status;
}

/// The call by its plan.
PyObject* run(FunctionState& function, const std::shared_ptr<Entry>& entry,
              const std::shared_ptr<const driver::Plan>& plan, Call& call, bool compiled) {
  std::shared_ptr<const driver::Variant> asked;
  if (!plan->judgement.questions.empty()) {
    try {
      asked = ask(function, *entry, *plan, call, compiled);
    } catch (...) {
      set_python_error();
      return nullptr;
    }
  }
  const driver::Variant& variant = asked ? *asked : *plan->variant;
  if (function.last.plan != plan) {
    function.last.entry = entry;
    function.last.plan = plan;
    function.last.gpu.reset();
    function.last.record.reset();
  }
  function.last.compiled = compiled;
  function.last.python = false;
  function.last.milliseconds = -1;
  PlainBuffer<abi::ScalarSlot, 4> results(entry->layout.values);
  PlainBuffer<void*, 4> memory(entry->layout.owned);
  abi::ErrorRecord error;
  error.site = -1;
  error.argument_count = 0;
  abi::Frame frame{.arrays = call.buffers.arrays.data(),
                   .scalars = call.buffers.scalars.data(),
                   .results = results.data(),
                   .error = &error,
                   .services = &entry->services,
                   .memory = memory.data()};
  const bool small = is_short(*entry, call);
  const int32_t status =
      small ? driver::launch(variant, frame) : run_unlocked(function, *entry, variant, call, frame);
  return finish(status, *entry, variant.scheduled, call, results.data(), memory.data(), error);
}

PyObject* run_on_cpu(FunctionState& function, const std::shared_ptr<Entry>& entry, Call& call) {
  bool compiled = false;
  const auto plan = plan_call(function, *entry, call, Planning::Brief, compiled);
  return plan ? run(function, entry, plan, call, compiled) : nullptr;
}

/// The call on the entry's device. `ran`: it did, and the result stands; else the CPU has to run it.
PyObject* run_gpu(FunctionState& function, const std::shared_ptr<Entry>& entry, Call& call, bool& ran) {
  PlainBuffer<abi::ScalarSlot, 4> results(entry->layout.values);
  PlainBuffer<void*, 4> memory(entry->layout.owned);
  driver::DeviceResults kept;
  abi::ErrorRecord error{};
  error.site = -1;
  const abi::Frame frame{.arrays = call.buffers.arrays.data(),
                         .scalars = call.buffers.scalars.data(),
                         .results = results.data(),
                         .error = &error,
                         .services = &entry->services,
                         .memory = memory.data()};
  const HeldArguments held(call);
  try {
    const driver::CallArguments numbers = call.numbers();
    CallKey key(*entry, numbers);
    if (repeat_on_gpu(function, entry, key.integers(), frame, call.buffers.residents)) {
      ran = true;
      return finish(abi::kOk, *entry, entry->source(), call, results.data(), nullptr, error);
    }
    const std::shared_ptr<driver::GpuFunction> gpu =
        choose_device(function, *entry, key.integers(), numbers, call.buffers.residents);
    const int32_t status = gpu ? run_on_gpu(function, entry, gpu, frame, call.buffers.residents, kept) : -1;
    ran = status >= 0;
    if (!ran) return nullptr;
    return finish(status, *entry, gpu->scheduled(), call, results.data(), memory.data(), error, kept);
  } catch (...) {
    ran = true;
    set_python_error();
    return nullptr;
  }
}

/// The call on the CPU, with host copies of what lies on a device.
PyObject* run_on_copies(FunctionState& function, const std::shared_ptr<Entry>& entry, Call& call) {
  CallBuffers& buffers = call.buffers;
  try {
    warn_once(function, "DEVICE_ARRAY",
              function.name + "() runs on the CPU: its arrays on a device are copied there and back");
    std::optional<driver::HostCopies> copies;
    {
      const Unlocked unlocked;
      copies.emplace(buffers.residents, std::span(buffers.arrays.data(), buffers.array_count),
                     std::span(buffers.ranges.data(), buffers.array_count));
    }
    call.sharing = buffers.sharing();
    const auto result = pybind11::reinterpret_steal<pybind11::object>(run_on_cpu(function, entry, call));
    copies->write_back();
    return pybind11::object(result).release().ptr();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

}  // namespace

PyObject* run_call(FunctionState& function, const std::shared_ptr<Entry>& entry, Call& call) {
  if (entry->gpu) {
    bool ran = false;
    PyObject* result = run_gpu(function, entry, call, ran);
    if (ran) return result;
  }
  if (!call.buffers.residents.empty()) return run_on_copies(function, entry, call);
  return run_on_cpu(function, entry, call);
}

}  // namespace unpython::bindings
