// Arrays that live on a device: those of up.to_device(), and those that other libraries hand over.
//
// The rest of the driver tells arrays apart by address, so each piece of device memory has a range of
// addresses of its own: the device's where it has any, else a range that is reserved and never used for
// anything else. The host never reads or writes there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abi/frame.h"
#include "driver/compile/argument_codes.h"
#include "driver/steps/held_array.h"
#include "runtime/gpu.h"
#include "runtime/gpus.h"
#include "runtime/resident.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Bytes of memory for so many of an array: atomic updates of narrow elements touch the whole word.
[[nodiscard]] constexpr int64_t whole_words(int64_t bytes) { return bytes <= 16 ? 16 : (bytes + 15) / 16 * 16; }

/// Memory on a device for one array. Throws DeviceFailure.
class UNPYTHON_API ResidentArray final : public HeldArray {
 public:
  ResidentArray(runtime::Gpu& gpu, int64_t bytes);
  /// Takes over memory of the device's pool, in which the array has `bytes`.
  ResidentArray(runtime::Gpu& gpu, int64_t bytes, runtime::PooledMemory memory);
  ~ResidentArray() override;

  [[nodiscard]] std::byte* begin() const override { return begin_; }
  [[nodiscard]] int64_t bytes() const override { return bytes_; }
  [[nodiscard]] std::string device() const override { return properties().name; }
  [[nodiscard]] ResidentArray* on_one() override { return this; }
  [[nodiscard]] runtime::Resident resident() const;
  [[nodiscard]] const abi::DeviceProperties& properties() const { return gpu_.device().properties(); }
  /// Fills it, new as it is, from host memory, which is read when this returns. Large copies go on beside the work of calls.
  void write(const void* host) override;
  /// Beside work that comes later.
  void read(void* host, int64_t offset, int64_t bytes) override;
  /// Waits for all work that may use it.
  void synchronise() const;

 private:
  runtime::Gpu& gpu_;
  int64_t bytes_;
  runtime::PooledMemory memory_;
  std::byte* begin_ = nullptr;
};

/// Memory of another library at an address of devices of a kind. Throws DeviceError when that cannot be used, or does not know
/// the address.
[[nodiscard]] UNPYTHON_API runtime::Resident foreign_memory(runtime::Gpus& gpus, const std::string& kind, std::byte* begin,
                                                            int64_t bytes, std::optional<uint64_t> stream);

/// Host memory in place of what arguments hold of residents, for a call that the CPU runs.
class UNPYTHON_API HostCopies {
 public:
  /// Copies the bytes from the first to the last that arguments reach of each resident, and lets the arguments point there.
  HostCopies(std::span<const runtime::Resident> residents, std::span<abi::ArrayArgument> arrays,
             std::span<ByteRange> ranges);
  /// Copies what the call may have stored to back.
  void write_back();

 private:
  struct Copy {
    runtime::Resident resident;
    int64_t offset = 0;  ///< of the first byte
    std::vector<std::byte> bytes{};
    bool stored = false;
    void run(runtime::Direction direction);
  };
  std::vector<Copy> copies_;
};

}  // namespace unpython::driver
