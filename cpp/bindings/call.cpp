// The hot path is resolve() and run(): no allocation, no lock, no hash while the types of a call stay those
// of the last.
#include "bindings/call.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

#include "bindings/array_args.h"
#include "bindings/device_array.h"
#include "bindings/errors.h"
#include "bindings/function_object.h"
#include "bindings/gpu_call.h"
#include "bindings/interrupts.h"
#include "bindings/module_state.h"
#include "bindings/notices.h"
#include "bindings/numpy_api.h"
#include "bindings/plan_call.h"
#include "bindings/prepare.h"
#include "bindings/resolved_call.h"
#include "bindings/results.h"
#include "bindings/scalar_args.h"
#include "bindings/taken_apart.h"
#include "driver/interpret_call.h"

namespace unpython::bindings {
namespace {

bool prepare_if_needed(FunctionState& function) {
  if (function.prepared && function.prepared->guards_hold()) return true;
  try {
    function.prepared = prepare(function);
    function.table.clear();
    function.inline_entry.reset();
    return true;
  } catch (...) {
    function.prepared.reset();
    set_python_error();
    return false;
  }
}

bool read_hidden(Call& call, size_t index) {
  PyObject* value = call.prepared->hidden[index].read();
  if (value == nullptr) {
    PyErr_Format(PyExc_NameError, "name '%s' is not defined",
                 call.prepared->argument_names[call.parameters + index].c_str());
    return false;
  }
  call.objects[call.parameters + index] = value;
  ++call.owned;
  return true;
}

bool read_arguments(const FunctionState& function, Call& call) {
  const Prepared& prepared = *call.prepared;
  for (size_t i = 0; i < call.parameters + call.hidden; ++i) {
    if (i >= call.parameters && !read_hidden(call, i - call.parameters)) return false;
    PyObject* object = call.objects[i];
    const ArgumentContext context{function.name.c_str(), prepared.argument_names[i].c_str(),
                                  &prepared.declared[i], i >= call.parameters};
    const bool declared_scalar = context.declared->given && !context.declared->is_array;
    const bool as_array = PyArray_Check(object) &&
                          !(declared_scalar && PyArray_NDIM(reinterpret_cast<PyArrayObject*>(object)) == 0);
    const bool taken =
        as_array
            ? add_array(context, reinterpret_cast<PyArrayObject*>(object), prepared.stored[i], call.buffers)
        : is_device_array(object) ? add_device_array(context, object, prepared.stored[i], call.buffers)
                                  : add_scalar(context, object, call.buffers);
    if (!taken) return false;
  }
  return true;
}

/// Binds and reads the arguments; on success the key of the specialization is complete.
bool resolve(FunctionState& function, Call& call, PyObject* const* arguments, size_t count,
             PyObject* keyword_names) {
  if (keyword_names == nullptr && count == call.parameters && count == call.prepared->parameters.positional) {
    std::copy_n(arguments, count, call.objects.data());
  } else if (!bind_arguments(call.prepared->parameters, arguments, count, keyword_names,
                             call.objects.data())) {
    return false;
  }
  if (!read_arguments(function, call)) return false;
  call.options_id = current_options_id();
  call.sharing = call.buffers.sharing();
  return true;
}

/// True if the program names something that did not exist, or was of no use, when it was serialized.
bool has_open_names(const Prepared& prepared) {
  const auto is_open = [](const frontend::syntax::Binding& binding) {
    return binding.kind == frontend::syntax::BindingKind::Missing ||
           binding.kind == frontend::syntax::BindingKind::Unsupported;
  };
  return std::any_of(prepared.program->functions.begin(), prepared.program->functions.end(),
                     [&](const frontend::syntax::Function& f) {
                       return std::any_of(f.bindings.begin(), f.bindings.end(), is_open);
                     });
}

/// The specialization for a resolved call, made if it is new. Throws. `options` by value: they are read after
/// Python's lock was given up.
std::shared_ptr<Entry> find_or_specialize(FunctionState& function, Call& call, EffectiveOptions options) {
  CallBuffers& buffers = call.buffers;
  if (auto found = function.table.find(buffers.codes.data(), buffers.code_count, call.options_id,
                                       call.sharing.disjoint)) {
    return found;
  }
  std::shared_ptr<Entry> entry;
  try {
    entry = specialize(function, *call.prepared, buffers, call.options_id, call.sharing.disjoint, options);
  } catch (const CompileError&) {
    // The name may be defined by the next call.
    if (function.prepared == call.prepared && has_open_names(*call.prepared)) function.prepared.reset();
    throw;
  }
  if (options.device == DeviceChoice::Gpu) {
    find_gpu(function, *entry, options);
  }
  // Another thread may have come first, or found a guard broken, while this one compiled.
  if (function.prepared != call.prepared) return entry;
  if (auto found = function.table.find(buffers.codes.data(), buffers.code_count, call.options_id,
                                       call.sharing.disjoint)) {
    return found;
  }
  function.table.insert(entry);
  return entry;
}

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

/// The plan key of a call.
class CallKey {
 public:
  CallKey(const Entry& entry, const driver::CallArguments& numbers)
      : buffer_(entry.planner.layout().most_integers),
        length_(driver::write_key(entry.planner.layout(), numbers, buffer_.data())) {}
  [[nodiscard]] std::span<const int64_t> integers() { return {buffer_.data(), length_}; }

