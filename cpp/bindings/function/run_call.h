// The run of a resolved call: to the driver and back.
#pragma once
#include <memory>

#include "bindings/base/interrupts.h"
#include "bindings/function/resolved_call.h"
#include "bindings/function/warn_once.h"

namespace unpython::bindings {

/// What the function returns; null with an exception set.
[[nodiscard]] PyObject* run_call(FunctionState& function, const std::shared_ptr<Entry>& entry, Call& call);

/// A call as the driver takes it, with its key.
class GivenCall {
 public:
  GivenCall(const Entry& entry, Call& call, bool is_short) : key_(entry.dispatcher.layout().most_integers) {
    call_.numbers = call.numbers();
    call_.key = {key_.data(), driver::write_key(entry.dispatcher.layout(), call_.numbers, key_.data())};
    call_.residents = call.buffers.residents;
    call_.dealt = call.buffers.dealt;
    call_.is_short = is_short;
  }
  [[nodiscard]] const driver::Call& get() const { return call_; }

 private:
  /// Integers of most keys; larger keys are kept on the heap.
  static constexpr size_t kInline = 64;

  PlainBuffer<int64_t, kInline> key_;
  driver::Call call_;
};

/// use(services, tell) without Python's lock, which is taken for what is told; its arguments are held, and on
/// the main thread a signal's exception ends it.
template <class Use>
auto without_lock(FunctionState& function, const Entry& entry, Call& call, const Use& use) {
  const HeldArguments held(call);
  abi::Services services = entry.dispatcher.services();
  UnlockedCall region(services);
  const auto tell = [&](const driver::Notice& notice) {
    const Locked again(region);
    warn_once(function, notice);
  };
  return use(services, tell);
}

}  // namespace unpython::bindings
