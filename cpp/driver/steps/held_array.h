// Memory of one array that Python keeps on a device (resident_array.h), or dealt over several (dealt_array.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "unpython/export.h"

namespace unpython::driver {

class DealtArray;
class ResidentArray;

class UNPYTHON_API HeldArray {
 public:
  HeldArray() = default;
  HeldArray(const HeldArray&) = delete;
  HeldArray& operator=(const HeldArray&) = delete;
  virtual ~HeldArray() = default;

  /// The addresses that stand for its bytes in calls.
  [[nodiscard]] virtual std::byte* begin() const = 0;
  [[nodiscard]] virtual int64_t bytes() const = 0;
  /// "cuda:0"; "cuda:0,cuda:1" of one that is dealt.
  [[nodiscard]] virtual std::string device() const = 0;
  /// Fills it from host memory, which is read when this returns. Throws DeviceFailure.
  virtual void write(const void* host) = 0;
  /// Waits for work that changes it, then copies `bytes` from the one at `offset` on. Throws DeviceFailure, DeviceError.
  virtual void read(void* host, int64_t offset, int64_t bytes) = 0;
  /// Null: it is the other one.
  [[nodiscard]] virtual ResidentArray* on_one() { return nullptr; }
  [[nodiscard]] virtual DealtArray* dealt() { return nullptr; }
};

/// What results own on devices, one for each of Function::returned_arrays().
using DeviceResults = std::vector<std::shared_ptr<HeldArray>>;

}  // namespace unpython::driver
