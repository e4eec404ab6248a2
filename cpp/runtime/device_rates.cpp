// Each rate is the best of a few runs: what disturbs a run only makes it slower.
#include "runtime/device_rates.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "runtime/device_code.h"
#include "runtime/parallel_for.h"

namespace unpython::runtime {
namespace {

constexpr int kRuns = 3;
constexpr int64_t kBytes = int64_t{128} << 20;  // less does not show what the link can do
constexpr int64_t kCopiedBytes = kBytes / 4;
constexpr int64_t kFewBytes = 4 << 10;
constexpr int64_t kChains = 4;  // independent ones, so that latencies overlap

template <class Body>
double least_seconds(const Body& body) {
  double least = 1e9;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    body();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return std::max(least, 1e-9);
}

double move_seconds(Gpu& gpu, Direction direction, MemoryHandle memory, std::vector<std::byte>& host,
                    int64_t bytes) {
  const StridedCopy all{.run_bytes = bytes};
  const std::array<Transfer, 1> transfers = {{{.direction = direction,
                                               .queue = gpu.queue(),
                                               .memory = memory,
                                               .host = host.data(),
                                               .copies = {&all, 1}}}};
  return least_seconds([&] {
    gpu.transfers().run(transfers);
    gpu.device().wait(gpu.queue());
  });
}

/// A kernel of kChains chains of dependent operations for each thread.
DeviceSource chains_source(abi::SourceLanguage language, const std::string& real) {
  const bool cuda = language == abi::SourceLanguage::CudaC;
  std::string text = real == "double" && !cuda ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "";
  text += cuda ? "extern \"C\" __global__ void up_rate(" + real : "__kernel void up_rate(__global " + real;
  text += "* out, " + real + " by, int rounds) {\n  " + real +
          " a = by, b = by + 1, c = by + 2, d = by + 3;\n"
          "  for (int i = 0; i < rounds; ++i) {\n"
          "    a = fma(a, by, by);\n    b = fma(b, by, by);\n    c = fma(c, by, by);\n    d = fma(d, by, "
          "by);\n  }\n";
  text += cuda ? "  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;\n}\n"
               : "  out[get_global_id(0)] = a + b + c + d;\n}\n";
  return {"up_rate", text, {"up_rate"}};
}

struct Arithmetic {
  double operations_per_second = 0;
  double launch_seconds = 0;
};

template <class Real>
Arithmetic arithmetic_of(Gpu& gpu, MemoryHandle memory, DiskCache* cache, const char* real) {
  Device& device = gpu.device();
  const abi::DeviceProperties& properties = device.properties();
  const LoadedCode loaded = load_code(device, chains_source(properties.language, real), cache);
  const Real by = Real{0.5};
  const auto run = [&](int64_t groups, int64_t threads, int32_t rounds) {
    const std::array<KernelArgument, 3> arguments = {KernelArgument::of(memory), KernelArgument::of_value(by),
                                                     KernelArgument::of_value(rounds)};
    device.launch(gpu.queue(), *loaded.code, 0, {{groups, 1, 1}, {threads, 1, 1}, 0}, arguments);
  };
  const int64_t threads = std::clamp<int64_t>(loaded.code->facts(0).max_threads, 1, 256);
  const int64_t groups = properties.multiprocessors * int64_t{8};
  constexpr int32_t kRounds = 1024;
  constexpr int kLaunches = 50;
  Arithmetic result;
  const double busy = least_seconds([&] {
    run(groups, threads, kRounds);
    device.wait(gpu.queue());
  });
  result.operations_per_second = static_cast<double>(groups * threads * kRounds * kChains) / busy;
  result.launch_seconds = least_seconds([&] {
                            for (int i = 0; i < kLaunches; ++i) run(1, 1, 1);
                            device.wait(gpu.queue());
                          }) /
                          kLaunches;
  return result;
}

using Chains = void (*)(float* values, int64_t count, int64_t rounds);

[[gnu::always_inline]] inline void chain_loop(float* values, int64_t count, int64_t rounds) {
  for (int64_t round = 0; round < rounds; ++round) {
    for (int64_t i = 0; i < count; ++i) values[i] = values[i] * 0.5F + 0.25F;
  }
}

void chains_plain(float* values, int64_t count, int64_t rounds) { chain_loop(values, count, rounds); }
#ifdef __x86_64__
[[gnu::target("avx2,fma")]] void chains_avx2(float* values, int64_t count, int64_t rounds) {
  chain_loop(values, count, rounds);
}
[[gnu::target("avx512f")]] void chains_avx512(float* values, int64_t count, int64_t rounds) {
  chain_loop(values, count, rounds);
}
#endif

/// In the widest vectors that the processor has: so does generated code. (Not target_clones: its resolver
/// runs before the sanitizers are ready.)
Chains chains_of_processor() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return chains_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return chains_avx2;
#endif
  return chains_plain;
}

int64_t sum(const int64_t* values, int64_t count) {
  int64_t total = 0;
  for (int64_t i = 0; i < count; ++i) total += values[i];
  return total;
}

constexpr int64_t kChainRounds = 2000;
constexpr int64_t kChainLength = 1024;
constexpr int64_t kElementOperations = 5;  // load, multiply, add, store, and the counter
constexpr int64_t kPieces = 64;            // for each thread: milliseconds, in which all of them wake

int32_t run_chains(void*, int64_t begin, int64_t end, abi::ErrorRecord*) {
  const Chains chains = chains_of_processor();
  std::array<float, kChainLength> values{};
  for (int64_t i = begin; i < end; ++i) chains(values.data(), kChainLength, kChainRounds);
  volatile float used = values[0];
  static_cast<void>(used);
  return abi::kOk;
}

int32_t run_sums(void* memory, int64_t begin, int64_t end, abi::ErrorRecord*) {
  volatile int64_t used = sum(static_cast<const int64_t*>(memory) + begin, end - begin);
  static_cast<void>(used);
  return abi::kOk;
}

}  // namespace

