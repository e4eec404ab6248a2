// What the link between host and device gives, in GB/s: bare copies from pinned memory by one thread, and the
// way that calls take (runtime/memory/transfer.h), which packs with several threads. In, out, and both at once. And
// what a launch takes the host, without waiting.
//
//     bench_link [device...]      "cuda:0", "opencl:0"; without one: the first of each kind
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "runtime/device_code.h"
#include "runtime/gpus.h"
#include "runtime/memory/transfer.h"
#include "support/settings.h"

using namespace unpython;
using namespace unpython::runtime;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int64_t kMiB = int64_t{1} << 20;
constexpr int64_t kBytes = 256 * kMiB;  // of each direction
constexpr int kRuns = 3;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double best_of(const std::function<void()>& run) {
  run();
  double best = 1e9;
  for (int i = 0; i < kRuns; ++i) {
    const auto start = Clock::now();
    run();
    best = std::min(best, seconds_since(start));
  }
  return best;
}

/// Pinned slots that go round, and the queues of one direction.
class Lane {
 public:
  Lane(Device& device, Direction direction, MemoryHandle memory, int64_t slot_bytes, int slots, int queues)
      : device_(device), direction_(direction), memory_(memory), slot_bytes_(slot_bytes) {
    for (int i = 0; i < slots; ++i) slots_.push_back({make_pinned(device, slot_bytes), Event()});
    for (int i = 0; i < queues; ++i) queues_.push_back(make_queue(device));
  }
  /// Queues the copy number `index` as soon as its slot is free.
  void copy(int64_t index) {
    Slot& slot = slots_[static_cast<size_t>(index) % slots_.size()];
    const auto start = Clock::now();
    if (slot.busy) device_.wait(slot.busy.get());
    waited_ += seconds_since(start);
    const QueueHandle queue = queues_[static_cast<size_t>(index) % queues_.size()].get();
    const Place place{memory_, index * slot_bytes_};
    const auto asked = Clock::now();
    slot.busy = {device_,
                 direction_ == Direction::In
                     ? device_.record_copy_in(queue, place, slot.memory.get().address, slot_bytes_)
                     : device_.record_copy_out(queue, slot.memory.get().address, place, slot_bytes_)};
    asked_ += seconds_since(asked);
    ++copies_;
  }
  void finish() {
    for (const Queue& queue : queues_) device_.wait(queue.get());
  }
  /// Microseconds of this thread, of each copy.
  [[nodiscard]] double to_ask() const { return 1e6 * asked_ / static_cast<double>(copies_); }
  [[nodiscard]] double to_wait() const { return 1e6 * waited_ / static_cast<double>(copies_); }

 private:
  struct Slot {
    PinnedMemory memory;
    Event busy;
  };
  Device& device_;
  Direction direction_;
  MemoryHandle memory_;
  int64_t slot_bytes_;
  std::vector<Slot> slots_;
  std::vector<Queue> queues_;
  double waited_ = 0;
  double asked_ = 0;
  int64_t copies_ = 0;
};

void bare_copies(Gpu& gpu, MemoryHandle in, MemoryHandle out) {
  std::printf("  bare copies               in     out    both   us to ask, to wait (in; out)\n");
  for (const int queues : {1, 2}) {
    for (const int64_t slot : {kMiB, 2 * kMiB, 4 * kMiB, 16 * kMiB}) {
      const int slots = static_cast<int>(std::max<int64_t>(32 * kMiB / slot, 2));
      Lane inward(gpu.device(), Direction::In, in, slot, slots, queues);
      Lane outward(gpu.device(), Direction::Out, out, slot, slots, queues);
      const auto run = [&](std::vector<Lane*> lanes) {
        return best_of([&] {
          for (int64_t i = 0; i < kBytes / slot; ++i) {
            for (Lane* lane : lanes) lane->copy(i);
          }
          for (Lane* lane : lanes) lane->finish();
        });
      };
      constexpr auto kOneWay = static_cast<double>(kBytes) / 1e9;
      const double to = kOneWay / run({&inward});
      const double from = kOneWay / run({&outward});
      const double in_ask = inward.to_ask();
      const double in_wait = inward.to_wait();
      const double out_ask = outward.to_ask();
      const double out_wait = outward.to_wait();
      const double both = 2 * kOneWay / run({&inward, &outward});
      std::printf("  %2lld MiB, %d queue%s      %6.1f  %6.1f  %6.1f   %5.1f %5.1f; %5.1f %5.1f\n",
                  static_cast<long long>(slot / kMiB), queues, queues == 1 ? " " : "s", to, from, both,
                  in_ask, in_wait, out_ask, out_wait);
    }
  }
}

