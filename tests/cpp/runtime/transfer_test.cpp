#include "runtime/memory/transfer.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "host_device.h"
#include "runtime/memory/chunks.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::runtime;
using test::HostDevice;

namespace {

constexpr int64_t kRows = 700;
constexpr int64_t kColumns = 3000;

constexpr int64_t kWide = 16384;
constexpr int64_t kWideRows = 60;

std::vector<double> counted() {
  std::vector<double> numbers(static_cast<size_t>(kRows * kColumns));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

std::byte* bytes(std::vector<double>& numbers) { return reinterpret_cast<std::byte*>(numbers.data()); }

/// Every second column, packed.
StridedCopy even_columns() {
  return {.run_bytes = 8, .dims = {{kRows, kColumns * 8, kColumns / 2 * 8}, {kColumns / 2, 16, 8}}};
}

/// All but the border, as elements of a packed whole.
StridedCopy interior() {
  return {.host_offset = (kColumns + 1) * 8,
          .packed_offset = (kColumns + 1) * 8,
          .run_bytes = (kColumns - 2) * 8,
          .dims = {{kRows - 2, kColumns * 8, kColumns * 8}}};
}

StridedCopy whole() { return {.run_bytes = kRows * kColumns * 8, .dims = {}}; }

/// Even columns there and back into `to`, in two calls, then all interior elements of `from` in one call with
/// a transfer the other way.
void round_trip(Device& device, Transfers& transfers) {
  std::vector<double> from = counted();
  std::vector<double> to(from.size(), -1.0);
  const std::vector<StridedCopy> columns{even_columns()};
  const std::vector<StridedCopy> inner{interior()};
  const std::vector<StridedCopy> all{whole()};
  const Queue in = make_queue(device);
  const Queue out = make_queue(device);
  const Memory a = make_memory(device, kRows * kColumns * 8);
  const Memory b = make_memory(device, kRows * kColumns * 8);
  MovedBytes moved =
      transfers.run(std::vector<Transfer>{{Direction::In, in.get(), a.get(), bytes(from), columns}});
  CHECK(moved.in == kRows * kColumns / 2 * 8);
  CHECK(moved.out == 0);
  std::fill(from.begin(), from.end(), 7.0);  // it was read
  const Event arrived = make_event(device, in.get());
  device.wait_on_device(out.get(), arrived.get());
  std::vector<double> other = counted();
  moved = transfers.run(std::vector<Transfer>{{Direction::Out, out.get(), a.get(), bytes(to), columns},
                                              {Direction::In, in.get(), b.get(), bytes(other), all}});
  CHECK(moved.out == kRows * kColumns / 2 * 8);
  CHECK(moved.in == kRows * kColumns * 8);
  int64_t wrong = 0;
  for (size_t i = 0; i < to.size(); ++i) wrong += to[i] != (i % 2 == 0 ? static_cast<double>(i) : -1.0);
  CHECK(wrong == 0);
  std::fill(to.begin(), to.end(), -1.0);
  moved = transfers.run(std::vector<Transfer>{{Direction::Out, in.get(), b.get(), bytes(to), inner}});
  CHECK(moved.out >= (kRows - 2) * (kColumns - 2) * 8);
  CHECK(moved.out <= kRows * kColumns * 8);
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < kColumns; ++j) {
      const bool inside = i > 0 && i < kRows - 1 && j > 0 && j < kColumns - 1;
      wrong += to[static_cast<size_t>(i * kColumns + j)] !=
               (inside ? static_cast<double>(i * kColumns + j) : -1.0);
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("transfer: boxes go in and come back, with one thread and with several") {
  for (const int threads : {1, 2, 5}) {
    HostDevice device;
    {
      Transfers transfers(device, threads);
      round_trip(device, transfers);
    }
    CHECK(device.alive() == 0);
  }
}

TEST_CASE("transfer: on the devices of this machine") {
  for (const char* name : {"cuda", "opencl"}) {
    Device* device = test::device(name);
    if (device == nullptr) continue;
    Transfers transfers(*device);
    round_trip(*device, transfers);
  }
}

TEST_CASE("transfer: callers in several threads share the pinned memory") {
  HostDevice device;
  {
    Transfers transfers(device, 2);
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        std::vector<double> from = counted();
        std::vector<double> to(from.size(), -1.0);
        const std::vector<StridedCopy> all{whole()};
        const Queue queue = make_queue(device);
        const Memory memory = make_memory(device, kRows * kColumns * 8);
        for (int i = 0; i < 3; ++i) {
          transfers.run(std::vector<Transfer>{{Direction::In, queue.get(), memory.get(), bytes(from), all}});
          transfers.run(std::vector<Transfer>{{Direction::Out, queue.get(), memory.get(), bytes(to), all}});
          wrong += to != from;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
  }
  CHECK(device.alive() == 0);
}

TEST_CASE("transfer: each call of the device may fail; nothing leaks, nothing hangs") {
  int64_t calls = 0;
  {
    HostDevice device;
    Transfers transfers(device, 2);
    round_trip(device, transfers);
    calls = device.calls();
  }
  for (int64_t n = 1; n <= calls; n += 1 + calls / 20) {
    HostDevice device;
    {
      Transfers transfers(device, 2);
      device.fail_at(n);
      try {
        round_trip(device, transfers);
      } catch (const DeviceFailure& failure) {
        CHECK(failure.error_name() == "AN_INJECTED_FAILURE");
      }
      device.fail_at(0);
      round_trip(device, transfers);  // works again
    }
    REQUIRE(device.alive() == 0);
  }
}

/// The first element of each row and the last one, in rows of a packed whole, and all of the first row.
std::vector<StridedCopy> edges() {
  return {{.run_bytes = kWide * 8, .dims = {}},
          {.host_offset = kWide * 8, .packed_offset = kWide * 8, .run_bytes = 8, .dims = {{kWideRows - 1, kWide * 8, kWide * 8}}},
          {.host_offset = (2 * kWide - 1) * 8,
           .packed_offset = (2 * kWide - 1) * 8,
           .run_bytes = 8,
           .dims = {{kWideRows - 1, kWide * 8, kWide * 8}}}};
}

/// The same as one box of columns, as the elements of an array have it.
std::vector<StridedCopy> edges_in_one() {
  const StridedCopy::Dim rows{kWideRows - 1, kWide * 8, kWide * 8};
  const StridedCopy::Dim ends{2, (kWide - 1) * 8, (kWide - 1) * 8};
  return {{.run_bytes = kWide * 8, .dims = {}},
          {.host_offset = kWide * 8, .packed_offset = kWide * 8, .run_bytes = 8, .dims = {rows, ends}}};
}

void narrow_round_trip(Device& device, const std::vector<StridedCopy>& some) {
  Transfers transfers(device, 2);
  const std::vector<StridedCopy> all{{.run_bytes = kWideRows * kWide * 8, .dims = {}}};
  std::vector<double> from(static_cast<size_t>(kWideRows * kWide));
  std::iota(from.begin(), from.end(), 0.0);
  std::vector<double> inside(from.size(), -1.0);
  std::vector<double> back(from.size(), -2.0);
  std::vector<double> edge(from.size(), -3.0);
  const Queue queue = make_queue(device);
  const Memory memory = make_memory(device, kWideRows * kWide * 8);
  transfers.run(std::vector<Transfer>{{Direction::In, queue.get(), memory.get(), bytes(inside), all}});
  const MovedBytes in = transfers.run(std::vector<Transfer>{{Direction::In, queue.get(), memory.get(), bytes(from), some}});
  CHECK(in.in == (kWide + 2 * (kWideRows - 1)) * 8);
  transfers.run(std::vector<Transfer>{{Direction::Out, queue.get(), memory.get(), bytes(back), all}});
  const MovedBytes out = transfers.run(std::vector<Transfer>{{Direction::Out, queue.get(), memory.get(), bytes(edge), some}});
  CHECK(out.out == in.in);
  int wrong = 0;
  for (int64_t row = 0; row < kWideRows; ++row) {
    for (int64_t column = 0; column < kWide; ++column) {
      const auto at = static_cast<size_t>(row * kWide + column);
      const bool is_edge = row == 0 || column == 0 || column == kWide - 1;
      wrong += back[at] != (is_edge ? from[at] : -1.0);
      wrong += edge[at] != (is_edge ? from[at] : -3.0);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("transfer: few elements of many rows cross by themselves") {
  HostDevice device;
  narrow_round_trip(device, edges());
  narrow_round_trip(device, edges_in_one());
  CHECK(crossing_bytes(edges()) == (kWide + 2 * (kWideRows - 1)) * 8);
  // Not where what lies between costs less than the rows do.
  CHECK(narrow_rows(std::vector<StridedCopy>{even_columns()}, false).empty());
  CHECK(narrow_rows(std::vector<StridedCopy>{interior()}, false).empty());
  CHECK(narrow_rows(std::vector<StridedCopy>{{.run_bytes = 8, .dims = {{100, 1 << 11, 1 << 11}}}}, false).empty());
}

TEST_CASE("transfer: few elements of many rows, on the devices of this machine") {
  for (const char* name : {"cuda", "opencl"}) {
    Device* device = test::device(name);
    if (device == nullptr) continue;
    narrow_round_trip(*device, edges());
    narrow_round_trip(*device, edges_in_one());
  }
}

TEST_CASE("transfer: gaps that are not worth a copy are filled, others left out") {
  const int64_t row = 1 << 20;
  const StridedCopy sparse{.run_bytes = 1000, .dims = {{10, row, row}}};
  const auto parts = split_at_gaps(std::vector{sparse}, 1 << 17);
  CHECK(parts.size() == 10);
  const auto ranges = filled_ranges(parts, 1 << 17);
  REQUIRE(ranges.size() == 10);
  CHECK(ranges[3].begin == 3 * row);
  CHECK(ranges[3].end == 3 * row + 1000);
  const StridedCopy near{.run_bytes = 1000, .dims = {{10, row, 1100}}};
  CHECK(filled_ranges(split_at_gaps(std::vector{near}, 1 << 17), 1 << 17).size() == 1);
  // The first and the last column: the last element of a row has the first of the next one beside it.
  const StridedCopy columns{.run_bytes = 8, .dims = {{10, row, 800}, {2, 792, 792}}};
  CHECK(crossing_bytes(std::vector{columns}, true) == 160);
  CHECK(split_at_gaps(std::vector<StridedCopy>{{.run_bytes = 0}, {.run_bytes = 8, .dims = {{0, 8, 8}}}}, 1)
            .empty());
}

TEST_CASE("transfer: ranges are counted without being made") {
  std::mt19937 random(7);
  const auto any = [&](int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); };
  const int64_t gaps[] = {1, 9, 40, 300};
  for (int turn = 0; turn < 20'000; ++turn) {
    std::vector<StridedCopy> copies;
    const StridedCopy::Dim rows{any(1, 6), 0, any(60, 900)};
    for (int64_t n = any(1, 5); n > 0; --n) {
      StridedCopy copy{.packed_offset = any(0, 3000), .run_bytes = any(0, 12)};
      int64_t span = copy.run_bytes;  // of what the dimensions so far reach: bytes of one copy lie apart
      for (int64_t d = any(0, 2); d > 0; --d) {
        copy.dims.insert(copy.dims.begin(), {any(1, 4), 0, std::max<int64_t>(1, span + any(0, 50))});
        span += (copy.dims[0].extent - 1) * copy.dims[0].packed_stride;
      }
      if (any(0, 2) > 0 && span <= rows.packed_stride) copy.dims.insert(copy.dims.begin(), rows);
      copies.push_back(copy);
    }
    for (const int64_t gap : gaps) {
      int64_t bytes = 0;
      const auto ranges = filled_ranges(split_at_gaps(copies, gap), gap);
      for (const PackedRange& range : ranges) bytes += range.end - range.begin;
      const FilledBytes counted = count_filled(copies, gap);
      REQUIRE(counted.bytes == bytes);
      REQUIRE(counted.ranges == static_cast<int64_t>(ranges.size()));
    }
  }
  // As many as a list of them would not hold.
  const StridedCopy column{.run_bytes = 8, .dims = {{int64_t{1} << 40, 0, 16}}};
  const StridedCopy other{.packed_offset = 12, .run_bytes = 2, .dims = {{int64_t{1} << 40, 0, 16}}};
  CHECK(count_filled(std::vector{column, other}, 1).bytes == int64_t{10} << 40);
}
