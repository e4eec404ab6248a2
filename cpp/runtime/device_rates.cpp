// Each rate is the best of a few runs: what disturbs a run only makes it slower.
#include "runtime/device_rates.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "runtime/device/launch_graph.h"
#include "runtime/device_code.h"
#include "support/least_seconds.h"

namespace unpython::runtime {
namespace {

constexpr int kRuns = 3;
constexpr int kTransferRuns = 7;  // other traffic of the host disturbs them more often than not
constexpr int64_t kBytes = kLargeBytes;
constexpr int64_t kCopiedBytes = kBytes / 4;
constexpr int64_t kFewBytes = 4 << 10;
constexpr int32_t kRounds = 512;
constexpr int32_t kFewRounds = 16;
constexpr int32_t kRoundsInOrder = 1 << 14;
constexpr double kLongEnough = 1e-3;  // seconds; a kernel that takes longer is timed well enough
constexpr int32_t kRow = 256;         // items of a row that a work item of up_scattered goes along
constexpr int64_t kMostGroupThreads = 256;
constexpr int kLaunches = 50;

/// The link, with the way that calls take over it.
class Link {
 public:
  Link(Gpu& gpu, MemoryHandle memory, std::vector<std::byte>& host)
      : gpu_(gpu), memory_(memory), host_(host) {}

  [[nodiscard]] double one_way(Direction direction, int64_t bytes) {
    const StridedCopy all{.run_bytes = bytes};
    const std::array<Transfer, 1> transfers = {transfer(direction, gpu_.queue(), 0, all)};
    return least_seconds(bytes < kLargeBytes ? kTransferRuns : kRuns, [&] { run(transfers); });
  }
  /// Half of the bytes in, the other half out.
  [[nodiscard]] double both_ways(int64_t bytes) {
    const StridedCopy half{.run_bytes = bytes / 2};
    const std::array<Transfer, 2> transfers = {
        transfer(Direction::In, gpu_.queue(Direction::In), 0, half),
        transfer(Direction::Out, gpu_.queue(Direction::Out), bytes / 2, half)};
    return least_seconds(bytes < kLargeBytes ? kTransferRuns : kRuns, [&] { run(transfers); });
  }

 private:
  [[nodiscard]] Transfer transfer(Direction direction, QueueHandle queue, int64_t first,
                                  const StridedCopy& copy) {
    return {.direction = direction,
            .queue = queue,
            .memory = memory_,
            .host = host_.data() + first,
            .copies = {&copy, 1}};
  }
  void run(std::span<const Transfer> transfers) {
    gpu_.transfers().run(transfers);
    for (const Transfer& each : transfers) gpu_.device().wait(each.queue);
  }

  Gpu& gpu_;
  MemoryHandle memory_;
  std::vector<std::byte>& host_;
};

/// The kernels in the words that all devices have: Device::common_words().
constexpr const char* kArithmetic = R"(
KERNEL up_simple(GLOBAL REAL* m, REAL by, int rounds) {
  REAL a = by, b = by + 1, c = by + 2, d = by + 3;
  for (int i = 0; i < rounds; ++i) {
    a = FMA(a, by, by);
    b = FMA(b, by, by);
    c = FMA(c, by, by);
    d = FMA(d, by, by);
  }
  m[ITEM] = a + b + c + d;
}
KERNEL up_divisions(GLOBAL REAL* m, REAL by, int rounds) {
  REAL a = by, b = by + 1;
  for (int i = 0; i < rounds; ++i) {
    a = by / (a + by);
    b = by / (b + by);
  }
  m[ITEM] = a + b;
}
KERNEL up_functions(GLOBAL REAL* m, REAL by, int rounds) {
  REAL a = by;
  for (int i = 0; i < rounds; ++i) a = EXP(-a);
  m[ITEM] = a;
}
)";
constexpr const char* kMemory = R"(
KERNEL up_loads(GLOBAL REAL* m, REAL by, int rounds) {
  int row = (ITEM / 256) % 64, column = ITEM % 256;
  REAL sum = by;
  for (int k = 0; k < rounds; ++k) sum += m[row * rounds + k] + m[k * 256 + column];
  if (sum == by) m[ITEM] = sum;
}
KERNEL up_scattered(GLOBAL REAL* m, REAL by, int rounds) {
  REAL sum = by;
  for (int k = 0; k < rounds; ++k) sum += m[ITEM * rounds + k];
  if (sum == by) m[ITEM] = sum;
}
KERNEL up_in_order(GLOBAL REAL* m, REAL by, int rounds) {
  REAL a = by;
  for (int k = 0; k < rounds; ++k) {
    a = FMA(a, by, m[k]);
    m[k] = a;
  }
}
)";

template <class Real>
class Kernels {
 public:
  Kernels(Gpu& gpu, MemoryHandle memory, DiskCache* cache) : gpu_(gpu), memory_(memory) {
    constexpr bool wide = sizeof(Real) == sizeof(double);
    const std::string text = std::string(gpu.device().common_words(wide)) + kArithmetic + kMemory;
    const std::string name = wide ? "up_rates_wide" : "up_rates_narrow";
    code_ = load_code(gpu.device(),
                      {name, text, {"up_simple", "up_divisions", "up_functions", "up_loads", "up_scattered", "up_in_order"}},
                      cache)
                .code;
  }

