// Threads that call one function at once, each with arrays of its own extents.
#include "driver/choose/dispatcher.h"

#include <array>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include "driver/choose/rate_programs.h"
#include "driver/compile/compile.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::driver;

namespace {

constexpr int kThreads = 6;
constexpr int kCalls = 10;

Settings settings() {
  Settings settings = read_settings();
  settings.cpu_library = UNPYTHON_LIBRARY_DIR "/libunpython_cpu.so";
  settings.cache = false;
  return settings;
}

std::shared_ptr<const Specialization> product(Compiler& compiler) {
  frontend::Signature signature;
  signature.disjoint_arguments = true;
  for (int n = 0; n < 3; ++n) {
    frontend::ArgumentType& type = signature.arguments.emplace_back();
    type.is_array = true;
    type.strides = {ir::StrideClass::Other, ir::StrideClass::Unit};
  }
  const auto program = std::make_shared<const frontend::syntax::Program>(read_program(kProduct));
  return compiler.specialize(program, signature, Options{});
}

/// The product of two square matrices of ones; each element of the result is their side.
class Matrices {
 public:
  Matrices(int64_t side, runtime::Gpu* gpu) : side_(side) {
    for (std::vector<double>& host : host_) {
      host.assign(static_cast<size_t>(side * side), 1.0);
      void* data = host.data();
      if (gpu != nullptr) {
        there_.push_back(std::make_unique<ResidentArray>(*gpu, bytes()));
        there_.back()->write(data);
        residents_.push_back(there_.back()->resident());
        data = residents_.back().begin;
      }
      arrays_.push_back({.data = data, .extents = {side, side}, .stride_bytes = {8 * side, 8}});
      ranges_.push_back(byte_range(data, arrays_.back().extents, arrays_.back().stride_bytes, 2, 8));
    }
  }

  /// True if the call ended well, on a device or on the processor, by a plan of its own numbers.
  bool run(Dispatcher& dispatcher, bool on_device) {
    const CallArguments numbers{.arrays = arrays_, .scalars = {}, .ranges = ranges_};
    std::vector<int64_t> key(dispatcher.layout().most_integers);
    key.resize(write_key(dispatcher.layout(), numbers, key.data()));
    abi::ErrorRecord error{};
    error.site = -1;
    const abi::Frame frame{.arrays = arrays_.data(),
                           .scalars = nullptr,
                           .results = nullptr,
                           .error = &error,
                           .services = &dispatcher.services(),
                           .memory = nullptr};
    DeviceResults kept;
    const Ended ended = dispatcher.run({.key = key, .numbers = numbers, .residents = residents_}, frame, kept,
                                       [](const Notice&) {});
    program_ = ended.program;
    return ended.status == abi::kOk && ended.choice.plan->has_key(key) &&
           (ended.choice.gpu != nullptr) == on_device;
  }

  /// What ran on a device last.
  [[nodiscard]] const std::shared_ptr<const Program>& program() const { return program_; }

  /// The result is right; it is something else afterwards.
  bool check() {
    std::vector<double>& result = host_[2];
    if (!there_.empty()) there_[2]->read(result.data(), 0, bytes());
    const bool right = result == std::vector<double>(result.size(), static_cast<double>(side_));
    std::fill(result.begin(), result.end(), -1.0);
    if (!there_.empty()) there_[2]->write(result.data());
    return right;
  }

 private:
  [[nodiscard]] int64_t bytes() const { return 8 * side_ * side_; }

  int64_t side_;
  std::array<std::vector<double>, 3> host_;
  std::vector<std::unique_ptr<ResidentArray>> there_;
  std::vector<runtime::Resident> residents_;
  std::vector<abi::ArrayArgument> arrays_;
  std::vector<ByteRange> ranges_;
  std::shared_ptr<const Program> program_;
};

/// Wrong results of threads whose first calls come together. `gpu`: the arrays lie there; null: on the host.
int count_wrong(Compiler& compiler, const std::string& device, runtime::Gpu* gpu) {
  MeasuredRates rates(compiler.disk());
  Dispatcher dispatcher(compiler, rates, product(compiler), {.device = device}, "product");
  std::mutex mutex;
  std::condition_variable changed;
  int ready = 0;
  int wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Matrices matrices(10 + 3 * (t / 2), gpu);  // two threads with each side
      {
        std::unique_lock lock(mutex);
        ++ready;
        changed.notify_all();
        changed.wait(lock, [&] { return ready == kThreads; });
      }
      for (int call = 0; call < kCalls; ++call) {
        const bool right = matrices.run(dispatcher, device != "cpu") && matrices.check();
        const std::scoped_lock lock(mutex);
        wrong += right ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

}  // namespace

TEST_CASE("dispatcher: first calls of several threads on the processor") {
  if (!std::ifstream(settings().cpu_library).good()) {
    WARN("skipped: there is no " + settings().cpu_library);
    return;
  }
  Compiler compiler(settings());
  CHECK(count_wrong(compiler, "cpu", nullptr) == 0);
}

TEST_CASE("dispatcher: first calls of several threads on a device") {
  Compiler compiler(settings());
  for (const char* name : {"opencl", "cuda"}) {
    const runtime::GpuStatus status = compiler.gpus().find(name);
    if (status.gpu == nullptr) {
      test::skip_device(name, status.reason);
      continue;
    }
    for (int trial = 0; trial < 3; ++trial) {
      CHECK(count_wrong(compiler, status.name, status.gpu) == 0);
      CHECK(count_wrong(compiler, status.name, nullptr) == 0);
    }
  }
}

TEST_CASE("dispatcher: the steps of a call are run again for arrays elsewhere, on the host and on a device") {
  Compiler compiler(settings());
  for (const char* name : {"opencl", "cuda"}) {
    const runtime::GpuStatus status = compiler.gpus().find(name);
    if (status.gpu == nullptr) {
      test::skip_device(name, status.reason);
      continue;
    }
    for (runtime::Gpu* gpu : {status.gpu, static_cast<runtime::Gpu*>(nullptr)}) {
      MeasuredRates rates(compiler.disk());
      Dispatcher dispatcher(compiler, rates, product(compiler), {.device = name}, "product");
      Matrices first(12, gpu);
      Matrices second(12, gpu);
      Matrices larger(13, gpu);
      for (Matrices* each : {&first, &larger, &second}) {
        CHECK(each->run(dispatcher, true));
        CHECK(each->check());
      }
      CHECK(first.program() == second.program());
      CHECK(first.program() != larger.program());
    }
  }
}
