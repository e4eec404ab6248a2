// Steps on a device that does queued work as late as it may: those that were handed over one by one are done again with other
// memory and other numbers.
#include "driver/execute/executor.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "host_device.h"

using namespace unpython;
using namespace unpython::driver;

namespace {

constexpr size_t kNumbers = 25;
constexpr int64_t kBytes = kNumbers * sizeof(int32_t);
const ir::ArrayId kLocal{2};
const MemoryName kFrom{MemoryName::Of::Argument, 0};
const MemoryName kTo{MemoryName::Of::Argument, 1};

using Numbers = std::array<int32_t, kNumbers>;

/// The second piece of memory becomes the first one and one more, and the host's numbers are memory of the device.
class AddOne {
 public:
  AddOne() {
    auto device = std::make_unique<test::HostDevice>();
    device->set_kernel([](const runtime::LaunchGeometry&, const std::vector<std::byte*>& memory) {
      const auto* from = reinterpret_cast<const int32_t*>(memory[0]);
      std::transform(from, from + kNumbers, reinterpret_cast<int32_t*>(memory[1]),
                     [](int32_t n) { return n + 1; });
    });
    device_ = device.get();
    gpu_ = std::make_unique<runtime::Gpu>(std::move(device));
    code_ = gpu_->device().load("", {"add"});
  }
  [[nodiscard]] runtime::Gpu& gpu() { return *gpu_; }
  [[nodiscard]] const test::HostDevice& device() const { return *device_; }
  [[nodiscard]] std::vector<runtime::Resident> residents(Numbers& from, Numbers& to) {
    std::vector<runtime::Resident> all;
    for (Numbers* numbers : {&from, &to}) {
      auto* begin = reinterpret_cast<std::byte*>(numbers->data());
      all.push_back({.begin = begin,
                     .bytes = kBytes,
                     .memory = {reinterpret_cast<uint64_t>(begin)},
                     .gpu = gpu_.get()});
    }
    return all;
  }
  void launch(Executor& executor, MemoryName from, MemoryName to) {
    LaunchArguments list;
    list.memory(from, false);
    list.memory(to, true);
    const std::vector<LaunchArgument> arguments = list.take();
    executor.launch(std::make_shared<const LaunchStep>(LaunchStep{.kernel = &kernel_,
                                                                  .code = code_.get(),
                                                                  .ranges = {},
                                                                  .geometry = {},
                                                                  .file = &kernel_.name,
                                                                  .arguments = arguments.size()}),
                    arguments);
  }

 private:
  const test::HostDevice* device_ = nullptr;
  std::unique_ptr<runtime::Gpu> gpu_;
  std::shared_ptr<const runtime::DeviceCode> code_;
  kernel::Kernel kernel_{};
};

int32_t number_at(const std::byte* value) {
  int32_t number = 0;
  std::memcpy(&number, value, sizeof number);
  return number;
}

Numbers all(int32_t number) {
  Numbers numbers{};
  numbers.fill(number);
  return numbers;
}

}  // namespace

TEST_CASE("executor: steps that were handed over one by one are done again with other memory") {
  AddOne add;
  Numbers from = all(1);
  Numbers to = all(0);
  StepList list;
  {
    const auto residents = add.residents(from, to);
    Executor executor(add.gpu(), residents, 0, &list);
    for (int turn = 0; turn < 3; ++turn) {
      SlotMemory local = executor.allocate(kLocal, kBytes);
      add.launch(executor, kFrom, local.name());
      add.launch(executor, local.name(), kTo);
      executor.free(std::move(local), kLocal);
    }
    add.gpu().wait();
  }
  CHECK(to == all(3));
  list.finish();
  CHECK(list.is_whole());
  CHECK(list.launches().size() == 6);
  REQUIRE(list.slot_bytes().size() == 1);  // the turns take the same memory
  CHECK(list.slot_bytes()[0] == kBytes);

  Numbers other_from = all(10);
  Numbers other_to = all(0);
  const auto residents = add.residents(other_from, other_to);
  Replay replay(list);
  DeviceResults kept;
  Executor poor(add.gpu(), residents, kBytes / 2, nullptr);
  CHECK_FALSE(poor.reserve(list));
  Executor executor(add.gpu(), residents, 0, nullptr);
  REQUIRE(executor.reserve(list));
  executor.run(list, nullptr, replay, kept);
  add.gpu().wait();
  CHECK(other_to == all(12));
  CHECK(kept.empty());
}

