// A GPU as the driver of a call sees it: memory, copies, code, launches and their order. CUDA and OpenCL
// stand behind it.
//
// Problem:  one driver for two interfaces that disagree on what memory is (an address; an object), how
//           kernels get arguments (an array; one call each) and who is current (a context per thread;
//           nobody).
// Choice:   memory is an opaque handle, and a place in it is handle + byte offset, so no address leaves the
//           device; a launch gets all of its arguments at once; queues and events mean what both have in
//           common: a queue runs in order, an event is a point in a queue. Handles are owned by the move-only
//           types at the end.
// Rejected: sub-allocation behind the interface (OpenCL cannot do it at every alignment; the pool caches
//           whole allocations instead), callbacks (they run on driver threads, where nothing may be called).
//
// All members may be called from any thread. A failing driver call throws DeviceFailure (device_failure.h),
// except in the functions that release, which log it.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abi/device_properties.h"
#include "unpython/export.h"

namespace unpython::runtime {

struct MemoryHandle {
  uint64_t value = 0;  ///< CUDA: the address; OpenCL: the memory object
  auto operator<=>(const MemoryHandle&) const = default;
};
struct QueueHandle {
  void* value = nullptr;
  auto operator<=>(const QueueHandle&) const = default;
};
struct EventHandle {
  void* value = nullptr;
  auto operator<=>(const EventHandle&) const = default;
};
struct PinnedHandle {
  void* address = nullptr;  ///< host memory that the device reads and writes at full speed
  void* owner = nullptr;    ///< the device's own
  auto operator<=>(const PinnedHandle&) const = default;
};

/// A place in device memory.
struct Place {
  MemoryHandle memory;
  int64_t offset_bytes = 0;
};

/// Bytes of all programs together; a device that does not tell what is free is taken to hold what this
/// process allocated and nothing else.
struct MemoryInfo {
  int64_t free_bytes = 0;
  int64_t total_bytes = 0;
};

/// What a compiler does for a kernel. The results are the same to the bit.
enum class Effort : uint8_t {
  Quick,  ///< a kernel that is made soon, and may be several times slower
  Best
};

/// Source text in the device's language.
struct DeviceSource {
  std::string name;  ///< shown in messages of the compiler
  std::string text;
  /// Kernels (extern "C" in CUDA), in the order in which launch() counts them.
  std::vector<std::string> entries;
  Effort effort = Effort::Best;
  const std::atomic<bool>* unwanted = nullptr;  ///< true: compile() may give up, and fails
};

/// One argument of a kernel: memory (a pointer parameter; the kernel adds offsets that it gets as numbers) or
/// the bytes of a number or struct, which are read before launch() returns.
struct KernelArgument {
  MemoryHandle memory;
  const void* value = nullptr;  ///< null: `memory` is the argument
  int64_t value_bytes = 0;
  [[nodiscard]] static KernelArgument of(MemoryHandle memory) { return {.memory = memory}; }
  template <class T>
  [[nodiscard]] static KernelArgument of_value(const T& value) {
    return {.memory = {}, .value = &value, .value_bytes = sizeof(T)};
  }
  template <class T>
  static KernelArgument of_value(const T&& gone_before_the_launch) = delete;
};

struct LaunchGeometry {
  std::array<int64_t, 3> groups{1, 1, 1};   ///< work groups, x first; none may be 0
  std::array<int64_t, 3> threads{1, 1, 1};  ///< of each work group
  /// Local memory sized by the launch: `extern __shared__` in CUDA, in OpenCL one more `__local char*`
  /// parameter after the others (there only if it is not 0).
  int64_t dynamic_local_bytes = 0;
};

/// What the compiler made of a kernel, for the choice of a block size.
struct KernelFacts {
  int max_threads = 0;         ///< of a work group of this kernel
  int registers = 0;           ///< of a thread; 0: not known
  int64_t local_bytes = 0;     ///< declared in the source, of a work group
  int64_t spilled_bytes = 0;   ///< private memory of a thread
  int preferred_multiple = 1;  ///< work groups of a multiple of this waste no lanes
};

/// A point in a queue that keeps its time.
struct TimedPoint {
  QueueHandle queue{};
  std::shared_ptr<void> event{};  ///< the device's own; null: `host` is the time
  int64_t host = 0;               ///< nanoseconds of the host's steady clock
};

/// Kernels on the device; unloaded with the last owner. No launch of them may be pending then.
class UNPYTHON_API DeviceCode {
 public:
  DeviceCode() = default;
  DeviceCode(const DeviceCode&) = delete;
  DeviceCode& operator=(const DeviceCode&) = delete;
  virtual ~DeviceCode();
  /// Facts about the kernel `entries[entry]`.
  [[nodiscard]] virtual const KernelFacts& facts(size_t entry) const = 0;
};

struct GraphLaunch;
class LaunchGraph;
class ForeignStreams;

class UNPYTHON_API Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device();

