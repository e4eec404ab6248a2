// A device made of host memory, for tests. Queued work runs as late as it may: when somebody waits for it. So
// a missing wait, or memory used again too early, gives wrong data. Counts what is alive, and fails the n-th
// call on demand.
#pragma once
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/device/device.h"
#include "runtime/device/device_failure.h"

namespace unpython::test {

class HostDevice : public runtime::Device {
 public:
  using Kernel = std::function<void(const runtime::LaunchGeometry&, const std::vector<std::byte*>&)>;

  explicit HostDevice(int64_t memory_bytes = int64_t{1} << 40) {
    properties_.name = "host:0";
    properties_.memory_bytes = properties_.max_allocation_bytes = memory_bytes;
  }
  ~HostDevice() override = default;

  // What tests ask and set.
  [[nodiscard]] int64_t alive() const { return alive_; }  ///< memory, pinned memory, queues, events
  [[nodiscard]] int64_t calls() const { return calls_; }
  [[nodiscard]] int64_t waits() const { return waits_; }  ///< for queues
  /// The n-th call from now on fails (1: the next); 0: none.
  void fail_at(int64_t n) { fail_at_ = n == 0 ? 0 : calls_ + n; }
  void set_max_allocation(int64_t bytes) { properties_.max_allocation_bytes = bytes; }

  [[nodiscard]] const abi::DeviceProperties& properties() const override { return properties_; }
  [[nodiscard]] runtime::MemoryHandle allocate(int64_t bytes) override {
    const std::scoped_lock lock(mutex_);
    enter("allocate");
    if (bytes > properties_.memory_bytes - used_) fail("allocate", runtime::FailureKind::OutOfMemory);
    auto* memory = new std::byte[static_cast<size_t>(bytes)];
    std::memset(memory, kFresh, static_cast<size_t>(bytes));
    sizes_[memory] = bytes;
    used_ += bytes;
    ++alive_;
    return {reinterpret_cast<uint64_t>(memory)};
  }
  void release(runtime::MemoryHandle memory) noexcept override {
    const std::scoped_lock lock(mutex_);
    run_all();
    auto* bytes = reinterpret_cast<std::byte*>(memory.value);
    used_ -= sizes_[bytes];
    sizes_.erase(bytes);
    delete[] bytes;
    --alive_;
  }
  [[nodiscard]] runtime::MemoryInfo memory_info() override {
    const std::scoped_lock lock(mutex_);
    return {properties_.memory_bytes - used_, properties_.memory_bytes};
  }
  [[nodiscard]] runtime::PinnedHandle allocate_pinned(int64_t bytes) override {
    const std::scoped_lock lock(mutex_);
    enter("allocate_pinned");
    ++alive_;
    return {new std::byte[static_cast<size_t>(bytes)], nullptr};
  }
  void release(runtime::PinnedHandle memory) noexcept override {
    const std::scoped_lock lock(mutex_);
    run_all();
    delete[] static_cast<std::byte*>(memory.address);
    --alive_;
  }
  [[nodiscard]] runtime::MemoryHandle on_device(std::byte* at) const override {
    return {reinterpret_cast<uint64_t>(at)};
  }
  [[nodiscard]] runtime::QueueHandle create_queue() override {
    const std::scoped_lock lock(mutex_);
    enter("create_queue");
    ++alive_;
    return {new std::shared_ptr<Queue>(*queues_.insert(std::make_shared<Queue>()).first)};
  }
  void release(runtime::QueueHandle queue) noexcept override {
    const std::scoped_lock lock(mutex_);
    run({of(queue), of(queue)->work.size()});  // as drivers do: what was queued happens
    queues_.erase(of(queue));
    delete static_cast<std::shared_ptr<Queue>*>(queue.value);
    --alive_;
  }
  [[nodiscard]] runtime::EventHandle record(runtime::QueueHandle queue) override {
    const std::scoped_lock lock(mutex_);
    enter("record");
    ++alive_;
    return {new Point{of(queue), of(queue)->work.size()}};
  }
  void release(runtime::EventHandle event) noexcept override {
    const std::scoped_lock lock(mutex_);
    delete static_cast<Point*>(event.value);
    --alive_;
  }
  void wait_on_device(runtime::QueueHandle queue, runtime::EventHandle event) override {
    const std::scoped_lock lock(mutex_);
    enter("wait_on_device");
    of(queue)->work.push_back([point = *static_cast<Point*>(event.value)] { run(point); });
  }
  void wait(runtime::EventHandle event) override {
    const std::scoped_lock lock(mutex_);
    enter("wait");
    run(*static_cast<Point*>(event.value));
  }
  void wait(runtime::QueueHandle queue) override {
    const std::scoped_lock lock(mutex_);
    run({of(queue), of(queue)->work.size()});
    ++waits_;
    enter("wait");
  }
  [[nodiscard]] bool is_done(runtime::EventHandle event) override {
    const std::scoped_lock lock(mutex_);
    enter("is_done");
    const Point& point = *static_cast<Point*>(event.value);
    return point.queue->done >= point.end;
  }
  void copy_in(runtime::QueueHandle queue, runtime::Place to, const void* from, int64_t bytes) override {
    queue_copy("copy_in", queue, at(to), from, bytes);
  }
  void copy_out(runtime::QueueHandle queue, void* to, runtime::Place from, int64_t bytes) override {
    queue_copy("copy_out", queue, to, at(from), bytes);
  }
  void copy_on_device(runtime::QueueHandle queue, runtime::Place to, runtime::Place from,
                      int64_t bytes) override {
    queue_copy("copy_on_device", queue, at(to), at(from), bytes);
  }
  void fill(runtime::QueueHandle queue, runtime::Place place, uint8_t byte, int64_t bytes) override {
    const std::scoped_lock lock(mutex_);
    enter("fill");
    of(queue)->work.push_back([=, to = at(place)] { std::memset(to, byte, static_cast<size_t>(bytes)); });
  }
  [[nodiscard]] std::string compile(const runtime::DeviceSource& source) override {
    const std::scoped_lock lock(mutex_);
    enter("compile");
    return source.text;
  }
  [[nodiscard]] std::string compiler_identity() override { return "host"; }
  [[nodiscard]] std::string_view common_words(bool) const override { return {}; }
  [[nodiscard]] std::shared_ptr<const runtime::DeviceCode> load(
      std::string_view, const std::vector<std::string>& entries) override {
    const std::scoped_lock lock(mutex_);
    enter("load");
    return std::make_shared<Code>(entries.size());
  }
  /// Calls `kernel`, with the addresses of its memory arguments.
  void set_kernel(Kernel kernel) { kernel_ = std::move(kernel); }
  void launch(runtime::QueueHandle queue, const runtime::DeviceCode&, size_t,
              const runtime::LaunchGeometry& geometry,
              std::span<const runtime::KernelArgument> arguments) override {
    const std::scoped_lock lock(mutex_);
    enter("launch");
    std::vector<std::byte*> memories;
    for (const runtime::KernelArgument& argument : arguments) {
      if (argument.value == nullptr) memories.push_back(reinterpret_cast<std::byte*>(argument.memory.value));
    }
    of(queue)->work.push_back([this, geometry, memories] { kernel_(geometry, memories); });
  }

