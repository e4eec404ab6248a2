#include "runtime/threads/host_memory.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <limits>

using unpython::runtime::HostMemory;

namespace {

constexpr int64_t kLarge = HostMemory::kLeastKept;

bool is_aligned(void* memory) { return reinterpret_cast<uintptr_t>(memory) % HostMemory::kAlignment == 0; }

}  // namespace

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
