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

/// What a device moves in less time than it takes to begin a launch.
constexpr int64_t kShortBytes = 1 << 20;

bool is_short(const LaunchStep& launch) { return !launch.kernel->has_loops && launch.bytes <= kShortBytes; }

using Order = std::vector<std::vector<size_t>>;

void keep_once(std::vector<size_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// By launch: those before it of which one of the two changes memory that the other uses.
Order order_of_uses(const StepList& list, std::span<const Launched> launches) {
  struct Users {
    std::vector<size_t> last_store{};  ///< at most one
    std::vector<size_t> loads{};       ///< since then
  };
  std::map<MemoryName, Users> users;
  Order order(launches.size());
  using Arguments = std::span<const LaunchArgument>;
  for_each_launch(launches, list.arguments(), [&](size_t i, Arguments arguments) {
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
    keep_once(after);
    std::erase(after, i);  // memory that it is given twice
  });
  return order;
}

/// Short launches stand one behind the other where that makes none of them wait for another long one.
void chain_short_ones(std::span<const Launched> launches, Order& order) {
  using Numbers = std::vector<size_t>;
  std::vector<Numbers> long_ones(launches.size());  ///< by launch: which it waits for
  std::map<Numbers, size_t> last;                   ///< short launch, by the long ones that it waits for
  for (size_t i = 0; i < launches.size(); ++i) {
    Numbers& waits_for = long_ones[i];
    for (const size_t before : order[i]) {
      waits_for.insert(waits_for.end(), long_ones[before].begin(), long_ones[before].end());
      if (!is_short(*launches[before])) waits_for.push_back(before);
    }
    keep_once(waits_for);
    if (!is_short(*launches[i])) continue;
    const auto [chain, is_first] = last.try_emplace(waits_for, i);
    if (is_first) continue;
    // The last one of the chain ends after all of the chain.
    std::erase_if(order[i], [&](size_t before) { return is_short(*launches[before]) && long_ones[before] == waits_for; });
    order[i].push_back(std::exchange(chain->second, i));
    keep_once(order[i]);
  }
}

}  // namespace

std::vector<std::vector<size_t>> order_of(const StepList& list) {
  const std::vector<Launched> launches = list.launches();
  Order order = order_of_uses(list, launches);
  chain_short_ones(launches, order);
  return order;
}

Replay::Recorded* Replay::record(runtime::Gpu& gpu, std::span<const KernelArgument> given) {
  launches_ = list_.launches();
  std::vector<std::vector<size_t>> order = order_of(list_);
  std::vector<runtime::GraphLaunch> all;
  for_each_launch(launches_, given, [&](size_t i, std::span<const KernelArgument> arguments) {
    all.push_back({.code = &launches_[i]->code->get(),
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

bool Replay::are_codes_best() const {
  const std::vector<Launched> launches = list_.launches();
  return std::all_of(launches.begin(), launches.end(), [](const Launched& launch) { return launch->code->is_made(); });
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
  if (graphs_.empty() && !are_codes_best()) return false;  // a graph keeps the code that it was made with
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
