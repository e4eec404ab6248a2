#include "integers/strided_bytes.h"

#include <algorithm>

#include "integers/integer_system.h"
#include "support/checked_int.h"

namespace unpython::integers {
namespace {

constexpr int kNodeLimit = 1000;

/// sum stride_k i_k with 0 <= i_k <= last_k. Indices of one stride, up to sign, are one variable.
class Sum {
 public:
  void add(int64_t stride, int64_t last) {
    const int64_t size = stride < 0 ? -stride : stride;
    auto same =
        std::find_if(terms_.begin(), terms_.end(), [&](const Term& term) { return term.stride == size; });
    if (same == terms_.end()) same = terms_.insert(same, {.stride = size});
    int64_t& end = stride < 0 ? same->range.low : same->range.high;
    lost_ = lost_ || __builtin_add_overflow(end, stride < 0 ? -last : last, &end);
  }
  /// False: no value lies in the range, for certain.
  [[nodiscard]] bool may_be(IntegerRange range) const {
    if (lost_) return true;
    IntegerSystem system;
    std::vector<IntegerSystem::Term> row;
    for (const Term& term : terms_) row.push_back({system.add_variable(term.range), term.stride});
    system.add_row(row, range.low, range.high);
    return system.solve(kNodeLimit) != IntegerSystem::Answer::None;
  }

 private:
  struct Term {
    int64_t stride = 0;
    IntegerRange range{0, 0};
  };
  std::vector<Term> terms_;
  bool lost_ = false;  ///< a bound left 64 bits
};

bool is_empty(const StridedBytes& bytes) {
  return std::any_of(bytes.dims.begin(), bytes.dims.end(), [](const auto& dim) { return dim.extent <= 0; });
}

}  // namespace

bool may_meet(const StridedBytes& a, const StridedBytes& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const auto distance = checked_sub(a.first, b.first);
  const auto low = distance ? checked_sub(*distance, b.width - 1) : std::nullopt;
  const auto high = distance ? checked_add(*distance, a.width - 1) : std::nullopt;
  if (!low || !high) return true;
  // Place of an element of b less that of one of a, without the first ones, lies in [low, high].
  Sum sum;
  for (const StridedBytes::Dimension& dim : b.dims) {
    if (dim.stride == INT64_MIN) return true;
    sum.add(dim.stride, dim.extent - 1);
  }
  for (const StridedBytes::Dimension& dim : a.dims) {
    if (dim.stride == INT64_MIN) return true;
    sum.add(-dim.stride, dim.extent - 1);
  }
  return sum.may_be({*low, *high});
}

}  // namespace unpython::integers
