#include "runtime/pending_code.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <thread>
#include <vector>

#include "host_device.h"
#include "runtime/device/device_failure.h"

using namespace unpython;
using namespace unpython::runtime;
using Begin = PendingCode::Begin;

namespace {

/// Its compiler waits until it may go on, and fails where the source says so.
class SlowCompiler : public test::HostDevice {
 public:
  [[nodiscard]] std::string compile(const DeviceSource& source) override {
    ++begun;
    may_end.wait();
    if (source.text == "wrong" && failures-- > 0) throw DeviceFailure(FailureKind::Build, "host:0", "compile", "a mistake", 1);
    return source.text;
  }

  std::promise<void> end;
  std::shared_future<void> may_end = end.get_future().share();
  std::atomic<int> begun{0};
  std::atomic<int> failures{1};
};

DeviceSource source(const char* text) { return {"k.cu", text, {"k"}}; }

void wait_for(const std::atomic<int>& number, int value) {
  while (number < value) std::this_thread::yield();
}

}  // namespace

TEST_CASE("pending code: it is made beside the caller, or when it is asked for") {
  SlowCompiler device;
  const PendingCode now(device, source("now"), nullptr, Begin::Now);
  const PendingCode later(device, source("later"), nullptr, Begin::OnDemand);
  wait_for(device.begun, 1);
  CHECK_FALSE(now.is_made());
  device.end.set_value();
  static_cast<void>(now.get());
  CHECK(now.is_made());
  CHECK(device.begun == 1);
  CHECK_FALSE(later.is_made());
  const DeviceCode* made = &later.get();
  CHECK(later.is_made());
  CHECK(&later.get() == made);
  CHECK(device.begun == 2);
}

TEST_CASE("pending code: many are asked for at once, by many threads") {
  SlowCompiler device;
  std::vector<std::unique_ptr<PendingCode>> codes;
  for (int n = 0; n < 50; ++n) codes.push_back(std::make_unique<PendingCode>(device, source("now"), nullptr, Begin::Now));
  device.end.set_value();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (const auto& code : codes) static_cast<void>(code->get());
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(device.begun == 50);
}

TEST_CASE("pending code: a failure is told once, and the next one tries again") {
  for (const Begin begin : {Begin::Now, Begin::OnDemand}) {
    SlowCompiler device;
    device.end.set_value();
    const PendingCode code(device, source("wrong"), nullptr, begin);
    CHECK_THROWS_AS(code.get(), DeviceFailure);
    CHECK_FALSE(code.is_made());
    static_cast<void>(code.get());
    CHECK(code.is_made());
  }
}

TEST_CASE("pending code: who gives it up waits for its compiler, and code that nobody has begun is not made") {
  SlowCompiler device;
  std::vector<std::unique_ptr<PendingCode>> codes;
  for (int n = 0; n < 100; ++n) codes.push_back(std::make_unique<PendingCode>(device, source("now"), nullptr, Begin::Now));
  wait_for(device.begun, 1);
  codes.resize(8);  // at most as many are being made, and the compiler waits
  std::thread gives_up([&] { codes.clear(); });
  device.end.set_value();
  gives_up.join();
  CHECK(device.begun <= 8);
}

namespace {

/// Knows both efforts: the best waits until it may end.
class TwoEfforts : public SlowCompiler {
 public:
  [[nodiscard]] bool compiles_quickly() override { return true; }
  [[nodiscard]] std::string compile(const DeviceSource& source) override {
    if (source.effort == Effort::Best) return SlowCompiler::compile(source);
    ++quick;
    return source.text;
  }

  std::atomic<int> quick{0};
};

}  // namespace

TEST_CASE("pending code: a long kernel is made quickly first, and the best behind it") {
  TwoEfforts device;
  const PendingCode code(device, source("long"), nullptr, Begin::Now, Effort::Quick);
  const DeviceCode* quick = &code.get(Effort::Quick);
  CHECK(code.is_made(Effort::Quick));
  CHECK_FALSE(code.is_made());
  device.end.set_value();
  const DeviceCode* best = &code.get();
  CHECK(code.is_made());
  CHECK(best != quick);
  CHECK(&code.get(Effort::Quick) == best);
  CHECK(device.quick == 1);
  CHECK(device.begun == 1);
}

TEST_CASE("pending code: who needs the best does not wait for what is made quickly; nobody is asked for code that is given up") {
  TwoEfforts device;
  device.end.set_value();
  {
    const PendingCode code(device, source("long"), nullptr, Begin::OnDemand, Effort::Quick);
    static_cast<void>(code.get());
    static_cast<void>(code.get(Effort::Quick));
  }
  CHECK(device.quick == 0);
  CHECK(device.begun == 1);
}

TEST_CASE("pending code: a device that knows no quick way makes the best at once") {
  SlowCompiler device;
  device.end.set_value();
  const PendingCode code(device, source("long"), nullptr, Begin::Now, Effort::Quick);
  static_cast<void>(code.get(Effort::Quick));
  CHECK(code.is_made());
  CHECK(device.begun == 1);
}

namespace {

/// Its compiler gives up where nobody wants the code.
class Stoppable : public test::HostDevice {
 public:
  [[nodiscard]] std::string compile(const DeviceSource& source) override {
    begun = 1;
    while (!*source.unwanted) std::this_thread::yield();
    throw DeviceFailure(FailureKind::Build, "host:0", "compile", "given up", 1);
  }

  std::atomic<int> begun{0};
};

}  // namespace

TEST_CASE("pending code: who gives it up does not wait for a compiler that can be stopped") {
  Stoppable device;
  {
    const PendingCode code(device, source("endless"), nullptr, Begin::Now);
    wait_for(device.begun, 1);
  }
  CHECK(device.begun == 1);
}
