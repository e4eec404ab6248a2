#include "runtime/threads/parallel_for.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace unpython;
using runtime::make_services;
using runtime::parallel_for;

namespace {

using Body = std::function<int32_t(int64_t begin, int64_t end, abi::ErrorRecord* error)>;

int32_t call_body(void* body, int64_t begin, int64_t end, abi::ErrorRecord* error) {
  return (*static_cast<const Body*>(body))(begin, end, error);
}

int32_t run(const abi::Services& services, int64_t extent, int64_t grain, Body body,
            abi::ErrorRecord* error = nullptr) {
  abi::ErrorRecord unused{};
  return parallel_for(&services, extent, grain, call_body, &body, error != nullptr ? error : &unused);
}

int64_t sum_of(const abi::Services& services, int64_t extent) {
  std::atomic<int64_t> sum{0};
  run(services, extent, 1, [&](int64_t begin, int64_t end, abi::ErrorRecord*) {
    for (int64_t i = begin; i < end; ++i) sum += i;
    return 0;
  });
  return sum;
}

/// Ends the process when a deadlock would otherwise end the test run.
bool child_succeeds(const std::function<bool()>& action) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(20);
    _exit(action() ? 0 : 1);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("parallel_for: every iteration once, chunks ascending in each thread and not below the grain") {
  for (const int threads : {1, 2, 3, 8}) {
    const auto services = make_services(threads);
    for (const int64_t extent : {0, 1, 2, 3, 7, 64, 1000, 4097}) {
      for (const int64_t grain : {0, 1, 3, 100, 5000}) {
        std::vector<std::atomic<int>> count(static_cast<size_t>(extent));
        std::atomic<bool> good{true};
        const int32_t status =
            run(services, extent, grain, [&](int64_t begin, int64_t end, abi::ErrorRecord*) {
              if (end - begin < std::min(grain, extent) || end <= begin) good = false;
              for (int64_t i = begin; i < end; ++i) ++count[static_cast<size_t>(i)];
              return 0;
            });
        CHECK(status == abi::kOk);
        CHECK(good);
        CHECK(std::all_of(count.begin(), count.end(), [](const auto& c) { return c == 1; }));
      }
    }
  }
}

TEST_CASE("parallel_for: several threads work") {
  const auto services = make_services(4);
  std::mutex mutex;
  std::set<std::thread::id> ids;
  run(services, 40, 1, [&](int64_t, int64_t, abi::ErrorRecord*) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const std::scoped_lock lock(mutex);
    ids.insert(std::this_thread::get_id());
    return 0;
  });
  CHECK(ids.size() > 1);
  CHECK(ids.size() <= 4);
}

TEST_CASE("parallel_for: one thread when one is asked for, and one chunk runs here") {
  const auto here = std::this_thread::get_id();
  const auto runs_here = [&](int threads, int64_t extent, int64_t grain) {
    bool good = true;
    run(make_services(threads), extent, grain, [&](int64_t, int64_t, abi::ErrorRecord*) {
      good = good && std::this_thread::get_id() == here;
      return 0;
    });
    return good;
  };
  CHECK(runs_here(1, 1000, 1));
  CHECK(runs_here(4, 1000, 1000));
}

TEST_CASE("parallel_for: a nested loop runs on its thread, in one chunk") {
  const auto services = make_services(4);
  std::atomic<int64_t> total{0};
  std::atomic<bool> good{true};
  run(services, 100, 1, [&](int64_t begin, int64_t end, abi::ErrorRecord*) {
    for (int64_t i = begin; i < end; ++i) {
      const auto here = std::this_thread::get_id();
      int chunks = 0;
      run(services, 50, 1, [&](int64_t b, int64_t e, abi::ErrorRecord*) {
        good = good && std::this_thread::get_id() == here && ++chunks == 1;
        total += e - b;
        return 0;
      });
    }
    return 0;
  });
  CHECK(total == 5000);
  CHECK(good);
}

TEST_CASE("parallel_for: the lowest failing iteration wins and all below it has run") {
  for (int round = 0; round < 200; ++round) {
    const auto services = make_services(1 + round % 5);
    const int64_t lowest = 37 * round % 1900;
    std::vector<std::atomic<int>> count(2000);
    abi::ErrorRecord error{.site = -1, .argument_count = 0, .iteration = -1, .arguments = {}};
    const int32_t status = run(
        services, 2000, 1 + round % 7,
        [&](int64_t begin, int64_t end, abi::ErrorRecord* record) -> int32_t {
          for (int64_t i = begin; i < end; ++i) {
            if (i >= lowest && (i - lowest) % 40 == 0) {
              record->site = 5;
              record->iteration = i;
              return i == lowest ? abi::kRaised : abi::kOutOfMemory;
            }
            ++count[static_cast<size_t>(i)];
          }
          return abi::kOk;
        },
        &error);
    CHECK(status == abi::kRaised);
    CHECK(error.site == 5);
    CHECK(error.iteration == lowest);
    CHECK(std::all_of(count.begin(), count.begin() + lowest, [](const auto& c) { return c == 1; }));
  }
}