  static constexpr int kFresh = 0xA5;  ///< every byte of fresh memory

 private:
  struct Queue {
    std::vector<std::function<void()>> work;
    size_t done = 0;
  };
  struct Point {
    std::shared_ptr<Queue> queue;  // events outlive queues
    size_t end;
  };
  struct Code : runtime::DeviceCode {
    explicit Code(size_t count) : all(count) {}
    [[nodiscard]] const runtime::KernelFacts& facts(size_t entry) const override { return all[entry]; }
    std::vector<runtime::KernelFacts> all;
  };

  static const std::shared_ptr<Queue>& of(runtime::QueueHandle queue) {
    return *static_cast<std::shared_ptr<Queue>*>(queue.value);
  }
  static std::byte* at(runtime::Place place) {
    return reinterpret_cast<std::byte*>(place.memory.value) + place.offset_bytes;
  }
  static void run(const Point& point) {
    while (point.queue->done < point.end) {
      // What is done holds no queue any more: queues that wait for each other would keep each other.
      const auto work = std::exchange(point.queue->work[point.queue->done++], nullptr);
      work();
    }
  }
  /// Before memory goes: drivers keep it until what was queued with it is done.
  void run_all() {
    for (const std::shared_ptr<Queue>& queue : queues_) run({queue, queue->work.size()});
  }
  void queue_copy(const char* name, runtime::QueueHandle queue, void* to, const void* from, int64_t bytes) {
    const std::scoped_lock lock(mutex_);
    enter(name);
    of(queue)->work.push_back([=] { std::memcpy(to, from, static_cast<size_t>(bytes)); });
  }
  void enter(const char* call) {
    if (++calls_ == fail_at_) fail(call, runtime::FailureKind::Other);
  }
  [[noreturn]] void fail(const char* call, runtime::FailureKind kind) const {
    throw runtime::DeviceFailure(kind, properties_.name, call, "AN_INJECTED_FAILURE", 42);
  }

  abi::DeviceProperties properties_;
  std::recursive_mutex mutex_;  ///< guards the members below
  std::map<std::byte*, int64_t> sizes_;
  std::set<std::shared_ptr<Queue>> queues_;
  int64_t used_ = 0;
  int64_t alive_ = 0;
  int64_t calls_ = 0;
  int64_t waits_ = 0;
  int64_t fail_at_ = 0;
  Kernel kernel_;
};

}  // namespace unpython::test