DeviceRates measure_device(Gpu& gpu, DiskCache* cache) {
  DeviceRates rates;
  std::vector<std::byte> host(static_cast<size_t>(kBytes), std::byte{1});
  const PooledMemory block = gpu.memory().acquire(kBytes);
  const MemoryHandle memory = block.get();
  Device& device = gpu.device();
  const auto whole = static_cast<double>(kBytes);
  rates.transfer_seconds = move_seconds(gpu, Direction::In, memory, host, kFewBytes);
  rates.bytes_in_per_second = whole / move_seconds(gpu, Direction::In, memory, host, kBytes);
  rates.bytes_out_per_second = whole / move_seconds(gpu, Direction::Out, memory, host, kBytes);
  constexpr int kCopies = 8;
  rates.memory_bytes_per_second =
      2.0 * kCopies * static_cast<double>(kCopiedBytes) / least_seconds([&] {
        for (int i = 0; i < kCopies; ++i)
          device.copy_on_device(gpu.queue(), {memory, kBytes / 2}, {memory, 0}, kCopiedBytes);
        device.wait(gpu.queue());
      });
  const Arithmetic narrow = arithmetic_of<float>(gpu, memory, cache, "float");
  rates.float32_per_second = narrow.operations_per_second;
  rates.launch_seconds = narrow.launch_seconds;
  if (device.properties().float64) {
    rates.float64_per_second = arithmetic_of<double>(gpu, memory, cache, "double").operations_per_second;
  }
  return rates;
}

CpuRates measure_cpu() {
  CpuRates rates;
  const abi::Services services = make_services(0);
  rates.threads = services.threads;
  abi::ErrorRecord unused{};
  const int64_t pieces = services.threads * kPieces;
  rates.operations_per_second =
      static_cast<double>(pieces * kChainLength * kChainRounds * kElementOperations) /
      least_seconds([&] { parallel_for(&services, pieces, 1, &run_chains, nullptr, &unused); });
  std::vector<int64_t> memory(static_cast<size_t>(kBytes) / sizeof(int64_t), 1);
  const auto count = static_cast<int64_t>(memory.size());
  rates.memory_bytes_per_second =
      static_cast<double>(kBytes) /
      least_seconds([&] { parallel_for(&services, count, 1 << 16, &run_sums, memory.data(), &unused); });
  return rates;
}

}  // namespace unpython::runtime
