// Kernels whose code is made while the call that will need them goes on.
//
// Problem:  the compiler of a device takes 20 to 400 ms for a kernel, and a first call needs many.
// Choice:   the walk through a call asks for the code of each kernel that it meets, a few threads make codes in the order in which
//           they were asked for, and who needs one that nobody has begun makes it. A long kernel is made quickly first; the best
//           code is made behind it and is what launches take from then on.
// Rejected: several kernels in one program for the compiler (they would share one place in the cache on disk); kernels that are
//           made quickly on disk, too (one more place for each, for a process that has time to make the best).
#pragma once
#include <atomic>
#include <exception>
#include <mutex>

#include "runtime/device_code.h"

namespace unpython::runtime {

/// Thread-safe. The device and the cache must outlive it.
class UNPYTHON_API PendingCode {
 public:
  enum class Begin : uint8_t {
    Now,      ///< beside the caller
    OnDemand  ///< by the first get()
  };
  /// `first` is Quick: who takes that gets it while the best is not made.
  PendingCode(Device& device, DeviceSource source, DiskCache* cache, Begin begin, Effort first = Effort::Best);
  /// Waits, if it is being made: until it is kept for the next process, else until the compiler gives up.
  ~PendingCode();
  PendingCode(const PendingCode&) = delete;
  PendingCode& operator=(const PendingCode&) = delete;

  /// Made with so much effort, or more.
  [[nodiscard]] bool is_made(Effort least = Effort::Best) const { return made(least) != nullptr; }
  /// Waits until it is made with so much effort, or more. Throws DeviceFailure where that fails (the next one tries again), and
  /// Interrupted. Stays loaded as long as this.
  [[nodiscard]] const DeviceCode& get(Effort least = Effort::Best) const;
  /// Where it came from (LoadedCode::cache), once it is made.
  [[nodiscard]] const char* cache() const;

 private:
  friend class CodeMakers;
  enum class State : uint8_t { Waiting, InWork, Made, Failed };
  /// The code made with one effort. Changed under the lock of CodeMakers.
  struct Making {
    const Effort effort;
    std::atomic<State> state = State::Waiting;
    LoadedCode code{};
    std::exception_ptr failure{};
    std::atomic<bool> unwanted = false;
  };
  /// What there is of so much effort, or more; null: nothing yet.
  [[nodiscard]] const DeviceCode* made(Effort least) const;
  void begin(Making& making) const;
  void make(Making& making, std::unique_lock<std::mutex>& lock) const;
  void wait(const Making& making, std::unique_lock<std::mutex>& lock) const;

  Device& device_;
  const DeviceSource source_;
  DiskCache* const cache_;
  const Effort first_;
  mutable Making quick_{Effort::Quick};  ///< where `first_` is
  mutable Making best_{Effort::Best};
};

}  // namespace unpython::runtime
