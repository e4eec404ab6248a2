// Time of parallel_for against an OpenMP region per loop: steady, after 100 ms idle, and with an empty body.
// Prints the rows of the table in cpp/runtime/threads/parallel_for.h; each figure is median / 90th percentile in
// microseconds.
#include "runtime/threads/parallel_for.h"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace unpython;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int64_t kItems = 4096;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// Work that is bound by the latency of one multiplication.
void spin(int64_t multiplications) {
  volatile double x = 1;
  for (int64_t i = 0; i < multiplications; ++i) x = x * 1.0000001;
}

/// Multiplications in one microsecond on this machine.
double calibrate() {
  double best = 1e9;
  for (int round = 0; round < 20; ++round) {
    const auto start = Clock::now();
    spin(200000);
    best = std::min(best, microseconds_since(start));
  }
  return 200000 / best;
}

using Region = std::function<void(int64_t items, int64_t per_item)>;

int32_t body(void* per_item, int64_t begin, int64_t end, abi::ErrorRecord*) {
  for (int64_t i = begin; i < end; ++i) spin(*static_cast<const int64_t*>(per_item));
  return 0;
}

std::string quantiles(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  char text[64];
  std::snprintf(text, sizeof text, "%8.1f / %-8.1f", times[times.size() / 2], times[times.size() * 9 / 10]);
  return text;
}

std::string measure(int rounds, std::chrono::milliseconds idle, const std::function<void()>& action) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    if (idle.count() > 0) std::this_thread::sleep_for(idle);
    const auto start = Clock::now();
    action();
    times.push_back(microseconds_since(start));
  }
  return quantiles(times);
}

void report(const char* name, const Region& region, int64_t per_item) {
  const auto loop = [&] { region(kItems, per_item); };
  measure(20, {}, loop);
  const std::string steady = measure(300, {}, loop);
  const std::string idle = measure(40, std::chrono::milliseconds(100), loop);
  const std::string hot = measure(20000, {}, [&] { region(8, 0); });
  std::printf("%-28s %s %s %s\n", name, steady.c_str(), idle.c_str(), hot.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : runtime::available_threads();
  const abi::Services services = runtime::make_services(threads);
  // One millisecond on all threads together.
  const auto per_item = static_cast<int64_t>(1000.0 * threads * calibrate() / static_cast<double>(kItems));
  std::printf("%d threads, us           1 ms of work         after 100 ms idle    empty body\n", threads);
  report(
      "serial", [](int64_t items, int64_t work) { body(&work, 0, items, nullptr); }, per_item / threads);
  report(
      "parallel_for",
      [&](int64_t items, int64_t work) {
        abi::ErrorRecord error{};
        runtime::parallel_for(&services, items, 1, body, &work, &error);
      },
      per_item);
  report(
      "OpenMP region per loop",
      [&](int64_t items, int64_t work) {
#pragma omp parallel for schedule(guided) num_threads(threads)
        for (int64_t i = 0; i < items; ++i) spin(work);
      },
      per_item);
  return 0;
}