void packed(Gpu& gpu, MemoryHandle in, MemoryHandle out) {
  std::vector<std::byte> source(static_cast<size_t>(kBytes), std::byte{1});
  std::vector<std::byte> target(static_cast<size_t>(kBytes), std::byte{2});
  std::array<Queue, 4> queues;
  for (Queue& queue : queues) queue = make_queue(gpu.device());
  std::printf("  packed by threads         in     out    both\n");
  for (const size_t ways : {1, 2}) {
    for (const int64_t bytes : {8 * kMiB, 32 * kMiB, kBytes}) {
      constexpr int64_t kPiece = 2 * kMiB;
      const int64_t piece = ways == 1 ? bytes : kPiece;
      const auto run = [&](bool inward, bool outward) {
        std::vector<StridedCopy> copies;
        for (int64_t first = 0; first < bytes; first += piece)
          copies.push_back({.host_offset = first, .packed_offset = first, .run_bytes = piece});
        std::vector<Transfer> transfers;
        for (size_t n = 0; n < copies.size(); ++n) {
          const std::span one(&copies[n], 1);
          const size_t way = n % ways;
          if (inward) transfers.push_back({Direction::In, queues[way].get(), in, source.data(), one});
          if (outward) transfers.push_back({Direction::Out, queues[2 + way].get(), out, target.data(), one});
        }
        const double taken = best_of([&] {
          gpu.transfers().run(transfers);
          for (const Queue& queue : queues) gpu.device().wait(queue.get());
        });
        return static_cast<double>((inward ? bytes : 0) + (outward ? bytes : 0)) / 1e9 / taken;
      };
      const double to = run(true, false);
      const double from = run(false, true);
      const double both = run(true, true);
      std::printf("  %3lld MiB, %zu queue%s     %6.1f  %6.1f  %6.1f\n", static_cast<long long>(bytes / kMiB),
                  ways, ways == 1 ? " " : "s", to, from, both);
    }
  }
}

std::string kernel_text(bool cuda, int numbers) {
  std::string text =
      cuda ? "extern \"C\" __global__ void few(double* m" : "__kernel void few(__global double* m";
  for (int i = 0; i < numbers; ++i) text += ", long n" + std::to_string(i);
  return text + ") { m[0] = (double)n0; }\n";
}

/// Microseconds of the host for each of many launches, which the device has room to queue.
void launches(Gpu& gpu, MemoryHandle memory) {
  constexpr int kLaunches = 200;
  std::printf("  us of a launch with");
  for (const int numbers : {4, 16, 32}) {
    const bool cuda = gpu.device().properties().language == abi::SourceLanguage::CudaC;
    const LoadedCode loaded = load_code(gpu.device(), {"few", kernel_text(cuda, numbers), {"few"}}, nullptr);
    const int64_t number = 1;
    std::vector<KernelArgument> arguments = {KernelArgument::of(memory)};
    for (int i = 0; i < numbers; ++i) arguments.push_back(KernelArgument::of_value(number));
    std::vector<double> taken;
    for (int round = 0; round < 9; ++round) {
      const auto start = Clock::now();
      for (int i = 0; i < kLaunches; ++i)
        gpu.device().launch(gpu.queue(), *loaded.code, 0, {.threads = {64, 1, 1}}, arguments);
      taken.push_back(1e6 * seconds_since(start) / kLaunches);
      gpu.device().wait(gpu.queue());
    }
    std::sort(taken.begin(), taken.end());
    std::printf("  %d numbers: %.2f", numbers, taken[taken.size() / 2]);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) names = {"cuda", "opencl"};
  Gpus gpus({.variable = read_variable});
  for (const std::string& name : names) {
    const GpuStatus status = gpus.find(name);
    if (status.gpu == nullptr) {
      std::printf("%s: %s\n", name.c_str(), status.reason.c_str());
      continue;
    }
    std::printf("%s: %s\n", status.name.c_str(), status.description.c_str());
    const Memory in = make_memory(*status.device, kBytes);
    const Memory out = make_memory(*status.device, kBytes);
    bare_copies(*status.gpu, in.get(), out.get());
    packed(*status.gpu, in.get(), out.get());
    launches(*status.gpu, in.get());
  }
  return 0;
}
