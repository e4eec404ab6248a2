// Steps on a device that does queued work as late as it may: those that were handed over one by one are done again with other
// memory and other numbers.
#include "driver/steps/executor.h"

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
    gpu_ = std::make_unique<runtime::Gpu>(std::move(device));
    code_ = std::make_shared<const runtime::PendingCode>(gpu_->device(), runtime::DeviceSource{"add", "", {"add"}}, nullptr,
                                                         runtime::PendingCode::Begin::OnDemand);
  }
  [[nodiscard]] runtime::Gpu& gpu() { return *gpu_; }
  [[nodiscard]] test::HostDevice& device() { return static_cast<test::HostDevice&>(gpu_->device()); }
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
                                                                  .code = code_,
                                                                  .ranges = {},
                                                                  .geometry = {},
                                                                  .file = &kernel_.name,
                                                                  .arguments = arguments.size()}),
                    arguments);
  }

 private:
  std::unique_ptr<runtime::Gpu> gpu_;
  std::shared_ptr<const runtime::PendingCode> code_;
  kernel::Kernel kernel_{};
};

Copy moved(runtime::Direction direction, MemoryName memory, HostName host) {
  return {direction, kLocal, kBytes, Way::InTurn, memory, host, {{.run_bytes = kBytes}}};
}

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
    Executor executor(add.gpu(), {}, residents, 0, &list);
    for (int turn = 0; turn < 3; ++turn) {
      SlotMemory local = executor.allocate(kLocal, kBytes);
      add.launch(executor, kFrom, local.name());
      add.launch(executor, local.name(), kTo);
      executor.free(std::move(local), kLocal);
    }
    add.gpu().wait();
    CHECK(to == all(0));  // the list is made first
    executor.run_waiting();
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
  Executor poor(add.gpu(), {}, residents, kBytes / 2, nullptr);
  CHECK_FALSE(poor.reserve(list));
  Executor executor(add.gpu(), {}, residents, 0, nullptr);
  REQUIRE(executor.reserve(list));
  executor.run(list, {}, replay, kept);
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
  DeviceResults kept;
  for (int run = 0; run < 2; ++run) {
    Executor executor(add.gpu(), {}, residents, 0, run == 0 ? &list : nullptr);
    if (run == 0) {
      SlotMemory local = executor.allocate(kLocal, kBytes);
      add.launch(executor, kFrom, local.name());
      kept.push_back(executor.keep(std::move(local), kLocal, kBytes));
    } else {
      Replay replay(list);
      REQUIRE(executor.reserve(list));
      executor.run(list, {}, replay, kept);
    }
  }
  REQUIRE(kept.size() == 2);
  for (const std::shared_ptr<HeldArray>& array : kept) {
    Numbers found{};
    array->read(found.data(), 0, kBytes);
    CHECK(found == all(5));
  }
}

TEST_CASE("executor: arrays of the host go in and come out again with other memory of the host") {
  AddOne add;
  Numbers numbers = all(7);
  Numbers others = all(20);
  StepList list;
  DeviceResults kept;
  for (Numbers* each : {&numbers, &others}) {
    const std::array<abi::ArrayArgument, 1> arguments{{{.data = each->data(), .extents = {}, .stride_bytes = {}}}};
    Executor executor(add.gpu(), arguments, {}, 0, each == &numbers ? &list : nullptr);
    if (each == &numbers) {
      const SlotMemory from = executor.allocate(kLocal, kBytes);
      const SlotMemory to = executor.allocate(kLocal, kBytes);
      executor.copy({moved(runtime::Direction::In, from.name(), {HostName::Of::Argument, 0})});
      add.launch(executor, from.name(), to.name());
      executor.copy({moved(runtime::Direction::Out, to.name(), {HostName::Of::Argument, 0})});
      CHECK_FALSE(executor.host_is_written());
      executor.run_waiting();
      CHECK(executor.host_is_written());
      list.finish();
    } else {
      Replay replay(list);
      REQUIRE(executor.reserve(list));
      executor.run(list, {}, replay, kept);
    }
  }
  CHECK(list.is_whole());
  CHECK(numbers == all(8));
  CHECK(others == all(21));
}