TEST_CASE("executor: memory that a result keeps is taken out of its slot") {
  AddOne add;
  Numbers from = all(4);
  Numbers to = all(0);
  const auto residents = add.residents(from, to);
  StepList list;
  std::vector<std::shared_ptr<ResidentArray>> kept;
  for (int run = 0; run < 2; ++run) {
    Executor executor(add.gpu(), residents, 0, run == 0 ? &list : nullptr);
    if (run == 0) {
      SlotMemory local = executor.allocate(kLocal, kBytes);
      add.launch(executor, kFrom, local.name());
      kept.push_back(executor.keep(std::move(local), kLocal, kBytes));
    } else {
      Replay replay(list);
      REQUIRE(executor.reserve(list));
      executor.run(list, nullptr, replay, kept);
    }
  }
  REQUIRE(kept.size() == 2);
  for (const std::shared_ptr<ResidentArray>& array : kept) {
    Numbers found{};
    array->read(found.data(), 0, kBytes);
    CHECK(found == all(5));
  }
}

TEST_CASE("executor: copies and calls of the host are no steps to be repeated") {
  AddOne add;
  Numbers numbers = all(7);
  StepList copied;
  {
    Executor executor(add.gpu(), {}, 0, &copied);
    const SlotMemory local = executor.allocate(kLocal, kBytes);
    auto* host = reinterpret_cast<std::byte*>(numbers.data());
    for (const auto direction : {runtime::Direction::In, runtime::Direction::Out}) {
      executor.copy(
          {{{direction, kLocal, kBytes}, executor.queue(), local.name(), host, {{.run_bytes = kBytes}}}});
      if (direction == runtime::Direction::In) numbers = all(0);
    }
  }
  CHECK(numbers == all(7));
  CHECK_FALSE(copied.is_whole());
  StepList called;
  CHECK(called.is_whole());
  called.add(CallStep{0});
  CHECK_FALSE(called.is_whole());
}

TEST_CASE("executor: elements that the host reads come again, each as its launches have left it") {
  AddOne add;
  Numbers from = all(4);
  Numbers to = all(0);
  const auto residents = add.residents(from, to);
  const kernel::HostRead before{ir::ArrayId{0}, {3}};
  const kernel::HostRead after{ir::ArrayId{1}, {0}};
  StepList list;
  {
    Executor executor(add.gpu(), residents, 0, &list);
    static_cast<void>(executor.read({before, kFrom, 3 * sizeof(int32_t), sizeof(int32_t)}, 0));
    executor.look();
    add.launch(executor, kFrom, kTo);
    const std::byte* value = executor.read({after, kTo, 0, sizeof(int32_t)}, 0);
    executor.look();
    CHECK(number_at(value) == 5);
  }
  list.finish();
  REQUIRE(list.is_whole());
  CHECK(list.reads() == std::vector<kernel::HostRead>{before, after});
  CHECK_FALSE(list.reads_at_end());
  from = all(10);
  Replay replay(list);
  DeviceResults kept;
  int64_t alive = 0;
  {
    Executor executor(add.gpu(), residents, 0, nullptr);
    REQUIRE(executor.reserve(list));
    const std::vector<const std::byte*> values = executor.run(list, nullptr, replay, kept);
    REQUIRE(values.size() == 2);
    CHECK(number_at(values[0]) == 10);
    CHECK(number_at(values[1]) == 11);
    alive = add.device().alive();
  }
  CHECK(add.device().alive() == alive);  // the next call has the memory of the values
  list.add(ReadStep{after, kTo, 0, sizeof(int32_t)});  // a second value of the same element
  CHECK_FALSE(list.is_whole());
}

TEST_CASE("executor: kernels store values where the host reads them, as many as there are") {
  AddOne add;
  Numbers from = all(4);
  Numbers to = all(0);
  const auto residents = add.residents(from, to);
  StepList list;
  std::vector<SlotMemory> values;
  Executor executor(add.gpu(), residents, 0, &list);
  for (size_t n = 0; n < KernelErrors::kMostStored; ++n) {
    values.push_back(executor.allocate_value(kLocal, sizeof(int32_t)));
    CHECK(values.back());
  }
  CHECK_FALSE(executor.allocate_value(kLocal, sizeof(int32_t)));
  const MemoryName last = values.back().name();
  executor.free(std::move(values.back()), kLocal);
  CHECK_FALSE(executor.allocate_value(kLocal, sizeof(int32_t)));  // a repeated call reads all of them at its end
  const kernel::HostRead element{kLocal, {0}};
  const std::byte* value = executor.read({element, last, 0, sizeof(int32_t)}, 0);
  CHECK(reinterpret_cast<uint64_t>(value) == executor.memory(last).value);
  list.finish();
  CHECK(list.is_whole());
  CHECK(list.slot_bytes().empty());
}
