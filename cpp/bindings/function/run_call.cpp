// The hot path is run_ready(): a short call whose numbers are those of the last leaves nothing new to be kept, so
// that nothing is allocated.
#include "bindings/function/run_call.h"

#include <chrono>
#include <utility>

#include "bindings/base/errors.h"
#include "bindings/results/results.h"
#include "driver/execute/cpu_call.h"

namespace unpython::bindings {
namespace {

/// What a call leaves behind, and the frame that says where.
class CallFrame {
 public:
  CallFrame(const Entry& entry, Call& call)
      : entry_(entry),
        call_(call),
        results_(entry.dispatcher.results().values),
        memory_(entry.dispatcher.results().owned) {
    error_.site = -1;
    error_.argument_count = 0;
    frame = {.arrays = call.buffers.arrays.data(),
             .scalars = call.buffers.scalars.data(),
             .results = results_.data(),
             .error = &error_,
             .services = &entry.dispatcher.services(),
             .memory = memory_.data()};
  }

  /// As Python objects. `code`: what ran; its error sites are those of the error.
  PyObject* finish(int32_t status, const ir::Function& code) {
    switch (status) {
      case abi::kOk:
        return make_results({entry_.source(), entry_.dispatcher.results(), results_.data(),
                             call_.objects.data(), call_.buffers.arrays.data(), memory_.data(), kept,
                             call_.prepared->classes.ptr()});
      case abi::kOutOfMemory:
        return out_of_memory();
      case abi::kInterrupted:
      case abi::kHostRaised:
        return nullptr;  // the exception of the signal handler, or of the function, is set
      default:
        break;
    }
    try {
      set_runtime_error(code, entry_.dispatcher.specialization().files, error_);
    } catch (...) {
      set_python_error();
    }
    return nullptr;
  }

  abi::Frame frame;
  driver::DeviceResults kept;

 private:
  const Entry& entry_;
  Call& call_;
  PlainBuffer<abi::ScalarSlot, 4> results_;
  PlainBuffer<void*, 4> memory_;
  abi::ErrorRecord error_;
};

double launch_unlocked(FunctionState& function, const Entry& entry, const driver::Variant& variant,
                       Call& call, abi::Frame frame, int32_t& status) {
  const auto start = std::chrono::steady_clock::now();
  without_lock(function, entry, call, [&](const abi::Services& services, const auto&) {
    frame.services = &services;
    status = driver::launch_noted(variant, frame);
  });
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

/// A call by this plan, which left nothing to be asked, ran so.
bool is_ready_way(const std::shared_ptr<const CallWay>& way, const std::shared_ptr<const driver::Plan>& plan) {
  return way && way->choice.plan == plan && !way->choice.variant && !way->choice.compiled && !way->record;
}

/// What a call leaves in its function.
void end_call(FunctionState& function, const Entry& entry, double milliseconds) {
  function.last.milliseconds = milliseconds;
  if (function.last.way != entry.way) function.last.way = entry.way;
}

/// A call by a plan that leaves nothing to be asked; a short one keeps Python's lock.
PyObject* run_ready(FunctionState& function, const std::shared_ptr<Entry>& entry,
                    std::shared_ptr<const driver::Plan> plan, Call& call, bool is_short) {
  CallFrame frame(*entry, call);
  const driver::Variant& variant = *plan->variant;
  int32_t status = abi::kOk;
  double milliseconds = -1;
  if (is_short) {
    status = driver::launch(variant, frame.frame);
  } else {
    milliseconds = launch_unlocked(function, *entry, variant, call, frame.frame, status);
  }
  if (!is_ready_way(entry->way, plan))
    entry->way = std::make_shared<const CallWay>(
        CallWay{.specialization = entry->dispatcher.shared_specialization(),
                .choice = entry->dispatcher.ready_choice(plan)});
  end_call(function, *entry, milliseconds);
  return frame.finish(status, variant.scheduled);
}

PyObject* run_dispatched(FunctionState& function, const std::shared_ptr<Entry>& entry,
                         const driver::Call& given, Call& call) {
  CallFrame frame(*entry, call);
  try {
    const driver::Ended ended =
        without_lock(function, *entry, call, [&](const abi::Services& services, const auto& tell) {
          abi::Frame unlocked = frame.frame;
          unlocked.services = &services;
          return entry->dispatcher.run(given, unlocked, frame.kept, tell);
        });
    // A repeated call ran the way of the first one.
    if (!ended.record || !entry->way || entry->way->record != ended.record)
      entry->way = std::make_shared<const CallWay>(
          CallWay{.specialization = entry->dispatcher.shared_specialization(),
                  .choice = ended.choice,
                  .record = ended.record,
                  .program = ended.program});
    end_call(function, *entry, ended.milliseconds);
    return frame.finish(ended.status, ended.choice.code());
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

}  // namespace

PyObject* run_call(FunctionState& function, const std::shared_ptr<Entry>& entry, Call& call) {
  const bool short_call = is_short(*entry, call);
  const GivenCall given(*entry, call, short_call);
  if (auto plan = entry->dispatcher.ready(given.get(), entry->way ? &entry->way->choice.plan : nullptr))
    return run_ready(function, entry, std::move(plan), call, short_call);
  return run_dispatched(function, entry, given.get(), call);
}

}  // namespace unpython::bindings