TEST_CASE("executor: whatever call fails when steps are run again, what the caller has is as before, or that is told") {
  AddOne add;
  Numbers numbers = all(7);
  const std::array<abi::ArrayArgument, 1> arguments{{{.data = numbers.data(), .extents = {}, .stride_bytes = {}}}};
  const HostName argument{HostName::Of::Argument, 0};
  StepList list;
  {
    Executor executor(add.gpu(), arguments, {}, 0, &list);
    const SlotMemory from = executor.allocate(kLocal, kBytes);
    const SlotMemory to = executor.allocate(kLocal, kBytes);
    executor.copy({moved(runtime::Direction::In, from.name(), argument)});
    add.launch(executor, from.name(), to.name());
    executor.copy({moved(runtime::Direction::Out, to.name(), argument)});
    executor.run_waiting();
    list.finish();
  }
  int failures = 0;
  for (int64_t n = 1; n < 30; ++n) {
    numbers = all(7);
    Replay replay(list);
    DeviceResults kept;
    for (const int64_t fault : {n, int64_t{0}}) {
      Executor executor(add.gpu(), arguments, {}, 0, nullptr);
      add.device().fail_at(fault);
      bool fails = false;
      try {
        REQUIRE(executor.reserve(list));
        executor.run(list, {}, replay, kept);
      } catch (const runtime::DeviceFailure&) {
        fails = true;
        ++failures;
        CHECK((executor.host_is_written() || numbers == all(7)));
      }
      add.device().fail_at(0);
      CHECK(fails <= (fault != 0));
      if (!fails) CHECK(numbers == all(8));
      numbers = all(7);
    }
  }
  CHECK(failures > 3);
}

TEST_CASE("executor: what results own on the host is made for each call") {
  AddOne add;
  Numbers from = all(4);
  const auto residents = add.residents(from, from);
  const HostName result{HostName::Of::Result, 0};
  Numbers first{};
  StepList list;
  {
    Executor executor(add.gpu(), {}, residents, 0, &list);
    const SlotMemory local = executor.allocate(kLocal, kBytes);
    add.launch(executor, kFrom, local.name());
    executor.set_host(result, reinterpret_cast<std::byte*>(first.data()));
    executor.add(ResultStep{0, kLocal, kBytes});
    executor.copy({moved(runtime::Direction::Out, local.name(), result)});
    executor.run_waiting();
    CHECK_FALSE(executor.host_is_written());  // nobody else sees it
    list.finish();
  }
  CHECK(first == all(5));
  Executor executor(add.gpu(), {}, residents, 0, nullptr);
  Replay replay(list);
  DeviceResults kept;
  REQUIRE(executor.reserve(list));
  executor.run(list, {}, replay, kept);
  REQUIRE(executor.results().size() == 1);
  Numbers second{};
  std::memcpy(second.data(), executor.results()[0].get(), kBytes);
  CHECK(second == all(5));
}

TEST_CASE("executor: what waits is run before the list is spoiled, and when it is long") {
  AddOne add;
  Numbers from = all(1);
  for (const bool spoils : {true, false}) {
    Numbers to = all(0);
    const auto residents = add.residents(from, to);
    StepList list;
    Executor executor(add.gpu(), {}, residents, 0, &list);
    for (int launch = 0; launch < (spoils ? 1 : 100); ++launch) add.launch(executor, kFrom, kTo);
    if (spoils) list.spoil();
    add.gpu().wait();
    CHECK(to == all(2));
    CHECK(list.is_whole() != spoils);
    to = all(0);
    add.launch(executor, kFrom, kTo);
    add.gpu().wait();
    CHECK(to == all(2));
  }
}

TEST_CASE("executor: memory that planned steps gave back is there for others of the call, and for others when they have run") {
  AddOne add;
  Numbers from = all(1);
  Numbers to = all(0);
  const auto residents = add.residents(from, to);
  StepList list;
  Executor executor(add.gpu(), {}, residents, 3 * kBytes, &list);
  const auto use = [&](int64_t bytes) {
    SlotMemory local = executor.allocate(kLocal, bytes);
    add.launch(executor, kFrom, local.name());
    add.launch(executor, local.name(), kTo);
    executor.free(std::move(local), kLocal);
  };
  use(kBytes);
  use(kBytes);  // the same
  CHECK(list.slot_bytes().size() == 1);
  CHECK(to == all(0));
  use(2 * kBytes + 20);  // there is no room for both
  add.gpu().wait();
  CHECK(to == all(3));
  CHECK(executor.room() >= 2 * kBytes);
  executor.run_waiting();
  add.gpu().wait();
  CHECK(to == all(3));
}

