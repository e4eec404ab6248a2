// Cells that calls look at, on the driver of host memory.
#include "runtime/memory/watched_cells.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "fake/fake_cuda.h"
#include "runtime/gpus.h"
#include "support/shared_library.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::runtime;

namespace {

const std::array<int64_t, 2> kClear = {INT64_MAX, 7};

MemoryHandle cell_of(WatchedCell& watched, Gpu& gpu) {
  return watched.cell(gpu.queue(), std::as_bytes(std::span(kClear)));
}

std::array<int64_t, 2> seen(Gpu& gpu, WatchedCell& watched, MemoryHandle cell) {
  watched.set_done(false);
  gpu.device().copy_out(gpu.queue(), watched.pinned(), {cell, 0}, sizeof kClear);
  gpu.device().wait(gpu.queue());
  watched.set_done(true);
  std::array<int64_t, 2> bytes{};
  std::memcpy(bytes.data(), watched.pinned(), sizeof bytes);
  return bytes;
}

class Fixture {
 public:
  Fixture()
      : gpus_(test::gpu_settings(
            {{"UNPYTHON_CUDA_LIBRARY", UNPYTHON_FAKE_CUDA}, {"UNPYTHON_NVRTC_LIBRARY", UNPYTHON_FAKE_CUDA}})) {
    std::string error;
    library_ = SharedLibrary::open(UNPYTHON_FAKE_CUDA, error);
    REQUIRE(library_);
    for (const GpuStatus& status : gpus_.all("cuda")) {
      if (status.name == "cuda:0") gpu_ = status.gpu;
    }
    REQUIRE(gpu_ != nullptr);
  }
  [[nodiscard]] Gpu& gpu() const { return *gpu_; }
  [[nodiscard]] int64_t copies_in() const {
    return library_->function<FakeCudaCallsOf>("fake_cuda_calls_of")("cuMemcpyHtoDAsync");
  }

 private:
  Gpus gpus_;
  std::optional<SharedLibrary> library_;
  Gpu* gpu_ = nullptr;
};

}  // namespace

TEST_CASE("a cell that nobody wrote to is not cleared again, any other one is") {
  Fixture fixture;
  Gpu& gpu = fixture.gpu();
  const int64_t before = fixture.copies_in();
  MemoryHandle first;
  {
    WatchedCell watched = gpu.cells().take();
    first = cell_of(watched, gpu);
    CHECK(seen(gpu, watched, first) == kClear);
  }
  CHECK(fixture.copies_in() == before + 1);
  {
    WatchedCell watched = gpu.cells().take();
    CHECK(cell_of(watched, gpu) == first);
    gpu.device().fill(gpu.queue(), {first, 0}, 3, sizeof kClear);
    watched.set_clear(false);
    CHECK(seen(gpu, watched, first) != kClear);
  }
  CHECK(fixture.copies_in() == before + 1);
  WatchedCell watched = gpu.cells().take();
  CHECK(seen(gpu, watched, cell_of(watched, gpu)) == kClear);
  CHECK(fixture.copies_in() == before + 2);
}

TEST_CASE("two calls have two cells, and memory that is still copied to does not go to another call") {
  Fixture fixture;
  Gpu& gpu = fixture.gpu();
  const std::byte* busy = nullptr;
  {
    WatchedCell one = gpu.cells().take();
    WatchedCell other = gpu.cells().take();
    CHECK(cell_of(one, gpu) != cell_of(other, gpu));
    CHECK(one.pinned() != other.pinned());
    busy = one.pinned();
    one.set_done(false);
    gpu.device().wait(gpu.queue());
    other = WatchedCell();
  }
  WatchedCell next = gpu.cells().take();
  CHECK(next.pinned() != busy);
}
