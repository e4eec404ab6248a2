// What launches touch of their arrays, kept by the numbers that decide it: a repeated call analyses nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "footprint/array_uses.h"

namespace unpython::driver {

/// Thread-safe; what was used last stays longest.
class KnownUses {
 public:
  /// By array of a kernel.
  using Uses = std::shared_ptr<const std::vector<footprint::ArrayUse>>;
  /// What was kept for these numbers; null: nothing.
  [[nodiscard]] Uses find(const std::vector<int64_t>& numbers);
  void keep(std::vector<int64_t> numbers, Uses uses);

 private:
  struct Known {
    std::vector<int64_t> numbers;
    Uses uses;
    size_t boxes = 0;
  };
  std::mutex mutex_;  ///< guards what follows
  std::vector<Known> known_;
};

}  // namespace unpython::driver
