// Each rate is the best of a few runs: what disturbs a run only makes it slower.
#include "driver/choose/cpu_rates.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <thread>
#include <vector>

#include "driver/choose/rate_programs.h"
#include "driver/compile/argument_codes.h"
#include "driver/plan/plan.h"
#include "driver/steps/cpu_call.h"
#include "ir/scalar_slot.h"
#include "runtime/threads/host_memory.h"
#include "runtime/threads/parallel_for.h"
#include "support/least_seconds.h"
#include "unpython/error.h"

namespace unpython::driver {
namespace {

constexpr int kRuns = 3;  // the first one wakes the threads
constexpr int64_t kLeastBytes = int64_t{128} << 20;
constexpr int64_t kMostBytes = int64_t{512} << 20;
constexpr int64_t kElements = 1 << 14;  // of each thread
constexpr int64_t kRounds = 48;
constexpr int kRegions = 32;
constexpr int kShortRuns = 24;  // of what takes less than a millisecond
constexpr int64_t kItemsOfThread = 64;
constexpr int64_t kOneBytes = int64_t{8} << 20;  // in the shared cache, by one thread

/// An array of floats, rank 1 or 2, in large pages as those of NumPy are.
struct Values {
  ScalarType type;
  std::vector<int64_t> extents;

  explicit Values(std::vector<int64_t> shape, ScalarType kind = ScalarType::Float64)
      : type(kind), extents(std::move(shape)) {
    int64_t count = 1;
    for (const int64_t extent : extents) count *= extent;
    memory_.reset(host_.allocate(count * size_of(kind)));
    if (!memory_) throw DeviceError("measuring the processor: out of memory");
    if (kind == ScalarType::Float32) {
      std::uninitialized_fill_n(static_cast<float*>(memory_.get()), count, 0.5F);
    } else {
      std::uninitialized_fill_n(static_cast<double*>(memory_.get()), count, 0.5);
    }
  }
  [[nodiscard]] abi::ArrayArgument argument() {
    abi::ArrayArgument result{};
    result.data = memory_.get();
    int64_t stride = size_of(type);
    for (size_t d = extents.size(); d-- > 0;) {
      result.extents[d] = extents[d];
      result.stride_bytes[d] = stride;
      stride *= extents[d];
    }
    return result;
  }

 private:
  struct Release {
    runtime::HostMemory* from;
    void operator()(void* memory) const { from->release(memory); }
  };
  runtime::HostMemory host_{0};
  std::unique_ptr<void, Release> memory_{nullptr, Release{&host_}};
};

/// One of the programs, compiled for its arguments: arrays, then perhaps a number.
class RateProgram {
 public:
  RateProgram(Compiler& compiler, const char* text, std::initializer_list<Values*> arrays,
              std::initializer_list<int64_t> numbers, int threads = 0)
      : services_(make_services(threads)) {
    frontend::Signature signature;
    signature.disjoint_arguments = true;
    for (Values* values : arrays) {
      arrays_.push_back(values->argument());
      frontend::ArgumentType type;
      type.is_array = true;
      type.type = values->type;
      type.strides.assign(values->extents.size(), ir::StrideClass::Other);
      type.strides.back() = ir::StrideClass::Unit;
      signature.arguments.push_back(type);
      const abi::ArrayArgument& made = arrays_.back();
      ranges_.push_back(byte_range(made.data, made.extents, made.stride_bytes,
                                   static_cast<int>(values->extents.size()), size_of(values->type)));
    }
    for (const int64_t number : numbers) {
      scalars_.push_back(ir::to_slot({ScalarType::Int64, number, 0.0}));
      frontend::ArgumentType& type = signature.arguments.emplace_back();
      type.type = ScalarType::Int64;
      type.weak = true;
    }
    const auto program = std::make_shared<const frontend::syntax::Program>(read_program(text));
    Planner planner(compiler, compiler.specialize(program, signature, Options{}));
    const CallArguments call{.arrays = arrays_, .scalars = scalars_, .ranges = ranges_};
    const std::vector<int64_t> key = key_of(planner.layout(), call);
    variant_ = planner.compile(planner.analyse(key, call).judgement.facts);
  }

  void run() const {
    abi::ErrorRecord error{};
    error.site = -1;
    // None of the programs raises.
    (void)launch(*variant_, {.arrays = arrays_.data(),
                             .scalars = scalars_.data(),
                             .results = nullptr,
                             .error = &error,
                             .services = &services_,
                             .memory = nullptr});
  }

