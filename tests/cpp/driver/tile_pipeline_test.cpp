// Tiles on a device that does queued work as late as it may: what is fetched, worked on and stored in the
// wrong order, or in memory that is still needed, gives wrong numbers.
#include "driver/steps/tile_pipeline.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "host_device.h"

using namespace unpython;
using namespace unpython::runtime;
using test::HostDevice;

namespace {

constexpr int64_t kTile = 100;  // numbers

/// Adds one to numbers, in places that take turns; `chained`: each tile adds to what the last one made.
class AddOne : public driver::TileStages {
 public:
  AddOne(driver::Executor& executor, std::vector<int32_t>& numbers, size_t places, bool chained)
      : gpu_(executor.gpu()),
        executor_(executor),
        numbers_(numbers),
        chained_(chained),
        code_(gpu_.device().load("", {"add"})) {
    for (size_t n = 0; n < places; ++n) places_.push_back(executor_.allocate({}, kTile * 4));
  }
  void prepare(int64_t) override {}
  [[nodiscard]] bool must_wait(int64_t) const override { return chained_; }
  void fetch(int64_t tile, driver::CopyList& list) override {
    list.push_back(copy(Direction::In, tile));
  }
  void work(int64_t tile) override {
    const std::vector<KernelArgument> arguments{KernelArgument::of(executor_.memory(place(tile)))};
    gpu_.device().launch(gpu_.queue(), *code_, 0, {}, arguments);
  }
  void store(int64_t tile, driver::CopyList& list) override {
    list.push_back(copy(Direction::Out, tile));
  }

 private:
  [[nodiscard]] driver::MemoryName place(int64_t tile) const {
    return places_[static_cast<size_t>(tile) % places_.size()].name();
  }
  [[nodiscard]] driver::Copy copy(Direction direction, int64_t tile) const {
    const driver::HostName name{driver::HostName::Of::Own, static_cast<int>(tile)};
    executor_.set_host(name, host(tile));
    return {direction, {}, kTile * 4, driver::Way::Aside, place(tile), name, {{.run_bytes = kTile * 4}}};
  }
  [[nodiscard]] std::byte* host(int64_t tile) const {
    return reinterpret_cast<std::byte*>(numbers_.data() + (chained_ ? 0 : tile * kTile));
  }
  Gpu& gpu_;
  driver::Executor& executor_;
  std::vector<int32_t>& numbers_;
  const bool chained_;
  std::shared_ptr<const DeviceCode> code_;
  std::vector<driver::SlotMemory> places_;
};

HostDevice& host_device_of(Gpu& gpu) { return static_cast<HostDevice&>(gpu.device()); }

std::unique_ptr<Gpu> make_gpu() {
  auto device = std::make_unique<HostDevice>();
  device->set_kernel([](const LaunchGeometry&, const std::vector<std::byte*>& memory) {
    auto* numbers = reinterpret_cast<int32_t*>(memory[0]);
    for (int64_t i = 0; i < kTile; ++i) numbers[i] += 1;
  });
  return std::make_unique<Gpu>(std::move(device));
}

std::vector<int32_t> counting(int64_t tiles) {
  std::vector<int32_t> numbers(static_cast<size_t>(tiles * kTile));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TEST_CASE("tile_pipeline: every tile goes in, is worked on and comes out") {
  for (const int64_t tiles : {1, 2, 3, 4, 7, 20}) {
    const std::unique_ptr<Gpu> gpu = make_gpu();
    std::vector<int32_t> numbers = counting(tiles);
    driver::Executor executor(*gpu, {}, {}, 0, nullptr);
    AddOne stages(executor, numbers, 3, false);
    driver::run_tiles(executor, stages, tiles);
    for (size_t i = 0; i < numbers.size(); ++i) REQUIRE(numbers[i] == static_cast<int32_t>(i) + 1);
  }
}

TEST_CASE("tile_pipeline: a tile that needs what the last ones bring back waits for it") {
  const std::unique_ptr<Gpu> gpu = make_gpu();
  std::vector<int32_t> numbers(kTile, 0);
  driver::Executor executor(*gpu, {}, {}, 0, nullptr);
  AddOne stages(executor, numbers, 3, true);
  driver::run_tiles(executor, stages, 10);
  CHECK(std::all_of(numbers.begin(), numbers.end(), [](int32_t n) { return n == 10; }));
}

TEST_CASE("tile_pipeline: whatever call fails, it is one failure, nothing leaks, and the next run is right") {
  int64_t failures = 0;
  for (int64_t n = 1; n < 120; ++n) {
    std::unique_ptr<Gpu> gpu = make_gpu();
    HostDevice& device = host_device_of(*gpu);
    std::vector<int32_t> numbers = counting(5);
    const auto before = gpu->memory().statistics().used_bytes;
    {
      driver::Executor executor(*gpu, {}, {}, 0, nullptr);
      AddOne stages(executor, numbers, 3, n % 2 == 0);
      device.fail_at(n);
      try {
        driver::run_tiles(executor, stages, 5);
      } catch (const DeviceFailure& failure) {
        ++failures;
        CHECK(failure.error_name() == "AN_INJECTED_FAILURE");
        device.wait(gpu->queue());
      }
      device.fail_at(0);
    }
    CHECK(gpu->memory().statistics().used_bytes == before);
    numbers = counting(5);
    driver::Executor executor(*gpu, {}, {}, 0, nullptr);
    AddOne again(executor, numbers, 3, false);
    driver::run_tiles(executor, again, 5);
    for (size_t i = 0; i < numbers.size(); ++i) REQUIRE(numbers[i] == static_cast<int32_t>(i) + 1);
  }
  CHECK(failures > 20);
}