  [[nodiscard]] virtual const abi::DeviceProperties& properties() const = 0;

  // Memory. Bytes are at least 1; a fresh allocation holds anything. Releasing waits for nothing: the caller
  // has waited for the work that uses it.
  [[nodiscard]] virtual MemoryHandle allocate(int64_t bytes) = 0;
  virtual void release(MemoryHandle memory) noexcept = 0;
  [[nodiscard]] virtual MemoryInfo memory_info() = 0;
  [[nodiscard]] virtual PinnedHandle allocate_pinned(int64_t bytes) = 0;
  virtual void release(PinnedHandle memory) noexcept = 0;
  /// Pinned memory `at` as an argument of kernels. What kernels store there the host sees once it has waited for the kernels. None:
  /// kernels of this device cannot store there.
  [[nodiscard]] virtual MemoryHandle on_device(std::byte* at) const;

  // Order. A queue runs what it is given in that order; queues run beside each other.
  [[nodiscard]] virtual QueueHandle create_queue() = 0;
  virtual void release(QueueHandle queue) noexcept = 0;
  /// The point in the queue after all that it was given so far.
  [[nodiscard]] virtual EventHandle record(QueueHandle queue) = 0;
  virtual void release(EventHandle event) noexcept = 0;
  /// What the queue gets from now on starts after the event; the calling thread goes on.
  virtual void wait_on_device(QueueHandle queue, EventHandle event) = 0;
  /// Waits in the calling thread. Failures of queued work come up here, or in any later call.
  virtual void wait(EventHandle event) = 0;
  virtual void wait(QueueHandle queue) = 0;
  /// True if the event has happened; does not wait.
  [[nodiscard]] virtual bool is_done(EventHandle event) = 0;

  // Times, for profiles. A device whose queues keep none is waited for, and the host looks at its clock.
  [[nodiscard]] virtual TimedPoint record_time(QueueHandle queue);
  /// Of two points that have happened.
  [[nodiscard]] virtual double seconds_between(const TimedPoint& from, const TimedPoint& to);