 private:
  PlainBuffer<int64_t, kInlineKey> buffer_;
  size_t length_;
};

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

PyObject* call_python(FunctionState& function, PyObject* const* arguments, size_t count,
                      PyObject* keyword_names) {
  function.last = LastCall{};
  function.last.python = true;
  return PyObject_Vectorcall(function.py_func.ptr(), arguments, count, keyword_names);
}

/// Settings of a call; kept from the last one while nothing changes.
const EffectiveOptions& options_of(FunctionState& function, uint32_t options_id) {
  if (!function.last_options || function.last_options->first != options_id) {
    function.last_options = {options_id, effective_options(options_id, function.decorator_options,
                                                           function.device, module_state().settings.strict)};
  }
  return function.last_options->second;
}

/// The call by a function that has no texts and no tuples among its parameters, if there is one.
PyObject* call_taken_apart(FunctionState& function, PyObject* const* arguments, size_t count,
                           PyObject* keyword_names) {
  const auto other = take_apart(function, arguments, count, keyword_names);
  if (!other) return nullptr;
  FunctionState& taken = state_of(other->function.ptr());
  PyObject* result = call(taken, other->arguments.data(), other->arguments.size(), nullptr);
  function.last = taken.last;
  return result;
}

}  // namespace

PyObject* call(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  if (options_of(function, current_options_id()).device == DeviceChoice::Python) {
    return call_python(function, arguments, count, keyword_names);
  }
  if (!prepare_if_needed(function)) return nullptr;
  Call call(function.prepared);
  if (!resolve(function, call, arguments, count, keyword_names))
    return call_taken_apart(function, arguments, count, keyword_names);
  std::shared_ptr<Entry> entry = function.inline_entry;
  if (!entry || !entry->matches(call.buffers.codes.data(), call.options_id, call.sharing.disjoint)) {
    try {
      entry = find_or_specialize(function, call, options_of(function, call.options_id));
    } catch (...) {
      function.prepared.reset();  // what was wrong (a missing name, say) may be mended before the next call
      set_python_error();
      return nullptr;
    }
    function.inline_entry = entry;
  }
  if (entry->gpu) {
    bool ran = false;
    PyObject* result = run_gpu(function, entry, call, ran);
    if (ran) return result;
  }
  if (!call.buffers.residents.empty()) return run_on_copies(function, entry, call);
  return run_on_cpu(function, entry, call);
}

PlannedEntry find_plan(FunctionState& function, PyObject* const* arguments, size_t count,
                       PyObject* keyword_names) {
  if (!prepare_if_needed(function)) return {};
  Call call(function.prepared);
  if (!resolve(function, call, arguments, count, keyword_names)) {
    const auto other = take_apart(function, arguments, count, keyword_names);
    if (!other) return {};
    return find_plan(state_of(other->function.ptr()), other->arguments.data(), other->arguments.size(),
                     nullptr);
  }
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

PyObject* plan_times(FunctionState& function, PyObject* const* arguments, size_t count, long repetitions) {
  if (!prepare_if_needed(function)) return nullptr;
  Call call(function.prepared);
  if (!resolve(function, call, arguments, count, nullptr)) return nullptr;
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

PyObject* call_interpreted(FunctionState& function, PyObject* const* arguments, size_t count,
                           bool scheduled) {
  if (!prepare_if_needed(function)) return nullptr;
  Call call(function.prepared);
  if (!resolve(function, call, arguments, count, nullptr)) {
    const auto other = take_apart(function, arguments, count, nullptr);
    if (!other) return nullptr;
    return call_interpreted(state_of(other->function.ptr()), other->arguments.data(), other->arguments.size(),
                            scheduled);
  }
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

}  // namespace unpython::bindings
