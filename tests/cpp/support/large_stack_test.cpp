#include "support/large_stack.h"

#include <pthread.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <thread>

using unpython::is_stack_used_up;

namespace {

constexpr uintptr_t kMiB = uintptr_t{1} << 20;

uintptr_t end_of_stack() {
  pthread_attr_t attributes;
  void* address = nullptr;
  size_t bytes = 0;
  REQUIRE(pthread_getattr_np(pthread_self(), &attributes) == 0);
  REQUIRE(pthread_attr_getstack(&attributes, &address, &bytes) == 0);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(address);
}

/// Where the stack is said to be used up.
__attribute__((noinline)) uintptr_t go_down() {  // NOLINT(misc-no-recursion)
  volatile char room[4096];
  room[0] = 0;
  if (is_stack_used_up()) return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t found = go_down();
  return room[0] == 0 ? found : 0;
}

}  // namespace

TEST_CASE("large_stack: little is left where a stack is said to be used up") {
  const auto left = [] { return go_down() - end_of_stack(); };
  // Of the stack of the process, where its limit is the usual one.
  pthread_attr_t attributes;
  size_t bytes = 0;
  REQUIRE(pthread_getattr_np(pthread_self(), &attributes) == 0);
  REQUIRE(pthread_attr_getstacksize(&attributes, &bytes) == 0);
  pthread_attr_destroy(&attributes);
  if (bytes <= 64 * kMiB) {
    CHECK(left() > kMiB / 8);
    CHECK(left() < kMiB / 2);
  }
  uintptr_t of_thread = 0;
  std::thread([&] { of_thread = left(); }).join();
  CHECK(of_thread > kMiB / 8);
  CHECK(of_thread < kMiB / 2);
}
