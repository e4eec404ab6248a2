// The plans of one specialization, found by their keys: bounded, the least recently used goes first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "unpython/export.h"

namespace unpython::driver {

struct Plan;

/// Not thread-safe.
class UNPYTHON_API PlanTable {
 public:
  explicit PlanTable(size_t capacity = 256) : capacity_(capacity) {}
  /// The plan of `key`, which counts as used now; null when there is none.
  [[nodiscard]] std::shared_ptr<const Plan> find(std::span<const int64_t> key);
  /// Adds a plan. It takes the place of the one with its key; where the table is full, of the one that was
  /// not used for longest.
  void insert(std::shared_ptr<const Plan> plan);
  [[nodiscard]] size_t size() const { return plans_.size(); }

 private:
  size_t capacity_;
  [[nodiscard]] size_t place_of(uint64_t hash, std::span<const int64_t> key) const;

  uint64_t clock_ = 0;
  std::vector<uint64_t> hashes_;  ///< of the keys of plans_; side by side, since every lookup reads them all
  std::vector<uint64_t> used_;    ///< when, by clock_
  std::vector<std::shared_ptr<const Plan>> plans_;
};

}  // namespace unpython::driver