  [[nodiscard]] ArithmeticRates arithmetic() { return {rate(0, 4), rate(1, 2), rate(2, 1)}; }
  [[nodiscard]] double loads() { return rate(3, 2); }
  /// Of half of the memory, so that all rows are in it.
  [[nodiscard]] double scattered_loads() {
    const int64_t items = kBytes / 2 / static_cast<int64_t>(sizeof(Real)) / kRow;
    const int64_t threads = threads_of(4);
    int64_t groups = items / threads / 32;
    double seconds = timed(4, groups, threads, kRow);
    if (seconds < kLongEnough) seconds = timed(4, groups = items / threads, threads, kRow);
    return static_cast<double>(groups * threads * kRow) / seconds;
  }
  /// A round has five: a load, a product, a sum and two stores, one of them to a variable.
  [[nodiscard]] double item_operations() { return 5.0 * kRoundsInOrder / timed(5, 1, 1, kRoundsInOrder); }
  [[nodiscard]] double launch_seconds() {
    return least_seconds(kRuns,
                         [&] {
                           for (int i = 0; i < kLaunches; ++i) launch(0, 1, 1, 1);
                           gpu_.device().wait(gpu_.queue());
                         }) /
           kLaunches;
  }
  /// Of launches in a graph, each of which waits for the one before; 0: the device takes no graphs.
  [[nodiscard]] double replay_seconds() {
    const Real by{0.5};
    const int32_t rounds = 1;
    const std::array<KernelArgument, 3> arguments = arguments_of(by, rounds);
    std::vector<GraphLaunch> launches;
    for (size_t i = 0; i < kLaunches; ++i) {
      launches.push_back({.code = code_.get(), .entry = 0, .geometry = {{1, 1, 1}, {1, 1, 1}, 0}, .arguments = arguments});
      if (i > 0) launches.back().after = {i - 1};
    }
    const std::unique_ptr<LaunchGraph> graph = gpu_.device().make_graph(launches);
    if (!graph) return 0;
    return least_seconds(kTransferRuns,
                         [&] {
                           graph->launch(gpu_.queue());
                           gpu_.device().wait(gpu_.queue());
                         }) /
           kLaunches;
  }

 private:
  [[nodiscard]] std::array<KernelArgument, 3> arguments_of(const Real& by, const int32_t& rounds) const {
    return {KernelArgument::of(memory_), KernelArgument::of_value(by), KernelArgument::of_value(rounds)};
  }
  [[nodiscard]] int64_t threads_of(size_t entry) const {
    return std::clamp<int64_t>(code_->facts(entry).max_threads, 1, kMostGroupThreads);
  }
  void launch(size_t entry, int64_t groups, int64_t threads, int32_t rounds) {
    const Real by{0.5};
    gpu_.device().launch(gpu_.queue(), *code_, entry, {{groups, 1, 1}, {threads, 1, 1}, 0}, arguments_of(by, rounds));
  }
  [[nodiscard]] double timed(size_t entry, int64_t groups, int64_t threads, int32_t rounds) {
    return least_seconds(kRuns, [&] {
      launch(entry, groups, threads, rounds);
      gpu_.device().wait(gpu_.queue());
    });
  }
  /// Of a kernel that does `count` operations in each round. Slow devices do fewer of them.
  [[nodiscard]] double rate(size_t entry, double count) {
    const int64_t threads = threads_of(entry);
    const abi::DeviceProperties& properties = gpu_.device().properties();
    const int64_t groups = properties.multiprocessors * int64_t{properties.is_cpu ? 1 : 32};
    const auto items = static_cast<double>(groups * threads);
    int32_t rounds = kFewRounds;
    double seconds = timed(entry, groups, threads, rounds);
    if (seconds < kLongEnough) seconds = timed(entry, groups, threads, rounds = kRounds);
    return count * items * rounds / seconds;
  }

  Gpu& gpu_;
  MemoryHandle memory_;
  std::shared_ptr<const DeviceCode> code_;
};

double copied_bytes_per_second(Gpu& gpu, MemoryHandle memory) {
  constexpr int kCopies = 8;
  return 2.0 * kCopies * static_cast<double>(kCopiedBytes) / least_seconds(kRuns, [&] {
           for (int i = 0; i < kCopies; ++i)
             gpu.device().copy_on_device(gpu.queue(), {memory, kBytes / 2}, {memory, 0}, kCopiedBytes);
           gpu.device().wait(gpu.queue());
         });
}

}  // namespace

DeviceRates measure_device(Gpu& gpu, DiskCache* cache) {
  DeviceRates rates;
  std::vector<std::byte> host(static_cast<size_t>(kBytes), std::byte{1});
  const PooledMemory block = gpu.memory().acquire(kBytes);
  const MemoryHandle memory = block.get();
  const auto whole = static_cast<double>(kBytes);
  Link link(gpu, memory, host);
  rates.transfer_seconds = link.one_way(Direction::In, kFewBytes);
  for (size_t i = 0; i < kModerateBytes.size(); ++i) {
    rates.moderate_in[i] = link.one_way(Direction::In, kModerateBytes[i]);
    rates.moderate_out[i] = link.one_way(Direction::Out, kModerateBytes[i]);
  }
  rates.bytes_in = whole / link.one_way(Direction::In, kBytes);
  rates.bytes_out = whole / link.one_way(Direction::Out, kBytes);
  rates.bytes_both = whole / link.both_ways(kBytes);
  rates.memory_bytes = copied_bytes_per_second(gpu, memory);
  Kernels<float> narrow(gpu, memory, cache);
  rates.launch_seconds = narrow.launch_seconds();
  rates.replay_seconds = narrow.replay_seconds();
  rates.narrow = narrow.arithmetic();
  rates.loads = narrow.loads();
  rates.scattered_loads = narrow.scattered_loads();
  rates.item_operations = narrow.item_operations();
  if (gpu.device().properties().float64) rates.wide = Kernels<double>(gpu, memory, cache).arithmetic();
  return rates;
}

}  // namespace unpython::runtime