 private:
  abi::Services services_;
  std::vector<abi::ArrayArgument> arrays_;
  std::vector<abi::ScalarSlot> scalars_;
  std::vector<ByteRange> ranges_;
  std::shared_ptr<const Variant> variant_;
};

/// Of a program that does `count` operations for each element in each round.
double rounds_per_second(Compiler& compiler, const char* text, int threads, double count,
                         ScalarType type = ScalarType::Float64) {
  Values values({threads * kElements}, type);
  const RateProgram program(compiler, text, {&values}, {kRounds});
  const auto rounds = static_cast<double>(threads * kElements * kRounds);
  return count * rounds / least_seconds(kRuns, [&] { program.run(); });
}

/// Of the clock: six steps of one cycle that wait for each other.
double cycles_per_second() {
  constexpr int kSteps = 6;
  constexpr int kLength = 1 << 15;
  uint64_t x = 1;
  const double seconds = least_seconds(kShortRuns, [&] {
    for (int i = 0; i < kLength; ++i) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
    volatile uint64_t used = x;
    static_cast<void>(used);
  });
  return kSteps * kLength / seconds;
}

/// What the system says of the cache of the third level, in "32768K"; sysconf counts those of all groups of cores.
int64_t shared_cache_bytes() {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index3/size");
  int64_t kilobytes = 0;
  char unit = 0;
  if (file >> kilobytes >> unit && unit == 'K') return kilobytes << 10;
  return std::max<int64_t>(0, sysconf(_SC_LEVEL3_CACHE_SIZE));
}

int32_t add_up(void* memory, int64_t begin, int64_t end, abi::ErrorRecord*) {
  const auto* values = static_cast<const int64_t*>(memory);
  int64_t total = 0;
  for (int64_t i = begin; i < end; ++i) total += values[i];
  volatile int64_t used = total;
  static_cast<void>(used);
  return abi::kOk;
}

/// Of two arrays of so many bytes together, which are read again and again, each time from where they then are; one of
/// them is written as well. `start`: seconds of a loop that does nothing.
double moved_bytes_per_second(Compiler& compiler, int threads, int64_t bytes, double start) {
  const auto count = bytes / 2 / static_cast<int64_t>(sizeof(double));
  Values a({count});
  Values b({count});
  const RateProgram program(compiler, kUpdate, {&a, &b}, {}, threads);
  const double seconds = least_seconds(bytes < kLeastBytes ? kShortRuns : kRuns, [&] { program.run(); });
  return static_cast<double>(bytes) / std::max(seconds - start, seconds / 4);
}

/// As calls do it: between two of them the caller does something of its own.
void measure_regions(CpuRates& rates) {
  const abi::Services services = make_services(0);
  abi::ErrorRecord unused{};
  std::vector<int64_t> nothing(static_cast<size_t>(rates.threads * kItemsOfThread), 1);
  const auto region = [&](int64_t items) {
    runtime::parallel_for(&services, items, 1, &add_up, nothing.data(), &unused);
  };
  const auto seconds = [&](int64_t items) {
    const auto regions = [&] {
      for (int n = 0; n < kRegions; ++n) region(items);
    };
    return least_seconds(kShortRuns, regions) / kRegions;
  };
  rates.region_seconds = seconds(rates.threads);
  const auto threads = static_cast<double>(rates.threads);
  const double more = chunks_taken(threads * kItemsOfThread, threads) - chunks_taken(threads, threads);
  rates.chunk_seconds = std::max(0.0, seconds(rates.threads * kItemsOfThread) - rates.region_seconds) / more;
  double first = 1;
  for (int run = 0; run < kRuns; ++run) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    first = std::min(first, least_seconds(1, [&] { region(rates.threads); }));
  }
  rates.wake_seconds = std::max(0.0, first - rates.region_seconds);
}

double products_per_second(Compiler& compiler, int64_t side) {
  Values a({side, side});
  Values b({side, side});
  Values c({side, side});
  const RateProgram program(compiler, kProduct, {&a, &b, &c}, {});
  const int runs = side <= 256 ? kShortRuns : kRuns;
  return static_cast<double>(side * side * side) / least_seconds(runs, [&] { program.run(); });
}

}  // namespace

double chunks_taken(double items, double threads) {
  const double part = static_cast<double>(runtime::kChunksOfThread) * threads;
  const double single = 2 * part;  // the last ones are taken one by one
  return items <= single ? items : single + part * std::log(items / single);
}

CpuRates measure_cpu(Compiler& compiler) {
  CpuRates rates;
  rates.threads = runtime::available_threads();
  rates.lanes = std::max(1.0, compiler.cpu().target().vector_bytes / static_cast<double>(sizeof(double)));
  rates.arithmetic = rounds_per_second(compiler, kChains, rates.threads, 4);
  rates.divisions = rounds_per_second(compiler, kDivisions, rates.threads, 2);
  rates.functions = rounds_per_second(compiler, kFunctions, rates.threads, 3);
  rates.narrow_divisions = rounds_per_second(compiler, kDivisions, rates.threads, 2, ScalarType::Float32);
  rates.narrow_functions = rounds_per_second(compiler, kFunctions, rates.threads, 3, ScalarType::Float32);
  for (size_t i = 0; i < kProductSides.size(); ++i)
    rates.contraction[i] = products_per_second(compiler, kProductSides[i]);
  measure_regions(rates);
  rates.cycles = cycles_per_second();
  const int64_t own = compiler.cpu().target().l2_bytes;
  const int64_t shared = shared_cache_bytes();
  rates.own_cache_bytes = static_cast<double>(own);
  rates.shared_cache_bytes = static_cast<double>(shared);
  const double start = rates.region_seconds;
  const int64_t beyond = std::clamp(shared * 2, kLeastBytes, kMostBytes);  // what no cache holds
  rates.memory_bytes = moved_bytes_per_second(compiler, 0, beyond, start);
  rates.thread_memory_bytes = moved_bytes_per_second(compiler, 1, beyond, 0);
  rates.cached_bytes = rates.threads * moved_bytes_per_second(compiler, 1, own / 2, 0);
  rates.dealt_bytes = moved_bytes_per_second(compiler, 0, rates.threads * own / 2, start);
  const int64_t half = std::max(own, std::min(shared / 2, kLeastBytes));
  rates.shared_bytes = std::max(rates.memory_bytes, moved_bytes_per_second(compiler, 0, half, start));
  const int64_t alone = std::max(own, std::min(shared / 4, kOneBytes));
  rates.thread_shared_bytes = std::max(rates.thread_memory_bytes, moved_bytes_per_second(compiler, 1, alone, 0));
  return rates;
}

}  // namespace unpython::driver
