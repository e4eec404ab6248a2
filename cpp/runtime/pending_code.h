// Kernels whose code is made while the call that will need them goes on.
//
// Problem:  the compiler of a device takes 20 to 400 ms for a kernel, and a first call needs many.
// Choice:   the walk through a call asks for the code of each kernel that it meets, a few threads make codes in the order in which
//           they were asked for, and who needs one that nobody has begun makes it.
// Rejected: several kernels in one program for the compiler (they would share one place in the cache on disk).
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
  PendingCode(Device& device, DeviceSource source, DiskCache* cache, Begin begin);
  /// Waits, if it is being made.
  ~PendingCode();
  PendingCode(const PendingCode&) = delete;
  PendingCode& operator=(const PendingCode&) = delete;

  [[nodiscard]] bool is_made() const { return state_.load(std::memory_order_acquire) == State::Made; }
  /// Waits until it is made. Throws DeviceFailure where that fails (the next one tries again), and Interrupted.
  [[nodiscard]] const DeviceCode& get() const;
  /// Where it came from (LoadedCode::cache), once it is made.
  [[nodiscard]] const char* cache() const;

 private:
  friend class CodeMakers;
  enum class State : uint8_t { Waiting, InWork, Made, Failed };
  void begin() const;
  void make(std::unique_lock<std::mutex>& lock) const;
  void wait(std::unique_lock<std::mutex>& lock) const;

  Device& device_;
  const DeviceSource source_;
  DiskCache* const cache_;
  // Changed under the lock of CodeMakers, as what follows.
  mutable std::atomic<State> state_ = State::Waiting;
  mutable LoadedCode code_;
  mutable std::exception_ptr failure_;
};

}  // namespace unpython::runtime
