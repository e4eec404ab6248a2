#include "runtime/threads/host_memory.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using unpython::runtime::HostMemory;

namespace {

constexpr int64_t kLarge = HostMemory::kLeastKept;

bool is_aligned(void* memory) { return reinterpret_cast<uintptr_t>(memory) % HostMemory::kAlignment == 0; }

/// What the system notes of the mapping that holds an address ("hg": large pages are asked for).
std::string flags_at(const void* memory) {
  std::ifstream maps("/proc/self/smaps");
  const auto address = reinterpret_cast<uintptr_t>(memory);
  bool holds = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    uintptr_t begin = 0;
    uintptr_t end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') holds = begin <= address && address < end;
    if (holds && line.starts_with("VmFlags:")) return line + ' ';
  }
  return {};
}

}  // namespace

TEST_CASE("blocks of many pages ask for large ones") {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled").good()) return;
  HostMemory memory(0);
  auto* block = static_cast<char*>(memory.allocate(int64_t{64} << 20));
  REQUIRE(block != nullptr);
  CHECK(flags_at(block + (32 << 20)).find(" hg ") != std::string::npos);
  memory.release(block);
}

TEST_CASE("large blocks serve again") {
  HostMemory memory(10 * kLarge);
  void* first = memory.allocate(2 * kLarge);
  REQUIRE(first != nullptr);
  CHECK(is_aligned(first));
  std::memset(first, 1, static_cast<size_t>(2 * kLarge));
  memory.release(first);
  SECTION("to a request of the same size") {
    void* again = memory.allocate(2 * kLarge);
    CHECK(again == first);
    memory.release(again);
  }
  SECTION("to a smaller one, not to one of less than half the size, not to a larger one") {
    void* larger = memory.allocate(3 * kLarge);
    void* much_smaller = memory.allocate(kLarge - 64);
    void* smaller = memory.allocate(kLarge + 1);
    CHECK(larger != first);
    CHECK(much_smaller != first);
    CHECK(smaller == first);
    for (void* block : {larger, much_smaller, smaller}) memory.release(block);
  }
}

TEST_CASE("small blocks serve again, each size its own, to the thread that has released them") {
  HostMemory memory(10 * kLarge);
  void* first = memory.allocate(128);
  void* second = memory.allocate(100);
  void* other = memory.allocate(HostMemory::kSmall);
  for (void* block : {first, second, other}) {
    REQUIRE(block != nullptr);
    CHECK(is_aligned(block));
    memory.release(block);
  }
  CHECK(memory.allocate(127) == second);
  CHECK(memory.allocate(65) == first);
  void* more = memory.allocate(128);
  CHECK(more != first);
  CHECK(more != second);
  CHECK(memory.allocate(HostMemory::kSmall) == other);
  std::thread([&] {
    for (void* block : {first, second, other, more}) memory.release(block);
    CHECK(memory.allocate(128) == more);
    memory.release(more);
  }).join();  // the thread gives back what it holds
}

TEST_CASE("no more is kept than the limit says") {
  HostMemory memory(4 * kLarge);
  void* first = memory.allocate(3 * kLarge);
  void* second = memory.allocate(3 * kLarge);
  memory.release(first);
  memory.release(second);  // makes the first one go
  void* again = memory.allocate(3 * kLarge);
  CHECK(again == second);
  void* too_large = memory.allocate(5 * kLarge);
  memory.release(too_large);
  memory.release(again);
}

TEST_CASE("any size is aligned, and impossible ones give nothing") {
  HostMemory memory(0);
  for (const int64_t bytes : {int64_t{0}, int64_t{1}, int64_t{65}, 2 * kLarge}) {
    void* block = memory.allocate(bytes);
    REQUIRE(block != nullptr);
    CHECK(is_aligned(block));
    memory.release(block);
  }
  CHECK(memory.allocate(-1) == nullptr);
  CHECK(memory.allocate(std::numeric_limits<int64_t>::max()) == nullptr);
  memory.release(nullptr);
}

TEST_CASE("what one thread releases serves another, and makes room for what another releases") {
  HostMemory memory(4 * kLarge);
  const auto elsewhere = [](auto action) { std::thread(action).join(); };
  void* first = memory.allocate(3 * kLarge);
  elsewhere([&] { memory.release(first); });
  void* again = memory.allocate(3 * kLarge);
  CHECK(again == first);
  void* second = memory.allocate(3 * kLarge);
  elsewhere([&] { memory.release(again); });
  memory.release(second);
  elsewhere([&] {
    void* kept = memory.allocate(3 * kLarge);
    CHECK(kept == second);
    memory.release(kept);
  });
}

TEST_CASE("host_memory: pages that are found keep what lies in them and beside them") {
  std::vector<std::byte> bytes(5 * 4096 + 77, std::byte{7});
  const bool found = unpython::runtime::find_pages(bytes.data() + 4100, 2 * 4096 + 5);
  CHECK(found == unpython::runtime::find_pages(bytes.data(), static_cast<int64_t>(bytes.size())));
  CHECK(std::count(bytes.begin(), bytes.end(), std::byte{7}) == static_cast<std::ptrdiff_t>(bytes.size()));
  CHECK_FALSE(unpython::runtime::find_pages(nullptr, 4096));  // nothing can be written there
}
