#include "driver/steps/replay.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "runtime/device/device_failure.h"
#include "runtime/device/launch_graph.h"

namespace unpython::driver {
namespace {

/// Fewer launches cost less than a graph.
constexpr size_t kLeastLaunches = 4;
/// A graph is made in the time of many launches: not for what runs once or twice more.
constexpr int kRunsBefore = 1;
constexpr size_t kMostGraphs = 4;

using runtime::KernelArgument;

template <class Value>
Value value_of(const KernelArgument& argument) {
  Value value{};
  if (argument.value != nullptr) {
    std::memcpy(value.data(), argument.value, static_cast<size_t>(argument.value_bytes));
  } else {
    std::memcpy(value.data(), &argument.memory.value, sizeof argument.memory.value);
  }
  return value;
}

/// Calls `visit` with the number of each launch and its part of what belongs to the arguments of all launches.
template <class Part, class Visit>
void for_each_launch(std::span<const Launched> launches, std::span<Part> all, const Visit& visit) {
  size_t first = 0;
  for (size_t i = 0; i < launches.size(); ++i) {
    const size_t count = launches[i]->arguments;
    visit(i, all.subspan(first, count));
    first += count;
  }
}

}  // namespace

std::vector<std::vector<size_t>> order_of(const StepList& list) {
  struct Users {
    std::vector<size_t> last_store{};  ///< at most one
    std::vector<size_t> loads{};       ///< since then
  };
  std::map<MemoryName, Users> users;
  const std::vector<Launched> launches = list.launches();
  std::vector<std::vector<size_t>> order(launches.size());
  using Arguments = std::span<const LaunchArgument>;
  for_each_launch(std::span<const Launched>(launches), list.arguments(), [&](size_t i, Arguments arguments) {
    std::vector<size_t>& after = order[i];
    for (const LaunchArgument& argument : arguments) {
      if (argument.kind != LaunchArgument::Kind::Memory) continue;
      Users& of = users[argument.memory];
      const std::vector<size_t>& before = argument.stored && !of.loads.empty() ? of.loads : of.last_store;
      after.insert(after.end(), before.begin(), before.end());
      if (!argument.stored) {
        of.loads.push_back(i);
      } else {
        of = {.last_store = {i}, .loads = {}};
      }
    }
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    std::erase(after, i);  // memory that it is given twice
  });
  return order;
}

Replay::Recorded* Replay::record(runtime::Gpu& gpu, std::span<const KernelArgument> given) {
  launches_ = list_.launches();
  std::vector<std::vector<size_t>> order = order_of(list_);
  std::vector<runtime::GraphLaunch> all;
  for_each_launch(launches_, given, [&](size_t i, std::span<const KernelArgument> arguments) {
    all.push_back({.code = launches_[i]->code,
                   .entry = 0,
                   .geometry = launches_[i]->geometry,
                   .arguments = arguments,
                   .after = std::move(order[i])});
  });
  std::unique_ptr<runtime::LaunchGraph> graph = gpu.device().make_graph(all);
  is_refused_ = graph == nullptr;
  if (is_refused_) return nullptr;
  std::vector<Value> values;
  for (const KernelArgument& argument : given) values.push_back(value_of<Value>(argument));
  return &graphs_.emplace_back(Recorded{std::move(graph), std::move(values)});
}

/// A graph with these arguments: one that has them, one that was changed, or a new one.
Replay::Recorded* Replay::find(runtime::Gpu& gpu, std::span<const KernelArgument> given) {
  Recorded* nearest = nullptr;
  std::vector<size_t> changes;  ///< launches with other arguments than those of the nearest
  for (Recorded& known : graphs_) {
    std::vector<size_t> others;
    size_t place = 0;
    for_each_launch(launches_, given, [&](size_t i, std::span<const KernelArgument> arguments) {
      bool same = true;
      for (const KernelArgument& argument : arguments) same &= value_of<Value>(argument) == known.values[place++];
      if (!same) others.push_back(i);
    });
    if (nearest == nullptr || others.size() < changes.size()) {
      nearest = &known;
      changes = std::move(others);
    }
    if (changes.empty()) return nearest;
  }
  const bool most_differ = nearest == nullptr || changes.size() * 2 > launches_.size();
  if (most_differ && graphs_.size() < kMostGraphs) return record(gpu, given);
  size_t place = 0;
  auto next = changes.begin();
  for_each_launch(launches_, given, [&](size_t i, std::span<const KernelArgument> arguments) {
    const size_t first = std::exchange(place, place + arguments.size());
    if (next == changes.end() || *next != i) return;
    ++next;
    nearest->graph->change(i, arguments);
    std::transform(arguments.begin(), arguments.end(), nearest->values.begin() + static_cast<std::ptrdiff_t>(first),
                   value_of<Value>);
  });
  return nearest;
}

bool Replay::run(runtime::Gpu& gpu, std::span<const KernelArgument> given) {
  if (list_.launch_count() < kLeastLaunches) return false;
  const std::scoped_lock lock(mutex_);
  if (is_refused_ || runs_++ < kRunsBefore) return false;
  Recorded* found = nullptr;
  try {
    found = find(gpu, given);
  } catch (const runtime::DeviceFailure& failure) {  // nothing has run: launches do without
    if (failure.kind() == runtime::FailureKind::Lost) throw;
    is_refused_ = true;
    graphs_.clear();
  }
  if (found == nullptr) return false;
  gpu.launch(*found->graph, static_cast<int>(launches_.size()));
  return true;
}

bool Replay::has_graph() const {
  const std::scoped_lock lock(mutex_);
  return !graphs_.empty();
}

}  // namespace unpython::driver
