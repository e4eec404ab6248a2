// An array that several devices hold together: up.to_device(a, 'cuda:*'), and up.resident on several devices.
//
// Problem:  calls on several devices find out by themselves who needs and who stores what (driver/several): no deal that is
//           fixed when the array is made suits all of them.
// Choice:   the array has memory of the host, its home, and what a call leaves on each device: the elements that have arrived
//           there, and those that the home has not. The next call goes on with that, as the next loop of one call would; so what
//           is dealt alike stays where it is, halos alone move, and another deal moves what differs. Whatever does not run on
//           these devices works with the home, which gets what has changed before.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "driver/compile/argument_codes.h"
#include "driver/steps/cpu_call.h"
#include "driver/steps/held_array.h"
#include "footprint/array_region.h"
#include "runtime/gpu.h"
#include "runtime/memory/memory_pool.h"

namespace unpython::driver {

/// What one device has of an array: memory for all of it, or none, and the elements that are newest there.
struct DealtPart {
  runtime::PooledMemory memory{};
  footprint::Footprint arrived{};
  footprint::Footprint changed{};  ///< the home has older values
};

/// Thread-safe: a call has the array alone.
class UNPYTHON_API DealtArray final : public HeldArray {
 public:
  /// Elements have any values.
  DealtArray(std::vector<runtime::Gpu*> gpus, int64_t bytes);
  /// A result, whose values are at home.
  DealtArray(std::vector<runtime::Gpu*> gpus, int64_t bytes, OwnedMemory home);
  ~DealtArray() override;

  [[nodiscard]] std::byte* begin() const override { return home_.get(); }
  [[nodiscard]] int64_t bytes() const override { return bytes_; }
  [[nodiscard]] std::string device() const override;
  [[nodiscard]] DealtArray* dealt() override { return this; }
  void write(const void* host) override;
  void read(void* host, int64_t offset, int64_t bytes) override;

  [[nodiscard]] const std::vector<runtime::Gpu*>& gpus() const { return gpus_; }
  [[nodiscard]] bool holds(const void* address) const { return address >= home_.get() && address < home_.get() + bytes_; }

  /// While a call has the array, others wait.
  [[nodiscard]] std::unique_lock<std::recursive_mutex> lock() const { return std::unique_lock(mutex_); }
  // Under the lock.
  /// The home gets what has changed; `stores`: it will be written to, so devices keep nothing. Throws DeviceFailure.
  void bring_home(bool stores);
  /// The next call uses the array as `array`; where that lies otherwise than what parts know, they are brought home. Throws
  /// DeviceFailure.
  void fit(const footprint::CallArray& array);
  /// What each device has, in the order of gpus(), for a call.
  [[nodiscard]] std::vector<DealtPart> take();
  /// What they have afterwards.
  void give_back(std::vector<DealtPart> parts);

 private:
  std::vector<runtime::Gpu*> gpus_;
  int64_t bytes_;
  OwnedMemory home_;
  mutable std::recursive_mutex mutex_;  ///< guards what follows, and the home
  bool is_taken_ = false;
  footprint::CallArray array_{};
  std::vector<DealtPart> parts_;
};

/// For a call whose arrays reach `ranges` of memory of the host. Throws DeviceFailure.
UNPYTHON_API void bring_home(std::span<DealtArray* const> arrays, std::span<const ByteRange> ranges);

}  // namespace unpython::driver
