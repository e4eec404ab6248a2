#include "driver/plan/inspect_indices.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "support/checked_int.h"
#include "support/floor_div.h"

namespace unpython::driver {
namespace {

using analysis::IndexStep;
using analysis::Inspection;

/// The bits of an axis that is at most this many times longer than the loop are cheaper than sorting.
constexpr int64_t kAxisPerValue = 64;
/// Shorter loops are inspected by the calling thread.
constexpr int64_t kValuesForThreads = int64_t{1} << 17;

/// Calls `use` with a value of the C++ type that stands for an integer type.
template <class Use>
auto with_type(ScalarType type, Use&& use) {
  switch (type) {
    case ScalarType::Int8:
      return use(int8_t{});
    case ScalarType::Int16:
      return use(int16_t{});
    case ScalarType::Int32:
      return use(int32_t{});
    case ScalarType::UInt8:
    case ScalarType::Bool:
      return use(uint8_t{});
    case ScalarType::UInt16:
      return use(uint16_t{});
    case ScalarType::UInt32:
      return use(uint32_t{});
    case ScalarType::UInt64:
      return use(uint64_t{});
    default:
      return use(int64_t{});
  }
}

std::optional<int64_t> taken(const IndexStep& step, int64_t value) {
  switch (step.op) {
    case ir::BinaryOp::Add:
      return checked_add(value, step.constant);
    case ir::BinaryOp::Subtract:
      return checked_sub(value, step.constant);
    case ir::BinaryOp::Multiply:
      return checked_mul(value, step.constant);
    case ir::BinaryOp::FloorDivide:
      return floor_div(value, step.constant);
    case ir::BinaryOp::Modulo:
      return value % step.constant + (value % step.constant < 0 ? step.constant : 0);
    default:
      return std::nullopt;
  }
}

template <class T>
struct Values {
  const unsigned char* start;
  int64_t step_bytes;
  int64_t extent;
  std::span<const IndexStep> steps;

  Values(const Inspection& question, const void* data)
      : start(static_cast<const unsigned char*>(data) + question.first_byte),
        step_bytes(question.step_bytes),
        extent(question.extent),
        steps(question.steps) {}

  /// The subscript that the loop computes of it; INT64_MAX, which lies outside every axis, for values of
  /// UInt64 beyond the signed ones and where a step leaves its type.
  [[nodiscard]] int64_t subscript(int64_t k) const {
    T value;
    std::memcpy(&value, start + k * step_bytes, sizeof value);
    if constexpr (std::is_same_v<T, uint64_t>) {
      if (value > uint64_t{INT64_MAX}) return INT64_MAX;
    }
    return steps.empty() ? static_cast<int64_t>(value) : after_steps(static_cast<int64_t>(value));
  }

  [[nodiscard]] int64_t after_steps(int64_t value) const {
    for (const IndexStep& step : steps) {
      const auto next = taken(step, value);
      if (!next || !step.range.contains(*next)) return INT64_MAX;
      value = *next;
    }
    return value;
  }

  /// The element it chooses; -1 outside the axis.
  [[nodiscard]] int64_t element(int64_t k) const {
    const int64_t value = subscript(k);
    const int64_t place = value < 0 ? value + extent : value;
    return place >= 0 && place < extent ? place : -1;
  }
};

template <class T>
bool distinct_by_bits(const Values<T>& values, int64_t count) {
  std::vector<uint64_t> seen(static_cast<size_t>(values.extent / 64 + 1));
  for (int64_t k = 0; k < count; ++k) {
    const int64_t place = values.element(k);
    if (place < 0) return false;
    uint64_t& word = seen[static_cast<size_t>(place / 64)];
    const uint64_t bit = uint64_t{1} << (place % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
  }
  return true;
}

template <class T>
struct SharedBits {
  Values<T> values;
  std::vector<std::atomic<uint64_t>> seen;

  /// abi::ParallelBody: fails at the first value that was seen before.
  static int32_t look(void* self, int64_t begin, int64_t end, abi::ErrorRecord*) {
    auto& [values, seen] = *static_cast<SharedBits*>(self);
    for (int64_t k = begin; k < end; ++k) {
      const int64_t place = values.element(k);
      if (place < 0) return abi::kRaised;
      const uint64_t bit = uint64_t{1} << (place % 64);
      const uint64_t before = seen[static_cast<size_t>(place / 64)].fetch_or(bit, std::memory_order_relaxed);
      if ((before & bit) != 0) return abi::kRaised;
    }
    return abi::kOk;
  }
};

template <class T>
bool distinct_by_threads(const Values<T>& values, int64_t count, const abi::Services& services) {
  SharedBits<T> bits{values, std::vector<std::atomic<uint64_t>>(static_cast<size_t>(values.extent / 64 + 1))};
  abi::Services quiet = services;  // the poll belongs to the loop itself
  quiet.poll = nullptr;
  abi::ErrorRecord unused{};
  return services.parallel_for(&quiet, count, kValuesForThreads / 8, &SharedBits<T>::look, &bits, &unused) ==
         abi::kOk;
}

template <class T>
bool distinct_by_sorting(const Values<T>& values, int64_t count) {
  std::vector<int64_t> places(static_cast<size_t>(count));
  for (int64_t k = 0; k < count; ++k) {
    places[static_cast<size_t>(k)] = values.element(k);
    if (places[static_cast<size_t>(k)] < 0) return false;
  }
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) == places.end();
}

bool by_bits(const Inspection& question) { return question.extent / kAxisPerValue <= question.count; }

bool by_threads(const Inspection& question, int threads) {
  return by_bits(question) && threads > 1 && question.count >= kValuesForThreads;
}

}  // namespace

bool are_distinct(const Inspection& question, const void* data, ScalarType type,
                  const abi::Services& services) {
  if (question.count > question.extent) return false;
  try {
    return with_type(type, [&](auto sample) {
      const Values<decltype(sample)> values(question, data);
      if (by_threads(question, services.threads))
        return distinct_by_threads(values, question.count, services);
      return by_bits(question) ? distinct_by_bits(values, question.count)
                               : distinct_by_sorting(values, question.count);
    });
  } catch (const std::bad_alloc&) {
    return false;
  }
}

std::optional<RepeatedIndex> find_repeated(const Inspection& question, const void* data, ScalarType type) {
  return with_type(type, [&](auto sample) -> std::optional<RepeatedIndex> {
    const Values<decltype(sample)> values(question, data);
    std::unordered_map<int64_t, int64_t> seen;
    for (int64_t k = 0; k < question.count; ++k) {
      const int64_t place = values.element(k);
      if (place < 0) return RepeatedIndex{k, k, values.subscript(k)};
      const auto [known, is_new] = seen.emplace(place, k);
      if (!is_new) return RepeatedIndex{known->second, k, values.subscript(k)};
    }
    return std::nullopt;
  });
}

int64_t cost_of_inspection(const Inspection& question, int threads) {
  const int64_t count = question.count;
  const int64_t steps = std::ssize(question.steps) * 8;  // each value takes them
  const auto passes = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(count)));
  if (!by_bits(question)) return count * (8 * passes + steps);
  const int64_t bytes = question.extent / 8;
  const int64_t each = steps + (bytes < int64_t{1} << 15 ? 4 : bytes < int64_t{1} << 20 ? 8 : 20);
  const int64_t clearing = bytes / 16;
  if (!by_threads(question, threads)) return each * count + clearing;
  return (each + 16) * count / threads + clearing;
}

}  // namespace unpython::driver
