// Threads that call one function at once, each with arrays of its own extents.
#include "driver/choose/dispatcher.h"

#include <array>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <fstream>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "driver/choose/rate_programs.h"
#include "driver/compile/compile.h"
#include "host_device.h"
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

  [[nodiscard]] CallArguments numbers() const {
    return {.arrays = arrays_, .scalars = {}, .ranges = ranges_};
  }

  /// True if the call ended well, on a device or on the processor, by a plan of its own numbers.
  bool run(Dispatcher& dispatcher, bool on_device) {
    const Ended ended = end(dispatcher);
    std::vector<int64_t> key(dispatcher.layout().most_integers);
    key.resize(write_key(dispatcher.layout(), numbers(), key.data()));
    return ended.status == abi::kOk && ended.choice.plan->has_key(key) &&
           (ended.choice.gpu != nullptr) == on_device;
  }

  Ended end(Dispatcher& dispatcher) {
    std::vector<int64_t> key(dispatcher.layout().most_integers);
    key.resize(write_key(dispatcher.layout(), numbers(), key.data()));
    abi::ErrorRecord error{};
    error.site = -1;
    const abi::Frame frame{.arrays = arrays_.data(),
                           .scalars = nullptr,
                           .results = nullptr,
                           .error = &error,
                           .services = &dispatcher.services(),
                           .memory = nullptr};
    DeviceResults kept;
    Ended ended = dispatcher.run({.key = key, .numbers = numbers(), .residents = residents_}, frame, kept,
                                 [](const Notice&) {});
    program_ = ended.program;
    return ended;
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

namespace {

/// A processor and a device that take so many seconds for a product of matrices with this side, and for nothing else.
struct Assumed {
  static constexpr int64_t kSide = 300;
  double cpu_seconds;
  double device_seconds;

  [[nodiscard]] CpuRates cpu() const {
    CpuRates rates;
    rates.region_seconds = 1e-7;
    rates.arithmetic = rates.divisions = rates.functions = rates.narrow_divisions = rates.narrow_functions =
        1e15;
    rates.memory_bytes = rates.thread_memory_bytes = rates.cached_bytes = rates.shared_bytes = 1e15;
    rates.contraction.fill(work() / cpu_seconds);
    return rates;
  }
  [[nodiscard]] runtime::DeviceRates device() const {
    runtime::DeviceRates rates;
    rates.launch_seconds = rates.transfer_seconds = 1e-7;
    rates.bytes_in = rates.bytes_out = rates.bytes_both = rates.memory_bytes = 1e15;
    rates.loads = rates.scattered_loads = 1e15;
    rates.narrow = rates.wide = {work() / device_seconds, 1e15, 1e15};
    return rates;
  }

 private:
  static double work() { return static_cast<double>(kSide * kSide * kSide); }
};

/// What ran a product of such matrices on the host; the result is right.
Ended run_product(Compiler& compiler, runtime::Gpu& gpu, const std::string& device, const Assumed& assumed) {
  MeasuredRates rates(compiler.disk());
  rates.assume(gpu, assumed.device(), assumed.cpu());
  Dispatcher dispatcher(compiler, rates, product(compiler), {.device = device, .may_choose = true},
                        "product");
  Matrices matrices(Assumed::kSide, nullptr);
  Ended ended = matrices.end(dispatcher);
  CHECK(ended.status == abi::kOk);
  CHECK(matrices.check());
  return ended;
}

/// What such a call is expected to take, while runs of it are noted.
class Expected {
 public:
  Expected(Compiler& compiler, runtime::Gpu& gpu, const Assumed& assumed)
      : compiler_(compiler),
        gpu_(gpu),
        rates_(compiler.disk()),
        estimates_(rates_),
        specialization_(product(compiler)),
        planner_(compiler, specialization_),
        matrices_(Assumed::kSide, nullptr) {
    rates_.assume(gpu, assumed.device(), assumed.cpu());
    std::vector<int64_t> key(planner_.layout().most_integers);
    key.resize(write_key(planner_.layout(), matrices_.numbers(), key.data()));
    plan_ = planner_.keep(planner_.analyse(key, matrices_.numbers()));
  }
  [[nodiscard]] Estimate now() {
    return estimates_.of(compiler_, *specialization_, plan_, gpu_, matrices_.numbers(), {});
  }
  /// Four calls took so long. `record`: of a device; null: they ran on the processor.
  void took(double milliseconds, const GpuRecord* record, bool was_dealt = false) {
    for (int call = 0; call < 4; ++call) estimates_.note(now(), record, was_dealt, milliseconds);
  }

 private:
  Compiler& compiler_;
  runtime::Gpu& gpu_;
  MeasuredRates rates_;
  CallEstimates estimates_;
  const std::shared_ptr<const Specialization> specialization_;
  Planner planner_;
  Matrices matrices_;
  std::shared_ptr<const Plan> plan_;
};

}  // namespace

TEST_CASE("dispatcher: a call goes to the side that is expected to end it sooner, or to both") {
  Compiler compiler(settings());
  const runtime::GpuStatus status = compiler.gpus().find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  const auto run = [&](double cpu, double device) {
    return run_product(compiler, *status.gpu, status.name, {.cpu_seconds = cpu, .device_seconds = device});
  };
  const Ended on_cpu = run(0.01, 1);
  CHECK(on_cpu.choice.gpu == nullptr);
  const Ended on_device = run(1, 0.01);
  REQUIRE(on_device.choice.gpu != nullptr);
  CHECK(on_device.choice.host_share == 0);
  CHECK(on_device.record->both.host_share == 0);
  const Ended on_both = run(0.2, 0.1);
  REQUIRE(on_both.choice.gpu != nullptr);
  CHECK(on_both.choice.host_share == Approx(1.0 / 3).margin(0.05));
  CHECK(on_both.record->both.host_share == Approx(1.0 / 3).margin(0.05));
  CHECK(on_both.record->both.came_home);
  CHECK(on_both.choice.findings->estimate->both_milliseconds < 100);
  // The device gets all of one matrix and a part of the other, and gives its rows of the result.
  const auto bytes = static_cast<double>(8 * Assumed::kSide * Assumed::kSide);
  CHECK(static_cast<double>(on_both.record->bytes_in) == Approx(bytes * 5 / 3).epsilon(0.05));
  CHECK(static_cast<double>(on_both.record->bytes_out) == Approx(bytes * 2 / 3).epsilon(0.05));
}

TEST_CASE("dispatcher: runs send a call from the device to the processor, and back") {
  Compiler compiler(settings());
  const runtime::GpuStatus status = compiler.gpus().find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  Expected call(compiler, *status.gpu, {.cpu_seconds = 0.2, .device_seconds = 0.01});
  CHECK(call.now().gpu_milliseconds < call.now().cpu_milliseconds);
  CHECK_FALSE(call.now().is_dealt);
  const GpuRecord record;
  call.took(500, &record);  // much longer than expected
  CHECK(call.now().gpu_milliseconds > call.now().cpu_milliseconds);
  call.took(900, nullptr);
  CHECK(call.now().gpu_milliseconds < call.now().cpu_milliseconds);
}

namespace {

/// Makes the best code of a kernel once it may.
class BestLater : public test::HostDevice {
 public:
  [[nodiscard]] bool compiles_quickly() override { return true; }
  [[nodiscard]] std::string compile(const runtime::DeviceSource& source) override {
    if (source.effort == runtime::Effort::Best) may_end.wait();
    return source.text;
  }

  std::promise<void> end;
  std::shared_future<void> may_end = end.get_future().share();
};

}  // namespace

TEST_CASE("dispatcher: runs of kernels whose best code is still being made say nothing of the next ones") {
  Compiler compiler(settings());
  const runtime::GpuStatus status = compiler.gpus().find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  Expected call(compiler, *status.gpu, {.cpu_seconds = 0.2, .device_seconds = 0.01});
  BestLater device;
  const auto code = std::make_shared<const runtime::PendingCode>(device, runtime::DeviceSource{"k.cu", "text", {"k"}}, nullptr,
                                                                 runtime::PendingCode::Begin::Now, runtime::Effort::Quick);
  static_cast<void>(code->get(runtime::Effort::Quick));
  GpuRecord record;
  record.kernels.emplace_back().code = code;
  CHECK(record.waits_for_code());
  const double expected = call.now().gpu_milliseconds;
  call.took(500, &record);
  CHECK(call.now().gpu_milliseconds == expected);
  device.end.set_value();
  static_cast<void>(code->get());
  CHECK_FALSE(record.waits_for_code());
  call.took(500, &record);
  CHECK(call.now().gpu_milliseconds > call.now().cpu_milliseconds);
}

TEST_CASE("dispatcher: calls on both sides go on while they are sooner than either side") {
  Compiler compiler(settings());
  const runtime::GpuStatus status = compiler.gpus().find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  Expected call(compiler, *status.gpu, {.cpu_seconds = 0.1, .device_seconds = 0.1});
  CHECK(call.now().is_dealt);
  CHECK(call.now().both_milliseconds == Approx(50).margin(2));
  GpuRecord record;
  record.both = {.host_share = 0.5, .host_milliseconds = 50, .device_milliseconds = 50, .came_home = true};
  call.took(95, &record, true);
  CHECK(call.now().is_dealt);
  CHECK(call.now().both_milliseconds == Approx(95));
  call.took(140, &record, true);
  CHECK_FALSE(call.now().is_dealt);
}

TEST_CASE("dispatcher: what the processor is much sooner at is chosen anew once in a while") {
  Compiler compiler(settings());
  const runtime::GpuStatus status = compiler.gpus().find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  MeasuredRates rates(compiler.disk());
  const Assumed assumed{.cpu_seconds = 0.01, .device_seconds = 100};
  rates.assume(*status.gpu, assumed.device(), assumed.cpu());
  Dispatcher dispatcher(compiler, rates, product(compiler), {.device = status.name, .may_choose = true},
                        "product");
  Matrices matrices(Assumed::kSide, nullptr);
  Matrices others(Assumed::kSide / 2, nullptr);
  std::set<std::shared_ptr<const Findings>> found;
  for (int call = 0; call < 40; ++call) {
    const Ended ended = matrices.end(dispatcher);
    REQUIRE(ended.choice.gpu == nullptr);
    CHECK(matrices.check());
    found.insert(ended.choice.findings);
  }
  CHECK(found.size() > 3);
  CHECK(found.size() < 10);
  CHECK(found.count(others.end(dispatcher).choice.findings) == 0);
  CHECK(others.check());
}