TEST_CASE("executor: copies aside, of memory of the call's own and before a look, and calls of the host are not repeated") {
  const HostName argument{HostName::Of::Argument, 0};
  for (int which = 0; which < 5; ++which) {
    StepList list;
    Copy copy = moved(runtime::Direction::Out, kTo, argument);
    if (which == 1) copy.way = Way::Aside;
    if (which == 2) copy.host = {HostName::Of::Shared, 0};
    list.add(CopyStep{{copy}});
    if (which == 3) list.add(LookStep{});
    if (which == 4) list.add(CallStep{0});
    CHECK(list.is_whole() == (which == 0));
  }
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
    Executor executor(add.gpu(), {}, residents, 0, &list);
    static_cast<void>(executor.read({before, kFrom, 3 * sizeof(int32_t), sizeof(int32_t)}, 0));
    executor.look();
    add.launch(executor, kFrom, kTo);
    const std::byte* value = executor.read({after, kTo, 0, sizeof(int32_t)}, 0);
    executor.look();
    CHECK(number_at(value) == 5);
  }
  list.finish();
  REQUIRE(list.is_whole());
  REQUIRE(list.reads().size() == 2);
  CHECK(list.reads()[0].element == before);
  CHECK(list.reads()[1].element == after);
  CHECK(list.launches_adjoin());
  from = all(10);
  Replay replay(list);
  DeviceResults kept;
  int64_t alive = 0;
  {
    Executor executor(add.gpu(), {}, residents, 0, nullptr);
    REQUIRE(executor.reserve(list));
    const std::vector<const std::byte*> values = executor.run(list, {}, replay, kept);
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
  Executor executor(add.gpu(), {}, residents, 0, &list);
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

TEST_CASE("executor: what the host reads of its own arrays comes after one wait, copied or stored by a kernel") {
  AddOne add;
  Numbers numbers = all(7);
  Numbers others = all(20);
  const kernel::HostRead element{kLocal, {0}};
  for (const bool is_stored : {false, true}) {
    StepList list;
    for (Numbers* each : {&numbers, &others}) {
      const std::array<abi::ArrayArgument, 1> arguments{{{.data = each->data(), .extents = {}, .stride_bytes = {}}}};
      Executor executor(add.gpu(), arguments, {}, 0, each == &numbers ? &list : nullptr);
      const int64_t before = add.device().waits();
      if (each == &numbers) {
        const SlotMemory from = executor.allocate(kLocal, kBytes);
        const SlotMemory to =
            is_stored ? executor.allocate_value(kLocal, sizeof(int32_t)) : executor.allocate(kLocal, kBytes);
        executor.copy({moved(runtime::Direction::In, from.name(), {HostName::Of::Argument, 0})});
        add.launch(executor, from.name(), to.name());
        const std::byte* value = executor.read({element, to.name(), sizeof(int32_t), sizeof(int32_t)}, 0);
        CHECK(add.device().waits() == before);  // the list is made first
        executor.look();
        CHECK(number_at(value) == 8);
        list.finish();
      } else {
        Replay replay(list);
        DeviceResults kept;
        REQUIRE(executor.reserve(list));
        const std::vector<const std::byte*> values = executor.run(list, {}, replay, kept);
        REQUIRE(values.size() == 1);
        CHECK(number_at(values[0]) == 21);
      }
      CHECK(add.device().waits() == before + 1);
    }
    CHECK(list.is_whole());
  }
}

TEST_CASE("executor: calls that store over a value that was read, or read an element twice, are not repeated") {
  AddOne add;
  Numbers from = all(4);
  Numbers to = all(0);
  const auto residents = add.residents(from, to);
  const kernel::HostRead element{kLocal, {0}};
  for (const bool is_stored : {false, true}) {
    StepList list;
    Executor executor(add.gpu(), {}, residents, 0, &list);
    const SlotMemory memory =
        is_stored ? executor.allocate_value(kLocal, sizeof(int32_t)) : executor.allocate(kLocal, kBytes);
    const auto read = [&] {
      const std::byte* value = executor.read({element, memory.name(), 0, sizeof(int32_t)}, 0);
      executor.look();
      return number_at(value);
    };
    add.launch(executor, kFrom, memory.name());
    CHECK(read() == 5);
    add.launch(executor, kTo, memory.name());
    CHECK(list.is_whole() != is_stored);
    CHECK(list.launches_adjoin() == is_stored);
    CHECK(read() == 1);
    CHECK_FALSE(list.is_whole());
  }
}

TEST_CASE("executor: a launch whose code is not made waits, and what is behind it; where the code cannot be made, nothing has happened") {
  AddOne add;
  Numbers from = all(1);
  Numbers to = all(0);
  Numbers kept = all(7);
  const auto residents = add.residents(from, to);
  StepList list;
  list.spoil();  // no call repeats it: its steps run as they come
  Executor executor(add.gpu(), {}, residents, 0, &list);
  const HostName own{HostName::Of::Own, 0};
  executor.set_host(own, reinterpret_cast<std::byte*>(kept.data()));
  add.launch(executor, kFrom, kTo);
  add.gpu().wait();
  CHECK(to == all(0));
  add.device().fail_at(1);
  CHECK_THROWS_AS(executor.run_waiting(), runtime::DeviceFailure);
  CHECK(to == all(0));

  add.launch(executor, kFrom, kTo);
  executor.copy({moved(runtime::Direction::Out, kTo, own)});  // which the host may look at
  add.gpu().wait();
  CHECK(to == all(2));
  CHECK(kept == all(2));

  add.launch(executor, kFrom, kTo);  // its code is there
  from = all(5);
  add.gpu().wait();
  CHECK(to == all(6));
}
