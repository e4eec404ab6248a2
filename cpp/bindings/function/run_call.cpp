// A short call keeps Python's lock, and where its numbers are those of the last it leaves nothing new to be kept, so that
// nothing is allocated.
#include "bindings/function/run_call.h"

#include "bindings/base/errors.h"
#include "bindings/results/results.h"

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

/// A call by this plan, which left nothing to be asked, ran so.
bool is_ready_way(const CallWay& way, const std::shared_ptr<const driver::Plan>& plan) {
  return way.choice.plan == plan && !way.choice.variant && !way.choice.compiled && !way.record;
}

/// A call with this choice and record would leave what is there.
bool is_known(const std::shared_ptr<const CallWay>& way, const driver::Choice& choice,
              const std::shared_ptr<const driver::GpuRecord>& record) {
  return way && !choice.compiled && !way->choice.compiled && way->choice.plan == choice.plan &&
         way->choice.variant == choice.variant && way->choice.findings == choice.findings && way->record == record;
}

/// What a call leaves in its function.
void end_call(FunctionState& function, const Entry& entry, double milliseconds) {
  function.last.milliseconds = milliseconds;
  if (function.last.way != entry.way) function.last.way = entry.way;
}

/// Without Python's lock.
PyObject* run_unlocked(FunctionState& function, const std::shared_ptr<Entry>& entry, const driver::Call& given, Call& call,
                       CallFrame& frame) {
  try {
    const driver::Ended ended =
        without_lock(function, *entry, call, [&](const abi::Services& services, const auto& tell) {
          abi::Frame unlocked = frame.frame;
          unlocked.services = &services;
          return entry->dispatcher.run(given, unlocked, frame.kept, tell);
        });
    if (!is_known(entry->way, ended.choice, ended.record))
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
  CallFrame frame(*entry, call);
  if (!short_call) return run_unlocked(function, entry, given.get(), call, frame);
  int32_t status = abi::kOk;
  const auto* const last = entry->way ? &entry->way->choice.plan : nullptr;
  const auto plan = entry->dispatcher.run_ready(given.get(), frame.frame, last, status);
  if (!plan) return run_unlocked(function, entry, given.get(), call, frame);
  if (last == nullptr || !is_ready_way(*entry->way, plan))
    entry->way = std::make_shared<const CallWay>(
        CallWay{.specialization = entry->dispatcher.shared_specialization(),
                .choice = entry->dispatcher.ready_choice(plan)});
  end_call(function, *entry, -1);
  return frame.finish(status, plan->variant->scheduled);
}

}  // namespace unpython::bindings