TEST_CASE("parallel_for: nothing far above a failure is started, and no failure leaves the record alone") {
  std::atomic<int64_t> ran{0};
  abi::ErrorRecord error{.site = 77, .argument_count = 0, .iteration = 0, .arguments = {}};
  const auto services = make_services(2);
  const int32_t status = run(
      services, 1000000, 1,
      [&](int64_t begin, int64_t end, abi::ErrorRecord*) -> int32_t {
        ran += end - begin;
        return begin > 0 ? abi::kRaised : abi::kOk;
      },
      &error);
  CHECK(status == abi::kRaised);
  CHECK(error.site == -1);
  CHECK(ran < 900000);
  error.site = 77;
  CHECK(run(
            services, 1000, 1, [](int64_t, int64_t, abi::ErrorRecord*) { return 0; }, &error) == abi::kOk);
  CHECK(error.site == 77);
}

TEST_CASE("parallel_for: the calling thread polls between chunks and can stop the loop") {
  struct Poll {
    std::thread::id caller = std::this_thread::get_id();
    int calls = 0;
    int stop_after = 0;
    bool good = true;
  };
  const auto poll = [](void* user) -> int32_t {
    auto& p = *static_cast<Poll*>(user);
    p.good = p.good && std::this_thread::get_id() == p.caller;
    return ++p.calls >= p.stop_after ? 1 : 0;
  };
  for (const int threads : {1, 3}) {
    Poll state;
    state.stop_after = 4;
    auto services = make_services(threads);
    services.poll = poll;
    services.poll_user = &state;
    std::atomic<int64_t> ran{0};
    const auto body = [&](int64_t begin, int64_t end, abi::ErrorRecord*) {
      std::this_thread::sleep_for(std::chrono::microseconds(100 * (end - begin)));
      ran += end - begin;
      return 0;
    };
    const auto start = std::chrono::steady_clock::now();
    CHECK(run(services, 1000000, 1, body) == abi::kInterrupted);
    CHECK(state.calls == 4);
    CHECK(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(3 * 20));
    CHECK(state.good);
    CHECK(ran < 100000);
    state.stop_after = 5;
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    CHECK(run(services, 1, 1, body) == abi::kInterrupted);  // many short loops can be stopped too
  }
}

TEST_CASE("pace: a loop in order asks the poll in the end, and never without one") {
  auto services = make_services(1);
  abi::LoopPace pace;
  CHECK(services.pace(&services, &pace) == 0);
  CHECK(pace.left == INT64_MAX);
  services.poll = [](void*) -> int32_t { return 1; };
  pace = {};
  int64_t iterations = 0;
  for (;; ++iterations) {
    if (--pace.left == 0 && services.pace(&services, &pace) != 0) break;
  }
  SUCCEED("stopped after " << iterations << " iterations");
}

TEST_CASE("parallel_for: from many threads at once") {
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int caller = 0; caller < 8; ++caller) {
    callers.emplace_back([&, caller] {
      const auto services = make_services(1 + caller % 4);
      for (int round = 0; round < 300; ++round) {
        const int64_t extent = 1 + (round * 13 + caller) % 500;
        if (sum_of(services, extent) != extent * (extent - 1) / 2) ++wrong;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(wrong == 0);
}

TEST_CASE("parallel_for: after idling") {
  const auto services = make_services(3);
  for (int round = 0; round < 10; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(sum_of(services, 1000) == 499500);
  }
}

TEST_CASE("parallel_for: in forked children, theirs, and beside a busy thread") {
#ifdef __SANITIZE_THREAD__
  return;  // ThreadSanitizer has no threads in the children of programs that have some
#endif
  const auto services = make_services(3);
  const auto right = [&] { return sum_of(services, 1000) == 499500; };
  CHECK(right());
  CHECK(child_succeeds([&] { return right() && child_succeeds(right) && right(); }));
  CHECK(right());
  std::atomic<bool> over{false};
  std::thread busy([&] {
    while (!over) static_cast<void>(sum_of(services, 100));
  });
  bool all = true;
  for (int i = 0; i < 20; ++i) all = child_succeeds(right) && all;
  over = true;
  busy.join();
  CHECK(all);
  bool from_thread = false;
  std::thread([&] { from_thread = child_succeeds(right); }).join();
  CHECK(from_thread);
}

TEST_CASE("parallel_for: workers leave signals to the program's threads") {
  const auto services = make_services(4);
  std::atomic<int> open_to_signals{0};
  const auto here = std::this_thread::get_id();
  run(services, 40, 1, [&](int64_t, int64_t, abi::ErrorRecord*) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    if (std::this_thread::get_id() != here && sigismember(&blocked, SIGINT) == 0) ++open_to_signals;
    return 0;
  });
  CHECK(open_to_signals == 0);
}

TEST_CASE("parallel_for: services") {
  const auto services = make_services(0);
  CHECK(services.threads == runtime::available_threads());
  CHECK(services.threads >= 1);
  for (const int64_t bytes : {0, 1, 64, 1000}) {
    void* memory = services.allocate(&services, bytes);
    REQUIRE(memory != nullptr);
    CHECK(reinterpret_cast<uintptr_t>(memory) % 64 == 0);
    services.release(&services, memory);
  }
  CHECK(services.allocate(&services, -1) == nullptr);
  CHECK(services.allocate(&services, INT64_MAX) == nullptr);
}
