// Elements that the host part reads of what kernels have computed: each crosses once, together with others that wait.
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "ir/constant.h"
#include "kernel/host_reads.h"

namespace unpython::driver {

/// Of one call.
class HostValues {
 public:
  /// `reads`: what may come together; must live as long as this.
  explicit HostValues(std::span<const kernel::HostRead> reads) : reads_(reads), states_(reads.size()) {}

  /// A kernel that stores to the array is queued.
  void mark_stored(ir::ArrayId array) { set(array, {.is_waiting = true, .value = {}}); }
  /// The array is another one, or the host stores to it.
  void forget(ir::ArrayId array) { set(array, {}); }
  /// Null: it is not known.
  [[nodiscard]] const ir::Constant* find(ir::ArrayId array, std::span<const int64_t> indices) const {
    for (size_t n = 0; n < reads_.size(); ++n) {
      if (states_[n].value && is(reads_[n], array, indices)) return &*states_[n].value;
    }
    return nullptr;
  }
  /// An element, and others that kernels have stored and the host may read soon, where `is_there`; `most` in all.
  template <class Predicate>
  [[nodiscard]] std::vector<kernel::HostRead> together_with(ir::ArrayId array,
                                                            std::span<const int64_t> indices, size_t most,
                                                            const Predicate& is_there) const {
    std::vector<kernel::HostRead> reads{{array, {indices.begin(), indices.end()}}};
    for (size_t n = 0; n < reads_.size() && reads.size() < most; ++n) {
      if (states_[n].is_waiting && !is(reads_[n], array, indices) && is_there(reads_[n]))
        reads.push_back(reads_[n]);
    }
    return reads;
  }
  void keep(const kernel::HostRead& read, const ir::Constant& value) {
    for (size_t n = 0; n < reads_.size(); ++n) {
      if (states_[n].is_waiting && reads_[n] == read) states_[n] = {.is_waiting = false, .value = value};
    }
  }

 private:
  struct State {
    bool is_waiting = false;  ///< on the device, stored by a kernel of the call
    std::optional<ir::Constant> value{};
  };
  static bool is(const kernel::HostRead& read, ir::ArrayId array, std::span<const int64_t> indices) {
    return read.array == array &&
           std::equal(indices.begin(), indices.end(), read.indices.begin(), read.indices.end());
  }
  void set(ir::ArrayId array, const State& state) {
    for (size_t n = 0; n < reads_.size(); ++n) {
      if (reads_[n].array == array) states_[n] = state;
    }
  }

  std::span<const kernel::HostRead> reads_;
  std::vector<State> states_;
};

}  // namespace unpython::driver