  // Copies take their turn in the queue; host memory must stay until they are done (waited for). They overlap
  // with other queues if the host memory is pinned, else the call may last as long as the copy.
  virtual void copy_in(QueueHandle queue, Place to, const void* from, int64_t bytes) = 0;
  virtual void copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) = 0;
  /// The same, and record(): one command where the device can do it in one.
  [[nodiscard]] virtual EventHandle record_copy_in(QueueHandle queue, Place to, const void* from,
                                                   int64_t bytes);
  [[nodiscard]] virtual EventHandle record_copy_out(QueueHandle queue, void* to, Place from, int64_t bytes);
  /// The same for rows that lie one behind the other on the host, and `stride_bytes` apart on the device.
  [[nodiscard]] virtual EventHandle record_rows_in(QueueHandle queue, Place to, int64_t stride_bytes, const void* from,
                                                   int64_t row_bytes, int64_t rows);
  [[nodiscard]] virtual EventHandle record_rows_out(QueueHandle queue, void* to, Place from, int64_t stride_bytes,
                                                    int64_t row_bytes, int64_t rows);
  virtual void copy_on_device(QueueHandle queue, Place to, Place from, int64_t bytes) = 0;
  /// copy_to() can copy to that device.
  [[nodiscard]] virtual bool reaches(const Device& other) const;
  /// Copies from this device to `other`, which it reaches, in its turn in `queue` of this device. Queues of `other` do not wait
  /// for the copy.
  virtual void copy_to(Device& other, QueueHandle queue, Place to, Place from, int64_t bytes);
  virtual void fill(QueueHandle queue, Place at, uint8_t byte, int64_t bytes) = 0;

  // Other libraries.
  /// How their work on memory of the device is waited for; null: no other library uses it.
  [[nodiscard]] virtual ForeignStreams* foreign_streams();

  // Code. load_code() in device_code.h joins the two by way of the disk cache.
  /// Opens the compiler; false with the reason where that fails.
  [[nodiscard]] virtual bool can_compile(std::string& reason);
  /// Whether compile() knows Effort::Quick: else it always does its best. Opens the compiler.
  [[nodiscard]] virtual bool compiles_quickly();
  /// Makes a text for all devices one in this device's language: defines KERNEL (in front of a kernel), GLOBAL (of
  /// the type of a pointer to memory), ITEM (number of the work item), REAL (float64 if `wide`, else float32), FMA and
  /// EXP of it.
  [[nodiscard]] virtual std::string_view common_words(bool wide) const = 0;
  /// Source -> what load() takes. A refusal is a DeviceFailure of kind Build with the compiler's log.
  [[nodiscard]] virtual std::string compile(const DeviceSource& source) = 0;
  /// All that the result of compile() depends on beside the source: compiler, options, architecture.
  [[nodiscard]] virtual std::string compiler_identity() = 0;
  [[nodiscard]] virtual std::shared_ptr<const DeviceCode> load(std::string_view binary,
                                                               const std::vector<std::string>& entries) = 0;
  /// `code` was loaded by this device; `arguments` in the order of the parameters.
  virtual void launch(QueueHandle queue, const DeviceCode& code, size_t entry, const LaunchGeometry& geometry,
                      std::span<const KernelArgument> arguments) = 0;
  /// The launches as a graph (launch_graph.h); null: the device only takes them one by one.
  [[nodiscard]] virtual std::unique_ptr<LaunchGraph> make_graph(std::span<const GraphLaunch> launches);
};

/// Owns one handle of a device, which must outlive it.
template <class Handle>
class Owned {
 public:
  Owned() = default;
  Owned(Device& device, Handle handle) : device_(&device), handle_(handle) {}
  Owned(Owned&& other) noexcept
      : device_(std::exchange(other.device_, nullptr)), handle_(std::exchange(other.handle_, {})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (device_ != nullptr) device_->release(handle_);
  }
  [[nodiscard]] const Handle& get() const { return handle_; }
  [[nodiscard]] explicit operator bool() const { return device_ != nullptr; }

 private:
  Device* device_ = nullptr;
  Handle handle_{};
};

using Memory = Owned<MemoryHandle>;
using PinnedMemory = Owned<PinnedHandle>;
using Queue = Owned<QueueHandle>;
using Event = Owned<EventHandle>;

[[nodiscard]] inline Memory make_memory(Device& device, int64_t bytes) {
  return {device, device.allocate(bytes)};
}
[[nodiscard]] inline PinnedMemory make_pinned(Device& device, int64_t bytes) {
  return {device, device.allocate_pinned(bytes)};
}
[[nodiscard]] inline Queue make_queue(Device& device) { return {device, device.create_queue()}; }
[[nodiscard]] inline Event make_event(Device& device, QueueHandle queue) {
  return {device, device.record(queue)};
}

}  // namespace unpython::runtime
