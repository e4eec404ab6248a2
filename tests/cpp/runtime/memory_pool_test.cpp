#include "runtime/memory/memory_pool.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "host_device.h"

using namespace unpython;
using namespace unpython::runtime;
using test::HostDevice;

namespace {

FailureKind kind_of_failure(MemoryPool& pool, int64_t bytes, MemoryBudget* budget = nullptr) {
  try {
    static_cast<void>(pool.acquire(bytes, budget));
  } catch (const DeviceFailure& failure) {
    return failure.kind();
  }
  FAIL("acquired");
  return FailureKind::Other;
}

}  // namespace

TEST_CASE("memory: blocks given back are handed out again to requests of about their size") {
  HostDevice device;
  {
    MemoryPool pool(device);
    const MemoryHandle first = pool.acquire(100000).get();
    CHECK(pool.statistics().kept_bytes >= 100000);
    CHECK(pool.acquire(95000).get() == first);
    CHECK(pool.acquire(50000).get() != first);  // would waste half of it
    CHECK(pool.acquire(200000).get() != first);
    CHECK(pool.statistics().allocations == 3);
    CHECK(pool.statistics().reuses == 1);
    CHECK(pool.statistics().used_bytes == 0);
    CHECK(pool.statistics().peak_bytes >= 200000);
  }
  CHECK(device.alive() == 0);
}

TEST_CASE("memory: a budget holds for what is used and kept, to the byte") {
  HostDevice device;
  MemoryPool pool(device);
  MemoryBudget budget{.limit_bytes = 1000000};
  static_cast<void>(pool.acquire(600000));  // kept from a call without a limit
  const PooledMemory a = pool.acquire(500000, &budget);
  CHECK(pool.statistics().kept_bytes + pool.statistics().used_bytes <= 1000000);
  PooledMemory b = pool.acquire(499000, &budget);
  CHECK(pool.statistics().kept_bytes == 0);
  CHECK(kind_of_failure(pool, 2000, &budget) == FailureKind::OutOfMemory);
  CHECK(pool.available(&budget) == 1000);
  CHECK_THROWS_WITH(pool.acquire(2000, &budget),
                    Catch::Contains("host:0") && Catch::Contains("memory_limit"));
  CHECK(pool.acquire(1000, &budget).bytes() == 1000);
  b = PooledMemory();
  CHECK(budget.used_bytes == 500000);
}

TEST_CASE("memory: a budget does not count what other calls and arrays use") {
  HostDevice device;
  MemoryPool pool(device);
  const PooledMemory other = pool.acquire(5000000);
  MemoryBudget budget{.limit_bytes = 1000};
  CHECK(pool.available(&budget) == 1000);
  CHECK(pool.acquire(1000, &budget).bytes() == 1000);
  CHECK(budget.used_bytes == 0);
}

TEST_CASE("memory: what is kept is given up before an allocation fails") {
  HostDevice device(1000000);
  MemoryPool pool(device);
  static_cast<void>(pool.acquire(300000));
  static_cast<void>(pool.acquire(500000));
  CHECK(pool.available() >= 999000);
  {
    const PooledMemory large = pool.acquire(900000);
    CHECK(pool.statistics().kept_bytes == 0);
    CHECK(kind_of_failure(pool, 200000) == FailureKind::OutOfMemory);
  }
  device.set_max_allocation(400000);
  CHECK(kind_of_failure(pool, 400001) == FailureKind::OutOfMemory);
  CHECK(pool.acquire(400000).bytes() == 400000);
}

TEST_CASE("memory: any failing call leaves the figures right and nothing alive") {
  for (int64_t n = 1; n < 6; ++n) {
    HostDevice device;
    {
      MemoryPool pool(device);
      device.fail_at(n);
      int64_t held = 0;
      std::vector<PooledMemory> blocks;
      for (int64_t bytes : {1000, 2000, 3000}) {
        try {
          blocks.push_back(pool.acquire(bytes));
          held += blocks.back().bytes();
        } catch (const DeviceFailure& failure) {
          CHECK(failure.error_name() == "AN_INJECTED_FAILURE");
        }
      }
      CHECK(pool.statistics().used_bytes == held);
    }
    CHECK(device.alive() == 0);
  }
}

TEST_CASE("memory: from many threads at once") {
  HostDevice device;
  {
    MemoryPool pool(device);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 200; ++i) {
          const PooledMemory a = pool.acquire(1000 + 100 * t + i);
          const PooledMemory b = pool.acquire(5000);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(pool.statistics().used_bytes == 0);
    CHECK(pool.statistics().reuses > 2000);
  }
  CHECK(device.alive() == 0);
}
